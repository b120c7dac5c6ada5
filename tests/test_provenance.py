"""What goes into an agent is noted, also when it had been loaded before."""

from __future__ import annotations

import functools
import importlib
import importlib.metadata

import meadow
from meadow.evaluation.run.spec import make_spec
from meadow.provenance import note, noting, source_of
from meadow.testing.tiny_suite import tiny_episodes


def test_notes_reach_the_innermost_listener_only() -> None:
    note("nobody", "listens")
    with noting() as outer:
        note("a", "1")
        with noting() as inner:
            note("b", "2")
    assert outer == {"a": "1"}
    assert inner == {"b": "2"}


def test_a_run_spec_names_models_and_thresholds() -> None:
    episodes = tiny_episodes(1, "objectnav")
    first, again = (make_spec("tiny", episodes, "cow-owl-s").models for _ in range(2))
    assert first == again
    assert first["model eyes-s"].startswith("eyes-s@")
    assert "threshold owl/eyes-s/plain/center" in first


def test_an_agent_without_models_notes_nothing() -> None:
    assert make_spec("tiny", tiny_episodes(1, "objectnav"), "random").models == {}


def test_another_threshold_is_another_run() -> None:
    episodes = tiny_episodes(1, "objectnav")
    tuned = make_spec("tiny", episodes, "cow-owl-s")
    own = make_spec("tiny", episodes, "cow-owl-s", agent_options={"threshold": 0.77})
    assert tuned.digest() != own.digest()


def test_the_code_of_an_agent_is_told_by_version_or_by_its_file(tmp_path, monkeypatch) -> None:
    spec = make_spec("tiny", tiny_episodes(1, "objectnav"), "random")
    assert spec.agent_source == f"meadow {meadow.__version__}"
    file = tmp_path / "my_parts.py"
    file.write_text("class Part:\n    pass\n")
    monkeypatch.syspath_prepend(tmp_path)
    lazy = source_of("my_parts:Part")
    assert lazy.startswith("my_parts.py ")
    module = importlib.import_module("my_parts")
    assert source_of(module.Part) == source_of(functools.partial(module.Part)) == lazy
    file.write_text("class Part:\n    size = 1\n")
    assert source_of(module.Part) != lazy
    assert source_of("nothing_of_this_name:Part") == ""


def test_the_code_of_an_installed_package_has_its_name_and_version() -> None:
    found = source_of("rich.console:Console")
    assert found.startswith(f"rich {importlib.metadata.version('rich')}, console.py ")
