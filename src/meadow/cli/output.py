"""Where results go: checked before the work begins, because an hour later is too late."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from meadow.errors import InvalidValueError

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
