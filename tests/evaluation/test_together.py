"""Agents that run together leave the rows and replays that each leaves alone."""

from __future__ import annotations

import msgspec
import pytest

from meadow.episodes.schema import read_episodes
from meadow.errors import InvalidValueError
from meadow.evaluation.run.executors import ExecutorOptions
from meadow.evaluation.run.runner import evaluate, evaluate_together
from meadow.evaluation.run.spec import make_spec
from meadow.evaluation.run.store import RunDirectory
from meadow.models.eyes import Eyes, available
from meadow.replay import decode_replay

pytestmark = pytest.mark.usefixtures("faulty_agents")


@pytest.fixture
def episodes(suite):
    """Two in one home and one in another."""
    found = read_episodes(suite)[0]
    other = next(e for e in found if e.house != found[0].house)
    same = [e for e in found if e.house == found[0].house]
    return [same[0], other, same[1]]


@pytest.fixture
def spec_of(suite, episodes):
    """The spec of an agent with options."""

    def make(agent, **options):
        return make_spec("tiny", episodes, agent, agent_options=options, houses=str(suite.parent))

    return make


def stored(folder, ids):
    """Rows by episode, and replays, both without timings."""
    run = RunDirectory(folder)
    records = {}
    for id in ids:
        if run.replay_path(id).exists():
            record = decode_replay(run.replay_path(id).read_bytes())
            records[id] = msgspec.structs.replace(record, seconds=0.0, agent_seconds=0.0)
    return {row["episode"]: {**row, "timings": None} for row in run.rows()}, records


def assert_as_alone(specs, episodes, together, alone):
    """Run each spec alone, and compare what that leaves with what they left together."""
    ids = [e.id for e in episodes]
    for place, spec in enumerate(specs):
        evaluate(spec, episodes, alone / str(place))
        rows, records = stored(together / str(place), ids)
        assert (rows, records) == stored(alone / str(place), ids)
        assert list(rows) == ids, "in the order of the episodes"


def places(specs, folder):
    return [(spec, folder / str(place)) for place, spec in enumerate(specs)]


def test_three_agents_with_eyes_see_each_frame_once(spec_of, episodes, tmp_path, monkeypatch):
    pytest.importorskip("onnxruntime")
    if "eyes-s" not in available():
        pytest.skip("no weights are shipped; make them with: meadow train eyes")
    episodes = episodes[:2]
    looks = []
    look = Eyes._run
    monkeypatch.setattr(Eyes, "_run", lambda *a: looks.append(1) or look(*a))
    specs = [spec_of("test-looker", parts=parts) for parts in (1, 3, 9)]
    specs = [msgspec.structs.replace(s, episodes_digest="two") for s in specs]
    found = evaluate_together(places(specs, tmp_path / "together"), episodes)
    assert [len(rows) for rows in found] == [2, 2, 2]
    assert found[0][0]["timings"]["together"] == 3
    shared = len(looks)
    assert_as_alone(specs, episodes, tmp_path / "together", tmp_path / "alone")
    assert len(looks) - shared == 2 * 3 * 6
    # The second agent is on its own after step 3; the third shares its way until then.
    assert shared < 2 * 3 * 6


def test_a_fault_costs_only_the_rows_of_its_agent(spec_of, episodes, tmp_path):
    seeds = [episodes[1].seed]
    specs = [
        spec_of("random"),
        spec_of("test-exit", seeds=seeds),
        spec_of("test-crash", seeds=seeds),
    ]
    options = ExecutorOptions(workers=2, time_limit=300.0)
    runs = places(specs, tmp_path / "together")
    found = evaluate_together(runs, episodes, executor="processes", options=options)
    assert [[row["status"] for row in rows] for rows in found] == [
        ["ok", "ok", "ok"],
        ["ok", "lost", "ok"],
        ["ok", "error", "ok"],
    ]
    sound = [specs[0], specs[2]]
    folder = tmp_path / "together"
    (folder / "2").rename(folder / "sound")
    (folder / "1").rename(folder / "lost")
    (folder / "sound").rename(folder / "1")
    assert_as_alone(sound, episodes, folder, tmp_path / "alone")


@pytest.mark.parametrize("executor", ["inline", "processes"])
def test_enough_ends_with_the_same_episodes_for_everyone(spec_of, episodes, tmp_path, executor):
    specs = [spec_of("random"), spec_of("forward")]
    done = []

    def count(rows, total, note):
        done.append(rows)

    options = ExecutorOptions(workers=1, time_limit=300.0, enough=lambda: len(done) > 1)
    runs = places(specs, tmp_path / "together")
    found = evaluate_together(runs, episodes, executor=executor, options=options, progress=count)
    # The first call tells what was there, the second of the first row: its episode is finished.
    assert [[row["episode"] for row in rows] for rows in found] == [[episodes[0].id]] * 2
    evaluate_together(runs, episodes)
    assert_as_alone(specs, episodes, tmp_path / "together", tmp_path / "alone")


def test_a_stop_amid_an_episode_is_gone_on_from(spec_of, episodes, tmp_path):
    specs = [spec_of("random"), spec_of("forward")]
    runs = places(specs, tmp_path / "together")

    class Stopped(Exception):
        pass

    def stop(done, total, note):
        assert total == 6
        if done == 3:
            raise Stopped

    with pytest.raises(Stopped):
        evaluate_together(runs, episodes, progress=stop)
    assert [len(RunDirectory(out).rows()) for _, out in runs] == [2, 1]
    told = []
    evaluate_together(runs, episodes, progress=lambda done, total, note: told.append(note["runs"]))
    assert told == [[0, 0, 1], [1], [0], [1]]
    assert_as_alone(specs, episodes, tmp_path / "together", tmp_path / "alone")


def test_other_episodes_are_refused(spec_of, episodes, tmp_path):
    specs = [spec_of("random"), spec_of("forward")]
    specs[1] = msgspec.structs.replace(specs[1], episodes_digest="others")
    with pytest.raises(InvalidValueError, match="same episodes"):
        evaluate_together(places(specs, tmp_path), episodes)
    assert not list(tmp_path.iterdir())
