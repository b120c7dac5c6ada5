"""Where is what the goal says? Localizers over any vision-language model.

    localizer = OpenVocabularyLocalizer("owl", "eyes-s", threshold=0.2, prompts="photo")
    localizer.seek("a small red mug")
    confidence = localizer.locate(observation)

Five heads (``heads``) over one look of a model at a frame (``look``), prompts (``prompts``) and
post-processing (``post``); every combination is a localizer.
"""

from __future__ import annotations

from meadow.grounding.heads import HEADS
from meadow.grounding.localizer import OpenVocabularyLocalizer
from meadow.grounding.look import Look, LookPart, Looks, TextQuery, VisionModel
from meadow.grounding.model_look import vision_model
from meadow.grounding.post import POSTS
from meadow.grounding.prompts import PROMPTS

__all__ = [
    "HEADS",
    "POSTS",
    "PROMPTS",
    "Look",
    "LookPart",
    "Looks",
    "OpenVocabularyLocalizer",
    "TextQuery",
    "VisionModel",
    "vision_model",
]
