"""Learning is real, stops and goes on bit for bit, and refuses what it cannot use."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from meadow.errors import InvalidValueError, RunError, UnknownIdError  # noqa: E402
from meadow.learning.checkpoint import CHECKPOINT, read_state, write_state  # noqa: E402
from meadow.learning.policy.algorithm import estimate_advantages  # noqa: E402
from meadow.learning.policy.augment import AUGMENTATIONS, make_augment  # noqa: E402
from meadow.learning.policy.checkpoint import config_of, load_policy  # noqa: E402
from meadow.learning.policy.dagger import DAgger  # noqa: E402
from meadow.learning.policy.encoders import FrozenResNet  # noqa: E402
from meadow.learning.policy.network import EpisodicGRU, NetworkConfig, Policy  # noqa: E402
from meadow.learning.policy.pad import adapt, make_head  # noqa: E402
from meadow.learning.policy.ppo import PPO  # noqa: E402
from meadow.learning.policy.rollout import GAMMA, Rollout, draw  # noqa: E402
from meadow.learning.policy.trainer import PolicyTrainer, PolicyTrainingConfig, train  # noqa: E402

NETWORK = NetworkConfig(
    senses=("depth",), goal="none", actions=2, width=32, height=32, hidden=16, last_action=False
)
CONFIG = PolicyTrainingConfig(
    network=NETWORK,
    ppo=PPO(num_steps=8, learning_rate=6e-3, num_minibatches=2, entropy_coef=0.003),
    ppo_frames=100_000,
)


@pytest.fixture(autouse=True)
def one_thread():
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def same(a: torch.nn.Module, b: torch.nn.Module) -> bool:
    ours, theirs = a.state_dict(), b.state_dict()
    return all(torch.equal(value, theirs[name]) for name, value in ours.items())


def test_ppo_learns_to_look_and_to_remember(cue_env) -> None:
    trainer = PolicyTrainer(CONFIG, cue_env(16))
    first = trainer.iterate()["success"]
    for _ in range(60):
        last = trainer.iterate()["success"]
        if last == 1.0:
            break
    assert first < 0.75
    assert last > 0.9


def test_actions_that_are_not_there_are_never_drawn_and_learning_stays_finite(cue_env) -> None:
    class Masked(cue_env):
        """The toy with a third action, which is there only in an episode's second step."""

        def _look(self) -> dict[str, np.ndarray]:
            mask = np.ones((self.num_envs, 3), np.int8)
            mask[:, 2] = self._step > 0
            return {**super()._look(), "action_mask": mask}

    config = replace(CONFIG, network=replace(NETWORK, actions=3))
    trainer = PolicyTrainer(config, Masked(16, actions=3))
    rollout = trainer.sampler.collect(trainer.policy, 200)
    first = rollout.starts.bool()
    assert (rollout.actions[first] != 2).all()
    assert (rollout.actions[~first] == 2).any()
    assert (rollout.log_probs > -20.0).all()
    told = trainer.iterate()
    assert 0.0 < told["entropy"] < np.log(3.0)
    assert np.isfinite(told["policy_loss"])
    assert np.isfinite(told["value_loss"])


def test_imitation_learns_faster_than_trial_and_error(cue_env) -> None:
    config = replace(
        CONFIG, dagger=DAgger(num_steps=8, learning_rate=1e-2), dagger_frames=3_000, ppo_frames=0
    )
    trainer = PolicyTrainer(config, cue_env(16))
    rows = []
    while not trainer.finished:
        rows.append(trainer.iterate())
    assert rows[0]["phase"] == "DAgger"
    assert rows[-1]["success"] > 0.9
    assert rows[-1]["imitation"] < 0.5 * rows[0]["imitation"]


def test_a_resumed_training_equals_one_that_never_stopped(cue_env, tmp_path: Path) -> None:
    config = replace(
        CONFIG,
        dagger=DAgger(num_steps=7),
        dagger_frames=230,
        augment=("random-shift",),
        auxiliary="action",
    )
    whole = PolicyTrainer(config, cue_env())
    half = PolicyTrainer(config, cue_env())
    for _ in range(9):  # 7 steps of 8 environments: the change of algorithm is among them
        whole.iterate()
    for _ in range(4):
        half.iterate()
    half.save(tmp_path)
    resumed = PolicyTrainer(config, cue_env())
    resumed.load(tmp_path)
    for _ in range(5):
        resumed.iterate()
    assert (resumed.frames, resumed.iteration) == (whole.frames, whole.iteration)
    assert same(whole.policy, resumed.policy)
    assert same(whole.head, resumed.head)


