"""``meadow eyes evaluate``: how well the embedded vision-language model sees."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

from meadow.cli.terminal.options import Out, Positive


@dataclass(frozen=True, kw_only=True)
class Config:
    """Measure the embedded vision-language model in held-out homes: detection, naming, attributes.

    Half of the objects added to these homes have shapes that training never showed.
    Example: meadow eyes evaluate --model eyes-s --json eyes.json
    """

    model: str = "eyes-s"
    """eyes-s, eyes-b or their -zs trainings."""
    frames: Positive = 960
    """Held-out frames, 24 in each home. A third more show whole rooms; as many are rendered again with 672
    pixels for glances, and the same homes give views from where a robot may stop."""
    json: Path | None = None
    """Write all figures to this file."""
    out: Out | None = None
    """Write a table and plots into this directory."""
    weights: Path | None = None
    """Directory with your own weights instead of the shipped ones."""
    calibrate: bool = False
    """First fit calibration and threshold on other homes; write them and the figures into the model's
    card."""
    meshes: Path | None = None
    """Index of a pack of furniture meshes from other sources (NAME_index.json with NAME_pack.npz): also
    measure whether the model names them, placed in held-out homes."""
    threads: Positive = 1
    """Threads of the network."""


def run(config: Config) -> int:
    """The eyes look at held-out frames, and what they found is judged, printed and written."""
    from meadow import serialize
    from meadow.cli.terminal.machine import vector_flags, versions
    from meadow.cli.terminal.output import check_directory, check_file
    from meadow.learning.eyes.card import card_text
    from meadow.learning.eyes.exam import evaluate as exam
    from meadow.models.eyes import load_eyes
    from meadow.models.eyes.files import weights_directory

    if config.json is not None:
        check_file(config.json, (".json",))
    if config.out is not None:
        check_directory(config.out)
    eyes = load_eyes(config.model, threads=config.threads, directory=config.weights)
    directory = config.weights or weights_directory()
    if config.calibrate:
        exam.write_settings(exam.calibrate(eyes, config.frames, _told("calibrating")), directory)
        eyes = load_eyes(config.model, threads=config.threads, directory=config.weights)
    result = exam.evaluate(eyes, config.frames, _told("looking"))
    result["machine"] = {**versions(), "flags": vector_flags()}
    if config.meshes is not None:
        from meadow.learning.eyes.exam.foreign import examine

        figures, pictures = examine(eyes, config.meshes, progress=_told("foreign meshes", 50))
        result |= {f"foreign_{name}": value for name, value in figures.items()}
    if config.calibrate:
        settings = exam.with_metrics(eyes.settings, result)
        exam.write_settings(settings, directory)
        text = card_text(settings, result).encode()
        serialize.write_bytes(directory / f"{config.model}.md", text)
    sys.stdout.write(exam.table([result]))
    if config.json is not None:
        serialize.write(config.json, result, indent=True)
    if config.out is not None:
        exam.plots(result, config.out)
        if config.meshes is not None:
            exam.sheet(pictures, config.out / f"{config.model}-foreign.webp")
        serialize.write(config.out / f"{config.model}.json", result, indent=True)
        serialize.write_bytes(config.out / f"{config.model}.md", exam.table([result]).encode())
    return 0


def _told(what: str, often: int = 5):  # type: ignore[no-untyped-def]
    """A progress function that writes to the terminal's error stream now and then."""

    def told(done: int, total: int) -> None:
        if done == total or done % often == 0:
            sys.stderr.write(f"{what}: {done}/{total}\n")

    return told
