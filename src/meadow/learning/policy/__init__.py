"""Learning to drive: algorithms, networks and the teacher, over any Gymnasium vector environment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meadow.registry import Registry

if TYPE_CHECKING:
    from meadow.learning.policy.presets import TrainingPreset

#: Presets of trainings that benchmarks add to Meadow's own.
FURTHER_PRESETS: Registry[TrainingPreset] = Registry("preset")
