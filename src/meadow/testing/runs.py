"""Small runs for tests: hand-made ones that need no simulator, and real ones in hand-made homes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from meadow.episodes.record import EpisodeRecord
from meadow.episodes.schema import Episode, Goal, HouseRef, write_episodes
from meadow.evaluation.run.runner import evaluate
from meadow.evaluation.run.spec import RunSpec, make_spec
from meadow.evaluation.run.store import RunDirectory
from meadow.evaluation.run.summary import run_summary
from meadow.evaluation.run.worker import failed_row, finished_row
from meadow.replay import encode_replay
from meadow.scenes.schema import read_house, write_house
from meadow.testing.homes import one_room, thing, two_rooms

#: Success of a hand-made record: so near to the goal, metres.
NEAR_ENOUGH = 0.2


def drive_record(
    id: str,
    home: str,
    xs: Sequence[float],
    *,
    goal_x: float = 2.0,
    stop: bool = True,
    agent: str = "someone",
    difficulty: str = "easy",
    goal: str = "mug",
) -> EpisodeRecord:
    """A drive along X through ``xs``, then perhaps Stop, towards a goal at ``goal_x``."""
    xs = [*xs, xs[-1]] if stop else list(xs)
    steps = len(xs) - 1
    distances = [round(abs(goal_x - x), 4) for x in xs]
    reached = [d <= NEAR_ENOUGH for d in distances]
    episode = Episode(
        id,
        "objectnav",
        HouseRef(f"file:{home}"),
        (xs[0], 0.0, 0.0),
        (Goal(goal, category=goal, viewpoints=((goal_x, 0.0, 0.0),)),),
        geodesic=distances[0],
        difficulty=difficulty,
    )
    return EpisodeRecord(
        episode=episode,
        agent=agent,
        actions=("MoveAhead",) * (steps - stop) + ("Stop",) * stop,
        moved=(True,) * steps,
        poses=tuple((x, 0.0, 0.0, 0.0) for x in xs),
        distances=tuple(distances),
        reached=tuple(reached),
        success=stop and reached[-1],
        stopped=stop,
        parts={"reached": reached[-1]},
    )


def write_run(
    path: str | Path,
    spec: RunSpec,
    records: Sequence[EpisodeRecord],
    failed: Sequence[Episode] = (),
) -> RunDirectory:
    """A finished run directory of hand-made records and of episodes that could not be run."""
    run = RunDirectory(path)
    with run.writing(spec) as writer:
        for record in records:
            writer.add(finished_row(spec, record), encode_replay(record))
        for episode in failed:
            writer.add(failed_row(spec, episode, "error", "KeyError: 'lamp' (agent.py:7)"), None)
        order = [r.episode.id for r in records] + [e.id for e in failed]
        writer.finish(order, run_summary(writer.in_order(order), spec.episodes, spec.task))
    return run


def hand_spec(agent: str, episodes: int) -> RunSpec:
    """The spec of a hand-made run; the same for every version of Meadow."""
    return RunSpec(
        "corridor",
        "objectnav",
        f"Stop within {NEAR_ENOUGH:g} m.",
        agent,
        episodes,
        "0123456789abcdef",
        meadow="1.2.3",
    )


def point_episodes(folder: Path, max_steps: int = 40) -> list[Episode]:
    """Three PointNav episodes in two hand-made homes, whose files are written to a folder."""
    table = thing("table-0", "dining table", (2.0, 1.0, 0.0), room="room-0")
    homes = {"a": two_rooms((table,)), "b": one_room()}
    refs = {}
    for name, house in homes.items():
        file = folder / f"{name}.json.gz"
        write_house(house, file)
        refs[name] = HouseRef(f"file:{file}", read_house(file).digest())
    places = [("a", (0.5, 2.5, 0.0), (3.0, 2.5)), ("a", (0.5, 2.5, 0.0), (5.5, 2.0))]
    places.append(("b", (1.0, 1.0, 0.0), (2.0, 1.0)))
    return [
        Episode(
            f"point-{k}", "pointnav", refs[home], start, (Goal("a point", point=point),), max_steps
        )
        for k, (home, start, point) in enumerate(places)
    ]


def point_run(folder: Path, agent: str = "forward", max_steps: int = 40) -> Path:
    """A real run on :func:`point_episodes`."""
    episodes = [
        msgspec.structs.replace(e, tags={"kind": "near" if k == 2 else "far"})
        for k, e in enumerate(point_episodes(folder, max_steps))
    ]
    suite = folder / "points.jsonl"
    write_episodes(suite, episodes)
    out = folder / f"run-{agent}"
    rows = evaluate(make_spec(str(suite), episodes, agent), episodes, out)
    assert all(row["status"] == "ok" for row in rows), rows
    return out
