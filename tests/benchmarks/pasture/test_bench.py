"""What is run, in which order, and what is kept of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from meadow.agents import AGENTS
from meadow.benchmarks.pasture import study
from meadow.benchmarks.pasture.kept import load_kept
from meadow.cli.main import run
from meadow.episodes.schema import Episode, Goal, HouseRef
from meadow.errors import UnknownIdError
from meadow.evaluation.run.store import RunDirectory


def episode(setting: str, home: int, thing: str) -> Episode:
    return Episode(
        id=f"pasture-val-h{home:03d}-{setting}-{thing}-0",
        task="lzson",
        house=HouseRef(f"pasture:seed={home},rooms=4-5,variant=plain"),
        start=(0.0, 0.0, 0.0),
        goals=(Goal(thing, thing),),
        tags={"setting": setting},
    )


def test_every_beginning_is_balanced_and_paired() -> None:
    episodes = [
        episode(setting, home, thing)
        for home in range(10)
        for setting in ("appearance", "spatial")
        for thing in ("apple", "mug", "vase")
    ]
    order = study.balanced(episodes)
    assert sorted(e.id for e in order) == sorted(e.id for e in episodes)
    beginning = order[:12]
    pairs = [study.pair_of(e.id, e.tags["setting"]) for e in beginning]
    assert pairs[::2] == pairs[1::2]
    assert len({e.house.uri for e in beginning}) >= 4
    assert study.balanced(episodes[::-1])[0].id.split("-")[2] == order[0].id.split("-")[2]


def test_jobs_pair_agents_with_eyes() -> None:
    made = list(study.jobs(["cow-owl-s", "cow-owl-b", "random"], study.EYES, ["mini"]))
    assert [(j.agent, j.eyes) for j in made] == [
        ("cow-owl-s", "eyes-s"),
        ("cow-owl-b", "eyes-b"),
        ("random", ""),
        ("cow-owl-s", "eyes-s-zs"),
        ("cow-owl-b", "eyes-b-zs"),
    ]
    together = study.groups(made)
    assert [j.eyes for j in together["mini"]] == ["", "eyes-b", "eyes-b-zs", "eyes-s", "eyes-s-zs"]
    with pytest.raises(UnknownIdError, match="split"):
        list(study.jobs(["random"], study.EYES, ["fixed35"]))


def test_the_estimate_is_near_what_the_kept_runs_took() -> None:
    """25 agents with the default eyes took 5,317 s for 286 of the episodes on two cores."""
    for agents, seconds in (
        (study.default_agents(), 2 * 5316.7 / 286),
        (["cow-owl-s-prior"], 4.73),
    ):
        expected = study.core_seconds(list(study.jobs(agents, study.EYES[:1], ["fixed350"])))
        assert 0.7 < expected / seconds < 1.4


def test_default_agents_are_registered_and_paths_stay_private() -> None:
    assert set(study.default_agents()) <= set(AGENTS.names())
    assert study.short_eyes("yolo-world:/somewhere/deep/world.onnx") == "yolo-world:world.onnx"
    assert study.short_eyes("eyes-s") == "eyes-s"


def test_bench_goes_on_and_tables_keep_its_rows(
    suite: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(study.SPLITS, "mini", study.Split(str(suite), "12 episodes"))
    runs, out = tmp_path / "runs", tmp_path / "out"
    command = ["pasture", "bench", "--split", "mini", "--workers", "1", "-o", str(runs)]
    command += ["--agents", "forward,random"]
    # No time at all: no episode is begun.
    assert run([*command, "--minutes", "0.00001"]) == 0
    said = capsys.readouterr().out
    assert "time is up" in said
    assert said.index("This takes about 1 min on 1 idle core") < said.index("time is up")
    assert "--episodes 35" in said
    assert run(command) == 0
    assert "mini, 2 agents: 12/12" in capsys.readouterr().err
    for agent in ("forward", "random"):
        rows = RunDirectory(runs / "mini" / agent).rows()
        assert len(rows) == 12
        assert all(row["timings"]["together"] == 2 for row in rows)
    assert run(["pasture", "tables", str(runs), "-o", str(out)]) == 0
    kept, other = load_kept(out / "runs")
    assert len(kept.rows) == len(other.rows) == 12
    assert all(row["max_steps"] > 0 and row["ending"] for row in kept.rows)
    assert (kept.log.episodes, kept.log.agents) == (12, 2)
    assert str(tmp_path.parent) not in (out / "results.json").read_text()
    assert kept.spec.houses == ""
    assert "/" not in kept.spec.suite
    assert "not enough data" in capsys.readouterr().out
    assert run(["pasture", "tables", "-o", str(out)]) == 0, "kept rows are enough"


def test_episodes_without_a_result_are_told_of(
    suite: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(study.SPLITS, "mini", study.Split(str(suite), "12 episodes"))
    command = ["pasture", "bench", "--split", "mini", "--episodes", "2", "--workers", "1"]
    command += ["--agents", "forward", "-o", str(tmp_path)]
    assert run(command) == 0
    rows = tmp_path / "first-2" / "mini" / "forward" / "rows.jsonl"
    first, second = rows.read_bytes().splitlines()
    lost = json.loads(first) | {"status": "error", "metrics": {}, "error": "no wheels"}
    rows.write_bytes(json.dumps(lost).encode() + b"\n" + second + b"\n")
    capsys.readouterr()
    assert run(command) == 3
    assert "1 episodes have no result" in capsys.readouterr().out
    assert run([*command, "--retry"]) == 0


def test_missing_weights_leave_an_agent_out(
    suite: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from meadow.errors import MissingWeightsError

    def missing(name: str) -> None:
        raise MissingWeightsError(f"{name} is missing")

    monkeypatch.setitem(study.SPLITS, "mini", study.Split(str(suite), "12 episodes"))
    monkeypatch.setattr(study, "vision_model", missing)
    command = ["pasture", "bench", "--agents", "cow-owl-b", "--eyes", "eyes-s", "--split", "mini"]
    assert run([*command, "-o", str(tmp_path / "runs")]) == 0
    assert "left out mini/cow-owl-b@eyes-b: eyes-b is missing" in capsys.readouterr().out


def test_tables_without_runs_say_what_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["pasture", "tables", "-o", str(tmp_path)]) != 0
    assert "meadow pasture tables DIR" in capsys.readouterr().err
