"""The multi-layer feature map and its rivals, as rows over one :class:`ModularAgent`.

    meadow agents list --tag langnav
    meadow eval langnav --agent mlfm --option layers=1 --option explore_share=0.6

A row is a memory (layers of features, values of whole views, or things), an explorer, and what is needed to
believe in a place: map, detector or both, in one phase or two. Everything is an option, so every ablation
of the paper is a row with another option.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from meadow.agents.rows import AgentRow

if TYPE_CHECKING:
    from meadow.agents.map_seek import PhraseDetector
    from meadow.agents.modular import ModularAgent
    from meadow.grounding.look import VisionModel
    from meadow.mapping.features import FeatureMapConfig
    from meadow.mapping.goal_map import GoalMap

#: What all methods see with unless told: eyes that never saw what the test asks for.
EYES = "eyes-s-zs"
#: Heights between the layers of the paper's map, and of that in the authors' code, metres.
PAPER_EDGES, AUTHORS_EDGES = (0.5, 1.3), (0.5, 1.3, 2.1)
#: Share of a goal's steps before the map alone decides; 200 of 500.
TWO_PHASES = 0.4
#: The robot stops from this near to where the goal is believed to be, and nearer where it can, metres.
STOP_DISTANCE, CLOSE_DISTANCE = 1.0, 0.5
#: Score of the detector from which it is believed; set on validation homes for eyes-s-zs, others alike.
THRESHOLDS = {"eyes-s-zs": 0.3, "eyes-s": 0.3, "eyes-b-zs": 0.3, "eyes-b": 0.3}
#: By how much another place must be better than the one that is driven to, as a cosine or as log-odds.
LEADS = {"kernel": 0.01, "words": 0.5}
#: A robot that finds no way to anything maps the floor anew, looking closer, at most so often per goal.
RESTARTS = 2
#: Every other pixel of depth is enough to map the floor.
DEPTH_STRIDE = 2


_FLAT = {"layers": "1", "kernel": False}
#: Without a second phase the robot explores to the end of its steps.
_ONE_PHASE = {"explore_share": 1.0}
_FEATURES = {"memory": "features", "explorer": "features"}

#: In the order of the paper's Table 3, then ours.
ROWS = (
    AgentRow(
        "vlmaps",
        "One layer of averaged features; drives to the best place once it is similar enough.",
        "VLMaps",
        {
            **_FLAT,
            "memory": "features",
            "explorer": "frontier",
            "cell": 0.05,
            "fusion": "mean",
            "evidence": "map",
            "accept": 0.17,
            **_ONE_PHASE,
        },
    ),
    AgentRow(
        "vlfm",
        "Explores where views promise the goal; drives to what the detector sees.",
        "VLFM",
        {
            "memory": "value",
            "explorer": "value",
            "evidence": "detector",
            **_ONE_PHASE,
        },
    ),
    AgentRow(
        "mopa",
        "Explores at random; drives to what was called by the goal's category.",
        "MOPA",
        {
            "memory": "names",
            "explorer": "random-goals",
            "evidence": "map",
            "accept": 0.0,
            **_ONE_PHASE,
        },
    ),
    AgentRow(
        "onemap",
        "One layer of features fused by confidence; map and detector must agree.",
        "OneMap",
        {**_FEATURES, **_FLAT, **_ONE_PHASE},
    ),
    AgentRow(
        "vlfm-v2",
        "VLFM in two phases: at last it drives to the most promising place.",
        "VLFM-v2",
        {"memory": "value", "explorer": "value", "explore_share": TWO_PHASES},
    ),
    AgentRow(
        "onemap-v2",
        "OneMap in two phases: at last it drives to the most similar place.",
        "OneMap-v2",
        {**_FEATURES, **_FLAT, "explore_share": TWO_PHASES},
    ),
    AgentRow(
        "mlfm",
        "Three layers of features, asked by text as a kernel; map and detector agree, then the map.",
        "MLFM (Ours)",
        {**_FEATURES},
    ),
    AgentRow(
        "modular-goat",
        "Remembers things and their views; drives to the one whose views fit the words.",
        "Modular Goat",
        {
            "memory": "views",
            "explorer": "frontier",
            "evidence": "map",
            "explore_share": TWO_PHASES,
        },
    ),
    AgentRow(
        "mlfm-oracle",
        "mlfm with perfect eyes: the ids of pixels are its features and its detections.",
        "",
        {**_FEATURES, "model": "oracle"},
        ("privileged",),
    ),
    AgentRow(
        "mlfm-oracle-2d",
        "mlfm-oracle on one layer: what layers give when sight is perfect.",
        "",
        {**_FEATURES, **_FLAT, "model": "oracle"},
        ("privileged",),
    ),
    AgentRow(
        "shepherd",
        "Layers asked word by word: noun, attributes against their rivals, supports; looks twice.",
        "",
        {
            **_FEATURES,
            "reading": "words",
            "evidence": "none",
            "explore_share": 0.7,
            "glances": 1,
        },
    ),
)


def langnav_agent(
    *,
    model: str = EYES,
    detector: str = "",
    memory: str = "features",
    layers: str = "3",
    cell: float = 0.06,
    level: str = "patch",
    fusion: str = "confidence",
    kernel: bool = True,
    reading: str = "kernel",
    evidence: str = "both",
    accept: float | None = None,
    threshold: float | None = None,
    explore_share: float = TWO_PHASES,
    exploit: str = "each",
    explorer: str = "features",
    explorer_options: Mapping[str, Any] | None = None,
    people: str = "static",
    **options: Any,
) -> ModularAgent:
    """An agent of the table, or one of your own.

    Args:
        model: What it sees with, by any name of ``meadow models list``; ``oracle`` for perfect eyes.
        detector: What confirms goals, if another model: ``eyes-b-zs``, ``yolo-world:FILE.onnx``.
        memory: ``features``, ``value`` (whole views), ``names`` or ``views`` (of things).
        layers: Layers of height: 1 to 5, where 3 are the paper's; ``authors`` for those of their code.
        cell: Side of a cell of the feature map, metres.
        level: ``patch`` or ``image``: what features are taken of.
        fusion: ``confidence`` weighs views by distance and edges, ``mean`` counts all alike.
        kernel: Whether a thing on something is asked for as two texts over neighbouring layers.
        reading: ``kernel`` asks for the goal's text, ``words`` for each of its words.
        evidence: What is needed while exploring: ``both``, ``map`` or ``detector``; ``none`` waits.
        accept: Score of the map that is enough where it decides alone; tuned by default.
        threshold: Score of the detector that is enough; tuned by default.
        explore_share: Share of a goal's steps before the map alone decides; 1 for one phase.
        exploit: ``each`` begins anew for each goal; ``sticky`` keeps to the second phase, as the authors.
        explorer: ``features`` or ``value`` (by the memory), or one of ``meadow.exploration.EXPLORERS``.
        explorer_options: For it.
        people: ``static`` maps people as obstacles that stay, ``dynamic`` tracks them and gives way.
        options: Passed on to :class:`meadow.agents.modular.ModularAgent`.
    """
    from meadow.agents.map_seek import MapSeeker
    from meadow.agents.people import people_options

    vision = _vision(model)
    asked = {"level": level, "kernel": kernel, "reading": reading}
    remembered = _memory(memory, vision, _feature_config(layers, cell, fusion), asked)
    seeker = MapSeeker(
        remembered,
        _detector(detector or model, vision if not detector else None, threshold),
        evidence=evidence,
        accept=_accept(memory, model) if accept is None else accept,
        explore_share=explore_share,
        exploit=exploit,
        lead=_lead(reading),
    )
    explores = _explorer(explorer, remembered, explorer_options or {})
    options = {**people_options(people, vision), **options}
    return _assembled(vision, memory=remembered, seeker=seeker, explorer=explores, **options)


def _lead(reading: str) -> float:
    """By how much another place must be better, by how the map is read."""
    from meadow.errors import InvalidValueError

    if reading not in LEADS:
        raise InvalidValueError(f"reading {reading!r}: expected {' or '.join(LEADS)}")
    return LEADS[reading]


def _assembled(vision: VisionModel, **options: Any) -> ModularAgent:
    """An agent of parts that look with a model; perfect eyes need the oracle."""
    from meadow.agents.modular import ModularAgent
    from meadow.agents.oracle_vision import OracleVision, PerfectEyesAgent

    options = {
        "stop_distance": STOP_DISTANCE,
        "close_distance": CLOSE_DISTANCE,
        "restarts": RESTARTS,
        "map": {"stride": DEPTH_STRIDE},
        **options,
    }
    if isinstance(vision, OracleVision):
        return PerfectEyesAgent(vision, **options)
    return ModularAgent(**options)


def _vision(model: str) -> VisionModel:
    """A model by name; ``oracle`` for perfect eyes."""
    from meadow.agents.oracle_vision import OracleVision
    from meadow.grounding import vision_model

    return OracleVision() if model == "oracle" else vision_model(model)


def _detector(name: str, vision: VisionModel | None, threshold: float | None) -> PhraseDetector:
    """The model that confirms goals, loaded unless it is there, at its threshold unless told."""
    from meadow.agents.map_seek import PhraseDetector

    vision = vision or _vision(name)
    if threshold is None:
        threshold = THRESHOLDS.get(name, vision.threshold)
    return PhraseDetector(vision, threshold=threshold)


def _accept(memory: str, model: str) -> float:
    """The similarity that is enough where the map decides alone.

    Of features it was read off validation homes; of views it is an estimate that nothing has tuned.
    """
    if model == "oracle":
        return 0.5
    return {"features": 0.22, "views": 0.25, "names": 0.0}.get(memory, float("inf"))


def _feature_config(layers: str, cell: float, fusion: str) -> FeatureMapConfig:
    """Cells and layers of the feature map, by the names of the options."""
    from meadow.errors import InvalidValueError
    from meadow.mapping.features import FeatureMapConfig, equal_bands

    if layers == "authors":
        edges: tuple[float, ...] = AUTHORS_EDGES
    elif str(layers).isdecimal() and int(layers) >= 1:
        edges = PAPER_EDGES if int(layers) == 3 else equal_bands(int(layers))
    else:
        raise InvalidValueError(f"layers {layers!r}: expected a number from 1 on, or authors")
    if fusion not in ("confidence", "mean"):
        raise InvalidValueError(f"fusion {fusion!r}: expected confidence or mean")
    config = FeatureMapConfig(cell=cell, edges=edges)
    if fusion == "mean":
        return replace(config, edge_sharpness=0.0, depth_spread=1e9)
    return config


def _memory(
    kind: str, vision: VisionModel, config: FeatureMapConfig, asked: Mapping[str, Any]
) -> GoalMap:
    """The memory of that name."""
    from meadow.errors import UnknownIdError
    from meadow.mapping.instances import InstanceMap
    from meadow.mapping.similarity import SimilarityMap
    from meadow.mapping.value import ValueMap

    if kind == "features":
        return SimilarityMap(vision, config, **asked)
    if kind == "value":
        return ValueMap(vision, whole=True, prompt="a room with {}")
    if kind in ("names", "views"):
        return InstanceMap(vision, by=kind.removesuffix("s") if kind == "names" else kind)
    raise UnknownIdError("memory", kind, ("features", "value", "names", "views"))


def _explorer(name: str, memory: GoalMap, options: Mapping[str, Any]) -> Any:
    """An explorer that reads the memory, or one by its registered name."""
    from meadow.exploration import EXPLORERS
    from meadow.exploration.value import ValueExplorer

    if name == "features":
        return ValueExplorer(values=memory, **{"depth": 2.5, "peaks": True, **options})
    if name == "value":
        return ValueExplorer(values=memory, **options)
    return EXPLORERS.make(name, **options)
