"""Head and hand become the flat actions that bring the robot nearest."""

from __future__ import annotations

import math
import time
from pathlib import Path

import msgspec
import pytest

from meadow.episodes.suites import load_suite
from meadow.evaluation.run.spec import make_spec
from meadow.types import ARM_BODY, MANIPULATION, Action, Arm, ArmSense
from meadow.viewer.web.follow import next_action
from meadow.viewer.web.messages import FollowState, PlayFollow, PlayState
from meadow.viewer.web.play import PlaySession
from meadow.viewer.web.world import unpack

HERE = (1.0, 2.0, 0.0, 0.0)


def felt(touch: str = "nothing", force: float = 0.0) -> ArmSense:
    return ArmSense(touch, force, (0.3, 0.0, 0.9), (1.0, 0.0, 0.0), 0.9, (0.0,) * 6)  # type: ignore[arg-type]


def follow(
    sense: ArmSense | None = None, refused: tuple[str, ...] = (), **wanted: object
) -> Action | None:
    pose = PlayFollow(1, **{"yaw": 0.0, "pitch": 0.0, **wanted})  # type: ignore[arg-type]
    arm = Arm()
    return next_action(pose, HERE, ARM_BODY, arm, sense or felt(), MANIPULATION, refused)


@pytest.mark.parametrize(
    ("wanted", "action"),
    [
        ({}, None),
        ({"yaw": math.radians(8)}, None),
        ({"yaw": math.radians(12)}, Action.ROTATE_LEFT),
        ({"yaw": math.radians(-12)}, Action.ROTATE_RIGHT),
        ({"yaw": math.radians(350)}, Action.ROTATE_RIGHT),
        ({"pitch": 0.3}, Action.LOOK_UP),
        ({"pitch": -2.0}, Action.LOOK_DOWN),
        ({"walk": 1}, Action.MOVE_AHEAD),
        ({"walk": -1}, Action.MOVE_BACK),
        ({"hand": (1.36, 2.0, 0.9)}, Action.ARM_AHEAD),
        ({"hand": (1.3, 2.2, 0.95)}, Action.ARM_LEFT),
        ({"hand": (1.3, 2.0, 0.5)}, Action.ARM_DOWN),
        ({"squeeze": 0.5}, Action.FORCE_UP_COARSE),
        ({"squeeze": 0.04}, None),
        ({"open": True, "yaw": 2.0}, Action.OPEN),
        ({"stop": True}, Action.STOP),
    ],
)
def test_the_nearest_action_is_taken(wanted: dict[str, object], action: Action | None) -> None:
    assert follow(**wanted) == action


def test_the_hand_closes_once_its_force_is_right_and_opens_when_loose() -> None:
    assert follow(felt(force=2.5), squeeze=0.5) == Action.GRASP
    assert follow(felt("holding", 2.5), squeeze=0.5) is None
    assert follow(felt("holding", 2.45), squeeze=0.5) == Action.FORCE_UP
    assert follow(felt("holding", 2.5), squeeze=0.0) == Action.RELEASE


def test_what_was_refused_is_not_tried_again() -> None:
    high = {"hand": (1.3, 2.0, 1.4)}
    assert follow(**high) == Action.ARM_UP
    assert follow(refused=("ArmUp",), **high) == Action.LIFT_UP
    assert follow(refused=("ArmUp", "LiftUp"), **high) is None


def test_a_head_that_turns_turns_the_robot_in_an_ordinary_run(tmp_path: Path) -> None:
    episodes = load_suite("lift-mini")[:1]
    spec = make_spec("lift-mini", episodes, "person")
    session = PlaySession(spec, episodes, tmp_path / "run")
    session.start()

    def state() -> PlayState:
        for _ in range(1500):
            now = msgspec.json.decode(session("state", None)[1], type=PlayState)
            if now.phase != "wait":
                return now
            time.sleep(0.02)
        raise AssertionError("the robot is busy")

    seq = state().seq
    header, arrays = unpack(session("world.bin", None)[1])
    assert not header.home
    start = episodes[0].start
    wanted = PlayFollow(seq, start[2] + math.radians(20), 0.0)
    answer = msgspec.json.decode(
        session("follow", msgspec.json.encode(wanted))[1], type=FollowState
    )
    assert answer.action == "RotateLeft"
    assert answer.robot[2] - start[2] == pytest.approx(math.radians(15.0))
    assert answer.state.step == 1
    again = PlayFollow(answer.state.seq, answer.robot[2], 0.0)
    nothing = msgspec.json.decode(
        session("follow", msgspec.json.encode(again))[1], type=FollowState
    )
    assert (nothing.action, nothing.state.step) == ("", 1)
    changed, rows = unpack(session("changes.bin", None)[1])
    fresh = [slot for slot, number in enumerate(rows["first"].tolist()) if number != -2]
    assert len(fresh) == 1, "the robot's own body"
    assert len(rows["first"]) == len(arrays["first"])
    assert not changed.rooms
    stop = PlayFollow(answer.state.seq, answer.robot[2], 0.0, stop=True)
    session("follow", msgspec.json.encode(stop))
    for _ in range(1500):
        told = session("follow", msgspec.json.encode(again))[1]
        if (phase := msgspec.json.decode(told, type=FollowState).state.phase) != "wait":
            break
        time.sleep(0.02)
    assert phase == "over"
    session.close()
