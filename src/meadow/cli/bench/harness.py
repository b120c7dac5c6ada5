"""``meadow bench harness``: what running episodes costs beyond the episodes themselves."""

from __future__ import annotations

import contextlib
import multiprocessing
import statistics
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from meadow.cli.bench.figures import (
    Figure,
    bound_figure,
    plain_figure,
    print_figures,
    resident,
    write_figures,
)
from meadow.cli.terminal.options import Positive

if TYPE_CHECKING:
    from meadow.episodes.schema import Episode
    from meadow.evaluation.run.spec import RunSpec
    from meadow.types import Embodiment

SUITE = TASK = "objectnav"
AGENT = "frontier-oracle"
#: Step budget of the episodes that memory is measured over: it does not depend on their length.
SHORT = 40
#: Episodes between two looks at the memory, and how many fill the caches first.
LOOK, FILL = 50, 200
#: Episodes of the suite that the overhead is measured on, in turns with bare stepping.
PAIRED = 60


@dataclass(frozen=True, kw_only=True)
class Config:
    """Measure what a second worker brings, what the harness costs, and memory over many episodes.

    Wall time is compared in turns, and the quickest of each counts: two workers need two idle cores.
    Example: meadow bench harness --episodes 200 --json harness.json
    """

    episodes: Positive = 200
    """Episodes of each timed run."""
    rounds: Positive = 2
    """Runs with one and with two workers, in turns."""
    memory_episodes: Positive = 1000
    """Episodes that memory is measured over."""
    json: Path | None = None
    """Also write the figures to this file."""


def run(config: Config) -> int:
    """Measure everything, print the table, write the file."""
    from meadow.cli.terminal.output import check_file
    from meadow.errors import InvalidValueError

    if config.memory_episodes < FILL + LOOK:
        raise InvalidValueError(
            f"--memory-episodes is {config.memory_episodes}: expected at least {FILL + LOOK}, the "
            f"first {FILL} fill the caches"
        )
    if config.json is not None:
        check_file(config.json, (".json",))
    figures, details = measure(config)
    print_figures("the harness on this machine", figures)
    if config.json is not None:
        spec = {"suite": SUITE, "agent": AGENT, "episodes": config.episodes}
        spec |= {"rounds": config.rounds, "memory_episodes": config.memory_episodes}
        write_figures(config.json, "harness", figures, spec, details)
    return 0


def measure(config: Config) -> tuple[list[Figure], dict[str, Any]]:
    """All figures in the order of the table, and the series behind them."""
    from meadow.episodes.houses import HouseCache
    from meadow.evaluation.run.warmup import warm_up

    warm_up()
    episodes = repeated_episodes(SUITE, max(config.episodes, PAIRED))
    houses = HouseCache()
    for episode in episodes[: len({e.house.uri for e in episodes})]:
        houses.load(episode.house)  # generated now, not within the first timed run
    memory = memory_series(SUITE, config.memory_episodes, LOOK)
    costs = _overhead(episodes[: min(PAIRED, config.episodes)])
    runs = _runs(episodes[: config.episodes], config.rounds)
    one, two = min(runs[1].wall), min(runs[2].wall)
    overhead = costs["harness"] / costs["bare"] - 1.0
    figures = [
        plain_figure("episodes a minute, 1 worker", 60 * config.episodes / one, ""),
        plain_figure("episodes a minute, 2 workers", 60 * config.episodes / two, ""),
        bound_figure("2 workers against 1", one / two, "x", 1.8, at_least=True),
        plain_figure("cores that the 2 workers got", runs[2].cores(), ""),
        plain_figure("CPU time of 2 workers against 1", min(runs[2].cpu) / min(runs[1].cpu), "x"),
        bound_figure("overhead over bare stepping", overhead, "%", 0.1),
        bound_figure("agent, each step", 1e3 * costs["agent"] / costs["steps"], "ms", 3.0),
        bound_figure("memory that 1000 episodes add", growth(memory, FILL), "MB", 20.0),
        bound_figure("success of the agent", runs[2].success, "%", 0.9, at_least=True),
    ]
    details = {
        "runs": {str(n): {"wall_seconds": r.wall, "cpu_seconds": r.cpu} for n, r in runs.items()},
        "memory_mb": memory,
        "cpu_seconds": costs,
    }
    return figures, details


def repeated_episodes(name: str, count: int) -> list[Episode]:
    """Episodes of a suite that take turns between homes; beyond its size, with other seeds."""
    import msgspec

    from meadow.episodes.sample import grouped, in_turns
    from meadow.episodes.suites import load_suite
    from meadow.seeding import derived_seed

    suite = load_suite(name)
    turns = in_turns(grouped(suite, lambda e: e.house.uri))
    found = []
    for number in range(count):
        lap, place = divmod(number, len(turns))
        episode = turns[place]
        id = f"{episode.id}-lap{lap}"
        seed = derived_seed(lap, episode.id)
        found.append(msgspec.structs.replace(episode, id=id, seed=seed) if lap else episode)
    return found


def _spec(episodes: Sequence[Episode]) -> RunSpec:
    from meadow.evaluation.run.spec import make_spec

    return make_spec(SUITE, episodes, AGENT)


