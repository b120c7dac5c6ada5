"""Agents with every kind of fault, loaded by tests and their workers through MEADOW_PLUGINS."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path

from meadow.agents import AGENTS
from meadow.agents.reference import RandomAgent
from meadow.models.eyes import load_eyes
from meadow.types import Action


class Faulty(RandomAgent):
    """A random agent with a fault at the fifth step of the episodes with the given seeds."""

    def __init__(self, seeds=()):
        super().__init__()
        self._seeds = set(seeds)

    def reset(self, brief):
        super().reset(brief)
        self._struck = brief.seed in self._seeds

    def act(self, observation):
        if self._struck and observation.step == 4:
            self.strike()
        return super().act(observation)

    def strike(self):
        raise RuntimeError(f"broken at {hex(id(self))}")


@AGENTS.register("test-crash")
class Crash(Faulty):
    pass


@AGENTS.register("test-quit")
class Quit(Faulty):
    def strike(self):
        sys.exit("enough")


@AGENTS.register("test-hang")
class Hang(Faulty):
    def strike(self):
        time.sleep(3600)


@AGENTS.register("test-exit")
class Exit(Faulty):
    def strike(self):
        os._exit(3)


@AGENTS.register("test-kill")
class Kill(Faulty):
    def strike(self):
        os.kill(os.getpid(), signal.SIGKILL)


@AGENTS.register("test-kill-once")
class KillOnce(Faulty):
    """Dies as often as it is told to; each death leaves a line in a file."""

    def __init__(self, seeds=(), mark="", times=1):
        super().__init__(seeds)
        self._mark, self._times = Path(mark), times

    def strike(self):
        deaths = self._mark.read_text().count("\n") if self._mark.exists() else 0
        if deaths < self._times:
            self._mark.write_text("died\n" * (deaths + 1))
            os._exit(3)


@AGENTS.register("test-begun")
class Begun(RandomAgent):
    """Takes its time, and leaves a line in a file for every episode that it begins."""

    def __init__(self, mark=""):
        super().__init__()
        self._mark = Path(mark)

    def reset(self, brief):
        super().reset(brief)
        with open(self._mark, "a") as file:
            file.write(f"{brief.seed}\n")

    def act(self, observation):
        time.sleep(0.02)
        return super().act(observation)


@AGENTS.register("test-stillborn")
def stillborn():
    """Its worker dies while it starts."""
    os._exit(3)


@AGENTS.register("test-misconfigured")
def misconfigured(size=1):
    raise ValueError(f"size {size} does not fit")


@AGENTS.register("test-slow")
class Slow(RandomAgent):
    """Gives tests the time to disturb a run."""

    def __init__(self, seconds=0.002):
        super().__init__()
        self._seconds = seconds

    def act(self, observation):
        time.sleep(self._seconds)
        return super().act(observation)


@AGENTS.register("test-looker")
class Looker(RandomAgent):
    """Turns left until it parts from others like it, then right; tells what its eyes see."""

    def __init__(self, parts=3, steps=6):
        super().__init__()
        self._eyes = load_eyes("eyes-s")
        self._parts, self._steps = parts, steps

    def act(self, observation):
        seen = self._eyes.see([observation.rgb])[0]
        self._said = {"pooled": float(seen.pooled.sum()), "cells": float(seen.cells[:, 3, 5].sum())}
        if observation.step == self._steps - 1:
            return Action.STOP
        return Action.ROTATE_LEFT if observation.step < self._parts else Action.ROTATE_RIGHT

    def trace(self):
        return self._said


@AGENTS.register("test-threads")
class Threads(RandomAgent):
    """Tells how many threads its libraries may use."""

    def trace(self):
        return {name: os.environ.get(f"{name}_NUM_THREADS") for name in ("OMP", "NUMBA")}

    def act(self, observation):
        return Action.STOP
