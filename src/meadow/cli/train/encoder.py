"""``meadow train encoder``: teach what policies see with to tell distances, before they drive."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from meadow.cli.terminal.options import Duration, NotNegative, Out, Positive, Rooms
from meadow.episodes.seeds import FIRST_POLICY_HOME
from meadow.errors import RunError
from meadow.optional import require

if TYPE_CHECKING:
    from meadow.learning.policy.pretrain import DistanceErrors, EncoderTrainingConfig

#: Beside the checkpoint: pictures of homes that were not learnt from, with true and told distances.
SHEET = "distances.png"


@dataclass(frozen=True, kw_only=True)
class Config:
    """Train the image encoder of RGB policies to tell distances from pictures.

    A policy that learns from pictures and a compass at once follows the compass and never looks. One that
    begins with this encoder sees walls and furniture from its first step. It learns in the homes of the
    policies' presets, from places all over them, with the depth that the renderer knows: how far the way is
    clear in 16 directions, and the nearest depth of 192 blocks of the picture.

    At the end it is evaluated in homes that no training uses. Its errors are printed beside those of the
    constant-prediction baseline; lower is better than blind. distances.png shows some of these pictures
    with true and predicted distances.

    Interrupt it at any time: --resume goes on from the last checkpoint, bit for bit as if it had never
    stopped.

    Example: meadow train encoder --minutes 15
    Example: meadow train policy pointnav-rgb --encoder-weights runs/policies/encoder-rgb
    """

    out: Out = Path("runs/policies/encoder-rgb")
    """Directory for checkpoint, log and distances.png."""
    resume: bool = False
    """Go on from the checkpoint in the directory, with the same options."""
    minutes: Duration = 30.0
    """Stop (and save) after this time."""
    frames: Positive = 600_000
    """Pictures to learn from, each from another place; about 2,000 in a second of one core. The learning
    rate falls to zero over them, so give no more than there is time for."""
    learning_rate: float = 3e-3
    """Learning rate at the start."""
    jitter: bool = False
    """Change brightness, contrast, saturation and hue of every picture at random: for policies that shall
    resist such corruption."""
    homes: Positive | None = None
    """How many homes to learn in; as many as the preset pointnav-rgb has when not given."""
    rooms: Rooms = ""
    """Rooms of these homes: a number, or the fewest and the most; the preset's when not given."""
    first_home: NotNegative = FIRST_POLICY_HOME
    """Generator seed of the first home; seeds from 9,000,000 on belong to evaluations and suites."""
    seed: NotNegative = 0
    """Seed of weights, places and colours."""
    threads: Positive = 1
    """Threads of the network."""


def run(config: Config) -> int:
    """Train, then say how well it sees."""
    require("torch", extra="train").set_num_threads(config.threads)
    from PIL import Image

    from meadow.cli.terminal.output import check_directory, save_picture
    from meadow.cli.terminal.signals import StopRequest
    from meadow.learning.checkpoint import CHECKPOINT
    from meadow.learning.policy.pretrain import Pretraining
    from meadow.learning.policy.trainer import train

    check_directory(config.out)
    if not config.resume and (config.out / CHECKPOINT).exists():
        raise RunError(f"{config.out} holds a training: add --resume, or choose another --out")
    training = Pretraining(_training_config(config))
    if config.resume:
        training.load(config.out)
    asked = StopRequest()
    train(training, config.out, minutes=config.minutes, report=_report, stopped=asked)
    save_picture(Image.fromarray(training.sheet()), config.out / SHEET)
    sys.stdout.write(
        f"{_verdict(training.examine())}\nwrote {config.out / CHECKPOINT} and {config.out / SHEET}\n"
        f"next: meadow train policy pointnav-rgb --encoder-weights {config.out}\n"
    )
    return asked.exit_code


def _training_config(config: Config) -> EncoderTrainingConfig:
    """The preset's camera and homes, with what the command line says."""
    from meadow.episodes.houses import parse_rooms
    from meadow.learning.policy.presets import find_preset
    from meadow.learning.policy.pretrain import EncoderTrainingConfig

    preset = find_preset("pointnav-rgb")
    return EncoderTrainingConfig(
        network=preset.config.network,
        hfov=preset.hfov,
        homes=preset.homes if config.homes is None else config.homes,
        rooms=parse_rooms(config.rooms) if config.rooms else preset.rooms,
        first_home=config.first_home,
        frames=config.frames,
        learning_rate=config.learning_rate,
        jitter=config.jitter,
        seed=config.seed,
    )


def _report(row: dict[str, Any]) -> None:
    """One line for every examination."""
    if "depth" in row:
        sys.stdout.write(
            f"{row['frames']:,} frames  {row['minutes']:.1f} min  {row['fps']:.0f} fps  "
            f"loss {row['loss']:.3f}  errors: way {row['way']:.1%}  depth {row['depth']:.1%}\n"
        )
        sys.stdout.flush()


def _verdict(exam: DistanceErrors) -> str:
    """Seen against guessed."""
    seen = exam.way < exam.blind_way and exam.depth < exam.blind_depth
    return (
        "errors in homes that it never saw, beside the best guess without looking:\n"
        f"  how far the way is clear  {exam.way:.1%}  guess {exam.blind_way:.1%}\n"
        f"  nearest depth of blocks   {exam.depth:.1%}  guess {exam.blind_depth:.1%}\n"
        + ("it sees" if seen else "it does not see yet: train it longer")
    )
