"""Sweeps: the runs of an agent in every condition, read from where they were run or from small files.

KEPT/SUITE/AGENT.json        what was run, and what the agent was trained under
KEPT/SUITE/AGENT.jsonl.gz    its rows, each with its condition, without replays
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from meadow import serialize
from meadow.benchmarks.robustnav.conditions import CLEAN
from meadow.errors import RunError
from meadow.evaluation.run.seen import trained_under, trained_with
from meadow.evaluation.run.spec import RunSpec
from meadow.evaluation.run.store import Row, RunDirectory, decode_row
from meadow.evaluation.run.summary import finished

#: The metrics that tables, figures and findings are drawn from.
METRICS = (
    *("success", "spl", "oracle_success", "failed_actions", "distance_to_goal"),
    *("min_distance_to_goal", "stop_fail_pos", "stop_fail_neg", "steps"),
)
CALIBRATED = "+self-calibrate"


class About(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the runs of a sweep have in common."""

    agent: str
    """The agent's name, with ``+self-calibrate`` where it watched its own motion."""
    suite: str
    task: str
    definition: str
    meadow: str
    models: Mapping[str, str] = {}
    """What the agent was made of."""
    options: Mapping[str, str] = {}
    """How corruptions were drawn."""
    trained_under: tuple[str, ...] = ()
    """Corruptions that it had seen in training."""
    trained_with: tuple[str, ...] = ()
    """Changes of pictures that it was trained with."""
    planned: Mapping[str, int] = {}
    """Condition -> episodes that its run was meant to have."""


@dataclass
class Sweep:
    """An agent's rows in every condition."""

    about: About
    rows: dict[str, list[Row]] = field(default_factory=dict)

    @property
    def agent(self) -> str:
        return self.about.agent

    @property
    def task(self) -> str:
        """pointnav or objectnav, whatever suite they are of."""
        return self.about.task.rpartition("-")[2]

    def alike(self) -> dict[str, list[Row]]:
        """Its rows over the same episodes, as :func:`alike` has them."""
        return alike(self.rows)

    def notes(self) -> list[str]:
        """What a reader must know first."""
        notes = []
        for condition, planned in self.about.planned.items():
            done = len(self.rows.get(condition, ()))
            if done < planned:
                notes.append(
                    f"{self.agent}, {condition}: {done} of {planned} episodes have a result."
                )
        if self.about.trained_under:
            names = ", ".join(self.about.trained_under)
            notes.append(
                f"{self.agent} was trained under {names}: results there are not zero-shot."
            )
        if self.about.trained_with:
            names = ", ".join(self.about.trained_with)
            notes.append(f"{self.agent} was trained with pictures changed by {names}.")
        return notes


def alike(rows: Mapping[str, list[Row]]) -> dict[str, list[Row]]:
    """The rows of every condition, over episodes that were corrupted: nothing where none was.

    The clean cell may have more episodes than the others, and harder or easier ones.
    """
    tried = {row["episode"] for c, found in rows.items() if c != CLEAN for row in found}
    if not tried:
        return {}
    return {c: [row for row in found if row["episode"] in tried] for c, found in rows.items()}


def suite_label(suite: str) -> str:
    """A suite's name as part of a path."""
    return Path(suite).name.partition(".")[0].replace(":", "-")


def agent_label(agent: str, self_calibrate: bool) -> str:
    """An agent's name in tables; one that calibrates itself is another agent."""
    return agent + CALIBRATED * self_calibrate


def read_sweeps(directory: Path) -> list[Sweep]:
    """The sweeps of all runs below a directory, as ``meadow robust sweep`` or ``meadow eval`` left them."""
    if not directory.is_dir():
        raise RunError(f"{directory}: no such directory; fill one with: meadow robust sweep -o DIR")
    found: dict[tuple[str, str], Sweep] = {}
    for file in sorted(directory.rglob("spec.json")):
        run = RunDirectory(file.parent)
        rows, spec = finished(run.rows()), run.spec()
        if not rows:
            continue
        condition = ",".join(spec.corruptions) or CLEAN
        about = _about(spec, condition)
        sweep = found.setdefault((about.suite, about.agent), Sweep(about))
        _check_same(sweep.about, about, file.parent)
        # A clean run of the whole suite and one of a part go together: the larger has all there is.
        if len(rows) > len(sweep.rows.get(condition, ())):
            sweep.rows[condition] = [slim(row) for row in rows]
            planned = {**sweep.about.planned, condition: spec.episodes}
            sweep.about = msgspec.structs.replace(sweep.about, planned=planned)
    return list(found.values())