#: A configuration as trainings wrote it before its fields had their present names.
OLD_PLAN = {
    "shape": {
        "senses": ["depth"], "goal": "none", "categories": 12, "actions": 2, "width": 32, "height": 32,
        "encoder": "cnn", "hidden": 16, "feel": True,
    },
    "dagger": {
        "steps": 32, "epochs": 1, "minibatches": 4, "rate": 1e-3, "gae": 0.95, "value": 0.01,
        "gradient": 1.0, "alone": 0.7, "floor": 0.4, "stop": 2.0,
    },
    "dagger_frames": 0,
    "ppo": {
        "steps": 8, "epochs": 4, "minibatches": 2, "rate": 6e-3, "gae": 0.9, "value": 0.4,
        "gradient": 0.3, "clip": 0.2, "entropy": 0.003,
    },
    "ppo_frames": 100_000,
    "seed": 0,
    "augment": [],
    "auxiliary": "",
    "freeze": False,
    "encoder_weights": "",
}  # fmt: skip


def test_a_checkpoint_with_the_old_names_of_fields_goes_on(cue_env, tmp_path: Path) -> None:
    config = config_of({"plan": json.dumps(OLD_PLAN)})
    assert config == replace(
        CONFIG,
        network=replace(NETWORK, last_action=True),
        dagger=DAgger(decay_fraction=0.7, min_teacher_fraction=0.4, stop_weight=2.0),
        ppo=replace(CONFIG.ppo, gae_lambda=0.9, vf_coef=0.4, max_grad_norm=0.3, clip_coef=0.2),
    )
    trainer = PolicyTrainer(config, cue_env())
    trainer.iterate()
    trainer.save(tmp_path)
    state = read_state(tmp_path / CHECKPOINT)
    state["plan"] = json.dumps(OLD_PLAN)
    state["policy"]["feel.weight"] = state["policy"].pop("last_action.weight")
    own = json.loads(state["ranks"][0])
    own["sampler"]["feel"] = own["sampler"].pop("last_action")
    state["ranks"] = [json.dumps(own)]
    write_state(tmp_path, state)
    resumed = PolicyTrainer(config, cue_env())
    resumed.load(tmp_path)
    assert same(trainer.policy, resumed.policy)
    trainer.iterate()
    resumed.iterate()
    assert same(trainer.policy, resumed.policy)


def test_a_run_writes_log_and_checkpoint_and_ends_with_its_plan(cue_env, tmp_path: Path) -> None:
    config = replace(CONFIG, ppo_frames=3 * 64)
    reported = []
    train(PolicyTrainer(config, cue_env()), tmp_path, report=reported.append)
    rows = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    assert [row["frames"] for row in rows] == [64, 128, 192]
    assert len(reported) == 3
    policy, state = load_policy(tmp_path)
    assert state["frames"] == 192
    assert policy.network == NETWORK


def test_a_loss_that_is_no_number_keeps_the_last_good_checkpoint(cue_env, tmp_path: Path) -> None:
    trainer = PolicyTrainer(CONFIG, cue_env())
    trainer.iterate()
    trainer.save(tmp_path)
    good = {k: v.clone() for k, v in trainer.policy.state_dict().items()}
    step = trainer.sampler.env.step

    def poisoned(actions: np.ndarray) -> tuple:
        observations, rewards, *others = step(actions)
        return observations, rewards * np.nan, *others

    trainer.sampler.env.step = poisoned
    with pytest.raises(RunError, match="what was saved earlier is good"):
        train(trainer, tmp_path)
    kept, _ = load_policy(tmp_path)
    assert all(torch.equal(good[k], v) for k, v in kept.state_dict().items())


def test_checkpoints_of_others_and_broken_ones_are_explained(cue_env, tmp_path: Path) -> None:
    trainer = PolicyTrainer(CONFIG, cue_env())
    with pytest.raises(RunError, match="does not exist"):
        trainer.load(tmp_path)
    trainer.save(tmp_path)
    other = PolicyTrainer(replace(CONFIG, network=replace(NETWORK, hidden=24)), cue_env())
    with pytest.raises(RunError, match=r"another architecture.*'hidden': 16.*'hidden': 24"):
        other.load(tmp_path)
    file = tmp_path / "checkpoint.pt"
    file.write_bytes(file.read_bytes()[:2000])
    with pytest.raises(RunError, match="truncated"):
        trainer.load(tmp_path)


