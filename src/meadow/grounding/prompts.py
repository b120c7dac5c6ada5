"""How a goal is put to an encoder: ensembles of sentences, and the nine places of an image."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from meadow.errors import InvalidValueError, UnknownIdError
from meadow.language.parse import parse
from meadow.types import Array

#: The ensemble for ImageNet of the CLIP authors (Radford et al., 2021), 80 sentences in their order.
_OPENAI80 = """
a bad photo of a {}.
a photo of many {}.
a sculpture of a {}.
a photo of the hard to see {}.
a low resolution photo of the {}.
a rendering of a {}.
graffiti of a {}.
a bad photo of the {}.
a cropped photo of the {}.
a tattoo of a {}.
the embroidered {}.
a photo of a hard to see {}.
a bright photo of a {}.
a photo of a clean {}.
a photo of a dirty {}.
a dark photo of the {}.
a drawing of a {}.
a photo of my {}.
the plastic {}.
a photo of the cool {}.
a close-up photo of a {}.
a black and white photo of the {}.
a painting of the {}.
a painting of a {}.
a pixelated photo of the {}.
a sculpture of the {}.
a bright photo of the {}.
a cropped photo of a {}.
a plastic {}.
a photo of the dirty {}.
a jpeg corrupted photo of a {}.
a blurry photo of the {}.
a photo of the {}.
a good photo of the {}.
a rendering of the {}.
a {} in a video game.
a photo of one {}.
a doodle of a {}.
a close-up photo of the {}.
a photo of a {}.
the origami {}.
the {} in a video game.
a sketch of a {}.
a doodle of the {}.
a origami {}.
a low resolution photo of a {}.
the toy {}.
a rendition of the {}.
a photo of the clean {}.
a photo of a large {}.
a rendition of a {}.
a photo of a nice {}.
a photo of a weird {}.
a blurry photo of a {}.
a cartoon {}.
art of a {}.
a sketch of the {}.
a embroidered {}.
a pixelated photo of a {}.
itap of the {}.
a jpeg corrupted photo of the {}.
a good photo of a {}.
a plushie {}.
a photo of the nice {}.
a photo of the small {}.
a photo of the weird {}.
the cartoon {}.
art of the {}.
a drawing of the {}.
a photo of the large {}.
a black and white photo of a {}.
the plushie {}.
a dark photo of a {}.
itap of a {}.
graffiti of the {}.
a toy {}.
itap of my {}.
a photo of a cool {}.
a photo of a small {}.
a tattoo of the {}.
"""

#: Ensembles by name; "{}" stands for the goal.
PROMPTS: dict[str, tuple[str, ...]] = {
    "openai80": tuple(_OPENAI80.strip().splitlines()),
    "photo": ("a photo of a {}.",),
    "plain": ("{}",),
}

#: Where in the image a thing is, row by row; CLIP-Ref. asks for each.
REGIONS = (
    "{} in the top left",
    "{} in the top center",
    "{} in the top right",
    "{} in the center left",
    "{} in the center",
    "{} in the center right",
    "{} in the bottom left",
    "{} in the bottom center",
    "{} in the bottom right",
)

#: Openings of a request that are not about the thing itself.
_ASIDES = ("please", "find", "go to", "look for", "search for", "navigate to", "me")
_ARTICLES = ("a", "an", "the", "my", "some")


def templates(name: str) -> tuple[str, ...]:
    """The sentences of an ensemble."""
    if name not in PROMPTS:
        raise UnknownIdError("prompt ensemble", name, PROMPTS)
    return PROMPTS[name]


def phrase_of(goal: str) -> str:
    """A goal as it fits into a sentence: without "find", its first article and stray blanks.

    >>> phrase_of("Please find the small, red mug ")
    'small, red mug'
    """
    if not goal.strip():
        raise InvalidValueError("the goal is empty: say what to look for, e.g. 'a red mug'")
    phrase = " ".join(goal.split()).rstrip(".!?")
    for openings in (_ASIDES, _ARTICLES):
        phrase = _without(phrase, openings)
    return phrase


def alternatives(goal: str) -> list[str]:
    """The phrases of a goal that leaves a choice: "a desk or a side table" is two."""
    return [phrase_of(part) for part in goal.split(" or ") if part.strip()] or [phrase_of(goal)]


def nouns(goal: str) -> list[str]:
    """What kinds of things a goal is about: "a red mug or the small vase" is mug and vase."""
    found = []
    for phrase in alternatives(goal):
        try:
            found.append(parse(phrase).target.head)
        except InvalidValueError:  # nothing that a grammar can make sense of
            found.append(phrase or goal.strip())
    return list(dict.fromkeys(found))


def _without(phrase: str, openings: Sequence[str]) -> str:
    """``phrase`` without any of the openings, however many it has; never nothing at all."""
    for opening in openings:
        head, rest = phrase[: len(opening) + 1].lower(), phrase[len(opening) + 1 :]
        if head == f"{opening} " and rest:
            return _without(rest, openings)
    return phrase


def ensemble(encode: Callable[[Sequence[str]], Array], name: str, phrase: str) -> Array:
    """(D,) unit vector of a phrase: the mean over an ensemble's sentences, as CLIP's authors take it."""
    vectors = encode([sentence.format(phrase) for sentence in templates(name)])
    mean = vectors.mean(axis=0)
    unit: Array = (mean / max(float(np.linalg.norm(mean)), 1e-12)).astype(np.float32)
    return unit
