"""The paper's methods and ours: who guesses, who knows, who learned it, and who goes and looks.

meadow agents list --tag excalibur
meadow eval excalibur --split test --agent surveyor --option eyes=eyes-s
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from meadow.agents.rows import AgentRow

if TYPE_CHECKING:
    from meadow.agents.surveyor import Surveyor

#: What a surveyor sees with unless told: eyes that never saw what tests hold out.
EYES = "eyes-s-zs"

#: Guessers and oracles lie beside this file, which must not import them: they know homes and questions.
_HERE = __package__
_LEARNED: dict[str, Any] = {"tags": ("learned",), "make": f"{_HERE}.learned:learned"}
_TRAINED = "drives and answers by a network that was trained with the reward"

#: In the order of the paper's Table 2, then who knows, then ours.
ROWS = (
    AgentRow(
        "random-answer",
        "stands still and answers at random, by the type of the question",
        "Random",
        make=f"{_HERE}.guessers:RandomAnswer",
    ),
    AgentRow(
        "language-only",
        "stands still and answers by what questions alone tell",
        "Language",
        make=f"{_HERE}.guessers:LanguageOnly",
    ),
    AgentRow("novelty", f"{_TRAINED} novelty", "Novelty", {"weights": "novelty"}, **_LEARNED),
    AgentRow("qa", f"{_TRAINED} qa", "QA", {"weights": "qa"}, **_LEARNED),
    AgentRow(
        "novelty+qa", f"{_TRAINED} novelty+qa", "Novelty+QA", {"weights": "novelty+qa"}, **_LEARNED
    ),
    AgentRow(
        "oracle-answers",
        "stands still and knows the home",
        tags=("privileged",),
        make=f"{_HERE}.oracles:OracleAnswers",
    ),
    AgentRow(
        "oracle-memory",
        "explores, and remembers perfectly what it saw, opened and lifted",
        tags=("privileged",),
        make=f"{_HERE}.oracles:OracleMemory",
    ),
    AgentRow(
        "surveyor",
        "explores, opens, weighs and remembers; answers by programs on its memory",
    ),
    AgentRow(
        "surveyor-oracle-eyes",
        "the surveyor with perfect eyes: instance, category, colours and materials of what is in view",
        options={"eyes": "oracle"},
        tags=("privileged",),
    ),
)


def surveyor(eyes: str = EYES, *, opens: bool = True, weighs: bool = True) -> Surveyor:
    """A surveyor that guesses what it cannot know by the answers of training homes.

    Args:
        eyes: What it sees with: a detector of ``meadow models list``, or "oracle" for perfect eyes.
        opens: Whether to open what opens.
        weighs: Whether to weigh what can be lifted.
    """
    from meadow.agents.survey_eyes import DetectorEyes, OracleEyes
    from meadow.agents.surveyor import Surveyor
    from meadow.benchmarks.excalibur.guessers import contents_asked, most_frequent, weight_asked

    return Surveyor(
        OracleEyes() if eyes == "oracle" else DetectorEyes(eyes),
        guess=most_frequent,
        weight_asked=weight_asked,
        contents_asked=contents_asked,
        opens=opens,
        weighs=weighs,
    )
