"""The paper's methods and ours, as rows over shared components.

    meadow agents list --tag doze
    meadow eval doze --split level3 --agent c-l3mvn --option language=openai:NAME@http://localhost:8080/v1

All see with the same eyes and say Done near what those take for the goal; they differ in how they explore,
and in what people are to them. Language comes from the embedded prior unless a model is named.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from meadow.agents.rows import AgentRow

if TYPE_CHECKING:
    from meadow.agents.hints import HintFollower
    from meadow.agents.modular import ModularAgent

#: What all methods see with unless told: eyes that never saw what the test asks for.
EYES = "eyes-s-zs"
#: What answers questions unless told: the embedded prior, which needs no server.
LANGUAGE = "prior"
#: The robot says Done from this near to where the goal is believed to be, metres; 1.0 counts.
STOP_DISTANCE = 0.9
#: The same for perfect eyes, which know where it is.
EXACT_STOP = 0.97
#: Every other row and column of the depth image is mapped: the camera has more than walls need. Where a
#: step was refused, cells within 3 cm of its end are closed as well.
MAP = {"stride": 2, "refused": 0.03}
#: Glances at full resolution in a frame: the camera has more pixels than the eyes see at once.
GLANCES = 2


_MAPLESS = "meadow.agents.look_around:LookAround"

#: In the order of the paper's Tables II and III, then ours.
ROWS = (
    AgentRow(
        "doze-random",
        "Drives to random points at the edge of what it knows.",
        "Random",
        options={"explorer": "random-goals", "explorer_options": {"unexplored": True}},
        tags=("modular",),
    ),
    AgentRow(
        "doze-frontier",
        "Drives to the nearest frontier.",
        "Frontier",
        options={"explorer": "frontier"},
        tags=("modular",),
    ),
    AgentRow(
        "c-l3mvn",
        "Frontiers by a language model, which is told where people walk.",
        "C-L3MVN",
        options={"explorer": "common-sense", "explorer_options": {"forbid_people": True}},
        tags=("modular",),
    ),
    AgentRow(
        "c-lgx",
        "Without a map: turns, captions what it sees, and goes where a language model says.",
        "C-LGX",
        make=_MAPLESS,
        options={"model": EYES, "language": LANGUAGE},
    ),
    AgentRow(
        "c-lgx-slow",
        "c-lgx while a second of world time passes with each question.",
        make=_MAPLESS,
        options={"model": EYES, "language": LANGUAGE, "round_seconds": 1.0},
    ),
    AgentRow(
        "l3mvn",
        "Frontiers by a language model that is told what is near them.",
        "L3MVN",
        options={"explorer": "common-sense"},
        tags=("modular",),
    ),
    AgentRow(
        "h-l3mvn",
        "l3mvn that reads boards and looks first where they say.",
        "H-L3MVN",
        options={"explorer": "common-sense", "reader": "rapidocr"},
        tags=("modular",),
    ),
    AgentRow(
        "doze-oracle",
        "Perfect eyes on the same robot: shows what driving among people alone costs.",
        make="meadow.agents.frontier_oracle:FrontierOracle",
        options={
            "confirm_share": None,
            "stop_distance": EXACT_STOP,
            "people": "dynamic",
            "map": MAP,
        },
        tags=("modular", "privileged"),
    ),
)


def searcher(
    model: str = EYES,
    *,
    explorer: str = "frontier",
    explorer_options: Mapping[str, Any] | None = None,
    language: str = LANGUAGE,
    people: str = "static",
    reader: str = "",
    threshold: float | None = None,
    stop_distance: float = STOP_DISTANCE,
    glances: int = GLANCES,
    **options: Any,
) -> ModularAgent | HintFollower:
    """A method with a map.

    Args:
        model: What it sees with, by any name of ``meadow models list``.
        explorer: One of ``meadow.exploration.EXPLORERS``.
        explorer_options: For it.
        language: The language model of an explorer by common sense, and of hints.
        people: ``static`` maps people as obstacles that stay, ``dynamic`` tracks them and gives way.
        reader: What reads boards; without one they are not read.
        threshold: Score from which something is taken for the goal; the one tuned for the eyes by default.
        stop_distance: From how near to stop, metres.
        glances: Closer looks in a frame, at most.
        options: Of :class:`meadow.agents.modular.ModularAgent`.
    """
    from meadow.agents.hints import HintFollower
    from meadow.agents.modular import ModularAgent
    from meadow.agents.people import people_options
    from meadow.grounding import OpenVocabularyLocalizer, vision_model
    from meadow.grounding.thresholds import threshold_for
    from meadow.models import load_model

    eyes = vision_model(model)
    enough = threshold_for("owl", model, "plain", "center") if threshold is None else threshold
    localizer = OpenVocabularyLocalizer("owl", eyes, threshold=enough, prompts="plain")
    chosen = dict(explorer_options or {})
    speaker = None
    if explorer == "common-sense" or reader:
        speaker = load_model(language, kind="language-model")
    if explorer == "common-sense":
        chosen = {"model": eyes, "language": speaker, **chosen}
    agent = ModularAgent(
        localizer,
        threshold=enough,
        explorer=explorer,
        explorer_options=chosen,
        stop_distance=stop_distance,
        glances=glances,
        **people_options(people, eyes),
        **{"map": MAP, **options},
    )
    if not reader:
        return agent
    assert speaker is not None
    return HintFollower(agent, eyes, reader, speaker)
