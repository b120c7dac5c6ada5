"""``meadow robust resist``: which recipes resist visual corruption, the paper's Table 3."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import tyro

from meadow.errors import RunError

if TYPE_CHECKING:
    from meadow.episodes.schema import Episode
    from meadow.evaluation.run.store import Row


@dataclass(frozen=True, kw_only=True)
class Config:
    """Evaluate policies that were made to resist, clean and under four corruptions, and print Table 3.

    The folder holds a policy for each row, as exported by meadow train: vanilla, action, rotation and
    augmented (.onnx, or a training's directory of that name), and for the adapted and fine-tuned rows
    one for each corruption, e.g. action-spatter@5 or tuned-lower_fov. Cells without one stay empty.

    Example: meadow robust resist runs/policies/resist --episodes 150
    """

    policies: tyro.conf.Positional[Path]
    """Folder with the policies."""
    suite: str = "robustnav-pointnav"
    """Episodes to run."""
    episodes: int | None = 150
    """Run only N episodes, balanced over settings, difficulties, homes and goals."""
    workers: int = 1
    """Processes."""
    out: Path = Path("runs/resist")
    """Where the runs go; the same command resumes them."""
    markdown: Path | None = None
    """Also write the table to this file, and the rows behind it beside, as .jsonl.gz."""


def run(config: Config) -> int:
    """Run every cell that has a policy, then print the table."""
    from meadow import serialize
    from meadow.benchmarks.robustnav.resist import WAYS, WORLDS, resistance_table
    from meadow.benchmarks.robustnav.study import slim
    from meadow.cli.robust_sweep import show_tables
    from meadow.cli.terminal.progress import StepProgress
    from meadow.episodes.sample import spread
    from meadow.episodes.suites import load_suite
    from meadow.evaluation.run.spec import check_positive

    check_positive("--episodes", config.episodes)
    cells = [
        (way, world, path)
        for way in WAYS
        for world, corruption in WORLDS.items()
        if (path := way.policy(config.policies, corruption)) is not None
    ]
    if not cells:
        raise RunError(
            f"{config.policies}: no policy of Table 3 is there; expected e.g. vanilla.onnx. Train one "
            f"with: meadow train policy pointnav-rgb --out {config.policies / 'vanilla'}"
        )
    with StepProgress(f"homes and episodes of {config.suite}") as progress:
        whole = load_suite(config.suite, progress=progress, workers=config.workers)
    episodes = whole if config.episodes is None else spread(whole, config.episodes)
    found = {
        (way.label, world): _cell(config, way.name(WORLDS[world]), world, path, episodes, whole)
        for way, world, path in cells
    }
    table = resistance_table(found)
    show_tables([table])
    if config.markdown is not None:
        serialize.write_bytes(config.markdown, table.markdown().encode())
        kept = [
            serialize.encode({"way": way, "world": world, **slim(row)})
            for (way, world), cell in found.items()
            for row in sorted(cell, key=lambda row: row["episode"])
        ]
        beside = config.markdown.with_suffix(".jsonl.gz")
        serialize.write_bytes(beside, b"\n".join(kept) + b"\n")
    return 0


def _cell(
    config: Config,
    name: str,
    world: str,
    policy: Path,
    episodes: list[Episode],
    whole: list[Episode],
) -> Sequence[Row]:
    """What became of the episodes with one policy in one world; those without a result are left out."""
    from meadow.benchmarks.robustnav.resist import WORLDS
    from meadow.cli.terminal.progress import EvalProgress
    from meadow.episodes.suites import suite_directory
    from meadow.evaluation.run.executors import ExecutorOptions
    from meadow.evaluation.run.runner import evaluate
    from meadow.evaluation.run.spec import make_spec
    from meadow.evaluation.run.summary import finished

    spec = make_spec(
        config.suite,
        episodes,
        "pointnav-rgb",
        whole=whole,
        agent_options={"weights": str(policy)},
        corruptions=WORLDS[world],
        houses=suite_directory(config.suite),
    )
    with EvalProgress(f"{name}, {world}") as progress:
        rows = evaluate(
            spec,
            episodes,
            config.out / f"{name}-in-{world.replace(' ', '_')}",
            executor="processes",
            options=ExecutorOptions(workers=config.workers),
            progress=progress,
        )
    return finished(rows)
