"""The paper's methods and ours: who guesses, who knows, who learned it, and who goes and looks.

meadow agents list --tag excalibur
meadow eval excalibur --split test --agent surveyor --option eyes=eyes-s
"""

from __future__ import annotations

from typing import Any

from meadow.agents.rows import AgentRow

#: Guessers, oracles and what the surveyor guesses by lie beside this file, which must not import them: they
#: know homes and questions.
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
    *(
        AgentRow(
            f"qa-{encoder}",
            f"{_TRAINED} qa, over {what}",
            "QA",
            {"weights": f"qa-{encoder}"},
            **_LEARNED,
        )
        for encoder, what in (
            ("pooled", "one vector of each picture, as CLIP's"),
            ("detections", "the surest boxes of each picture, as Mask R-CNN's"),
        )
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
        "explores, opens, weighs and remembers; answers by programs on its memory (RGB, depth, pose, hand)",
    ),
    AgentRow(
        "surveyor-rgb",
        "the surveyor without depth, pose and hand: depth told from pictures, steps counted (RGB only)",
        make=f"{_HERE}.surveyors:rgb_surveyor",
    ),
    AgentRow(
        "surveyor-oracle-eyes",
        "the surveyor with perfect eyes: instance, category, colours and materials of what is in view",
        tags=("privileged",),
        make=f"{_HERE}.surveyors:perfect_surveyor",
    ),
)
