"""A file of homes as a sequence, for importers: slices and bounds are the same for every format."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from pathlib import Path
from typing import overload

from meadow.errors import InvalidValueError
from meadow.scenes.importers.summary import ImportSummary
from meadow.scenes.schema import House

Imported = tuple[House, ImportSummary]


class HouseFile(Sequence[Imported]):
    """The homes of a file, each imported when it is asked for."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)

    @abstractmethod
    def imported(self, index: int) -> Imported:
        """The home of a number, which the file has."""

    @overload
    def __getitem__(self, index: int) -> Imported: ...

    @overload
    def __getitem__(self, index: slice) -> list[Imported]: ...

    def __getitem__(self, index: int | slice) -> Imported | list[Imported]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        if not 0 <= index < len(self):
            raise InvalidValueError(
                f"{self.path}: index {index}, expected 0 to {len(self) - 1} (it has {len(self)} houses)"
            )
        return self.imported(index)
