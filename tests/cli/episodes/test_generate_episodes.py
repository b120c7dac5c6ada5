"""``meadow generate episodes``."""

from __future__ import annotations

import pytest

from meadow.cli.episodes.generate_episodes import best_agent
from meadow.cli.main import run
from meadow.episodes.schema import read_episodes
from meadow.scenes.schema import write_house
from meadow.testing.furnished import furnished


@pytest.fixture
def homes(tmp_path):
    write_house(furnished(), tmp_path / "home-0.json.gz")
    return str(tmp_path / "home-*.json.gz")


def test_episodes_in_own_homes_with_a_picture(tmp_path, homes, capsys):
    out, plot = tmp_path / "e.jsonl.gz", tmp_path / "stats.png"
    args = ["--from-houses", homes, "--categories", "apple", "chair", "piano", "-o", str(out)]
    assert run(["generate", "episodes", *args, "--plot", str(plot), "--max-steps", "60"]) == 0
    episodes, _ = read_episodes(out)
    assert {e.goal.category for e in episodes} == {"apple", "chair"}
    assert all(e.max_steps == 60 for e in episodes)
    assert all(e.house.uri.startswith("file:") for e in episodes)
    assert plot.stat().st_size > 5000
    text = capsys.readouterr().out
    assert f"{len(episodes)} episodes in 1 of 1 homes" in text.replace("\n", "")
    assert "in none of the homes: piano" in text


def test_the_same_options_give_the_same_bytes(tmp_path):
    for name in ("a", "b"):
        args = ["--task", "pointnav", "--houses", "1", "--rooms", "1", "--goals-per-house", "3"]
        assert run(["generate", "episodes", *args, "-o", str(tmp_path / f"{name}.jsonl.gz")]) == 0
    assert (tmp_path / "a.jsonl.gz").read_bytes() == (tmp_path / "b.jsonl.gz").read_bytes()


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["--houses", "0"], "--houses 0"),
        (["--max-steps", "-5"], "--max-steps -5"),
        (["--workers", "0"], "--workers 0"),
        (["--rooms", "many"], "--rooms 'many'"),
        (["--task", "objectnv"], "objectnav"),
        (["--categories", "aple"], "'apple'"),
        (["--from-houses", "nowhere/*.json"], "no such house file"),
        (["--min-geodesic", "9", "--max-geodesic", "3"], "geodesic distances"),
        (["--plot", "stats.txt"], "stats.txt"),
    ],
)
def test_bad_options_are_one_clear_line(tmp_path, capsys, args, words):
    out = tmp_path / "e.jsonl"
    assert run(["generate", "episodes", "-o", str(out), *args]) == 2
    message = capsys.readouterr().err
    assert words in message
    assert "Traceback" not in message
    assert not out.exists()


def test_a_bad_output_is_found_before_the_work(tmp_path, capsys):
    assert run(["generate", "episodes", "-o", str(tmp_path)]) == 2
    assert run(["generate", "episodes", "-o", str(tmp_path / "e.csv")]) == 2
    assert ".jsonl" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("task", "agent"), [("objectnav", "oracle"), ("lift", "lift-oracle"), ("doze", "doze-oracle")]
)
def test_an_agent_is_named_that_can_do_the_task(task: str, agent: str) -> None:
    assert best_agent(task) == agent