def keep_runs(runs: Path, out: Path) -> int:
    """Pack the runs below a directory into small files; returns how many sweeps they are."""
    found = read_sweeps(runs)
    for sweep in found:
        keep(sweep, out)
    return len(found)


def _about(spec: RunSpec, condition: str) -> About:
    return About(
        agent=agent_label(spec.agent, spec.self_calibrate),
        suite=suite_label(spec.suite),
        task=spec.task,
        definition=spec.definition,
        meadow=spec.meadow,
        models=spec.models,
        options=spec.corruption_options,
        trained_under=trained_under(spec),
        trained_with=trained_with(spec),
        planned={condition: spec.episodes},
    )


def _check_same(known: About, new: About, place: Path) -> None:
    """Runs of two versions of an agent are no sweep."""
    for name in ("models", "definition"):
        if getattr(known, name) != getattr(new, name):
            raise RunError(
                f"{place}: {new.agent} ran with {name} {getattr(new, name)!r} here and with "
                f"{getattr(known, name)!r} elsewhere. Keep the runs of one version in the directory"
            )


def slim(row: Row) -> Row:
    """A row with what is drawn from it."""
    kept = {k: row[k] for k in ("episode", "home", "status")}
    metrics = {name: row["metrics"].get(name) for name in METRICS}
    return {**kept, "tags": _difficulty(row), "metrics": metrics}


def _difficulty(row: Row) -> dict[str, str]:
    return {k: v for k, v in row["tags"].items() if k == "difficulty"}


def keep(sweep: Sweep, out: Path) -> None:
    """Write a sweep into small files; conditions that are kept there already and not in it stay."""
    source = f"the sweep of {sweep.agent!r}"
    folder = out / serialize.output_name(sweep.about.suite, source)
    packed = folder / serialize.output_name(f"{sweep.agent}.jsonl.gz", source)
    before = packed.with_name(f"{sweep.agent}.json")
    if before.is_file():
        sweep = _joined(_load(before), sweep)
    lines = [
        serialize.encode({"condition": condition, **row})
        for condition, rows in sweep.rows.items()
        for row in sorted(rows, key=lambda row: row["episode"])
    ]
    serialize.write_bytes(packed, b"\n".join(lines) + b"\n")
    serialize.write(before, sweep.about, indent=True)


def _joined(old: Sweep, new: Sweep) -> Sweep:
    """Both, unless the agent has become another since."""
    if (old.about.models, old.about.definition) != (new.about.models, new.about.definition):
        return new
    planned = {**old.about.planned, **new.about.planned}
    rows = {**old.rows, **new.rows}
    return Sweep(msgspec.structs.replace(new.about, planned=planned), rows)


def load_kept(out: Path) -> list[Sweep]:
    """All kept sweeps below a directory, by suite and name."""
    return [_load(file) for file in sorted(out.glob("*/*.json"))]


def _load(file: Path) -> Sweep:
    sweep = Sweep(serialize.read(file, About))
    rows = file.with_suffix(".jsonl.gz")
    for number, line in serialize.read_lines(rows):
        row = decode_row(line, f"{rows}, line {number}")
        sweep.rows.setdefault(str(row.pop("condition", CLEAN)), []).append(row)
    return sweep


def in_order(sweeps: Sequence[Sweep], known: Sequence[str]) -> list[Sweep]:
    """Sweeps by suite and task, RGB before RGB-D before others; conditions as ``known`` has them."""
    rank = {condition: place for place, condition in enumerate(known)}
    for sweep in sweeps:
        order = sorted(sweep.rows, key=lambda c: (rank.get(c, len(rank)), c))
        sweep.rows = {condition: sweep.rows[condition] for condition in order}
    senses = ("rgb", "rgbd", "depth", "map")

    def place(sweep: Sweep) -> tuple[bool, int, str]:
        sense = sweep.agent.rpartition("-")[2] if sweep.agent else ""
        return sweep.task != "pointnav", senses.index(sense) if sense in senses else 9, sweep.agent

    return sorted(sweeps, key=place)
