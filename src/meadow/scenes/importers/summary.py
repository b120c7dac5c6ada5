"""What an import had to approximate."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, fields


@dataclass
class ImportSummary:
    """Counts over one home, or over many when added up."""

    houses: int = 0
    shapes: Counter[str] = field(default_factory=Counter)
    """Objects that became a shape of the catalogue, by "type -> category"."""
    boxes: Counter[str] = field(default_factory=Counter)
    """Objects of types that the catalogue does not know, drawn as plain boxes, by type."""
    guessed_sizes: Counter[str] = field(default_factory=Counter)
    """Objects without a box in the asset database, sized like their category, by type."""
    levelled: Counter[str] = field(default_factory=Counter)
    """Objects that lay tilted and now stand level in the same space, by type."""
    settled: Counter[str] = field(default_factory=Counter)
    """Objects lifted or lowered onto their carrier's surface by more than 1 cm, by type."""
    dropped: Counter[str] = field(default_factory=Counter)
    """Objects left out, by reason."""

    @property
    def objects(self) -> int:
        """How many objects were imported."""
        return self.shapes.total() + self.boxes.total()

    def __add__(self, other: ImportSummary) -> ImportSummary:
        return ImportSummary(
            *(getattr(self, f.name) + getattr(other, f.name) for f in fields(self))
        )
