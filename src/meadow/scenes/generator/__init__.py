"""ProcTHOR-like homes from a seed: floor plan, building, furniture, small things."""

from __future__ import annotations

from meadow.scenes.generator.generate import generate_house, house_statistics
from meadow.scenes.generator.spec import HouseSpec

__all__ = ["HouseSpec", "generate_house", "house_statistics"]
