"""The Gymnasium environments keep Gymnasium's contract, and the batch equals the single."""

from __future__ import annotations

import dataclasses
import json
import subprocess
import sys
import warnings

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.vector import AutoresetMode

import meadow  # noqa: F401 (registers the environments)
from meadow import benchmarks
from meadow.adapters.gymnasium import ENVIRONMENTS
from meadow.envs.spaces import ACTIONS, TEXT_BYTES, decode_text, encode_text
from meadow.errors import InvalidHouseError, InvalidValueError
from meadow.types import Action, Camera, Embodiment

SMALL = Embodiment(camera=Camera(width=32, height=24))
OPTIONS = {"houses": (0, 1), "rooms": (1, 2), "embodiment": SMALL}
STOP = ACTIONS.index(Action.STOP)
#: Meadow and Gymnasium are imported at the same time by two threads.
THREADS = """
import threading
together = threading.Barrier(2)
def other():
    together.wait()
    import gymnasium
thread = threading.Thread(target=other)
thread.start()
together.wait()
import meadow
thread.join()
"""


def make(**options: object) -> gym.Env:
    return gym.make("meadow/Explore-v0", **{**OPTIONS, **options})


def actions(count: int, num_envs: int = 1) -> np.ndarray:
    """A fixed walk without Stop."""
    pattern = np.array([0, 0, 1, 0, 2, 2, 0, 3, 0, 4])
    return np.stack([np.roll(pattern, i)[np.arange(count) % 10] for i in range(num_envs)], axis=1)


def test_gymnasium_checks_pass() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = make(render_mode="rgb_array").unwrapped
        check_env(env)


def test_twin_rollouts_are_bit_equal() -> None:
    a, b = make(), make()
    assert data_equivalence(a.reset(seed=5), b.reset(seed=5), exact=True)
    for action in actions(20)[:, 0]:
        assert data_equivalence(a.step(action), b.step(action), exact=True)


def test_new_ground_is_rewarded_and_stop_ends() -> None:
    env = make()
    env.reset(seed=0)
    rewards = [env.step(np.int64(a))[1] for a in (1, 1, 1)]
    assert rewards == pytest.approx([-0.01] * 3)
    _, _, terminated, truncated, info = env.step(np.int64(STOP))
    assert (terminated, truncated) == (True, False)
    assert info["cells"] == 1


def test_the_teacher_finds_new_ground_and_can_be_saved() -> None:
    from meadow.envs.explore import ExploreVectorEnv

    batch, other = (ExploreVectorEnv(2, teach=True, **OPTIONS) for _ in range(2))
    _, infos = batch.reset(seed=3)
    total = 0.0
    for _ in range(40):
        _, rewards, _, _, infos = batch.step(infos["teacher"])
        total += float(rewards.sum())
    assert total > 80 * 0.02, "most steps reach new squares"
    other.reset(seed=9)
    _, told = other.restore(json.loads(json.dumps(batch.state())))
    for _ in range(5):
        assert (told["teacher"] == infos["teacher"]).all()
        assert other.state() == batch.state()
        infos, told = (env.step(infos["teacher"])[4] for env in (batch, other))


def test_time_runs_out() -> None:
    env = make(max_episode_steps=3)
    env.reset(seed=0)
    assert [env.step(np.int64(1))[3] for _ in range(3)] == [False, False, True]


def test_text_survives_the_trip() -> None:
    assert decode_text(encode_text("find the café")) == "find the café"
    long = decode_text(encode_text("é" * 500))
    assert set(long) == {"é"}
    assert len(long) == (TEXT_BYTES - 2) // 2


def test_text_survives_asynchronous_environments() -> None:
    """Gymnasium's shared memory turns Text observations into filler; bytes come through."""
    envs = gym.make_vec(
        "meadow/Explore-v0", num_envs=2, vectorization_mode="async", **{**OPTIONS, "houses": (0,)}
    )
    observations, _ = envs.reset(seed=0)
    texts = [decode_text(row) for row in observations["instruction"]]
    envs.close()
    assert texts == ["Explore the home."] * 2


def make_vec(mode: AutoresetMode, num_envs: int = 3, **options: object) -> gym.vector.VectorEnv:
    return gym.make_vec(
        "meadow/Explore-v0",
        num_envs=num_envs,
        vectorization_mode="vector_entry_point",
        autoreset_mode=mode,
        **{**OPTIONS, **options},
    )


