"""An encoder that tells distances: the right ones, from pictures alone, and policies begin with it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")

from meadow.episodes.seeds import ENCODER_EXAM, POLICY_TRAINING  # noqa: E402
from meadow.errors import InvalidValueError, RunError  # noqa: E402
from meadow.learning.policy import pretrain  # noqa: E402
from meadow.learning.policy.checkpoint import load_policy, write_checkpoint  # noqa: E402
from meadow.learning.policy.network import NetworkConfig, Policy  # noqa: E402
from meadow.learning.policy.pretrain import (  # noqa: E402
    FARTHEST,
    EncoderTrainingConfig,
    Pretraining,
    best_constant,
    distances,
    relative_errors,
)
from meadow.learning.policy.trainer import PolicyTrainingConfig, train  # noqa: E402

CONFIG = EncoderTrainingConfig(homes=2, rooms=(1, 1), frames=8192, network=NetworkConfig(hidden=16))
BODY = CONFIG.body


@pytest.fixture(autouse=True)
def small(monkeypatch):
    """One thread, and short examinations."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    monkeypatch.setattr(pretrain, "EXAM_HOMES", 8)
    monkeypatch.setattr(pretrain, "EXAM_VIEWS", 256)
    yield
    torch.set_num_threads(before)


def same(a: torch.nn.Module, b: torch.nn.Module) -> bool:
    ours, theirs = a.state_dict(), b.state_dict()
    return all(torch.equal(value, theirs[name]) for name, value in ours.items())


def floor_and_wall(metres: float) -> torch.Tensor:
    """What a level camera sees of an empty room."""
    camera = BODY.camera
    rows = torch.arange(camera.height) + 0.5 - 0.5 * camera.height
    floor = torch.where(rows > 0, camera.elevation * camera.focal / rows, torch.inf)
    return floor.clamp(max=metres)[None, :, None].expand(1, -1, camera.width).clone()


def test_the_floor_stops_nobody_and_walls_do() -> None:
    wall = distances(floor_and_wall(2.0), BODY)[0]
    assert wall.shape == (13, 16)
    assert wall[0].tolist() == pytest.approx([2.0] * 16)
    nearest = floor_and_wall(2.0)[0, -1, 0].item()
    assert wall[-1].tolist() == pytest.approx([nearest] * 16)
    assert nearest < 1.5
    assert wall[1].tolist() == pytest.approx([2.0] * 16)
    assert (distances(floor_and_wall(50.0), BODY)[0, 0] == FARTHEST).all()


def test_what_hangs_high_stops_nobody_and_what_stands_in_the_way_does() -> None:
    depth = floor_and_wall(4.0)
    depth[0, 2:6, :4] = 1.0  # far above the robot's head
    depth[0, 28:30, 32] = 1.5  # one thin thing
    told = distances(depth, BODY)[0]
    expected = [4.0] * 16
    expected[8] = 1.5
    assert told[0].tolist() == pytest.approx(expected)
    assert told[1, 0] == pytest.approx(1.0)
    assert told[8, 8] == pytest.approx(1.5)


def test_no_constant_is_better_than_the_best() -> None:
    truth = torch.rand(501, 3, 4, generator=torch.Generator().manual_seed(0)) * 5.0 + 0.1
    best = best_constant(truth)
    assert best.shape == (3, 4)
    least = relative_errors(best.expand_as(truth), truth)
    for other in (truth.mean(0), truth.median(0).values, 0.97 * best, 1.03 * best):
        assert all(a < b for a, b in zip(least, relative_errors(other.expand_as(truth), truth)))


def test_it_learns_to_see_homes_that_it_never_saw(tmp_path: Path) -> None:
    training = Pretraining(replace(CONFIG, homes=24))
    first = training.examine()
    rows: list[dict] = []
    train(training, tmp_path, report=rows.append)
    last = training.examine()
    assert training.finished
    assert rows[-1]["depth"] == last.depth
    assert rows[-1]["loss"] < 0.8 * rows[0]["loss"]
    assert last.depth < 0.9 * last.blind_depth < 0.9 * first.depth
    assert last.blind_depth == first.blind_depth
    assert training.sheet(4).shape == (3 * (48 + 52 + 52), 4 * 3 * 64, 3)


def test_a_resumed_lesson_equals_one_that_never_stopped(monkeypatch, tmp_path: Path) -> None:
    monkeypatch.setattr(pretrain, "STEPS", 2)
    config = replace(CONFIG, jitter=True)
    whole, half = Pretraining(config), Pretraining(config)
    for _ in range(3):
        whole.iterate()
    half.iterate()
    half.save(tmp_path)
    resumed = Pretraining(config)
    resumed.load(tmp_path)
    for _ in range(2):
        resumed.iterate()
    assert (resumed.frames, resumed.iteration) == (whole.frames, whole.iteration)
    assert same(whole.parts, resumed.parts)
    with pytest.raises(RunError, match=r"begun with jitter True, not with jitter False"):
        Pretraining(CONFIG).load(tmp_path)
    Pretraining(replace(config, frames=5_000, learning_rate=1e-3)).load(tmp_path)


def test_policies_begin_with_the_encoder_but_cannot_begin_as_it(tmp_path: Path) -> None:
    training = Pretraining(CONFIG)
    training.save(tmp_path)
    seeing = ("rgb", "goal_map")
    for network in (
        NetworkConfig(hidden=32),
        NetworkConfig(senses=seeing, goal="category", actions=6, hidden=32),
    ):
        policy = Policy(network, str(tmp_path))
        assert same(training.encoder.layers, policy.encoder.layers)
    with pytest.raises(InvalidValueError, match="other senses"):
        Policy(NetworkConfig(senses=("rgb", "depth"), hidden=32), str(tmp_path))
    with pytest.raises(RunError, match="cannot drive"):
        load_policy(tmp_path)


def test_a_policy_s_checkpoint_is_not_gone_on_with(tmp_path: Path) -> None:
    policy = Policy(CONFIG.network)
    write_checkpoint(
        tmp_path, PolicyTrainingConfig(network=CONFIG.network), {"policy": policy.state_dict()}
    )
    with pytest.raises(RunError, match="training of a policy"):
        Pretraining(CONFIG).load(tmp_path)


def test_a_loss_that_is_no_number_keeps_the_last_good_checkpoint(
    monkeypatch, tmp_path: Path
) -> None:
    training = Pretraining(CONFIG)
    training.save(tmp_path)
    good = Policy(CONFIG.network, str(tmp_path)).encoder
    monkeypatch.setattr(pretrain, "distances", lambda depth, body: -distances(depth, body))
    with pytest.raises(RunError, match="what was saved earlier is good"):
        train(training, tmp_path)
    assert same(good, Policy(CONFIG.network, str(tmp_path)).encoder)


def test_homes_of_examinations_and_suites_are_not_for_learning() -> None:
    assert len(ENCODER_EXAM) >= pretrain.EXAM_HOMES
    with pytest.raises(InvalidValueError, match="examinations"):
        EncoderTrainingConfig(first_home=POLICY_TRAINING[-1], homes=2)
    with pytest.raises(InvalidValueError, match="homes 0"):
        EncoderTrainingConfig(homes=0)
    with pytest.raises(InvalidValueError, match="only the cnn"):
        EncoderTrainingConfig(network=NetworkConfig(senses=("depth",)))
