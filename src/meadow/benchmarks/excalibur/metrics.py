"""The metrics of the benchmark, from records: accuracy, ExQA, what was explored, and what was grounded."""

from __future__ import annotations

import math

from meadow.benchmarks.excalibur.task import EXAM, EXPLORE, REENTER, REFINED_EXAM, exqa
from meadow.episodes.record import EpisodeRecord
from meadow.language.questions.answers import is_correct

#: How far from where the robot has been the floor counts as covered, metres, and the side of a cell.
COVERED, CELL = 0.75, 0.25
TASK = "excalibur"


def _is_ours(record: EpisodeRecord) -> bool:
    return record.episode.task == TASK and len(record.legs) == REFINED_EXAM + 1


def _right(record: EpisodeRecord, leg: int) -> list[bool]:
    said = record.legs[leg].answers
    true = [question.answer for question in record.episode.questions]
    return [is_correct(given, truth) for given, truth in zip(said, true, strict=True)]


def _accuracy(record: EpisodeRecord, leg: int) -> float | None:
    if not _is_ours(record):
        return None
    right = _right(record, leg)
    return sum(right) / len(right) if right else None


def _first(record: EpisodeRecord, leg: int) -> int:
    """Actions before a leg."""
    return record.legs[leg].first


def acc_exp(record: EpisodeRecord) -> float | None:
    """Share of the questions that were answered correctly after exploring."""
    return _accuracy(record, EXAM)


def acc_ref(record: EpisodeRecord) -> float | None:
    """Share of the questions that were answered correctly after going back in."""
    return _accuracy(record, REFINED_EXAM)


def t3(record: EpisodeRecord) -> float | None:
    """Actions of phase III before Stop."""
    if not _is_ours(record):
        return None
    steps = _first(record, REFINED_EXAM) - _first(record, REENTER)
    return float(steps - (record.legs[REENTER].outcome == "stopped"))


def exqa_score(record: EpisodeRecord) -> float | None:
    """Accuracy after exploring, plus the discounted gain of going back in: the paper's equation (1)."""
    before, after, steps = acc_exp(record), acc_ref(record), t3(record)
    if before is None or after is None or steps is None:
        return None
    energy = float(record.legs[EXAM].parts["energy"])
    return exqa(before, after, int(steps), energy)


def _grounded(record: EpisodeRecord, leg: int) -> float | None:
    """Only answers that are right and that what was seen, opened or lifted decides count."""
    if not _is_ours(record) or "evidence" not in record.probes:
        return None
    decided = record.probes["evidence"][_first(record, leg) + leg]
    right = _right(record, leg)
    if not isinstance(decided, str) or not right:
        return None
    return sum(a and b == "1" for a, b in zip(right, decided, strict=True)) / len(right)


def grounded_exp(record: EpisodeRecord) -> float | None:
    """Share of the questions answered correctly after exploring that evidence from the run decides."""
    return _grounded(record, EXAM)


def grounded_ref(record: EpisodeRecord) -> float | None:
    """The same after going back in."""
    return _grounded(record, REFINED_EXAM)


def area(record: EpisodeRecord) -> float | None:
    """Square metres around where the robot has been in phase I."""
    if not _is_ours(record):
        return None
    poses = record.poses[_first(record, EXPLORE) : _first(record, EXAM) + 1]
    reach = math.ceil(COVERED / CELL)
    spots = {(round(x / CELL), round(y / CELL)) for x, y, *_ in poses}
    near = [
        (i, j)
        for i in range(-reach, reach + 1)
        for j in range(-reach, reach + 1)
        if math.hypot(i, j) * CELL <= COVERED
    ]
    cells = {(x + i, y + j) for x, y in spots for i, j in near}
    return len(cells) * CELL**2


def _ids(record: EpisodeRecord, probe: str) -> set[str]:
    """Ids in a probe's column in phase I."""
    column = record.probes.get(probe, ())[: _first(record, EXAM) + 1]
    return {id for value in column if isinstance(value, str) for id in value.split(" ")}


def _number(record: EpisodeRecord, probe: str) -> float | None:
    if not _is_ours(record) or probe not in record.probes:
        return None
    return float(len(_ids(record, probe)))


def objects_seen(record: EpisodeRecord) -> float | None:
    """Things that were in view in phase I."""
    return _number(record, "first_seen")


def opened(record: EpisodeRecord) -> float | None:
    """Things that were opened in phase I."""
    return _number(record, "opened")


def lifted(record: EpisodeRecord) -> float | None:
    """Things that were lifted in phase I."""
    return _number(record, "held")
