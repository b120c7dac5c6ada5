"""What goes into an agent is noted, also when it had been loaded before."""

from __future__ import annotations

from meadow.evaluation.spec import make_spec
from meadow.provenance import note, noting
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
