"""Every registered task and suite keeps the promises of its kind."""

from __future__ import annotations

import dataclasses

import pytest

from meadow.episodes.suites import SUITES
from meadow.metrics.navigation import METRICS
from meadow.tasks import TASKS
from meadow.tasks.errands import Errands
from meadow.testing.check_task import check_task
from meadow.types import Verdict


@pytest.mark.parametrize("name", TASKS.names())
def test_task(name):
    check_task(name)


def test_a_broken_task_is_told_everything(monkeypatch):
    from meadow.tasks.pointnav import PointNav

    class Silent(PointNav):
        """A task without a card."""

        def definition(self):
            return "Be there."

    monkeypatch.setattr(TASKS, "make", lambda name: Silent())
    with pytest.raises(AssertionError) as error:
        check_task("pointnav")
    assert "no number" in str(error.value)
    assert "no section 'Success:'" in str(error.value)


class Endless(Errands):
    """Its legs do not end."""

    def judge(self, *told):
        return dataclasses.replace(super().judge(*told), leg_done=False)


class Unbriefed(Errands):
    """Has nothing to say."""

    def begin(self, *told):
        return None


class Countless(Errands):
    """Asks again and again."""

    def begin(self, episode, oracle, leg=0):
        return super().begin(episode, oracle, min(leg, len(episode.goals)))


class Generous(Errands):
    """Takes any answer."""

    def grade(self, episode, answers, oracle, leg):
        return Verdict(False, True, {"correct": len(answers), "asked": 7}, leg_done=True)


class Talkative(Errands):
    """Names the thing to look for."""

    def begin(self, episode, oracle, leg=0):
        brief = super().begin(episode, oracle, leg)
        return brief and dataclasses.replace(brief, goal=str(episode.goals[0].objects))


@pytest.mark.parametrize(
    ("task", "problems"),
    [
        (Endless, ["goes on beyond its budget", "goes on after Stop", "leg 1: goes on"]),
        (Unbriefed, ["has no brief for its first leg"]),
        (Countless, ["begin() never returns None"]),
        (Generous, ["leg 2: an exam without answers is solved", '["asked"] is 7 for 3 questions']),
        (Talkative, ["the brief gives away the object", "leg 1: the brief gives away"]),
    ],
)
def test_what_is_wrong_with_a_task_of_several_legs_is_told(monkeypatch, task, problems):
    monkeypatch.setattr(TASKS, "make", lambda name: task())
    with pytest.raises(AssertionError, match="task 'errands'") as error:
        check_task("errands")
    for problem in problems:
        assert problem in str(error.value)


@pytest.mark.parametrize("name", SUITES.names())
def test_suite(name):
    recipe = SUITES.get(name)
    assert recipe.name == name
    assert recipe.task in TASKS
    assert SUITES.entry(name).summary


def test_suites_of_one_task_have_ids_of_their_own():
    names = SUITES.names()
    assert len({SUITES.get(n).name for n in names}) == len(names)


def test_every_metric_says_what_it_is():
    assert all(entry.summary.endswith((".", ")")) for entry in METRICS)
