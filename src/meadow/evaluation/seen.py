"""What a run's agent had seen in training: results under that are not zero-shot."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from meadow.agents.policy import TRAINED_UNDER, TRAINED_WITH
from meadow.evaluation.spec import RunSpec


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
