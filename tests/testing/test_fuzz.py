"""Damaged files of every kind end in Meadow's own errors; and the fuzzer would notice if they did not."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from meadow import serialize
from meadow.errors import InvalidValueError
from meadow.registry import Entry
from meadow.testing.fuzz import TARGETS, FuzzTarget, fuzz, runner

#: Cases of each target: few of those that drive a simulator.
CASES = {
    **dict.fromkeys(("homes", "homes-packed", "specs", "rows", "replays"), 20),
    "summaries": 10,
    "goals": 40,
    "window": 10,
}


@pytest.mark.parametrize("name", TARGETS.names())
def test_only_errors_of_our_own(name: str) -> None:
    tally = fuzz(name, seed=20, cases=CASES.get(name, 100))
    assert tally.cases == CASES.get(name, 100)
    assert not tally.failures, "\n".join(f"{f.error}\n  {f.reproduce}" for f in tally.failures)


def hang() -> None:
    while True:
        time.process_time()


@pytest.mark.parametrize(
    ("misbehave", "kind"),
    [
        (lambda: {}["missing"], "error"),
        (lambda: np.ones(1 << 29).sum(), "memory"),
        (lambda: os.kill(os.getpid(), signal.SIGSEGV), "crash"),
        (hang, "time"),
    ],
)
def test_misbehaviour_is_noticed(
    monkeypatch: pytest.MonkeyPatch, misbehave: Callable[[], object], kind: str
) -> None:
    """Case 1 of four misbehaves; the others are read or refused all the same."""
    monkeypatch.setattr(runner, "SECONDS", 1)

    def feed(data: bytes) -> None:
        if data == b"1":
            misbehave()
        if data == b"2":
            raise InvalidValueError("not this one")

    target = FuzzTarget((b"sample",), lambda data, rng: data, feed)
    monkeypatch.setitem(TARGETS._entries, "own", Entry("own", lambda folder: target))
    monkeypatch.setattr(runner, "mutant", lambda target, name, seed, case: b"%d" % case)
    tally = fuzz("own", seed=0, cases=4)
    assert [(f.case, f.kind) for f in tally.failures] == [(1, kind)]
    assert tally.outcomes == {"read": 2, "refused": 1}
    assert "--target own --seed 0 --case 1" in tally.failures[0].reproduce


def test_a_process_that_is_larger_than_the_limit_can_fuzz(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "MEMORY", 96 << 20)
    target = FuzzTarget((b"1",), lambda data, rng: data, lambda data: np.ones(4 << 20).sum())
    monkeypatch.setitem(TARGETS._entries, "own", Entry("own", lambda folder: target))
    assert fuzz("own", seed=0, cases=2).outcomes == {"read": 2}


def test_cases_depend_on_seed_and_number_alone(tmp_path: Path) -> None:
    target = TARGETS.get("goals")(tmp_path)
    once = [runner.mutant(target, "goals", 1, case) for case in range(20)]
    assert [runner.mutant(target, "goals", 1, case) for case in reversed(range(20))] == once[::-1]
    assert [runner.mutant(target, "goals", 2, case) for case in range(20)] != once


def test_the_command_writes_what_it_found(tmp_path: Path) -> None:
    out = tmp_path / "fuzz.json"
    line = [sys.executable, "-m", "meadow.testing.fuzz", "--cases", "5", "--target", "cards"]
    subprocess.run([*line, "-o", str(out)], check=True)
    found = serialize.read(out, dict)
    assert (found["cases"], found["seed"], found["failures"]) == (5, 1, 0)
    assert found["targets"]["cards"]["cases"] == 5
    assert found["commit"]


def test_an_unknown_target_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    from meadow.testing.fuzz.__main__ import Config, main

    assert main(Config(target=("house",))) == 2
    assert "'homes'" in capsys.readouterr().err
