"""The figures of the evaluation, as pure functions of examined frames."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import pairwise

import numpy as np

from meadow.learning.eyes.data import facts
from meadow.learning.eyes.data.phrases import LabelledPhrase, compose, describe
from meadow.learning.eyes.exam.held_out_frames import (
    RIGHT,
    ExaminedFrame,
    Region,
    name_phrases,
    taught_categories,
)
from meadow.learning.eyes.exam.synonyms import SYNONYMS
from meadow.models.boxes import overlaps
from meadow.models.eyes import Eyes
from meadow.scenes.catalogue import CATEGORIES
from meadow.scenes.modelling.finish import COLOURS, MATERIALS, PATTERNS
from meadow.seeding import stream
from meadow.types import Array

PIXELS_PER_BOX = 0.6
"""Usual fraction of its box that a thing covers."""
LARGE, SMALL = (600.0, 1e9), (150.0, 600.0)
SIZE_BINS = (150, 300, 600, 1200, 2500, 5000, 50177)
Scorer = Callable[[Array], Array]
"""Probabilities of (N, 2) phrase and box logits."""


def scorer(calibration: Sequence[float]) -> Scorer:
    """The probability that the card's calibration gives to a candidate."""
    a, b, c = calibration

    def score(features: Array) -> Array:
        probability: Array = 1.0 / (1.0 + np.exp(-(a * features[:, 0] + b * features[:, 1] + c)))
        return probability

    return score


def judged(sight: ExaminedFrame) -> tuple[Array, Array]:
    """Judge each candidate as 1 right, 0 wrong or -1 arguable; also return its best region, or -1."""
    got = sight.candidates
    label, where = np.zeros(len(got.phrase), np.int64), np.full(len(got.phrase), -1)
    if not len(sight.regions):
        label[sight.tiny[got.phrase]] = -1
        return label, where
    truth = sight.truth[:, got.phrase].T
    hit = got.overlap >= RIGHT
    best = np.where(hit & (truth == 1), got.overlap, 0.0)
    where = np.where(best.max(axis=1) > 0, best.argmax(axis=1), -1)
    # A candidate that overlaps an arguable or tiny region is neither right nor wrong.
    arguable = ((got.overlap >= 0.3) & (truth == -1)).any(axis=1) | sight.tiny[got.phrase]
    label = np.where(where >= 0, 1, np.where(arguable, -1, 0))
    return label, where


def average_precision(
    sights: Sequence[ExaminedFrame], score: Scorer, pixels: tuple[float, float]
) -> dict[str, float]:
    """AP50 of each category over things of that many pixels; others are neither right nor wrong."""
    rows: dict[int, list[tuple[float, bool]]] = defaultdict(list)
    wanted: dict[int, int] = defaultdict(int)
    low, high = pixels
    for sight in sights:
        inside = np.array([low <= r.pixels < high for r in sight.regions], bool)
        if len(inside):
            for name in np.nonzero((sight.truth[inside] == 1).any(axis=0))[0]:
                wanted[int(name)] += int((sight.truth[inside][:, name] == 1).sum())
        for p, value, right in _claims(sight, score, inside, pixels):
            rows[p].append((value, right))
    names = [p.text for p in name_phrases()]
    return {names[p]: _area(rows[p], count) for p, count in sorted(wanted.items()) if count >= 2}


def mean_of(values: dict[str, float]) -> float:
    """The mean over categories; not a number when there is none."""
    return float(np.mean(list(values.values()))) if values else float("nan")


def _claims(
    sight: ExaminedFrame, score: Scorer, inside: Array, pixels: tuple[float, float]
) -> list[tuple[int, float, bool]]:
    """Candidates that count, each region claimed once by the best."""
    got = sight.candidates
    label, where = judged(sight)
    values = score(got.features)
    taken: set[tuple[int, int]] = set()
    out = []
    sides = got.boxes[:, 2:] - got.boxes[:, :2]
    area = PIXELS_PER_BOX * sides.prod(axis=1)
    for k in np.argsort(-values, kind="stable"):
        p, region = int(got.phrase[k]), int(where[k])
        if label[k] == -1 or (region >= 0 and not inside[region]):
            continue
        if region < 0 and not pixels[0] <= area[k] < pixels[1]:
            continue
        right = region >= 0 and (p, region) not in taken
        taken.add((p, region))
        out.append((p, float(values[k]), right))
    return out


