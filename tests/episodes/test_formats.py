"""Episode files of other simulators: what is read is meant, and what is written is what was read."""

from __future__ import annotations

import gzip
import itertools
import json
import math
from pathlib import Path

import msgspec
import pytest

from meadow.cli.main import run
from meadow.episodes.formats import FORMATS
from meadow.episodes.schema import HouseRef, check_episode, read_episodes, write_episodes
from meadow.errors import (
    FileFormatError,
    InvalidEpisodeError,
    InvalidValueError,
    UnknownIdError,
)
from meadow.types import wrap_angle

DATA = Path(__file__).parents[3] / "shared" / "data" / "episodes"
FOREIGN = ("robothor", "habitat", "procthor")

ROBOTHOR_OBJECT = {
    "id": "FloorPlan_Val1_5_BasketBall_4",
    "scene": "FloorPlan_Val1_5",
    "initial_position": {"x": 7.5, "y": 0.9009996652603149, "z": -1.5},
    "initial_orientation": 210,
    "initial_horizon": 30,
    "object_type": "BasketBall",
    "shortest_path": [{"x": 7.5, "y": 0.01, "z": -1.5}, {"x": 4.29, "y": 0.01, "z": -1.77}],
    "shortest_path_length": 3.221334,
    "annotator": {"name": "kept", "scores": [1, 2.5, None, True]},
}
ROBOTHOR_POINT = {
    "id": "FloorPlan_Val1_5_47",
    "scene": "FloorPlan_Val1_5",
    "initial_position": {"x": 9.5, "y": 0.9, "z": -1.25},
    "initial_orientation": 270.0,
    "target_position": {"x": 4.25, "y": 0.9, "z": -2.75},
    "shortest_path": [{"x": 9.5, "y": 0.01, "z": -1.25}, {"x": 4.25, "y": 0.01, "z": -2.75}],
    "shortest_path_length": 5.4601,
    "difficulty": "hard",
}
PROCTHOR = {
    "scene": 17,
    "agentPose": {
        "position": {"x": 2.25, "y": 0.95, "z": 6.5},
        "rotation": {"x": 0, "y": 90, "z": 0},
        "horizon": 30,
        "standing": True,
    },
    "targetObjectType": "AlarmClock",
    "targetObjectIds": ["AlarmClock|surface|3|12"],
    "shortestPathLength": 4.125,
}


def view(x: float, z: float) -> dict:
    state = {"position": [x, 0.1, z], "rotation": [0.0, 0.70711, 0.0, 0.70711]}
    return {"agent_state": state, "iou": 1.18375}


HABITAT_GOAL = {
    "position": [-1.0, 0.8, -4.0],
    "radius": None,
    "object_id": 10,
    "object_name": "tv_10",
    "object_name_id": None,
    "object_category": "tv_monitor",
    "room_id": None,
    "room_name": None,
    "view_points": [view(-0.5, -4.0), view(-0.25, -4.125)],
}
HABITAT_EPISODE = {
    "episode_id": "7",
    "scene_id": "hm3d_v0.2/minival/00800-TEE/TEE.basis.glb",
    "scene_dataset_config": "./data/hm3d.scene_dataset_config.json",
    "additional_obj_config_paths": [],
    "start_position": [2.0, 0.1, -4.0],
    "start_rotation": [0, 0.70711, 0, 0.70711],
    "info": {"geodesic_distance": 2.25, "euclidean_distance": 2.2, "closest_goal_object_id": 10},
    "goals": [],
    "start_room": None,
    "shortest_paths": None,
    "object_category": "tv_monitor",
}
MAPS = {
    "category_to_task_category_id": {"chair": 0, "tv_monitor": 4},
    "category_to_scene_annotation_category_id": {"chair": 0, "tv_monitor": 4},
}
HABITAT_CONTENT = {
    "goals_by_category": {
        "TEE.basis.glb_tv_monitor": [HABITAT_GOAL],
        "TEE.basis.glb_chair": [{**HABITAT_GOAL, "object_category": "chair", "object_id": 3}],
    },
    "episodes": [HABITAT_EPISODE, {**HABITAT_EPISODE, "episode_id": "9"}],
    **MAPS,
}


