"""Three goals one after another: what is told when, and what counts."""

from __future__ import annotations

import msgspec
import pytest

from meadow.benchmarks.langnav.task import GoalSequence
from meadow.errors import InvalidValueError
from meadow.evaluation.failures.beliefs import Blame, blame
from meadow.evaluation.run.rollout import run_episode
from meadow.evaluation.run.spec import make_spec
from meadow.evaluation.run.summary import run_summary
from meadow.evaluation.run.worker import finished_row
from meadow.metrics import row_metrics
from meadow.sim.simulator import MeadowSimulator
from meadow.types import Action, Pose


class Stopper:
    """Turns a while for each goal and says Stop, and keeps what it was told."""

    def __init__(self, turns: int = 2) -> None:
        self.turns, self.told, self.kept = turns, [], []

    def reset(self, brief):
        self.told = [brief.goal]

    def pursue(self, brief):
        self.told.append(brief.goal)

    def act(self, observation):
        self.kept.append((len(self.told), observation.step))
        assert observation.pose is not None
        return Action.STOP if observation.step >= self.turns else Action.ROTATE_LEFT


@pytest.fixture(scope="module")
def simulator(mini):
    robot = MeadowSimulator(mini[0].embodiment)
    yield robot
    robot.close()


def drive(simulator, episode, home, agent):
    return run_episode(simulator, GoalSequence(), agent, episode, home, agent_name="stopper")


def test_goals_are_told_one_after_another_whatever_became_of_the_last(simulator, mini, home):
    agent = Stopper()
    record = drive(simulator, mini[0], home, agent)
    assert agent.told == [goal.text for goal in mini[0].goals]
    assert [leg.outcome for leg in record.legs] == ["stopped"] * 3
    assert {step for _, step in agent.kept} == {0, 1, 2}


def test_a_goal_that_is_revealed_late_is_unknown_early(simulator, mini, home):
    """Another last goal changes nothing of what an agent is told and does before it is revealed."""
    first, second = Stopper(), Stopper()
    other = msgspec.structs.replace(mini[0].goals[2], text="Find the teapot.")
    changed = msgspec.structs.replace(mini[0], goals=(*mini[0].goals[:2], other))
    a, b = drive(simulator, mini[0], home, first), drive(simulator, changed, home, second)
    assert first.told[:2] == second.told[:2]
    assert first.told[2] != second.told[2]
    end = a.legs[2].first
    assert a.actions[:end] == b.actions[:end]
    assert a.poses[:end] == b.poses[:end]


def test_out_of_steps_the_next_goal_comes(simulator, mini, home):
    short = msgspec.structs.replace(mini[0], max_steps=3)
    record = drive(simulator, short, home, Stopper(turns=99))
    assert [leg.outcome for leg in record.legs] == ["out of steps"] * 3
    assert [blame(leg) for leg in record.searches()] == [Blame.OUT_OF_TIME] * 3


def test_both_rules_come_from_one_record(simulator, mini, home):
    episode = mini[0]
    x, y, yaw = episode.goals[0].viewpoints[0]
    near = msgspec.structs.replace(episode, start=(x, y, yaw), geodesic=None)
    leg = next(drive(simulator, near, home, Stopper(0)).searches())
    metrics = row_metrics(leg)
    assert metrics["success"] == metrics["success_viewpoint"] == metrics["spl"] == 1.0
    far = next(drive(simulator, episode, home, Stopper(0)).searches())
    metrics = row_metrics(far)
    assert metrics["success"] == metrics["success_viewpoint"] == metrics["spl_chained"] == 0.0


def test_a_goal_that_no_object_satisfies_is_never_found(simulator, mini, home):
    nothing = msgspec.structs.replace(mini[0].goals[0], objects=(), viewpoints=())
    episode = msgspec.structs.replace(mini[0], goals=(nothing, *mini[0].goals[1:]), geodesic=None)
    leg = next(drive(simulator, episode, home, Stopper()).searches())
    metrics = row_metrics(leg)
    assert metrics["success"] == metrics["success_viewpoint"] == 0.0
    assert metrics["spl"] is None


def test_the_second_rule_can_decide(simulator, mini, home):
    with pytest.raises(InvalidValueError, match="expected one of outline, viewpoint"):
        GoalSequence(rule="view")
    task = GoalSequence(rule="viewpoint", viewpoint=0.25)
    simulator.reset(home, Pose(*mini[0].goals[0].viewpoints[0]))
    verdict = task.judge(mini[0], Action.STOP, 1, simulator.oracle, 0)
    assert verdict.success
    assert verdict.parts["at_viewpoint"]
    assert "0.25 m" in task.definition()


def test_a_summary_has_every_breakdown(simulator, mini, home):
    record = drive(simulator, mini[0], home, Stopper())
    row = finished_row(make_spec("langnav-mini", mini[:1], "random"), record)
    summary = run_summary([row], 1, "langnav")
    assert summary["success"].n == 3
    assert list(summary["features"]) == [
        *("no", "color", "size", "texture", "number", "material", "state", "modifier", "support")
    ]
    assert list(summary["goal_position"]) == ["1", "2", "3"]
    assert list(summary["attributes"]) == ["0", "1", "2", "3+"]
    assert sum(group["success"].n for group in summary["attributes"].values()) == 3
    assert {"success", "success_viewpoint", "spl", "spl_chained"} <= summary.keys()
    failed = [goal for goal in row["goals"] if not goal["metrics"]["success"]]
    assert sum(one["count"] for one in summary["failures"].values()) == len(failed)
    assert "features" not in run_summary([row], 1, "errands")
