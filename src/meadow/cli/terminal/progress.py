"""Progress for people (a live bar) and for logs (a plain line now and then)."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeVar

from meadow.cli.terminal.console import make_console

T = TypeVar("T")

#: Seconds between lines when the output is not a terminal.
QUIET_INTERVAL = 15.0
#: Characters of an error that are shown; rows have all of it.
FAULT_LENGTH = 80


class EvalProgress:
    """Shows done, success so far with its interval, faults, episodes per minute and time left."""

    def __init__(self, title: str) -> None:
        self._title = title
        self._live = sys.stderr.isatty()
        self._began = time.monotonic()
        self._last = -math.inf
        self._first: int | None = None
        self._rows, self._good = 0, 0.0
        self._faults: list[str] = []
        self._bar: Any = None
        self._task: Any = None

    def __enter__(self) -> EvalProgress:
        if self._live:
            self._bar = _live_bar()
            self._bar.start()
            self._task = self._bar.add_task(self._title, total=None, note="starting")
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()

    def __call__(self, done: int, total: int, note: Mapping[str, Any]) -> None:
        """Called with the rows that are there at the start, then with each ``new`` one."""
        from meadow.evaluation.run.summary import goal_rows

        if self._first is None:
            self._first = done
        good = [row for row in goal_rows(note["new"]) if row["status"] == "ok"]
        self._rows += len(good)
        self._look_for_faults(note["new"])
        self._good += sum(row["metrics"].get("success") or 0.0 for row in good)
        now = time.monotonic()
        if self._bar is not None:
            text = self._note(done, total)
            self._bar.update(self._task, completed=done, total=total, note=text)
        elif now - self._last >= QUIET_INTERVAL or done == total:
            self._last = now
            sys.stderr.write(f"{self._title}: {done}/{total}  {self._note(done, total)}\n")
            sys.stderr.flush()

    def _look_for_faults(self, rows: Iterable[Mapping[str, Any]]) -> None:
        self._faults += [r.get("error", r["status"]) for r in rows if r["status"] != "ok"]

    def _note(self, done: int, total: int) -> str:
        from meadow.metrics.statistics import wilson

        fresh = done - (self._first or 0)
        minutes = (time.monotonic() - self._began) / 60
        text = ""
        interval = wilson(self._good, self._rows)
        if interval is not None:
            low, high = interval
            text = f"success {self._good / self._rows:.0%} ({low:.0%} to {high:.0%})"
        if self._faults:
            # Else a fault in every episode would look like an agent that finds nothing.
            first = self._faults[0][:FAULT_LENGTH]
            text += f"  {len(self._faults)} could not be run, the first: {first}"
        if fresh and minutes > 0:
            rate = fresh / minutes
            text += f"  {rate:.0f}/min  {_duration((total - done) / rate * 60)} left"
        return text


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"


def _live_bar(*, transient: bool = False) -> Any:
    """A bar of two lines that fits a narrow terminal: title, bar and count, and a note below.

    Titles and notes are shown as they are: errors and paths hold brackets, which are no markup.
    """
    from rich.console import Group
    from rich.progress import Progress
    from rich.progress_bar import ProgressBar
    from rich.table import Table
    from rich.text import Text

    class Bar(Progress):
        def get_renderables(self) -> Iterator[Any]:
            for task in self.tasks:
                known = task.total is not None
                count = f"{task.completed:.0f}/{task.total:.0f}" if known else "..."
                line = Table.grid(padding=(0, 1), expand=True)
                line.add_column(ratio=3, overflow="ellipsis", no_wrap=True)
                line.add_column(ratio=2)
                line.add_column(no_wrap=True)
                bar = ProgressBar(task.total, task.completed, pulse=not known)
                line.add_row(Text(task.description), bar, Text(count))
                note = task.fields.get("note", "")
                yield Group(line, Text(f"  {note}")) if note else line

    # What goes to a file is not taken to the terminal.
    return Bar(
        console=make_console(stderr=True),
        transient=transient,
        redirect_stdout=sys.stdout.isatty(),
    )


class StepProgress:
    """A bar for work that reports its steps; in logs a line now and then, none for short work."""

    def __init__(self, title: str) -> None:
        self._title = title
        self._began = self._last = time.monotonic()
        self._bar: Any = None
        self._task: Any = None

    def __enter__(self) -> StepProgress:
        if sys.stderr.isatty():
            self._bar = _live_bar(transient=True)
            self._bar.start()
            self._task = self._bar.add_task(self._title, total=None, note="")
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()

    def __call__(self, done: int, total: int, note: Mapping[str, Any]) -> None:
        """Called after each step; ``note["text"]`` is shown below the bar."""
        now = time.monotonic()
        if self._bar is not None:
            self._bar.update(self._task, completed=done, total=total, note=note.get("text", ""))
        elif done and now - self._last >= QUIET_INTERVAL:
            self._last = now
            left = _duration((now - self._began) / done * (total - done))
            sys.stderr.write(f"{self._title}: {done}/{total}  {left} left\n")
            sys.stderr.flush()


def track(items: Iterable[T], title: str, total: int) -> Iterator[T]:
    """Iterate with such a bar."""
    with StepProgress(title) as progress:
        for done, item in enumerate(items, start=1):
            yield item
            progress(done, total, {})


#: Figures of a training that its progress shows, where they are there.
_SHOWN = ("success", "return", "length", "agreement", "entropy", "loss", "fps")


class TrainingProgress:
    """A bar of all frames in a terminal, with the last figures below; in logs a line now and then."""

    def __init__(self, title: str, total: int, *, shown: bool = True) -> None:
        self._total = total
        self._bar = StepProgress(f"training {title}") if shown and sys.stderr.isatty() else None

    def __enter__(self) -> TrainingProgress:
        if self._bar is not None:
            self._bar.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.__exit__()

    def __call__(self, row: dict[str, Any]) -> None:
        """Called with the figures of every iteration; every tenth is a line of its own."""
        shown = "  ".join(f"{name} {row[name]:.3g}" for name in _SHOWN if name in row)
        line = f"{row['phase']} {row['frames']:,} frames  {row['minutes']:.1f} min  {shown}"
        if self._bar is not None:
            self._bar(row["frames"], self._total, {"text": line})
        if row["iteration"] % 10 == 0:
            sys.stdout.write(f"{line}\n")
            sys.stdout.flush()
