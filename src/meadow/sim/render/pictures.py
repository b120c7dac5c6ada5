"""The pictures that can be printed on things, each drawn with a few strokes on a unit square."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from PIL import Image, ImageDraw

Point = tuple[float, float]
Colour = tuple[int, int, int] | tuple[int, int, int, int]

BLACK, WHITE = (28, 28, 30), (248, 248, 244)
RED, ORANGE, YELLOW = (214, 48, 42), (236, 132, 40), (246, 208, 60)
GREEN, DARK_GREEN, BLUE, SKY = (64, 160, 72), (34, 102, 52), (44, 96, 196), (150, 204, 240)
BROWN, GREY, PINK, PURPLE = (124, 78, 44), (140, 142, 146), (240, 150, 180), (126, 70, 170)


class Pen:
    """Draws in coordinates from 0 to 1, y down, on the largest square in the middle of a canvas.

    With ``fill`` the unit square is stretched over the whole canvas.
    """

    def __init__(self, canvas: Image.Image, fill: bool = False) -> None:
        width, height = canvas.size
        side = 0.92 * min(width, height)
        self.sx: float = width if fill else side
        self.sy: float = height if fill else side
        self.ox = 0.0 if fill else (width - side) / 2
        self.oy = 0.0 if fill else (height - side) / 2
        self.unit = min(self.sx, self.sy)
        self.aspect = width / height
        self._draw = ImageDraw.Draw(canvas, "RGBA")

    def _at(self, points: Sequence[Point]) -> list[Point]:
        return [(self.ox + x * self.sx, self.oy + y * self.sy) for x, y in points]

    def polygon(self, points: Sequence[Point], colour: Colour) -> None:
        """The area within an outline of these points is filled with a colour."""
        self._draw.polygon(self._at(points), fill=colour)

    def box(self, x0: float, y0: float, x1: float, y1: float, colour: Colour) -> None:
        """The rectangle between two opposite corners is filled with a colour."""
        self._draw.rectangle(self._at([(x0, y0), (x1, y1)]), fill=colour)

    def oval(self, x: float, y: float, rx: float, ry: float, colour: Colour) -> None:
        """A filled ellipse around a centre."""
        self._draw.ellipse(self._at([(x - rx, y - ry), (x + rx, y + ry)]), fill=colour)

    def line(self, points: Sequence[Point], colour: Colour, width: float = 0.03) -> None:
        """A stroke through points."""
        self._draw.line(
            self._at(points), fill=colour, width=max(1, round(width * self.unit)), joint="curve"
        )


def _cat(p: Pen) -> None:
    p.polygon([(0.18, 0.08), (0.44, 0.30), (0.16, 0.46)], ORANGE)
    p.polygon([(0.82, 0.08), (0.56, 0.30), (0.84, 0.46)], ORANGE)
    p.polygon([(0.22, 0.17), (0.36, 0.30), (0.21, 0.38)], PINK)
    p.polygon([(0.78, 0.17), (0.64, 0.30), (0.79, 0.38)], PINK)
    p.oval(0.5, 0.56, 0.38, 0.36, ORANGE)
    for x in (0.35, 0.65):
        p.oval(x, 0.48, 0.075, 0.085, (150, 220, 90))
        p.oval(x, 0.48, 0.025, 0.075, BLACK)
    p.polygon([(0.45, 0.62), (0.55, 0.62), (0.5, 0.68)], PINK)
    p.line([(0.5, 0.68), (0.5, 0.73), (0.42, 0.78)], BLACK, 0.02)
    p.line([(0.5, 0.73), (0.58, 0.78)], BLACK, 0.02)
    for y in (0.62, 0.68, 0.74):
        p.line([(0.38, 0.68), (0.06, y)], BLACK, 0.014)
        p.line([(0.62, 0.68), (0.94, y)], BLACK, 0.014)


def _dog(p: Pen) -> None:
    p.oval(0.5, 0.5, 0.32, 0.36, (196, 148, 92))
    p.oval(0.17, 0.46, 0.12, 0.28, BROWN)
    p.oval(0.83, 0.46, 0.12, 0.28, BROWN)
    p.oval(0.5, 0.68, 0.21, 0.19, WHITE)
    for x in (0.38, 0.62):
        p.oval(x, 0.42, 0.05, 0.06, BLACK)
        p.oval(x + 0.015, 0.4, 0.015, 0.02, WHITE)
    p.oval(0.5, 0.6, 0.085, 0.06, BLACK)
    p.line([(0.5, 0.65), (0.5, 0.73)], BLACK, 0.02)
    p.oval(0.5, 0.81, 0.06, 0.09, (226, 96, 110))


def _fish(p: Pen) -> None:
    p.polygon([(0.66, 0.5), (0.97, 0.24), (0.90, 0.5), (0.97, 0.76)], ORANGE)
    p.polygon([(0.36, 0.3), (0.52, 0.1), (0.62, 0.34)], ORANGE)
    p.oval(0.42, 0.5, 0.37, 0.24, BLUE)
    p.oval(0.5, 0.56, 0.12, 0.1, ORANGE)
    for x in (0.36, 0.5, 0.63):
        p.line([(x, 0.34), (x + 0.03, 0.5), (x, 0.66)], SKY, 0.025)
    p.oval(0.2, 0.44, 0.055, 0.055, WHITE)
    p.oval(0.19, 0.44, 0.025, 0.028, BLACK)


def _flower(p: Pen) -> None:
    p.line([(0.5, 0.5), (0.5, 0.98)], DARK_GREEN, 0.05)
    p.oval(0.37, 0.82, 0.13, 0.055, GREEN)
    p.oval(0.63, 0.74, 0.13, 0.055, GREEN)
    for k in range(6):
        a = math.pi * k / 3
        p.oval(0.5 + 0.2 * math.cos(a), 0.34 + 0.2 * math.sin(a), 0.13, 0.13, RED)
    p.oval(0.5, 0.34, 0.12, 0.12, YELLOW)


def _star(p: Pen) -> None:
    points = []
    for k in range(10):
        r, a = (0.48, 0.2)[k % 2], math.pi * k / 5 - math.pi / 2
        points.append((0.5 + r * math.cos(a), 0.53 + r * math.sin(a)))
    p.polygon(points, YELLOW)
    p.line([*points, points[0]], ORANGE, 0.025)


def _heart(p: Pen) -> None:
    p.oval(0.3, 0.34, 0.23, 0.23, RED)
    p.oval(0.7, 0.34, 0.23, 0.23, RED)
    p.polygon([(0.105, 0.46), (0.5, 0.92), (0.895, 0.46), (0.5, 0.3)], RED)
    p.oval(0.25, 0.28, 0.06, 0.05, PINK)


def _sun(p: Pen) -> None:
    for k in range(12):
        a = math.pi * k / 6
        tip = (0.5 + 0.48 * math.cos(a), 0.5 + 0.48 * math.sin(a))
        sides = [(0.5 + 0.3 * math.cos(a + d), 0.5 + 0.3 * math.sin(a + d)) for d in (-0.16, 0.16)]
        p.polygon([tip, *sides], ORANGE)
    p.oval(0.5, 0.5, 0.28, 0.28, YELLOW)


def _moon(p: Pen) -> None:
    p.oval(0.5, 0.5, 0.47, 0.47, (30, 36, 84))
    crescent = []
    for k in range(25):
        a = math.radians(60 + 240 * k / 24)
        crescent.append((0.52 + 0.34 * math.cos(a), 0.5 + 0.34 * math.sin(a)))
    for k in range(25):
        a = math.radians(280 - 200 * k / 24)
        crescent.append((0.64 + 0.27 * math.cos(a), 0.5 + 0.3 * math.sin(a)))
    p.polygon(crescent, (250, 240, 190))
    for x, y in ((0.7, 0.3), (0.78, 0.52), (0.66, 0.66)):
        p.oval(x, y, 0.02, 0.02, WHITE)


def _tree(p: Pen) -> None:
    p.box(0.44, 0.62, 0.56, 0.98, BROWN)
    for x, y, r in ((0.32, 0.46, 0.22), (0.68, 0.46, 0.22), (0.5, 0.26, 0.23), (0.5, 0.5, 0.2)):
        p.oval(x, y, r, r, GREEN)
    for x, y in ((0.34, 0.42), (0.6, 0.3), (0.66, 0.52), (0.46, 0.54)):
        p.oval(x, y, 0.04, 0.04, RED)


def _mountain(p: Pen) -> None:
    p.box(0.0, 0.0, 1.0, 1.0, SKY)
    p.oval(0.8, 0.2, 0.09, 0.09, YELLOW)
    p.polygon([(-0.1, 1.0), (0.34, 0.22), (0.8, 1.0)], (96, 104, 128))
    p.polygon([(0.4, 1.0), (0.74, 0.42), (1.1, 1.0)], (72, 80, 106))
    p.polygon([(0.23, 0.42), (0.34, 0.22), (0.46, 0.42), (0.38, 0.38), (0.32, 0.45)], WHITE)
    p.box(0.0, 0.86, 1.0, 1.0, GREEN)


def _boat(p: Pen) -> None:
    p.line([(0.5, 0.06), (0.5, 0.68)], BROWN, 0.03)
    p.polygon([(0.53, 0.08), (0.9, 0.6), (0.53, 0.6)], WHITE)
    p.line([(0.53, 0.08), (0.9, 0.6), (0.53, 0.6), (0.53, 0.08)], GREY, 0.015)
    p.polygon([(0.47, 0.18), (0.2, 0.6), (0.47, 0.6)], RED)
    p.polygon([(0.08, 0.66), (0.92, 0.66), (0.78, 0.86), (0.22, 0.86)], BROWN)
    waves = [(x / 20, 0.9 + 0.03 * math.sin(x * 1.3)) for x in range(21)]
    p.line(waves, BLUE, 0.06)


def _rocket(p: Pen) -> None:
    p.polygon([(0.36, 0.55), (0.16, 0.84), (0.38, 0.78)], RED)
    p.polygon([(0.64, 0.55), (0.84, 0.84), (0.62, 0.78)], RED)
    p.polygon([(0.42, 0.8), (0.5, 1.0), (0.58, 0.8)], ORANGE)
    p.oval(0.5, 0.46, 0.17, 0.42, (220, 222, 228))
    p.polygon([(0.5, 0.0), (0.62, 0.2), (0.38, 0.2)], RED)
    p.oval(0.5, 0.4, 0.09, 0.09, BLUE)
    p.oval(0.5, 0.4, 0.055, 0.055, SKY)


def _dinosaur(p: Pen) -> None:
    body = (84, 156, 84)
    p.polygon([(0.0, 0.66), (0.36, 0.5), (0.36, 0.72)], body)
    p.oval(0.44, 0.6, 0.25, 0.17, body)
    p.line([(0.6, 0.54), (0.74, 0.3), (0.8, 0.24)], body, 0.12)
    p.oval(0.83, 0.22, 0.13, 0.08, body)
    for x in (0.3, 0.4, 0.5, 0.58):
        p.box(x, 0.68, x + 0.07, 0.94, body)
    for k in range(5):
        x = 0.24 + 0.1 * k
        p.polygon([(x - 0.05, 0.5), (x + 0.05, 0.5), (x, 0.36)], ORANGE)
    p.oval(0.86, 0.2, 0.018, 0.018, BLACK)
    p.line([(0.84, 0.26), (0.95, 0.25)], BLACK, 0.012)


def _guitar(p: Pen) -> None:
    p.line([(0.5, 0.5), (0.5, 0.06)], BROWN, 0.08)
    p.box(0.43, 0.0, 0.57, 0.12, BLACK)
    p.oval(0.5, 0.58, 0.17, 0.15, ORANGE)
    p.oval(0.5, 0.79, 0.23, 0.19, ORANGE)
    p.oval(0.5, 0.64, 0.075, 0.075, BLACK)
    p.box(0.4, 0.82, 0.6, 0.86, BROWN)
    for x in (0.475, 0.5, 0.525):
        p.line([(x, 0.06), (x, 0.83)], WHITE, 0.008)


def _face(p: Pen) -> None:
    p.oval(0.5, 0.5, 0.46, 0.46, YELLOW)
    p.oval(0.34, 0.4, 0.06, 0.09, BLACK)
    p.oval(0.66, 0.4, 0.06, 0.09, BLACK)
    smile = [(0.5 + 0.27 * math.cos(a), 0.55 + 0.24 * math.sin(a)) for a in _arc(20, 160)]
    p.line(smile, BLACK, 0.05)


def _arc(start: float, end: float, steps: int = 16) -> list[float]:
    return [math.radians(start + (end - start) * k / steps) for k in range(steps + 1)]


def _abstract(p: Pen) -> None:
    p.box(0, 0, 1, 1, (238, 230, 214))
    p.box(0.0, 0.0, 0.42, 0.55, RED)
    p.box(0.62, 0.42, 1.0, 1.0, BLUE)
    p.box(0.42, 0.72, 0.62, 1.0, YELLOW)
    p.oval(0.72, 0.24, 0.16, 0.16, (40, 140, 130))
    for line in ([(0.42, 0), (0.42, 1)], [(0, 0.55), (0.62, 0.55)], [(0.62, 0.42), (0.62, 1)]):
        p.line(line, BLACK, 0.03)


def _screen(p: Pen) -> None:
    p.box(0, 0, 1, 1, (26, 52, 120))
    p.box(0, 0, 1, 0.12, (228, 232, 240))
    p.box(0.06, 0.22, 0.5, 0.8, (120, 190, 240))
    p.polygon([(0.06, 0.8), (0.24, 0.42), (0.36, 0.62), (0.42, 0.54), (0.5, 0.8)], GREEN)
    for k in range(5):
        p.box(0.56, 0.25 + 0.11 * k, 0.94 - 0.07 * (k % 3), 0.29 + 0.11 * k, (214, 222, 236))


def _clock_face(p: Pen) -> None:
    p.oval(0.5, 0.5, 0.48, 0.48, BLACK)
    p.oval(0.5, 0.5, 0.44, 0.44, WHITE)
    for k in range(12):
        a, inner = math.pi * k / 6, 0.34 if k % 3 else 0.29
        ends = [(0.5 + r * math.cos(a), 0.5 + r * math.sin(a)) for r in (inner, 0.4)]
        p.line(ends, BLACK, 0.035 if k % 3 == 0 else 0.02)
    p.line([(0.5, 0.5), (0.32, 0.38)], BLACK, 0.045)
    p.line([(0.5, 0.5), (0.7, 0.28)], BLACK, 0.03)
    p.oval(0.5, 0.5, 0.035, 0.035, RED)


def _keyboard(p: Pen) -> None:
    p.box(0, 0, 1, 1, (52, 54, 58))
    for row in range(5):
        count = 12
        for k in range(count):
            if row == 4 and 3 <= k <= 8:
                continue
            x, y = (k + 0.12) / count, (row + 0.12) / 5
            p.box(x, y, x + 0.76 / count, y + 0.15, (206, 208, 212))
    p.box(3.12 / 12, 4.12 / 5, 8.88 / 12, 4.12 / 5 + 0.15, (206, 208, 212))


def _book_cover(p: Pen) -> None:
    p.box(0.08, 0.06, 0.92, 0.09, YELLOW)
    p.box(0.08, 0.91, 0.92, 0.94, YELLOW)
    p.box(0.2, 0.17, 0.8, 0.25, WHITE)
    p.box(0.3, 0.29, 0.7, 0.33, WHITE)
    p.oval(0.5, 0.58, 0.2, 0.14, YELLOW)
    p.oval(0.5, 0.58, 0.13, 0.09, ORANGE)
    p.box(0.32, 0.82, 0.68, 0.85, WHITE)


def _door(p: Pen) -> None:
    shade, light = (0, 0, 0, 70), (255, 255, 255, 60)
    for x0, x1 in ((0.12, 0.46), (0.54, 0.88)):
        for y0, y1 in ((0.06, 0.44), (0.52, 0.93)):
            p.box(x0, y0, x1, y1, (0, 0, 0, 26))
            p.line([(x0, y1), (x0, y0), (x1, y0)], shade, 0.025)
            p.line([(x0, y1), (x1, y1), (x1, y0)], light, 0.025)
    for k in range(14):
        x = (k + 0.5) / 14 + 0.01 * math.sin(5.0 * k)
        p.line([(x, 0), (x + 0.01 * math.cos(3.0 * k), 1)], (0, 0, 0, 18), 0.012)


def _view(p: Pen) -> None:
    for k in range(24):
        t = k / 24
        colour = (int(96 + 110 * t), int(164 + 66 * t), int(232 + 16 * t))
        p.box(0, 0.66 * k / 24, 1, 0.66 * (k + 1) / 24 + 0.01, colour)
    for x, y, r in ((0.24, 0.2, 0.08), (0.33, 0.17, 0.1), (0.42, 0.21, 0.07), (0.74, 0.34, 0.07)):
        p.oval(x, y, r, 0.4 * r, (250, 252, 255))
    hills = [(x / 20, 0.58 + 0.05 * math.sin(0.55 * x)) for x in range(21)]
    p.polygon([*hills, (1, 1), (0, 1)], (112, 150, 112))
    p.box(0, 0.7, 1, 1, (104, 158, 84))
    for x, y in ((0.16, 0.6), (0.66, 0.56), (0.82, 0.6)):
        p.oval(x, y, 0.06, 0.1, (58, 112, 62))
    frame, edge = (244, 244, 240), 0.07 * p.unit
    ex, ey = edge / p.sx, edge / p.sy
    p.box(0, 0, 1, ey, frame)
    p.box(0, 1 - ey, 1, 1, frame)
    p.box(0, 0, ex, 1, frame)
    p.box(1 - ex, 0, 1, 1, frame)
    for k in range(1, max(2, round(p.aspect / 0.8))):
        x = k / max(2, round(p.aspect / 0.8))
        p.box(x - 0.35 * ex, 0, x + 0.35 * ex, 1, frame)


PICTURES: dict[str, Callable[[Pen], None]] = {
    "cat": _cat,
    "dog": _dog,
    "fish": _fish,
    "flower": _flower,
    "star": _star,
    "heart": _heart,
    "sun": _sun,
    "moon": _moon,
    "tree": _tree,
    "mountain": _mountain,
    "boat": _boat,
    "rocket": _rocket,
    "dinosaur": _dinosaur,
    "guitar": _guitar,
    "face": _face,
    "abstract": _abstract,
    "screen": _screen,
    "clock-face": _clock_face,
    "keyboard": _keyboard,
    "book-cover": _book_cover,
    # Not for objects: the panels of a door and the view from a window.
    "door": _door,
    "view": _view,
}

#: Pictures that cover the whole face, whatever its proportions.
FULL = frozenset({"mountain", "abstract", "screen", "keyboard", "book-cover", "door", "view"})