@dataclass
class _Runs:
    """Whole runs with so many workers: wall and CPU seconds of each, and the rate of success."""

    wall: list[float]
    cpu: list[float]
    success: float = 0.0

    def cores(self) -> float:
        """How many cores the quickest run had: fewer than it has workers where others are busy."""
        wall, cpu = min(zip(self.wall, self.cpu))
        return cpu / wall


def _runs(episodes: Sequence[Episode], rounds: int) -> dict[int, _Runs]:
    """Runs with one and with two workers, in turns."""
    import resource

    from meadow.evaluation.run.executors import ExecutorOptions
    from meadow.evaluation.run.runner import evaluate

    runs = {1: _Runs([], []), 2: _Runs([], [])}
    spec = _spec(episodes)
    for _ in range(rounds):
        for workers, kept in runs.items():
            options = ExecutorOptions(workers=workers)
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            began = time.perf_counter()
            with tempfile.TemporaryDirectory() as folder:
                rows = evaluate(spec, episodes, folder, executor="processes", options=options)
            kept.wall.append(round(time.perf_counter() - began, 2))
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            kept.cpu.append(round(spent, 2))
            kept.success = sum(row["metrics"].get("success", 0.0) for row in rows) / len(rows)
    return runs


def _overhead(episodes: Sequence[Episode]) -> dict[str, float]:
    """CPU seconds of the same episodes through the harness and as bare stepping, in turns."""
    from meadow.evaluation.run.store import RunDirectory
    from meadow.evaluation.run.worker import Worker

    spec = _spec(episodes)
    worker, bare = Worker(spec), _Bare(episodes[0].embodiment)
    spent = {"harness": 0.0, "bare": 0.0, "agent": 0.0, "steps": 0.0}
    order = sorted(episodes, key=lambda e: e.house.uri)
    home = ""
    with tempfile.TemporaryDirectory() as folder, RunDirectory(folder).writing(spec) as writer:
        for episode in order:
            if episode.house.uri != home:  # what it takes to load a home is not what is asked
                home = episode.house.uri
                worker.run(episode)
                bare.drive(episode)
            began = time.process_time()
            outcome = worker.run(episode)
            writer.add(outcome.row, outcome.replay)
            spent["harness"] += time.process_time() - began
            began = time.process_time()
            agent, steps = bare.drive(episode)
            spent["bare"] += time.process_time() - began
            spent["agent"] += agent
            spent["steps"] += steps
            if outcome.row["metrics"].get("steps") != steps:
                raise AssertionError(f"{episode.id}: bare stepping took another way")
    worker.close()
    return {name: round(value, 3) for name, value in spent.items()}


class _Bare:
    """Simulator and agent in a loop: no task, no record, no row, no replay."""

    def __init__(self, body: Embodiment) -> None:
        from meadow.agents import AGENTS
        from meadow.episodes.houses import HouseCache
        from meadow.sim.simulator import MeadowSimulator
        from meadow.tasks import TASKS

        self._agent, self._task = AGENTS.make(AGENT), TASKS.make(TASK)
        self._houses = HouseCache()
        self._simulator = MeadowSimulator(body)

    def drive(self, episode: Episode) -> tuple[float, int]:
        """Drive until the agent stops; returns its CPU seconds and the number of steps."""
        from meadow.types import Action

        simulator, agent = self._simulator, self._agent
        house = self._houses.load(episode.house)
        seen = simulator.reset(house, episode.pose(), seed=episode.seed, episode=episode.id)
        agent.reset(self._task.begin(episode, simulator.oracle))
        agent.attach(simulator.oracle, episode.goals)
        thinking, steps, action = 0.0, 0, None
        while action is not Action.STOP and steps < episode.max_steps:
            began = time.process_time()
            action = agent.act(seen)
            thinking += time.process_time() - began
            seen = simulator.step(action)
            steps += 1
        return thinking, steps


def memory_series(suite: str, count: int, look: int) -> list[tuple[int, float]]:
    """Megabytes in use after every so many episodes, in a process that does nothing else.

    A process that has done other work keeps what it freed, and episodes could leak into that unseen.
    """
    fresh = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=fresh) as pool:
        return pool.submit(_watch_memory, suite, count, look).result()


def _watch_memory(suite: str, count: int, look: int) -> list[tuple[int, float]]:
    """Run episodes as a worker runs them."""
    import msgspec

    from meadow.evaluation.run.worker import Worker

    episodes = repeated_episodes(suite, count)
    short = [msgspec.structs.replace(e, max_steps=SHORT) for e in episodes]
    series = []
    with contextlib.closing(Worker(_spec(short))) as worker:
        for done, episode in enumerate(short, start=1):
            worker.run(episode)
            if done % look == 0:
                series.append((done, round(resident() / 2**20, 1)))
    return series


def growth(series: Sequence[tuple[int, float]], fill: int) -> float:
    """Megabytes that 1000 episodes add: the slope of the series once caches are full."""
    settled = [(done, mb) for done, mb in series if done >= fill]
    return 1000 * statistics.linear_regression(*zip(*settled)).slope
