"""``meadow bench localizers``."""

from __future__ import annotations

import hashlib
import itertools
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from meadow.cli.bench.figures import (
    Figure,
    bound_figure,
    plain_figure,
    print_figures,
    write_figures,
)
from meadow.cli.terminal.options import Agents, Positive, single

if TYPE_CHECKING:
    from meadow.grounding import Look, VisionModel
    from meadow.learning.trips import Trip
    from meadow.types import Array

#: Frames of one trip; goals take turns.
STEPS, GOALS = 50, 5


@dataclass(frozen=True, kw_only=True)
class Config:
    """Time the localizers of all CoWs on frames of training homes, and check that no two agree.

    Times are CPU time of one thread, without the network (in its own row) and with it (whole steps).
    Example: meadow bench localizers --frames 200 --json localizers.json
    """

    frames: Positive = 200
    """Frames on which no two localizers may mark the same pixels."""
    agent: Agents = ()
    """The agent whose whole step is timed; cow-owl-s by default."""
    json: Path | None = None
    """Also write the figures to this file."""


def run(config: Config) -> int:
    """Measure, compare, print the table."""
    from meadow.cli.terminal.output import check_file
    from meadow.learning.trips import trips

    if config.json:
        check_file(config.json, (".json",))
    agent = single(config.agent, "cow-owl-s")
    count = -(-config.frames // STEPS)
    walks = list(trips("tune", count, 1, GOALS, STEPS))
    figures, marks = _localizers(walks, config.frames)
    twins = [f"{a} = {b}" for a, b in itertools.combinations(marks, 2) if marks[a] == marks[b]]
    figures.append(bound_figure(f"pairs that agree on {config.frames} frames", len(twins), "", 1))
    figures.append(_agent_steps(agent))
    print_figures("localizers", figures)
    for twin in twins:
        print(f"the same pixels: {twin}")
    if config.json:
        spec = {"frames": config.frames, "agent": agent, "rows": list(marks)}
        write_figures(config.json, "localizers", figures, spec)
    return 0 if not twins else 1


def _localizers(walks: Sequence[Trip], frames: int) -> tuple[list[Figure], dict[str, str]]:
    """Times by row, and a hash of all that a row marks."""
    from meadow.agents import AGENTS
    from meadow.grounding import OpenVocabularyLocalizer, vision_model
    from meadow.grounding.thresholds import threshold_for
    from meadow.models.eyes import available

    figures: list[Figure] = []
    marks: dict[str, str] = {}
    seen: dict[str, list[list[Any]]] = {}

    def look(model: str, vision: VisionModel) -> list[list[Any]]:
        if model not in seen:
            pictures = [shot.rgb for walk in walks for shot in walk.shots]
            spent, views = _timed(lambda picture: _seen(vision, picture), pictures)
            figures.append(plain_figure(f"{model}: the network", spent, "ms per frame"))
            seen[model] = [views[n : n + STEPS] for n in range(0, len(views), STEPS)]
        return seen[model]

    for name in AGENTS.names("cow"):
        row = AGENTS.entry(name).kwargs
        if not {"localizer", "model"} <= set(row) or row["model"] not in available():
            continue
        if set(row) & {"prior", "explorer"}:
            continue  # these differ in what they do, not in what they see
        vision = vision_model(row["model"])
        choice = (row["localizer"], row["model"], row["prompts"], row["post"])
        localizer = OpenVocabularyLocalizer(
            row["localizer"],
            vision,
            threshold=threshold_for(*choice),
            prompts=row["prompts"],
            post=row["post"],
        )
        digest, times = hashlib.sha256(), []
        left = frames
        for walk, views in zip(walks, look(row["model"], vision)):
            goal = walk.goals[0].text
            localizer.seek(goal)
            spent, found = _timed(localizer.mark, views[:left])
            times.append(spent)
            digest.update(b"".join((mask > 0.0).tobytes() for mask in found))
            left -= len(found)
        figures.append(plain_figure(f"{name}: locate", statistics.fmean(times), "ms per frame"))
        marks[name] = digest.hexdigest()
    return figures, marks


def _seen(vision: VisionModel, picture: Array) -> Look:
    """A frame with everything that its model has to say, computed."""
    from meadow.grounding.look import EVERYTHING

    look = vision.look(picture, EVERYTHING)
    look.pooled()
    return look


def _timed(work: Callable[[Any], Any], items: Sequence[Any]) -> tuple[float, list[Any]]:
    """Milliseconds of CPU time per item, and the results."""
    if items:
        work(items[0])
    start = time.process_time()
    results = [work(item) for item in items]
    return 1e3 * (time.process_time() - start) / max(1, len(items)), results


def _agent_steps(name: str) -> Figure:
    """Whole steps of an agent per second: perception, map, plan."""
    from meadow.agents import AGENTS
    from meadow.learning.trips import RECIPES
    from meadow.scenes.generator import generate_house
    from meadow.sim.simulator import MeadowSimulator
    from meadow.types import WIDE_ANGLE, Action, Brief

    agent = AGENTS.make(name)
    house = generate_house(RECIPES["tune"].house_seed(0), rooms=4)
    simulator = MeadowSimulator(WIDE_ANGLE)
    observation = simulator.reset(house, simulator.free_pose(house), episode="bench")
    agent.reset(Brief(task="bench", goal="an elephant", embodiment=WIDE_ANGLE))
    times = []
    for _ in range(150):
        start = time.process_time()
        action = agent.act(observation)
        times.append(time.process_time() - start)
        # A firing would end the walk; turning on keeps the robot at work.
        observation = simulator.step(Action.ROTATE_LEFT if action is Action.STOP else action)
    rate = 1.0 / statistics.fmean(times[10:])
    return bound_figure(f"{name}: whole steps", rate, "per second", 60, at_least=True)
