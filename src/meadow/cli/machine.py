"""What a figure was measured with, without saying on whose machine."""

from __future__ import annotations

import importlib.metadata
import os
import platform
from pathlib import Path


def versions() -> dict[str, str]:
    """CPU, operating system, Python and the packages that speed depends on."""
    found = {
        "cpu": _cpu(),
        "cores": str(os.cpu_count()),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
    }
    for name in ("numpy", "numba", "llvmlite"):
        found[name] = importlib.metadata.version(name)
    return found


def _cpu() -> str:
    """The processor's name where the system tells it, else its architecture."""
    info = Path("/proc/cpuinfo")
    if info.is_file():
        for line in info.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
