"""A training keeps the memory that it frees."""

import subprocess
import sys

import pytest

FAULTS = """
import resource, sys
import numpy as np
from meadow.learning.memory import keep_freed_memory
if sys.argv[1] == "keep":
    assert keep_freed_memory()
def faults():
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt
np.ones(8_000_000)
before = faults()
for _ in range(5):
    np.ones(8_000_000)
print(faults() - before)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems free as they do")
def test_freed_blocks_are_used_again_without_page_faults() -> None:
    def faults(how: str) -> int:
        command = [sys.executable, "-c", FAULTS, how]
        return int(subprocess.run(command, capture_output=True, check=True, text=True).stdout)

    assert faults("keep") < 0.1 * faults("free")
