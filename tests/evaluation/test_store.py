"""Run directories survive what happens to them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from meadow import serialize
from meadow.errors import FileFormatError, RunError
from meadow.evaluation.run.spec import RunSpec
from meadow.evaluation.run.store import RunDirectory

SPEC = RunSpec("suite", "objectnav", "stop near it", "someone", 3, "digest")


def row(episode: str) -> dict:
    return {
        "episode": episode,
        "home": "h",
        "status": "ok",
        "tags": {},
        "metrics": {"success": 1.0},
    }


def test_rows_come_back_in_the_order_of_the_episodes(tmp_path: Path) -> None:
    run = RunDirectory(tmp_path / "run")
    with run.writing(SPEC) as writer:
        for episode in ("b", "c", "a"):
            writer.add(row(episode), b"replay")
        writer.finish(["a", "b", "c"], {"success": {"mean": 1.0}})
    assert [r["episode"] for r in run.rows()] == ["a", "b", "c"]
    assert run.replay_path("a").read_bytes() == b"replay"
    assert run.spec() == SPEC


def test_a_doubled_result_is_stored_once(tmp_path: Path) -> None:
    run = RunDirectory(tmp_path)
    with run.writing(SPEC) as writer:
        writer.add(row("a"), None)
        writer.add(row("a"), None)
    with run.writing(SPEC) as writer:
        writer.add(row("a"), None)
    assert len(run.rows()) == 1


@pytest.mark.parametrize("torn", [b'{"episode": "b", "ho', b'{"episode": "b"', b"\x00\x00", b"{\n"])
def test_a_torn_last_line_is_repaired(tmp_path: Path, torn: bytes) -> None:
    run = RunDirectory(tmp_path)
    with run.writing(SPEC) as writer:
        writer.add(row("a"), None)
    with open(run.rows_path, "ab") as file:
        file.write(torn)
    assert [r["episode"] for r in run.rows()] == ["a"]
    with run.writing(SPEC) as writer:
        assert writer.done == {"a"}
        writer.add(row("b"), None)
    assert [r["episode"] for r in run.rows()] == ["a", "b"]


def test_damage_in_the_middle_is_an_error_with_its_line(tmp_path: Path) -> None:
    run = RunDirectory(tmp_path)
    with run.writing(SPEC) as writer:
        writer.add(row("a"), None)
    run.rows_path.write_bytes(b"broken\n" + run.rows_path.read_bytes())
    with pytest.raises(FileFormatError, match="line 1"):
        run.rows()


def test_a_changed_spec_refuses_to_mix(tmp_path: Path) -> None:
    run = RunDirectory(tmp_path)
    with run.writing(SPEC) as writer:
        writer.add(row("a"), None)
    changed = msgspec.structs.replace(SPEC, agent="another")
    with pytest.raises(RunError, match=r"agent: 'someone' -> 'another'"), run.writing(changed):
        pass
    assert run.spec() == SPEC


def test_a_run_without_rows_may_change_its_spec(tmp_path: Path) -> None:
    run = RunDirectory(tmp_path)
    with run.writing(SPEC):
        pass
    changed = msgspec.structs.replace(SPEC, agent="another")
    with run.writing(changed):
        pass
    assert run.spec() == changed


def test_half_written_files_of_a_killed_run_are_swept(tmp_path: Path) -> None:
    run = RunDirectory(tmp_path)
    with run.writing(SPEC) as writer:
        writer.add(row("a"), b"replay")
    torn = [
        folder / f"{serialize.TEMPORARY}x_y_z_1w" for folder in (tmp_path, tmp_path / "replays")
    ]
    for file in torn:
        file.write_bytes(b"half")
    with run.writing(SPEC):
        pass
    assert not any(file.exists() for file in torn)
    assert run.replay_path("a").exists()


@pytest.mark.parametrize("name", [".env.abcd1234", ".ssh.id_rsa.12345678", ".rows.jsonl.abcd1234"])
def test_files_of_others_are_left_alone(tmp_path: Path, name: str) -> None:
    """These look like what a killed program leaves behind, but Meadow did not make them."""
    (tmp_path / name).write_text("precious")
    with RunDirectory(tmp_path).writing(SPEC):
        pass
    assert (tmp_path / name).read_text() == "precious"


@pytest.mark.parametrize(
    "name", ["rows.jsonl", "spec.json", "summary.json", "lock", "replays/a.mrp", "errors/a.txt"]
)
def test_links_in_a_run_directory_are_refused(tmp_path: Path, name: str) -> None:
    precious = tmp_path / "precious"
    precious.write_text("not a row\n")
    run = RunDirectory(tmp_path / "run")
    (run.path / name).parent.mkdir(parents=True, exist_ok=True)
    (run.path / name).symlink_to(precious)
    with pytest.raises(RunError, match="symbolic link"), run.writing(SPEC):
        pass
    assert precious.read_text() == "not a row\n"


def test_a_linked_directory_of_replays_is_refused(tmp_path: Path) -> None:
    run = RunDirectory(tmp_path / "run")
    run.path.mkdir()
    (tmp_path / "elsewhere").mkdir()
    (run.path / "replays").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(RunError, match="replays is a symbolic link"), run.writing(SPEC):
        pass


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"7", "Expected `object`"),
        (b"{}", "missing required field `episode`"),
        (b'{"episode": 7}', r"\$.episode"),
        (b"\xff\xfe", "not valid JSON"),
        (b'{"episode":"b","home":"h","status":"ok","tags":{},"metrics":{"success":2}}', "0 to 1"),
        (b'{"episode":"b","home":"h","status":"ok","tags":{},"metrics":{}}', "success is missing"),
        (
            b'{"episode":"b","home":"h","status":"ok","tags":{},"metrics":{"success":1,"x":1e300}}',
            r"\$.metrics.x is 1e\+300",
        ),
    ],
)
def test_a_row_that_is_none_is_named_with_its_line(
    tmp_path: Path, line: bytes, message: str
) -> None:
    run = RunDirectory(tmp_path)
    with run.writing(SPEC) as writer:
        writer.add(row("a"), None)
        writer.add(row("c"), None)
    first, last = run.rows_path.read_bytes().splitlines()
    run.rows_path.write_bytes(b"\n".join([first, line, last, b""]))
    with pytest.raises(FileFormatError, match=message) as error:
        run.rows()
    assert "rows.jsonl, line 2" in str(error.value)


def test_other_library_versions_do_not_make_another_run(tmp_path: Path) -> None:
    run = RunDirectory(tmp_path)
    with run.writing(SPEC) as writer:
        writer.add(row("a"), None)
    other = msgspec.structs.replace(SPEC, environment={"numpy": "9"}, houses="elsewhere")
    with run.writing(other) as writer:
        assert writer.done == {"a"}


def test_the_second_process_is_told_who_holds_the_run(tmp_path: Path) -> None:
    run = RunDirectory(tmp_path)
    code = (
        "import sys; from meadow.evaluation.run.store import RunDirectory as R;"
        "from tests.evaluation.test_store import SPEC\n"
        "with R(sys.argv[1]).writing(SPEC): pass"
    )
    root = {"PYTHONPATH": os.pathsep.join([str(Path(__file__).parents[2]), *sys.path])}
    with run.writing(SPEC):
        out = subprocess.run(
            [sys.executable, "-c", code, str(tmp_path)],
            capture_output=True,
            text=True,
            env=os.environ | root,
        )
    assert out.returncode != 0
    assert f"in use by process {os.getpid()}" in out.stderr


def test_a_file_in_the_way_is_named(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("x")
    with pytest.raises(RunError, match="is a file"), RunDirectory(path).writing(SPEC):
        pass


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_read_only_directory_is_named(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(RunError, match="cannot be written"), RunDirectory(tmp_path).writing(SPEC):
        pass


def test_a_directory_that_cannot_be_made_is_named() -> None:
    with pytest.raises(RunError, match="cannot be written"):  # /proc takes no directories
        RunDirectory("/proc/meadow-run").writing(SPEC).__enter__()


def test_a_full_disk_keeps_what_is_finished(tmp_path: Path) -> None:
    run = RunDirectory(tmp_path)
    with run.writing(SPEC) as writer:
        writer.add(row("a"), None)
        full = os.open("/dev/full", os.O_WRONLY)
        real = os.dup(writer._file.fileno())
        os.dup2(full, writer._file.fileno())
        with pytest.raises(RunError, match="disk is full"):
            writer.add(row("b"), None)
        os.dup2(real, writer._file.fileno())
    assert [r["episode"] for r in run.rows()] == ["a"]


def test_reading_something_else_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(RunError, match="not a run directory"):
        RunDirectory(tmp_path).spec()


def test_odd_ids_become_safe_file_names(tmp_path: Path) -> None:
    run = RunDirectory(tmp_path)
    path = run.replay_path("../../etc/passwd")
    assert path.parent == tmp_path / "replays"
    assert ".." not in path.name
