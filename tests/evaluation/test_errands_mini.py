"""The shipped example of several legs, from episodes with somebody who walks to a verified run."""

from __future__ import annotations

import msgspec
import pytest

from meadow.cli.main import run as meadow
from meadow.episodes.houses import load_house
from meadow.episodes.suites import load_suite
from meadow.evaluation.run.executors import ExecutorOptions
from meadow.evaluation.run.runner import evaluate
from meadow.evaluation.run.spec import make_spec
from meadow.evaluation.run.store import RunDirectory
from meadow.evaluation.run.verify import verify_run
from meadow.replay import encode_replay
from meadow.scenes.schema import write_house

EPISODES = 2


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """The first episodes, found and answered with perfect eyes; their home is a file."""
    folder = tmp_path_factory.mktemp("errands")
    episodes = load_suite("errands-mini")[:EPISODES]
    house = load_house(episodes[0].house)
    file = folder / "home.json.gz"
    write_house(house, file)
    ref = msgspec.structs.replace(episodes[0].house, uri=f"file:{file}")
    episodes = [msgspec.structs.replace(e, house=ref) for e in episodes]
    spec = make_spec("errands", episodes, "errand-oracle")
    evaluate(spec, episodes, folder / "run")
    return RunDirectory(folder / "run"), spec, episodes, house, file


def without_times(directory):
    rows = [{k: v for k, v in row.items() if k != "timings"} for row in directory.rows()]
    return sorted(rows, key=lambda row: row["episode"])


def test_perfect_eyes_find_all_goals_and_answer_what_the_way_showed(run):
    rows = run[0].rows()
    assert [row["status"] for row in rows] == ["ok"] * EPISODES, rows
    assert [goal["ending"] for row in rows for goal in row["goals"]] == ["success"] * 2 * EPISODES
    assert [row["metrics"]["answers_correct"] for row in rows] == [1.0] * EPISODES
    for row in rows:
        gaps = run[0].record(row["episode"]).probes["person_gap"]
        assert len(set(gaps)) > len(gaps) / 4, "somebody walks"


def test_two_workers_and_resuming_give_the_same_rows(run, tmp_path):
    directory, spec, episodes, *_ = run
    evaluate(spec, episodes[:1], tmp_path / "run")
    options = ExecutorOptions(workers=2)
    evaluate(spec, episodes, tmp_path / "run", executor="processes", options=options)
    assert without_times(RunDirectory(tmp_path / "run")) == without_times(directory)


def test_a_run_is_verified_by_its_actions_and_by_running_the_agent_again(run):
    result = verify_run(run[0].path, rerun=1)
    assert not [m for m in result.mismatches if m.episode], result.mismatches
    assert (result.checked, result.rerun) == (EPISODES, 1)


def test_tables_say_that_they_count_goals(run, capsys):
    path = str(run[0].path)
    assert meadow(["failures", path, "--by", "leg"]) == 0
    assert "Per cent of the goals of a line." in capsys.readouterr().out
    assert meadow(["compare", path, path]) == 0
    told = capsys.readouterr().out
    assert f"{2 * EPISODES} common goals" in told
    assert "No goal flipped" in told


def other_answer(row):
    row["answers"][0][1] = "9"


def other_goal(row):
    row["goals"][1]["goal"] = "mug"


def other_ending(row):
    row["goals"][1]["ending"] = "not found"


def other_steps(row):
    row["goals"][1]["metrics"]["steps"] += 1


def leg_left_out(row):
    row["goals"].pop()


@pytest.mark.parametrize(
    "change", [other_answer, other_goal, other_ending, other_steps, leg_left_out]
)
def test_a_changed_row_is_noticed(run, change):
    directory = run[0]
    kept = directory.rows_path.read_bytes()
    rows = directory.rows()
    change(rows[0])
    directory.rows_path.write_bytes(b"".join(msgspec.json.encode(row) + b"\n" for row in rows))
    try:
        found = {m.episode for m in verify_run(directory.path).mismatches if m.episode}
    finally:
        directory.rows_path.write_bytes(kept)
    assert found == {rows[0]["episode"]}


@pytest.mark.parametrize("what", ["answers", "first", "gap"])
def test_a_changed_replay_is_noticed(run, what):
    directory, _, episodes, *_ = run
    record = directory.record(episodes[0].id)
    legs = list(record.legs)
    if what == "answers":
        legs[2] = msgspec.structs.replace(legs[2], answers=("no", "9", "no"))
    elif what == "first":
        legs[1] = msgspec.structs.replace(legs[1], first=legs[1].first - 1)
    gaps = list(record.probes["person_gap"])
    if what == "gap":
        gaps[10] += 0.1
    probes = {**record.probes, "person_gap": tuple(gaps)}
    path = directory.replay_path(episodes[0].id)
    kept = path.read_bytes()
    path.write_bytes(
        encode_replay(msgspec.structs.replace(record, legs=tuple(legs), probes=probes))
    )
    try:
        found = {m.episode for m in verify_run(directory.path).mismatches if m.episode}
    finally:
        path.write_bytes(kept)
    assert found == {episodes[0].id}


@pytest.mark.parametrize("change", ["speed", "shifted"])
def test_another_walk_is_noticed(run, change):
    """Even when the episodes say that this is their home: the walker was elsewhere then."""
    directory, _, _, house, file = run
    walker = house.people[-1]
    (x, y, z), walk = walker.position, walker.walk
    if change == "speed":
        other = msgspec.structs.replace(walker, walk=msgspec.structs.replace(walk, speed=0.5))
    else:
        other = msgspec.structs.replace(walker, position=(x - 0.3, y, z))
    changed = msgspec.structs.replace(house, people=(*house.people[:-1], other))
    try:
        write_house(changed, file)
        by_digest = verify_run(directory.path).mismatches
        for id in (row["episode"] for row in directory.rows()):
            vouch(directory, id, changed.digest())
        by_walk = verify_run(directory.path).mismatches
    finally:
        write_house(house, file)
        for id in (row["episode"] for row in directory.rows()):
            vouch(directory, id, house.digest())
    assert any("digest" in str(m.found) for m in by_digest), by_digest
    assert any("probes.person_gap" in m.field for m in by_walk), by_walk


def vouch(directory, id, digest):
    """Let a replay say that its home has this digest."""
    record = directory.record(id)
    ref = msgspec.structs.replace(record.episode.house, digest=digest)
    episode = msgspec.structs.replace(record.episode, house=ref)
    told = msgspec.structs.replace(record, episode=episode)
    directory.replay_path(id).write_bytes(encode_replay(told))
