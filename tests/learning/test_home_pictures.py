"""Pictures of homes of training."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from meadow.learning.home_pictures import pictured_homes
from meadow.types import ARM_BODY

BODY = replace(ARM_BODY, camera=replace(ARM_BODY.camera, width=32, height=24))


def taken(name: str, **options) -> list[tuple[str, list]]:
    homes = pictured_homes(name, BODY, range(9_000_000, 9_000_002), 6, **options)
    return [
        (
            house.id,
            [(p.pose, p.observation.rgb.copy(), p.oracle.frames().ids.copy()) for p in shown],
        )
        for house, shown in homes
    ]


def test_the_same_pictures_are_taken_again() -> None:
    for (one, first), (two, second) in zip(taken("a"), taken("a"), strict=True):
        assert one == two
        for (pose, rgb, ids), (same_pose, same_rgb, same_ids) in zip(first, second, strict=True):
            assert pose == same_pose
            assert np.array_equal(rgb, same_rgb)
            assert np.array_equal(ids, same_ids)


@pytest.mark.parametrize("highest", [0, 1])
def test_the_camera_looks_down_and_no_higher_than_allowed(highest: int) -> None:
    tilts = [
        round(p[0].pitch / BODY.tilt) for _, shown in taken("b", highest=highest) for p in shown
    ]
    assert min(tilts) < 0
    assert max(tilts) <= highest
    assert min(tilts) * BODY.tilt >= -BODY.max_pitch - 1e-9


def test_other_purposes_have_other_tilts() -> None:
    first, second = ([p[0].pitch for _, s in taken(name) for p in s] for name in ("a", "b"))
    assert first != second
