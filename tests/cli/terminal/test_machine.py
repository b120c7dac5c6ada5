"""What a figure was measured with."""

from __future__ import annotations

from pathlib import Path

import pytest

from meadow.cli.terminal.machine import VECTOR_FLAGS, vector_flags

CPUINFO = Path("/proc/cpuinfo")


@pytest.mark.skipif(not CPUINFO.is_file(), reason="only Linux tells the processor's flags")
def test_vector_flags_are_those_of_the_processor() -> None:
    words = set(CPUINFO.read_text().split())
    assert set(vector_flags()) == words & set(VECTOR_FLAGS)
