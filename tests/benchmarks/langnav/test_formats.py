"""LangNav's and GOAT-Bench's files: read, written, and what is wrong with them."""

from __future__ import annotations

import gzip
import json
import logging

import pytest

from meadow.episodes.formats import FORMATS
from meadow.errors import FileFormatError

LANGNAV, GOAT = FORMATS.get("langnav"), FORMATS.get("goat")


def save(path, document):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(json.dumps(document).encode()))


def load(path):
    return json.loads(gzip.decompress(path.read_bytes()))


def lang_goal(text, properties):
    return {
        "position": [1.0, 0.5, 2.0],
        "object_id": "candle_1",
        "object_category": "candle",
        "language_instruction": text,
        "spatial_rel_type": None,
        "goal_object": [
            {
                "object_id": "candle_1",
                "centroid": [1.0, 0.5, 2.0],
                "navigable_points": [[1.0, 0.0, 1.0]],
                "navigable_points_rotation": [[0.0, 0.0, 0.0, 1.0]],
            }
        ],
        "extras": {"object_category": "candle", "language_properties": properties},
    }


RELEASED = {
    "features": [
        {
            "candle": {
                "color": {"exists": True, "explanation": ["red"]},
                "size": {"exists": False, "explanation": []},
            }
        }
    ]
}
OLDER = {
    "attributes": {"num_attribute_type": {"modifier": {"exists": True, "explanation": ["pillar"]}}},
    "relationships": ["on"],
}


def lang_episode(*goals):
    return {
        "episode_id": 7,
        "scene_id": "fphab/scenes/102344022.scene_instance.json",
        "scene_dataset_config": "fphab",
        "start_position": [0.0, 0.1, 0.0],
        "start_rotation": [0.0, 0.0, 0.0, 1.0],
        "goals": list(goals),
        "object_category": ["candle"] * len(goals),
        "shortest_paths": None,
        "info": {"geodesic_distance": 3.0},
    }


@pytest.fixture
def langnav_file(tmp_path):
    goals = (
        lang_goal("Find the red candle.", RELEASED),
        lang_goal("Go to the pillar candle on the common table.", OLDER),
        lang_goal("Find the candle.", {"features": []}),
        lang_goal("Find another candle.", {"features": []}),
    )
    save(tmp_path / "val" / "val.json.gz", {"episodes": []})
    save(tmp_path / "val" / "content" / "102344022.json.gz", {"episodes": [lang_episode(*goals)]})
    return tmp_path / "val"


def test_langnav_is_understood_in_both_layouts(langnav_file, caplog):
    with caplog.at_level(logging.WARNING):
        (episode,) = LANGNAV.read(langnav_file)
    assert episode.task == "langnav"
    assert [goal.tags["features"] for goal in episode.goals] == ["color", "modifier, support", "no"]
    assert [goal.tags["attributes"] for goal in episode.goals] == ["1", "2", "0"]
    assert episode.goals[0].objects == ("candle_1",)
    assert "the first 3 of each are scored" in caplog.text
    assert "two layouts" in caplog.text


def test_langnav_is_written_as_it_was_read(langnav_file, tmp_path):
    episodes = LANGNAV.read(langnav_file)
    LANGNAV.write(tmp_path / "again", episodes)
    name = "102344022.json.gz"
    assert load(tmp_path / "again" / "content" / name) == load(langnav_file / "content" / name)


@pytest.mark.parametrize("name", ["langnav", "goat"])
def test_generated_episodes_make_a_round_trip(mini, tmp_path, name):
    form = FORMATS.get(name)
    form.write(tmp_path / "mine", mini)
    back = form.read(tmp_path / "mine")
    assert [e.id for e in back] == [e.id for e in mini]
    for old, new in zip(mini, back):
        assert (new.house, new.task) == (old.house, "langnav" if name == "langnav" else "goat-like")
        assert [g.text for g in new.goals] == [g.text for g in old.goals]
        assert [len(g.viewpoints) for g in new.goals] == [len(g.viewpoints) for g in old.goals]
        if name == "langnav":
            assert [g.objects for g in new.goals] == [g.objects for g in old.goals]
            assert [dict(g.tags) for g in new.goals] == [dict(g.tags) for g in old.goals]
    form.write(tmp_path / "again", back)
    for file in (tmp_path / "mine" / "content").iterdir():
        assert load(file) == load(tmp_path / "again" / "content" / file.name)


