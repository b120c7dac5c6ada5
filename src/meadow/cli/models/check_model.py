"""``meadow models check NAME``: does it load, and does it answer?"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any, NamedTuple

import tyro

from meadow.errors import MeadowError
from meadow.types import Array

#: Pixels of a card.
SIDE = 224
#: What cards show and models are asked to tell apart.
COLOURS = {
    "red": (255, 0, 0),
    "green": (0, 255, 0),
    "blue": (0, 0, 255),
    "yellow": (255, 255, 0),
    "black": (0, 0, 0),
}
#: Words with the one that is nearest among the others' partners.
ALIKE = (("sofa", "couch"), ("mug", "cup"), ("carpet", "rug"), ("television", "tv"))
#: Things and where they are kept.
ROOMS = {"toaster": "kitchen", "toothbrush": "bathroom", "pillow": "bedroom"}
#: The fraction of right answers that a model must give; chance gives a third at most.
ENOUGH = 0.65


class Answer(NamedTuple):
    """What a model said, and whether it is good enough."""

    text: str
    passed: bool


@dataclass(frozen=True, kw_only=True)
class Config:
    """Load a model, ask it something of each kind that it can do, and print its card."""

    name: Annotated[str, tyro.conf.Positional]
    """E.g. words, eyes-s, hf:org/name@revision, openai:model@http://localhost:8080/v1."""
    download: bool = False
    """Fetch missing weights (Hugging Face only)."""
    device: str = "cpu"
    """For Hugging Face models."""
    dtype: str = "float32"
    """For Hugging Face models."""


def run(config: Config) -> int:
    """Print the card and each answer; errors say what to do."""
    from meadow.cli.models.loading import load_options
    from meadow.models import load_model

    start = time.perf_counter()
    options = load_options(config.name, config.device, config.dtype, config.download)
    model = load_model(config.name, **options)
    card = model.card()
    print(f"{card.summary()}  {card.kind}  loaded in {time.perf_counter() - start:.2f} s")
    for key, value in card.notes.items():
        print(f"  {key}: {value}")
    failed = []
    for what, ask in questions(model):
        start = time.perf_counter()
        answer = ask()
        print(f"  {what}: {answer.text}  ({1e3 * (time.perf_counter() - start):.0f} ms)")
        if not answer.passed:
            failed.append(what)
    if failed:
        raise MeadowError(
            f"{config.name} does not do what such a model does: {'; '.join(failed)}. Its weights may be "
            "damaged, or those of another model"
        )
    print("ok")
    return 0


def questions(model: Any) -> list[tuple[str, Callable[[], Answer]]]:
    """What is asked of a model, by the protocols that it has. A model with wrong weights fails."""
    from meadow.models import protocols as p

    asked: list[tuple[type, str, Callable[[Any], Answer]]] = [
        (p.ImageTextEncoder, "the colours of cards, by their middle patch", _likeness),
        (p.Detector, "the colours of cards, by their best box", _detections),
        (p.Captioner, "the colours of cards, in captions", _captions),
        (p.Matcher, "the colours of cards, by matching", _matches),
        (p.TextEncoder, "which word is nearest to another", _nearest_words),
        (p.LanguageModel, "the rooms of things", _rooms),
        (p.Reader, "no text on cards without any", _blank_lines),
    ]
    return [
        (what, partial(ask, model)) for protocol, what, ask in asked if isinstance(model, protocol)
    ]


def cards() -> list[tuple[str, Array]]:
    """Squares, discs and bars of every colour on light paper, with the name of the colour."""
    import numpy as np

    y, x = np.mgrid[:SIDE, :SIDE] - SIDE // 2
    shapes = (
        (abs(x) < 50) & (abs(y) < 50),
        x**2 + y**2 < 55**2,
        (abs(x) < 80) & (abs(y) < 25),
    )
    made = []
    for name, colour in COLOURS.items():
        for shape in shapes:
            image = np.full((SIDE, SIDE, 3), 235, np.uint8)
            image[shape] = colour
            made.append((name, image))
    return made


def _graded(said: Sequence[tuple[str, str]]) -> Answer:
    """How many answers (wanted, given) are right, with the first that is not."""
    right = sum(wanted == given for wanted, given in said)
    needed = math.ceil(ENOUGH * len(said))
    wrong = next(
        (f"; {wanted} was taken for {given}" for wanted, given in said if wanted != given), ""
    )
    text = f"{right} of {len(said)} right, at least {needed} expected{wrong}"
    return Answer(text, right >= needed)


def _likeness(model: Any) -> Answer:
    texts, drawn = list(COLOURS), cards()
    patches = model.encode_images([image for _, image in drawn]).patches
    middle = patches[:, patches.shape[1] // 2, patches.shape[2] // 2]
    best = (middle @ model.encode_texts(texts).T).argmax(axis=1)
    return _graded([(name, texts[k]) for (name, _), k in zip(drawn, best.tolist())])


def _detections(model: Any) -> Answer:
    drawn = cards()
    found = model.detect([image for _, image in drawn], list(COLOURS))
    best = [f.labels[int(f.scores.argmax())] if len(f) else "nothing" for f in found]
    return _graded([(name, label) for (name, _), label in zip(drawn, best)])


def _captions(model: Any) -> Answer:
    drawn = cards()
    said = model.caption([image for _, image in drawn])
    named = [name if name in text.lower() else repr(text) for (name, _), text in zip(drawn, said)]
    return _graded([(name, word) for (name, _), word in zip(drawn, named)])


def _matches(model: Any) -> Answer:
    texts, drawn = list(COLOURS), cards()
    best = model.match([image for _, image in drawn], texts).argmax(axis=1)
    return _graded([(name, texts[k]) for (name, _), k in zip(drawn, best.tolist())])


def _nearest_words(model: Any) -> Answer:
    words = [near for _, near in ALIKE]
    likeness = model.encode([word for word, _ in ALIKE]) @ model.encode(words).T
    best = likeness.argmax(axis=1).tolist()
    return _graded([(near, words[k]) for (_, near), k in zip(ALIKE, best)])


def _rooms(model: Any) -> Answer:
    rooms = list(ROOMS.values())
    asked = [f"In which room is the {thing} most likely?" for thing in ROOMS]
    chosen = [model.choose(question, rooms) for question in asked]
    answer = _graded([(room, choice.best) for room, choice in zip(rooms, chosen)])
    return Answer(f"{answer.text} (by {chosen[0].how})", answer.passed)


def _blank_lines(model: Any) -> Answer:
    lines = [line for found in model.read([image for _, image in cards()]) for line in found]
    return Answer(f"{len(lines)} lines, none expected", not lines)
