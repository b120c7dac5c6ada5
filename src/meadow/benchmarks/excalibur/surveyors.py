"""The surveyor with what it needs here: it guesses by what questions are mostly answered with."""

from __future__ import annotations

from meadow.agents.surveyor import Surveyor
from meadow.benchmarks.excalibur.guessers import most_frequent


def surveyor(eyes: str = "oracle", *, opens: bool = True, weighs: bool = True) -> Surveyor:
    """A surveyor that guesses what it cannot know by the answers of training homes.

    Args:
        eyes: What it sees with; "oracle" for perfect eyes.
        opens: Whether to open what opens.
        weighs: Whether to weigh what can be lifted.
    """
    return Surveyor(eyes, guess=most_frequent, opens=opens, weighs=weighs)
