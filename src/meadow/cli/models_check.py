"""``meadow models check NAME``: does it load, and does it answer?"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any

import tyro

#: Seconds that a server may take in a check.
PATIENCE = 20.0


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
    from meadow.models import load_model

    start = time.perf_counter()
    options = load_options(config.name, config.device, config.dtype, config.download)
    model = load_model(config.name, **options)
    card = model.card()
    print(f"{card.summary()}  {card.kind}  loaded in {time.perf_counter() - start:.2f} s")
    for key, value in card.notes.items():
        print(f"  {key}: {value}")
    for what, ask in questions(model):
        start = time.perf_counter()
        answer = ask()
        print(f"  {what}: {answer}  ({1e3 * (time.perf_counter() - start):.0f} ms)")
    print("ok")
    return 0


def load_options(name: str, device: str, dtype: str, download: bool = False) -> dict[str, Any]:
    """The options that a model of that prefix takes."""
    if name.startswith("hf:"):
        return {"device": device, "dtype": dtype, "download": download}
    return {"timeout": PATIENCE, "retries": 0} if name.startswith("openai:") else {}


def questions(model: Any) -> list[tuple[str, Callable[[], str]]]:
    """What is asked of a model, by the protocols that it has."""
    import numpy as np

    from meadow.models import protocols as p

    image = np.full((224, 224, 3), 235, np.uint8)
    image[70:150, 80:160] = (255, 0, 0)
    texts = ["red", "blue"]
    rooms = ["kitchen", "bathroom", "bedroom"]

    def detections() -> str:
        found = model.detect([image], texts)[0]
        best = f", best {found.labels[0]} {found.scores[0]:.2f}" if len(found) else ""
        return f"{len(found)} boxes{best}"

    def likeness() -> str:
        scores = model.encode_texts(texts) @ model.encode_images([image]).pooled[0]
        return ", ".join(f"{t} {s:.2f}" for t, s in zip(texts, scores))

    asked: list[tuple[type, str, Callable[[], str]]] = [
        (p.ImageTextEncoder, "a red square is like", likeness),
        (p.Detector, "in a red square it finds", detections),
        (p.Captioner, "a red square is", lambda: repr(model.caption([image])[0])),
        (p.Matcher, "a red square is red", lambda: f"{model.match([image], ['red'])[0, 0]:.2f}"),
        (
            p.TextEncoder,
            "sofa and couch",
            lambda: f"{np.dot(*model.encode(['sofa', 'couch'])):.2f}",
        ),
        (p.LanguageModel, "the toaster is in the", lambda: _choice(model, rooms)),
        (p.Reader, "lines in a red square", lambda: str(len(model.read([image])[0]))),
    ]
    return [(what, ask) for protocol, what, ask in asked if isinstance(model, protocol)]


def _choice(model: Any, rooms: list[str]) -> str:
    choice = model.choose("In which room is the toaster most likely?", rooms)
    return f"{choice.best} {max(choice.scores):.2f} (by {choice.how})"
