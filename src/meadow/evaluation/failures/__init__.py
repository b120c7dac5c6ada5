"""How episodes ended and why: one taxonomy, computed from stored records, and those of papers beside it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from meadow.registry import Registry

#: Name -> the class of a row by somebody else's rule; the summary says whose.
TAXONOMIES: Registry[Callable[[dict[str, Any]], str]] = Registry("failure taxonomy")
