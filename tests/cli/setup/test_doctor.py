"""``meadow doctor`` measures what it claims."""

from __future__ import annotations

import re
import tomllib

import pytest

from meadow import __version__, optional
from meadow.cli.main import run
from meadow.cli.setup.doctor import CORE
from meadow.sim.simulator import MeadowSimulator
from meadow.types import Action, Observation


def test_doctor_times_real_steps(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It once timed a remembered frame and reported a million frames per second."""
    taken = []
    step = MeadowSimulator.step

    def counted(self: MeadowSimulator, action: Action, target: str = "") -> Observation:
        taken.append(action)
        return step(self, action, target)

    monkeypatch.setattr(MeadowSimulator, "step", counted)
    assert run(["doctor"]) == 0
    assert len(taken) == 50
    assert "steps per second" in " ".join(capsys.readouterr().out.split())


def test_doctor_looks_for_every_package_that_meadow_needs() -> None:
    folder = optional.clone()
    assert folder is not None
    project = tomllib.loads((folder / "pyproject.toml").read_text())["project"]
    assert set(CORE.values()) == {re.match(r"[\w-]+", line)[0] for line in project["dependencies"]}


def test_doctor_says_what_pip_calls_meadow(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["doctor", "--no-frame"]) == 0
    assert f"Meadow {__version__} (meadow-nav, a clone)" in capsys.readouterr().out
