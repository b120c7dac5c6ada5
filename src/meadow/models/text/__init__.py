"""Words as vectors: the embedded text encoder, offline and without torch."""

from __future__ import annotations

from meadow.models.text.words import Words, load_words

__all__ = ["Words", "load_words"]
