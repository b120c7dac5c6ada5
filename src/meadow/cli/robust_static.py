"""``meadow robust static``: what corruptions cost a detector beside what they cost agents."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import tyro

from meadow.errors import FileFormatError, InvalidValueError

Agents = dict[str, dict[str, dict[str, Any]]]
"""By name, the figures of each condition."""


@dataclass(frozen=True, kw_only=True)
class Config:
    """RobustNav's Table 1: the detection AP of ``eyes`` in corrupted frames beside agents' drop in success.

    The last line is the rank correlation: does what is bad for a detector predict what is bad for agents?
    Example: meadow robust static sweep.json --frames 240 --json static.json
    """

    sweeps: tyro.conf.Positional[tuple[Path, ...]] = ()
    """Files of meadow robust sweep --json, a column for each agent; none prints the detector alone. Agents
    of one name in several files go by the file's name too."""
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
    from meadow.benchmarks.robustnav.conditions import chosen, conditions, kind
    from meadow.benchmarks.robustnav.tables import static_against_embodied
    from meadow.cli.robust_sweep import show_tables
    from meadow.cli.terminal.output import check_file
    from meadow.cli.terminal.progress import StepProgress
    from meadow.evaluation.run.spec import check_positive
    from meadow.learning.eyes.corrupted import detection
    from meadow.models.eyes import load_eyes

    check_positive("--frames", config.frames)
    if config.json is not None:
        check_file(config.json, (".json",))
    known = [c for c in conditions() if kind(c) in ("clean", "vis")]
    agents = _agents(config.sweeps)
    eyes = load_eyes(config.model)
    static = {}
    for condition in chosen(known, config.only):
        with StepProgress(f"frames in {condition}") as progress:
            static[condition] = detection(
                eyes, condition, config.frames, lambda done, total: progress(done, total, {})
            )
        sys.stderr.write(f"{condition}: AP50 {static[condition]:.1%}\n")
    show_tables([static_against_embodied(static, agents)])
    if config.json is not None:
        serialize.write(config.json, static, indent=True)
    return 0


def _agents(paths: Sequence[Path]) -> Agents:
    """The agents of all files, none of which takes another's place."""
    read = [(path, _sweeps(path)) for path in paths]
    often = Counter(name for _, agents in read for name in agents)
    together: Agents = {}
    for path, agents in read:
        for name, rows in agents.items():
            label = f"{name} ({path.stem})" if often[name] > 1 else name
            if label in together:
                raise InvalidValueError(
                    f"{path}: another file of this name has an agent {name!r} too. Rename one of the "
                    "files, or give only one of them"
                )
            together[label] = rows
    return together


def _sweeps(path: Path) -> Agents:
    """The agents in the file of a sweep; one alone goes by the file's name."""
    from meadow import serialize
    from meadow.metrics.statistics import Estimate

    data, source = serialize.read_bytes(path), str(path)
    alone = dict[str, dict[str, Estimate]]
    if "clean" in serialize.decode(data, dict[str, Any], source):
        return {path.stem: serialize.decode(data, alone, source)}
    agents = serialize.decode(data, dict[str, alone], source)
    if not agents or not all("clean" in conditions for conditions in agents.values()):
        raise FileFormatError(
            f"{path}: has no key 'clean'. Expected a file of meadow robust sweep --json FILE"
        )
    return agents
