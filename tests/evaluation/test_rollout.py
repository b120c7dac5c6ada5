"""One episode, from reset to record."""

from __future__ import annotations

import msgspec
import pytest

from meadow.errors import FileFormatError, MeadowError
from meadow.evaluation.run.rollout import run_episode
from meadow.evaluation.run.verify import ReplayAgent
from meadow.replay import decode_replay, encode_replay
from meadow.sim.populate import add_walkers
from meadow.sim.simulator import MeadowSimulator
from meadow.tasks import TASKS
from meadow.tasks.probes import success_positions
from meadow.testing.tiny_suite import BODY, tiny_episodes, tiny_homes
from meadow.types import Action


class Script:
    """Does what it was told; says something of itself now and then."""

    def __init__(self, *actions):
        self._actions = actions

    def reset(self, brief):
        self._left = list(self._actions)

    def act(self, observation):
        self.step = observation.step
        return self._left.pop(0)

    def trace(self):
        return {"step": self.step} if self.step % 2 else {"step": self.step, "even": "yes"}


def drive(agent, task="pointnav", number=0, **settings):
    episode = tiny_episodes(number + 1, task)[number]
    house = tiny_homes()[episode.house.uri.removeprefix("file:")]
    return run_episode(
        MeadowSimulator(BODY), TASKS.make(task), agent, episode, house, agent_name="me", **settings
    )


def test_columns_are_as_long_as_the_episode():
    left, ahead = Action.ROTATE_LEFT, Action.MOVE_AHEAD
    record = drive(Script(left, ahead, left, Action.STOP))
    assert record.actions == ("RotateLeft", "MoveAhead", "RotateLeft", "Stop")
    assert record.steps == len(record.moved) == 4
    assert len(record.poses) == len(record.distances) == len(record.reached) == 5
    assert record.trace == {"step": (0, 1, 2, 3), "even": ("yes", None, "yes", None)}
    assert record.stopped
    assert record.distances[0] == record.distances[1], "turning does not change the distance"
    assert record.agent_seconds <= record.seconds


def test_the_budget_ends_an_episode():
    record = drive(Script(*[Action.ROTATE_LEFT] * 50))
    assert record.steps == 40
    assert not record.stopped
    assert not record.success


def test_an_onlooker_sees_every_step():
    seen = []
    record = drive(Script(Action.ROTATE_LEFT, Action.MOVE_AHEAD, Action.STOP), watch=seen.append)
    assert [moment.step for moment in seen] == [1, 2, 3]
    assert [round(moment.pose.x, 6) for moment in seen] == [pose[0] for pose in record.poses[1:]]
    assert seen[1].said == {"step": 1}
    assert seen[-1].verdict.done


def test_an_action_that_the_task_does_not_allow_is_an_error():
    with pytest.raises(MeadowError, match=r"agent 'me' chose .*Open.*; pointnav allows MoveAhead"):
        drive(Script(Action.OPEN))


def test_a_privileged_agent_needs_attach():
    with pytest.raises(MeadowError, match=r"tagged privileged but has no attach\(\)"):
        drive(Script(Action.STOP), privileged=True)


def test_success_positions_come_from_point_viewpoints_or_the_oracle():
    import msgspec

    simulator = MeadowSimulator(BODY)
    point, thing = tiny_episodes(1, "pointnav")[0], tiny_episodes(1, "objectnav")[0]
    simulator.reset(tiny_homes()["furnished.json"], thing.pose())
    assert success_positions(point.goal, simulator.oracle).tolist() == [list(point.goal.point)]
    stored = success_positions(thing.goal, simulator.oracle)
    bare = msgspec.structs.replace(thing.goal, viewpoints=())
    assert success_positions(bare, simulator.oracle) == pytest.approx(stored)


class Thinker(Script):
    """Lets the world go on while it chooses some of its actions."""

    def __init__(self, *actions, seconds):
        super().__init__(*actions)
        self._seconds = seconds

    def thinking(self):
        return self._seconds[self.step]


def among_walkers(agent):
    """An episode in whose home somebody walks, and where they were after each step."""
    episode = tiny_episodes(2, "pointnav")[1]
    house = tiny_homes()[episode.house.uri.removeprefix("file:")]
    house = add_walkers(house, 1, seed=2, off=[episode.start[:2]])
    seen = []
    record = run_episode(
        MeadowSimulator(BODY),
        TASKS.make("pointnav"),
        agent,
        episode,
        house,
        watch=lambda moment: seen.append(moment.people[-1].position),
    )
    return record, seen


def test_the_world_goes_on_while_an_agent_thinks_and_a_replay_knows():
    turns = [Action.ROTATE_LEFT] * 7 + [Action.STOP]
    quick, early = among_walkers(Script(*turns))
    slow, late = among_walkers(Thinker(*turns, seconds=[0, 0, 1.0, 0, 0, 0, 0, 0]))
    assert quick.thinking == ()
    assert slow.thinking == (0, 0, 1.0, 0, 0, 0, 0, 0)
    assert len(set(early)) > 4, "somebody walks"
    assert late[:2] == early[:2]
    assert late[2:6] == early[4:8], "a second is two actions"
    again = decode_replay(encode_replay(slow))
    assert again.thinking == slow.thinking
    assert among_walkers(ReplayAgent(again))[1] == late
    damaged = msgspec.structs.replace(slow, thinking=(-1.0,) * 8)
    with pytest.raises(FileFormatError, match=r"thinking.*expected 0 to 600 seconds"):
        decode_replay(encode_replay(damaged))


def test_nobody_thinks_for_a_time_that_cannot_pass():
    with pytest.raises(MeadowError, match="'me' thought for -1"):
        drive(Thinker(Action.STOP, seconds=[-1.0]))