def _area(rows: list[tuple[float, bool]], wanted: int) -> float:
    """Area under the precision-recall curve with precision made monotone."""
    if not rows:
        return 0.0
    right = np.array([r for _, r in sorted(rows, key=lambda row: -row[0])], float)
    hits = np.cumsum(right)
    precision = hits / np.arange(1, len(right) + 1)
    precision = np.maximum.accumulate(precision[::-1])[::-1]
    return float((precision * right).sum() / wanted)


def false_alarms(sights: Sequence[ExaminedFrame], score: Scorer) -> tuple[Array, int]:
    """The best score of every (frame, absent name) that has a candidate, and how many pairs there are."""
    best, pairs = [], 0
    for sight in sights:
        absent = ~sight.tiny
        if len(sight.regions):
            absent &= (sight.truth == 0).all(axis=0)
        pairs += int(absent.sum())
        got = sight.candidates
        mine = absent[got.phrase]
        top = np.zeros(len(absent))
        np.maximum.at(top, got.phrase[mine], score(got.features[mine]))
        best.append(top[top > 0])
    return np.concatenate(best) if best else np.zeros(0), pairs


def threshold_for(sights: Sequence[ExaminedFrame], score: Scorer, per_1000: float) -> float:
    """The lowest threshold that keeps false alarms per 1,000 frames and absent phrase below a figure."""
    best, pairs = false_alarms(sights, score)
    allowed = int(per_1000 * pairs / 1000.0)
    ranked = np.sort(best)[::-1]
    return float(min(0.999, ranked[allowed] + 1e-6)) if allowed < len(ranked) else 0.05


def recall_at(
    sights: Sequence[ExaminedFrame], score: Scorer, threshold: float, fewest: float
) -> float:
    """Fraction of things of at least so many pixels that are found at a threshold by their name."""
    found = wanted = 0
    for sight in sights:
        label, where = judged(sight)
        fine = (label == 1) & (score(sight.candidates.features) >= threshold)
        hits = {(int(sight.candidates.phrase[k]), int(where[k])) for k in np.nonzero(fine)[0]}
        for r, region in enumerate(sight.regions):
            if region.pixels >= fewest:
                wanted += 1
                found += any((int(p), r) in hits for p in np.nonzero(sight.truth[r] == 1)[0])
    return found / max(1, wanted)


def calibration_points(sights: Sequence[ExaminedFrame]) -> tuple[Array, Array]:
    """(N, 2) features and (N,) labels of all candidates that are right or wrong."""
    features, labels = [], []
    for sight in sights:
        label, _ = judged(sight)
        features.append(sight.candidates.features[label >= 0])
        labels.append(label[label >= 0])
    return np.concatenate(features), np.concatenate(labels)


def fit_calibration(features: Array, labels: Array) -> tuple[float, float, float]:
    """Logistic regression of right on the two logits, by Newton's method."""
    x = np.column_stack([features, np.ones(len(features))])
    w = np.array([1.0, 0.5, 0.0])
    for _ in range(25):
        p = 1.0 / (1.0 + np.exp(-np.clip(x @ w, -30.0, 30.0)))
        hessian = (x * (p * (1 - p))[:, None]).T @ x + 1e-3 * np.eye(3)
        w = w - np.linalg.solve(hessian, x.T @ (p - labels) + 1e-3 * (w - [1.0, 0.5, 0.0]))
    return float(w[0]), float(w[1]), float(w[2])


