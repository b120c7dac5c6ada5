"""A worker turns faults into rows, but not somebody's Ctrl-C."""

from __future__ import annotations

from pathlib import Path

import pytest

from meadow.episodes.schema import read_episodes
from meadow.evaluation.run import worker
from meadow.evaluation.run.spec import make_spec


def failing(cause: BaseException | None):
    """As compiled code does when an exception comes from outside while it runs."""

    def run_episode(*_: object, **__: object) -> None:
        raise SystemError("returned a result with an exception set") from cause

    return run_episode


@pytest.fixture
def one(suite: Path, monkeypatch: pytest.MonkeyPatch):
    episodes = read_episodes(suite)[0][:1]
    spec = make_spec("tiny", episodes, "random", houses=str(suite.parent))
    return worker.Worker(spec), episodes[0]


def test_an_interrupt_inside_compiled_code_stays_one(one, monkeypatch) -> None:
    runner, episode = one
    monkeypatch.setattr(worker, "run_episode", failing(KeyboardInterrupt()))
    with pytest.raises(KeyboardInterrupt):
        runner.run(episode)


@pytest.mark.parametrize("cause", [None, ValueError("7")])
def test_other_faults_cost_one_row(one, monkeypatch, cause: BaseException | None) -> None:
    runner, episode = one
    monkeypatch.setattr(worker, "run_episode", failing(cause))
    assert runner.run(episode).row["status"] == "error"
