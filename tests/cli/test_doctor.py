"""``meadow doctor`` measures what it claims."""

from __future__ import annotations

import pytest

from meadow.cli.main import run
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
