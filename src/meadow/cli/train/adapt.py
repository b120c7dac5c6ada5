"""``meadow train adapt``: self-supervised adaptation of a policy to a corrupted world."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from pathlib import Path

import tyro

from meadow.cli.terminal.options import NotNegative, Out, Positive, Rooms
from meadow.episodes.seeds import CORRUPTED_SUITE, suite_homes
from meadow.optional import require


@dataclass(frozen=True, kw_only=True)
class Config:
    """Adapt a policy's image encoder to a corrupted robot, without any reward (PAD).

    The policy must have been trained with --auxiliary action or rotation. It drives in the target homes
    while the same self-supervised task trains its image encoder, for a budget of steps.

    Example: meadow train adapt runs/policies/pointnav-rgb --corrupt defocus_blur@5 --budget 20000
    """

    policy: tyro.conf.Positional[Path]
    """Directory of the training."""
    corrupt: str
    """Corruptions to adapt to, e.g. spatter@5; "" for a sound robot."""
    out: Out | None = None
    """Directory for the adapted policy; POLICY-CORRUPTION when not given."""
    preset: str = "pointnav-rgb"
    """Preset that the policy was trained with."""
    budget: Positive = 166_000
    """Steps in the target world; the paper allows 166,000."""
    learning_rate: float = 1e-4
    """Learning rate."""
    homes: Positive = 15
    """Target homes."""
    first_home: NotNegative = suite_homes("val", CORRUPTED_SUITE).start
    """Generator seed of the first one; the default is the first home of the corruption suites."""
    rooms: Rooms = "4-6"
    """Rooms of these homes: a number, or the fewest and the most."""
    num_envs: Positive = 16
    """Environments in the batch."""
    seed: NotNegative = 0
    """Seed of all draws."""
    threads: Positive = 1
    """Threads of the network."""


def run(config: Config) -> int:
    """The policy adapts to the corrupted robot, is written, and is exported as ONNX."""
    require("torch", extra="train").set_num_threads(config.threads)
    from meadow.cli.terminal.output import check_directory
    from meadow.episodes.houses import parse_rooms
    from meadow.learning.policy.checkpoint import config_of, load_policy, write_checkpoint
    from meadow.learning.policy.environment import make_environment
    from meadow.learning.policy.export import export
    from meadow.learning.policy.pad import adapt, make_head
    from meadow.learning.policy.presets import find_preset

    out = directory_of(config)
    check_directory(out)
    policy, state = load_policy(config.policy)
    training = config_of(state)
    head = make_head(training.auxiliary, policy)
    if head is not None:
        head.load_state_dict(state["head"])
    preset = replace(
        find_preset(config.preset),
        config=replace(training, dagger_frames=0),
        homes=config.homes,
        rooms=parse_rooms(config.rooms),
        num_envs=config.num_envs,
    )
    env = make_environment(preset, config.first_home, corrupt=config.corrupt)
    losses = adapt(
        policy,
        head,
        env,
        budget=config.budget,
        learning_rate=config.learning_rate,
        seed=config.seed,
    )
    kept = {k: v for k, v in state.items() if k not in ("format", "plan")}
    adapted = {"policy": policy.state_dict(), "head": head and head.state_dict()}
    write_checkpoint(out, training, kept | adapted)
    corruptions = tuple(filter(None, config.corrupt.split(",")))
    path = export(out, out.name, preset, corruptions=corruptions)
    sys.stdout.write(
        f"self-supervised loss {losses[0]:.3f} -> {losses[-1]:.3f} in {len(losses)} steps\n"
        f"wrote {path}\n"
    )
    return 0


def directory_of(config: Config) -> Path:
    """Where the adapted policy goes: beside the one that it comes from, unless the options say it."""
    # "." and ".." are no names that one could add to.
    source = config.policy if config.policy.name.strip(".") else config.policy.resolve()
    return config.out or source.with_name(f"{source.name}-{config.corrupt or 'clean'}")
