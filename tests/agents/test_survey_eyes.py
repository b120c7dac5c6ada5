"""A detector's sightings become things: the same place is the same thing, called what most views say."""

from __future__ import annotations

import math

import numpy as np
import pytest

from meadow.agents.attributes_eyes import Spotted
from meadow.agents.survey_eyes import DetectorEyes
from meadow.types import Brief, Camera, Embodiment, Observation, Pose

CAMERA = Camera(width=64, height=48, hfov=math.radians(90.0), elevation=1.0)


class Said:
    """In place of a network: says of whole frames what it was told, and nothing of parts of them."""

    def __init__(self) -> None:
        self.spotted: list[Spotted] = []
        self.closer: list[Spotted] = []

    def spot(self, observation: Observation) -> list[Spotted]:
        return self.spotted if observation.rgb.shape == (48, 64, 3) else self.closer


@pytest.fixture
def eyes() -> DetectorEyes:
    made = DetectorEyes("eyes-s-zs")
    made._spotter = Said()  # type: ignore[assignment]
    made.reset(Brief(task="", goal="", embodiment=Embodiment(camera=CAMERA)))
    return made


def seen(eyes: DetectorEyes, name: str, columns: slice) -> Spotted:
    mask = np.zeros((48, 64), np.bool_)
    mask[20:30, columns] = True
    return Spotted(eyes._nouns.index(name), 0.8, mask, np.zeros(0))


def frame(colour: tuple[int, int, int] = (200, 25, 30)) -> Observation:
    rgb = np.full((48, 64, 3), colour, np.uint8)
    depth = np.full((48, 64), 2.0, np.float32)
    return Observation(rgb=rgb, depth=depth, pose=Pose(0.0, 0.0), moved=True, step=0)


def test_the_same_place_is_the_same_thing_with_the_name_that_most_views_give(
    eyes: DetectorEyes,
) -> None:
    here = slice(10, 20)
    for name in ("towel", "towel", "bowl"):
        eyes._spotter.spotted = [seen(eyes, name, here)]
        ids, named = eyes.see(frame())
    assert len(named) == 1
    ((id, what),) = named.items()
    assert (what.category, what.colours, what.materials) == ("towel", ("red",), ("fabric",))
    assert (ids == id).sum() == 100


def test_two_places_are_two_things(eyes: DetectorEyes) -> None:
    eyes._spotter.spotted = [seen(eyes, "mug", slice(5, 15)), seen(eyes, "mug", slice(40, 50))]
    for _ in range(2):
        ids, named = eyes.see(frame())
    assert len(named) == 2
    assert ids[25, 45] != ids[25, 10]


def test_a_colour_that_changes_from_view_to_view_is_none(eyes: DetectorEyes) -> None:
    eyes._spotter.spotted = [seen(eyes, "mug", slice(5, 15))]
    for colour in ((200, 25, 30), (20, 40, 190), (90, 90, 90), (30, 150, 40)):
        _, named = eyes.see(frame(colour))
    assert [what.colours for what in named.values()] == [()]


def test_what_only_a_closer_look_shows_is_where_it_is_in_the_frame(eyes: DetectorEyes) -> None:
    mask = np.zeros((32, 32), np.bool_)
    mask[10:20, 4:14] = True
    eyes._spotter.closer = [Spotted(eyes._nouns.index("mug"), 0.8, mask, np.zeros(0))]
    for _ in range(2):
        ids, _ = eyes.see(frame())
    for left in (0, 16, 32):  # the three parts begin in row 8
        assert (ids[18:28, left + 4 : left + 14] > 0).all()
    assert (ids > 0).sum() <= 300
