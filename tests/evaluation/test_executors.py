"""Rows do not depend on where, in which order or how often interrupted episodes run."""

from __future__ import annotations

import msgspec
import pytest

from meadow.episodes.schema import read_episodes
from meadow.errors import RunError
from meadow.evaluation.run.executors import ExecutorOptions
from meadow.evaluation.run.executors.queue import JobQueue
from meadow.evaluation.run.runner import evaluate
from meadow.evaluation.run.spec import make_spec
from meadow.evaluation.run.store import RunDirectory
from meadow.evaluation.run.worker import EpisodeJob
from meadow.replay import decode_replay
from meadow.seeding import stream


@pytest.fixture
def victim(suite):
    """The episode that a fault strikes, with the option that aims it."""
    episode = read_episodes(suite)[0][4]
    return episode.id, {"seeds": [episode.seed]}


def records(folder):
    """Every replay of a run without its timings."""
    found = {}
    for path in folder.joinpath("replays").iterdir():
        record = decode_replay(path.read_bytes())
        found[path.name] = msgspec.structs.replace(record, seconds=0.0, agent_seconds=0.0)
    return found


def test_inline_processes_order_and_resuming_give_equal_rows(run, alike, suite, tmp_path):
    episodes = read_episodes(suite)[0]
    inline = run("frontier-oracle", out="inline")
    assert len(inline) == len(episodes)
    assert {row["status"] for row in inline.values()} == {"ok"}
    alike(run("frontier-oracle", "processes", out="processes"), inline)
    assert records(tmp_path / "processes") == records(tmp_path / "inline")
    shuffled = stream(0, "order").shuffled(episodes)
    alike(run("frontier-oracle", out="shuffled", episodes=shuffled), inline)


def test_a_partial_run_is_finished_with_equal_rows(run, alike, suite, tmp_path):
    episodes = read_episodes(suite)[0]
    spec = make_spec("tiny", episodes, "random", houses=str(suite.parent))
    whole = run("random", out="whole")

    class Enough(Exception):
        pass

    def interrupt(done, total, note):
        if done == 5:
            raise Enough

    with pytest.raises(Enough):
        evaluate(spec, episodes, tmp_path / "part", progress=interrupt)
    part = RunDirectory(tmp_path / "part")
    before = part.rows()
    assert len(before) == 5
    alike(run("random", "processes", out="part"), whole)
    assert [r for r in part.rows() if r["episode"] in {b["episode"] for b in before}] == before
    names = [row["episode"] for row in part.rows()]
    assert names == [e.id for e in episodes]


@pytest.mark.parametrize("agent", ["test-crash", "test-quit"])
def test_an_agent_that_crashes_costs_its_row_only(run, alike, faulty_agents, victim, agent):
    id, options = victim
    rows = run(agent, options=options)
    sound = run(agent, out="sound")
    assert rows[id]["status"] == "error"
    assert rows[id]["metrics"] == {}
    expected = {
        "test-crash": "RuntimeError: broken at 0x... (",
        "test-quit": "SystemExit: enough (",
    }
    assert rows[id]["error"].startswith(expected[agent])
    others = {k: row for k, row in rows.items() if k != id}
    alike(others, {k: row for k, row in sound.items() if k != id})
    alike(run(agent, "processes", out="processes", options=options), rows)


@pytest.mark.parametrize(
    ("agent", "status", "error"),
    [
        ("test-exit", "lost", "its worker died, twice"),
        ("test-kill", "lost", "its worker died, twice"),
        ("test-hang", "timeout", "it took longer than 3 s, twice"),
    ],
)
def test_a_worker_that_dies_or_hangs_costs_one_retry_and_its_row(
    run, alike, faulty_agents, victim, agent, status, error
):
    id, options = victim
    rows = run(agent, "processes", options=options, time_limit=3.0)
    assert (rows[id]["status"], rows[id]["error"]) == (status, error)
    sound = run(agent, out="sound")
    others = {k: row for k, row in rows.items() if k != id}
    alike(others, {k: row for k, row in sound.items() if k != id})


def test_a_worker_that_dies_once_is_retried(run, alike, faulty_agents, victim, tmp_path):
    _, options = victim
    options = {**options, "mark": str(tmp_path / "mark")}
    rows = run("test-kill-once", "processes", options=options)
    assert (tmp_path / "mark").exists()
    alike(rows, run("test-kill-once", out="sound", options=options))


@pytest.mark.parametrize("executor", ["inline", "processes"])
def test_an_agent_that_cannot_be_made_ends_the_run_at_once(run, faulty_agents, tmp_path, executor):
    with pytest.raises(
        RunError, match=r"'test-misconfigured' .* \{'size': 7\}: ValueError: size 7"
    ):
        run("test-misconfigured", executor, options={"size": 7})
    with pytest.raises(RunError, match="unexpected keyword argument 'sizes'"):
        run("random", executor, options={"sizes": 7})
    assert RunDirectory(tmp_path / "run").rows() == []


def test_workers_that_die_while_they_start_end_the_run(run, faulty_agents, tmp_path, capfd):
    with pytest.raises(RunError, match="5 workers in a row died while they started"):
        run("test-stillborn", "processes")
    assert RunDirectory(tmp_path / "run").rows() == []


def test_workers_do_not_share_cores(run, faulty_agents, tmp_path, monkeypatch):
    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
    monkeypatch.setenv("NUMBA_NUM_THREADS", "2")
    run("test-threads", "processes")
    traces = [r.trace for r in records(tmp_path / "run").values()]
    assert [(t["OMP"], t["NUMBA"]) for t in traces] == [(("1",), ("2",))] * 12


def jobs(suite, runs=1):
    """Every episode for every run."""
    return [EpisodeJob(e, run) for e in read_episodes(suite)[0] for run in range(runs)]


def test_workers_stay_in_their_home_and_help_each_other_in_the_end(suite):
    queue = JobQueue(jobs(suite))
    first = queue.take("", set())
    other = queue.take("", {queue.place(first)})
    assert other.episode.house != first.episode.house
    here, there = queue.place(first), queue.place(other)
    for _ in range(5):
        assert queue.place(queue.take(here, {there})) == here
    assert queue.place(queue.take(here, {there})) == there
    assert len(queue) == 4


def test_workers_of_runs_that_go_together_stay_with_their_episode(suite):
    queue = JobQueue(jobs(suite, runs=2), together=True)
    ids = [e.id for e in read_episodes(suite)[0]]
    first = queue.take("", set())
    other = queue.take("", {queue.place(first)})
    assert [first.episode.id, other.episode.id] == ids[:2], "in the order of the suite"
    second = queue.take(queue.place(first), {queue.place(other)})
    assert (second.episode.id, second.run) == (ids[0], 1)
    assert queue.retry(first)
    queue.drop_unbegun()
    left = [queue.take("", set()) for _ in range(len(queue))]
    assert [(e.episode.id, e.run) for e in left] == [(ids[1], 1), (ids[0], 0)]


def test_an_errand_is_retried_once(suite):
    queue = JobQueue(jobs(suite)[:1])
    job = queue.take("", set())
    assert queue.retry(job)
    assert queue.take("", set()) is job
    assert not queue.retry(job)
    assert len(queue) == 0


def test_options_are_checked(run):
    for bad in ({"workers": 0}, {"time_limit": -1.0}):
        with pytest.raises(ValueError, match="expected a number above 0"):
            run("random", **bad)
    assert ExecutorOptions().workers == 1
