"""What a figure was measured with, without saying on whose machine."""

from __future__ import annotations

import importlib.metadata
import os
import platform
from pathlib import Path

VECTOR_FLAGS = ("amx_int8", "avx", "avx2", "avx512_vnni", "avx512bw", "avx512f", "avx_vnni", "fma")


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


def vector_flags() -> list[str]:
    """The processor's instructions that the speed of eight-bit networks depends on, where it is told."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.is_file() else []
    flags = next((line.partition(":")[2].split() for line in lines if line.startswith("flags")), [])
    return sorted(set(flags) & set(VECTOR_FLAGS))


def _cpu() -> str:
    """The processor's name where the system tells it, else its architecture."""
    info = Path("/proc/cpuinfo")
    if info.is_file():
        for line in info.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
