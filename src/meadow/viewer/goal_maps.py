"""What an agent's memory knows about its goal, as pictures: one for each layer of height.

Bright places fit the goal well, dark ones do not, and paper is what was never seen. A cross marks the place
that the agent takes for the goal, a triangle the robot.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from PIL import Image, ImageDraw

from meadow.mapping.goal_map import GoalBelief, MapLayer
from meadow.types import Array
from meadow.viewer.labels import font, shortened

#: Height of a strip of maps, of the line of text above them, and the space between them, pixels.
STRIP, TITLE, GAP = 320, 40, 12

#: Paper around what was seen, metres.
MARGIN = 0.3

_BACKGROUND, _PAPER = (18, 21, 26), (236, 238, 242)
_WHITE, _GREY = (236, 238, 242), (148, 156, 170)
_GOAL, _ROBOT = (255, 255, 255), (110, 190, 255)
_PHASES = {"explore": "explores; map and detector decide", "exploit": "trusts its map alone"}
_LOW_TO_HIGH = np.array(
    [(30, 20, 60), (87, 28, 109), (169, 54, 95), (232, 97, 57), (252, 172, 52), (252, 253, 164)],
    np.float64,
)


def strip(belief: GoalBelief | None, width: int, heading: float = 0.0) -> Image.Image:
    """All layers side by side, the highest first, with the phase above them.

    ``heading`` is where the robot looked at the start, so that maps lie as the plan of the home does.
    """
    image = Image.new("RGB", (width, STRIP), _BACKGROUND)
    draw = ImageDraw.Draw(image)
    if belief is None or not belief.layers:
        draw.text((GAP, TITLE / 2), "the map is empty", _GREY, font(18), anchor="lm")
        return image
    low, high = value_range(belief.layers)
    phase = _PHASES.get(belief.phase, belief.phase)
    title = f"{phase}    similarity {low:.2f} (dark) to {high:.2f} (bright)"
    draw.text(
        (GAP, TITLE / 2), shortened(title, 18, width - 2 * GAP), _WHITE, font(18), anchor="lm"
    )
    room = (width - GAP) // max(3, len(belief.layers)) - GAP
    for n, layer in enumerate(belief.layers):
        size = (room, STRIP - TITLE - 2 * GAP - 16)
        picture = draw_layer(layer, belief, (low, high), size, heading)
        left = GAP + n * (room + GAP)
        image.paste(picture, (left, TITLE))
        draw.text((left, STRIP - GAP - 4), layer.name, _GREY, font(14), anchor="ls")
    return image


def value_range(layers: Sequence[MapLayer]) -> tuple[float, float]:
    """The 2nd percentile and the highest of all values, which the colours span."""
    known = np.concatenate([layer.values[np.isfinite(layer.values)] for layer in layers])
    if not len(known):
        return 0.0, 1.0
    low, high = float(np.percentile(known, 2.0)), float(known.max())
    return low, max(high, low + 1e-6)


def colours(values: Array, low: float, high: float) -> Array:
    """(H, W, 3) uint8: low values are dark, high ones bright, unknown ones paper."""
    share = np.clip((np.nan_to_num(values, nan=low) - low) / (high - low), 0.0, 1.0)
    at = share * (len(_LOW_TO_HIGH) - 1)
    first = np.minimum(at.astype(int), len(_LOW_TO_HIGH) - 2)
    part = (at - first)[..., None]
    mixed = _LOW_TO_HIGH[first] * (1.0 - part) + _LOW_TO_HIGH[first + 1] * part
    mixed[~np.isfinite(values)] = _PAPER
    painted: Array = np.rint(mixed).astype(np.uint8)
    return painted


def draw_layer(
    layer: MapLayer,
    belief: GoalBelief,
    span: tuple[float, float],
    size: tuple[int, int],
    heading: float = 0.0,
) -> Image.Image:
    """One layer, as large as fits, turned by the heading at the start: as a plan of the home lies."""
    cos, sin = math.cos(heading), math.sin(heading)
    turned = np.array([[cos, -sin], [sin, cos]])
    rows, columns = layer.values.shape
    seen = np.concatenate([_seen_points(one) for one in belief.layers or [layer]]) @ turned.T
    low, extent = seen.min(axis=0) - MARGIN, np.ptp(seen, axis=0) + 2.0 * MARGIN
    scale = min(size[0] / extent[0], size[1] / extent[1])
    left, top = (np.array(size) - scale * extent) / 2.0
    u, v = np.meshgrid(np.arange(size[0]) + 0.5, np.arange(size[1]) + 0.5)
    x, y = (u - left) / scale + low[0], (size[1] - top - v) / scale + low[1]
    at = (np.stack([x, y], axis=-1) @ turned - layer.corner) / layer.cell
    i, j = np.floor(at[..., 0]).astype(int), np.floor(at[..., 1]).astype(int)
    inside = (i >= 0) & (i < rows) & (j >= 0) & (j < columns)
    values = np.full(u.shape, np.nan, np.float32)
    values[inside] = layer.values[i[inside], j[inside]]
    image = Image.fromarray(colours(values, *span))

    def pixel(x: float, y: float) -> tuple[float, float]:
        across, up = turned @ (x, y) - low
        return float(left + scale * across), float(size[1] - top - scale * up)

    draw = ImageDraw.Draw(image)
    pose = belief.pose
    _mark_robot(draw, pose.yaw + heading, pixel(pose.x, pose.y))
    if belief.goal is not None:
        _mark_goal(draw, pixel(*belief.goal))
    return image


def _seen_points(layer: MapLayer) -> Array:
    """(N, 2) middles of the places that are known, and the start."""
    cells = np.argwhere(np.isfinite(layer.values)) + 0.5
    points: Array = np.vstack([cells * layer.cell + layer.corner, np.zeros((1, 2))])
    return points


def _mark_goal(draw: ImageDraw.ImageDraw, at: tuple[float, float]) -> None:
    u, v = at
    for ink, width in (((0, 0, 0), 5), (_GOAL, 2)):
        draw.line((u - 9, v, u + 9, v), ink, width)
        draw.line((u, v - 9, u, v + 9), ink, width)
    draw.ellipse((u - 12, v - 12, u + 12, v + 12), outline=(0, 0, 0), width=2)


def _mark_robot(draw: ImageDraw.ImageDraw, yaw: float, at: tuple[float, float]) -> None:
    """A triangle that points where the robot looks."""
    corners = []
    for turn, reach in ((0.0, 10.0), (2.5, 7.0), (-2.5, 7.0)):
        x, y = (reach * f(yaw + turn) for f in (math.cos, math.sin))
        corners.append((at[0] + x, at[1] - y))
    draw.polygon(corners, _ROBOT, outline=(0, 0, 0))
