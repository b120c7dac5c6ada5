"""``meadow bench sim``."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from meadow.cli.bench.figures import (
    Figure,
    bound_figure,
    plain_figure,
    report_figures,
    resident,
)
from meadow.cli.terminal.options import Duration, Positive

if TYPE_CHECKING:
    from meadow.scenes.schema import House

T = TypeVar("T")

BATCH = 16
IN_A_ROW = 50
"""Batches on one thread, then on two."""
FRESH = 1000
"""First seed of homes that no other measurement has used."""
ROUNDS = 5
WALK = (0, 0, 1, 0, 2, 0, 2)
"""Actions in turn, as numbers of the environment: forwards, and around what is in the way."""
LAP = 400
"""Steps before the same walk begins again; an episode has 500."""


@dataclass(frozen=True, kw_only=True)
class Config:
    """Time a step, a batch, a load, a generated home and an import on this machine.

    Times are CPU time but for the two threads, which need two idle cores.
    Example: meadow bench sim --seconds 5 --json sim.json
    """

    seconds: Duration = 4.0
    """Time for each of the measurements that repeat."""
    homes: Positive = 20
    """Homes that the memory of 1000 steps is measured over."""
    json: Path | None = None
    """Also write the figures to this file."""


def run(config: Config) -> int:
    """Measure everything, print the table, write the file."""
    spec = {"seconds": config.seconds, "homes": config.homes, "batch": BATCH}
    title = "the simulator on this machine"
    report_figures(title, "sim", lambda: measure(config), config.json, spec)
    return 0


def measure(config: Config) -> list[Figure]:
    """All figures, in the order of the table."""
    from meadow.scenes.generator import generate_house
    from meadow.sim.warmup import warmup

    warmup()
    seconds: list[float] = []
    houses = [
        _timed(partial(generate_house, seed, rooms=6), seconds)
        for seed in range(max(config.homes, 5))
    ]
    return [
        *_steps(houses[0], config.seconds),
        *_threads(houses, config.seconds),
        *_environments(houses, config.seconds),
        *_memory(houses[: config.homes]),
        *_loads(),
        bound_figure("generate a home of 6 rooms", statistics.median(seconds), "s", 0.5),
        bound_figure("import meadow", _import_time(), "s", 0.2),
    ]


def _timed(call: Callable[[], T], seconds: list[float]) -> T:
    """The call's result; its CPU-seconds are added to the list."""
    began = time.process_time()
    result = call()
    seconds.append(time.process_time() - began)
    return result


def _rate(call: Callable[[int], None], seconds: float, clock: Callable[[], float]) -> float:
    """Calls per second of a clock, for about that many seconds."""
    began, count = clock(), 0
    while (spent := clock() - began) < seconds:
        for _ in range(10):
            call(count)
            count += 1
    return count / spent


def _steps(house: House, seconds: float) -> list[Figure]:
    """Whole steps of the environment against bare frames of the same walk, in turns."""
    from gymnasium.utils.seeding import np_random

    from meadow.envs.exploration import Exploration, ExploreConfig
    from meadow.envs.explore import ExploreEnv
    from meadow.envs.spaces import ACTIONS
    from meadow.sim.render import Renderer

    environment = ExploreEnv(houses=[house])
    # A twin walks the same way, to learn from where the environment will look.
    twin = Exploration(ExploreConfig(houses=[house]))
    twin.place(int(np_random(0)[0].integers(2**31)))
    eyes = []
    for number in range(LAP):
        twin.act(ACTIONS[WALK[number % len(WALK)]])
        eyes.append(twin.simulator.eye(twin.config.embodiment.camera))
    camera, scene = twin.config.embodiment.camera, twin.simulator.scene
    renderer = Renderer(camera.width, camera.height, camera.hfov)

    def step(number: int) -> None:
        if number % LAP == 0:
            environment.reset(seed=0)
        environment.step(WALK[number % LAP % len(WALK)])

    def bare(number: int) -> None:
        renderer.render(scene, eyes[number % LAP])

    rates: dict[str, list[float]] = {"step": [], "bare": []}
    for _ in range(ROUNDS):
        for name, call in (("step", step), ("bare", bare)):
            rates[name].append(_rate(call, seconds / ROUNDS / 2, time.process_time))
    steps, frames = (statistics.median(rates[name]) for name in ("step", "bare"))
    environment.close()
    twin.simulator.close()
    return [
        plain_figure("frames of the bare renderer, one a call", frames, "/s"),
        plain_figure("steps of the environment", steps, "/s"),
        bound_figure("steps against bare frames", steps / frames, "", 0.7, at_least=True),
    ]