def sync_twin(mode: AutoresetMode, num_envs: int = 3, **options: object) -> gym.vector.VectorEnv:
    def one() -> gym.Env:
        return make(disable_env_checker=True, **options)

    return gym.vector.SyncVectorEnv([one] * num_envs, autoreset_mode=mode)


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_the_batch_equals_single_environments(mode: AutoresetMode) -> None:
    batch = make_vec(mode, max_episode_steps=7)
    single = sync_twin(mode, max_episode_steps=7)
    first, other = batch.reset(seed=3), single.reset(seed=3)
    assert data_equivalence(first[0], other[0], exact=True)
    for step, row in enumerate(actions(25, 3)):
        chosen = row.copy()
        if step == 4:
            chosen[1] = STOP
        ours, theirs = batch.step(chosen), single.step(chosen)
        for a, b in zip(ours[:4], theirs[:4]):
            assert data_equivalence(a, b, exact=True) or np.array_equal(a, b)
        if mode == AutoresetMode.SAME_STEP and "final_obs" in theirs[4]:
            ended = theirs[4]["_final_obs"]
            assert np.array_equal(ours[4]["_final_obs"], ended)
            for i in np.flatnonzero(ended):
                assert data_equivalence(
                    ours[4]["final_obs"][i], theirs[4]["final_obs"][i], exact=True
                )


def test_without_autoreset_ended_environments_wait_for_their_reset() -> None:
    envs = make_vec(AutoresetMode.DISABLED, max_episode_steps=2)
    envs.reset(seed=0)
    before, *_ = envs.step(np.zeros(3, int))
    _, _, _, truncated, _ = envs.step(np.zeros(3, int))
    assert truncated.all()
    with pytest.raises(InvalidValueError, match="have ended"):
        envs.step(np.zeros(3, int))
    mask = np.array([True, False, True])
    after, _ = envs.reset(options={"reset_mask": mask})
    assert not np.array_equal(before["rgb"][0], after["rgb"][0])


def test_observations_are_never_reused() -> None:
    envs = make_vec(AutoresetMode.NEXT_STEP)
    first, _ = envs.reset(seed=0)
    copy = first["rgb"].copy()
    envs.step(np.ones(3, int))
    assert np.array_equal(first["rgb"], copy)


def test_threads_change_nothing() -> None:
    one, two = make_vec(AutoresetMode.NEXT_STEP), make_vec(AutoresetMode.NEXT_STEP, threads=2)
    one.reset(seed=1), two.reset(seed=1)
    for row in actions(5, 3):
        assert data_equivalence(one.step(row)[0], two.step(row)[0], exact=True)


