"""Keys that are refused, and texts without them."""

from __future__ import annotations

import json

import pytest

from meadow import secrets, serialize
from meadow.cli.main import run
from meadow.errors import InvalidValueError
from meadow.models.llm import ChatClient

KEY = "sk-proj/4f+9Qz_81:x="


@pytest.fixture(autouse=True)
def unset(monkeypatch):
    for name in secrets.VARIABLES:
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize(
    "key", ["sk-12345678\n", "sk-1234\r\nX: y", "sk 12345678", "sk-1234é", '"sk-12345678"', "", " "]
)
def test_malformed_keys_are_refused_and_not_repeated(monkeypatch, capsys, key) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", key)
    with pytest.raises(InvalidValueError, match="OPENAI_API_KEY") as error:
        ChatClient("tiny", "http://127.0.0.1:9/v1")
    assert "sk" not in str(error.value)
    assert run(["models", "check", "openai:tiny@http://127.0.0.1:9/v1"]) == 2
    assert "OPENAI_API_KEY" in (said := capsys.readouterr().err)
    assert "1234" not in said


def test_a_server_may_need_no_key() -> None:
    ChatClient("tiny", "http://127.0.0.1:9/v1")
    ChatClient("tiny", "http://127.0.0.1:9/v1", key="EMPTY")
    assert secrets.redact("EMPTY") == "EMPTY"  # a placeholder


@pytest.mark.parametrize("kept", [True, False])
def test_secrets_are_hidden_however_they_are_spelt(monkeypatch, kept) -> None:
    if kept:
        secrets.keep(KEY, "the key")
    else:
        monkeypatch.setenv("OPENAI_API_KEY", KEY)
    text = f"Bearer {KEY} and {json.dumps(KEY)} and sk-proj%2F4f%2B9Qz_81%3Ax%3D and sk-proj\\/{KEY[8:]}"
    for written in (secrets.redact(text), serialize.encode({text: [text]}).decode()):
        assert "4f" not in written
        assert secrets.HIDDEN in written
    assert secrets.redact_tree({"a": [KEY, 3], KEY: None}) == {
        "a": [secrets.HIDDEN, 3],
        secrets.HIDDEN: None,
    }


def test_logins_of_addresses_are_hidden() -> None:
    assert serialize.encode("see http://me:pass@host/v1") == b'"see http://[redacted]@host/v1"'
    for plain in (
        "openai:qwen@http://host:80/v1",
        "hf:org/name@main",
        "me@host",
        "http://host/a@b",
    ):
        assert secrets.redact(plain) == plain
