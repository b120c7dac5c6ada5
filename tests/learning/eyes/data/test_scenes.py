"""Homes to learn from: what is added to them, and from where it is looked at."""

from __future__ import annotations

import math
from dataclasses import replace

from meadow.learning.eyes.data.scenes import Cameraman, Lens, training_stage
from meadow.learning.eyes.data.shots import CLOSE
from meadow.seeding import stream

LARGE_ONES = ("bunk bed", "sofa", "piano", "dining table")


def test_large_things_take_the_place_of_furniture_and_leave_nothing_in_the_air() -> None:
    added = 0
    for home in range(4):
        house = training_stage(3, home, revision=2, only=LARGE_ONES).house
        added += sum(o.id.startswith("extra-") for o in house.objects)
        carriers = {"floor", "wall", "ceiling", *(o.id for o in house.objects)}
        assert {o.support for o in house.objects if o.support} <= carriers
        assert {o.container for o in house.objects if o.container} <= carriers
    assert added >= 12


def test_homes_of_the_exam_keep_their_furniture() -> None:
    kept = training_stage(0, 2, held_out=True, only=LARGE_ONES).house
    plain = training_stage(0, 2, held_out=True, only=("pencil",)).house
    large = [o for o in plain.objects if max(o.size[:2]) > 0.6 and o.support == "floor"]
    ids = {o.id for o in kept.objects}
    assert large
    assert all(o.id in ids for o in large)


def test_small_things_on_furniture_are_seen_from_beside_it() -> None:
    assert _found(retreat=0.0) < 0.6
    assert _found(retreat=CLOSE.retreat) > 0.75


def _found(retreat: float) -> float:
    """The fraction of small things on furniture that a close view is found for."""
    wanted = found = 0
    for home in range(3):
        stage = training_stage(0, 40 + home, revision=2)
        cameraman = Cameraman(stage, replace(CLOSE, retreat=retreat, hfov=math.radians(80.0)))
        rng = stream(0, "retreat", home)
        for target in stage.targets[: stage.added]:
            thing = stage.house.objects[target]
            if max(thing.size) < 0.3 and thing.support not in ("floor", "wall", "ceiling"):
                wanted += 1
                found += cameraman.look_at(rng, target) is not None
    assert wanted > 20
    return found / wanted


def test_the_lens_of_the_exam_does_not_retreat() -> None:
    assert Lens().retreat == 0.0
