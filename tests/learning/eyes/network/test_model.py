"""The text tower reads phrases of a batch each by itself, as the one in numpy does that ships."""

from __future__ import annotations

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from meadow.learning.eyes.data.frames import encode  # noqa: E402
from meadow.learning.eyes.network.model import EyesNetworkConfig, TextNetwork  # noqa: E402
from meadow.models.eyes.text import TextTower  # noqa: E402

PHRASES = ["mug", "a red mug on the wooden desk near a lamp", "whiteboard"]


def tower() -> TextNetwork:
    torch.manual_seed(0)
    text = TextNetwork(EyesNetworkConfig())
    torch.nn.init.normal_(text.hush.weight, std=0.1)
    return text.eval()


def vectors(text: TextNetwork, phrases: list[str]) -> torch.Tensor:
    tokens, weights = encode(phrases)
    with torch.no_grad():
        return text(torch.from_numpy(tokens), torch.from_numpy(weights))


def test_a_phrase_is_read_alike_alone_and_beside_longer_ones() -> None:
    text = tower()
    together = vectors(text, PHRASES)
    for row, phrase in enumerate(PHRASES):
        torch.testing.assert_close(vectors(text, [phrase])[0], together[row])


def test_torch_and_numpy_read_alike() -> None:
    text = tower()
    shipped = TextTower({name: value.numpy() for name, value in text.state_dict().items()})
    found = shipped.encode(PHRASES)
    assert np.allclose(found, vectors(text, PHRASES).numpy(), atol=1e-5)


def test_phrases_without_a_word_have_a_gradient_and_no_nan() -> None:
    text = tower()
    tokens, weights = encode(PHRASES)
    out = text(torch.from_numpy(tokens), torch.zeros_like(torch.from_numpy(weights)))
    out.sum().backward()
    assert bool(torch.isfinite(out).all())
    assert bool(torch.isfinite(text.out.bias.grad).all())
