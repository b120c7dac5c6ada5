"""Reading a model's three files, with an error that says what to do when one is missing or damaged."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec

from meadow import serialize
from meadow.errors import FileFormatError, MissingWeightsError, UnknownIdError
from meadow.models.arrays import read_arrays
from meadow.models.eyes.text import check_tower
from meadow.types import Array

NAMES = ("eyes-s", "eyes-s-zs", "eyes-b", "eyes-b-zs")
ZERO_SHOT = "-zs"
"""End of the names of models that were never shown what benchmarks hold out."""


class Settings(msgspec.Struct, frozen=True):
    """What a card says about how to read the network's outputs."""

    name: str
    revision: str
    sha256: str
    scale: tuple[float, float]
    """Of cosines, for cells and for the whole image."""
    bias: tuple[float, float]
    calibration: tuple[float, float, float]
    """Weights of phrase logit and box logit and a constant; their sum is the logit of a detection."""
    threshold: float
    """Recommended: below one false alarm in 1,000 frames per absent phrase on held-out homes."""
    zero_shot: bool = False
    steps: int = 0
    images: int = 0
    minutes: float = 0.0
    metrics: dict[str, Any] = {}
    """Measured on held-out homes by ``meadow eyes evaluate``."""

    @property
    def catalogue_revision(self) -> int:
        """The revision of the catalogue that the training saw: the number before the point."""
        return int(self.revision.partition(".")[0])


def weights_name(model: str, zero_shot: bool) -> str:
    """The name of a model's weights: the model's own, or that of its zero-shot training."""
    return model + ZERO_SHOT if zero_shot else model


@dataclass(frozen=True, slots=True)
class Files:
    """The contents of a model's files."""

    model: bytes
    text: dict[str, Array]
    settings: Settings


def weights_directory() -> Path:
    """Where the shipped weights are."""
    return Path(str(resources.files("meadow.models.eyes"))) / "weights"


def available() -> list[str]:
    """Names of the models whose weights are installed."""
    return [name for name in NAMES if (weights_directory() / f"{name}.onnx").exists()]


def read_files(name: str, directory: Path | None = None) -> Files:
    """Read and check a model; its hash must be the one on its card."""
    if directory is None:
        if name not in NAMES:
            raise UnknownIdError("eyes model", name, NAMES)
        directory = weights_directory()
    data = {}
    for ending in ("onnx", "npz", "json"):
        path = directory / f"{name}.{ending}"
        if not path.exists():
            found = ", ".join(available()) or "none"
            raise MissingWeightsError(
                f"{path} is missing; models with weights here: {found}. "
                f"Reinstall meadow, or train it: meadow train eyes --model {name.removesuffix(ZERO_SHOT)}"
            )
        data[ending] = serialize.read_bytes(path)
    settings = serialize.decode(data["json"], Settings, str(directory / f"{name}.json"))
    digest = hashlib.sha256(data["onnx"] + data["npz"]).hexdigest()
    if digest != settings.sha256:
        raise FileFormatError(
            f"the weights of {name} in {directory} are damaged or not those of its card "
            f"(sha256 {digest[:12]}..., expected {settings.sha256[:12]}...): reinstall meadow"
        )
    text = read_arrays(data["npz"], str(directory / f"{name}.npz"))
    check_tower(text, str(directory / f"{name}.npz"))
    return Files(data["onnx"], text, settings)