GOAT_EPISODE = {
    "episode_id": 3,
    "scene_id": "hm3d/val/00800-TEE/TEE.basis.glb",
    "start_position": [0.0, 0.1, 0.0],
    "start_rotation": [0.0, 0.0, 0.0, 1.0],
    "tasks": [
        ["couch", "object", "couch_1"],
        ["couch", "description", "couch_1"],
        ["bed", "image", "b"],
    ],
}
GOAT_GOALS = {
    "TEE.basis.glb_couch": [
        {
            "object_id": "couch_1",
            "object_category": "couch",
            "lang_desc": "a black leather couch next to the coffee table",
            "view_points": [
                {"agent_state": {"position": [1.0, 0.1, 1.0], "rotation": [0.0, 0.0, 0.0, 1.0]}}
            ],
        }
    ]
}


def test_goat_takes_what_is_described_and_counts_the_rest(tmp_path, caplog):
    file = tmp_path / "val_seen.json.gz"
    save(file, {"episodes": [GOAT_EPISODE], "goals": GOAT_GOALS})
    with caplog.at_level(logging.WARNING):
        (episode,) = GOAT.read(file)
    assert [goal.text for goal in episode.goals] == [
        "a black leather couch next to the coffee table"
    ]
    assert episode.goals[0].tags["features"] == "color, material"
    assert "2 goals that are no descriptions were skipped" in caplog.text
    GOAT.write(tmp_path / "again.json.gz", [episode])
    assert load(tmp_path / "again.json.gz") == load(file)


@pytest.mark.parametrize(
    ("document", "told"),
    [
        ({"goals": []}, "has no list `episodes`"),
        ({"episodes": [lang_episode()]}, "has no goals"),
        ({"episodes": [lang_episode(lang_goal(" ", RELEASED))]}, "language_instruction is empty"),
        ({"episodes": [lang_episode(lang_goal("x", {"features": [3]}))]}, "language_properties"),
    ],
)
def test_bad_langnav_files_say_what_is_wrong(tmp_path, document, told):
    save(tmp_path / "bad.json.gz", document)
    with pytest.raises(FileFormatError, match=told):
        LANGNAV.read(tmp_path / "bad.json.gz")


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"extras": {"language_properties": 5}}, "language_properties"),
        ({"extras": {"language_properties": {**OLDER, "relationships": 5}}}, "not iterable"),
        ({"extras": {"geodesic": "far"}}, "geodesic"),
        ({"language_instruction": "...", "extras": {}}, "episode 0, goal 0: the goal '...' names"),
        (
            {"goal_object": [{"object_id": "a", "navigable_points": [[0.0, 0.0, 0.0]] * 2}]},
            "",
        ),
        (
            {
                "goal_object": [
                    {
                        "object_id": "a",
                        "navigable_points": [[0.0, 0.0, 0.0]] * 2,
                        "navigable_points_rotation": [[0.0, 0.0, 0.0, 1.0]],
                    }
                ]
            },
            "'a' has 2 navigable_points and 1 navigable_points_rotation",
        ),
    ],
)
def test_values_of_a_langnav_goal_are_checked(tmp_path, change, told):
    """Some ended in tracebacks, and viewpoints without a rotation of their own were dropped."""
    save(tmp_path / "a.json.gz", {"episodes": [lang_episode(lang_goal("x", RELEASED) | change)]})
    if not told:
        assert len(LANGNAV.read(tmp_path / "a.json.gz")[0].goals[0].viewpoints) == 2
        return
    with pytest.raises(FileFormatError, match=told):
        LANGNAV.read(tmp_path / "a.json.gz")


def test_a_length_that_is_no_number_is_told(tmp_path):
    episode = lang_episode(lang_goal("Find it.", RELEASED)) | {"info": {"geodesic_distance": "x"}}
    save(tmp_path / "a.json.gz", {"episodes": [episode]})
    with pytest.raises(FileFormatError, match="geodesic_distance"):
        LANGNAV.read(tmp_path / "a.json.gz")


def test_a_goat_goal_without_words_names_its_task(tmp_path):
    goals = {key: [{**one, "lang_desc": " "} for one in each] for key, each in GOAT_GOALS.items()}
    save(tmp_path / "bad.json.gz", {"episodes": [GOAT_EPISODE], "goals": goals})
    with pytest.raises(FileFormatError, match="episode 0, task 1: the goal ' ' names nothing"):
        GOAT.read(tmp_path / "bad.json.gz")


def test_a_goat_goal_without_its_object_is_told(tmp_path):
    save(tmp_path / "bad.json.gz", {"episodes": [GOAT_EPISODE], "goals": {}})
    with pytest.raises(FileFormatError, match="has no object 'couch_1'"):
        GOAT.read(tmp_path / "bad.json.gz")
