"""A sheet of all corruptions: pictures for cameras, tracks on the floor for wheels and odometry."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from PIL import Image, ImageDraw

from meadow.corruptions import (
    CORRUPTIONS,
    Chosen,
    CorruptionOptions,
    EpisodeCorruptions,
    corrupted,
)
from meadow.corruptions.kinds import SEVERITIES, Corruption
from meadow.scenes.schema import House
from meadow.seeding import stream
from meadow.sim.simulator import MeadowSimulator
from meadow.types import Action, Array, Camera, Embodiment, Observation, Pose
from meadow.viewer.labels import font, shortened

CAPTION = 20
"""Height of a line of text, pixels."""
GAP = 12
"""Between strips that stand side by side, pixels."""
FAR = 6.0
"""Depth that is drawn white, metres."""
EPISODES = 6
"""Tracks on the tile of a corruption that is drawn anew in each episode."""
WALK: tuple[Action, ...] = (
    Action.ROTATE_LEFT,
    *(Action.MOVE_AHEAD,) * 6,
    *(Action.ROTATE_RIGHT,) * 3,
)
WALK = (*WALK, *(Action.MOVE_AHEAD,) * 6)
"""What the wheels are told to do for a track."""
SPAN = 3.6
"""Side of a tile with tracks, metres."""
COLOURS = ("#c0392b", "#2471a3", "#229954", "#b9770e", "#7d3c98", "#148f77")


def corruption_sheet(
    house: House, names: Sequence[str] = (), *, tile: int = 200, seed: int = 0
) -> Image.Image:
    """A strip for each corruption, the sound robot first; all of them by default.

    Graded ones have a row each, with a picture for every severity. Of the others, which are on or off,
    several stand in a row, so that no part of the sheet stays empty.
    """
    chosen = [CORRUPTIONS.get(name) for name in names or CORRUPTIONS.names()]
    chosen.sort(key=lambda c: (c.source != "paper", not c.visual))
    graded = [c for c in chosen if c.graded]
    switched = [c for c in chosen if not c.graded]
    photographer = _Photographer(house, tile, seed)
    blocks = []
    if graded:
        titles = ["sound", *(f"severity {s}" for s in SEVERITIES)]
        blocks.append(_block(photographer, graded, (0, *SEVERITIES), titles, 1))
    if switched:
        across = 3 if graded else min(3, len(switched))
        blocks.append(_block(photographer, switched, (0, 1), ["sound", "broken"], across))
    sheet = Image.new("RGB", (max(b.width for b in blocks), sum(b.height for b in blocks)), "white")
    top = 0
    for block in blocks:
        sheet.paste(block, (0, top))
        top += block.height
    return sheet


def _block(
    photographer: _Photographer,
    corruptions: Sequence[Corruption],
    severities: Sequence[int],
    titles: Sequence[str],
    across: int,
) -> Image.Image:
    """Strips of one length, ``across`` of them in a row, below the titles of their pictures."""
    tile, rows = photographer.side, math.ceil(len(corruptions) / across)
    strip = len(severities) * tile
    size = (across * strip + (across - 1) * GAP, CAPTION + rows * (tile + CAPTION))
    block = Image.new("RGB", size, "white")
    draw = ImageDraw.Draw(block)
    for place in range(across * len(titles)):
        left = place * tile + place // len(titles) * GAP
        label = titles[place % len(titles)]
        draw.text((left + 0.5 * tile, 3), label, fill="#666666", anchor="ma", font=font(12))
    for number, corruption in enumerate(corruptions):
        row, column = divmod(number, across)
        left, top = column * (strip + GAP), CAPTION + row * (tile + CAPTION)
        words = f"{corruption.name}   {corruption.part}, {corruption.source}"
        words = shortened(words, 13, strip - 8)
        draw.text((left + 4, top + 2), words, fill="black", font=font(13))
        for place, severity in enumerate(severities):
            picture = photographer.tile(corruption, severity)
            block.paste(picture, (left + place * tile, top + CAPTION))
    return block


class _Photographer:
    """Makes the tiles, all from the same place in the same home."""

    def __init__(self, house: House, tile: int, seed: int) -> None:
        self._house, self.side, self._seed = house, tile, seed
        self._body = Embodiment(camera=Camera(width=400, height=400))
        self._pose = _wide_view(house, seed)

    def tile(self, corruption: Corruption, severity: int) -> Image.Image:
        """The picture of one severity; 0 is the sound robot."""
        chosen = [Chosen(corruption, severity)] if severity else []
        if corruption.part == "drive" or corruption.name == "pose_drift":
            return self._tracks(chosen)
        simulator = corrupted(self._body, chosen)
        observation = simulator.reset(self._house, self._pose, seed=self._seed, episode="sheet")
        if corruption.part == "senses":
            for _ in range(6):
                observation = simulator.step(Action.ROTATE_RIGHT)
        simulator.close()
        shown = _grey(observation.depth) if corruption.part == "depth" else observation.rgb
        return Image.fromarray(shown).resize((self.side, self.side), Image.Resampling.LANCZOS)

    def _tracks(self, chosen: Sequence[Chosen]) -> Image.Image:
        """Where the same commands lead in several episodes, seen from above."""
        picture = Image.new("RGB", (self.side, self.side), "#f4f4f0")
        draw = ImageDraw.Draw(picture)
        for episode in range(EPISODES):
            track = _track(chosen, self._body, self._seed, f"sheet-{episode}")
            scale = self.side / SPAN
            points = [(0.6 * scale + scale * x, 0.5 * self.side - scale * y) for x, y in track]
            draw.line(points, fill=COLOURS[episode], width=2)
            x, y = points[-1]
            draw.ellipse((x - 3, y - 3, x + 3, y + 3), fill=COLOURS[episode])
        return picture


def _track(
    chosen: Sequence[Chosen], body: Embodiment, seed: int, episode: str
) -> list[tuple[float, float]]:
    robot = EpisodeCorruptions(
        chosen, CorruptionOptions(), body, seed=seed, episode=episode, scene=episode
    )
    noise, pose = stream(seed, episode, "actuation"), Pose(0.0, 0.0)
    blank = np.zeros((1, 1, 3), np.uint8)
    track = []
    for step, action in enumerate((None, *WALK)):
        if action is not None:
            motion = robot.drive(action, body, noise)
            pose = pose.after(Pose(0.0, 0.0, motion.turn))
            pose = pose.after(Pose(motion.ahead, motion.left, motion.twist))
        felt = robot.observe(Observation(blank, None, pose, True, step)).pose
        assert felt is not None
        track.append((felt.x, felt.y))
    return track


def _wide_view(house: House, seed: int) -> Pose:
    """The pose among a few that sees the most different things, the same for every corruption."""
    plain = MeadowSimulator(Embodiment(camera=Camera(width=64, height=64)))
    best, most = None, -math.inf
    for number in range(24):
        pose = plain.free_pose(house, seed=stream(seed, "sheet", number).integer(0, 10**6))
        plain.reset(house, pose)
        seen = len(np.unique(plain.frames.ids)) + 0.5 * min(4.0, float(plain.frames.depth.mean()))
        if seen > most:
            best, most = pose, seen
    plain.close()
    assert best is not None
    return best


def _grey(depth: Array | None) -> Array:
    """Near is dark, far is bright, unknown is red."""
    assert depth is not None
    level = np.clip(255.0 * depth / FAR, 0, 255).astype(np.uint8)
    picture = np.repeat(level[..., None], 3, axis=2)
    picture[depth <= 0.0] = (200, 40, 40)
    return picture