def test_parts_that_learn_must_be_those_of_the_checkpoint(cue_env, tmp_path: Path) -> None:
    begun = PolicyTrainer(replace(CONFIG, auxiliary="action"), cue_env(4))
    begun.iterate()
    begun.save(tmp_path)
    for other in ({}, {"auxiliary": "rotation"}):
        with pytest.raises(RunError, match="begun with auxiliary 'action'"):
            PolicyTrainer(replace(CONFIG, **other), cue_env(4)).load(tmp_path)
    with pytest.raises(RunError, match="freeze False, not with True"):
        PolicyTrainer(replace(CONFIG, auxiliary="action", freeze=True), cue_env(4)).load(tmp_path)
    # A training that only begins with its weights may have a task of its own.
    started = PolicyTrainer(replace(CONFIG, auxiliary="rotation"), cue_env(4))
    started.take_weights(tmp_path)
    assert same(started.policy, begun.policy)
    started.iterate()


def test_a_policy_of_features_has_no_pictures_to_change() -> None:
    network = replace(NETWORK, senses=("pooled",), encoder="features")
    for option in ({"augment": ("random-crop",)}, {"auxiliary": "rotation"}):
        with pytest.raises(InvalidValueError, match="needs pictures"):
            PolicyTrainingConfig(network=network, **option)


def test_an_environment_that_does_not_fit_is_named(cue_env) -> None:
    with pytest.raises(InvalidValueError, match="32x32 pixels, the network sees 64x48"):
        PolicyTrainer(replace(CONFIG, network=replace(NETWORK, width=64, height=48)), cue_env())
    with pytest.raises(InvalidValueError, match="2 actions, the network 4"):
        PolicyTrainer(replace(CONFIG, network=replace(NETWORK, actions=4)), cue_env())
    with pytest.raises(InvalidValueError, match="wants rgb"):
        PolicyTrainer(replace(CONFIG, network=replace(NETWORK, senses=("rgb",))), cue_env())


def test_advantages_are_the_sums_of_what_follows() -> None:
    steps = 4
    rewards = torch.tensor([[1.0], [0.0], [2.0], [0.5]])
    values = torch.tensor([[0.3], [0.1], [0.7], [0.2], [0.9]])
    ends = torch.tensor([[0.0], [1.0], [0.0], [0.0]])
    none = torch.zeros(steps, 1)
    rollout = Rollout({}, none, none, none, none, values, rewards, ends)
    found = estimate_advantages(rollout, 1.0)[:, 0]
    whole = [
        1.0 + GAMMA * 0.0 - 0.3,
        0.0 - 0.1,
        2.0 + GAMMA * (0.5 + GAMMA * 0.9) - 0.7,
        0.5 + GAMMA * 0.9 - 0.2,
    ]
    assert found.tolist() == pytest.approx(whole)


def test_memory_is_a_gru_that_forgets_at_starts() -> None:
    torch.manual_seed(0)
    memory, reference = EpisodicGRU(5, 7), torch.nn.GRU(5, 7)
    with torch.no_grad():
        reference.weight_ih_l0.copy_(memory.enter.weight)
        reference.weight_hh_l0.copy_(memory.again.weight)
        reference.bias_ih_l0.copy_(memory.enter.bias)
        reference.bias_hh_l0.copy_(memory.again.bias)
    x, hidden = torch.randn(6, 3, 5), torch.randn(3, 7)
    starts = torch.zeros(6, 3)
    ours, last = memory(x, starts, hidden)
    theirs, _ = reference(x, hidden[None])
    assert torch.allclose(ours, theirs, atol=1e-5)
    assert torch.equal(ours[-1], last)
    starts[4] = 1.0
    again, _ = memory(x, starts, hidden)
    fresh, _ = memory(x[4:], torch.zeros(2, 3), torch.zeros(3, 7))
    assert torch.allclose(again[4:], fresh, atol=1e-6)


def test_draws_follow_the_probabilities() -> None:
    log_probs = torch.tensor([0.7, 0.2, 0.1]).log().expand(20_000, 3)
    found = draw(log_probs, torch.Generator().manual_seed(0)).bincount(minlength=3) / 20_000
    assert found.tolist() == pytest.approx([0.7, 0.2, 0.1], abs=0.02)


