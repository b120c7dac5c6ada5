"""Running agents on episodes: specs, run directories, executors, the episode loop, verification."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meadow.registry import Registry

if TYPE_CHECKING:
    from meadow.evaluation.run.summary import Breakdown

#: Task -> how summaries of its runs are broken down. A benchmark adds its own.
BREAKDOWNS: Registry[tuple[Breakdown, ...]] = Registry("task with breakdowns")
