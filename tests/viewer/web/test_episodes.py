"""Episodes for the page: the recorded actions are driven again, as the run did."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from meadow.evaluation.run.store import RunDirectory
from meadow.sim.simulator import MeadowSimulator
from meadow.testing.runs import point_run
from meadow.viewer.web.episodes import pack_episode


def test_the_time_that_an_agent_thought_passes_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = RunDirectory(point_run(tmp_path))
    record = run.record("point-0")
    thinking = (0.5,) * len(record.actions)
    waited: list[float] = []
    monkeypatch.setattr(MeadowSimulator, "wait", lambda self, seconds: waited.append(seconds))
    pack_episode(msgspec.structs.replace(record, thinking=thinking), run.spec())
    assert waited == [*thinking]
