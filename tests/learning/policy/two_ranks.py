"""One rank of two, started by test_ddppo.py: learns a little and writes down what became of it."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import torch
from cue_env import CueEnv  # beside this script

from meadow.errors import RunError
from meadow.learning.policy.ddppo import TorchrunGroup
from meadow.learning.policy.network import NetworkConfig
from meadow.learning.policy.ppo import PPO
from meadow.learning.policy.trainer import PolicyTrainer, PolicyTrainingConfig

CONFIG = PolicyTrainingConfig(
    network=NetworkConfig(
        senses=("depth",), goal="none", actions=2, width=32, height=32, hidden=16, last_action=False
    ),
    ppo=PPO(num_steps=8, epochs=1),
    ppo_frames=10_000,
)


def main(out: str, dies: str, preempt: str) -> None:
    """Two iterations; the second rank leaves after the first when it is told to die."""
    torch.set_num_threads(1)
    group = TorchrunGroup(timeout=20.0, preempt=preempt == "preempt")
    trainer = PolicyTrainer(CONFIG, CueEnv(4), group)
    try:
        trainer.iterate()
        if dies == "dies" and group.rank == 1:
            os._exit(0)
        trainer.iterate()
    except RunError as error:
        Path(out, f"error-{group.rank}.txt").write_text(str(error))
        os._exit(0 if group.lost else 1)
    torch.save(trainer.policy.state_dict(), Path(out, f"rank-{group.rank}.pt"))
    trainer.save(Path(out))
    os._exit(0)  # gloo's threads abort one ordinary exit of five


if __name__ == "__main__":
    main(*sys.argv[1:])
