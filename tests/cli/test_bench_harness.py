"""The study of the harness runs and its figures hang together."""

from __future__ import annotations

import json

import pytest

from meadow.cli import bench_harness
from meadow.cli.main import run
from meadow.testing.tiny_suite import write_tiny_suite


@pytest.fixture
def tiny(tmp_path, monkeypatch):
    """The study on a suite that needs no generated homes."""
    suite = write_tiny_suite(tmp_path, 4)
    monkeypatch.setattr(bench_harness, "SUITE", suite.name)
    monkeypatch.chdir(tmp_path)


def test_it_writes_its_figures(tiny, tmp_path, capsys):
    file = tmp_path / "harness.json"
    small = ["--episodes", "6", "--rounds", "1", "--memory-episodes", "5"]
    assert run(["bench", "harness", *small, "--json", str(file)]) == 0
    result = json.loads(file.read_text())
    figures = result["figures"]
    wall = {n: r["wall_seconds"][0] for n, r in result["runs"].items()}
    ratio = figures["2 workers against 1"]["value"]
    assert ratio == pytest.approx(wall["1"] / wall["2"], abs=1e-3)
    costs = result["cpu_seconds"]
    overhead = 100 * (costs["harness"] / costs["bare"] - 1)
    assert figures["overhead over bare stepping"]["value"] == pytest.approx(overhead, abs=0.5)
    assert costs["agent"] < costs["bare"]
    assert [done for done, _ in result["memory_mb"]] == [5]
    assert "the harness on this machine" in capsys.readouterr().out
    assert "host" not in file.read_text()


def test_episodes_beyond_the_suite_have_their_own_ids_and_seeds(tiny):
    episodes = bench_harness.repeated_episodes(10)
    assert len({e.id for e in episodes}) == 10
    assert len({e.seed for e in episodes}) == 10
    assert [e.house for e in episodes[:4]] == [e.house for e in episodes[4:8]]
    assert episodes[0].house != episodes[1].house


@pytest.mark.parametrize("option", ["--episodes", "--rounds", "--memory-episodes"])
def test_counts_must_be_positive(option, capsys):
    assert run(["bench", "harness", f"{option}=0"]) == 2
    assert f"{option} is 0" in capsys.readouterr().err
