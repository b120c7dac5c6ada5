"""What a study runs follows from its data."""

from __future__ import annotations

import pytest

from meadow.errors import UnknownIdError
from meadow.evaluation.study.plan import CLEAN, jobs, spec_of, whole_part, without_folders
from meadow.evaluation.study.run import RunSettings, asked, estimate_seconds


def test_jobs_are_every_agent_in_every_condition(toy) -> None:
    found = [(job.condition, job.agent) for job in jobs(toy)]
    assert found == [
        ("clean", "forward"),
        ("clean", "random"),
        ("motor_failure", "forward"),
        ("motor_failure", "random"),
    ]
    assert [asked(toy, job, None) for job in jobs(toy)] == [12, 12, 4, 4]
    assert [asked(toy, job, 6) for job in jobs(toy)] == [6, 6, 4, 4]
    settings = RunSettings(out="", workers=2)
    assert estimate_seconds(toy, jobs(toy), settings) == pytest.approx(32 * toy.seconds / 2)


def test_conditions_are_chosen_by_name_and_clean_is_always_there(toy) -> None:
    assert toy.chosen_conditions(["spatter@3", "defocus_blur+motion_drift"]) == [
        *("clean", "spatter@3", "defocus_blur@5,motion_drift"),
    ]
    assert toy.chosen_conditions(["clean"]) == ["clean"]
    with pytest.raises(UnknownIdError, match="Did you mean"):
        toy.chosen_conditions(["spater@3"])
    with pytest.raises(UnknownIdError, match="part of the study"):
        jobs(toy, parts=["tinny"])


def test_an_agent_that_calibrates_itself_is_another_agent(toy) -> None:
    (job,) = jobs(toy, agents=["forward+self-calibrate"], conditions=["clean"])
    whole, chosen = whole_part(toy, "tiny")
    assert sorted(e.id for e in whole) == sorted(e.id for e in chosen)
    spec = spec_of(toy, job, chosen, whole)
    assert (spec.agent, spec.self_calibrate, spec.corruptions) == ("forward", True, ())
    assert job.directory.parts == ("tiny", "forward+self-calibrate", CLEAN)


def test_paths_stay_private() -> None:
    assert without_folders("yolo-world:/somewhere/deep/world.onnx") == "yolo-world:world.onnx"
    assert without_folders("eyes-s") == "eyes-s"
