"""Write ``language/vocabulary.json`` from the catalogue.

Agents read goals but may not import ``scenes``, so the names that goals are made of are copied into
a data file. Run after any change of names in the catalogue:

    python scripts/build_vocabulary.py
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import meadow.language
from meadow.scenes.catalogue import CATEGORIES
from meadow.scenes.catalogue.spec import KINDS
from meadow.scenes.facts import names_of
from meadow.scenes.modelling.finish import COLOURS, IMAGES, MATERIALS, PATTERNS
from meadow.scenes.schema import ROOM_TYPES

TARGET = Path(meadow.language.__file__).with_name("vocabulary.json")


def vocabulary() -> dict[str, Any]:
    """The catalogue's words as plain data."""
    return {
        "categories": {
            entry.name: {
                "synonyms": list(names_of(entry)[1:]),
                "plural": entry.plural,
                "parts": sorted(entry.counts),
                "opens": entry.openable,
                "kinds": sorted(entry.tags & set(KINDS)),
                "variants": list(entry.variants),
            }
            for entry in CATEGORIES.values()
            if entry.ships
        },
        "colours": list(COLOURS),
        "materials": list(MATERIALS),
        "patterns": list(PATTERNS),
        "images": list(IMAGES),
        "rooms": list(ROOM_TYPES),
        "variants": sorted(
            {word for c in CATEGORIES.values() if c.ships for v in c.variants for word in _words(v)}
        ),
    }


def _words(variant: str) -> list[str]:
    return [word for word in variant.split() if word.isalpha()]


def main() -> None:
    """Write the file."""
    text = json.dumps(vocabulary(), indent=1, ensure_ascii=False)
    TARGET.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
