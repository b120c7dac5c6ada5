"""The episodes of a suite as environments."""

from __future__ import annotations

import dataclasses

import gymnasium as gym
import msgspec
import numpy as np
import pytest

import meadow  # noqa: F401 (registers the environments)
from meadow.envs.spaces import decode_text
from meadow.episodes.schema import Question, write_episodes
from meadow.errors import InvalidValueError
from meadow.tasks.errands import Errands
from meadow.testing.tiny_suite import tiny_episodes, write_tiny_suite

ACTIONS = (1, 0, 3, 1, 1, 0)


@pytest.fixture
def suite(tmp_path):
    """Two episodes with two goals and a question each, of 3 steps for each goal."""
    write_tiny_suite(tmp_path, 1)
    first, second = (tiny_episodes(3, max_steps=3)[k] for k in (0, 2))
    goals = (*first.goals, *second.goals)
    fields = {"task": "errands", "goals": goals, "questions": (Question("how many?", "1"),)}
    episodes = [msgspec.structs.replace(first, id=f"e{k}", seed=k, **fields) for k in range(2)]
    path = tmp_path / "errands.jsonl"
    write_episodes(path, episodes)
    return str(path)


def single(suite, seed, **options):
    env = gym.make("meadow/Suite-v0", suite=suite, **options)
    seen = [env.reset(seed=seed)]
    seen += [env.step(a) for a in ACTIONS]
    env.close()
    return seen


def test_the_instruction_changes_with_the_leg_and_the_last_search_ends_the_episode(suite):
    seen = single(suite, 3)
    first, second = (tiny_episodes(3)[k].goal.text for k in (0, 2))
    told = [decode_text(one[0]["instruction"]) for one in seen]
    assert told == [first, first, first, second, second, second, second]
    assert [one[4]["leg"] for one in seen[1:]] == [0, 0, 1, 1, 1, 1]
    assert [one[2] for one in seen[1:]] == [False] * 5 + [True]
    assert seen[-1][4]["instruction"] == second


@pytest.mark.parametrize("corrupt", ["", "spatter@5,motion_drift"])
def test_the_batch_is_equal_to_the_single_one(suite, corrupt):
    options = {"suite": suite, "corrupt": corrupt}
    envs = gym.make_vec(
        "meadow/Suite-v0", num_envs=2, vectorization_mode="vector_entry_point", **options
    )
    batch = [envs.reset(seed=[3, 4])]
    batch += [envs.step(np.array([a, a])) for a in ACTIONS]
    envs.close()
    for i, seed in enumerate((3, 4)):
        for one, many in zip(single(suite, seed, corrupt=corrupt), batch, strict=True):
            for name in one[0]:
                assert np.array_equal(one[0][name], many[0][name][i]), name
            assert list(one[1:-1]) == [x[i] for x in many[1:-1]]
            assert one[-1]["found"] == many[-1]["found"][i]


def test_a_saved_batch_goes_on_alike(suite):
    def make():
        return gym.make_vec(
            "meadow/Suite-v0", num_envs=1, vectorization_mode="vector_entry_point", suite=suite
        )

    first, second = make(), make()
    first.reset(seed=5)
    for action in (1, 3, 0):
        first.step(np.array([action]))
    second.restore(first.state())
    a, b = first.step(np.array([0])), second.step(np.array([0]))
    assert all(np.array_equal(a[0][name], b[0][name]) for name in a[0])
    assert a[4]["leg"] == b[4]["leg"] == [1]


def test_a_restored_robot_does_not_enter_again(suite, monkeypatch):
    begin = Errands.begin

    def entering(self, episode, oracle, leg=0):
        brief = begin(self, episode, oracle, leg)
        return brief and dataclasses.replace(brief, enters=leg == 1)

    monkeypatch.setattr(Errands, "begin", entering)
    first, second = (
        gym.make_vec(
            "meadow/Suite-v0", num_envs=1, vectorization_mode="vector_entry_point", suite=suite
        )
        for _ in range(2)
    )
    first.reset(seed=5)
    for action in (3, 1, 1):  # Stop ends the first leg; then the robot turns
        seen = first.step(np.array([action]))
    again, infos = second.restore(first.state())
    assert infos["leg"] == [1]
    for name, array in seen[0].items():
        assert np.array_equal(again[name], array), name


def test_bad_input_is_explained(tmp_path, suite):
    with pytest.raises(InvalidValueError, match="unknown option 'suit'"):
        gym.make("meadow/Suite-v0", suit=suite)
    write_tiny_suite(tmp_path, 1)
    exam = msgspec.structs.replace(
        tiny_episodes(1)[0], task="errands", goals=(), questions=(Question("how many?", "1"),)
    )
    write_episodes(tmp_path / "exam.jsonl", [exam])
    with pytest.raises(InvalidValueError, match="first leg is an exam"):
        gym.make("meadow/Suite-v0", suite=str(tmp_path / "exam.jsonl"))


def test_the_shipped_example_is_equal_single_and_batched():
    """Somebody walks in its home, and two goals are revealed one after another."""
    actions = (*ACTIONS[:2], 3, *ACTIONS[2:], 3)
    envs = gym.make_vec("meadow/Suite-v0", num_envs=2, vectorization_mode="vector_entry_point")
    batch = [envs.reset(seed=[1, 2])]
    batch += [envs.step(np.array([a, a])) for a in actions]
    envs.close()
    for i, seed in enumerate((1, 2)):
        env = gym.make("meadow/Suite-v0")
        alone = [env.reset(seed=seed)]
        for action in actions:
            if not any(alone[-1][2:4]) or len(alone[-1]) == 2:
                alone.append(env.step(action))
        env.close()
        assert {one[-1]["leg"] for one in alone[1:]} == {0, 1}
        for one, many in zip(alone, batch):
            for name in one[0]:
                assert np.array_equal(one[0][name], many[0][name][i]), name
            assert list(one[1:-1]) == [x[i] for x in many[1:-1]]
