"""The words that goals are made of."""

from __future__ import annotations

#: State -> (word when it holds, word when it does not).
STATES: dict[str, tuple[str, str]] = {
    "on": ("on", "off"),
    "lit": ("lit", "unlit"),
    "full": ("full", "empty"),
    "folded": ("folded", "unfolded"),
    "made": ("made", "unmade"),
    "open": ("open", "closed"),
}
OPPOSITES = {a: b for pair in STATES.values() for a, b in (pair, pair[::-1])}
