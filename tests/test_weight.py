"""What a clone must carry stays small: pictures and kept rows are compressed."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LARGEST = 300_000
"""Bytes."""
#: Weights and word vectors, which are data of the package, and committed once for a release.
WEIGHTS = {".onnx", ".npz"}
#: Bytes that the browser's program may have: it is built, and ships so that users need no Node.
PROGRAMS = {"src/meadow/viewer/web/bundle/window.js": 1_000_000}


def tracked() -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode:
        pytest.skip("this is no git checkout")
    return [ROOT / name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]


def test_files_are_small() -> None:
    large = {
        name: size
        for path in tracked()
        if path.suffix not in WEIGHTS
        and (size := path.stat().st_size)
        > PROGRAMS.get(name := path.relative_to(ROOT).as_posix(), LARGEST)
    }
    assert not large, f"write pictures as WebP and rows as .jsonl.gz: {large}"
