"""A part of a graph gives what the whole gives, and computes nothing else."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from meadow.errors import UnknownIdError
from meadow.models.eyes import available
from meadow.models.eyes.files import read_files
from meadow.models.onnx import open_session
from meadow.models.onnx_part import part_of

pytestmark = pytest.mark.skipif("eyes-s" not in available(), reason="no weights are shipped")


@pytest.fixture(scope="module")
def model() -> bytes:
    return read_files("eyes-s").model


def nodes(model: bytes, tmp_path: Path) -> int:
    """Nodes that onnxruntime runs."""
    onnxruntime = pytest.importorskip("onnxruntime")
    options = onnxruntime.SessionOptions()
    options.enable_profiling = True
    options.profile_file_prefix = str(tmp_path / "profile")
    session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    session.run(None, {"images": np.zeros((1, 224, 224, 3), np.uint8)})
    events = json.loads(Path(session.end_profiling()).read_text())
    return sum(event["name"].endswith("kernel_time") for event in events)


def test_outputs_of_a_part_are_those_of_the_whole(model: bytes) -> None:
    images = np.random.default_rng(0).integers(0, 255, (2, 224, 224, 3), np.uint8)
    whole = open_session(model, threads=1)
    part = open_session(part_of(model, ["quality", "cells"]), threads=1)
    names = [output.name for output in part.get_outputs()]
    assert names == ["cells", "quality"]
    for a, b in zip(whole.run(names, {"images": images}), part.run(names, {"images": images})):
        assert np.array_equal(a, b)


def test_the_rest_is_not_computed(model: bytes, tmp_path: Path) -> None:
    assert nodes(part_of(model, ["boxes"]), tmp_path) < nodes(model, tmp_path) - 10


def test_all_outputs_are_the_model_itself(model: bytes) -> None:
    names = [output.name for output in open_session(model, threads=1).get_outputs()]
    assert len(part_of(model, names)) == len(model)


def test_an_unknown_output_is_named(model: bytes) -> None:
    with pytest.raises(UnknownIdError, match="depth.*cells"):
        part_of(model, ["depth"])