def load(path: Path):
    data = path.read_bytes()
    text = gzip.decompress(data) if path.suffix == ".gz" else data
    lines = text.splitlines()
    return [json.loads(line) for line in lines] if ".jsonl" in path.name else json.loads(text)


def tree(path: Path) -> dict:
    """Every JSON value under a path, by relative name; numbers compare with their type."""
    files = [path] if path.is_file() else [p for p in sorted(path.rglob("*")) if p.is_file()]
    return {str(p.relative_to(path)): json.dumps(load(p), sort_keys=True) for p in files}


def save(path: Path, value) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    data = json.dumps(value).encode()
    path.write_bytes(gzip.compress(data) if path.suffix == ".gz" else data)
    return path


@pytest.fixture
def samples(tmp_path) -> dict[str, Path]:
    """A small data set of each format, laid out as its simulator wants it."""
    robothor = tmp_path / "robothor"
    save(robothor / "episodes" / "FloorPlan_Val1_5.json.gz", [ROBOTHOR_OBJECT, ROBOTHOR_POINT])
    other = {**ROBOTHOR_OBJECT, "id": "FloorPlan_Val2_1_Mug_0", "scene": "FloorPlan_Val2_1"}
    save(robothor / "episodes" / "FloorPlan_Val2_1.json.gz", [{**other, "object_type": "Mug"}])
    habitat = tmp_path / "val"
    save(habitat / "val.json.gz", {"episodes": [], **MAPS})
    save(habitat / "content" / "TEE.json.gz", HABITAT_CONTENT)
    procthor = tmp_path / "procthor.jsonl"
    procthor.write_text(f"{json.dumps(PROCTHOR)}\n{json.dumps({**PROCTHOR, 'houseIndex': 3})}\n")
    return {"robothor": robothor, "habitat": habitat, "procthor": procthor}


@pytest.mark.parametrize("name", FOREIGN)
def test_round_trip_gives_the_same_json(samples, tmp_path, name):
    out = tmp_path / "again" / samples[name].name
    episodes = FORMATS.get(name).read(samples[name])
    FORMATS.get(name).write(out, episodes)
    assert tree(out) == tree(samples[name])


@pytest.mark.parametrize("name", FOREIGN)
def test_round_trip_through_our_own_format(samples, tmp_path, name):
    native, out = tmp_path / "native.jsonl.gz", tmp_path / "again" / samples[name].name
    episodes = FORMATS.get(name).read(samples[name])
    FORMATS.get("meadow").write(native, episodes)
    back = FORMATS.get("meadow").read(native)
    assert back == episodes
    FORMATS.get(name).write(out, back)
    assert tree(out) == tree(samples[name])


def test_robothor_is_understood(samples):
    thing, point, mug = FORMATS.get("robothor").read(samples["robothor"])
    assert (thing.id, thing.task) == ("FloorPlan_Val1_5_BasketBall_4", "objectnav")
    assert thing.house == HouseRef("robothor:FloorPlan_Val1_5")
    assert thing.goal.category == "basketball"
    # 210 degrees clockwise from +z is 240 counter-clockwise from +x; down is negative.
    assert thing.start == pytest.approx((7.5, -1.5, math.radians(-120)))
    assert thing.pitch == pytest.approx(math.radians(-30))
    assert thing.geodesic == 3.221334
    assert thing.path == ((7.5, -1.5), (4.29, -1.77))
    assert (point.task, point.goal.point) == ("pointnav", (4.25, -2.75))
    assert point.euclidean == pytest.approx(math.hypot(5.25, 1.5))
    assert (point.difficulty, point.pitch) == ("hard", 0.0)
    assert mug.house.uri == "robothor:FloorPlan_Val2_1"


def test_habitat_is_understood(samples):
    first, second = FORMATS.get("habitat").read(samples["habitat"])
    assert (first.id, second.id) == ("TEE-7", "TEE-9")
    assert first.house.uri == "habitat:hm3d_v0.2/minival/00800-TEE/TEE.basis.glb"
    # A quarter turn to the left of -Z looks along -X.
    assert first.start[:2] == (2.0, 4.0)
    assert abs(first.start[2]) == pytest.approx(math.pi, abs=1e-4)
    assert first.goal.text == "tv monitor"
    assert first.goal.objects == ("tv_10",)
    assert [v[:2] for v in first.goal.viewpoints] == [(-0.5, 4.0), (-0.25, 4.125)]
    assert (first.geodesic, first.euclidean) == (2.25, 2.2)


