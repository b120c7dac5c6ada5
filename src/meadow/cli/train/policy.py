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

    Presets: pointnav-depth, pointnav-rgbd, pointnav-rgb, objectnav-rgb, objectnav-rgbd, and the explorers
    explore-flats and explore-houses; benchmarks add their own. Interrupt it at any time: --resume goes on
    from the last checkpoint, bit for bit as if it had never stopped. On several cores or machines it is
    DD-PPO: add --ranks, or start it with torchrun --nproc-per-node N -m meadow.cli.main train policy ...

    Example: meadow train policy pointnav-rgbd --minutes 45
    """

    preset: tyro.conf.Positional[str]
    """Name of the preset; see above."""
    out: Out | None = None
    """Directory for checkpoint, log and exported policy; runs/policies/PRESET when not given."""
    resume: bool = False
    """Go on from the checkpoint in the directory."""
    start: Path | None = None
    """Begin with the weights of another training (its directory), e.g. to fine-tune on --corrupt."""
    minutes: Duration = 60.0
    """Stop (and save) after this time."""
    dagger_frames: NotNegative | None = None
    """Frames of imitation; the preset's when not given, 0 for reinforcement learning alone."""
    ppo_frames: NotNegative | None = None
    """Frames of PPO; the preset's when not given."""
    teacher_fraction: float | None = None
    """Fraction of the actions that the teacher takes throughout imitation; by default it falls from 1 to
    0.5. With --start 0.5 is a good choice: a policy that drives learns most from its own mistakes."""
    learning_rate: float | None = None
    """Learning rate of both algorithms; the preset's when not given."""
    encoder: str = "cnn"
    """Visual encoder: cnn, or resnet18 (frozen, with --encoder-weights; 224x224 as in the paper). Or what
    the frozen embedded model says: pooled (one vector of a picture) or detections (its surest boxes)."""
    encoder_weights: str = ""
    """Torchvision's file for resnet18. For cnn whose encoder is copied: the directory of meadow train
    encoder, without which a policy hardly learns from pictures alone, or of another policy's training, or
    a finished policy (explore-houses, FILE.onnx)."""
    privileged_goal_map: bool = False
    """ObjectNav: let the simulator draw the goal map, some ten times faster than the embedded model does.
    For a first stage; then train a second one with --start."""
    hidden: Positive | None = None
    """Units of the GRU; the paper has 512."""
    augment: tuple[str, ...] = ()
    """Any of: random-crop random-shift color-jitter."""
    auxiliary: str = ""
    """Auxiliary self-supervised task: action or rotation."""
    language_model: str = ""
    """For presets that answer questions: frozen T5 that says the answers after a prefix, e.g.
    hf:google-t5/t5-small (hf download google-t5/t5-small fetches it). A small decoder is trained when not
    given."""
    freeze: bool = False
    """Freeze the visual encoder."""
    num_envs: Positive | None = None
    """Environments in the batch of each process."""
    homes: Positive | None = None
    """How many homes to learn in."""
    rooms: Rooms = ""
    """Rooms of these homes: a number, or the fewest and the most; the preset's when not given."""
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
    """The policy is trained, by several processes if asked for, and exported at the end."""
    require("torch", extra="train")
    from meadow.learning.policy.presets import find_preset
    from meadow.learning.ranks import in_ranks

    if config.resume and config.start is not None:
        raise InvalidValueError(
            f"--start {config.start} with --resume: a training goes on from its own weights. Leave one out"
        )
    preset = _adjusted(find_preset(config.preset), config)
    begun = preset.config.encoder_weights or config.start or config.resume
    if preset.config.freeze and not begun:
        raise InvalidValueError(
            f"{config.preset} learns over a frozen encoder: give it one with --encoder-weights, e.g. the "
            "directory of meadow train encoder"
        )
    work = lambda group: _train(config, preset, group)  # noqa: E731
    return in_ranks(config.ranks, config.threads, work, this_command())


