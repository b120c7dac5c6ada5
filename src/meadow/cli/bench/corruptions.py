"""``meadow bench corruptions``: what corrupting a frame costs."""

from __future__ import annotations

import statistics
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from meadow.cli.bench.figures import Figure, bound_figure, report_figures
from meadow.cli.terminal.options import Positive

if TYPE_CHECKING:
    from meadow.corruptions import Corruption
    from meadow.types import Observation

#: (width, height) -> milliseconds that a frame may cost at the most.
SIZES = {(224, 224): 4.0, (400, 300): 10.0}


@dataclass(frozen=True, kw_only=True)
class Config:
    """Time the CPU cost of corrupting one frame on one thread, at the most expensive severity.

    A pattern that is drawn once for a home, such as a crack, has a line of its own.
    Example: meadow bench corruptions --json corruptions.json
    """

    rounds: Positive = 40
    """Frames for each figure, of which the median counts."""
    json: Path | None = None
    """Also write the figures to this file."""


def run(config: Config) -> int:
    """Measure all corruptions of pictures, print the table, write the file."""
    spec = {"rounds": config.rounds}
    title = "corruptions, milliseconds of CPU time for a frame"
    met = report_figures(title, "corruptions", lambda: measure(config), config.json, spec)
    return 0 if met else 1


def measure(config: Config) -> list[Figure]:
    """All figures, in the order of the table."""
    from meadow.corruptions import CORRUPTIONS
    from meadow.optional import require

    require("cv2").setNumThreads(1)
    figures = []
    for size, bound in SIZES.items():
        frame = _frame(size)
        for entry in CORRUPTIONS:
            if entry.load().part in ("rgb", "depth"):
                figures += _measured(entry.load(), frame, bound, config.rounds)
    return figures


def _frame(size: tuple[int, int]) -> Observation:
    from meadow.scenes.generator import generate_house
    from meadow.sim.simulator import MeadowSimulator
    from meadow.types import Camera, Embodiment

    house = generate_house(7, rooms=2)
    simulator = MeadowSimulator(Embodiment(camera=Camera(width=size[0], height=size[1])))
    frame = simulator.reset(house, simulator.free_pose(house, seed=3))
    simulator.close()
    return frame


def _measured(one: Corruption, frame: Observation, bound: float, rounds: int) -> list[Figure]:
    """The most expensive severity: drawing and applying, or apart where one draw serves a whole home."""
    drawing, applying = zip(*(_seconds(one, s, frame, rounds) for s in range(1, 6)))
    where = f"{one.name}, {frame.rgb.shape[1]}x{frame.rgb.shape[0]}"
    if one.rhythm == "scene":
        drawn = Figure(f"{where}, drawn once a home", round(1e3 * max(drawing), 3), "ms", "", True)
        return [bound_figure(where, 1e3 * max(applying), "ms", bound), drawn]
    total = max(a + b for a, b in zip(drawing, applying))
    return [bound_figure(where, 1e3 * total, "ms", bound)]


def _seconds(
    one: Corruption, severity: int, frame: Observation, rounds: int
) -> tuple[float, float]:
    """Median CPU time of drawing and of applying."""
    from meadow.corruptions.kinds import WIDTH
    from meadow.seeding import stream

    image = frame.rgb if one.part == "rgb" else frame.depth
    assert image is not None
    shape, scale = image.shape[:2], image.shape[1] / WIDTH
    drawing, applying = [], []
    for number in range(rounds + 1):
        began = time.process_time()
        apply = one.make(one.level(severity), stream(number, "bench"), shape, scale)
        drawn = time.process_time()
        apply(image)
        applying.append(time.process_time() - drawn)
        drawing.append(drawn - began)
    # The first compiles.
    return statistics.median(drawing[1:]), statistics.median(applying[1:])