def test_procthor_is_understood(samples):
    first, second = FORMATS.get("procthor").read(samples["procthor"])
    assert (first.id, second.id) == ("17_AlarmClock_0", "17_AlarmClock_1")
    assert first.house.uri == "procthor:17"
    assert first.start == pytest.approx((2.25, 6.5, 0.0))
    assert first.goal.objects == ("AlarmClock|surface|3|12",)
    assert first.geodesic == 4.125


def test_habitat_with_everything_in_one_file_and_goals_in_episodes(tmp_path):
    old = {**HABITAT_EPISODE, "goals": [HABITAT_GOAL], "object_category": "tv_monitor"}
    point = {k: v for k, v in HABITAT_EPISODE.items() if k != "object_category"}
    point |= {"episode_id": 3, "goals": [{"position": [1.0, 0.1, -2.0], "radius": None}]}
    file = save(tmp_path / "val.json.gz", {"episodes": [old, point]})
    thing, there = FORMATS.get("habitat").read(file)
    assert thing.goal.objects == ("tv_10",)
    assert (there.id, there.task, there.goal.point) == ("TEE-3", "pointnav", (1.0, 2.0))
    FORMATS.get("habitat").write(tmp_path / "again.json.gz", [thing, there])
    assert load(tmp_path / "again.json.gz") == load(file)


@pytest.mark.parametrize("name", FOREIGN)
def test_changed_episodes_are_written_changed_and_the_rest_stays(samples, tmp_path, name):
    out = tmp_path / "again" / samples[name].name
    first, *others = FORMATS.get(name).read(samples[name])
    moved = msgspec.structs.replace(first, start=(1.0, 1.5, 0.0))
    FORMATS.get(name).write(out, [moved, *others])
    back = {e.id: e for e in FORMATS.get(name).read(out)}
    assert back[first.id].start == pytest.approx((1.0, 1.5, 0.0), abs=1e-6)
    assert [back[e.id] for e in others] == others


@pytest.mark.parametrize("kind", ["objects", "points"])
@pytest.mark.parametrize("name", FOREIGN)
def test_our_own_episodes_can_be_exported(request, tmp_path, name, kind):
    episodes = request.getfixturevalue(kind)
    out = tmp_path / ("out.jsonl.gz" if name == "procthor" else "out")
    if (name, kind) == ("procthor", "points"):
        with pytest.raises(InvalidEpisodeError, match="ObjectNav only"):
            FORMATS.get(name).write(out, episodes)
        return
    FORMATS.get(name).write(out, episodes)
    back = {e.id: e for e in FORMATS.get(name).read(out)}
    assert len(back) == len(episodes)
    for episode in episodes:
        other = check_episode(back[episode.id])
        assert other.house == episode.house
        assert other.start[:2] == pytest.approx(episode.start[:2], abs=1e-6)
        assert wrap_angle(other.start[2] - episode.start[2]) == pytest.approx(0.0, abs=1e-4)
        assert other.geodesic == episode.geodesic
        assert other.difficulty == episode.difficulty
        assert other.goal.category == episode.goal.category
        assert other.goal.point == episode.goal.point


def test_exported_robothor_files_have_its_layout(objects, tmp_path):
    FORMATS.get("robothor").write(tmp_path / "out", objects)
    files = sorted((tmp_path / "out" / "episodes").iterdir())
    assert len(files) == len({e.house.uri for e in objects})
    for entry in [e for f in files for e in load(f)]:
        assert isinstance(entry["shortest_path_length"], float)
        assert set(entry["initial_position"]) == {"x", "y", "z"}
        assert entry["initial_orientation"] % 30 == pytest.approx(0.0, abs=1e-3)
        assert entry["object_type"][0].isupper()
        assert entry["goal"]
        legs = [(p["x"], p["z"]) for p in entry["shortest_path"]]
        length = sum(math.dist(a, b) for a, b in itertools.pairwise(legs))
        assert length == pytest.approx(entry["shortest_path_length"], abs=0.01)


