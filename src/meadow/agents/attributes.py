"""A CoW that reads the whole description: tells the thing that is meant from others of its kind.

Every thing of the wanted kind becomes an object on the map, with what all views said about each word of the
description and with how it stands to the anchors. The robot drives to the one that fits best, looks
again from near, and stops only if it still fits. Small things are told from near only, so before it
explores on it has a look at the furniture that they are said to be on. When the steps run low, or nothing
is left to explore, it settles for the best that it knows: a thing, or what the thing is said to be on.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from meadow.agents.attributes_eyes import DetectorSpotter, Spotted, Spotter
from meadow.agents.attributes_memory import Known, ObjectMemory
from meadow.agents.modular import ModularAgent
from meadow.errors import InvalidValueError
from meadow.grounding.look import Look, Looks, Wanted
from meadow.language import Description, Noun, Relation, parse
from meadow.language.attribute_words import attribute_phrases
from meadow.language.relations import related
from meadow.mapping.occupancy import in_view, project_mask
from meadow.mapping.state import AgentState
from meadow.models.eyes.glances import SURE
from meadow.types import Array, Brief, Detections, Observation

#: Relations that hide a thing: what conceals it is what can be found.
HIDING = ("in", "under")
#: What a relation on the map adds to the evidence when it holds, is arguable or does not.
RELATED = {True: 1.5, None: 0.3, False: -1.5}
#: ...and when no such anchor has been seen yet.
NO_ANCHOR = -0.7
#: Parts of the building, which no detector sees as things.
BUILDING = ("floor", "wall", "ceiling")
#: The lowest that is seen of a thing on the floor is no higher than this, metres.
ON_FLOOR = 0.2
#: The most that one word of the description may speak for or against a thing.
MOST = 2.0
#: A word that speaks for or against a thing by less than this may be decided by a closer look.
UNDECIDED = 1.0
#: Masks with fewer pixels show too little of a thing.
FEWEST = 8
#: The score of a thing in a view that should show it, and in which nothing fired...
OVERLOOKED = 0.02
#: ...which is so when this share of its points is in view.
MOSTLY = 0.7
#: Furniture this surely seen is worth the way to look at what it carries.
CARRIES = 0.25
#: Steps that facing and stopping take beyond the way itself, how many steps a metre takes, and how much
#: longer than a straight line the way is.
SPARE, STEPS_PER_METRE, DETOUR = 20, 7.0, 1.3


@dataclass(frozen=True, slots=True)
class Word:
    """An attribute as phrases: the one that is said, and those that would be said otherwise."""

    said: int
    """Number of its phrase."""
    rivals: tuple[int, ...]


class DescribedSeeker:
    """Scores the things of the wanted kind against the description, and each other."""

    def __init__(
        self,
        spotter: Spotter,
        *,
        look: float = 0.0,
        accept: float = 0.0,
        margin: float = 0.8,
    ) -> None:
        self._spotter = spotter
        self.look = look
        """Evidence that makes a thing worth the way to look at it from near."""
        self.accept = accept
        """Evidence that a thing needs, looked at from near, to be taken for the goal (0: even odds)."""
        self.margin = margin
        """How much more evidence another known thing must have to be preferred to the one at hand."""

    def reset(self, brief: Brief, stop_distance: float) -> None:
        """It reads the description of another goal and forgets the things seen before."""
        self._brief, self._stop_distance = brief, stop_distance
        self._sought, self._relations = sought(brief.goal)
        self._phrases: list[str] = []
        self._words = self._words_of(self._sought)
        anchors = [a.head for r in self._relations for a in r.anchors]
        carriers = self._carriers()
        self._nouns = tuple(dict.fromkeys([self._sought.head, *anchors, *carriers]))
        self._carrying = [self._nouns.index(noun) for noun in carriers]
        self._spotter.reset(self._nouns, self._phrases)
        self._memory = ObjectMemory()
        self.seen_from: tuple[float, float] | None = None
        self._chosen: Known | None = None
        self._aside: dict[int, int] = {}
        self._fired, self._settle = 0.0, False

    def _carriers(self) -> list[str]:
        """What the thing is said to be on."""
        on = [r for r in self._relations if r.kind == "on" and not r.negated]
        said = dict.fromkeys(a.head for r in on for a in r.anchors)
        return [noun for noun in said if noun not in (*BUILDING, self._sought.head)]

    def _words_of(self, noun: Noun) -> list[Word]:
        return [
            Word(self._number(said), tuple(self._number(rival) for rival in rivals))
            for said, rivals in attribute_phrases(noun)
        ]

    def _number(self, text: str) -> int:
        if text not in self._phrases:
            self._phrases.append(text)
        return self._phrases.index(text)

    def start_over(self) -> None:
        """Nothing was left to explore: the best of what is known has to do."""
        self._settle = True
        self._aside.clear()

    def see(self, state: AgentState) -> bool:
        """Put what the frame shows on the map."""
        self._fired = 0.0
        camera, pose = state.body.camera, state.pose
        shown: list[Known] = []
        for spotted in self._spot(state):
            mask = spotted.mask
            points, _, _ = project_mask(mask, state.depth, camera, pose)
            if len(points) < FEWEST:
                continue
            away = np.hypot(points[:, 0] - pose.x, points[:, 1] - pose.y)
            # Masks spill over edges: what is much farther than most of the thing is not the thing.
            points = points[away <= np.median(away) + 0.5]
            shown.append(self._memory.add(spotted, points, (pose.x, pose.y)))
            if spotted.noun == 0:
                self._fired = max(self._fired, float(mask.mean()))
        for known in self._memory.of(0):
            if known not in shown and self._should_show(known, state):
                self._memory.overlook(known, OVERLOOKED, (pose.x, pose.y))
        return False

    def wanted(self) -> Wanted:
        """What the spotter asks of looks at frames."""
        return self._spotter.wanted() if isinstance(self._spotter, DetectorSpotter) else {}

    def doubtful(self, state: AgentState) -> tuple[Look, list[Array]] | None:
        """Things of the wanted kind that may be none, or that a word of the description may not fit."""
        spotter = self._spotter
        if not isinstance(spotter, DetectorSpotter):
            return None
        look = state.look(spotter.vision, spotter.parts)
        if not look.can_glance:
            return None
        spotted = [one for one in spotter.spot_in(look) if one.noun == 0 and self._in_doubt(one)]
        return look, [np.array(_box(one.mask), np.float32) for one in spotted]

    def _in_doubt(self, spotted: Spotted) -> bool:
        """Whether a closer look could change what is thought of a thing."""
        return spotted.score < SURE or any(
            abs(self._word_evidence(spotted.fits, word)) < UNDECIDED for word in self._words
        )

    def _word_evidence(self, fits: Array, word: Word) -> float:
        """How much a word of the description speaks for a thing, against the words of its rivals."""
        said = _logit(float(fits[word.said]))
        others = [_logit(float(fits[r])) for r in word.rivals]
        return _clipped(said - max(others)) if others else _clipped(said)

    def _spot(self, state: AgentState) -> list[Spotted]:
        spotter = self._spotter
        if isinstance(spotter, DetectorSpotter):
            return spotter.spot_in(state.look(spotter.vision, spotter.parts))
        return spotter.spot(state.observation)

    def _should_show(self, known: Known, state: AgentState) -> bool:
        """Whether most of a known thing lies open to the camera."""
        camera, depth = state.body.camera, state.depth
        return float(in_view(known.points, depth, camera, state.pose).mean()) >= MOSTLY

    def evidence(self, known: Known) -> float:
        """How much speaks for a thing: words of the description, relations on the map, and its kind."""
        total = _logit(known.score)
        for word in self._words:
            total += self._word_evidence(known.fits, word)
        for relation in self._relations:
            for anchor in relation.anchors:
                found = self._relation(known, relation.kind, anchor)
                total += -found if relation.negated else found
        return total

    def _relation(self, known: Known, kind: str, anchor: Noun) -> float:
        """The best that any anchor seen so far can say for the relation."""
        if kind == "on" and anchor.head == "floor":
            # Others of the kind stand on it too, so that it only
            # speaks against what stands higher.
            return 0.0 if known.low[2] <= ON_FLOOR else RELATED[False]
        if anchor.head in BUILDING:
            return 0.0
        me = known.thing(0, self._sought.head)
        if kind == "between":
            kind = "near"  # both anchors are asked for one by one
        best = None
        for n, other in enumerate(self._memory.of(self._nouns.index(anchor.head)), start=1):
            if other is known:
                continue
            held = _believed(kind, related(kind, me, [other.thing(n, anchor.head)]))
            best = held if best is None else max(best, held)
        return NO_ANCHOR if best is None else best

    def goal(self, state: AgentState) -> NDArray[np.float64] | None:
        """The points of the thing to look at, when one is worth it or the steps run low."""
        best = self._candidate(state) or self._carrier(state)
        if best is None:
            return None
        self._chosen, self.seen_from = best, best.seen_from
        away = np.hypot(best.points[:, 0] - state.pose.x, best.points[:, 1] - state.pose.y)
        near: NDArray[np.float64] = best.points[np.argsort(away)[: max(1, len(away) // 10)]]
        return near

    def _open(self, noun: int, step: int) -> list[Known]:
        """Things found by a noun that a way may lead to."""
        return [k for k in self._memory.of(noun) if self._aside.get(id(k), -1) < step]

    def _candidate(self, state: AgentState) -> Known | None:
        """The thing that fits best, if it fits well enough; when the steps run low, the best guess."""
        ranked = sorted(self._open(0, state.observation.step), key=self.evidence, reverse=True)
        guess = ranked[0] if ranked else self._guess(state.observation.step)
        if guess is not None and self._last_chance(state, guess):
            return guess
        ranked = [k for k in ranked if not k.rejected and self.evidence(k) >= self.look]
        if not ranked:
            return None
        best, held = ranked[0], self._chosen
        # A change of target half way costs many steps: another one must be clearly better.
        if held in ranked and self.evidence(best) < self.evidence(held) + self.margin:
            best = held
        return best

    def _carriers_open(self, step: int) -> list[Known]:
        """What the thing may be on, where a way may lead to."""
        return [k for noun in self._carrying for k in self._open(noun, step)]

    def _guess(self, step: int) -> Known | None:
        """The likeliest of what the thing is said to be on: from there it may be in view."""
        near = [r for r in self._relations if r.kind == "near" and not r.negated]

        def likely(known: Known) -> float:
            beside = (self._relation(known, "near", a) for r in near for a in r.anchors)
            return _logit(known.score) + sum(beside)

        return max(self._carriers_open(step), key=likely, default=None)

    def _carrier(self, state: AgentState) -> Known | None:
        """The nearest piece of furniture that may carry the thing and was not looked at from near."""
        pose, known = state.pose, self._carriers_open(state.observation.step)
        found = [k for k in known if not k.rejected and k.score >= CARRIES]
        if self._chosen in found:
            return self._chosen
        return min(found, key=lambda k: pose.distance(*map(float, k.centre[:2])), default=None)

    def _last_chance(self, state: AgentState, best: Known) -> bool:
        """Whether the steps that are left only just suffice to drive to the best thing."""
        left = self._brief.max_steps - state.observation.step
        away = state.pose.distance(float(best.centre[0]), float(best.centre[1]))
        self._settle = self._settle or left <= SPARE + STEPS_PER_METRE * DETOUR * away
        return self._settle

    def arrived(self, state: AgentState) -> bool:
        """Stop when the thing, now seen from near, still fits; else it is rejected."""
        assert self._chosen is not None
        if self._settle:
            return True
        if self._chosen.noun == 0 and self.evidence(self._chosen) >= self.accept:
            return True
        self._chosen.rejected = True
        return False

    def set_aside(self, state: AgentState) -> None:
        """No way to the thing is known: see to others first."""
        if self._chosen is not None:
            self._aside[id(self._chosen)] = state.observation.step + 20
            self._chosen = None

    def trace(self) -> Mapping[str, str | float | None]:
        """What fired, how many things of the kind are known, and what speaks for the chosen one."""
        chosen = self._chosen if self._chosen and self._chosen.noun == 0 else None
        return {
            "fired": round(self._fired, 5),
            "candidates": float(len(self._memory.of(0))),
            "evidence": None if chosen is None else round(self.evidence(chosen), 3),
        }

    def sightings(self, observation: Observation, looks: Looks | None = None) -> Detections:
        """For people who look on: the nouns that were found in a frame."""
        spotter = self._spotter
        if looks is not None and isinstance(spotter, DetectorSpotter):
            spotted = spotter.spot_in(looks.by(spotter.vision, spotter.parts))
        else:
            spotted = spotter.spot(observation)
        boxes = [_box(one.mask) for one in spotted]
        return Detections(
            np.array(boxes, np.float32).reshape(-1, 4),
            np.array([one.score for one in spotted], np.float32),
            tuple(self._nouns[one.noun] for one in spotted),
        )


def _box(mask: Array) -> tuple[int, int, int, int]:
    """Edges x0, y0, x1, y1 of what a mask covers."""
    rows, columns = (np.flatnonzero(mask.any(axis=axis)) for axis in (1, 0))
    if not len(rows):
        return 0, 0, 0, 0
    return int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1


def sought(text: str) -> tuple[Noun, tuple[Relation, ...]]:
    """What can be found of a goal: the thing itself, or what hides it; and how it stands to others."""
    try:
        goal: Description = parse(text)
    except InvalidValueError:  # nothing that a grammar can make sense of
        return Noun(head=text.strip()[:80] or "thing"), ()
    hiding = [r for r in goal.relations if r.kind in HIDING and not r.negated]
    if not hiding:
        return goal.target, goal.relations
    others = tuple(r for r in goal.relations if r.kind == "near" and not r.negated)
    return hiding[0].anchors[0], others


def _believed(kind: str, holds: bool | None) -> float:
    # Boxes from single views are thin: "on" is often seen as arguable, and "with" cannot be seen at all.
    return RELATED[holds] if kind != "with" or holds else RELATED[None]


def _logit(p: float) -> float:
    p = min(max(p, 1e-3), 1.0 - 1e-3)
    return math.log(p / (1.0 - p))


def _clipped(value: float) -> float:
    return min(max(value, -MOST), MOST)


def attributes_agent(
    model: str = "eyes-s",
    *,
    look: float = -1.0,
    accept: float = 0.0,
    detection: float = 0.05,
    explorer: str = "frontier",
    explorer_options: Mapping[str, Any] | None = None,
    seeker: type[DescribedSeeker] = DescribedSeeker,
    bump_sensor: bool = False,
    glances: int = 2,
    **options: Any,
) -> ModularAgent:
    """The agent by its options.

    Args:
        model: An open-vocabulary detector by name.
        look: Evidence that makes a thing worth the way to look at it from near.
        accept: Evidence that a thing needs, seen from near, to be taken for the goal.
        detection: Score that makes a thing a candidate; far less than would be enough to stop for.
        explorer: One of ``meadow.exploration.EXPLORERS``.
        explorer_options: For it.
        seeker: How candidates are weighed; a subclass to try another way.
        bump_sensor: Whether the robot feels a refused step; else its depth must show it.
        glances: Closer looks in a frame, at most, where the camera has more pixels than a look sees.
        options: Of :class:`meadow.agents.modular.ModularAgent`.
    """
    spotter = DetectorSpotter(model, threshold=detection)
    return ModularAgent(
        seeker=seeker(spotter, look=look, accept=accept),
        explorer=explorer,
        explorer_options=explorer_options,
        bump_sensor=bump_sensor,
        glances=glances,
        **options,
    )


__all__: Sequence[str] = ["DescribedSeeker", "attributes_agent", "sought"]
