"""The model card: training data, results and limitations of a model."""

from __future__ import annotations

from typing import Any

from meadow.episodes.seeds import EYES_HELD_OUT, EYES_TRAINING, VAL
from meadow.learning.eyes.data import facts
from meadow.learning.eyes.data.phrases import categories
from meadow.learning.eyes.exam.evaluate import table
from meadow.models.eyes.files import Settings

_TEXT = """# {name}, revision {revision}

An image-text encoder and open-vocabulary detector for Meadow's homes. Image tower: EfficientNet-Lite
(ImageNet weights, Apache-2.0) with a feature pyramid to cells of 8x8 pixels, box and mask heads and a
class token; text tower: two layers over Meadow's word table. Runs on onnxruntime without torch.

## Data
- {images:,} pictures ({steps:,} steps, {minutes:.0f} minutes), rendered on the fly in
  generated homes with seeds below {seen:,}, with things of {categories} categories added in turn in random
  looks; no navigation episodes, no homes of benchmarks (seeds from {suites:,} on).
- {training}
- Held out: one shape of {shapes} categories, {synonyms} synonyms, homes with seeds from {examined:,} on.

## Figures
Held-out homes, {frames} frames of 224x224 aimed at one thing each, half of the added things in shapes that
no training showed, plus views of a driving robot for rooms. Calibration and threshold are from other homes.

{table}
## Limits
- It knows rendered homes, not photographs. It tells prints apart as pictures and cannot read text.
- Doors, windows, walls, floors and ceilings are found as areas (heat maps); their boxes mean nothing.
- "small" and "large" are meant within a category and are hard to tell from one picture.
- Things below about 150 pixels are often missed; a score is calibrated for the names of categories.
- The recommended threshold keeps false alarms rare and costs recall; see the figures.
"""

_SEEN = "Trained on all categories: its results on benchmark objects are not zero-shot."
_UNSEEN = "Trained without {count} categories and their names, which benchmarks hold out: {names}."


def card_text(settings: Settings, result: dict[str, Any]) -> str:
    """The card in Markdown."""
    revision = settings.catalogue_revision
    hidden = sorted(facts.unseen_categories(revision))
    training = _UNSEEN.format(count=len(hidden), names=", ".join(hidden))
    return _TEXT.format(
        name=settings.name,
        revision=settings.revision,
        images=settings.images,
        steps=settings.steps,
        minutes=settings.minutes,
        categories=len(categories(settings.zero_shot, revision)),
        training=training if settings.zero_shot else _SEEN,
        shapes=sum(bool(facts.held_out_variants(c)) for c in categories(False, revision)),
        synonyms=sum(len(facts.held_out_synonyms(c)) for c in categories(False, revision)),
        seen=EYES_TRAINING.stop,
        suites=VAL.start,
        examined=EYES_HELD_OUT.start,
        frames=result["frames"],
        table=table([result]),
    )
