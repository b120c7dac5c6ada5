"""``meadow train adapt``: self-supervised adaptation of a policy to a corrupted world."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from pathlib import Path

import tyro

from meadow.episodes.seeds import CORRUPTED_SUITE, suite_homes
from meadow.errors import InvalidValueError
from meadow.optional import require


@dataclass(frozen=True, kw_only=True)
class Config:
    """Adapt what a policy sees with, under a corruption and without any reward (PAD).

    The policy must have been trained with --auxiliary action or rotation. It drives as it is; the same
    self-supervised task changes the visual encoder, within a budget of steps in the target homes.

    Example: meadow train adapt runs/policies/pointnav-rgb --corrupt defocus_blur@5 --budget 20000
    """

    policy: tyro.conf.Positional[Path]
    """Directory of the training."""
    corrupt: str
    """The world to adapt to, e.g. spatter@5; "" for a sound robot."""
    out: Path | None = None
    """Directory for the adapted policy; POLICY-CORRUPTION when not given."""
    course: str = "pointnav-rgb"
    """What the policy was trained on."""
    budget: int = 166_000
    """Steps in the target world; the paper allows 166,000."""
    rate: float = 1e-4
    """Learning rate."""
    homes: int = 15
    """Target homes."""
    first_home: int = suite_homes("val", CORRUPTED_SUITE).start
    """Generator seed of the first one; the default is RobustNav's first home."""
    rooms: tuple[int, int] = (4, 6)
    """Fewest and most rooms of these homes."""
    envs: int = 16
    """Robots side by side."""
    seed: int = 0
    """Of all draws."""
    threads: int = 1
    """Of the network."""


def run(config: Config) -> int:
    """Adapt and export."""
    require("torch", extra="train").set_num_threads(config.threads)
    from meadow.learning.policy.checkpoint import load_policy, plan_of, write_checkpoint
    from meadow.learning.policy.courses import find_preset
    from meadow.learning.policy.environment import make_environment
    from meadow.learning.policy.export import export
    from meadow.learning.policy.pad import adapt, make_head

    if config.budget < 1:
        raise InvalidValueError(f"--budget {config.budget}: expected 1 or more steps")
    policy, state = load_policy(config.policy)
    plan = plan_of(state)
    head = make_head(plan.auxiliary, policy)
    if head is not None:
        head.load_state_dict(state["head"])
    course = replace(
        find_preset(config.course),
        plan=replace(plan, dagger_frames=0),
        homes=config.homes,
        rooms=config.rooms,
        envs=config.envs,
    )
    env = make_environment(course, config.first_home, corrupt=config.corrupt)
    budget = {"budget": config.budget, "rate": config.rate, "seed": config.seed}
    losses = adapt(policy, head, env, **budget)
    out = config.out or config.policy.with_name(f"{config.policy.name}-{config.corrupt or 'clean'}")
    kept = {k: v for k, v in state.items() if k not in ("format", "plan")}
    adapted = {"policy": policy.state_dict(), "head": head and head.state_dict()}
    write_checkpoint(out, plan, kept | adapted)
    corruptions = tuple(filter(None, config.corrupt.split(",")))
    path = export(out, out.name, course, corruptions=corruptions)
    sys.stdout.write(
        f"self-supervised loss {losses[0]:.3f} -> {losses[-1]:.3f} in {len(losses)} steps\n"
        f"wrote {path}\n"
    )
    return 0
