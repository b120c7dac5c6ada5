"""The exported model says what the trained one says, and its relevance is autograd's."""

from __future__ import annotations

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("onnx")

from meadow.learning.eyes.export import OUTPUTS, export  # noqa: E402
from meadow.learning.eyes.frames import encode  # noqa: E402
from meadow.learning.eyes.train import Plan, Trainer  # noqa: E402
from meadow.models.eyes import Eyes, load_eyes  # noqa: E402
from meadow.models.eyes.relevance import attention_gradient, relevance  # noqa: E402

PHRASES = ["a small red ceramic mug", "the sofa", "cabinet with two doors", "telly"]


@pytest.fixture(scope="module")
def trainer() -> Trainer:
    return Trainer(Plan(imagenet=False))


@pytest.fixture(scope="module")
def exported(trainer: Trainer, tmp_path_factory: pytest.TempPathFactory) -> Eyes:
    directory = tmp_path_factory.mktemp("weights")
    export(trainer, directory, quantise=False)
    return load_eyes("eyes-s", directory=directory)


@pytest.fixture(scope="module")
def image() -> np.ndarray:
    y, x = np.mgrid[0:224, 0:224]
    return np.stack([x, y, (x * y) // 224], axis=2).astype(np.uint8)


def test_onnx_equals_torch(trainer: Trainer, exported: Eyes, image: np.ndarray) -> None:
    with torch.no_grad():
        expected = trainer.mean_net().image(
            torch.from_numpy(image.copy()).permute(2, 0, 1)[None].float()
        )
    seen = exported.see([image])[0]
    for name in OUTPUTS:
        wanted = getattr(expected, name)[0].numpy()
        assert np.allclose(getattr(seen, name), wanted, atol=1e-4 * max(1.0, abs(wanted).max())), (
            name
        )


def test_texts_equal_torch(trainer: Trainer, exported: Eyes) -> None:
    tokens, weights = encode(PHRASES)
    with torch.no_grad():
        expected = trainer.mean_net().text(torch.from_numpy(tokens), torch.from_numpy(weights))
    assert np.allclose(exported.encode_texts(PHRASES), expected.numpy(), atol=1e-5)


def test_relevance_is_what_autograd_says(trainer: Trainer, image: np.ndarray) -> None:
    net = trainer.mean_net()
    seen = net.image(torch.from_numpy(image.copy()).permute(2, 0, 1)[None].float())
    tokens, weights = encode(PHRASES)
    texts = net.text(torch.from_numpy(tokens), torch.from_numpy(weights)).detach()
    attention = seen.attention.detach().requires_grad_(True)
    values = seen.values.detach()
    pooled = (attention[..., None] * values).sum(dim=(1, 2)) + net.image.pool.bias.detach()
    assert torch.allclose(pooled, seen.pooled, atol=1e-4)
    for text in texts:
        score = torch.nn.functional.cosine_similarity(pooled, text[None])
        (gradient,) = torch.autograd.grad(score.sum(), attention, retain_graph=True)
        arrays = values[0].numpy(), pooled[0].detach().numpy(), text.numpy()
        assert np.allclose(attention_gradient(*arrays), gradient[0].numpy(), atol=1e-6)
        expected = (gradient * attention).clamp(min=0).mean(dim=1)[0].detach().numpy()
        assert np.allclose(relevance(attention[0].detach().numpy(), *arrays), expected, atol=1e-7)
