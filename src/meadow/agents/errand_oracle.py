"""Errands with perfect eyes: what exploration and memory alone cost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from meadow.agents.errand_runner import ErrandRunner
from meadow.agents.frontier_oracle import FrontierOracle
from meadow.models.protocols import Card
from meadow.protocols import Oracle
from meadow.types import Array, Detections, Observation


class OracleDetector:
    """Finds things by their true categories in pictures of instance ids. Privileged."""

    def __init__(self, min_share: float = 0.001) -> None:
        """``min_share`` is the share of a picture below which a thing is not seen."""
        self._min_share = min_share
        self._categories: tuple[str, ...] = ()

    def card(self) -> Card:
        """It has no weights."""
        return Card("oracle", "detector")

    def attach(self, oracle: Oracle) -> None:
        """Learn what each instance id is."""
        self._categories = tuple(item.category for item in oracle.house.objects)

    def detect(
        self, images: Sequence[Array], phrases: Sequence[str], *, threshold: float = 0.1
    ) -> list[Detections]:
        """All instances of the categories that the phrases name, in (H, W) pictures of ids."""
        return [self._find(ids, phrases) for ids in images]

    def _find(self, ids: Array, phrases: Sequence[str]) -> Detections:
        seen, pixels = np.unique(ids, return_counts=True)
        large = seen[(pixels >= self._min_share * ids.size) & (seen > 0)].tolist()
        things = [n for n in large if n <= len(self._categories)]  # those above are people
        found = [n for n in things if self._categories[n - 1] in phrases]
        masks = np.array([ids == n for n in found]).reshape(-1, *ids.shape)
        corners = [np.argwhere(mask) for mask in masks]
        boxes = [(*c.min(axis=0)[::-1], *(c.max(axis=0)[::-1] + 1)) for c in corners]
        return Detections(
            np.array(boxes, np.float32).reshape(-1, 4),
            np.ones(len(found), np.float32),
            tuple(self._categories[n - 1] for n in found),
            masks,
        )


class ErrandOracle(ErrandRunner):
    """An :class:`ErrandRunner` that searches and remembers with the oracle's eyes."""

    def __init__(self, **options: Any) -> None:
        """``options`` are those of :class:`ErrandRunner`."""
        self._perfect, self._detector = FrontierOracle(), OracleDetector()
        super().__init__(searcher=self._perfect, eyes=self._detector, **options)

    def attach(self, oracle: Oracle, goals: Sequence[Any]) -> None:
        """Pass the oracle on to both pairs of eyes."""
        self._oracle = oracle
        self._detector.attach(oracle)
        if goals:
            self._perfect.attach(oracle, goals)

    def picture(self, observation: Observation) -> Array:
        """Instance ids are remembered instead of colours."""
        ids: Array = self._oracle.frames().ids
        return ids
