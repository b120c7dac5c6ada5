"""The agent that runs a trained policy: the exported network is the trained one, bad files are named."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import msgspec
import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("onnx")

from meadow import serialize  # noqa: E402
from meadow.errors import FileFormatError, InvalidValueError, MissingWeightsError  # noqa: E402
from meadow.learning.policy.checkpoint import write_checkpoint  # noqa: E402
from meadow.learning.policy.export import export, onnx_bytes  # noqa: E402
from meadow.learning.policy.network import NetworkConfig, Policy  # noqa: E402
from meadow.learning.policy.presets import PRESETS, TrainingPreset  # noqa: E402
from meadow.learning.policy.rollout import network_inputs  # noqa: E402
from meadow.learning.policy.trainer import PolicyTrainingConfig  # noqa: E402
from meadow.models.onnx import open_session  # noqa: E402
from meadow.policies.pictures import field_of_view, shrink_depth, shrink_picture  # noqa: E402
from meadow.policies.policy import LAST_ACTION_INPUT, PolicyAgent, PolicyCard, read_policy  # noqa: E402
from meadow.types import (  # noqa: E402
    NAVIGATION_AND_LOOK,
    Action,
    Brief,
    Camera,
    Embodiment,
    Observation,
)

NETWORKS = {
    "pointnav": NetworkConfig(senses=("rgb", "depth"), hidden=8, width=32, height=32),
    "objectnav": NetworkConfig(
        senses=("rgb",),
        goal="category",
        actions=6,
        hidden=8,
        width=32,
        height=32,
        last_action=False,
    ),
    "finder": NetworkConfig(
        senses=("rgb", "depth", "goal_map"),
        goal="category",
        actions=6,
        hidden=8,
        width=32,
        height=32,
    ),
    "explore": NetworkConfig(
        senses=("depth",), goal="none", actions=6, hidden=8, width=32, height=32
    ),
}
BODY = Embodiment(camera=Camera(width=32, height=32))


def made(task: str, folder: Path) -> tuple[Path, Policy]:
    """An exported policy with random weights whose heads say something."""
    torch.manual_seed(3)
    policy = Policy(NETWORKS[task])
    policy.actor.weight.data.normal_()
    config = PolicyTrainingConfig(network=NETWORKS[task], augment=("color-jitter",))
    state = {"policy": policy.state_dict(), "frames": 7, "seconds": 90.0, "head": None}
    write_checkpoint(folder, config, state)
    return export(folder, task, TrainingPreset(task=task, config=config)), policy


def observations(count: int) -> list[Observation]:
    rng = torch.Generator().manual_seed(0)
    out = []
    for step in range(count):
        rgb = (torch.rand(32, 32, 3, generator=rng) * 255).to(torch.uint8).numpy()
        depth = (torch.rand(32, 32, generator=rng) * 5).numpy()
        goal = (2.0 - 0.1 * step, 0.3 * step - 0.5)
        out.append(Observation(rgb, depth, None, moved=step != 3, step=step, goal=goal))
    return out


@pytest.mark.parametrize("task", NETWORKS)
def test_the_exported_network_is_the_trained_one(task: str, tmp_path: Path) -> None:
    path, policy = made(task, tmp_path)
    agent = PolicyAgent(str(path))
    brief = Brief(task=task, goal="mug", actions=NAVIGATION_AND_LOOK, embodiment=BODY)
    agent.reset(brief)
    hidden, last = torch.zeros(1, 8), -1
    for observation in observations(6):
        action = agent.act(observation)
        last_action = (
            0 if last < 0 else 1 + last + (0 if observation.moved else policy.network.actions)
        )
        goal = torch.tensor([observation.goal]) if task == "pointnav" else torch.tensor([[8]])
        told = {
            "rgb": observation.rgb[None],
            "depth": observation.depth[None],
            "goal": goal.numpy(),
        }
        inputs = network_inputs(policy.network, told, [last_action])
        with torch.no_grad():
            logits, _, hidden = policy(inputs, torch.zeros(1, 1), hidden)
        assert np.allclose(agent._memory, hidden.numpy(), atol=1e-5)
        last = int(logits[0, 0].argmax())
        assert action == agent.card.actions[last]
    assert agent.card.frames == 7
    assert agent.card.augmentations == ("color-jitter",)
    assert agent.card.eyes.startswith("eyes-s" if task == "finder" else "")


@pytest.mark.parametrize("task", ["pointnav", "explore"])
def test_the_exported_network_drives_several_robots_at_once(task: str) -> None:
    torch.manual_seed(3)
    policy = Policy(NETWORKS[task]).eval()
    told = {
        "rgb": np.full((3, 32, 32, 3), 90, np.uint8),
        "depth": np.arange(3 * 32 * 32, dtype=np.float32).reshape(3, 32, 32) / 999.0,
        "goal": np.array([[1.0, 0.5], [2.0, -0.5], [3.0, 0.0]], np.float32),
    }
    inputs = network_inputs(policy.network, told, [0, 2, 5])
    memory = torch.rand(3, 8)
    with torch.no_grad():
        logits, values, after = policy(inputs, torch.zeros(1, 3), memory)
    session = open_session(onnx_bytes(policy))
    fed = {name: value[0].numpy() for name, value in inputs.items()}
    fed |= {"memory_in": memory.numpy(), LAST_ACTION_INPUT: fed.pop("last_action")}
    wanted = {entry.name: fed[entry.name] for entry in session.get_inputs()}
    for ours, theirs in zip((logits[0], values[0], after), session.run(None, wanted)):
        assert np.allclose(ours.numpy(), theirs, atol=1e-5)


def test_a_policy_draws_as_its_card_says_and_knows_what_was_done(tmp_path: Path) -> None:
    path, _ = made("pointnav", tmp_path)
    card = path.with_suffix(".json")
    serialize.write(card, msgspec.structs.replace(serialize.read(card, PolicyCard), temperature=5))
    agents = PolicyAgent(str(path)), PolicyAgent(str(path), temperature=5.0)
    greedy = PolicyAgent(str(path), temperature=0.0)
    brief = Brief(task="pointnav", goal="", embodiment=BODY, seed=1)
    driven = []
    for agent in (*agents, greedy):
        agent.reset(brief)
        driven.append([agent.act(o) for o in observations(20)])
    assert driven[0] == driven[1] != driven[2]
    greedy.did(Action.ROTATE_RIGHT)
    told = greedy._inputs(observations(1)[0])[LAST_ACTION_INPUT]
    assert told == [1 + greedy.card.actions.index("RotateRight")]


def test_the_card_names_its_command_without_places(tmp_path: Path, monkeypatch) -> None:
    words = ["train", "policy", "pointnav-rgbd", "--out", "/home/somebody/x", "--resume"]
    monkeypatch.setattr("sys.argv", ["meadow", *words, "--minutes", "3"])
    path, _ = made("pointnav", tmp_path)
    assert read_policy(path)[0].command == "meadow train policy pointnav-rgbd --minutes 3"


def test_drawn_actions_follow_the_episode_s_seed(tmp_path: Path) -> None:
    path, _ = made("pointnav", tmp_path)

    def drive(seed: int) -> list[str]:
        agent = PolicyAgent(str(path), temperature=5.0)
        agent.reset(Brief(task="pointnav", goal="", embodiment=BODY, seed=seed))
        return [agent.act(o) for o in observations(20)]

    assert drive(1) == drive(1)
    assert drive(1) != drive(2)


def test_what_a_policy_cannot_do_is_said(tmp_path: Path) -> None:
    (tmp_path / "o").mkdir()
    finder, driver = made("objectnav", tmp_path / "o")[0], made("pointnav", tmp_path)[0]
    with pytest.raises(InvalidValueError, match=r"can find.*not 'piano'"):
        PolicyAgent(str(finder)).reset(Brief(task="objectnav", goal="piano"))
    errands = PolicyAgent(str(finder))
    errands.reset(Brief(task="errands", goal="mug"))
    with pytest.raises(InvalidValueError, match=r"can find.*not 'piano'"):
        errands.pursue(Brief(task="errands", goal="piano"))
    agent = PolicyAgent(str(driver))
    agent.reset(Brief(task="objectnav", goal="mug", embodiment=BODY))
    first = observations(1)[0]
    with pytest.raises(InvalidValueError, match="gives none"):
        agent.act(replace(first, goal=None))
    with pytest.raises(InvalidValueError, match="needs depth"):
        agent.act(replace(first, depth=None))


def test_missing_and_damaged_policies_are_explained(tmp_path: Path) -> None:
    with pytest.raises(MissingWeightsError, match="meadow train policy no-such"):
        read_policy("no-such")
    path, _ = made("pointnav", tmp_path)
    path.write_bytes(path.read_bytes()[:-10])
    with pytest.raises(FileFormatError, match="damaged"):
        PolicyAgent(str(path))
    path.with_suffix(".json").write_text("{}")
    with pytest.raises(FileFormatError, match="name"):
        PolicyAgent(str(path))


CARD = PolicyCard(
    name="", task="", senses=(), goal="", actions=(), width=64, height=48, hfov=79.0,
    hidden=1, last_action=True, sha256="",
)  # fmt: skip


def test_a_policy_sees_what_its_own_camera_would() -> None:
    assert field_of_view(Camera(width=64, height=48), CARD, (48, 64)) == (0.0, 0.0, 64.0, 48.0)
    square = field_of_view(Camera(width=224, height=224), CARD, (224, 224))
    assert square == pytest.approx((0.0, 28.0, 224.0, 196.0))
    narrow = Camera(width=400, height=300, hfov=math.radians(39.5))
    assert field_of_view(narrow, CARD, (300, 400)) == (0.0, 0.0, 400.0, 300.0)
    wide = field_of_view(Camera(width=100, height=100, hfov=math.radians(120)), CARD, (100, 100))
    assert 0.0 < wide[0] < wide[2] < 100.0


def test_pictures_shrink_by_means_and_depth_by_choice() -> None:
    rgb = np.zeros((96, 128, 3), np.uint8)
    rgb[:, ::2] = 200
    small = shrink_picture(rgb, (0.0, 0.0, 128.0, 96.0), CARD)
    assert (small == 100).all()
    ramp = np.broadcast_to(np.arange(224, dtype=np.uint8)[:, None, None], (224, 224, 3))
    square = shrink_picture(ramp, (0.0, 28.0, 224.0, 196.0), CARD)
    middles = 28.0 + 3.5 * (np.arange(48) + 0.5) - 0.5
    assert np.abs(square[:, 5, 1] - middles).max() <= 0.5, "a span of 3.5 pixels has its own mean"
    depth = np.where(np.arange(128) < 64, 1.0, 3.0).astype(np.float32) * np.ones(
        (96, 1), np.float32
    )
    near = shrink_depth(depth, (0.0, 0.0, 128.0, 96.0), CARD)
    assert near.shape == (48, 64)
    assert set(np.unique(near)) == {1.0, 3.0}


def test_presets_name_what_they_train() -> None:
    assert {c.task for c in PRESETS.values()} == {"pointnav", "objectnav", "explore"}
    for preset in PRESETS.values():
        assert preset.config.frames > 0
        assert serialize.encode(preset.config)
