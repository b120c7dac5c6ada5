"""A run that was tampered with does not pass."""

from __future__ import annotations

import shutil
from pathlib import Path

import msgspec
import pytest

from meadow import serialize
from meadow.cli.main import run as meadow
from meadow.episodes.schema import episodes_digest
from meadow.errors import InvalidValueError, RunError
from meadow.evaluation.run.store import Row, RunDirectory
from meadow.evaluation.run.summary import run_summary
from meadow.evaluation.run.verify import verify_run
from meadow.evaluation.run.worker import failed_row
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
    assert result.complete, result.mismatches
    assert (result.checked, result.unverified) == (3, {})
    assert not result.notes
    assert "all 3 episodes of the episode file" in str(result.coverage)


def test_several_workers_find_the_same(copied: RunDirectory) -> None:
    copied.replay_path("point-1").write_bytes(b"MEADOWR1 but no more")
    alone, together = verify_run(copied.path), verify_run(copied.path, workers=2)
    assert alone.mismatches == together.mismatches != []
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
    columns = {name: getattr(record, name)[:keep] for name in ("actions", "moved")}
    columns |= {
        name: getattr(record, name)[: keep + 1] for name in ("poses", "distances", "reached")
    }
    cut = msgspec.structs.replace(record, **columns, trace={})
    serialize.write_bytes(file, encode_replay(cut))
    assert ("point-0", "replay") in fields(copied)


def test_a_damaged_replay_is_found(copied: RunDirectory) -> None:
    copied.replay_path("point-2").write_bytes(b"MEADOWR1 but no more")
    assert ("point-2", "replay") in fields(copied)


def test_rows_without_a_replay_are_not_verified(
    copied: RunDirectory, capsys: pytest.CaptureFixture[str]
) -> None:
    copied.replay_path("point-0").unlink()
    result = verify_run(copied.path)
    assert result.ok
    assert not result.complete
    assert (result.checked, result.unverified) == (2, {"point-0": "no replay"})
    assert meadow(["verify", str(copied.path)]) == 3
    out = capsys.readouterr().out
    assert "1 rows not verified: no replay" in out
    assert "NOT verified in full" in out


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


def test_rows_without_a_result_are_counted_and_not_driven(copied: RunDirectory) -> None:
    rows = copied.rows()
    episode = read_replay(copied.replay_path("point-1")).episode
    rows[1] = failed_row(copied.spec(), episode, "error", "it broke")
    rewrite(copied, rows)
    copied.replay_path("point-1").unlink()
    (copied.path / "summary.json").unlink()
    result = verify_run(copied.path)
    assert result.ok, result.mismatches
    assert not result.complete
    assert (result.checked, result.unverified) == (2, {"point-1": "no result (error)"})
    assert "summary.json" in result.notes[0]


def adapt_summary(run: RunDirectory) -> None:
    """What a forger does who thinks of everything."""
    spec, rows = run.spec(), run.rows()
    serialize.write(run.path / "summary.json", run_summary(rows, spec.episodes), indent=True)


