"""Meadow's own format, so that conversions have one table of formats."""

from __future__ import annotations

from meadow.episodes.formats import EpisodeFormat
from meadow.episodes.schema import read_episodes, write_episodes

FORMAT = EpisodeFormat(lambda path: read_episodes(path)[0], write_episodes)
