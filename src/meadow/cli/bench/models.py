"""``meadow bench models``: how long models take on this machine."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any

import tyro

from meadow.cli.terminal.options import Positive
from meadow.errors import InvalidValueError, MeadowError


@dataclass(frozen=True, kw_only=True)
class Config:
    """Time models on frames of noise; MEADOW_THREADS sets the threads of each."""

    names: Annotated[tuple[str, ...], tyro.conf.Positional] = ()
    """Models; all embedded ones and installed extras by default."""
    items: Positive = 8
    """Frames or phrases in a batch."""
    repeats: Positive = 3
    """Repetitions, of which the best is reported."""
    side: Positive = 224
    """Side of a frame, pixels."""
    device: str = "cpu"
    """For Hugging Face models."""
    dtype: str = "float32"
    """For Hugging Face models."""


def run(config: Config) -> int:
    """Print milliseconds per item, one line for each thing that a model does."""
    from meadow.cli.models.loading import load_options
    from meadow.models import MODELS, load_model
    from meadow.models.threads import model_threads

    if not 8 <= config.side <= 4096:
        raise InvalidValueError(f"--side {config.side}: expected 8 to 4096 pixels")
    names = config.names or [n for n in MODELS.names() if "fake" not in MODELS.entry(n).tags]
    print(f"{model_threads()} thread(s), batches of {config.items}, best of {config.repeats}")
    for name in names:
        try:
            model = load_model(name, **load_options(name, config.device, config.dtype))
        except MeadowError as error:
            if config.names:
                raise
            print(f"{name:<16} not here: {str(error).splitlines()[0][:100]}")
            continue
        for what, work in jobs(model, config):
            print(
                f"{name:<16} {what:<24} {_best(work, config.repeats) / config.items:9.3f} ms each"
            )
    return 0


def jobs(model: Any, config: Config) -> list[tuple[str, Callable[[], object]]]:
    """What a model is timed on, by the protocols that it has."""
    import numpy as np

    from meadow.models import protocols as p
    from meadow.seeding import stream

    shape = (config.items, config.side, config.side, 3)
    noise = stream(0, "models bench").array(int(np.prod(shape))).reshape(shape)
    images = list((noise * 255.0).astype(np.uint8))
    things = ["mug", "sofa", "toaster", "pillow", "whisk", "lamp", "towel", "shoe"]
    texts = [f"{things[i % 8]} number {i}" for i in range(config.items)]
    rooms = ["kitchen", "bathroom", "bedroom"]
    asked: list[tuple[type, str, Callable[[], object]]] = [
        (p.ImageTextEncoder, "encode images", lambda: model.encode_images(images)),
        (p.ImageTextEncoder, "encode texts", lambda: model.encode_texts(texts)),
        (p.Detector, "detect 8 phrases", lambda: model.detect(images, things)),
        (p.Captioner, "caption", lambda: model.caption(images)),
        (p.Matcher, "match one text", lambda: model.match(images, things[:1])),
        (p.TextEncoder, "encode", lambda: model.encode(texts)),
        (p.LanguageModel, "choose of 3", lambda: [model.choose(t, rooms) for t in texts]),
        (p.Reader, "read", lambda: model.read(images)),
    ]
    return [(what, work) for protocol, what, work in asked if isinstance(model, protocol)]


def _best(work: Callable[[], object], repeats: int) -> float:
    """Milliseconds of the fastest run, after one that warms up."""
    work()
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return 1e3 * min(times)