def test_forged_all_rows_failed_with_success(
    copied: RunDirectory, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every row has an error and a success, and no replay can tell otherwise."""
    rows = copied.rows()
    for row in rows:
        row |= {"status": "error", "error": "lost", "metrics": {**row["metrics"], "success": 1.0}}
        copied.replay_path(row["episode"]).unlink()
    rewrite(copied, rows)
    adapt_summary(copied)
    result = verify_run(copied.path)
    assert {(row["episode"], "metrics") for row in rows} <= {
        (m.episode, m.field) for m in result.mismatches
    }
    assert (result.checked, len(result.unverified)) == (0, 3)
    assert meadow(["verify", str(copied.path)]) == 1
    assert "NOT verified" in capsys.readouterr().out


def test_forged_worst_episodes_dropped(
    copied: RunDirectory, capsys: pytest.CaptureFixture[str]
) -> None:
    """Rows, replays, spec and summary agree with each other, but they are not the suite's."""
    rows = [row for row in copied.rows() if row["episode"] != "point-0"]
    episodes = [read_replay(copied.replay_path(row["episode"])).episode for row in rows]
    copied.replay_path("point-0").unlink()
    rewrite(copied, rows)
    digest = episodes_digest(episodes)
    spec = msgspec.structs.replace(
        copied.spec(), episodes=2, episodes_digest=digest, suite_digest=digest
    )
    serialize.write(copied.path / "spec.json", spec)
    adapt_summary(copied)
    result = verify_run(copied.path)
    assert result.ok, result.mismatches
    assert not result.complete
    assert meadow(["verify", str(copied.path)]) == 3
    out = capsys.readouterr().out
    assert "a selection of 2 of the 3 episodes" in out
    assert "chosen by whoever made the run" in out
    assert "NOT verified in full" in out


def test_a_dropped_episode_leaves_its_replay_behind(copied: RunDirectory) -> None:
    rewrite(copied, copied.rows()[1:])
    assert any("1 replays belong to no finished row" in n for n in verify_run(copied.path).notes)


def test_the_first_of_the_fixed_order_are_nobodys_choice(honest: Path, tmp_path: Path) -> None:
    suite = honest.parent / "points.jsonl"
    out = tmp_path / "run"
    line = ["eval", str(suite), "--agent", "forward", "--episodes", "2", "--max-steps", "5"]
    assert meadow([*line, "--executor", "inline", "-o", str(out)]) == 0
    result = verify_run(out)
    assert result.complete, result.mismatches
    assert "a selection of 2 of the 3 episodes" in str(result.coverage)
    assert "the first of its fixed order" in str(result.coverage)


@pytest.mark.parametrize("where", ["spec", "rows", "replays"])
def test_forged_name_of_the_agent(copied: RunDirectory, where: str) -> None:
    """The agents that spec, rows and replays name must be one."""
    rename(copied, where)
    found = fields(copied)
    assert {("point-0", "agent"), ("point-0", "replay.agent")} & found


def rename(run: RunDirectory, *places: str) -> None:
    """Claim that another agent did it."""
    rows = run.rows()
    if "spec" in places:
        spec = msgspec.structs.replace(run.spec(), agent="random")
        serialize.write(run.path / "spec.json", spec)
    if "rows" in places:
        rewrite(run, [{**row, "agent": "random"} for row in rows])
    if "replays" in places:
        for row in rows:
            file = run.replay_path(row["episode"])
            record = msgspec.structs.replace(read_replay(file), agent="random")
            serialize.write_bytes(file, encode_replay(record))


def test_forged_agent_everywhere_is_found_by_running_it(
    copied: RunDirectory, capsys: pytest.CaptureFixture[str]
) -> None:
    """Actions cannot show who chose them, so the agent is run again unless that is refused."""
    assert meadow(["verify", str(copied.path)]) == 0
    assert "'forward' was run again on 1 of 3" in capsys.readouterr().out
    rename(copied, "spec", "rows", "replays")
    assert meadow(["verify", str(copied.path)]) == 1
    assert "differs: point-0: agent.actions[" in capsys.readouterr().out
    assert meadow(["verify", str(copied.path), "--rerun", "0"]) == 0
    assert "not checked: that 'random' chose these actions" in capsys.readouterr().out


def test_an_agent_that_cannot_be_run_is_not_verified(
    copied: RunDirectory, capsys: pytest.CaptureFixture[str]
) -> None:
    spec = msgspec.structs.replace(copied.spec(), agent_options={"no_such_option": 1})
    serialize.write(copied.path / "spec.json", spec)
    assert meadow(["verify", str(copied.path)]) == 3
    assert "'forward' could not be run again" in capsys.readouterr().out


def test_a_suite_that_is_not_there_is_not_verified(
    copied: RunDirectory, capsys: pytest.CaptureFixture[str]
) -> None:
    spec = msgspec.structs.replace(copied.spec(), suite="elsewhere/points.jsonl")
    serialize.write(copied.path / "spec.json", spec)
    assert meadow(["verify", str(copied.path)]) == 3
    assert "could not be had" in capsys.readouterr().out


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


def test_a_run_under_a_profile_is_compared_with_the_suite_under_that_profile(
    suite: Path, tmp_path: Path
) -> None:
    words = ["--agent", "forward", "--executor", "inline", "--profile", "habitat-like"]
    assert meadow(["eval", str(suite), *words, "--episodes", "2", "-o", str(tmp_path)]) == 0
    result = verify_run(tmp_path)
    assert result.mismatches == []
    assert result.coverage is not None
    assert result.coverage.fixed
