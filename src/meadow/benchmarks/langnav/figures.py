"""Pictures: goals beside their words, for people who check whether the words are true.

Each goal is shown as the robot sees it from one of its viewpoints, with a frame around the objects that
count and a closer look at the first of them.
"""

from __future__ import annotations

import math
import textwrap
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from meadow import serialize
from meadow.episodes.houses import HouseCache
from meadow.episodes.schema import Episode, Goal
from meadow.seeding import stream
from meadow.sim.simulator import MeadowSimulator
from meadow.types import Frames, Pose

#: Width of a picture, of a closer look and height of the words below, pixels.
WIDE, CLOSE, WORDS = 320, 150, 44
#: Viewpoints that are tried for the one that shows most of a goal.
TRIED = 12


def sampled_goals(
    episodes: Sequence[Episode], count: int, seed: int = 0
) -> list[tuple[Episode, Goal]]:
    """Some goals with different words, drawn at random."""
    goals = {(e.house.uri, g.text): (e, g) for e in episodes for g in e.goals}
    return stream(seed, "langnav", "sheet").shuffled(list(goals.values()))[:count]


def draw_sheet(
    goals: Sequence[tuple[Episode, Goal]], path: Path, *, first: int = 1, columns: int = 5
) -> None:
    """One picture for each goal with its number and words, in rows."""
    rows = -(-len(goals) // columns)
    sheet = Image.new("RGB", (columns * WIDE, rows * (WIDE + WORDS)), "white")
    simulators: dict[str, MeadowSimulator] = {}
    houses = HouseCache()
    for place, (episode, goal) in enumerate(goals):
        x, y = place % columns * WIDE, place // columns * (WIDE + WORDS)
        body = episode.embodiment
        simulator = simulators.setdefault(str(body), MeadowSimulator(body))
        simulator.reset(houses.load(episode.house), episode.pose())
        sheet.paste(_view(simulator, goal), (x, y))
        draw = ImageDraw.Draw(sheet)
        words = "\n".join(textwrap.wrap(f"{first + place}. {goal.text}", 48))
        draw.multiline_text((x + 4, y + WIDE + 2), words, fill="black", font=_font(13))
    for simulator in simulators.values():
        simulator.close()
    with serialize.atomic(path) as file:
        sheet.save(file, format=path.suffix.removeprefix("."), quality=80)


def _font(size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.load_default(size)  # type: ignore[return-value]


def _view(simulator: MeadowSimulator, goal: Goal) -> Image.Image:
    """What the robot sees from the viewpoint that shows most of the first object that counts."""
    shown = -1
    step = max(1, len(goal.viewpoints) // (3 * TRIED))
    for x, y, yaw in goal.viewpoints[:: max(step, 1)][: 3 * TRIED]:
        simulator.reset(simulator.oracle.house, Pose(x, y, yaw))
        frames = simulator.frames
        count = int((frames.ids == simulator.instance(goal.objects[0])).sum())
        if count > shown:
            shown, best = count, Frames(frames.rgb.copy(), frames.depth, frames.ids.copy())
    picture = Image.fromarray(best.rgb).resize((WIDE, WIDE), Image.Resampling.LANCZOS)
    draw = ImageDraw.Draw(picture)
    scale = WIDE / best.rgb.shape[1]
    for number, id in enumerate(goal.objects):
        box = _box(best.ids == simulator.instance(id))
        if box is None:
            continue
        colour = "red" if number == 0 else "orange"
        draw.rectangle([scale * v for v in box], outline=colour, width=2)
        if number == 0 and max(box[2] - box[0], box[3] - box[1]) * scale < 0.6 * WIDE:
            _look_closer(picture, best, box)
    return picture


def _box(mask: np.ndarray) -> tuple[int, int, int, int] | None:
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    if not len(rows):
        return None
    return int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1


def _look_closer(picture: Image.Image, frames: Frames, box: tuple[int, int, int, int]) -> None:
    """The object large, in the corner that is farther from it."""
    height, width = frames.ids.shape
    middle = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    half = math.ceil(0.7 * max(box[2] - box[0], box[3] - box[1])) + 4
    cut = Image.fromarray(frames.rgb).crop(
        (
            max(0, round(middle[0] - half)),
            max(0, round(middle[1] - half)),
            min(width, round(middle[0] + half)),
            min(height, round(middle[1] + half)),
        )
    )
    cut = cut.resize((CLOSE, CLOSE), Image.Resampling.LANCZOS)
    x = 0 if middle[0] > width / 2 else WIDE - CLOSE
    y = 0 if middle[1] > height / 2 else WIDE - CLOSE
    picture.paste(cut, (x, y))
    ImageDraw.Draw(picture).rectangle((x, y, x + CLOSE - 1, y + CLOSE - 1), outline="white")
