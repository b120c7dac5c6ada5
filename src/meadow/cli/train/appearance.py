"""``meadow train appearance``: fit which pixels have which colour, and what things are made of."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from meadow.cli.terminal.options import Out, Positive
from meadow.optional import require


@dataclass(frozen=True, kw_only=True)
class Config:
    """Fit which colours the pixels of things have, and what things of a category are made of.

    Agents that remember things use it. It is fitted in homes of training, with what the renderer knows; the
    share of right colours is measured in homes that no training uses. Takes about a minute of one core.

    Example: meadow train appearance -o appearance.npz
    """

    out: Out = Path("runs/appearance.npz")
    """File to write."""
    homes: Positive = 100
    """Homes to learn in."""
    exam_homes: Positive = 20
    """Homes to measure in."""


def run(config: Config) -> int:
    """Fit, then say how often a colour is right."""
    require("torch", extra="train").set_num_threads(1)
    from dataclasses import replace

    from meadow.cli.terminal.output import check_directory
    from meadow.learning.appearance import fit_appearance
    from meadow.serialize import write_bytes
    from meadow.types import ARM_BODY

    check_directory(config.out.parent)
    body = replace(ARM_BODY, camera=replace(ARM_BODY.camera, width=320, height=240))
    data, right = fit_appearance(body, config.homes, config.exam_homes, print)
    write_bytes(config.out, data)
    print(
        f"{config.out}: {len(data) // 1024} kB; {right:.1%} of the colours in unseen homes are right"
    )
    return 0
