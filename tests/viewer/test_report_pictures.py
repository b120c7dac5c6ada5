"""A report draws the plan of every house, also of files that lie beside the episodes."""

from __future__ import annotations

import base64
import io
from dataclasses import replace

import msgspec
import numpy as np
import pytest
from PIL import Image

from meadow.agents.reference import RandomAgent
from meadow.episodes.schema import Episode, Goal, HouseRef, write_episodes
from meadow.episodes.suites import load_suite, suite_directory
from meadow.errors import InvalidValueError
from meadow.evaluation.failures.trials import load_runs
from meadow.evaluation.run.runner import evaluate
from meadow.evaluation.run.spec import make_spec
from meadow.evaluation.run.store import RunDirectory
from meadow.scenes.schema import Person, Walk, write_house
from meadow.sim.simulator import MeadowSimulator
from meadow.testing.homes import one_room
from meadow.testing.tiny_suite import BODY, write_tiny_suite
from meadow.types import NO_NOISE, Pose
from meadow.viewer.reenact import reenact
from meadow.viewer.report.pictures import MAPS, add_frames, add_maps, make_pictures


def test_house_files_are_found_beside_their_episodes(tmp_path, monkeypatch):
    suite = str(write_tiny_suite(tmp_path, 2, max_steps=3))
    episodes = load_suite(suite)
    spec = make_spec(suite, episodes, "random", houses=suite_directory(suite))
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    evaluate(spec, episodes, tmp_path / "run")
    pictures = make_pictures(load_runs([tmp_path / "run"]))
    assert len(pictures.homes) == 2
    assert all(home["box"] for home in pictures.homes)
    assert all(pictures.plans)


def test_without_its_house_file_a_report_has_no_plan(tmp_path):
    suite = str(write_tiny_suite(tmp_path, 1, max_steps=3))
    episodes = load_suite(suite)
    evaluate(make_spec(suite, episodes, "random", houses=str(tmp_path)), episodes, tmp_path / "run")
    for file in tmp_path.glob("*.json"):
        file.unlink()
    pictures = make_pictures(load_runs([tmp_path / "run"]))
    assert pictures.homes[0]["box"] == ""


@pytest.mark.parametrize(("agent", "has_map"), [("mlfm-oracle", True), ("random", False)])
def test_examples_show_what_the_map_of_an_agent_knew(tmp_path, agent: str, has_map: bool) -> None:
    suite = str(write_tiny_suite(tmp_path, 1, max_steps=3))
    episodes = load_suite(suite)
    evaluate(make_spec(suite, episodes, agent, houses=str(tmp_path)), episodes, tmp_path / "run")
    runs = load_runs([tmp_path / "run"])
    pictures = make_pictures(runs)
    add_maps(runs, pictures, [0])
    trial = pictures.episodes[0]["trials"][0]
    if not has_map:
        assert "maps" not in trial
        return
    data = base64.b64decode(trial["maps"].removeprefix("data:image/webp;base64,"))
    picture = np.asarray(Image.open(io.BytesIO(data)))
    assert picture.shape[1] == MAPS
    assert picture.std() > 10, "something was seen"


def test_last_pictures_show_people_where_they_were_then(tmp_path) -> None:
    """Somebody walks off, and the robot follows to where that one stood at first."""
    walk = Walk(((1.2, 1.0), (3.6, 1.0)), speed=0.7)
    person = Person("ann", "ada", (1.2, 1.0, 0.0), 0.0, "room-0", walk=walk)
    house = msgspec.structs.replace(one_room(), people=(person,))
    write_house(house, tmp_path / "home.json")
    episode = Episode(
        id="follow",
        task="pointnav",
        house=HouseRef("file:home.json", house.digest()),
        start=(0.4, 1.0, 0.0),
        goals=(Goal("go there", point=(3.0, 3.0)),),
        max_steps=5,
        seed=1,
        embodiment=replace(BODY, noise=NO_NOISE),
    )
    write_episodes(tmp_path / "follow.jsonl", [episode])
    suite = str(tmp_path / "follow.jsonl")
    evaluate(
        make_spec(suite, [episode], "forward", houses=str(tmp_path)), [episode], tmp_path / "run"
    )
    runs = load_runs([tmp_path / "run"])
    pictures = make_pictures(runs)
    add_frames(runs, pictures, [0])
    data = pictures.episodes[0]["trials"][0]["frame"].removeprefix("data:image/webp;base64,")
    shown = np.asarray(Image.open(io.BytesIO(base64.b64decode(data)))).astype(float)
    record = RunDirectory(tmp_path / "run").record("follow")
    with pytest.raises(InvalidValueError, match="overlap ann"):
        MeadowSimulator(episode.embodiment).reset(house, Pose(*record.poses[-1]))
    moments = list(reenact(record, house, RunDirectory(tmp_path / "run").spec(), agent=False))
    seen = Image.fromarray(moments[-1].observation.rgb).resize(shown.shape[1::-1])
    nobody = MeadowSimulator(episode.embodiment).reset(one_room(), Pose(*record.poses[-1])).rgb
    empty = Image.fromarray(nobody).resize(shown.shape[1::-1])
    off, without = (np.abs(shown - np.asarray(p)).mean() for p in (seen, empty))
    assert off < 0.5 * without, "who walks ahead is in the picture"


def test_a_report_shows_what_was_read(tmp_path, monkeypatch) -> None:
    said = iter(["", "keys: in the bowl", "keys: in the bowl", "the cup is here"])
    monkeypatch.setattr(RandomAgent, "trace", lambda self: {"read": next(said)}, raising=False)
    suite = str(write_tiny_suite(tmp_path, 1, max_steps=4))
    episodes = load_suite(suite)
    spec = make_spec(suite, episodes, "random", agent_options={"stop": 0.0}, houses=str(tmp_path))
    evaluate(spec, episodes, tmp_path / "run")
    (episode,) = make_pictures(load_runs([tmp_path / "run"])).episodes
    assert episode["trials"][0]["read"] == ("keys: in the bowl", "the cup is here")