@pytest.mark.parametrize("task", ["action", "rotation"])
def test_adaptation_changes_the_eyes_alone_and_reads_no_reward(cue_env, task: str) -> None:
    torch.manual_seed(1)
    policy = Policy(replace(NETWORK, actions=3))
    head = make_head(task, policy)
    before = {k: v.clone() for k, v in policy.state_dict().items()}
    env = cue_env(actions=3)
    step = env.step
    env.step = lambda actions: (lambda r: (r[0], r[1] * np.nan, *r[2:]))(step(actions))
    losses = adapt(policy, head, env, budget=8 * 4 * 3, steps=4, learning_rate=1e-3)
    assert len(losses) == 3
    assert np.isfinite(losses).all()
    changed = {k for k, v in policy.state_dict().items() if not torch.equal(v, before[k])}
    assert changed
    assert all(name.startswith("encoder.") for name in changed)


def test_adaptation_needs_its_task(cue_env) -> None:
    with pytest.raises(InvalidValueError, match="--auxiliary"):
        adapt(Policy(NETWORK), None, cue_env(), budget=10)
    with pytest.raises(UnknownIdError, match="rotation"):
        make_head("rotations", Policy(NETWORK))


def test_augmentations_change_pictures_and_colours_leave_depth_alone() -> None:
    generator = torch.Generator().manual_seed(0)
    rgb = (torch.rand(1, 4, 48, 64, 3, generator=generator) * 255).to(torch.uint8)
    depth = torch.rand(1, 4, 48, 64, generator=generator) * 5
    observations = {"rgb": rgb, "depth": depth, "goal": torch.zeros(1, 4, 2)}
    for name in AUGMENTATIONS:
        out = make_augment((name,))(observations, generator)
        assert out["rgb"].shape == rgb.shape
        assert out["rgb"].dtype == torch.uint8
        assert not torch.equal(out["rgb"], rgb), name
        assert torch.equal(out["depth"], depth) == (name == "color-jitter")
        assert torch.isin(out["depth"], torch.cat([depth.flatten(), torch.zeros(1)])).all()
    with pytest.raises(UnknownIdError, match="random-crop"):
        make_augment(("random-corp",))


def test_grey_stays_grey_whatever_the_hue() -> None:
    grey = torch.full((1, 2, 8, 8, 3), 100, dtype=torch.uint8)
    out = make_augment(("color-jitter",))({"rgb": grey}, torch.Generator().manual_seed(3))["rgb"]
    assert (out.float().amax(-1) - out.float().amin(-1)).max() <= 1


def test_the_paper_s_encoder_takes_torchvision_s_weights_and_stays_frozen(tmp_path: Path) -> None:
    torch.manual_seed(0)
    source = FrozenResNet(("rgb",))
    torch.save(source.trunk.state_dict() | {"fc.bias": torch.zeros(1000)}, tmp_path / "resnet.pth")
    network = NetworkConfig(encoder="resnet18", width=64, height=64, hidden=32)
    policy = Policy(network, str(tmp_path / "resnet.pth")).train()
    assert same(policy.encoder.trunk, source.trunk)
    assert not any(p.requires_grad for p in policy.encoder.trunk.parameters())
    observations = {
        "rgb": torch.zeros(2, 3, 64, 64, 3, dtype=torch.uint8),
        "goal": torch.zeros(2, 3, 2),
        "last_action": torch.zeros(2, 3, dtype=torch.int64),
    }
    logits, values, hidden = policy(observations, torch.zeros(2, 3), torch.zeros(3, 32))
    assert (logits.shape, values.shape, hidden.shape) == ((2, 3, 4), (2, 3), (3, 32))
    (tmp_path / "other.pth").write_bytes(b"nothing of the kind")
    with pytest.raises(Exception, match=r"other\.pth"):
        Policy(network, str(tmp_path / "other.pth"))


def test_a_teacher_that_helps_prevents_wrong_stops(cue_env) -> None:
    # The last action counts as Stop; the toy's teacher says it where the cue is 1.
    trainer = PolicyTrainer(CONFIG, cue_env(16))
    free = trainer.sampler.collect(trainer.policy, 8)
    assert ((free.actions == 1) & (free.teacher_actions == 0)).any()
    kept = trainer.sampler.collect(trainer.policy, 8, teacher_fraction=1e-9)
    assert not ((kept.actions == 1) & (kept.teacher_actions == 0)).any()
    assert ((kept.actions == 0) & (kept.teacher_actions == 1)).any()  # other mistakes are its own
    assert DAgger(decay_fraction=0.5, min_teacher_fraction=0.1).teacher_fraction(0.25) == 0.5
    assert DAgger(decay_fraction=0.5, min_teacher_fraction=0.1).teacher_fraction(0.9) == 0.1
