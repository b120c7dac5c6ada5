"""Metrics: pure functions of an :class:`~meadow.episodes.record.EpisodeRecord`.

Each returns a number, or None when the episode gives it no denominator; None is left out of a mean
and the count of what was left in is reported beside it. Never NaN, never a silent 0.
"""

from __future__ import annotations

from meadow.metrics.navigation import METRICS, episode_metrics, row_metrics

__all__ = ["METRICS", "episode_metrics", "row_metrics"]
