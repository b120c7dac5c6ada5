"""``python -m meadow`` is the command."""

from __future__ import annotations

import subprocess
import sys


def test_the_package_runs_as_a_module() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "meadow", "tasks", "list"], capture_output=True, text=True
    )
    assert done.returncode == 0
    assert "pointnav" in done.stdout
    wrong = subprocess.run(
        [sys.executable, "-m", "meadow", "no-such"], capture_output=True, text=True
    )
    assert wrong.returncode != 0
