"""The exported model says what the trained one says, and its relevance is autograd's."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")
torch.set_num_threads(1)
pytest.importorskip("onnx")

from meadow.errors import InvalidValueError  # noqa: E402
from meadow.learning.eyes.data.frames import encode  # noqa: E402
from meadow.learning.eyes.export import OUTPUTS, export, settled  # noqa: E402
from meadow.learning.eyes.train import EyesTrainer, EyesTrainingConfig  # noqa: E402
from meadow.models.eyes import Eyes, load_eyes  # noqa: E402
from meadow.models.eyes.eyes import Fused  # noqa: E402
from meadow.models.eyes.phrase_masks import PhraseMasks  # noqa: E402
from meadow.models.eyes.relevance import attention_gradient, relevance  # noqa: E402

FRAMES = np.random.default_rng(0).integers(0, 255, (20, 96, 96, 3), np.uint8)
PHRASES = ["a small red ceramic mug", "the sofa", "cabinet with two doors", "telly"]


@pytest.fixture(scope="module")
def trainer() -> EyesTrainer:
    return EyesTrainer(EyesTrainingConfig(imagenet=False))


@pytest.fixture(scope="module")
def net(trainer: EyesTrainer) -> Any:
    return settled(trainer.mean_net(), FRAMES)


@pytest.fixture(scope="module")
def folder(trainer: EyesTrainer, tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("weights")
    export(trainer, directory, frames=FRAMES, quantise=False)
    return directory


@pytest.fixture(scope="module")
def exported(folder: Path) -> Eyes:
    return load_eyes("eyes-s", directory=folder)


@pytest.fixture(scope="module")
def image() -> np.ndarray:
    y, x = np.mgrid[0:224, 0:224]
    return np.stack([x, y, (x * y) // 224], axis=2).astype(np.uint8)


def assert_equal_outputs(net: Any, eyes: Eyes, image: np.ndarray) -> None:
    with torch.no_grad():
        expected = net.image(torch.from_numpy(image.copy()).permute(2, 0, 1)[None].float())
    seen, fused = eyes.see([image])[0], eyes.see_part([image], Fused)[0]
    for name in OUTPUTS:
        wanted = getattr(expected, name)[0].numpy()
        given = getattr(fused if name == "fine" else seen, name)
        assert np.allclose(given, wanted, atol=1e-4 * max(1.0, abs(wanted).max())), name


def test_onnx_equals_torch(net: Any, exported: Eyes, image: np.ndarray) -> None:
    assert_equal_outputs(net, exported, image)


def test_more_pixels_can_be_seen_at_once(net: Any, folder: Path, image: np.ndarray) -> None:
    large = np.repeat(np.repeat(image, 2, axis=0), 2, axis=1)[:320, :320]
    eyes = load_eyes("eyes-s", directory=folder, side=320)
    assert_equal_outputs(net, eyes, large)
    assert eyes.see([large])[0].cells.shape[1:] == (40, 40)
    boxes = eyes.detect([large], ["sofa"], threshold=0.0, masks=True)[0]
    assert boxes.masks.shape[1:] == (320, 320)
    with pytest.raises(InvalidValueError, match="multiple of 32"):
        load_eyes("eyes-s", directory=folder, side=300)


def test_pictures_with_more_pixels_are_seen_with_more(exported: Eyes, image: np.ndarray) -> None:
    pictures = [
        np.tile(image, (3, 3, 1)),
        image,
        image[:100, :150],
        np.tile(image, (3, 3, 1))[:250],
    ]
    seen = exported.see(pictures)
    assert [one.cells.shape[1:] for one in seen] == [(40, 40), (28, 28), (28, 28), (40, 40)]
    assert [one.side for one in seen] == [320, 224, 224, 320]
    # Whatever stands beside it, each picture gets its own answer.
    for one, picture in zip(seen, pictures):
        assert np.allclose(one.cells, exported.see([picture])[0].cells, atol=1e-4)
    # Answers that become one array are of one size.
    assert exported.encode_images(pictures).patches.shape[:3] == (4, 28, 28)
    assert exported.heat_maps(pictures, PHRASES[:1]).shape == (4, 1, 28, 28)
    assert len(exported.relevance_maps(pictures, PHRASES[:1])) == 4
    assert load_eyes("eyes-b").letterbox((672, 672)).side == 224, "revision 1 sees 224 pixels only"


def test_masks_of_phrases_equal_torch(net: Any, exported: Eyes, image: np.ndarray) -> None:
    texts = torch.from_numpy(exported.encode_texts(PHRASES[:2]))
    with torch.no_grad():
        torch.nn.init.normal_(net.mask.modulate.weight, std=0.1)
        seen = net.image(torch.from_numpy(image.copy()).permute(2, 0, 1)[None].float())
        similarity = torch.einsum("dhw,kd->khw", seen.cells[0], texts)
        wanted = net.mask(seen.fine.expand(2, -1, -1, -1), similarity, texts).numpy()
    exported._phrase_masks = PhraseMasks(
        {f"mask.{k}": v.numpy() for k, v in net.mask.state_dict().items()}
    )
    assert np.allclose(exported.phrase_masks([image], PHRASES[:2])[0], wanted, atol=1e-4)


def test_weights_without_masks_of_phrases_say_so(image: np.ndarray) -> None:
    with pytest.raises(InvalidValueError, match="revision 2"):
        load_eyes("eyes-b").phrase_masks([image], ["mug"])


def test_batch_norms_fit_the_weights_that_ship(trainer: EyesTrainer) -> None:
    """The running mean of their statistics lags behind; then each map had another mean."""
    net = settled(trainer.mean_net(), FRAMES)
    found = []
    net.image.level4.register_forward_hook(lambda module, given, made: found.append(made))
    with torch.no_grad():
        net.image(torch.from_numpy(FRAMES).permute(0, 3, 1, 2).float())
    assert found[0].mean(dim=(0, 2, 3)).abs().max() < 0.05
    assert not net.training


def test_texts_equal_torch(trainer: EyesTrainer, exported: Eyes) -> None:
    tokens, weights = encode(PHRASES)
    with torch.no_grad():
        expected = trainer.mean_net().text(torch.from_numpy(tokens), torch.from_numpy(weights))
    assert np.allclose(exported.encode_texts(PHRASES), expected.numpy(), atol=1e-5)


def test_relevance_is_what_autograd_says(trainer: EyesTrainer, image: np.ndarray) -> None:
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
