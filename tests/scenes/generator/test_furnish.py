"""Rooms that are furnished more than once."""

from __future__ import annotations

from meadow.scenes.generator import generate_house


def test_a_coffee_table_on_a_rug_leaves_with_the_rug() -> None:
    """Clearing this living room once took the table twice."""
    assert len(generate_house(5000056, rooms=5).objects) > 60
