"""A sheet of all corruptions: pictures for cameras, tracks on the floor for wheels and odometry."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from PIL import Image, ImageDraw

from meadow.corruptions import CORRUPTIONS, Chosen, Options, Rig
from meadow.corruptions.kinds import SEVERITIES, Corruption
from meadow.corruptions.senses.pose_drift import after
from meadow.scenes.schema import House
from meadow.seeding import stream
from meadow.sim.motion import locobot
from meadow.sim.simulator import MeadowSimulator
from meadow.types import Action, Array, Camera, Embodiment, Observation, Pose
from meadow.viewer.labels import font

NAME_WIDTH = 190
CAPTION = 16
FAR = 6.0
"""Depth that is drawn white, metres."""
EPISODES = 6
"""Tracks on the tile of a corruption that is drawn anew in each episode."""
WALK = (Action.ROTATE_LEFT, *(Action.MOVE_AHEAD,) * 6, *(Action.ROTATE_RIGHT,) * 3)
WALK = (*WALK, *(Action.MOVE_AHEAD,) * 6)
"""What the wheels are told to do for a track."""
SPAN = 3.6
"""Side of a tile with tracks, metres."""
COLOURS = ("#c0392b", "#2471a3", "#229954", "#b9770e", "#7d3c98", "#148f77")


def corruption_sheet(
    house: House, names: Sequence[str] = (), *, tile: int = 200, seed: int = 0
) -> Image.Image:
    """One row for each corruption, one column for each severity; all of them by default."""
    chosen = [CORRUPTIONS.get(name) for name in names or CORRUPTIONS.names()]
    chosen.sort(key=lambda c: (c.source != "paper", not c.visual))
    sheet = Image.new(
        "RGB", (NAME_WIDTH + 6 * tile, CAPTION + len(chosen) * (tile + CAPTION)), "white"
    )
    draw = ImageDraw.Draw(sheet)
    for column, label in enumerate(["sound", *(f"severity {s}" for s in SEVERITIES)]):
        middle = NAME_WIDTH + (column + 0.5) * tile
        draw.text((middle, 1), label, fill="black", anchor="ma", font=font(12))
    photographer = _Photographer(house, tile, seed)
    for row, corruption in enumerate(chosen):
        top = CAPTION + row * (tile + CAPTION)
        words = f"{corruption.name}\n{corruption.part}, {corruption.source}"
        draw.multiline_text((6, top + 8), words, fill="black", font=font(13))
        pictures = [photographer.tile(corruption, 0)]
        severities = SEVERITIES if corruption.graded else (1,)
        pictures += [photographer.tile(corruption, s) for s in severities]
        for column, picture in enumerate(pictures):
            sheet.paste(picture, (NAME_WIDTH + column * tile, top))
    return sheet


class _Photographer:
    """Makes the tiles, all from the same place in the same home."""

    def __init__(self, house: House, tile: int, seed: int) -> None:
        self._house, self._tile, self._seed = house, tile, seed
        self._body = Embodiment(camera=Camera(width=400, height=400))
        self._pose = _wide_view(house, seed)

    def tile(self, corruption: Corruption, severity: int) -> Image.Image:
        """The picture of one severity; 0 is the sound robot."""
        rig = Rig([Chosen(corruption, severity)] if severity else [], Options())
        if corruption.part == "drive" or corruption.name == "pose_drift":
            return self._tracks(rig)
        simulator = rig.simulator(self._body)
        pose = self._pose
        rig.begin(simulator, seed=self._seed, episode="sheet", scene=self._house.id)
        observation = rig.observe(
            simulator.reset(self._house, pose, seed=self._seed, episode="sheet")
        )
        if corruption.part == "senses":
            for _ in range(6):
                observation = rig.observe(simulator.step(Action.ROTATE_RIGHT))
        simulator.close()
        shown = _grey(observation.depth) if corruption.part == "depth" else observation.rgb
        return Image.fromarray(shown).resize((self._tile, self._tile), Image.Resampling.LANCZOS)

    def _tracks(self, rig: Rig) -> Image.Image:
        """Where the same commands lead in several episodes, seen from above."""
        picture = Image.new("RGB", (self._tile, self._tile), "#f4f4f0")
        draw = ImageDraw.Draw(picture)
        for episode in range(EPISODES):
            track = _track(rig, self._body, self._seed, f"sheet-{episode}")
            scale = self._tile / SPAN
            points = [(0.6 * scale + scale * x, 0.5 * self._tile - scale * y) for x, y in track]
            draw.line(points, fill=COLOURS[episode], width=2)
            x, y = points[-1]
            draw.ellipse((x - 3, y - 3, x + 3, y + 3), fill=COLOURS[episode])
        return picture


def _track(rig: Rig, body: Embodiment, seed: int, episode: str) -> list[tuple[float, float]]:
    wheels = _Wheels(body)
    rig.begin(wheels, seed=seed, episode=episode, scene=episode)
    noise, pose = stream(seed, episode, "actuation"), Pose(0.0, 0.0)
    blank = np.zeros((1, 1, 3), np.uint8)
    track = []
    for step, action in enumerate((None, *WALK)):
        if action is not None:
            motion = wheels.drive(action, body, noise)
            pose = after(pose, Pose(0.0, 0.0, motion.turn))
            pose = after(pose, Pose(motion.ahead, motion.left, motion.twist))
        felt = rig.observe(Observation(blank, None, pose, True, step)).pose
        assert felt is not None
        track.append((felt.x, felt.y))
    return track


class _Wheels:
    """As much of a simulator as a rig needs to draw an episode's dynamics."""

    def __init__(self, body: Embodiment) -> None:
        self.embodiment, self.drive = body, locobot


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
