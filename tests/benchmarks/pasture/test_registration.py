"""What PASTURE registers, and what that costs."""

from __future__ import annotations

import subprocess
import sys

from meadow import __version__, serialize
from meadow.agents import AGENTS
from meadow.benchmarks.pasture.episodes import GENERATOR
from meadow.benchmarks.pasture.homes import SCHEME
from meadow.provenance import source_of


def test_its_agents_count_as_meadows_own() -> None:
    """The source is a part of a run's identity: kept runs of before and after the move are the same."""
    names = [name for name in AGENTS.names() if name.startswith("cow-")]
    assert len(names) == 25
    assert {source_of(AGENTS.entry(name).target) for name in names} == {f"meadow {__version__}"}


def test_caches_know_its_code() -> None:
    """Every file that decides what homes and episodes are like exists and counts."""
    versions = {serialize.code_version(*kind.code) for kind in (GENERATOR, SCHEME)}
    assert len(versions) == 2


def test_listing_names_needs_neither_simulator_nor_homes() -> None:
    code = (
        "import sys; from meadow.agents import AGENTS; assert 'cow-owl-s' in AGENTS.names(); "
        "heavy = ('numba', 'scipy', 'onnxruntime', 'meadow.sim', 'meadow.scenes'); "
        "print([name for name in heavy if name in sys.modules])"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[]"
