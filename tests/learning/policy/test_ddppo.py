"""Two ranks learn what one would learn from the mean of their gradients; a dead one is noticed."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")

from meadow.learning.policy.ddppo import LEAST_FRACTION, ProcessGroup, TorchrunGroup  # noqa: E402
from meadow.learning.policy.network import NetworkConfig  # noqa: E402
from meadow.learning.policy.ppo import PPO  # noqa: E402
from meadow.learning.policy.trainer import PolicyTrainer, PolicyTrainingConfig  # noqa: E402

HERE = Path(__file__).parent


def run_ranks(out: Path, *words: str) -> None:
    """Two processes as torchrun would start them."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    running = []
    for rank in (0, 1):
        where = {"RANK": str(rank), "WORLD_SIZE": "2", "MASTER_ADDR": "127.0.0.1"}
        env = {**os.environ, **where, "MASTER_PORT": str(port), "OMP_NUM_THREADS": "1"}
        env.pop(
            "PYTHONSAFEPATH", None
        )  # set by commands that ran in this process; the script has a neighbour
        command = [sys.executable, str(HERE / "two_ranks.py"), str(out), *words]
        running.append(subprocess.Popen(command, env=env))
    for process in running:
        assert process.wait(timeout=120) == 0


class _Second(ProcessGroup):
    """Plays the second rank, in the process of the first."""

    rank = 1


def test_two_ranks_equal_the_mean_of_their_gradients(cue_env, tmp_path: Path) -> None:
    run_ranks(tmp_path, "lives", "wait")
    ranks = [torch.load(tmp_path / f"rank-{i}.pt", weights_only=True) for i in (0, 1)]
    assert all(torch.equal(ranks[0][name], value) for name, value in ranks[1].items())
    state = torch.load(tmp_path / "checkpoint.pt", weights_only=True)
    assert (len(state["ranks"]), state["iteration"], state["frames"]) == (2, 2, 128)

    network = NetworkConfig(
        senses=("depth",), goal="none", actions=2, width=32, height=32, hidden=16, last_action=False
    )
    config = PolicyTrainingConfig(
        network=network, ppo=PPO(num_steps=8, epochs=1), ppo_frames=10_000
    )
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    pair = [
        PolicyTrainer(config, cue_env(4), ProcessGroup()),
        PolicyTrainer(config, cue_env(4), _Second()),
    ]
    for _ in range(2):
        step_together(pair)
    torch.set_num_threads(before)
    for name, value in pair[0].policy.state_dict().items():
        assert torch.allclose(value, ranks[0][name], atol=1e-6), name


def step_together(pair: list[PolicyTrainer]) -> None:
    """One iteration of both, with the mean of their gradients."""
    frames = pair[0].frames
    for trainer in pair:
        algorithm, progress = trainer.config.phase(frames)
        rollout = trainer.sampler.collect(trainer.policy, algorithm.num_steps)
        extra = algorithm.prepare(rollout)
        order = torch.randperm(4, generator=trainer.generator)
        chosen = {name: value[:, order] for name, value in extra.items()}
        loss, _ = algorithm.loss(trainer.policy, rollout.minibatch(order), chosen, None)
        trainer.optimizer.zero_grad()
        loss.backward()
        for group in trainer.optimizer.param_groups:
            group["lr"] = algorithm.learning_rate * (1.0 - progress)
    gradients = [[p.grad for p in trainer.policy.parameters()] for trainer in pair]
    means = [(a + b) / 2 for a, b in zip(*gradients)]
    for trainer in pair:
        for parameter, mean in zip(trainer.policy.parameters(), means):
            parameter.grad = mean.clone()
        torch.nn.utils.clip_grad_norm_(trainer.policy.parameters(), 0.5)
        trainer.optimizer.step()
        trainer.frames += 64


def test_a_dead_rank_is_an_error_not_a_hang(tmp_path: Path) -> None:
    run_ranks(tmp_path, "dies", "preempt")
    said = (tmp_path / "error-0.txt").read_text()
    assert "rank 0 of 2 lost another rank" in said
    assert "--resume" in said


def test_stragglers_are_cut_short_once_most_are_done() -> None:
    class Store(dict):
        def add(self, key: str, amount: int) -> int:
            self[key] = self.get(key, 0) + amount
            return self[key]

    ranks = TorchrunGroup.__new__(TorchrunGroup)
    ranks._preempt, ranks._rollout, ranks.size = True, 0, 4
    ranks._store = Store()
    ranks.begin_rollout(100)
    assert not ranks.should_stop(50)
    for _ in range(3):
        ranks._store.add("done-1", 1)
    assert ranks.should_stop(50)
    assert not ranks.should_stop(int(100 * LEAST_FRACTION) - 1)
    ranks.begin_rollout(100)
    assert not ranks.should_stop(99)


def test_a_part_that_one_rank_did_not_use_is_averaged_too(monkeypatch) -> None:
    sent: list[torch.Tensor] = []
    monkeypatch.setattr(
        TorchrunGroup, "_together", lambda self, operation, flat: sent.append(flat.clone())
    )
    group = TorchrunGroup.__new__(TorchrunGroup)
    group.size = 2
    both = torch.nn.ModuleList([torch.nn.Linear(2, 1), torch.nn.Linear(3, 1)])
    frozen = torch.nn.Linear(1, 1).requires_grad_(False)
    module = torch.nn.ModuleList([*both, frozen])
    both[0](
        torch.ones(1, 2)
    ).sum().backward()  # no exam was taken here, so its head has no gradient
    group.average_gradients(module)
    assert sent[0].tolist() == [1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0]
    assert both[1].weight.grad is not None
    assert both[0].weight.grad.tolist() == [[0.5, 0.5]]
    assert frozen.weight.grad is None
