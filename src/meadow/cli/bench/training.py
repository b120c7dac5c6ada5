"""``meadow bench training``: frames per second of sampling and learning, and what a second rank brings."""

from __future__ import annotations

import json
import math
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from meadow.cli.bench.figures import (
    Figure,
    bound_figure,
    plain_figure,
    report_figures,
)
from meadow.cli.terminal.options import Positive
from meadow.episodes.seeds import FIRST_POLICY_HOME
from meadow.optional import require

if TYPE_CHECKING:
    from meadow.learning.policy.network import Policy
    from meadow.learning.policy.presets import TrainingPreset
    from meadow.types import Action

WALK = (0, 0, 1, 0, 2, 0, 2)
"""Actions in turn, as numbers of the environment: forwards, and around what is in the way."""
DRIVE = 40
"""Steps of an episode while sampling. A policy whose training begins says Stop at every fourth step, and
beginning episodes would be all that is measured; one that has learnt a little drives about as far."""


@dataclass(frozen=True, kw_only=True)
class Config:
    """Time the training of policies on this machine, end to end and part by part, on one thread.

    Run it on an idle machine.

    Example: meadow bench training --json training.json
    """

    preset: str = "pointnav-rgbd"
    """Which training; see: meadow train policy --help."""
    homes: Positive = 32
    """Homes to drive in, loaded before anything is measured."""
    rounds: Positive = 5
    """Repetitions in turns; the median counts."""
    num_envs: Positive = 32
    """Environments in the batch of each process."""
    steps: Positive = 128
    """Steps of each environment in one round."""
    ranks: Positive = 2
    """Processes of one thread each in the comparison with one; 1 leaves it out."""
    json: Path | None = None
    """Also write the figures to this file."""


def run(config: Config) -> int:
    """Measure everything, print the table, write the file."""
    require("torch", extra="train").set_num_threads(1)
    names = ("preset", "homes", "rounds", "num_envs", "steps", "ranks")
    spec = {name: getattr(config, name) for name in names}
    title = f"training {config.preset} on this machine"
    report_figures(title, "training", lambda: measure(config), config.json, spec)
    return 0


def measure(config: Config) -> list[Figure]:
    """All figures, in the order of the table."""
    from meadow.learning.policy.presets import find_preset

    preset = find_preset(config.preset)
    ppo = replace(preset.config.ppo, num_steps=config.steps)
    training = replace(preset.config, dagger_frames=0, ppo=ppo, ppo_frames=1 << 40)
    sizes: dict[str, Any] = {"homes": config.homes, "num_envs": config.num_envs}
    figures = _one_process(replace(preset, config=training, **sizes), config)
    if config.ranks > 1:
        figures += _ranks(config)
    return figures


def _one_process(preset: TrainingPreset, config: Config) -> list[Figure]:
    """Stepping, sampling and training in turns, so that a slow moment of the machine hits all."""
    import numpy as np

    from meadow.learning.policy.environment import make_environment
    from meadow.learning.policy.trainer import PolicyTrainer

    env = make_environment(preset, FIRST_POLICY_HOME)
    trainer = PolicyTrainer(preset.config, env)
    _stop_seldom(trainer.policy, env.actions)
    trainer.sampler.collect(trainer.policy, 3 * config.steps)  # homes are loaded, code is compiled
    rates: dict[str, list[float]] = {"stepping": [], "sampling": [], "training": []}
    shares: list[dict[str, Any]] = []
    frames = config.steps * preset.num_envs
    for _ in range(config.rounds):
        began = time.perf_counter()
        for step in range(config.steps):
            env.step(np.full(preset.num_envs, WALK[step % len(WALK)]))
        rates["stepping"].append(frames / (time.perf_counter() - began))
        began = time.perf_counter()
        trainer.sampler.collect(trainer.policy, config.steps)
        rates["sampling"].append(frames / (time.perf_counter() - began))
        shares.append(trainer.iterate())
        rates["training"].append(shares[-1]["fps"])
    typical = {name: median(values) for name, values in rates.items()}
    share = typical["sampling"] / typical["stepping"]
    parts = ("simulation", "inference", "learning")
    return [
        *(plain_figure(f"{name}, frames/s", value, "") for name, value in typical.items()),
        bound_figure("sampling over stepping", share, "", 0.45, at_least=True),
        *(plain_figure(f"share of {p}", median(row[p] for row in shares), "") for p in parts),
    ]


def _stop_seldom(policy: Policy, actions: Sequence[Action]) -> None:
    """Have an untrained policy say Stop about once in :data:`DRIVE` steps."""
    from meadow.types import Action

    if Action.STOP in actions:
        others = len(actions) - 1
        policy.actor.bias.data[actions.index(Action.STOP)] = math.log(others / (DRIVE - 1))


def _ranks(config: Config) -> list[Figure]:
    """The same training as one rank and as several, each with one thread."""
    one, many = _trained(config, 1), _trained(config, config.ranks)
    bound = 0.8 * config.ranks
    name = f"{config.ranks} ranks over one"
    return [
        plain_figure("one rank, frames/s", one, ""),
        plain_figure(f"{config.ranks} ranks, frames/s", many, ""),
        bound_figure(name, many / one, "x", bound, at_least=True),
    ]


def _trained(config: Config, ranks: int) -> float:
    """Frames per second of a short training under torchrun, without its first iterations."""
    from meadow.errors import RunError

    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "torch.distributed.run", "--standalone"]
        command += ["--nproc-per-node", str(ranks), "-m", "meadow.cli.main", "train", "policy"]
        command += [config.preset, "--out", folder, "--dagger-frames", "0", "--no-export"]
        command += [
            "--homes",
            str(config.homes),
            "--num-envs",
            str(config.num_envs),
            "--threads",
            "1",
        ]
        frames = ranks * config.num_envs * 128 * (config.rounds + 3)
        command += ["--ppo-frames", str(frames)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise RunError(f"{ranks} ranks could not train: {done.stderr.strip()[-300:]}")
        lines = (Path(folder) / "log.jsonl").read_text().splitlines()
    rate: float = median(json.loads(line)["fps"] for line in lines[3:])
    return rate