def test_exported_habitat_files_have_its_layout(objects, tmp_path):
    FORMATS.get("habitat").write(tmp_path / "mine", objects)
    split = load(tmp_path / "mine" / "mine.json.gz")
    assert split["episodes"] == []
    by_id = {e.id: e for e in objects}
    for file in (tmp_path / "mine" / "content").iterdir():
        content = load(file)
        for entry in content["episodes"]:
            category = entry["object_category"]
            assert category in split["category_to_task_category_id"]
            goals = content["goals_by_category"][f"{Path(entry['scene_id']).name}_{category}"]
            episode = by_id[entry["episode_id"]]
            assert {g["object_name"] for g in goals} == set(episode.goal.objects)
            assert len({g["object_id"] for g in goals}) == len(goals)
            assert sum(len(g["view_points"]) for g in goals) == len(episode.goal.viewpoints)
            rotation = entry["start_rotation"]
            assert math.hypot(*rotation) == pytest.approx(1.0)
            assert entry["info"]["closest_goal_object_id"] in {g["object_id"] for g in goals}


def test_formats_translate_into_each_other(samples, tmp_path):
    episodes = FORMATS.get("robothor").read(samples["robothor"])
    FORMATS.get("habitat").write(tmp_path / "h", episodes)
    back = {e.id: e for e in FORMATS.get("habitat").read(tmp_path / "h")}
    for episode in episodes:
        other = back[episode.id]
        assert other.house == episode.house
        assert other.start == pytest.approx(episode.start, abs=1e-6)
        assert other.goal.category == episode.goal.category
        if episode.goal.category:
            assert other.goal.viewpoints[0][:2] == episode.path[-1]


def test_part_of_a_habitat_file_cannot_be_written_without_its_goals(samples, tmp_path):
    episodes = FORMATS.get("habitat").read(samples["habitat"])
    with pytest.raises(InvalidEpisodeError, match="first episode of that file"):
        FORMATS.get("habitat").write(tmp_path / "h", episodes[1:])


def test_dot_files_are_left_out(samples):
    (samples["robothor"] / "episodes" / "._FloorPlan.json.gz").write_bytes(b"junk")
    assert len(FORMATS.get("robothor").read(samples["robothor"])) == 3


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("robothor", [{"id": "a"}], "episode 0.*missing required field `scene`"),
        ("robothor", [{**ROBOTHOR_OBJECT, "initial_orientation": "north"}], "Expected `float`"),
        ("robothor", [{**ROBOTHOR_OBJECT, "object_type": ""}], "object_type or target_position"),
        ("robothor", [ROBOTHOR_OBJECT, ROBOTHOR_OBJECT], "used twice"),
        ("robothor", {"episodes": []}, "Expected `array`"),
        ("robothor", [], "holds no episodes"),
        ("habitat", {"episodes": [HABITAT_EPISODE]}, "no goals"),
        ("habitat", {"goals": []}, "missing required field `episodes`"),
        ("habitat", {**HABITAT_CONTENT, "goals_by_category": [1]}, "Expected `object`"),
        ("procthor", {**PROCTHOR, "scene": None}, "expected scene or houseIndex"),
        ("procthor", {"scene": 1}, "line 1.*missing required field"),
    ],
)
def test_bad_files_are_refused_in_words(tmp_path, name, value, words):
    file = save(tmp_path / ("bad.jsonl" if name == "procthor" else "bad.json"), value)
    with pytest.raises(FileFormatError, match=words):
        FORMATS.get(name).read(file)


def test_an_empty_directory_is_refused(tmp_path):
    for name in ("robothor", "habitat"):
        with pytest.raises(FileFormatError, match="holds no"):
            FORMATS.get(name).read(tmp_path)


def test_unknown_formats_offer_the_nearest():
    with pytest.raises(UnknownIdError, match="robothor"):
        FORMATS.get("robotthor")


