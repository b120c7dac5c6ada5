"""The study of the harness runs and its figures hang together."""

from __future__ import annotations

import json

import numpy as np
import pytest

from meadow.cli.bench import harness as bench_harness
from meadow.cli.bench.figures import resident
from meadow.cli.main import run
from meadow.testing.tiny_suite import write_tiny_suite


@pytest.fixture
def tiny(tmp_path, monkeypatch):
    """The study on a suite that needs no generated homes."""
    suite = write_tiny_suite(tmp_path, 4)
    monkeypatch.setattr(bench_harness, "SUITE", suite.name)
    monkeypatch.setattr(bench_harness, "LOOK", 1)
    monkeypatch.setattr(bench_harness, "FILL", 2)
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
    cores = result["runs"]["2"]["cpu_seconds"][0] / wall["2"]
    assert figures["cores that the 2 workers got"]["value"] == pytest.approx(cores, abs=0.01)
    costs = result["cpu_seconds"]
    overhead = costs["harness"] / costs["bare"] - 1
    assert figures["overhead over bare stepping"]["value"] == pytest.approx(overhead, abs=0.005)
    assert figures["overhead over bare stepping"]["unit"] == "fraction"
    assert costs["agent"] < costs["bare"]
    assert [done for done, _ in result["memory_mb"]] == [1, 2, 3, 4, 5]
    assert "the harness on this machine" in capsys.readouterr().out
    assert "host" not in file.read_text()


def test_memory_is_that_of_the_episodes_alone(tiny):
    ballast = np.ones(300 * 2**20 // 8)  # what is freed in a process hides what leaks in it later
    series = bench_harness.memory_series(bench_harness.SUITE, 2, 1)
    assert max(mb for _, mb in series) < resident() / 2**20 - 100
    assert ballast.any()


def test_growth_is_the_slope_after_the_caches_are_full():
    filling = [(50, 100.0), (100, 200.0)]
    flat = [(n, 300.0 + n % 100 / 50) for n in range(200, 1001, 50)]
    leaking = [(n, mb + 0.05 * n) for n, mb in flat]
    assert abs(bench_harness.growth(filling + flat, 200)) < 2
    assert bench_harness.growth(filling + leaking, 200) == pytest.approx(50, abs=2)


def test_resident_memory_is_what_is_held_now():
    before = resident()
    held = np.ones(64 * 2**20 // 8)
    assert resident() - before > 60 * 2**20
    assert held.any()
    del held
    assert resident() - before < 30 * 2**20


def test_too_few_episodes_for_the_memory_are_refused(capsys):
    assert run(["bench", "harness", "--memory-episodes", "240"]) == 2
    assert "expected at least 250" in capsys.readouterr().err


def test_episodes_beyond_the_suite_have_their_own_ids_and_seeds(tiny):
    episodes = bench_harness.repeated_episodes(bench_harness.SUITE, 10)
    assert len({e.id for e in episodes}) == 10
    assert len({e.seed for e in episodes}) == 10
    assert [e.house for e in episodes[:4]] == [e.house for e in episodes[4:8]]
    assert episodes[0].house != episodes[1].house


@pytest.mark.parametrize("option", ["--episodes", "--rounds", "--memory-episodes"])
def test_counts_must_be_positive(option, capsys):
    assert run(["bench", "harness", f"{option}=0"]) == 2
    assert f"{option} 0: expected 1 or more" in capsys.readouterr().err
