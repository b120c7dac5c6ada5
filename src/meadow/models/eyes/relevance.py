"""Gradient relevance (CLIP-Grad) in closed form.

The pooled vector is ``p = bias + sum_ht attention_ht * value_ht`` and the score ``s = cos(p, text)``.
So ``ds/dattention_ht = value_ht . (text - s p/|p|) / |p|``, and the relevance of token t is the mean
over heads of what is positive in gradient times attention, as Chefer et al. take it for the last block.
"""

from __future__ import annotations

import numpy as np

from meadow.types import Array


def attention_gradient(values: Array, pooled: Array, text: Array) -> Array:
    """(H, T) gradient of the cosine of ``pooled`` and the unit vector ``text`` by the attention."""
    length = max(float(np.linalg.norm(pooled)), 1e-12)
    unit = pooled / length
    slope = (text - float(unit @ text) * unit) / length
    gradient: Array = values @ slope
    return gradient


def relevance(attention: Array, values: Array, pooled: Array, text: Array) -> Array:
    """(T,) relevance of the tokens for a phrase, not negative."""
    gradient = attention_gradient(values, pooled, text)
    mean: Array = np.maximum(gradient * attention, 0.0).mean(axis=0)
    return mean
