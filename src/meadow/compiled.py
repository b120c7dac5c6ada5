"""Where compiled kernels are kept when neither the package nor the user's cache can be written."""

from __future__ import annotations

import os
from pathlib import Path

VARIABLE = "NUMBA_CACHE_DIR"


def keep_compiled_code(package: Path = Path(__file__).parent) -> None:
    """Give numba a directory of its own where it would find none, and refuse to compile.

    It must be called before numba is imported, which reads the variable once.
    """
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    if VARIABLE in os.environ or _is_writable(package) or _is_writable(cache):
        return
    import tempfile

    os.environ[VARIABLE] = str(Path(tempfile.gettempdir()) / f"meadow-compiled-{os.getuid()}")


def _is_writable(directory: Path) -> bool:
    """Whether files can be made there, or the directory itself when it does not exist."""
    while not directory.exists() and directory != directory.parent:
        directory = directory.parent
    return os.access(directory, os.W_OK)
