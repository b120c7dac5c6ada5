"""``meadow train depth``: teach a small network to tell depth from what the eyes see."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from meadow.cli.terminal.options import NotNegative, Out, Positive
from meadow.optional import require


@dataclass(frozen=True, kw_only=True)
class Config:
    """Teach a small network to tell the depth of pixels from the cells of the embedded eyes.

    Agents without a depth sensor use it. It learns in homes of training, with the depth that the renderer
    knows, for the camera of a robot with an arm. At the end its errors are measured in homes that no
    training uses. The eyes themselves stay as they are. Takes some minutes of one core.

    Example: meadow train depth -o depth.npz
    """

    out: Out = Path("runs/depth.npz")
    """File for the weights."""
    model: str = "eyes-s-zs"
    """Whose cells it reads, one of meadow models list."""
    homes: Positive = 140
    """Homes to learn in."""
    pictures: Positive = 10
    """Pictures of each home."""
    steps: Positive = 900
    """Steps of learning."""
    seed: NotNegative = 0
    """Seed of weights and batches."""


def run(config: Config) -> int:
    """Teach, then say how far off it is."""
    require("torch", extra="train").set_num_threads(1)
    from dataclasses import replace

    from meadow.cli.terminal.output import check_directory
    from meadow.errors import InvalidValueError
    from meadow.learning.cell_depth import DepthTrainingConfig, train_depth
    from meadow.models import load_model
    from meadow.models.eyes.eyes import Eyes
    from meadow.serialize import write_bytes
    from meadow.types import ARM_BODY, Arm

    check_directory(config.out.parent)
    eyes = load_model(config.model)
    if not isinstance(eyes, Eyes):
        raise InvalidValueError(
            f"model {config.model!r}: expected embedded eyes, such as eyes-s-zs"
        )
    body = replace(ARM_BODY, camera=replace(ARM_BODY.camera, width=320, height=240))
    learning = {"homes": config.homes, "pictures": config.pictures, "steps": config.steps}
    learned_from = DepthTrainingConfig(body=body, arm=Arm(), seed=config.seed, **learning)
    data, errors = train_depth(eyes, learned_from, print)
    write_bytes(config.out, data)
    print(f"{config.out}: {len(data) // 1024} kB")
    print(
        f"relative error in unseen homes: mean {errors.mean:.3f}, median {errors.median:.3f} "
        f"(always the same depth: {errors.constant:.3f})"
    )
    return 0
