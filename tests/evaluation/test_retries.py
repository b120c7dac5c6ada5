"""Episodes without a result are missed, told of and run again, and never taken for failures."""

from __future__ import annotations

import json
import signal
import time

import pytest
from tests.evaluation.test_chaos import rows_of, wait_for_rows, workers_of

from meadow.episodes.schema import read_episodes
from meadow.errors import RunError
from meadow.evaluation.run.executors import scheduler
from meadow.evaluation.run.runner import evaluate
from meadow.evaluation.run.spec import make_spec
from meadow.evaluation.run.store import RunDirectory
from meadow.evaluation.run.worker import failed_row


@pytest.fixture
def episodes(suite):
    return read_episodes(suite)[0][:3]


@pytest.fixture
def spec(suite, episodes):
    return make_spec("tiny", episodes, "random", houses=str(suite.parent))


@pytest.fixture
def attempt(spec, episodes, tmp_path):
    """Evaluate into one directory; rows by episode."""

    def call(**settings):
        rows = evaluate(spec, episodes, tmp_path / "run", **settings)
        return {row["episode"]: row for row in rows}

    return call


def leave(tmp_path, spec, episode, status, times=1):
    """A run whose first episode ended like this, so many times."""
    with RunDirectory(tmp_path / "run").writing(spec) as writer:
        for _ in range(times):
            writer.add(failed_row(spec, episode, status, "it was so"), None)


@pytest.mark.parametrize("status", ["lost", "timeout"])
def test_the_next_call_runs_lost_and_late_episodes_again(
    attempt, spec, episodes, tmp_path, status, run, alike
):
    leave(tmp_path, spec, episodes[0], status)
    rows = attempt()
    assert [row["status"] for row in rows.values()] == ["ok"] * 3
    alike(rows, run("random", out="undisturbed", episodes=episodes))
    stored = RunDirectory(tmp_path / "run").rows()
    assert [row["episode"] for row in stored] == [e.id for e in episodes]


def test_only_two_later_calls_do(attempt, spec, episodes, tmp_path):
    leave(tmp_path, spec, episodes[0], "lost", times=2)
    assert RunDirectory(tmp_path / "run").rows()[0]["attempts"] == 2
    leave(tmp_path, spec, episodes[0], "lost")
    rows = attempt()
    assert rows[episodes[0].id]["attempts"] == 3
    assert rows[episodes[0].id]["status"] == "lost"
    assert attempt(retry=True)[episodes[0].id]["status"] == "ok"


def test_an_error_of_the_agent_is_run_again_only_when_asked_for(attempt, spec, episodes, tmp_path):
    leave(tmp_path, spec, episodes[0], "error")
    told = []
    rows = attempt(progress=lambda done, total, note: told.append(len(note["new"])))
    assert rows[episodes[0].id]["status"] == "error"
    assert told == [1, 1, 1]
    summary = json.loads((tmp_path / "run" / "summary.json").read_text())
    assert summary["episodes"] == {"planned": 3, "finished": 2, "missing": 1}
    assert summary["success"]["n"] == 2
    rows = attempt(retry=True)
    assert rows[episodes[0].id]["status"] == "ok"
    summary = json.loads((tmp_path / "run" / "summary.json").read_text())
    assert summary["episodes"] == {"planned": 3, "finished": 3, "missing": 0}


def test_a_finished_row_stays_whatever_comes_after(spec, episodes, attempt, tmp_path):
    before = attempt()
    leave(tmp_path, spec, episodes[0], "lost")
    assert {r["episode"]: r for r in RunDirectory(tmp_path / "run").rows()} == before


def test_tracebacks_are_kept_until_the_episode_succeeds(run, faulty_agents, suite, tmp_path):
    victim = read_episodes(suite)[0][0]
    options = {"seeds": [victim.seed]}
    row = run("test-crash", options=options)[victim.id]
    file = tmp_path / "run" / row["traceback"]
    assert file.parent.name == "errors"
    assert "in strike" in file.read_text()
    assert "RuntimeError: broken at" in file.read_text()
    directory = RunDirectory(tmp_path / "run")
    with directory.writing(directory.spec()) as writer:
        writer.add({**row, "status": "ok", "metrics": {"success": 1.0}}, b"replay")
    assert not file.exists()


