"""Published benchmarks, one folder for each paper.

A folder registers its suites, agents, homes and episode generators when it is imported, as a third
party's package does. Deleting the folder deletes the benchmark. The same file names mean the same in
each: ``paper`` (printed figures), ``homes``, ``episodes``, ``task``, ``agents``, ``study``, ``tables``,
``claims``, ``figures``.
"""

from __future__ import annotations

#: Command lines that the help of their commands shows as further examples. A benchmark adds its own.
EXAMPLES: list[str] = []
#: Gymnasium id -> entry points of a single and of a batched environment, and steps before truncation.
ENVIRONMENTS: dict[str, tuple[str, str, int]] = {}
#: Old spelling of a command -> the present one. A benchmark adds those that it brought.
RENAMED: dict[str, str] = {}
