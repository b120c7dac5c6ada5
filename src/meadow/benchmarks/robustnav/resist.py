"""The paper's Table 3: seven ways to resist corruption, in five worlds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import fsum
from pathlib import Path

import tyro

from meadow import serialize
from meadow.episodes.sample import spread
from meadow.episodes.schema import Episode
from meadow.episodes.suites import load_suite, suite_directory
from meadow.errors import RunError
from meadow.evaluation.report.tables import Cell, Table, interval, margin
from meadow.evaluation.run.executors import ExecutorOptions
from meadow.evaluation.run.runner import evaluate_together
from meadow.evaluation.run.spec import check_positive, make_spec
from meadow.evaluation.run.store import Row, decode_row
from meadow.evaluation.run.summary import finished, summarise
from meadow.evaluation.study.plan import OutOption
from meadow.evaluation.study.screen import Screen
from meadow.metrics.statistics import paired_difference

#: The kept rows, each with its ``way`` and ``world``.
ROWS = "resist.jsonl.gz"
#: Columns: heading -> corruption.
WORLDS = {
    "clean": "",
    "lower FOV": "lower_fov",
    "defocus blur": "defocus_blur@5",
    "camera crack": "camera_crack",
    "spatter": "spatter@5",
}


@dataclass(frozen=True)
class Way:
    """A row: how a policy was made to resist."""

    label: str
    file: str
    """Name of its policy; an adapted one has the corruption behind it."""
    adapted: bool = False
    """Whether there is one policy for each world."""

    def name(self, corruption: str) -> str:
        """What its policy for a world is called."""
        return f"{self.file}-{corruption or 'clean'}" if self.adapted else self.file

    def policy(self, folder: Path, corruption: str) -> Path | None:
        """The file that is to be evaluated in a world; None where it was not made."""
        name = self.name(corruption)
        trained = sorted((folder / name).glob("*.onnx"))
        return next((path for path in (folder / f"{name}.onnx", *trained) if path.is_file()), None)


#: In the order of the paper.
WAYS = (
    Way("PointNav RGB", "vanilla"),
    Way("+ action prediction", "action"),
    Way("+ action prediction, adapted", "action", adapted=True),
    Way("+ rotation prediction", "rotation"),
    Way("+ rotation prediction, adapted", "rotation", adapted=True),
    Way("+ data augmentation", "augmented"),
    Way("fine-tuned on the target", "tuned", adapted=True),
)

Cells = Mapping[tuple[str, str], Sequence[Row]]
"""(A way's label, a world) -> what became of the episodes."""


@dataclass(frozen=True, kw_only=True)
class Config:
    """Evaluate policies that were made to resist, clean and under four corruptions, and print Table 3.

    The folder holds a policy for each row, as exported by meadow train: vanilla, action, rotation and
    augmented (.onnx, or a training's directory of that name), and for the adapted and fine-tuned rows
    one for each corruption, e.g. action-spatter@5 or tuned-lower_fov. Cells without one stay empty.

    Example: meadow study robustnav resist runs/policies/resist --episodes 150
    """

    policies: tyro.conf.Positional[Path]
    """Folder with the policies."""
    suite: str = "robustnav-pointnav"
    """Episodes to run."""
    episodes: int | None = 150
    """Run only N episodes, balanced over settings, difficulties, homes and goals."""
    workers: int = 1
    """Processes."""
    out: OutOption = Path("runs/resist")
    """Where the runs go; the same command resumes them."""
    kept: Path | None = None
    """Also keep the rows here, e.g. in results/robustnav, and write the page resist.md."""


def run(config: Config, screen: Screen) -> int:
    """Run every cell that has a policy, then show the table."""
    from meadow.benchmarks.robustnav.tables import write_table

    check_positive("--episodes", config.episodes)
    check_positive("--workers", config.workers)
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
    with screen.steps(f"homes and episodes of {config.suite}") as progress:
        whole = load_suite(config.suite, progress=progress, workers=config.workers)
    found = {
        (way.label, world): _cell(config, way.name(WORLDS[world]), world, path, whole, screen)
        for way, world, path in cells
    }
    table = resistance_table(found)
    screen.show(table)
    if config.kept is not None:
        keep(found, config.kept)
        write_table(table, config.kept / "resist.md")
    return 0


def _cell(
    config: Config, name: str, world: str, policy: Path, whole: list[Episode], screen: Screen
) -> list[Row]:
    """What became of the episodes with one policy in one world; those without a result are left out."""
    episodes = whole if config.episodes is None else spread(whole, config.episodes)
    spec = make_spec(
        config.suite,
        episodes,
        "pointnav-rgb",
        whole=whole,
        agent_options={"weights": str(policy)},
        corruptions=WORLDS[world],
        houses=suite_directory(config.suite),
    )
    out = config.out / f"{name}-in-{world.replace(' ', '_')}"
    with screen.episodes(f"{name}, {world}", [name], len(episodes)) as progress:
        (rows,) = evaluate_together(
            [(spec, out)],
            episodes,
            executor="processes",
            options=ExecutorOptions(workers=config.workers),
            progress=progress,
        )
    return finished(rows)


def keep(found: Cells, out: Path) -> None:
    """Write what is kept of the rows."""
    from meadow.benchmarks.robustnav.study import kept_row

    lines = [
        serialize.encode({"way": way, "world": world, **kept_row(row)})
        for (way, world), cell in found.items()
        for row in sorted(cell, key=lambda row: row["episode"])
    ]
    serialize.write_bytes(out / ROWS, b"\n".join(lines) + b"\n")


def load(out: Path) -> Cells:
    """The rows that are kept in a directory."""
    found: dict[tuple[str, str], list[Row]] = {}
    for number, line in serialize.read_lines(out / ROWS):
        row = decode_row(line, f"{out / ROWS}, line {number}")
        found.setdefault((str(row.get("way")), str(row.get("world"))), []).append(row)
    return found


def resistance_table(found: Cells) -> Table:
    """Label, SPL and success in percent for each world, then the gain; a dash where nothing was run."""
    metrics = [f"{world} {metric}" for world in WORLDS for metric in ("SPL", "SR")]
    head = ("", *metrics, "SR beyond row 1, the four corruptions [95 %]")
    episodes = max(len(cell) for cell in found.values())
    rows = []
    for number, way in enumerate(WAYS, start=1):
        row = [f"{number} {way.label}"]
        for world in WORLDS:
            told = summarise(found.get((way.label, world), ()))
            row += [margin(m, told[m]) if m in told else "–" for m in ("spl", "success")]
        rows.append(tuple(map(Cell, (*row, _gain(found, way.label)))))
    title = f"Table 3: resisting visual corruption, {episodes} episodes a cell"
    return Table(title, head, tuple(rows))


def _gain(found: Cells, label: str) -> str:
    """Points of success beyond the first row's in the same corrupted episodes, clustered by home."""
    first = WAYS[0].label
    worlds = [w for w, c in WORLDS.items() if c and (first, w) in found and (label, w) in found]
    if label == first or not worlds:
        return "–"
    plain, own = (_means(found, way, worlds) for way in (first, label))
    homes = {row["episode"]: row["home"] for world in worlds for row in found[label, world]}
    both = sorted(plain.keys() & own.keys())
    value = paired_difference(
        [plain[e] for e in both], [own[e] for e in both], [homes[e] for e in both]
    )
    return interval("success", value, sign=True)


def _means(found: Cells, label: str, worlds: Sequence[str]) -> dict[str, float]:
    """Episode -> success, mean over worlds."""
    each: dict[str, list[float]] = {}
    for world in worlds:
        for row in found[label, world]:
            each.setdefault(row["episode"], []).append(row["metrics"]["success"])
    return {e: fsum(v) / len(v) for e, v in each.items() if len(v) == len(worlds)}
