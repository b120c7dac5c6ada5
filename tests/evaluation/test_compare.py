"""Paired comparison of two runs."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from meadow.cli.main import run as meadow
from meadow.errors import RunError
from meadow.evaluation.failures.trials import load_runs
from meadow.evaluation.report.compare import compare_runs
from meadow.testing.runs import drive_record, hand_spec, write_run

SOLVES, STOPS_SHORT = [0.0, 1.0, 2.0], [0.0, 1.0]


def make(path: Path, agent: str, drives: dict[str, list[float]]) -> Path:
    records = [drive_record(id, id[0], xs, agent=agent) for id, xs in drives.items()]
    return write_run(path / agent, hand_spec(agent, len(records)), records).path


@pytest.fixture
def runs(tmp_path: Path) -> list[Path]:
    old = {"a-0": SOLVES, "a-1": SOLVES, "b-0": STOPS_SHORT, "b-1": STOPS_SHORT}
    new = {"a-0": SOLVES, "a-1": STOPS_SHORT, "b-0": SOLVES, "b-1": SOLVES}
    return [make(tmp_path, "old", old), make(tmp_path, "new", new)]


def test_differences_are_second_minus_first_on_the_same_episodes(runs: list[Path]) -> None:
    found = compare_runs(*load_runs(runs))
    assert found.common == 4
    success = found.differences["success"]
    assert success.mean == pytest.approx(0.25)
    assert success.n == 4
    # Two homes, sums -1 and +2: every sign pattern gives at least 1 in absolute value.
    assert success.p == 1.0
    assert found.differences["distance_to_goal"].mean == pytest.approx(-0.25)
    assert found.corrected["success"] == 1.0


def test_flipped_episodes_are_listed_lost_first(runs: list[Path]) -> None:
    flips = compare_runs(*load_runs(runs)).flips
    assert [(f.before.row["episode"], f.won) for f in flips] == [
        ("a-1", False),
        ("b-0", True),
        ("b-1", True),
    ]
    assert flips[0].distance == 2.0


def test_a_run_does_not_differ_from_itself(runs: list[Path]) -> None:
    found = compare_runs(*load_runs([runs[0], runs[0]]))
    assert not found.flips
    assert not found.warnings
    assert all(d.mean == 0.0 for d in found.differences.values() if d.mean is not None)


def test_runs_without_common_episodes_are_refused(tmp_path: Path) -> None:
    first = make(tmp_path, "first", {"a-0": SOLVES})
    second = make(tmp_path, "second", {"b-0": SOLVES})
    with pytest.raises(RunError, match=r"share no episodes.*a-0.*b-0"):
        compare_runs(*load_runs([first, second]))


def test_what_is_less_comparable_than_it_looks_is_said(tmp_path: Path) -> None:
    first = make(tmp_path, "first", {"a-0": SOLVES, "a-1": SOLVES})
    spec = msgspec.structs.replace(
        hand_spec("second", 1), definition="Stop anywhere.", corruptions=("fog",), meadow="9"
    )
    moved = drive_record("a-0", "a", [0.5, 2.0])
    second = write_run(tmp_path / "second", spec, [moved]).path
    text = " ".join(compare_runs(*load_runs([first, second])).warnings)
    for words in (
        "Stop anywhere.",
        "fog",
        "Meadow 1.2.3 and 9",
        "1 of the common",
        "1 are left out",
    ):
        assert words in text


def test_the_command_prints_differences_and_flips(
    runs: list[Path], capsys: pytest.CaptureFixture[str]
) -> None:
    assert meadow(["compare", *map(str, runs)]) == 0
    out = capsys.readouterr().out
    assert "new minus old" in out
    assert "3 episodes flipped: 2 won, 1 lost" in out
    assert "a-1  success -> stopped short  (mug, 2.0 m away, file:a)" in out


def test_the_command_refuses_what_is_no_run(
    tmp_path: Path, runs: list[Path], capsys: pytest.CaptureFixture[str]
) -> None:
    assert meadow(["compare", str(tmp_path), str(runs[0])]) == 2
    assert "not a run directory" in capsys.readouterr().err


def test_an_episode_that_both_runs_lack_is_left_out_once(tmp_path: Path) -> None:
    spec = hand_spec("someone", 2)
    lost = drive_record("a-1", "a", SOLVES).episode
    paths = [
        write_run(tmp_path / name, spec, [drive_record("a-0", "a", SOLVES)], [lost]).path
        for name in ("one", "two")
    ]
    (told,) = compare_runs(*load_runs(paths)).warnings
    assert "use the 1 episodes that both finished; 1 are left out" in told