def _train(config: Config, preset: TrainingPreset, group: ProcessGroup) -> int:
    from meadow.learning.checkpoint import CHECKPOINT
    from meadow.learning.policy.environment import make_environment
    from meadow.learning.policy.trainer import PolicyTrainer, train

    directory = config.out or Path("runs") / "policies" / config.preset
    if not config.resume and (directory / CHECKPOINT).exists():
        raise RunError(f"{directory} holds a training: add --resume, or choose another --out")
    options = {"corrupt": config.corrupt} if config.corrupt else {}
    total = preset.config.dagger_frames + preset.config.ppo_frames
    with TrainingProgress(config.preset, total, shown=group.rank == 0) as report:
        env = make_environment(preset, config.first_home, **options)
        trainer = PolicyTrainer(preset.config, env, group)
        if config.resume:
            trainer.load(directory)
        elif config.start is not None:
            trainer.take_weights(config.start)
        asked = StopRequest()
        train(trainer, directory, minutes=config.minutes, report=report, stopped=asked)
    if config.export and group.rank == 0:
        from meadow.learning.policy.export import export

        corruptions = tuple(filter(None, config.corrupt.split(",")))
        path = export(directory, config.preset, preset, corruptions=corruptions, start=config.start)
        sys.stdout.write(f"wrote {path}\n")
    return asked.exit_code


def _adjusted(preset: TrainingPreset, config: Config) -> TrainingPreset:
    """The preset, changed as the command line says."""
    from meadow.episodes.houses import parse_rooms
    from meadow.policies.features import FEATURES

    training, network = preset.config, preset.config.network
    if config.hidden is not None:
        network = replace(network, hidden=config.hidden)
    if config.encoder in FEATURES:
        # The frozen model looks at larger pictures; the layer over it learns.
        network = replace(
            network, encoder="features", senses=(config.encoder,), width=224, height=168
        )
        training = replace(training, encoder_weights="", freeze=False)
    elif config.encoder != network.encoder:
        side = 224 if config.encoder == "resnet18" else network.width
        network = replace(network, encoder=config.encoder, width=side, height=side)
    if config.language_model:
        if not network.answers:
            raise InvalidValueError(
                f"--language-model {config.language_model}: {config.preset} answers no questions"
            )
        network = replace(network, language_model=config.language_model)
    if config.learning_rate is not None:
        training = replace(
            training, dagger=replace(training.dagger, learning_rate=config.learning_rate)
        )
        training = replace(training, ppo=replace(training.ppo, learning_rate=config.learning_rate))
    if config.teacher_fraction is not None:
        fraction = config.teacher_fraction
        if not 0.0 <= fraction <= 1.0:
            raise InvalidValueError(f"--teacher-fraction {fraction:g}: expected 0 to 1")
        training = replace(
            training,
            dagger=replace(training.dagger, decay_fraction=0.0, min_teacher_fraction=fraction),
        )
    if config.privileged_goal_map:
        # Frames that no model has to look at are cheap: new ones are better than old ones again.
        training = replace(training, dagger=replace(training.dagger, epochs=1))
    named: dict[str, Any] = {
        "dagger_frames": config.dagger_frames,
        "ppo_frames": config.ppo_frames,
        "augment": config.augment or None,
        "auxiliary": config.auxiliary or None,
        "freeze": config.freeze or None,
        "encoder_weights": config.encoder_weights or None,
    }
    given = {name: value for name, value in named.items() if value is not None}
    training = replace(training, network=network, seed=config.seed, **given)
    sizes: dict[str, Any] = {
        "num_envs": config.num_envs or preset.num_envs,
        "homes": config.homes or preset.homes,
    }
    rooms = parse_rooms(config.rooms) if config.rooms else preset.rooms
    return replace(
        preset,
        config=training,
        rooms=rooms,
        privileged_goal_map=config.privileged_goal_map,
        **sizes,
    )
