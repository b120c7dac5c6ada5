"""A run that was tampered with does not pass."""

from __future__ import annotations

import shutil
from pathlib import Path

import msgspec
import pytest

from meadow import serialize
from meadow.cli.main import run as meadow
from meadow.errors import InvalidValueError, RunError
from meadow.evaluation.store import Row, RunDirectory
from meadow.evaluation.verify import verify_run
from meadow.evaluation.worker import failed_row
from meadow.replay import encode_replay, read_replay
from meadow.testing.runs import point_run


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return point_run(tmp_path_factory.mktemp("verify"))


@pytest.fixture
def copied(honest: Path, tmp_path: Path) -> RunDirectory:
    return RunDirectory(shutil.copytree(honest, tmp_path / "run"))


def rewrite(run: RunDirectory, rows: list[Row]) -> None:
    serialize.write_bytes(run.rows_path, b"".join(serialize.encode(r) + b"\n" for r in rows))


def fields(run: RunDirectory) -> set[tuple[str, str]]:
    return {(m.episode, m.field) for m in verify_run(run.path).mismatches}


def test_an_honest_run_is_verified(honest: Path) -> None:
    result = verify_run(honest)
    assert result.ok, result.mismatches
    assert (result.checked, result.skipped) == (3, 0)
    assert not result.notes


def test_several_workers_find_the_same(copied: RunDirectory) -> None:
    copied.replay_path("point-1").unlink()
    alone, together = verify_run(copied.path), verify_run(copied.path, workers=2)
    assert alone.mismatches == together.mismatches
    assert together.checked == 3


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("metrics", "success"), 1.0),
        (("metrics", "spl"), 0.99),
        (("metrics", "steps"), 3.0),
        (("metrics", "path_length"), None),
        (("tags", "kind"), "easy"),
        (("goal",), "another point"),
        (("home",), "elsewhere"),
        (("bonus",), 1),
    ],
)
def test_an_edited_row_is_found(copied: RunDirectory, path: tuple[str, ...], value: object) -> None:
    rows = copied.rows()
    place = rows[0]
    for key in path[:-1]:
        place = place[key]
    assert place.get(path[-1]) != value
    place[path[-1]] = value
    rewrite(copied, rows)
    assert ("point-0", ".".join(path)) in fields(copied)


def test_an_edited_action_is_found(copied: RunDirectory) -> None:
    file = copied.replay_path("point-0")
    record = read_replay(file)
    edited = ("RotateLeft", *record.actions[1:])
    serialize.write_bytes(file, encode_replay(msgspec.structs.replace(record, actions=edited)))
    assert ("point-0", "replay.poses[1]") in fields(copied)


def test_edited_poses_are_found(copied: RunDirectory) -> None:
    file = copied.replay_path("point-0")
    record = read_replay(file)
    x, y, yaw, pitch = record.poses[-1]
    poses = (*record.poses[:-1], (x + 0.01, y, yaw, pitch))
    serialize.write_bytes(file, encode_replay(msgspec.structs.replace(record, poses=poses)))
    found = fields(copied)
    assert ("point-0", f"replay.poses[{record.steps}]") in found


@pytest.mark.parametrize("keep", [5, 0])
def test_actions_that_do_not_end_the_episode_are_found(copied: RunDirectory, keep: int) -> None:
    file = copied.replay_path("point-0")
    record = read_replay(file)
    cut = msgspec.structs.replace(record, actions=record.actions[:keep])
    serialize.write_bytes(file, encode_replay(cut))
    assert ("point-0", "replay") in fields(copied)


def test_a_missing_or_damaged_replay_is_found(copied: RunDirectory) -> None:
    copied.replay_path("point-0").unlink()
    copied.replay_path("point-2").write_bytes(b"MEADOWR1 but no more")
    assert {("point-0", "replay"), ("point-2", "replay")} <= fields(copied)


def test_an_easier_episode_is_found(copied: RunDirectory) -> None:
    """Start and row agree with each other, but not with the suite or the spec's hash."""
    file = copied.replay_path("point-0")
    record = read_replay(file)
    easier = msgspec.structs.replace(record.episode, geodesic=9.0)
    serialize.write_bytes(file, encode_replay(msgspec.structs.replace(record, episode=easier)))
    found = fields(copied)
    assert ("point-0", "episode.geodesic") in found
    assert ("", "spec.episodes_digest") in found


def test_rows_left_out_or_doubled_are_found(copied: RunDirectory) -> None:
    rows = copied.rows()
    rewrite(copied, [rows[0], rows[0], rows[1]])
    found = fields(copied)
    assert ("", "rows") in found
    assert ("point-0", "rows") in found


def test_an_edited_summary_is_found(copied: RunDirectory) -> None:
    file = copied.path / "summary.json"
    summary = serialize.read(file, dict)
    summary["success"]["mean"] = 0.9
    serialize.write(file, summary)
    assert fields(copied) == {("", "summary.success")}


def test_error_rows_are_counted_and_not_driven(copied: RunDirectory) -> None:
    rows = copied.rows()
    episode = read_replay(copied.replay_path("point-1")).episode
    rows[1] = failed_row(copied.spec(), episode, "error", "it broke")
    rewrite(copied, rows)
    copied.replay_path("point-1").unlink()
    (copied.path / "summary.json").unlink()
    result = verify_run(copied.path)
    assert result.ok, result.mismatches
    assert (result.checked, result.skipped) == (2, 1)
    assert "summary.json" in result.notes[0]


def test_the_command_says_what_differs(
    copied: RunDirectory, capsys: pytest.CaptureFixture[str]
) -> None:
    assert meadow(["verify", str(copied.path)]) == 0
    assert "3 rows driven again: 3 agree, 0 differ" in capsys.readouterr().out
    rows = copied.rows()
    rows[0]["metrics"]["steps"] = 3.0
    rewrite(copied, rows)
    assert meadow(["verify", str(copied.path)]) == 1
    out = capsys.readouterr().out
    assert "differs: point-0: metrics.steps: stored 3.0, found 40.0" in out
    assert "NOT verified" in out


def test_bad_input(tmp_path: Path, honest: Path) -> None:
    with pytest.raises(RunError, match="not a run directory"):
        verify_run(tmp_path)
    with pytest.raises(InvalidValueError, match="workers is 0"):
        verify_run(honest, workers=0)