def reliability(
    probability: Array, labels: Array, bins: int = 10
) -> list[tuple[float, float, int]]:
    """(mean score, fraction right, count) of candidates in bins of their score."""
    which = np.minimum((probability * bins).astype(int), bins - 1)
    return [
        (float(probability[which == b].mean()), float(labels[which == b].mean()), int((which == b).sum()))
        for b in range(bins)
        if (which == b).any()
    ]  # fmt: skip


def calibration_error(curve: Sequence[tuple[float, float, int]]) -> float:
    """Mean distance between score and fraction right, weighted by count."""
    total = sum(count for _, _, count in curve)
    return sum(abs(score - right) * count for score, right, count in curve) / max(1, total)


def _regions(sights: Sequence[ExaminedFrame], fewest: int = 150) -> list[Region]:
    return [r for s in sights for r in s.regions if r.pixels >= fewest]


def name_rank(cosines: Array, truth: Array) -> int:
    """The number of wrong names nearer to a region than its best true one; arguable ones do not count."""
    order = np.argsort(-np.where(truth == -1, -2.0, cosines), kind="stable")
    return int(np.nonzero(truth[order] == 1)[0][0])


def naming(
    eyes: Eyes, sights: Sequence[ExaminedFrame]
) -> dict[str, float | list[tuple[int, float, int]]]:
    """Fraction of regions whose best name is a true one, by size, for seen and for unseen shapes."""
    names = name_phrases()
    texts = eyes.encode_texts([p.text for p in names])
    known = taught_categories(eyes)
    rows = []
    for sight in sights:
        for r, region in enumerate(sight.regions):
            rank = name_rank(texts @ region.vector, sight.truth[r])
            shown = region.category in known
            rows.append((region.pixels, rank == 0, rank < 5, region.unseen_shape, shown))
    pixels, top, five, unseen, taught = (np.array(column) for column in zip(*rows))
    bins = []
    for low, high in pairwise(SIZE_BINS):
        here = (pixels >= low) & (pixels < high)
        bins.append((low, float(top[here].mean()) if here.any() else 0.0, int(here.sum())))
    big = pixels >= 600
    small = (pixels >= SMALL[0]) & (pixels < SMALL[1])
    return {
        "name_top1": float(top.mean()),
        "name_top5": float(five.mean()),
        "name_top1_150_600": float(top[small].mean()) if small.any() else float("nan"),
        "name_top1_600": float(top[big].mean()),
        "name_top1_600_taught": float(top[big & taught].mean()),
        "name_top1_600_unseen_shapes": float(top[big & unseen].mean()),
        "name_top1_600_seen_shapes": float(top[big & ~unseen].mean()),
        "by_pixels": bins,
    }


def attributes(eyes: Eyes, sights: Sequence[ExaminedFrame]) -> dict[str, float]:
    """Fraction of regions of 300 pixels or more whose best colour, material or pattern is a true one."""
    out = {}
    for kind, words in (("colour", COLOURS), ("material", MATERIALS), ("pattern", PATTERNS[:-1])):
        texts = eyes.encode_texts([f"{word} thing" for word in words])
        right = []
        for region in _regions(sights, 300):
            held = [f"{kind}:{w}" in region.facts.true for w in words]
            if not any(held):
                continue
            maybe = [f"{kind}:{w}" in region.facts.maybe for w in words]
            best = int(np.argmax(np.where(maybe, -2.0, texts @ region.vector)))
            right.append(held[best])
        out[f"{kind}_accuracy"] = float(np.mean(right))
    return out


