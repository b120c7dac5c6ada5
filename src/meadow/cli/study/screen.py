"""What a study tells, on the terminal."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from meadow.cli.terminal.progress import EvalProgress, StepProgress
from meadow.cli.terminal.tables import show_table
from meadow.evaluation.report.tables import Table
from meadow.evaluation.run.summary import finished, goal_rows

#: Agents whose success is shown while they run.
SHOWN = 3


class Terminal:
    """Prints messages and tables, and draws bars."""

    def say(self, text: str) -> None:
        """The message is printed at once, also where output is buffered."""
        print(text, flush=True)

    def show(self, table: Table) -> None:
        """The table is printed, cut into parts that the terminal is wide enough for."""
        show_table(table)

    def steps(self, title: str) -> StepProgress:
        """Draw a bar for work that is done in steps."""
        return StepProgress(title)

    def episodes(self, title: str, agents: Sequence[str], episodes: int) -> EvalProgress:
        """Draw a bar for agents that run the same episodes."""
        return _TogetherProgress(title, agents, episodes)


class _TogetherProgress(EvalProgress):
    """Shows how many episodes every agent has, and the success of those that are ahead."""

    def __init__(self, title: str, names: Sequence[str], episodes: int) -> None:
        super().__init__(title)
        self._names, self._episodes = names, episodes
        self._good_rows: defaultdict[int, float] = defaultdict(float)
        self._all_rows: Counter[int] = Counter()
        self._agents_done: Counter[str] = Counter()

    def __call__(self, done: int, total: int, note: Mapping[str, Any]) -> None:
        """Called with all rows that are there at the start, then with each new one."""
        for run, row in zip(note["runs"], note["new"]):
            self._agents_done[row["episode"]] += 1
            for goal in finished(goal_rows([row])):
                self._all_rows[run] += 1
                self._good_rows[run] += goal["metrics"]["success"]
        self._look_for_faults(note["new"])
        whole = sum(count == len(self._names) for count in self._agents_done.values())
        # The agents' rows are not rows of one agent, so the bar has no success of its own.
        super().__call__(whole, self._episodes, {"new": []})

    def _note(self, done: int, total: int) -> str:
        rates = {run: self._good_rows[run] / count for run, count in self._all_rows.items()}
        best = sorted(rates, key=lambda run: -rates[run])[:SHOWN]
        shown = ", ".join(f"{self._names[run]} {rates[run]:.0%}" for run in best)
        return f"{shown}{super()._note(done, total)}"
