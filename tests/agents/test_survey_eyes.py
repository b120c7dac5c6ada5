"""A detector's sightings become things: the same place is the same thing, called what most views say."""

from __future__ import annotations

import math

import numpy as np
import pytest

from meadow.agents.attributes_eyes import Spotted
from meadow.agents.survey_eyes import DetectorEyes, words_of
from meadow.types import Brief, Camera, Embodiment, Observation, Pose

CAMERA = Camera(width=64, height=48, hfov=math.radians(90.0), elevation=1.0)


class Said:
    """In place of a network: says what it was told."""

    def __init__(self) -> None:
        self.spotted: list[Spotted] = []

    def spot(self, observation: Observation) -> list[Spotted]:
        return self.spotted


@pytest.fixture
def eyes() -> DetectorEyes:
    made = DetectorEyes("eyes-s-zs")
    made._spotter = Said()  # type: ignore[assignment]
    made.reset(Brief(task="", goal="", embodiment=Embodiment(camera=CAMERA)))
    return made


def seen(eyes: DetectorEyes, name: str, columns: slice, *words: str) -> Spotted:
    mask = np.zeros((48, 64), np.bool_)
    mask[20:30, columns] = True
    every = (*words_of("colour"), *words_of("material"))
    fits = np.array([0.9 if word in words else 0.1 for word in every])
    return Spotted(eyes._nouns.index(name), 0.8, mask, fits)


def frame() -> Observation:
    rgb = np.zeros((48, 64, 3), np.uint8)
    depth = np.full((48, 64), 2.0, np.float32)
    return Observation(rgb=rgb, depth=depth, pose=Pose(0.0, 0.0), moved=True, step=0)


def test_the_same_place_is_the_same_thing_with_the_name_that_most_views_give(
    eyes: DetectorEyes,
) -> None:
    here = slice(10, 20)
    for name in ("mug", "mug", "bowl"):
        eyes._spotter.spotted = [seen(eyes, name, here, "red", "ceramic")]
        ids, named = eyes.see(frame())
    assert len(named) == 1
    ((id, what),) = named.items()
    assert (what.category, what.colours, what.materials) == ("mug", ("red",), ("ceramic",))
    assert (ids == id).sum() == 100


def test_two_places_are_two_things_and_an_unclear_colour_is_none(eyes: DetectorEyes) -> None:
    left, right = slice(5, 15), slice(40, 50)
    eyes._spotter.spotted = [
        seen(eyes, "mug", left, "red", "ceramic"),
        seen(eyes, "mug", right, "red", "blue", "ceramic"),
    ]
    for _ in range(2):
        ids, named = eyes.see(frame())
    assert len(named) == 2
    assert named[int(ids[25, 45])].colours == ()
    assert named[int(ids[25, 10])].colours == ("red",)
