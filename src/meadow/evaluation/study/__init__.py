"""What the studies of published papers have in common."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from meadow.registry import Registry

#: Study -> the function that packs the runs below a directory into small files, in another directory.
KEEPERS: Registry[Callable[[Path, Path], object]] = Registry("study with kept runs")
