"""The surveyor with what it needs here: what questions of training homes ask for, and their answers."""

from __future__ import annotations

from typing import Any

from meadow.agents.monocular import MonocularSenses
from meadow.agents.survey_eyes import DetectorEyes, OracleEyes
from meadow.agents.surveyor import PerfectSurveyor, Surveyor
from meadow.benchmarks.excalibur.guessers import contents_asked, most_frequent, weight_asked
from meadow.benchmarks.excalibur.sizes import likely_answer
from meadow.benchmarks.excalibur.trust import believed

#: What a surveyor sees with unless told: eyes that never saw what tests hold out.
EYES = "eyes-s-zs"
#: What questions of training homes ask about.
ASKED: dict[str, Any] = {"weight_asked": weight_asked, "contents_asked": contents_asked}
#: How one answers who cannot rely on what was seen: by training homes about as large.
_DOUBTS: dict[str, Any] = {"guess": likely_answer, "believe": believed, **ASKED}


def surveyor(eyes: str = EYES, *, opens: bool = True, weighs: bool = True) -> Surveyor:
    """A surveyor that guesses what it cannot know by the answers of training homes about as large.

    Args:
        eyes: What it sees with, a detector of ``meadow models list``.
        opens: Whether to open what opens.
        weighs: Whether to weigh what can be lifted.
    """
    return Surveyor(DetectorEyes(eyes), opens=opens, weighs=weighs, **_DOUBTS)


def rgb_surveyor() -> Surveyor:
    """The same without depth and pose: it tells depth from pictures and counts its own steps.

    What it opens and weighs it would have to reach more exactly than that, so its hand rests.
    """
    eyes, senses = DetectorEyes(EYES), MonocularSenses(EYES)
    return Surveyor(eyes, senses=senses, opens=False, weighs=False, **_DOUBTS)


def perfect_surveyor(*, opens: bool = True, weighs: bool = True) -> PerfectSurveyor:
    """A surveyor with perfect eyes. Privileged.

    It guesses as ``language-only`` does, so that it is ahead of that by what it has seen.

    Args:
        opens: Whether to open what opens.
        weighs: Whether to weigh what can be lifted.
    """
    return PerfectSurveyor(
        OracleEyes(),
        guess=lambda question, floor: most_frequent(question),
        opens=opens,
        weighs=weighs,
        **ASKED,
    )
