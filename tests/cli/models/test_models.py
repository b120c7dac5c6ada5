from __future__ import annotations

import hashlib
import json
import shutil

import numpy as np
import pytest

from meadow.cli.main import run
from meadow.models.eyes import files
from meadow.models.eyes.files import weights_directory


def test_list_names_models_and_prefixes(capsys) -> None:
    assert run(["models", "list"]) == 0
    out = capsys.readouterr().out
    assert all(name in out for name in ("words", "prior", "eyes-s", "rapidocr", "hf:", "openai:"))
    assert "fake-detector" not in out


def test_list_can_be_narrowed(capsys) -> None:
    assert run(["models", "list", "--kind", "text-encoder", "--fakes"]) == 0
    out = capsys.readouterr().out
    assert "words" in out
    assert "fake-text-encoder" in out
    assert "prior" not in out
    assert run(["models", "list", "--kind", "oracle"]) == 2


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("words", "4 of 4 right"),
        ("prior", "3 of 3 right"),
        ("eyes-s", "by their middle patch: 15 of 15 right"),
        ("fake-detector", "by their best box: 15 of 15 right"),
        ("fake-image-text-encoder", "15 of 15 right"),
        ("fake-captioner", "in captions: 15 of 15 right"),
        ("fake-matcher", "by matching: 15 of 15 right"),
        ("fake-reader", "0 lines, none expected"),
    ],
)
def test_check_loads_and_asks(capsys, name: str, says: str) -> None:
    assert run(["models", "check", name]) == 0
    out = capsys.readouterr().out
    assert says in out
    assert out.endswith("ok\n")


@pytest.mark.parametrize("part", ["text", "picture"])
def test_check_fails_with_shuffled_weights(capsys, monkeypatch, tmp_path, part: str) -> None:
    for file in weights_directory().glob("eyes-s.*"):
        shutil.copy(file, tmp_path)
    rng = np.random.default_rng(0)
    text = dict(np.load(tmp_path / "eyes-s.npz"))
    onnx = pytest.importorskip("onnx")
    network = onnx.load(tmp_path / "eyes-s.onnx")
    if part == "text":
        text = {
            name: rng.permutation(weights.ravel()).reshape(weights.shape)
            for name, weights in text.items()
        }
        np.savez(tmp_path / "eyes-s.npz", **text)
    else:
        for tensor in network.graph.initializer:
            weights = onnx.numpy_helper.to_array(tensor)
            if weights.ndim > 1:
                mixed = rng.permutation(weights.ravel()).reshape(weights.shape)
                tensor.CopyFrom(onnx.numpy_helper.from_array(mixed, tensor.name))
        onnx.save(network, tmp_path / "eyes-s.onnx")
    card = json.loads((tmp_path / "eyes-s.json").read_text())
    data = (tmp_path / "eyes-s.onnx").read_bytes() + (tmp_path / "eyes-s.npz").read_bytes()
    card["sha256"] = hashlib.sha256(data).hexdigest()
    (tmp_path / "eyes-s.json").write_text(json.dumps(card))
    monkeypatch.setattr(files, "weights_directory", lambda: tmp_path)
    assert run(["models", "check", "eyes-s"]) == 2
    shown = capsys.readouterr()
    assert not shown.out.endswith("ok\n")
    assert "Its weights may be damaged" in shown.err


def test_check_explains_what_is_missing(capsys, monkeypatch, tmp_path) -> None:
    assert run(["models", "check", "wrods"]) == 2
    assert "Did you mean 'words'" in capsys.readouterr().err
    assert run(["models", "check", f"hf:{tmp_path}/nowhere"]) == 2
    assert "no such directory" in capsys.readouterr().err


def test_check_of_a_silent_server_ends(capsys) -> None:
    # Nothing listens on the discard port of the loopback interface.
    assert run(["models", "check", "openai:tiny@http://127.0.0.1:9/v1"]) == 2
    assert "Is the server running there?" in capsys.readouterr().err


def test_bench_times_what_a_model_does(capsys) -> None:
    names = ["words", "fake-detector", "fake-language-model"]
    assert run(["bench", "models", *names, "--items", "2", "--repeats", "1"]) == 0
    out = capsys.readouterr().out
    assert [line.split()[0] for line in out.splitlines()[1:]] == names
    assert run(["bench", "models", "words", "--items", "0"]) == 2