def _threads(houses: Sequence[House], seconds: float) -> list[Figure]:
    """A batch on two threads against one, in wall time: the quickest call of each counts."""
    from meadow.sim.render import Renderer, RenderScene
    from meadow.sim.simulator import MeadowSimulator

    simulator = MeadowSimulator(houses=1)
    homes = houses[:4]
    poses = [simulator.free_pose(homes[i % len(homes)], seed=i) for i in range(BATCH)]
    simulator.close()
    elevation = simulator.embodiment.camera.elevation
    eyes = [(pose.x, pose.y, elevation, pose.yaw, 0.0) for pose in poses]
    built = [RenderScene(house) for house in homes]
    scenes = [built[i % len(built)] for i in range(BATCH)]
    renderer = Renderer()
    out = renderer.empty(BATCH)
    best = {1: float("inf"), 2: float("inf")}
    ends = time.perf_counter() + seconds
    while time.perf_counter() < ends:
        for threads in best:
            # Several in a row, as in use: a core that slept through the other's turn wakes slowly.
            for _ in range(IN_A_ROW):
                began = time.perf_counter()
                renderer.render_batch(scenes, eyes, out, threads)
                best[threads] = min(best[threads], time.perf_counter() - began)
    renderer.close()
    return [
        plain_figure("frames of a batch of 16, 1 thread", BATCH / best[1], "/s"),
        plain_figure("frames of a batch of 16, 2 threads", BATCH / best[2], "/s"),
        bound_figure("2 threads against 1", best[1] / best[2], "", 1.8, at_least=True),
    ]


def _environments(houses: Sequence[House], seconds: float) -> list[Figure]:
    """Steps of 16 environments at once on one and on two threads: the quickest run of each step."""
    import numpy as np

    from meadow.envs.explore import ExploreVectorEnv

    both = {n: ExploreVectorEnv(BATCH, threads=n, houses=list(houses[:4])) for n in (1, 2)}
    best = {threads: [float("inf")] * len(WALK) for threads in both}
    ends = time.perf_counter() + seconds
    while time.perf_counter() < ends:
        for threads, environments in both.items():
            environments.reset(seed=0)
            for number, action in enumerate(WALK):
                began = time.perf_counter()
                environments.step(np.full(BATCH, action))
                spent = time.perf_counter() - began
                best[threads][number] = min(best[threads][number], spent)
    for environments in both.values():
        environments.close()
    rates = {threads: BATCH * len(WALK) / sum(times) for threads, times in best.items()}
    return [
        plain_figure("steps of 16 environments, 1 thread", rates[1], "/s"),
        plain_figure("steps of 16 environments, 2 threads", rates[2], "/s"),
    ]


def _memory(houses: Sequence[House]) -> list[Figure]:
    """Growth of the process over 1000 steps in many homes, after the first of them."""
    from meadow.envs.spaces import ACTIONS
    from meadow.sim.simulator import MeadowSimulator

    simulator = MeadowSimulator()

    def visit(house: House, steps: int) -> None:
        simulator.reset(house, simulator.free_pose(house, seed=0))
        for number in range(steps):
            simulator.step(ACTIONS[WALK[number % len(WALK)]])

    for house in houses[:4]:  # as many as it keeps ready
        visit(house, 1)
    before = resident()
    for house in houses:
        visit(house, 1000 // len(houses))
    grown = resident() - before
    simulator.close()
    return [bound_figure("memory grown by 1000 steps", grown / 2**20, "MB", 20.0)]


def _loads() -> list[Figure]:
    """Time from a home as data to a simulator that has rendered its first frame."""
    from meadow.scenes.generator import generate_house
    from meadow.sim.simulator import MeadowSimulator

    simulator = MeadowSimulator(houses=1)
    houses = [generate_house(seed, rooms=6) for seed in range(FRESH, FRESH + 9)]
    new: list[float] = []
    again: list[float] = []

    def load(house: House) -> None:
        simulator.reset(house, simulator.free_pose(house, seed=1))

    for house, last in zip(houses[1:], houses):
        for item, seconds in ((house, new), (last, again)):
            _timed(partial(load, item), seconds)
    simulator.close()
    return [
        bound_figure(
            "load a home with shapes never built before", statistics.median(new), "s", 0.05
        ),
        bound_figure("load a home with known shapes", statistics.median(again), "s", 0.05),
    ]


def _import_time() -> float:
    """Seconds, the quickest of a few fresh interpreters."""
    code = "import time; t = time.process_time(); import meadow; print(time.process_time() - t)"
    runs = [
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        for _ in range(5)
    ]
    return min(float(run.stdout) for run in runs)
