"""The check finds the slips that authors of categories make."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from meadow.scenes.catalogue.spec import Category, PartSpec
from meadow.scenes.modelling.shape import Form, Shape
from meadow.testing.check_category import category_problems, check_category, check_references


def crate(s: Shape, f: Form) -> None:
    """A sound builder: a tray on feet that differ by variant, with a drawer that slides."""
    x, y, z = f.size[0] / 2, f.size[1] / 2, f.size[2]
    feet = {"low": 0.1, "middle": 0.2, "high": 0.3}[f.variant]
    for side in range(f.count("foot", 2)):
        s.box("feet", (-x, -y + 0.05 * side, 0.0), (x, -y + 0.05 * side + 0.03, feet))
    out = 0.5 * x * f.openness
    s.box("body", (-x + out, -y, feet), (x + out, y, z))
    s.surface("inside", (-x, -y), (x, y), z, clearance=0.001, enclosed=True, slides=(0.5 * x, 0, 0))


SOUND = Category(
    name="crate",
    build=crate,
    size=((0.4, 0.6), (0.5, 0.7), (0.4, 0.5)),
    mass=(1.0, 2.0),
    variants=("low", "middle", "high"),
    parts={"body": PartSpec(("wood",)), "feet": PartSpec(("wood",))},
    rooms={"kitchen": 1.0},
    on={"floor": 1.0},
    counts={"foot": (2, 3)},
    openable=True,
)


def also(extra: Callable[[Shape, Form], None]) -> Category:
    """The sound category with something added to its shape."""

    def build(s: Shape, f: Form) -> None:
        crate(s, f)
        extra(s, f)

    return replace(SOUND, build=build)


def inside_out(s: Shape, f: Form) -> None:
    low, high = ((-0.1, -0.1), (0.1, -0.1), (0.1, 0.1), (-0.1, 0.1)), 0.2
    s.hexahedron("body", [*((u, v, high) for u, v in low), *((u, v, 0.1) for u, v in low)])


def bent(s: Shape, f: Form) -> None:
    s.panel("body", (0, 0, 0), (0.1, 0, 0), (0.1, 0.1, 0.05), (0, 0.1, 0))


def dented(s: Shape, f: Form) -> None:
    s.panel("body", (0, 0, 0.1), (0.1, 0, 0.1), (0.02, 0.02, 0.1), (0, 0.1, 0.1))


BROKEN = {
    "side +X of the box is missed": also(lambda s, f: s.box("body", (0, 0, 0), (0.5, 0.1, 0.1))),
    "below its base": also(lambda s, f: s.box("body", (0, 0, -0.1), (0.1, 0.1, 0.1))),
    "inside out": also(inside_out),
    "bent by": also(bent),
    "not convex": also(dented),
    "not declared: ['lid']": also(lambda s, f: s.box("lid", (0, 0, 0), (0.1, 0.1, 0.1))),
    "leaves the box": also(lambda s, f: s.surface("far", (0, 0), (1, 0.1), 0.0, clearance=0.1)),
    "carried at 0 of 5": also(lambda s, f: s.surface("air", (0, 0), (0.1, 0.1), 0.36)),
    "free at 0 of 5": also(lambda s, f: s.surface("blocked", (-0.1, 0), (0.1, 0.1), 0.0)),
    "share a name": also(lambda s, f: s.surface("inside", (0, 0), (0.1, 0.1), f.size[2])),
    "opens but is not openable": replace(SOUND, openable=False),
    "state 'full' changes nothing": replace(SOUND, states=("full",)),
    "3 and 4 foot have the same shape": replace(
        SOUND,
        counts={"foot": (2, 4)},
        build=lambda s, f: crate(s, replace(f, counts={"foot": min(3, f.count("foot"))})),
    ),
    "variants low and high have the same shape": replace(
        SOUND,
        build=lambda s, f: crate(s, replace(f, variant=f.variant.replace("high", "low"))),
    ),
    "never built: ['handle']": replace(
        SOUND, parts={**SOUND.parts, "handle": PartSpec(("metal",))}
    ),
    "unknown rooms ['cellar']": replace(SOUND, rooms={"cellar": 1.0}),
    "`mount` is not set": replace(SOUND, on={"wall": 1.0}),
    "quads, at most": also(
        lambda s, f: s.ellipsoid("body", (0, 0, 0.3), (0.1, 0.1, 0.1), sides=30, rows=30)
    ),
    "pattern 'printed'": also(
        lambda s, f: s.panel(
            "body", (0, 0, 0), (0.1, 0, 0), (0.1, 0.1, 0), (0, 0.1, 0), printed=True
        )
    ),
}


def test_a_sound_category_passes() -> None:
    check_category(SOUND)


@pytest.mark.parametrize("message", BROKEN)
def test_a_slip_is_named(message: str) -> None:
    problems = list(category_problems(BROKEN[message]))
    assert any(message in p for p in problems), problems
    with pytest.raises(AssertionError, match="category 'crate'"):
        check_category(BROKEN[message])


def test_references_between_categories_are_checked() -> None:
    check_references({"crate": SOUND})
    ball = replace(SOUND, name="ball", on={"shelf": 1.0, "crate": 1.0}, synonyms=("crate",))
    with pytest.raises(AssertionError) as caught:
        check_references({"crate": SOUND, "ball": ball})
    text = str(caught.value)
    assert "'crate' means both 'crate' and 'ball'" in text
    assert "carrier 'shelf' is not a category" in text
    assert "carrier 'crate' has no open surface" in text
