"""The layered feature map as a memory that is asked for goals in words."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from meadow.errors import InvalidValueError
from meadow.grounding.look import Look, LookPart, VisionModel, Wanted
from meadow.language.goals import Description, Noun
from meadow.language.parse import parse
from meadow.mapping.evidence import EvidenceQuery, EvidenceWeights
from meadow.mapping.features import FeatureMap, FeatureMapConfig, FeatureQuery
from meadow.mapping.goal_map import Disc, GoalSpot, MapLayer, outside, thing_and_support
from meadow.mapping.occupancy import in_view, pixels_of
from meadow.mapping.state import AgentState
from meadow.types import Array, Brief

#: What features are taken of: each patch of a frame, or the frame as a whole.
LEVELS = ("patch", "image")
#: Cells this near to the best one belong to the same place if they score nearly as high, metres.
SAME_PLACE = 0.3
#: A closer look at a place shows this much around its middle, metres.
AROUND = 0.4
#: How a goal is read: as one or two texts over the layers, or word by word.
READINGS = ("kernel", "words")


class SimilarityMap:
    """A :class:`FeatureMap` whose cells are compared with the words of the goal."""

    def __init__(
        self,
        vision: VisionModel,
        config: FeatureMapConfig | None = None,
        *,
        level: str = "patch",
        kernel: bool = True,
        reading: str = "kernel",
        weights: EvidenceWeights | None = None,
        prompts: str = "plain",
        percentile: float = 99.0,
        reach: int = 3,
        min_confidence: float = 0.0,
    ) -> None:
        """Make it.

        Args:
            vision: The model whose features are remembered.
            config: Cells and layers of the map.
            level: ``patch`` remembers the features of patches, ``image`` one vector for a whole frame.
            kernel: Whether a thing on something is sought as two texts over neighbouring layers.
            reading: ``kernel`` compares cells with the goal's text, ``words`` with each of its words.
            weights: How much each part of a description counts where it is read by words.
            prompts: The ensemble that the goal is put into.
            percentile: Cells above this percentile are the best places.
            reach: Best places grow by this many cells in each direction.
            min_confidence: Cells seen less surely than this are never the best, as a sum of confidences.
        """
        if level not in LEVELS:
            raise InvalidValueError(f"level {level!r}: expected one of {', '.join(LEVELS)}")
        if reading not in READINGS:
            raise InvalidValueError(f"reading {reading!r}: expected {' or '.join(READINGS)}")
        self.vision, self.level, self.kernel = vision, level, kernel
        self.reading, self.weights = reading, weights
        self.features = FeatureMap(config or FeatureMapConfig())
        self.percentile, self.reach, self.min_confidence = percentile, reach, min_confidence
        self._prompts = prompts
        self.query: FeatureQuery | EvidenceQuery | None = None

    @property
    def parts(self) -> LookPart:
        """What it asks of a look."""
        return LookPart.BOXES if self.level == "patch" else LookPart.POOLED

    def reset(self) -> None:
        """A new episode begins; the map is emptied, and no goal is sought in it yet."""
        self.features.reset()
        self.query = None

    def seek(self, brief: Brief) -> None:
        """Ask the whole map for another goal."""
        self.query = None
        if brief.kind != "search":
            return
        phrases = thing_and_support(brief.goal)
        if self.reading == "words":
            self.query = self._read(brief.goal, phrases[0])
            return
        if not self.kernel or self.features.config.layers == 1:
            phrases = phrases[:1]
        queries = [self.vision.query(phrase, self._prompts).vector for phrase in phrases]
        assert all(vector is not None for vector in queries), "a map needs a model with vectors"
        self.query = FeatureQuery(self.features, np.stack([v for v in queries if v is not None]))

    def _read(self, goal: str, phrase: str) -> EvidenceQuery:
        """The description word by word; text that no grammar can read is one noun."""
        try:
            description = parse(goal)
        except InvalidValueError:
            description = Description(target=Noun(head=phrase))
        scale, bias = self.vision.log_odds
        return EvidenceQuery(
            self.features,
            self.vision.vectors,
            description,
            phrase,
            scale=scale,
            bias=bias,
            weights=self.weights,
        )

    def wanted(self) -> Wanted:
        """What it asks of looks at frames."""
        return {self.vision: self.parts}

    def observe(self, state: AgentState) -> None:
        """Add the frame, and ask again where it changed the map."""
        look = state.look(self.vision, self.parts)
        features = look.cells() if self.level == "patch" else look.pooled()[None, None]
        changed = self.features.update(features, state.depth, state.body.camera, state.pose)
        if self.query is not None:
            self.query.update(changed)

    def in_doubt(self, state: AgentState) -> tuple[Look, list[Array]] | None:
        """The look, and a box around the best place if the frame shows it: worth a closer look."""
        look, best = state.look(self.vision, self.parts), self.best(state)
        if best is None or self.level != "patch" or not look.can_glance:
            return None
        middle = np.median(best.points, axis=0)[None]
        camera = state.body.camera
        if not in_view(middle, state.depth, camera, state.pose, tolerance=AROUND)[0]:
            return look, []
        rows, columns, away = pixels_of(middle, state.depth.shape, camera, state.pose)
        half = camera.focal * AROUND / float(away[0])
        u, v = float(columns[0]), float(rows[0])
        return look, [np.array([u - half, v - half, u + half, v + half], np.float32)]

    def look_closer(self, state: AgentState) -> None:
        """Add what glances at the frame have shown."""
        for window, cells in state.look(self.vision, self.parts).close_cells():
            seen = self.features.update(
                cells, state.depth, state.body.camera, state.pose, window=window
            )
            if self.query is not None:
                self.query.update(seen)

    def best(self, state: AgentState, without: Sequence[Disc] = ()) -> GoalSpot | None:
        """The cell with the highest score, and those around it that score nearly as high."""
        if self.query is None or not self.features.count:
            return None
        count, scores = self.features.count, self.query.scores
        if self.min_confidence > 0.0 or without:
            open_rows = self.features.weights[:count] >= self.min_confidence
            if without:
                open_rows &= outside(self.features.points(np.arange(count)), without)
            scores = np.where(open_rows, scores, -np.inf)
        row = int(np.argmax(scores))
        score = float(scores[row])
        if not np.isfinite(score):
            return None
        layer, i, j = (int(k) for k in self.features.places[row])
        span = round(SAME_PLACE / self.features.config.cell)
        around = self.features.rows[
            layer, max(i - span, 0) : i + span + 1, max(j - span, 0) : j + span + 1
        ]
        rows = around[around >= 0]
        rows = rows[scores[rows] >= self.query.nearly(score)]
        return GoalSpot(self._points(rows), score)

    def _points(self, rows: Array) -> NDArray[np.float64]:
        """(N, 3) middles of cells; the height is that of the middle of the layer."""
        edges = (0.0, *self.features.config.edges)
        heights = [0.5 * (low + high) for low, high in zip(edges, (*edges[1:], edges[-1] + 0.6))]
        height = np.array(heights)[self.features.places[rows, 0]]
        return np.column_stack([self.features.points(rows), height])

    def score_at(self, state: AgentState, points: Array) -> float:
        """The best score of the cells under the points, in any layer."""
        if self.query is None:
            return -np.inf
        cells = np.unique(self.features.cells_of(np.asarray(points)[:, :2]), axis=0)
        rows = self.features.rows[:, cells[:, 0], cells[:, 1]]
        return float(self.query.scores[rows[rows >= 0]].max(initial=-np.inf))

    def agrees(self, state: AgentState, points: Array) -> bool:
        """Whether a cell under the points, or near one, is among the best of the map."""
        if self.query is None or not self.features.count:
            return False
        enough = float(np.percentile(self.query.scores, self.percentile))
        cells = np.unique(self.features.cells_of(np.asarray(points)[:, :2]), axis=0)
        (i0, j0), (i1, j1) = cells.min(axis=0) - self.reach, cells.max(axis=0) + self.reach + 1
        window = self.features.rows[:, max(i0, 0) : i1, max(j0, 0) : j1]
        high = (window >= 0) & (self.query.scores[window] >= enough)
        good: Array = np.asarray(high.any(axis=0))
        at = cells - (max(i0, 0), max(j0, 0))
        span = range(-self.reach, self.reach + 1)
        for a in span:
            for b in span:
                i = (at[:, 0] + a).clip(0, good.shape[0] - 1)
                j = (at[:, 1] + b).clip(0, good.shape[1] - 1)
                if good[i, j].any():
                    return True
        return False

    def promise(self, state: AgentState) -> NDArray[np.float32]:
        """The best score in each cell of the state's map, over all layers."""
        out = np.full(state.map.grid.shape, -np.inf, np.float32)
        if self.query is not None and self.features.count:
            points = self.features.points(np.arange(self.features.count))
            cells = state.map.cells_of(points)
            inside = ((cells >= 0) & (cells < out.shape)).all(axis=1)
            inside &= self.features.weights[: self.features.count] >= self.min_confidence
            np.maximum.at(out, tuple(cells[inside].T), self.query.scores[inside])
        return np.where(np.isfinite(out), out, np.float32(np.nan))

    def layers(self, state: AgentState) -> list[MapLayer]:
        """The scores of each layer, from the highest down, cut to what was seen."""
        if self.query is None or not self.features.count:
            return []
        places = self.features.places[: self.features.count, 1:]
        low, high = places.min(axis=0), places.max(axis=0) + 1
        cell = self.features.config.cell
        corner = tuple(float(c) for c in (low - self.features.side // 2) * cell)
        edges = self.features.config.edges
        found = []
        for layer in reversed(range(self.features.config.layers)):
            values = self.query.grid(layer)[low[0] : high[0], low[1] : high[1]]
            found.append(MapLayer(_name(edges, layer), values, (corner[0], corner[1]), cell))
        return found


def _name(edges: tuple[float, ...], layer: int) -> str:
    """What a layer is called."""
    if not edges:
        return "all heights"
    if layer == 0:
        return f"below {edges[0]:g} m"
    if layer == len(edges):
        return f"above {edges[-1]:g} m"
    return f"{edges[layer - 1]:g} to {edges[layer]:g} m"
