"""An evaluation as it is asked for: its name, its episodes, its conditions."""

from __future__ import annotations

import pytest

from meadow.errors import InvalidValueError, UnknownIdError
from meadow.evaluation.run.suite import Evaluation


@pytest.mark.parametrize(
    ("conditions", "name"),
    [
        ({}, "pointnav-mini-forward"),
        ({"profile": "habitat-like"}, "pointnav-mini-habitat-like-forward"),
        ({"corruptions": "spatter@5, noise"}, "pointnav-mini-forward-spatter@5+noise"),
        ({"corruptions": ("noise",)}, "pointnav-mini-forward-noise"),
        (
            {"corruptions": "noise", "self_calibrate": True},
            "pointnav-mini-forward-noise-self-calibrated",
        ),
    ],
)
def test_a_run_is_named_after_what_is_asked(conditions: dict[str, object], name: str) -> None:
    assert Evaluation(suite="pointnav-mini", agent="forward", **conditions).name() == name  # type: ignore[arg-type]


def test_a_file_gives_its_name_without_what_it_ends_in() -> None:
    assert Evaluation(suite="there/mine.jsonl.gz", agent="random").name() == "mine-random"


def test_budget_and_camera_are_those_that_were_asked_for() -> None:
    asked = Evaluation(
        suite="pointnav-mini", agent="forward", episodes=2, max_steps=7, image_height=100
    )
    spec, episodes = asked.plan()
    assert spec.episodes == len(episodes) == 2
    assert {episode.max_steps for episode in episodes} == {7}
    assert {episode.embodiment.camera.height for episode in episodes} == {100}
    more, _ = Evaluation(
        suite="pointnav-mini", agent="forward", episodes=3, max_steps=7, image_height=100
    ).plan()
    assert more.digest() == spec.digest(), "a larger number of episodes extends the same run"


def test_slips_are_refused_before_anything_is_run() -> None:
    with pytest.raises(InvalidValueError, match="episodes is 0"):
        Evaluation(suite="pointnav-mini", agent="forward", episodes=0).plan()
    with pytest.raises(UnknownIdError, match="split"):
        Evaluation(suite="pointnav-mini", agent="forward", split="nowhere").plan()
    with pytest.raises(UnknownIdError, match="agent"):
        Evaluation(suite="pointnav-mini", agent="forwrd").plan()
