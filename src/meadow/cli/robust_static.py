"""``meadow robust static``: what corruptions cost a detector beside what they cost agents."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import tyro


@dataclass(frozen=True, kw_only=True)
class Config:
    """RobustNav's Table 1: the detection AP of ``eyes`` in corrupted frames beside agents' drop in success.

    The last line is the rank correlation: does what is bad for a detector predict what is bad for agents?
    Example: meadow robust static sweep.json --frames 240 --json static.json
    """

    sweeps: tyro.conf.Positional[tuple[Path, ...]] = ()
    """Files of meadow robust sweep --json, one column for each; none prints the detector alone."""
    model: str = "eyes-s"
    """eyes-s or eyes-b (see: meadow models list)."""
    frames: int = 240
    """Held-out frames for each condition."""
    only: Annotated[str, tyro.conf.arg()] = ""
    """Only these conditions; by default the paper's seven visual ones at severity 5."""
    json: Path | None = None
    """Write {condition: AP50}."""


def run(config: Config) -> int:
    """Look at frames in every condition, print the table."""
    from meadow import serialize
    from meadow.cli.output import check_file
    from meadow.cli.robust_sweep import show_tables
    from meadow.evaluation import robustness
    from meadow.evaluation.spec import check_positive
    from meadow.learning.eyes.corrupted import detection
    from meadow.models.eyes import load_eyes

    check_positive("--frames", config.frames)
    if config.json is not None:
        check_file(config.json, (".json",))
    known = [c for c in robustness.conditions() if robustness.kind(c) in ("clean", "vis")]
    agents = {name: rows for path in config.sweeps for name, rows in _sweeps(path).items()}
    eyes = load_eyes(config.model)
    static = {}
    for condition in robustness.chosen(known, config.only):
        static[condition] = detection(eyes, condition, config.frames)
        sys.stderr.write(f"{condition}: AP50 {static[condition]:.3f}\n")
    show_tables([robustness.static_against_embodied(static, agents)])
    if config.json is not None:
        serialize.write(config.json, static, indent=True)
    return 0


def _sweeps(path: Path) -> dict[str, dict[str, dict[str, Any]]]:
    """The agents in the file of a sweep; one alone goes by the file's name."""
    from meadow import serialize
    from meadow.errors import FileFormatError
    from meadow.metrics.statistics import Estimate

    alone = dict[str, dict[str, Estimate]]
    if "clean" in serialize.read(path, dict[str, Any]):
        return {path.stem: serialize.read(path, alone)}
    agents = serialize.read(path, dict[str, alone])  # type: ignore[valid-type]
    if not agents or not all("clean" in conditions for conditions in agents.values()):
        raise FileFormatError(
            f"{path}: has no key 'clean'. Expected a file of meadow robust sweep --json FILE"
        )
    return agents
