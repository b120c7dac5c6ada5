"""``meadow train policy``: train an agent that drives by itself."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import tyro

from meadow.cli.terminal.options import Duration, NotNegative, Out, Positive, Rooms, this_command
from meadow.cli.terminal.progress import TrainingProgress
from meadow.cli.terminal.signals import StopRequest
from meadow.episodes.seeds import FIRST_POLICY_HOME
from meadow.errors import InvalidValueError, RunError
from meadow.optional import require

if TYPE_CHECKING:
    from meadow.learning.policy.ddppo import ProcessGroup
    from meadow.learning.policy.presets import TrainingPreset


@dataclass(frozen=True, kw_only=True)
class Config:
    """Train a policy: imitation of a teacher that knows the way, then PPO, in generated homes.

    Courses: pointnav-depth, pointnav-rgbd, pointnav-rgb, objectnav-rgb, objectnav-rgbd, and the explorers
    explore-flats and explore-houses. Interrupt it at any time: --resume goes on from the last checkpoint,
    bit for bit as if it had never stopped. On several cores or machines it is DD-PPO: add --ranks, or start
    it with torchrun --nproc-per-node N -m meadow.cli.main train policy ...

    Example: meadow train policy pointnav-rgbd --minutes 45
    """

    course: tyro.conf.Positional[str]
    """What to learn; see above."""
    out: Out | None = None
    """Directory for checkpoint, log and exported policy; runs/policies/COURSE when not given."""
    resume: bool = False
    """Go on from the checkpoint in the directory."""
    start: Path | None = None
    """Begin with the weights of another training (its directory), e.g. to fine-tune on --corrupt."""
    minutes: Duration = 60.0
    """Stop (and save) after this time."""
    dagger_frames: NotNegative | None = None
    """Frames of imitation; the course's when not given, 0 for reinforcement learning alone."""
    ppo_frames: NotNegative | None = None
    """Frames of PPO; the course's when not given."""
    teacher_share: float | None = None
    """Share of the actions that the teacher takes throughout imitation; by default all at first, half in
    the end. With --start 0.5 is a good choice: what drives already learns most from its own mistakes."""
    rate: float | None = None
    """Learning rate of both algorithms; the course's when not given."""
    encoder: str = "cnn"
    """Visual encoder: cnn, or resnet18 (frozen, with --encoder-weights; 224x224 as in the paper)."""
    encoder_weights: str = ""
    """Torchvision's file for resnet18; for cnn a training's directory, whose encoder is taken over: of
    meadow train encoder, without which pictures alone teach little, or of another policy."""
    shown: bool = False
    """ObjectNav: let the simulator tell where the goal shows, some ten times faster than the model that
    agents see it with. For a first stage; then train a second one with --start."""
    hidden: Positive | None = None
    """Units of the GRU; the paper has 512."""
    augment: tuple[str, ...] = ()
    """Any of: random-crop random-shift color-jitter."""
    auxiliary: str = ""
    """Auxiliary self-supervised task: action or rotation."""
    freeze: bool = False
    """Freeze the visual encoder."""
    envs: Positive | None = None
    """Environments in the batch of each process."""
    homes: Positive | None = None
    """How many homes to learn in."""
    rooms: Rooms = ""
    """Rooms of these homes: a number, or the fewest and the most; the course's when not given."""
    first_home: NotNegative = FIRST_POLICY_HOME
    """Generator seed of the first home; seeds from 10,000,000 on belong to suites."""
    corrupt: str = ""
    """Train under corruptions, e.g. spatter@5; the policy's card will say so."""
    seed: NotNegative = 0
    """Seed of weights, of the homes' order and of all draws."""
    threads: Positive = 1
    """Threads of each process."""
    ranks: Positive = 1
    """Processes that learn together (DD-PPO)."""
    export: bool = True
    """Write the ONNX policy next to the checkpoint at the end."""


def run(config: Config) -> int:
    """Train, then export."""
    require("torch", extra="train")
    from meadow.learning.policy.presets import find_preset
    from meadow.learning.ranks import in_ranks

    course = _adjusted(find_preset(config.course), config)
    begun = config.encoder_weights or config.start or config.resume
    if course.plan.freeze and not begun:
        raise InvalidValueError(
            f"{config.course} learns over a frozen encoder: give it one with --encoder-weights, e.g. the "
            "directory of meadow train encoder"
        )
    work = lambda group: _train(config, course, group)  # noqa: E731
    return in_ranks(config.ranks, config.threads, work, this_command())


def _train(config: Config, course: TrainingPreset, group: ProcessGroup) -> int:
    from meadow.learning.policy.checkpoint import CHECKPOINT
    from meadow.learning.policy.environment import make_environment
    from meadow.learning.policy.trainer import PolicyTrainer, train

    directory = config.out or Path("runs") / "policies" / config.course
    if not config.resume and (directory / CHECKPOINT).exists():
        raise RunError(f"{directory} holds a training: add --resume, or choose another --out")
    options = {"corrupt": config.corrupt} if config.corrupt else {}
    total = course.plan.dagger_frames + course.plan.ppo_frames
    with TrainingProgress(config.course, total, shown=group.rank == 0) as report:
        env = make_environment(course, config.first_home, **options)
        trainer = PolicyTrainer(course.plan, env, group)
        if config.resume:
            trainer.load(directory)
        elif config.start is not None:
            trainer.take_weights(config.start)
        asked = StopRequest()
        train(trainer, directory, minutes=config.minutes, report=report, stopped=asked)
    if config.export and group.rank == 0:
        from meadow.learning.policy.export import export

        corruptions = tuple(filter(None, config.corrupt.split(",")))
        path = export(directory, config.course, course, corruptions=corruptions, start=config.start)
        sys.stdout.write(f"wrote {path}\n")
    return asked.exit_code


def _adjusted(course: TrainingPreset, config: Config) -> TrainingPreset:
    """The course with what the command line says otherwise."""
    from meadow.episodes.houses import parse_rooms

    plan, network = course.plan, course.plan.network
    if config.hidden is not None:
        network = replace(network, hidden=config.hidden)
    if config.encoder != network.encoder:
        side = 224 if config.encoder == "resnet18" else network.width
        network = replace(network, encoder=config.encoder, width=side, height=side)
    if config.rate is not None:
        plan = replace(plan, dagger=replace(plan.dagger, learning_rate=config.rate))
        plan = replace(plan, ppo=replace(plan.ppo, learning_rate=config.rate))
    if config.teacher_share is not None:
        share = config.teacher_share
        if not 0.0 <= share <= 1.0:
            raise InvalidValueError(f"teacher share {share:g}: expected 0 to 1")
        plan = replace(
            plan, dagger=replace(plan.dagger, decay_fraction=0.0, min_teacher_fraction=share)
        )
    if config.shown:
        # Frames that no model has to look at are cheap: new ones are better than old ones again.
        plan = replace(plan, dagger=replace(plan.dagger, epochs=1))
    named: dict[str, Any] = {
        "dagger_frames": config.dagger_frames,
        "ppo_frames": config.ppo_frames,
        "augment": config.augment or None,
        "auxiliary": config.auxiliary or None,
        "freeze": config.freeze or None,
        "encoder_weights": config.encoder_weights or None,
    }
    given = {name: value for name, value in named.items() if value is not None}
    plan = replace(plan, network=network, seed=config.seed, **given)
    sizes = {"num_envs": config.envs or course.num_envs, "homes": config.homes or course.homes}
    rooms = parse_rooms(config.rooms) if config.rooms else course.rooms
    return replace(course, plan=plan, rooms=rooms, privileged_goal_map=config.shown, **sizes)
