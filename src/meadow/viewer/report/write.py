"""From run directories to report files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from meadow import serialize
from meadow.errors import RunError
from meadow.evaluation.failures.trials import load_runs
from meadow.evaluation.report import latex, make_report, markdown
from meadow.protocols import Progress
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