def distractors(
    eyes: Eyes, sights: Sequence[ExaminedFrame], trials: int = 3000
) -> dict[str, float]:
    """How often the described thing scores above another of its category that differs in one word."""
    rng = stream(0, "eyes", "distractors")
    groups: dict[str, list[Region]] = defaultdict(list)
    for region in _regions(sights, 300):
        groups[region.category].append(region)
    groups = {c: rs for c, rs in groups.items() if len(rs) >= 2}
    results: dict[str, list[bool]] = defaultdict(list)
    for _ in range(trials):
        a, b = rng.sample(groups[rng.choice(sorted(groups))], 2)
        differing = _differing(a, b)
        if not differing:
            continue
        kind = rng.choice(sorted({atom.partition(":")[0] for atom in differing}))
        atom = rng.choice([x for x in differing if x.startswith(kind + ":")])
        phrase = compose(rng, a.category, [atom])
        text = eyes.encode_texts([phrase.text])[0]
        results[kind].append(bool(text @ a.vector > text @ b.vector))
    out = {f"distractor_{kind}": float(np.mean(r)) for kind, r in sorted(results.items())}
    every = [value for values in results.values() for value in values]
    return {"distractor_choice": float(np.mean(every)), "distractor_trials": len(every), **out}


def _differing(a: Region, b: Region) -> list[str]:
    """Atoms that hold of one thing and are false of the other."""
    skipped = ("name:", "kind:", "general:")
    false = a.facts.true - b.facts.true - b.facts.maybe
    return sorted(
        atom for atom in false if not atom.startswith(skipped) and atom != "pattern:plain"
    )


def grounding(eyes: Eyes, sights: Sequence[ExaminedFrame]) -> float:
    """How often the best box for a true description is on a thing that it holds of."""
    rng = stream(0, "eyes", "grounding")
    right = []
    for sight in sights:
        if sight.seen is None or not sight.regions:
            continue
        region = rng.choice(sight.regions)
        phrase: LabelledPhrase = describe(rng, region.facts)[0]
        found = eyes.detect_seen(
            sight.seen, [phrase.text], eyes.encode_texts([phrase.text]), (224, 224), 0.0005
        )
        if not len(found):
            right.append(False)
            continue
        hit = (
            overlaps(found.boxes[:1], np.array([r.box for r in sight.regions], np.float32))[0]
            >= RIGHT
        )
        right.append(any(h and phrase.truth(r.facts) for h, r in zip(hit, sight.regions)))
    return float(np.mean(right)) if right else float("nan")


def rooms(eyes: Eyes, sights: Sequence[ExaminedFrame]) -> float:
    """Fraction of a wandering robot's frames whose best room name is right."""
    texts = eyes.encode_texts([f"a {names[0]}" for names in facts.ROOM_NAMES.values()])
    right = [int(np.argmax(texts @ s.pooled)) == s.room for s in sights if s.wandering]
    return float(np.mean(right))


def synonyms(eyes: Eyes, sights: Sequence[ExaminedFrame]) -> dict[str, float]:
    """Naming with words that no training read, and with the known names of the same things."""
    names = name_phrases()
    texts = eyes.encode_texts([p.text for p in names])
    index = {p.text: k for k, p in enumerate(names)}
    unseen = {c: words for c in index if (words := _unseen_words(c))}
    known, new = [], []
    for sight in sights:
        for r, region in enumerate(sight.regions):
            if region.category not in unseen or region.pixels < 300:
                continue
            own = index[region.category]
            rivals = np.where(sight.truth[r] == 0, texts @ region.vector, -2.0).max()
            known.append(float(texts[own] @ region.vector) > rivals)
            vectors = eyes.encode_texts(unseen[region.category])
            new.append(float(np.mean(vectors @ region.vector > rivals)))
    return {
        "synonyms_tested": sum(map(len, unseen.values())),
        "known_name_accuracy": float(np.mean(known)),
        "unseen_synonym_accuracy": float(np.mean(new)),
        "synonym_ratio": float(np.mean(new) / max(1e-9, np.mean(known))),
    }


def _unseen_words(category: str) -> list[str]:
    """Words for a category that are not taught, nor the names of another."""
    if category == "person":
        return list(SYNONYMS.get(category, ()))
    words = set(SYNONYMS.get(category, ())) | facts.held_out_synonyms(category)
    taught = set(facts.names_of(category)) - facts.held_out_synonyms(category)
    others = {n for c in CATEGORIES if c != category for n in facts.names_of(c)}
    return sorted(words - taught - others)
