"""What a run's agent had seen in training: results on that are not zero-shot."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from meadow import serialize
from meadow.evaluation.run.spec import RunSpec
from meadow.language.held_out import UNSEEN
from meadow.models.eyes.files import Settings, weights_directory
from meadow.policies.policy import TRAINED_UNDER, TRAINED_WITH


def trained_under(spec: RunSpec) -> tuple[str, ...]:
    """Corruptions that a policy of the agent was trained or adapted under."""
    return _names(spec, TRAINED_UNDER)


def trained_with(spec: RunSpec) -> tuple[str, ...]:
    """Changes of pictures that a policy of the agent was trained with."""
    return _names(spec, TRAINED_WITH)


def _names(spec: RunSpec, key: str) -> tuple[str, ...]:
    return tuple(name for name in spec.models.get(key, "").split(",") if name)


def familiar(corruptions: Iterable[str], training: Sequence[str]) -> tuple[str, ...]:
    """Those corruptions that occurred in training, at whatever severity."""
    known = {name.partition("@")[0] for name in training}
    return tuple(name for name in corruptions if name.partition("@")[0] in known)


@cache
def held_out_categories(eyes: str) -> frozenset[str]:
    """Categories that embedded eyes were neither shown nor told of in training, by the eyes' card.

    Only goals of these are zero-shot for such eyes. Eyes that learnt everything have none, and neither
    have models from elsewhere, of which nobody here knows what they were shown.
    """
    card = weights_directory() / f"{eyes}.json"
    if not eyes or "/" in eyes or not card.is_file():
        return frozenset()
    settings = serialize.read(card, Settings)
    return UNSEEN[settings.catalogue_revision] if settings.zero_shot else frozenset()
