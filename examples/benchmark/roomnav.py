"""A benchmark of one's own in one file: RoomNav, "go to the bathroom"; see README.md."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import shapely

from meadow import Action, Brief, Episode, Observation, Oracle, Verdict, register
from meadow.episodes.generate import OpenedHome, episodes_to
from meadow.episodes.recipe import Recipe
from meadow.episodes.schema import Goal
from meadow.evaluation.report.tables import Cell, Table, interval
from meadow.evaluation.run.summary import summarise
from meadow.evaluation.study.claims import Claim, direction
from meadow.evaluation.study.kept import KeptRun
from meadow.evaluation.study.page import StudyPage
from meadow.evaluation.study.plan import Study, StudyPart
from meadow.metrics.statistics import paired_difference
from meadow.scenes.schema import Room
from meadow.seeding import stream
from meadow.tasks.probes import DISTANCE


def holds(room: Room, x: float, y: float) -> bool:
    """Whether a point is inside a room."""
    return shapely.contains_xy(shapely.Polygon(room.polygon), x, y)


@register("task", "roomnav")
@dataclass(frozen=True)
class RoomNav:
    """Go to a room.

    Goal:
        The type of a room, e.g. "bathroom".
    Observation:
        RGB-D, GPS + compass relative to the start.
    Actions:
        MoveAhead, RotateLeft, RotateRight, Stop.
    Success:
        Stop with the robot's centre inside a room of that type.
    Source:
        None; it is an example.
    """

    name: str = "roomnav"
    probes: Sequence[str] = (DISTANCE,)

    def definition(self) -> str:
        return "Stop with the robot's centre inside a room of the named type."

    def begin(self, episode: Episode, oracle: Oracle, leg: int = 0) -> Brief | None:
        if leg:
            return None
        return Brief(
            task=self.name,
            goal=episode.goal.text,
            max_steps=episode.max_steps,
            embodiment=episode.embodiment,
            seed=episode.seed,
        )

    def observe(
        self, observation: Observation, episode: Episode, oracle: Oracle, leg: int = 0
    ) -> Observation:
        return observation

    def judge(
        self, episode: Episode, action: Action | None, step: int, oracle: Oracle, leg: int = 0
    ) -> Verdict:
        x, y = oracle.pose().x, oracle.pose().y
        wanted = [room for room in oracle.house.rooms if room.type == episode.goal.category]
        inside, stopped = any(holds(room, x, y) for room in wanted), action == Action.STOP
        done = stopped or step >= episode.max_steps
        return Verdict(done=done, success=inside and stopped, parts={"reached": inside})


def room_goals(recipe: Recipe, home: OpenedHome) -> Iterator[tuple[str, Goal]]:
    """Each type of room that the home has, with a point on its free floor to measure ways to."""
    rooms = {room.type: room for room in home.oracle.house.rooms}
    for room in rooms.values():
        rng = stream(recipe.seed, recipe.split, home.index, room.id)
        points = (home.grid.sample(rng) for _ in range(200))
        for point in [p for p in points if holds(room, *p)][:1]:
            text = f"go to the {room.type}"
            yield room.type.replace(" ", "_"), Goal(text=text, category=room.type, point=point)


register("generator", "roomnav")(episodes_to(room_goals))
register("suite", "roomnav", summary="RoomNav in 8 homes, for this example")(
    Recipe(name="roomnav", task="roomnav", seed=77, houses=8, rooms=(3, 4), max_steps=80)
)


@register("agent", "roomnav-sitter")
class Sitter:
    """Stops at once: how often one begins where one wants to be."""

    def reset(self, brief: Brief) -> None: ...

    def act(self, observation: Observation) -> Action:
        return Action.STOP


@register("agent", "roomnav-wanderer")
class Wanderer:
    """Drives on until it bumps, turns at random, and stops after half of its steps."""

    def reset(self, brief: Brief) -> None:
        self.stop_at = brief.max_steps // 2
        self.rng = stream(brief.seed, "wanderer")

    def act(self, observation: Observation) -> Action:
        if observation.step >= self.stop_at:
            return Action.STOP
        if observation.moved:
            return Action.MOVE_AHEAD
        return Action.ROTATE_LEFT if self.rng.chance(0.5) else Action.ROTATE_RIGHT


def draw(runs: Sequence[KeptRun], out: Path) -> StudyPage:
    cells = tuple(
        (Cell(r.agent), Cell(interval("success", summarise(r.rows)["success"]))) for r in runs
    )
    rows = {run.agent: {row["episode"]: row for row in run.rows} for run in runs}
    wanderer, sitter = rows["roomnav-wanderer"], rows["roomnav-sitter"]
    both = [episode for episode in wanderer if episode in sitter]
    first, second = (
        [float(own[e]["metrics"]["success"]) for e in both] for own in (wanderer, sitter)
    )
    homes = [sitter[episode]["home"] for episode in both]
    value = paired_difference(second, first, homes)
    verdict = direction(value, above=True, homes=homes)
    claims = (Claim("Moving helps", "roomnav-wanderer", "wanderer - sitter", value, verdict),)
    body = (Table("Success, %", ("agent", "success"), cells),)
    return StudyPage(title="RoomNav", lead=("An example.",), claims=claims, body=body)


register("study", "roomnav", summary="does moving help to get to a room?")(
    Study(
        name="roomnav",
        parts={"test": StudyPart(suite="roomnav", summary="all", episodes=24, published=True)},
        agents=("roomnav-sitter", "roomnav-wanderer"),
        draw=draw,
    )
)
