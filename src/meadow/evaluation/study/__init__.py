"""The study kit: what a paper's study runs, what is kept of it, and the tables and page drawn from that.

A benchmark describes its study as data (:class:`~meadow.evaluation.study.plan.Study`) and registers it
here; ``meadow study NAME run | tables | stats | check`` does the rest.

    STUDIES.lazy("my-paper", "my_package.study:STUDY", summary="what the paper asks")

plan.py    what is run: parts x conditions x agents x eyes
run.py     runs it, and goes on where it ended
kept.py    finished runs in small files, and which runs are taken
check.py   runs kept episodes again and compares their rows
claims.py  claims with verdicts
page.py    the page of tables, figures and claims, and the same as JSON
screen.py  what a study tells whoever started it
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from meadow.registry import Registry

if TYPE_CHECKING:
    from meadow.evaluation.study.plan import Study

#: The studies of published papers, by the name of the benchmark.
STUDIES: Registry[Study] = Registry("study")
