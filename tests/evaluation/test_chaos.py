"""kill -9 at any moment loses nothing, doubles nothing and leaves nothing behind."""

from __future__ import annotations

import signal
import subprocess
import time
from pathlib import Path

import psutil
import pytest

from meadow.evaluation.run.store import RunDirectory
from meadow.seeding import stream
from meadow.testing.tiny_suite import write_tiny_suite

EPISODES = 60
#: No wait in these tests takes longer unless something is broken, seconds.
PATIENCE = 60.0


@pytest.fixture(scope="module")
def many(tmp_path_factory) -> Path:
    """An episode file long enough to be disturbed."""
    return write_tiny_suite(tmp_path_factory.mktemp("many"), EPISODES, max_steps=30)


def rows_of(out: Path) -> dict[str, dict]:
    rows = RunDirectory(out).rows()
    found = {row["episode"]: row for row in rows}
    assert len(found) == len(rows), "an episode was stored twice"
    return found


def wait_for_rows(out: Path, count: int, process: subprocess.Popen) -> bool:
    """Wait until a run has so many rows; False when it ended before."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if process.poll() is not None:
            return False
        rows = out / "rows.jsonl"
        if rows.exists() and rows.read_bytes().count(b"\n") >= count:
            return True
        time.sleep(0.01)
    raise AssertionError(f"the run stopped at fewer than {count} rows")


def workers_of(process: subprocess.Popen) -> list[psutil.Process]:
    """Its worker processes, told from the helper of multiprocessing by their command line."""
    found = []
    for child in psutil.Process(process.pid).children():
        try:
            if any("spawn_main" in part for part in child.cmdline()):
                found.append(child)
        except (psutil.NoSuchProcess, psutil.ZombieProcess):
            continue
    return found


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs /proc")
def test_workers_leave_interrupts_to_the_main_process(command, many, tmp_path) -> None:
    """All of them: what starts with the first one used to let interrupts through again."""
    slowly = ("--agent", "test-slow", "--option", "seconds=0.02")
    process = command("eval", many, *slowly, "--workers", 2, "-o", tmp_path / "run")
    assert wait_for_rows(tmp_path / "run", 3, process)
    for worker in workers_of(process):
        status = Path(f"/proc/{worker.pid}/status").read_text()
        blocked = int(status.partition("SigBlk:")[2].split()[0], 16)
        assert blocked >> (signal.SIGINT - 1) & 1
    process.kill()


def assert_gone(processes: list[psutil.Process]) -> None:
    _, alive = psutil.wait_procs(processes, timeout=PATIENCE)
    assert not alive, "workers outlived their main process"


def test_killing_main_and_workers_at_random_changes_nothing(command, many, tmp_path, alike):
    def start(out: Path, executor: str = "processes") -> subprocess.Popen:
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        where = ("--workers", 2, "--executor", executor, "-o", out)
        return command(
            "eval", many, "--agent", "test-slow", "--option", "seconds=0.005", *where, **quiet
        )

    undisturbed = start(tmp_path / "calm", "inline")
    out = tmp_path / "run"
    rng = stream(0, "chaos")
    kills = done = 0
    while done < EPISODES - 20:
        process = start(out)
        mark = done + rng.integer(0, 8)
        if not wait_for_rows(out, mark, process):
            break
        time.sleep(rng.uniform(0.0, 0.05))
        workers = workers_of(process)
        if kills % 2 and workers:
            rng.choice(workers).send_signal(signal.SIGKILL)
            wait_for_rows(out, mark + rng.integer(2, 6), process)
            workers = workers_of(process)
        process.kill()
        process.wait()
        kills += 1
        assert_gone(workers)
        done = len(rows_of(out))
    last = start(out)
    assert last.wait(timeout=PATIENCE) == 0
    assert kills >= 4
    assert undisturbed.wait(timeout=PATIENCE) == 0
    calm = rows_of(tmp_path / "calm")
    assert len(calm) == EPISODES
    alike(rows_of(out), calm)
    assert list(rows_of(out)) == list(calm), "the order of the suite"
    assert {p.name for p in (out / "replays").iterdir()} == {
        p.name for p in (tmp_path / "calm" / "replays").iterdir()
    }


@pytest.mark.parametrize(("sent", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_polite_stop_keeps_rows_and_says_how_to_go_on(command, many, tmp_path, sent, code):
    out = tmp_path / "run"
    # Slow enough not to end by itself while a busy machine keeps this test waiting.
    slowly = ("--agent", "test-slow", "--option", "seconds=0.02")
    process = command("eval", many, *slowly, "--workers", 2, "-o", out)
    assert wait_for_rows(out, 3, process)
    workers = workers_of(process)
    assert len(workers) == 2
    for receiver in (process, *workers):  # as a terminal does for Ctrl-C
        if receiver is process or sent == signal.SIGINT:
            receiver.send_signal(sent)
    _, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == code
    assert f"kept in {out}; the same command goes on" in errors
    assert "Traceback" not in errors
    assert_gone(workers)
    assert 3 <= len(rows_of(out)) < EPISODES
