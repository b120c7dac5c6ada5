"""The page of a study: claims first, then tables and figures; and the same as JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from meadow import optional, serialize
from meadow.errors import RunError
from meadow.evaluation.report.markdown import escape, table_text
from meadow.evaluation.report.tables import Cell, Table
from meadow.evaluation.study.claims import METHOD, Claim, ClaimVerdict, claims_table, in_short
from meadow.evaluation.study.kept import KeptRun, check_drawn, load_kept, take
from meadow.evaluation.study.plan import Study
from meadow.evaluation.study.screen import Screen


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawn figure that lies beside the page."""

    file: str
    caption: str


@dataclass(frozen=True, kw_only=True)
class StudyPage:
    """What a study's page says beyond what all of them say."""

    title: str
    lead: tuple[str, ...]
    """Paragraphs below the title, in Markdown."""
    claims: tuple[Claim, ...]
    body: tuple[str | Table | Picture, ...]
    """Headings and paragraphs in Markdown, tables and pictures, in the order of reading."""
    notes: tuple[str, ...] = ()
    """What a reader must know first, beyond what the runs themselves say."""
    beside: Mapping[str, str] = field(default_factory=dict)
    """Files that may lie beside the page, and what it says of them."""
    data: Mapping[str, Any] = field(default_factory=dict)
    """Figures behind the tables, for ``results.json``."""


def draw_study(
    study: Study, out: Path, screen: Screen, runs: Path | None = None
) -> tuple[StudyPage, list[KeptRun]]:
    """Keep the runs below a directory, if one is given, and draw the page of all that are kept."""
    fresh = [] if runs is None else take(study, runs, out / "runs", screen)
    kept = load_kept(out / "runs")
    if not kept:
        raise RunError(
            f"{out / 'runs'}: nothing is kept there yet. Give a directory of runs: "
            f"meadow study {study.name} tables DIR"
        )
    check_drawn(kept, drawn_before(out), [run.name for run in fresh])
    page = study.draw(kept, out)
    write_page(study, page, kept, out)
    return page, kept


def write_page(study: Study, page: StudyPage, runs: Sequence[KeptRun], out: Path) -> None:
    """Write README.md and results.json; pictures are there already."""
    serialize.write_bytes(out / "README.md", page_text(study, page, runs, out).encode())
    described = [
        {
            "agent": run.agent,
            "eyes": run.eyes,
            "suite": run.spec.suite,
            "profile": run.profile,
            "episodes": len(run.rows),
            "planned": sum(run.planned.values()),
            "name": run.name,
            "spec": run.spec.digest(),
            "rows": run.digest,
            "seed": run.log.seed,
        }
        for run in runs
    ]
    data = {**page.data, "claims": page.claims, "runs": described, "notes": _notes(page, runs)}
    serialize.write(out / "results.json", msgspec.to_builtins(data))


def drawn_before(out: Path) -> dict[str, str]:
    """The digest of the rows of every run that the tables in ``out`` were drawn from, by its name."""
    file = out / "results.json"
    runs = serialize.read(file, dict).get("runs", []) if file.is_file() else []
    return {run["name"]: run["rows"] for run in runs if "name" in run}


def page_text(study: Study, page: StudyPage, runs: Sequence[KeptRun], out: Path) -> str:
    """The page in Markdown."""
    notes = _notes(page, runs)
    parts = [
        f"# {page.title}",
        f"Drawn by `meadow study {study.name} tables` from the rows under `runs/`, which `meadow study "
        f"{study.name} run` made.",
        *page.lead,
        *(text for name, text in page.beside.items() if (out / name).is_file()),
        "\n".join(f"- {escape(note)}" for note in notes),
        "## Claims",
        "\n".join(in_short(page.claims)),
        METHOD,
        *_section(claims_table(page.claims)),
        *_replays(page.claims),
    ]
    for item in (*page.body, _run_table(runs)):
        if isinstance(item, Table):
            parts += _section(item)
        elif isinstance(item, Picture):
            parts += [f"![{item.caption}]({item.file})", item.caption]
        else:
            parts.append(item)
    return "\n\n".join(part.rstrip() for part in parts if part) + "\n"


def _notes(page: StudyPage, runs: Sequence[KeptRun]) -> list[str]:
    return [*page.notes, *(note for run in runs for note in run.notes())]


def _section(table: Table) -> list[str]:
    return [f"### {escape(table.title)}", table_text(table), table.note]


def _replays(claims: Sequence[Claim]) -> list[str]:
    """For every claim that does not hold, episodes that speak against it."""
    lines = [
        f"- {escape(one.title)}: "
        + ", ".join(" ".join(f"`{word}`" for word in each.split()) for each in one.against)
        for one in claims
        if one.verdict is ClaimVerdict.FAILS and one.against
    ]
    if not lines:
        return []
    told = (
        "Episodes that speak against claims, behind their condition if they have one. "
        "Watch one with `meadow video RUNS/PART/AGENT/CONDITION EPISODE`: it shows what the agent saw."
    )
    return ["### Replays to look at", told, "\n".join(lines)]


def _run_table(runs: Sequence[KeptRun]) -> Table:
    """Every run by its digests: what was run, and the rows that came of it."""
    rows = [
        (
            *(run.name, str(len(run.rows)), str(sum(run.planned.values()))),
            *(run.spec.digest(), run.digest),
        )
        for run in runs
    ]
    cells = tuple(tuple(map(Cell, row)) for row in rows)
    note = "Digests are of the spec (what was run, without the machine) and of the kept rows."
    return Table("Runs", ("run", "n", "planned", "spec", "rows"), cells, note)


def new_figure(width: float, height: float) -> Any:
    """An empty Matplotlib figure of so many inches; needs no display."""
    optional.require("matplotlib").use("Agg")
    return optional.require("matplotlib.figure").Figure(
        figsize=(width, height), layout="constrained"
    )


def save_figure(figure: Any, path: Path, dpi: int = 130) -> None:
    """Write a figure in one piece; the same rows give the same bytes."""
    kind = path.suffix.removeprefix(".")
    plain = {"metadata": {"Software": None}} if kind == "png" else {}
    with serialize.atomic(path) as file:
        figure.savefig(file, format=kind, dpi=dpi, **plain)
