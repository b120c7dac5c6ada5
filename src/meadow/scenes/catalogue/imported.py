"""What stands for imported things that the catalogue has no shape for."""

from __future__ import annotations

import math

from meadow.scenes.catalogue.spec import PartSpec, category
from meadow.scenes.shape import Form, Shape


@category(
    "unknown thing",
    size=((0.05, 1.0), (0.05, 1.0), (0.05, 1.0)),
    mass=(0.2, 20.0),
    variants=("box", "rounded box", "tapered box"),
    parts={"body": PartSpec(("plastic", "wood", "metal"))},
    plural="unknown things",
    tags=("imported",),
)
def unknown_thing(s: Shape, f: Form) -> None:
    """A plain body that fills its box; only importers place it."""
    x, y, z = f.size
    if f.variant == "rounded box":
        s.prism("body", _rounded(x, y, 0.25 * min(x, y)), 0.0, z)
    else:
        taper = 0.8 if f.variant == "tapered box" else 1.0
        s.box("body", (-x / 2, -y / 2, 0.0), (x / 2, y / 2, z), taper=(taper, taper))


def _rounded(x: float, y: float, radius: float) -> list[tuple[float, float]]:
    """A rectangle around the origin with round corners."""
    outline = []
    for corner, (sx, sy) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        for step in range(4):
            angle = math.pi / 2 * (corner + step / 3)
            outline.append(
                (
                    sx * (x / 2 - radius) + radius * math.cos(angle),
                    sy * (y / 2 - radius) + radius * math.sin(angle),
                )
            )
    return outline
