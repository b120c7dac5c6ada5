"""Where is what the goal says? Localizers over any vision-language model.

    localizer = OpenVocabularyLocalizer("owl", "eyes-s", threshold=0.2, prompts="photo")
    localizer.seek("a small red mug")
    confidence = localizer.locate(observation)

Five heads (``heads``) over models made ready once (``sights``), prompts (``prompts``) and
post-processing (``post``); every combination is a localizer.
"""

from __future__ import annotations

from meadow.grounding.heads import HEADS
from meadow.grounding.localizer import OpenVocabularyLocalizer
from meadow.grounding.post import POSTS
from meadow.grounding.prompts import PROMPTS
from meadow.grounding.sights import Sight, View, sight_of

__all__ = ["HEADS", "POSTS", "PROMPTS", "OpenVocabularyLocalizer", "Sight", "View", "sight_of"]
