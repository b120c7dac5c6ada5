"""Three-valued logic against its truth tables."""

from __future__ import annotations

import itertools

import pytest

from meadow.language.truth import all_of, any_of, negate

ORDER = {False: 0, None: 1, True: 2}
VALUES = {value: key for key, value in ORDER.items()}


@pytest.mark.parametrize("truths", [*itertools.product((True, False, None), repeat=3)])
def test_all_is_the_least_and_any_the_greatest(truths: tuple[bool | None, ...]) -> None:
    assert all_of(truths) is VALUES[min(ORDER[t] for t in truths)]
    assert any_of(truths) is VALUES[max(ORDER[t] for t in truths)]
    assert negate(all_of(truths)) is any_of(negate(t) for t in truths)


def test_of_nothing_all_holds_and_nothing_does() -> None:
    assert all_of([]) is True
    assert any_of([]) is False
