"""Which episodes of its suite a run has: all, the first of its fixed order, or somebody's choice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import msgspec

from meadow.episodes import SUITES
from meadow.episodes.sample import spread
from meadow.episodes.schema import Episode
from meadow.types import Embodiment


@dataclass(frozen=True, slots=True)
class Coverage:
    """How the episodes of a run relate to its suite."""

    suite: str
    episodes: int
    """Of the run."""
    whole: int
    """Episodes of the suite; 0 where it could not be had."""
    fixed: bool
    """Whether nobody chose them: all, or those that ``meadow eval --episodes N`` takes."""
    digest: str = ""
    """Content hash of the suite."""

    def __str__(self) -> str:
        kind = "suite" if self.suite.partition(":")[0] in SUITES else "episode file"
        if not self.whole:
            return f"{self.episodes} episodes; the {kind} {self.suite!r} could not be had"
        of = f"of the {kind} {self.suite!r} (digest {self.digest})"
        if self.episodes == self.whole and self.fixed:
            return f"all {self.whole} episodes {of}"
        how = "the first of its fixed order" if self.fixed else "chosen by whoever made the run"
        return f"a selection of {self.episodes} of the {self.whole} episodes {of}, {how}"


def cover(suite: str, ids: Iterable[str], whole: Sequence[Episode], digest: str = "") -> Coverage:
    """The coverage of a suite by the episodes of these ids."""
    had = set(ids)
    fixed = had == {e.id for e in spread(whole, len(had))}
    return Coverage(suite, len(had), len(whole), fixed, digest)


def as_run(whole: Sequence[Episode], run: Sequence[Episode]) -> list[Episode]:
    """A suite with what ``meadow eval`` changes for a run: one budget of steps, one height of pictures.

    What was changed shows in the episodes of the run, when all of them have it in common.
    """
    known = {e.id: e for e in whole}
    pairs = [(e, known[e.id]) for e in run if e.id in known]
    budgets = {e.max_steps for e, _ in pairs}
    if len(budgets) == 1 and any(e.max_steps != own.max_steps for e, own in pairs):
        budget = budgets.pop()
        whole = [msgspec.structs.replace(e, max_steps=budget) for e in whole]
    heights = {e.embodiment.camera.height for e, _ in pairs}
    if len(heights) == 1 and any(e.embodiment != own.embodiment for e, own in pairs):
        height = heights.pop()
        whole = [
            msgspec.structs.replace(e, embodiment=resized(e.embodiment, height)) for e in whole
        ]
    return list(whole)


def resized(embodiment: Embodiment, height: int) -> Embodiment:
    """The same body with a camera of other pixels."""
    camera = embodiment.camera
    width = round(camera.width * height / camera.height)
    return replace(embodiment, camera=replace(camera, width=width, height=height))
