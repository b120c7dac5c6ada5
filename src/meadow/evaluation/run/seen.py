"""What a run's agent had seen in training: results on that are not zero-shot."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from meadow.evaluation.run.spec import RunSpec
from meadow.language.held_out import UNSEEN
from meadow.models.eyes.files import NAMES, ZERO_SHOT
from meadow.policies.policy import TRAINED_UNDER, TRAINED_WITH
from meadow.scenes.catalogue import CATEGORIES


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


def catalogue_revision(spec: RunSpec, eyes: str) -> int | None:
    """The revision of the catalogue that a run's embedded eyes were trained on; None for other models."""
    if eyes not in NAMES:
        return None
    _, at, card = spec.models.get(f"model {eyes}", "").partition("@")
    # Runs of the first versions name a hash alone, and none of a model that is not on record.
    return int(card.partition(".")[0]) if at else 1


def held_out_categories(spec: RunSpec, eyes: str) -> frozenset[str]:
    """Categories that a run's embedded eyes were neither shown nor told of in training.

    Only goals of these are zero-shot for such eyes. Categories that came into the catalogue after the
    training are among them. Eyes that learnt everything have none, and neither have models from elsewhere,
    of which nobody here knows what they were shown.
    """
    revision = catalogue_revision(spec, eyes)
    if revision is None or not eyes.endswith(ZERO_SHOT):
        return frozenset()
    return UNSEEN[revision] | {name for name, c in CATEGORIES.items() if c.revision > revision}
