"""From run directories to report files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from meadow import serialize
from meadow.episodes.houses import load_house
from meadow.errors import InvalidValueError, RunError
from meadow.evaluation.failures.trials import load_runs
from meadow.evaluation.report import latex, make_report, markdown
from meadow.evaluation.run.store import RunDirectory, file_name
from meadow.protocols import Progress
from meadow.viewer.report.exam_page import exam_page
from meadow.viewer.report.page import page


def write_report(
    paths: Sequence[str | Path], out: str | Path, progress: Progress | None = None
) -> list[Path]:
    """Write report.md, report.tex and report.html about one or more runs into a directory.

    Args:
        paths: Run directories; the first is what the others are compared with.
        out: Where to write; made when it is not there.
        progress: Told after each home whose plan was drawn.

    Returns:
        The files written.
    """
    report = make_report(load_runs(paths))
    out = Path(out)
    if out.exists() and not out.is_dir():
        raise RunError(f"{out} is a file; a report needs a directory: choose another with -o")
    written = []
    for name, text in (
        ("report.md", markdown(report)),
        ("report.tex", latex(report)),
        ("report.html", page(report, progress)),
    ):
        try:
            serialize.write_bytes(out / name, text.encode())
        except OSError as error:
            raise RunError(
                f"{out}: cannot be written ({error.strerror}); choose another -o"
            ) from error
        written.append(out / name)
    return written


def write_exam_pages(
    paths: Sequence[str | Path], out: str | Path, count: int, progress: Progress | None = None
) -> list[Path]:
    """Write a page about each of the first ``count`` finished episodes with questions of each run."""
    written = []
    for path in paths:
        run = RunDirectory(path)
        spec = run.spec()
        asked = [
            row["episode"] for row in run.rows() if row["status"] == "ok" and row.get("answers")
        ]
        if not asked:
            raise InvalidValueError(
                f"{path}: no finished episode has questions; leave out --pages, or run a suite with exams"
            )
        for done, episode in enumerate(asked[:count], start=1):
            record = run.record(episode)
            house = load_house(record.episode.house, spec.houses)
            file = Path(out) / "episodes" / f"{spec.agent}-{file_name(episode)}.html"
            serialize.write_bytes(file, exam_page(record, house, spec).encode())
            written.append(file)
            if progress:
                progress(done, min(count, len(asked)), {})
    return written
