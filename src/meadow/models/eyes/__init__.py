"""``eyes``: the embedded vision-language model, trained by this project in its own homes.

    eyes = load_eyes("eyes-s")
    eyes.detect([rgb], ["a red mug", "the sofa"], threshold=eyes.threshold)

Runs on onnxruntime and numpy alone; the weights ship with the package.
"""

from __future__ import annotations

from meadow.models.eyes.eyes import Eyes, available, load_eyes

__all__ = ["Eyes", "available", "load_eyes"]
