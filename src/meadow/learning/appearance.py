"""Fits :class:`meadow.models.appearance.Appearance` in homes of training."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from io import BytesIO

import numpy as np
import torch
from numpy.typing import NDArray

from meadow.episodes.seeds import ENCODER_EXAM, FIRST_POLICY_HOME
from meadow.learning.home_pictures import pictured_homes
from meadow.models.appearance import pixel_features
from meadow.types import Embodiment

#: Things with fewer pixels are not learned from.
FEWEST = 60
#: Pictures of each home.
PICTURES = 14
#: Weight of the squares of the weights.
DECAY = 1e-4


def fit_appearance(
    body: Embodiment, homes: int, exam_homes: int, tell: Callable[[str], None]
) -> tuple[bytes, float]:
    """An npz, and the share of things in homes that no training uses whose colour is told rightly."""
    first = range(FIRST_POLICY_HOME, FIRST_POLICY_HOME + homes)
    features, named, made_of = _things(body, first, tell)
    words = sorted(set(named))
    weights = _fitted(features, np.array([words.index(name) for name in named]), len(words))
    asked, truth, _ = _things(body, ENCODER_EXAM[:exam_homes], tell)
    told = [words[k] for k in (asked @ weights).argmax(axis=1)]
    right = float(np.mean([a == b for a, b in zip(told, truth)]))
    materials = sorted({material for _, material in made_of})
    categories = sorted({category for category, _ in made_of})
    counts = [[made_of[category, material] for material in materials] for category in categories]
    file = BytesIO()
    np.savez_compressed(
        file,
        colours=np.array(words),
        weights=weights.astype(np.float16),
        materials=np.array(materials),
        categories=np.array(categories),
        made_of=np.array(counts, np.uint16),
    )
    return file.getvalue(), right


def _things(
    body: Embodiment, homes: range, tell: Callable[[str], None]
) -> tuple[NDArray[np.float64], list[str], Counter[tuple[str, str]]]:
    """Features and colours of things as pictures show them; how many of a category have a material."""
    features, colours, made_of = [], [], Counter[tuple[str, str]]()
    for house, pictures in pictured_homes("appearance", body, homes, PICTURES, tell=tell):
        made_of.update((item.category, item.parts[0].material) for item in house.objects)
        for picture in pictures:
            ids = picture.oracle.frames().ids
            for id, count in zip(*np.unique(ids, return_counts=True)):
                if 0 < id <= len(house.objects) and count >= FEWEST:
                    features.append(pixel_features(picture.observation.rgb[ids == id]))
                    colours.append(house.objects[id - 1].parts[0].colour)
    return np.array(features), colours, made_of


def _fitted(
    features: NDArray[np.float64], labels: NDArray[np.int64], count: int
) -> NDArray[np.float64]:
    """(F, count) weights of a multinomial regression."""
    x, y = torch.tensor(features, dtype=torch.float32), torch.tensor(labels)
    weights = torch.zeros(x.shape[1], count, requires_grad=True)
    optimizer = torch.optim.LBFGS([weights], max_iter=200, line_search_fn="strong_wolfe")

    def loss() -> torch.Tensor:
        optimizer.zero_grad()
        value = torch.nn.functional.cross_entropy(x @ weights, y) + DECAY * (weights**2).sum()
        value.backward()
        return value

    optimizer.step(loss)
    fitted: NDArray[np.float64] = weights.detach().double().numpy()
    return fitted
