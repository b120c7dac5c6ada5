"""The toy world of these tests."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def cue_env():
    """The class of the toy environment; a script of its own, for other processes load it too."""
    path = Path(__file__).with_name("cue_env.py")
    spec = importlib.util.spec_from_file_location("cue_env", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.CueEnv
