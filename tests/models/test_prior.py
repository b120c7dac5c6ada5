from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from meadow.errors import InvalidValueError, MeadowError
from meadow.models import load_model
from meadow.models.prior import Prior, words_only

ROOMS = ["kitchen", "living room", "bedroom", "bathroom", "office", "hallway"]
HOUSEKEEP = Path(__file__).parents[3] / "shared/data/meta/housekeep"


@pytest.fixture(scope="module")
def prior() -> Prior:
    return Prior()


@pytest.mark.parametrize(
    ("thing", "room"),
    [
        ("toaster", "kitchen"),
        ("pillow", "bedroom"),
        ("toothbrush", "bathroom"),
        ("sofa", "living room"),
        ("stapler", "office"),
        ("shampoo", "bathroom"),
        ("frying pan", "kitchen"),
    ],
)
def test_things_are_in_their_rooms(prior: Prior, thing: str, room: str) -> None:
    choice = prior.rooms(thing, ROOMS)
    assert choice.best == room
    assert sum(choice.scores) == pytest.approx(1.0)
    question = f"In which room would you most likely find the {thing}?"
    assert prior.choose(question, ROOMS).best == room


def test_receptacles_and_companions(prior: Prior) -> None:
    assert prior.receptacles("pillow", ["bed", "oven", "toilet", "floor"]).best == "bed"
    assert prior.companions("toothbrush", ["bed", "oven", "toilet", "sofa"]).best == "toilet"


def test_counts_change_what_words_alone_say(prior: Prior) -> None:
    plain = words_only()
    assert plain.rooms("toaster", ROOMS).how == "words"
    assert prior.rooms("toaster", ROOMS).how == "prior"
    assert max(prior.rooms("toaster", ROOMS).scores) > max(plain.rooms("toaster", ROOMS).scores)


def test_what_was_never_counted_is_ranked_by_words(prior: Prior) -> None:
    strange, plain = prior.rooms("xqzzv", ROOMS), words_only().rooms("xqzzv", ROOMS)
    assert strange.scores == pytest.approx(plain.scores)


def test_cards_say_which_is_in_domain() -> None:
    assert "in-domain" in load_model("prior").card().notes["domain"]
    assert "words only" in load_model("prior-words").card().notes["domain"]
    assert load_model("prior").card().sha256 != load_model("prior-words").card().sha256


def test_it_does_not_pretend_to_chat(prior: Prior) -> None:
    with pytest.raises(MeadowError, match="openai:"):
        prior.chat([{"role": "user", "content": "hello"}])
    with pytest.raises(InvalidValueError):
        prior.choose("where?", [])


@pytest.mark.skipif(not HOUSEKEEP.exists(), reason="needs the Housekeep labels")
def test_people_accept_its_rooms() -> None:
    """Top-1 room of 269 objects, right when 6 of 10 people would put it somewhere in that room."""
    axes = json.loads((HOUSEKEEP / "placement_ranks_axes.json").read_text())
    ranks = np.load(HOUSEKEEP / "placement_ranks.npz")["ranks"]
    place_rooms = [place.split("|")[0] for place in axes["axis0_room_receptacle"]]
    rooms = sorted(set(place_rooms))
    liked = (ranks > 0).sum(-1) >= 6
    accepted = np.stack([liked[np.array(place_rooms) == room].any(0) for room in rooms], axis=1)
    names = [room.replace("_", " ") for room in rooms]
    share = {}
    for model in (Prior(), words_only()):
        best = [
            names.index(model.rooms(thing.replace("_", " "), names).best)
            for thing in axes["axis1_object"]
        ]
        share[model.card().name] = accepted[np.arange(len(best)), best].mean()
    assert share["prior"] >= 0.63
    assert share["prior"] > share["prior-words"] > accepted.mean() + 0.05
