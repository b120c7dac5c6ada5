"""Registries of named things."""

from __future__ import annotations

from pathlib import Path

import pytest

from meadow import registry
from meadow.errors import MeadowError, UnknownIdError
from meadow.registry import Registry


@pytest.fixture
def things() -> Registry[type]:
    reg: Registry[type] = Registry("thing")
    reg.register("alpha", tags=("greek",))(dict)
    reg.lazy("ordered", "collections:OrderedDict", kwargs={"a": 1}, summary="keeps order")
    return reg


def test_decorator_returns_the_class(things: Registry[type]) -> None:
    class Beta:
        """A beta. More text."""

    assert things.register("beta")(Beta) is Beta
    assert things.entry("beta").summary == "A beta. More text."


def test_lazy_entries_load_on_use(things: Registry[type]) -> None:
    assert things.get("ordered").__name__ == "OrderedDict"
    assert things.make("ordered", b=2) == {"a": 1, "b": 2}


def test_tags_select(things: Registry[type]) -> None:
    assert things.names() == ["alpha", "ordered"]
    assert things.names("greek") == ["alpha"]


def test_unknown_names_offer_the_nearest(things: Registry[type]) -> None:
    with pytest.raises(UnknownIdError, match="unknown thing 'alpa'. Did you mean 'alpha'"):
        things.get("alpa")


def test_duplicates_and_unserialisable_arguments_are_errors(things: Registry[type]) -> None:
    with pytest.raises(MeadowError, match="twice"):
        things.register("alpha")(dict)
    with pytest.raises(MeadowError, match="plain JSON"):
        things.lazy("bad", "x:y", kwargs={"a": object()})


def test_plugin_files_register_and_broken_ones_only_warn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    good, bad = tmp_path / "good.py", tmp_path / "bad.py"
    good.write_text("import meadow.registry as r\nr.PLUGIN_WAS_HERE = True\n")
    bad.write_text("1/0\n")
    monkeypatch.setenv("MEADOW_PLUGINS", f"{good}:{bad}")
    monkeypatch.setattr(registry, "_plugins_loaded", False)
    monkeypatch.setattr(registry, "PLUGIN_WAS_HERE", False, raising=False)
    registry.load_plugins()
    assert registry.PLUGIN_WAS_HERE  # type: ignore[attr-defined]
    assert "bad.py" in caplog.text
