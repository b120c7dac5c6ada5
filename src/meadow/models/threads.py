"""How many threads one model may use."""

from __future__ import annotations

import os

from meadow.errors import InvalidValueError


def model_threads() -> int:
    """``MEADOW_THREADS``, else 1: workers run side by side and must not fight over the cores."""
    value = os.environ.get("MEADOW_THREADS", "1")
    if not value.isdigit() or not 1 <= int(value) <= 1024:
        raise InvalidValueError(f"MEADOW_THREADS={value!r}: expected a number from 1 to 1024")
    return int(value)
