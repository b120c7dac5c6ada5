"""``meadow warmup``: compile the renderer and motion kernels once, so that workers start fast."""

from __future__ import annotations

import time
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Config:
    """Compile the renderer once for this machine; later starts read the cache."""

    quiet: bool = False
    """Say nothing."""


def run(config: Config) -> int:
    """Compile what is not cached yet."""
    began = time.perf_counter()
    from meadow.evaluation.warmup import warm_up

    warm_up()
    if not config.quiet:
        print(f"compiled and cached in {time.perf_counter() - began:.1f} s")
    return 0