@pytest.mark.parametrize(
    ("name", "adapter"),
    [("robothor", "AI2-THOR adapter"), ("habitat", "Habitat adapter"), ("procthor", "AI2-THOR")],
)
def test_converted_episodes_say_what_would_run_them(samples, tmp_path, capsys, name, adapter):
    out = tmp_path / "e.jsonl.gz"
    args = [
        "convert-episodes",
        str(samples[name]),
        "--from",
        name,
        "--to",
        "meadow",
        "-o",
        str(out),
    ]
    if name == "robothor":  # a run has one task
        args[1] = str(samples[name] / "episodes" / "FloorPlan_Val2_1.json.gz")
    assert run(args) == 0
    assert adapter in capsys.readouterr().out
    assert len(read_episodes(out)[0]) >= 1
    assert run(["eval", str(out), "--agent", "random", "-o", str(tmp_path / "run")]) == 2
    message = capsys.readouterr().err
    assert f"house '{name}:" in message
    assert adapter in message
    assert "Traceback" not in message


def test_a_missing_input_is_one_clear_line(tmp_path, capsys):
    args = [
        "convert-episodes",
        str(tmp_path / "no"),
        "--from",
        "habitat",
        "-o",
        str(tmp_path / "o"),
    ]
    assert run(args) == 2
    assert "no such file or directory" in capsys.readouterr().err


@pytest.mark.skipif(not DATA.is_dir(), reason="the public episode files are not here")
@pytest.mark.parametrize(
    ("name", "folder", "count", "task"),
    [
        ("robothor", "robustnav/pointnav_eval", 1100, "pointnav"),
        ("robothor", "robustnav/objectnav_eval", 1095, "objectnav"),
        ("robothor", "robothor/objectnav_val", 1800, "objectnav"),
        ("habitat", "habitat/objectnav_hm3d_v2_val_mini", 30, "objectnav"),
    ],
)
def test_public_files_load_and_come_back(tmp_path, name, folder, count, task):
    episodes = FORMATS.get(name).read(DATA / folder)
    assert len(episodes) == count
    assert {e.task for e in episodes} == {task}
    FORMATS.get(name).write(tmp_path / "out", episodes)
    assert tree(tmp_path / "out") == tree(DATA / folder)


@pytest.mark.parametrize("place", ["file", "splits"])
@pytest.mark.parametrize(
    "name", ["../escaped.json", "/tmp/meadow-escaped.json", "a/b.json", "x" * 300]
)
def test_names_inside_episodes_never_lead_out_of_the_output(
    tmp_path: Path, place: str, name: str
) -> None:
    """An episode remembers the Habitat file that it was read from; that memory may be forged."""
    source = tmp_path / "in.json"
    source.write_text(json.dumps(HABITAT_CONTENT))
    episode = FORMATS.get("habitat").read(source)[0]
    kept = dict(episode.extras["habitat"])
    kept[place] = name if place == "file" else {name: {"episodes": []}}
    forged = msgspec.structs.replace(episode, extras={"habitat": kept})
    write_episodes(tmp_path / "forged.jsonl", [forged])
    out = tmp_path / "a" / "out"
    line = ["convert-episodes", str(tmp_path / "forged.jsonl"), "--from", "meadow"]
    assert run([*line, "--to", "habitat", "-o", str(out)]) == 2
    assert not [*tmp_path.rglob("*escaped*")]
    assert not Path("/tmp/meadow-escaped.json").exists()
    assert not out.exists()


def test_scenes_with_names_that_are_too_long_are_refused(tmp_path: Path) -> None:
    source = tmp_path / "in.json"
    source.write_text(json.dumps([{**ROBOTHOR_OBJECT, "scene": "x" * 300}]))
    episodes = FORMATS.get("robothor").read(source)
    with pytest.raises(InvalidValueError, match="at most 255 bytes"):
        FORMATS.get("robothor").write(tmp_path / "out", episodes)


def test_a_file_without_episodes_is_one_clear_line(tmp_path: Path, capsys) -> None:
    (tmp_path / "none.jsonl").write_text("")
    words = ["convert-episodes", str(tmp_path / "none.jsonl"), "--from", "meadow"]
    assert run([*words, "-o", str(tmp_path / "out.jsonl")]) == 2
    assert "none.jsonl: holds no episodes" in capsys.readouterr().err
    assert not (tmp_path / "out.jsonl").exists()
