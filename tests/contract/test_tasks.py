"""Every registered task and suite keeps the promises of its kind."""

from __future__ import annotations

import pytest

from meadow.episodes.suites import SUITES
from meadow.metrics.navigation import METRICS
from meadow.tasks import TASKS
from meadow.testing.check_task import check_task


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
