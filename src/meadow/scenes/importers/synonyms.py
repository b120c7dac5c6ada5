"""Other names of the catalogue's categories, from the vocabularies of Objaverse and the like."""

from __future__ import annotations

SYNONYMS: dict[str, str] = {}

#: Last words of a name that only tell it from a namesake, as in "router computer equipment".
EXPLANATIONS = frozenset(
    "american at clothing computer container cooking cover drink equipment food footwear for fruit "
    "headwear home instrument liquid measuring medical receiver vegetable vessel weapon".split()
)
