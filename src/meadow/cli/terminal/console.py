"""The one way to rich: text is printed as it is, whoever wrote it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console


def make_console(*, stderr: bool = False, width: int | None = None) -> Console:
    """A console that takes no text for markup, emoji codes or numbers to colour.

    Goals, paths and errors hold brackets, e.g. ``a mug [/b]``. Colour is asked for with ``rich.text.Text``.
    """
    from rich.console import Console

    return Console(stderr=stderr, width=width, markup=False, emoji=False, highlight=False)
