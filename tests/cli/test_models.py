from __future__ import annotations

import pytest

from meadow.cli.main import run


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
        ("words", "sofa and couch: 0."),
        ("prior", "kitchen"),
        ("fake-detector", "1 boxes, best red 0.90"),
        ("fake-image-text-encoder", "red 0."),
        ("fake-captioner", "an image of red"),
        ("fake-matcher", "1.00"),
        ("fake-reader", "0"),
    ],
)
def test_check_loads_and_asks(capsys, name: str, says: str) -> None:
    assert run(["models", "check", name]) == 0
    out = capsys.readouterr().out
    assert says in out
    assert out.endswith("ok\n")


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
    assert run(["models", "bench", *names, "--items", "2", "--repeats", "1"]) == 0
    out = capsys.readouterr().out
    assert [line.split()[0] for line in out.splitlines()[1:]] == names
    assert run(["models", "bench", "words", "--items", "0"]) == 2
