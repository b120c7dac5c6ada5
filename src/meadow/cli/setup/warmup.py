"""``meadow warmup``: compile all kernels and draw all prints once, so that workers start fast."""

from __future__ import annotations

import time
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Config:
    """Compile the simulator and draw its prints once for this machine; later starts read the caches.

    Prints go to the user's cache directory, or to MEADOW_CACHE.
    """

    quiet: bool = False
    """Say nothing."""


def run(config: Config) -> int:
    """Compile and draw what is not cached yet."""
    began = time.perf_counter()
    from meadow.evaluation.run.warmup import warm_up

    warm_up()
    if not config.quiet:
        print(f"compiled, drawn and cached in {time.perf_counter() - began:.1f} s")
    return 0