def check_holds(code: str, *options: str) -> None:
    """What the code asserts must hold in an interpreter of its own, where nothing is imported yet."""
    ran = subprocess.run([sys.executable, *options, "-c", code], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr


@pytest.mark.parametrize(
    "code",
    [
        "import meadow, gymnasium",
        "import gymnasium, meadow",
        "import meadow, importlib.util as u; u.find_spec('gymnasium'); import gymnasium",
        "import meadow, importlib.util as u; u.find_spec('gymnasium'); u.find_spec('gymnasium.envs')",
        "import importlib.util as u; u.find_spec('gymnasium'); import meadow; import gymnasium.spaces",
        "import meadow, importlib, sys, gymnasium; del sys.modules['gymnasium']; import gymnasium",
        "import meadow, importlib, gymnasium; importlib.reload(meadow); importlib.reload(gymnasium)",
        THREADS,
    ],
)
def test_ids_are_registered_whoever_imports_or_probes_gymnasium_first(code: str) -> None:
    code += "\nimport gymnasium\nassert 'meadow/Explore-v0' in gymnasium.registry"
    check_holds(code, "-W", "error")


def test_meadow_does_not_import_gymnasium() -> None:
    code = "import meadow, sys; assert not {'gymnasium', 'numpy'} & set(sys.modules)"
    check_holds(code)


@pytest.mark.parametrize("action", [-1, 99, 1.5, 1.0, np.float32(1), "1", None, [1], np.array([0])])
def test_numbers_that_are_no_action_are_refused(action: object) -> None:
    env = make(disable_env_checker=True)
    env.reset(seed=0)
    before = env.unwrapped._world.state()
    with pytest.raises(InvalidValueError, match=r"expected 0 \(MoveAhead\), .* 5 \(Stop\)"):
        env.step(action)
    assert env.unwrapped._world.state() == before


@pytest.mark.parametrize(
    ("actions", "words"),
    [
        ([0, -1, 0], "action -1 of environment 1"),
        ([0, 0, 99], "action 99 of environment 2"),
        ([0.0, 1.5, 0.0], "type float64"),
        ([0, 0], "expected 3 whole numbers"),
        ([[0], [0], [0]], r"shape \(3, 1\)"),
        (0, r"shape \(\)"),
        (["0", "0", "0"], "whole numbers"),
        ([None] * 3, "whole numbers"),
    ],
)
def test_batches_refuse_actions_before_anything_moves(actions: object, words: str) -> None:
    envs = make_vec(AutoresetMode.NEXT_STEP)
    envs.reset(seed=0)
    before = envs.state()
    with pytest.raises(InvalidValueError, match=words):
        envs.step(actions)
    assert envs.state() == before


def test_batches_refuse_seeds_and_masks_for_other_numbers_of_environments() -> None:
    envs = make_vec(AutoresetMode.NEXT_STEP)
    with pytest.raises(gym.error.ResetNeeded, match=r"\[0, 1, 2\] have not begun"):
        envs.step(np.zeros(3, int))
    with pytest.raises(InvalidValueError, match=r"seed of shape \(2,\): expected 3"):
        envs.reset(seed=[1, 2])
    with pytest.raises(InvalidValueError, match=r"reset_mask of shape \(4,\): expected 3"):
        envs.reset(options={"reset_mask": [True] * 4})
    with pytest.raises(gym.error.ResetNeeded, match=r"\[1\] have not begun"):
        envs.reset(options={"reset_mask": [True, False, True]})
    assert data_equivalence(envs.reset(seed=np.int64(3))[0], envs.reset(seed=3)[0], exact=True)


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
@pytest.mark.parametrize("id", ["meadow/Explore-v0", "meadow/PointNav-v0"])
def test_infos_of_batches_are_arrays_of_numbers_with_masks(id: str, mode: AutoresetMode) -> None:
    envs = gym.make_vec(id, 2, "vector_entry_point", autoreset_mode=mode, **OPTIONS)
    _, infos = envs.reset(seed=0)
    told = [infos]
    for _ in range(2):
        told.append(envs.step(np.full(2, envs.single_action_space.n - 1))[4])
    told += [infos["final_info"] for infos in told if "final_info" in infos]
    assert len(told) == (5 if mode == AutoresetMode.SAME_STEP else 3)
    for infos in told:
        for name in {name.removeprefix("_") for name in infos} - {"final_obs", "final_info"}:
            assert infos[name].dtype.kind in "biuf", name
            assert infos[name].shape == infos[f"_{name}"].shape == (2,)
            assert infos[f"_{name}"].dtype == bool
    assert all(envs.instructions)


@pytest.mark.parametrize("id", [*ENVIRONMENTS, *benchmarks.ENVIRONMENTS])
@pytest.mark.parametrize("batch", [False, True])
def test_unknown_options_are_refused_with_the_known_ones(id: str, batch: bool) -> None:
    with pytest.raises(InvalidValueError, match="unknown option 'foo'") as caught:
        if batch:
            gym.make_vec(id, 2, "vector_entry_point", foo=1)
        else:
            gym.make(id, foo=1)
    config = gym.make(id, disable_env_checker=True).unwrapped.config
    known = {field.name for field in dataclasses.fields(config)}
    assert known & {"suite", "split"} or {"houses", "rooms", "embodiment"} <= known
    known |= {"corrupt", "redraw", "corrupt_frame", "render_mode"}
    if batch:
        known |= {"autoreset_mode", "max_episode_steps", "supersample", "threads"}
    assert str(caught.value).partition("expected some of ")[2].split(", ") == sorted(known)


def test_homes_are_validated() -> None:
    from meadow.scenes.schema import replace
    from meadow.testing.homes import one_room, thing

    house = one_room([thing("mug-1", "mug", (1.0, 1.0, 0.0), room="room-0")])
    make(houses=(house,)).reset(seed=0)
    large = replace(house, objects=(replace(house.objects[0], size=(1e18, 1.0, 1.0)),))
    for wrong in (large, one_room(side=2000.0)):
        for maker in (make, lambda **options: make_vec(AutoresetMode.NEXT_STEP, **options)):
            with pytest.raises(InvalidHouseError, match=r"houses\[1\]: "):
                maker(houses=(house, wrong))


@pytest.mark.parametrize(
    "options",
    [{"houses": ()}, {"render_mode": "human"}, {"houses": ("home.json",)}, {"rooms": (0, 99)}],
)
def test_bad_options_are_named(options: dict) -> None:
    from meadow.envs.explore import ExploreEnv

    with pytest.raises(InvalidValueError):
        ExploreEnv(**options)
