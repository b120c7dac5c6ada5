"""The examples in docstrings say what happens."""

from __future__ import annotations

import doctest
import importlib
from pathlib import Path

import pytest

import meadow

SOURCE = Path(meadow.__file__).parent
WITH_EXAMPLES = [path for path in sorted(SOURCE.rglob("*.py")) if ">>> " in path.read_text()]


@pytest.mark.parametrize("path", WITH_EXAMPLES, ids=lambda p: str(p.relative_to(SOURCE)))
def test_examples_in_docstrings(path: Path) -> None:
    name = ".".join(("meadow", *path.relative_to(SOURCE).with_suffix("").parts))
    found = doctest.testmod(importlib.import_module(name))
    assert found.attempted > 0
    assert found.failed == 0
