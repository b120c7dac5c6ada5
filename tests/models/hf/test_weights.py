"""Missing, cut and unsafe weights are refused with the next step."""

from __future__ import annotations

import hashlib
import json

import pytest

pytest.importorskip("torch")
pytest.importorskip("transformers")

import torch
from transformers import CLIPConfig, CLIPModel

from meadow.errors import FileFormatError, InvalidValueError, MeadowError, UnknownIdError
from meadow.models import load_model


@pytest.fixture
def directory(tmp_path, tiny, store, sizes):
    config = CLIPConfig(text_config=sizes["text"], vision_config=sizes["vision"], projection_dim=16)
    return store(tiny(CLIPModel, config), tmp_path / "model")


def test_the_card_names_the_very_file(directory) -> None:
    card = load_model(f"hf:{directory}").card()
    content = (directory / "model.safetensors").read_bytes()
    assert card.sha256 == hashlib.sha256(content).hexdigest()
    assert (card.name, card.notes["dtype"]) == ("hf:model", "float32")


def test_a_model_that_is_not_here_names_the_command(monkeypatch, tmp_path) -> None:
    monkeypatch.setenv("HF_HOME", str(tmp_path))
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path))
    with pytest.raises(MeadowError, match="hf download nobody/nothing --revision abc"):
        load_model("hf:nobody/nothing@abc")


def test_offline_is_respected(monkeypatch) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    with pytest.raises(MeadowError, match="HF_HUB_OFFLINE"):
        load_model("hf:nobody/nothing", download=True)


@pytest.mark.parametrize("cut", [0, 5, 100, -1])
def test_truncated_weights_are_refused(directory, cut: int) -> None:
    path = directory / "model.safetensors"
    path.write_bytes(path.read_bytes()[:cut])
    with pytest.raises(FileFormatError, match="Download it again"):
        load_model(f"hf:{directory}")


def test_garbage_weights_are_refused(directory) -> None:
    (directory / "model.safetensors").write_bytes(b"\x10" + bytes(7) + b"not json at all!" * 4)
    with pytest.raises(FileFormatError, match="safetensors"):
        load_model(f"hf:{directory}")


def test_missing_shards_are_named(directory) -> None:
    index = {"weight_map": {"a": "model.safetensors", "b": "model-00002.safetensors"}}
    (directory / "model.safetensors.index.json").write_text(json.dumps(index))
    with pytest.raises(FileFormatError, match="model-00002"):
        load_model(f"hf:{directory}")


def test_weights_of_something_else_are_not_filled_up_with_noise(directory) -> None:
    from safetensors.torch import load_file, save_file

    path = directory / "model.safetensors"
    weights = load_file(path)
    del weights["visual_projection.weight"]
    save_file(weights, path, metadata={"format": "pt"})
    with pytest.raises(FileFormatError, match="visual_projection"):
        load_model(f"hf:{directory}")


def test_pickles_need_a_pin(directory) -> None:
    from safetensors.torch import load_file

    weights = load_file(directory / "model.safetensors")
    (directory / "model.safetensors").unlink()
    path = directory / "pytorch_model.bin"
    torch.save(weights, path)
    pin = hashlib.sha256(path.read_bytes()).hexdigest()
    with pytest.raises(FileFormatError, match=pin):
        load_model(f"hf:{directory}")
    with pytest.raises(FileFormatError, match="not opened"):
        load_model(f"hf:{directory}", pickle_sha256="0" * 64)
    assert load_model(f"hf:{directory}", pickle_sha256=pin).encode_texts(["red"]).shape == (1, 16)


def test_a_directory_without_a_model_is_explained(tmp_path) -> None:
    with pytest.raises(FileFormatError, match=r"config\.json"):
        load_model(f"hf:{tmp_path}")
    (tmp_path / "config.json").write_text('{"model_type": "clip"}')
    with pytest.raises(FileFormatError, match="no weights"):
        load_model(f"hf:{tmp_path}")
    with pytest.raises(FileFormatError, match="no such directory"):
        load_model(f"hf:{tmp_path}/absent")


def test_unknown_families_and_settings_are_explained(directory) -> None:
    with pytest.raises(InvalidValueError, match="float8"):
        load_model(f"hf:{directory}", dtype="float8")
    with pytest.raises(InvalidValueError, match="device"):
        load_model(f"hf:{directory}", device="abacus")
    config = json.loads((directory / "config.json").read_text()) | {"model_type": "llama"}
    (directory / "config.json").write_text(json.dumps(config))
    with pytest.raises(UnknownIdError, match="llama"):
        load_model(f"hf:{directory}")


def test_frames_must_be_frames(directory) -> None:
    import numpy as np

    with pytest.raises(InvalidValueError, match="uint8"):
        load_model(f"hf:{directory}").encode_images([np.zeros((4, 4, 3))])
