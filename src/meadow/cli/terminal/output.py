"""Where results go: checked before the work begins, because an hour later is too late."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from meadow import serialize
from meadow.errors import InvalidValueError

if TYPE_CHECKING:
    from PIL.Image import Image

PICTURES = (".png", ".jpg", ".jpeg", ".webp")


def check_directory(path: Path) -> None:
    """Raise when files cannot be put into ``path``; it is not made yet."""
    nearest = path
    while not nearest.exists() and nearest != nearest.parent:
        nearest = nearest.parent
    if not nearest.is_dir():
        raise InvalidValueError(f"{path}: {nearest} is a file, expected a directory")
    if not os.access(nearest, os.W_OK | os.X_OK):
        raise InvalidValueError(f"{path}: {nearest} cannot be written to, choose another place")


def check_file(path: Path, suffixes: Sequence[str]) -> None:
    """Raise when ``path`` cannot become a file of one of these kinds."""
    if path.suffix.lower() not in suffixes:
        raise InvalidValueError(f"{path}: expected a name that ends in {' or '.join(suffixes)}")
    if path.is_dir():
        raise InvalidValueError(f"{path} is a directory, expected the name of a file")
    check_directory(path.parent)


def save_picture(image: Image, path: Path) -> None:
    """Write a picture in one piece, in the format that its name asks for."""
    suffix = path.suffix.lower().removeprefix(".")
    kind = "jpeg" if suffix == "jpg" else suffix
    options = {"quality": 88} if kind != "png" else {"optimize": True}
    with serialize.atomic(path) as file:
        image.save(file, kind, **options)
