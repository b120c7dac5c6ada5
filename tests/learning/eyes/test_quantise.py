"""Eight-bit towers say nearly what those in floating point say, alone or in a batch."""

from __future__ import annotations

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("onnx")

from meadow.learning.eyes.export import OUTPUTS, onnx_bytes  # noqa: E402
from meadow.learning.eyes.quantise import quantised, typical_frames  # noqa: E402
from meadow.learning.eyes.train import EyesTrainer, EyesTrainingConfig  # noqa: E402
from meadow.models.onnx import open_session  # noqa: E402


@pytest.fixture(scope="module")
def frames() -> np.ndarray:
    return typical_frames(7, zero_shot=True, homes=2)


def test_frames_are_those_of_training_homes_and_always_the_same(frames: np.ndarray) -> None:
    assert frames.shape == (10, 224, 224, 3)
    assert frames.dtype == np.uint8
    assert all(frame.std() > 5.0 for frame in frames)
    assert np.array_equal(frames[:5], typical_frames(7, zero_shot=True, homes=1))


def test_eight_bits_say_nearly_the_same(frames: np.ndarray) -> None:
    plain = onnx_bytes(EyesTrainer(EyesTrainingConfig(imagenet=False)).mean_net())
    small = quantised(plain, frames)
    assert len(small) < 0.4 * len(plain)
    full, coarse = (
        open_session(m, threads=1).run(None, {"images": frames}) for m in (plain, small)
    )
    alone = open_session(small, threads=1).run(None, {"images": frames[3:4]})
    for name, a, b, c in zip(OUTPUTS, full, coarse, alone):
        cosine = float((a * b).sum() / np.linalg.norm(a) / np.linalg.norm(b))
        assert cosine > 0.98, (name, cosine)
        assert not np.array_equal(a, b), name
        assert np.allclose(b[3:4], c, atol=1e-5 * max(1.0, float(np.abs(c).max()))), name
