"""The looks that are drawn are within what the catalogue allows."""

from __future__ import annotations

import math
from collections import Counter

import pytest

from meadow.errors import UnknownIdError
from meadow.scenes import appearance
from meadow.scenes.catalogue.spec import ANY, Category, PartSpec, like
from meadow.scenes.schema import Part
from meadow.seeding import stream


def cupboard(**changes: object) -> Category:
    """A made-up category with one of everything."""
    fields: dict[str, object] = {
        "name": "cupboard",
        "build": lambda shape, form: None,
        "size": ((0.3, 0.6), (0.5, 1.0), (0.8, 2.0)),
        "mass": (10.0, 50.0),
        "variants": ("plain", "glazed", "open"),
        "parts": {
            "knobs": like("body"),
            "body": PartSpec(("wood", "metal"), ("brown", "white", "black"), ("plain", "striped")),
            "sign": PartSpec(("paper",), ANY, ("printed",), images=("cat",), texts=("CUPS", "TEA")),
        },
        "counts": {"door": (0, 2), "drawer": (0, 2), "shelf": (0, 4)},
        "states": ("lit",),
        "openable": True,
    }
    return Category(**{**fields, **changes})  # type: ignore[arg-type]


def samples(count: int, entry: Category) -> list:
    rng = stream(0, "appearance")
    return [appearance.sample_object(rng, entry, id=f"cupboard-{i}") for i in range(count)]


def test_every_draw_is_allowed() -> None:
    entry = cupboard()
    for item in samples(300, entry):
        assert item.variant in entry.variants
        assert set(item.states) == {"lit"}
        for value, (low, high) in zip(item.size, entry.size):
            assert low <= value <= high
            assert value == round(value, 3)
        assert entry.mass[0] <= item.mass <= entry.mass[1]
        knobs, body, sign = item.parts
        assert (knobs.name, body.name, sign.name) == ("knobs", "body", "sign")
        assert (knobs.colour, knobs.material) == (body.colour, body.material)
        assert body.material in ("wood", "metal")
        assert body.colour in ("brown", "white", "black")
        assert (body.colour2 == "") == (body.pattern == "plain")
        assert body.colour2 != body.colour
        assert bool(sign.text) != bool(sign.image)
        for name, (low, high) in entry.counts.items():
            assert low <= item.counts[name] <= high
        assert item.counts["door"] + item.counts["drawer"] >= 1


def test_usual_values_come_more_often_and_others_do_come() -> None:
    bodies = [item.parts[1] for item in samples(600, cupboard())]
    for field, values in (("colour", 3), ("material", 2), ("pattern", 2)):
        seen = Counter(getattr(body, field) for body in bodies)
        assert len(seen) == values
    share = Counter(body.colour for body in bodies)["brown"] / len(bodies)
    assert 0.34 < share < 0.46


def test_any_colour_means_all_alike() -> None:
    rng = stream(0, "colours")
    seen = Counter(appearance.choose_colour(rng, ANY) for _ in range(2200))
    assert len(seen) == 22
    assert max(seen.values()) < 160


def test_second_colour_of_a_part_with_a_single_colour() -> None:
    rng = stream(0, "second")
    spec = PartSpec(("fabric",), ("red",), ("striped",))
    parts = [appearance.choose_part(rng, "top", spec) for _ in range(50)]
    assert all(part.colour == "red" and part.colour2 not in ("", "red") for part in parts)


def test_kept_aspect_scales_all_sides_alike() -> None:
    entry = cupboard(keep_aspect=True, size=((0.2, 0.4), (0.2, 0.4), (0.4, 0.8)))
    for item in samples(50, entry):
        assert item.size[0] == item.size[1]
        assert math.isclose(item.size[2], 2 * item.size[0], abs_tol=0.0011)


def test_larger_is_heavier() -> None:
    entry = cupboard()
    small = appearance.typical_mass(entry, (0.3, 0.5, 0.8))
    middle = appearance.typical_mass(entry, (0.45, 0.7, 1.4))
    assert small == 10.0 < middle < appearance.typical_mass(entry, (0.6, 1.0, 2.0)) == 50.0


def test_given_choices_are_kept() -> None:
    body = Part("body", "pink", "plastic", "dotted", "lime")
    item = appearance.sample_object(
        stream(1, "kept"), cupboard(), id="a", variant="glazed", size=(1, 2, 3), finishes=[body]
    )
    assert (item.variant, item.size, item.parts[1]) == ("glazed", (1, 2, 3), body)
    assert item.parts[0].colour == "pink", "a part that shares a finish follows the given one"


def test_unknown_names_are_errors() -> None:
    with pytest.raises(UnknownIdError, match="'glazed'"):
        appearance.sample_object(stream(0), cupboard(), id="a", variant="glased")
    with pytest.raises(UnknownIdError, match="'body'"):
        appearance.choose_parts(stream(0), cupboard(), [Part("bodi", "red", "wood")])


def test_same_stream_same_look() -> None:
    assert samples(20, cupboard()) == samples(20, cupboard())


def test_object_form_carries_what_a_builder_needs() -> None:
    item = samples(1, cupboard())[0]
    form = appearance.object_form(item)
    assert (form.size, form.variant, form.counts) == (item.size, item.variant, item.counts)
    assert form.states == item.states
