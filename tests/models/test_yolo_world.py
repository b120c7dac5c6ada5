"""The ONNX detector on a planted network that sees the colours of a 4 x 4 grid."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("onnxruntime")

import torch

from meadow.errors import FileFormatError, InvalidValueError
from meadow.models import load_model
from meadow.models.onnx import open_session

SIDE, CELLS, CAPACITY = 32, 4, 3


class Planted(torch.nn.Module):
    """Each cell is an anchor; its score for a text is how far its colour agrees."""

    def forward(self, images, texts):
        colours = torch.nn.functional.avg_pool2d(images, SIDE // CELLS).flatten(2)
        scores = torch.sigmoid(20.0 * (texts[:, :, :3] @ colours) - 10.0)
        cell = SIDE / CELLS
        centres = (torch.arange(CELLS) + 0.5) * cell
        x, y = centres.repeat(CELLS), centres.repeat_interleave(CELLS)
        boxes = torch.stack([x, y, torch.full_like(x, cell), torch.full_like(x, cell)])
        return torch.cat([boxes[None], scores], dim=1)


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    path = tmp_path_factory.mktemp("yolo") / "planted.onnx"
    inputs = (torch.zeros(1, 3, SIDE, SIDE), torch.zeros(1, CAPACITY, 4))
    names = {"input_names": ["images", "texts"], "output_names": ["detections"]}
    try:
        torch.onnx.export(Planted(), inputs, str(path), dynamo=False, **names)
    except (ImportError, ModuleNotFoundError) as error:
        pytest.skip(f"torch cannot export ONNX here: {error}")
    vectors = np.concatenate([np.eye(3), -np.eye(3)])[:, :3]
    vectors = np.pad(vectors, ((0, 0), (0, 1)))
    words = ["red", "green", "blue", "dog", "cat", "tree"]
    names = np.frombuffer("\n".join(words).encode(), np.uint8)
    np.savez(path.with_suffix(".texts.npz"), names=names, vectors=vectors)
    return path


@pytest.fixture
def frame() -> np.ndarray:
    """Black, 64 wide and 32 high: cells are 16 pixels; one red, one blue."""
    image = np.zeros((32, 64, 3), np.uint8)
    image[16:32, 32:48] = (255, 0, 0)
    image[0:16, 0:16] = (0, 0, 255)
    return image


def test_the_planted_cells_are_boxed(path, frame) -> None:
    model = load_model(f"yolo-world:{path}", kind="detector")
    found = model.detect([frame], ["red", "green", "blue"], threshold=0.5)[0]
    boxes = dict(zip(found.labels, found.boxes.tolist()))
    assert boxes == {"red": [32, 16, 48, 32], "blue": [0, 0, 16, 16]}


def test_more_phrases_than_rows_take_several_passes(path, frame) -> None:
    model = load_model(f"yolo-world:{path}")
    found = model.detect([frame, frame], ["dog", "cat", "tree", "green", "red"], threshold=0.5)
    assert [f.labels for f in found] == [("red",), ("red",)]


def test_words_beyond_the_table_borrow_their_nearest_names(path, frame) -> None:
    model = load_model(f"yolo-world:{path}")
    found = model.detect([frame], ["crimson"], threshold=0.1)[0]
    assert found.labels[0] == "crimson"
    assert found.boxes[0].tolist() == [32, 16, 48, 32]


def test_no_phrase_no_box(path, frame) -> None:
    model = load_model(f"yolo-world:{path}")
    assert len(model.detect([frame], [])[0]) == 0
    with pytest.raises(InvalidValueError, match="different"):
        model.detect([frame], ["red", "red"])


@pytest.mark.parametrize("cut", [0, 100, -50])
def test_truncated_files_are_refused(path, tmp_path, cut: int) -> None:
    short = tmp_path / "short.onnx"
    short.write_bytes(path.read_bytes()[:cut])
    with pytest.raises(FileFormatError, match="short.onnx"):
        load_model(f"yolo-world:{short}")
    with pytest.raises(FileFormatError, match="absent.onnx"):
        open_session(tmp_path / "absent.onnx")


def test_a_network_of_open_size_is_refused(path, tmp_path) -> None:
    loose = tmp_path / "loose.onnx"
    inputs = (torch.zeros(1, 3, SIDE, SIDE), torch.zeros(1, CAPACITY, 4))
    names = {"input_names": ["images", "texts"], "dynamic_axes": {"texts": {1: "k"}}}
    torch.onnx.export(Planted(), inputs, str(loose), dynamo=False, **names)
    (tmp_path / "loose.texts.npz").write_bytes(path.with_suffix(".texts.npz").read_bytes())
    with pytest.raises(FileFormatError, match="numbers for S and K"):
        load_model(f"yolo-world:{loose}")


def test_a_missing_table_is_explained(path, tmp_path) -> None:
    lonely = tmp_path / "lonely.onnx"
    lonely.write_bytes(path.read_bytes())
    with pytest.raises(FileFormatError, match="clip-vit-base-patch32"):
        load_model(f"yolo-world:{lonely}")