def test_an_episode_whose_worker_died_twice_is_saved_by_the_same_call(
    run, alike, faulty_agents, suite, tmp_path
):
    episodes = read_episodes(suite)[0][:2]
    options = {"seeds": [episodes[0].seed], "mark": str(tmp_path / "mark"), "times": 2}
    settings = {"options": options, "episodes": episodes, "workers": 1}
    rows = run("test-kill-once", "processes", **settings)
    assert [row["status"] for row in rows.values()] == ["lost", "ok"]
    rows = run("test-kill-once", "processes", **settings)
    assert [row["status"] for row in rows.values()] == ["ok", "ok"]
    alike(rows, run("test-kill-once", out="sound", **settings))


def test_a_clock_does_not_count_the_time_asleep(monkeypatch):
    now = [100.0]
    monkeypatch.setattr(scheduler.time, "monotonic", lambda: now[0])
    clock = scheduler.AwakeClock()
    now[0] += 0.4
    assert clock.look() == pytest.approx(0.4)
    now[0] += 3600.0
    assert clock.look() == pytest.approx(0.4 + 2 * scheduler.TICK)


def test_a_suspended_run_goes_on_with_the_episodes_it_was_at(command, suite, tmp_path):
    """Suspended for longer than the time limit: no episode is begun a second time."""
    out, mark = tmp_path / "run", tmp_path / "mark"
    agent = ("--agent", "test-begun", "--option", f"mark={mark}", "--time-limit", 5)
    process = command("eval", suite, *agent, "--workers", 2, "-o", out)
    assert wait_for_rows(out, 2, process)
    everyone = [process, *workers_of(process)]
    for one in everyone:
        one.send_signal(signal.SIGSTOP)
    time.sleep(6.0)
    for one in everyone:
        one.send_signal(signal.SIGCONT)
    process.communicate(timeout=120)
    assert process.returncode == 0
    assert len(rows_of(out)) == 12
    begun = mark.read_text().split()
    assert len(begun) == len(set(begun)) == 12


def test_more_episodes_of_the_suite_extend_a_run(suite, tmp_path, run, alike):
    whole = read_episodes(suite)[0]
    out = tmp_path / "run"

    def go(episodes):
        spec = make_spec("tiny", episodes, "random", whole=whole, houses=str(suite.parent))
        return spec, evaluate(spec, episodes, out)

    go(whole[2:6])
    before = RunDirectory(out).rows()
    spec, rows = go(whole[1:8])
    assert RunDirectory(out).spec() == spec
    assert [row["episode"] for row in rows] == [e.id for e in whole[1:8]]
    assert RunDirectory(out).rows() == rows
    assert [r for r in rows if r["episode"] in {b["episode"] for b in before}] == before
    written = {p.name: p.read_bytes() for p in out.iterdir() if p.is_file()}
    _, fewer = go(whole[2:4])
    assert [row["episode"] for row in fewer] == [e.id for e in whole[2:4]]
    assert {p.name: p.read_bytes() for p in out.iterdir() if p.is_file()} == written
    with pytest.raises(RunError, match="holds 7 rows of episodes of 'tiny' other than these 4"):
        go(whole[8:])
    alike(
        {r["episode"]: r for r in go(whole)[1]},
        run("random", out="at once"),
    )


def test_episodes_of_another_budget_are_another_run(suite, tmp_path):
    from msgspec.structs import replace

    whole = read_episodes(suite)[0][:2]
    shorter = [replace(e, max_steps=3) for e in whole]
    for episodes in (whole, shorter):
        spec = make_spec("tiny", episodes[:1], "random", whole=episodes, houses=str(suite.parent))
        if episodes is whole:
            evaluate(spec, episodes[:1], tmp_path / "run")
            continue
        with pytest.raises(RunError, match="suite_digest"):
            evaluate(spec, episodes[:1], tmp_path / "run")
