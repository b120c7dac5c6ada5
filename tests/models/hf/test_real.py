"""Real weights, when they are here: ``MEADOW_REAL_MODELS="hf:org/name hf:/path" pytest -m real_models``."""

from __future__ import annotations

import os

import numpy as np
import pytest

pytest.importorskip("torch")

from meadow.models import load_model
from meadow.models.protocols import Captioner, Detector, ImageTextEncoder, LanguageModel, Matcher

NAMES = os.environ.get("MEADOW_REAL_MODELS", "").split()


@pytest.mark.real_models
@pytest.mark.skipif(not NAMES, reason="MEADOW_REAL_MODELS names no model")
@pytest.mark.parametrize("name", NAMES)
def test_a_real_model_knows_red_from_blue(name: str) -> None:
    model = load_model(name)
    image = np.full((224, 224, 3), 255, np.uint8)
    image[60:160, 60:160] = (220, 20, 20)
    texts = ["a red square", "a blue square"]
    if isinstance(model, ImageTextEncoder):
        scores = model.encode_texts(texts) @ model.encode_images([image]).pooled[0]
        assert scores[0] > scores[1]
    if isinstance(model, Detector):
        best = model.detect([image], texts, threshold=0.01)[0]
        assert best.labels[0] == texts[0]
        assert np.abs(best.boxes[0] - (60, 60, 160, 160)).max() < 30
    if isinstance(model, Captioner):
        assert "red" in model.caption([image])[0]
    if isinstance(model, Matcher):
        scores = model.match([image], texts)[0]
        assert scores[0] > scores[1]
    if isinstance(model, LanguageModel):
        rooms = ["kitchen", "bathroom", "bedroom"]
        assert model.choose("In which room is the toaster?", rooms).best == "kitchen"
