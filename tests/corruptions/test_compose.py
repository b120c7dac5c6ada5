"""Corruptions by name."""

from __future__ import annotations

import pytest

from meadow.corruptions import CorruptionOptions, parse, text
from meadow.errors import InvalidValueError, UnknownIdError


def test_names_and_severities_are_read_in_order():
    chosen = parse("spatter@3, motion_drift,defocus-blur")
    assert [c.name for c in chosen] == ["spatter@3", "motion_drift", "defocus_blur@5"]
    assert text(chosen) == "spatter@3,motion_drift,defocus_blur@5"
    assert parse(text(chosen)) == chosen
    assert parse(["spatter@3", "motion_drift"]) == chosen[:2]


@pytest.mark.parametrize("nothing", ["", "clean", []])
def test_nothing_is_clean(nothing):
    assert parse(nothing) == ()
    assert text(()) == "clean"


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        ("splatter@5", "Did you mean 'spatter'"),
        ("spatter@0", "expected 1 .* to 5"),
        ("spatter@6", "expected 1 .* to 5"),
        ("spatter@", "expected 1 .* to 5"),
        ("spatter@worst", "expected 1 .* to 5"),
        ("motion_drift@3", "has no severities; write motion_drift"),
        ("spatter@5,,motion_drift", "an empty name"),
        ("@5", "an empty name"),
        (",", "an empty name"),
        ("spatter@5,spatter@3", "named twice"),
        ("clean,spatter", "unknown corruption 'clean'"),
    ],
)
def test_bad_compositions_are_explained(bad, why):
    with pytest.raises((InvalidValueError, UnknownIdError), match=why):
        parse(bad)


def test_bad_options_are_explained():
    with pytest.raises(InvalidValueError, match="scaled or rendered"):
        CorruptionOptions(frame="large")
