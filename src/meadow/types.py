"""The value types that every layer speaks.

Conventions, once for the whole package: metres and radians; world frame right-handed, Z up, yaw 0
along +X and counter-clockwise positive; pitch positive looks up; camera frame x right, y down,
z forward; depth is z-depth in metres, float32, 0 where nothing was hit; RGB is uint8 (H, W, 3);
instance ids are int32, 0 for nothing. Degrees appear only in the command line, ids and file formats.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from meadow.errors import InvalidValueError

Array = NDArray[Any]


#: Instance ids of the building itself, negative so that they never meet those of things.
SHELL_IDS = {"floor": -1, "wall": -2, "ceiling": -3, "door": -4, "window": -5}
#: Instance id of the robot's own body and arm, which only robots with an arm see.
ROBOT_ID = -6


class Action(StrEnum):
    """What a robot can be told to do. Each task says which of these it allows."""

    MOVE_AHEAD = "MoveAhead"
    ROTATE_LEFT = "RotateLeft"
    ROTATE_RIGHT = "RotateRight"
    LOOK_UP = "LookUp"
    LOOK_DOWN = "LookDown"
    STOP = "Stop"
    OPEN = "Open"
    CLOSE = "Close"
    MOVE_BACK = "MoveBack"
    LIFT_UP = "LiftUp"
    LIFT_DOWN = "LiftDown"
    ARM_AHEAD = "ArmAhead"
    ARM_BACK = "ArmBack"
    ARM_LEFT = "ArmLeft"
    ARM_RIGHT = "ArmRight"
    ARM_UP = "ArmUp"
    ARM_DOWN = "ArmDown"
    WRIST_LEFT = "WristLeft"
    WRIST_RIGHT = "WristRight"
    WRIST_UP = "WristUp"
    WRIST_DOWN = "WristDown"
    WRIST_ROLL_LEFT = "WristRollLeft"
    WRIST_ROLL_RIGHT = "WristRollRight"
    JOINT_1_PLUS = "Joint1Plus"
    JOINT_1_MINUS = "Joint1Minus"
    JOINT_2_PLUS = "Joint2Plus"
    JOINT_2_MINUS = "Joint2Minus"
    JOINT_3_PLUS = "Joint3Plus"
    JOINT_3_MINUS = "Joint3Minus"
    JOINT_4_PLUS = "Joint4Plus"
    JOINT_4_MINUS = "Joint4Minus"
    JOINT_5_PLUS = "Joint5Plus"
    JOINT_5_MINUS = "Joint5Minus"
    JOINT_6_PLUS = "Joint6Plus"
    JOINT_6_MINUS = "Joint6Minus"
    FORCE_UP = "ForceUp"
    FORCE_DOWN = "ForceDown"
    FORCE_UP_COARSE = "ForceUpCoarse"
    FORCE_DOWN_COARSE = "ForceDownCoarse"
    GRASP = "Grasp"
    RELEASE = "Release"


NAVIGATION = (Action.MOVE_AHEAD, Action.ROTATE_LEFT, Action.ROTATE_RIGHT, Action.STOP)
NAVIGATION_AND_LOOK = (*NAVIGATION[:3], Action.LOOK_UP, Action.LOOK_DOWN, Action.STOP)
#: What moves the arm: its hand along the robot's axes, its wrist, its lift, its joints one by one.
ARM_MOVES = tuple(Action)[
    tuple(Action).index(Action.LIFT_UP) : tuple(Action).index(Action.FORCE_UP)
]
#: What the hand does, besides being moved.
HAND = (
    Action.FORCE_UP,
    Action.FORCE_DOWN,
    Action.FORCE_UP_COARSE,
    Action.FORCE_DOWN_COARSE,
    Action.GRASP,
    Action.RELEASE,
    Action.OPEN,
    Action.CLOSE,
)
#: Everything that a robot with an arm can do; Stop last, which a task may leave out.
MANIPULATION = (*NAVIGATION_AND_LOOK[:-1], Action.MOVE_BACK, *ARM_MOVES, *HAND, Action.STOP)


@dataclass(frozen=True, slots=True)
class Pose:
    """Where the robot's centre stands on the floor and where its camera looks."""

    x: float
    y: float
    yaw: float = 0.0
    """Radians, counter-clockwise from +X."""
    pitch: float = 0.0
    """Radians, positive looks up."""

    def relative_to(self, origin: Pose) -> Pose:
        """This pose in the frame of ``origin`` (pitch is kept)."""
        dx, dy = self.x - origin.x, self.y - origin.y
        cos, sin = math.cos(origin.yaw), math.sin(origin.yaw)
        yaw = wrap_angle(self.yaw - origin.yaw)
        return Pose(cos * dx + sin * dy, cos * dy - sin * dx, yaw, self.pitch)

    def after(self, step: Pose) -> Pose:
        """The pose that is ``step`` away in the frame of this one (pitch is kept)."""
        cos, sin = math.cos(self.yaw), math.sin(self.yaw)
        x, y = self.x + cos * step.x - sin * step.y, self.y + sin * step.x + cos * step.y
        return Pose(x, y, wrap_angle(self.yaw + step.yaw), self.pitch)

    def distance(self, x: float, y: float) -> float:
        """Euclidean distance on the floor to a point."""
        return math.hypot(self.x - x, self.y - y)


def wrap_angle(angle: float) -> float:
    """The same angle in [-pi, pi)."""
    return (angle + math.pi) % (2.0 * math.pi) - math.pi


def _check_lengths(what: str, values: object, **bounds: tuple[float, float]) -> None:
    for name, (low, high) in bounds.items():
        value = getattr(values, name)
        if not low <= value <= high:
            raise InvalidValueError(f"{what} {name} {value:g} m: expected {low:g} to {high:g}")


def _check_angles(what: str, values: object, **bounds: tuple[float, float]) -> None:
    """Raise for angles outside of their bounds, which are in degrees."""
    for name, (low, high) in bounds.items():
        degrees = math.degrees(getattr(values, name))
        if not low - 1e-9 <= degrees <= high + 1e-9:
            raise InvalidValueError(
                f"{what} {name} {degrees:g} degrees: expected {low:g} to {high:g}"
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class Camera:
    """A pinhole camera on the robot."""

    width: int = 224
    """Pixels."""
    height: int = 224
    """Pixels."""
    hfov: float = math.radians(79.0)
    """Horizontal field of view, radians."""
    elevation: float = 0.87
    """Height above the floor, metres."""
    yaw: float = 0.0
    """Direction relative to the robot's heading, radians."""
    pitch: float = 0.0
    """Tilt at rest, radians, positive looks up; the robot's own pitch is added."""

    def __post_init__(self) -> None:
        if not (1 <= self.width <= 4096 and 1 <= self.height <= 4096):
            raise InvalidValueError(
                f"camera resolution {self.width}x{self.height}: both must be 1 to 4096 pixels"
            )
        if not math.radians(1.0) <= self.hfov <= math.radians(170.0):
            degrees = math.degrees(self.hfov)
            raise InvalidValueError(f"camera field of view {degrees:g} degrees: expected 1 to 170")
        if not 0.0 < self.elevation < 10.0:
            raise InvalidValueError(f"camera elevation {self.elevation:g} m: expected 0 to 10")
        _check_angles("camera", self, yaw=(-360.0, 360.0), pitch=(-90.0, 90.0))

    @property
    def focal(self) -> float:
        """Focal length in pixels (pixels are square)."""
        return 0.5 * self.width / math.tan(0.5 * self.hfov)


@dataclass(frozen=True, slots=True, kw_only=True)
class Noise:
    """Standard deviations of the actuation noise; LoCoBot by default."""

    move: float = 0.005
    """Metres per MoveAhead."""
    turn: float = math.radians(0.5)
    """Radians per rotation."""

    def __post_init__(self) -> None:
        _check_lengths("noise", self, move=(0.0, 1.0))
        _check_angles("noise", self, turn=(0.0, 180.0))


NO_NOISE = Noise(move=0.0, turn=0.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Embodiment:
    """The body that an agent drives. The default is a LoCoBot."""

    radius: float = 0.18
    """Of the disc that collides, metres."""
    height: float = 0.9
    """Obstacles above this do not block, metres."""
    camera: Camera = field(default_factory=Camera)
    step: float = 0.25
    """Metres per MoveAhead."""
    turn: float = math.radians(30.0)
    """Radians per RotateLeft / RotateRight."""
    tilt: float = math.radians(30.0)
    """Radians per LookUp / LookDown."""
    max_pitch: float = math.radians(60.0)
    """Limit of the camera's tilt either way, radians."""
    noise: Noise = field(default_factory=Noise)

    def __post_init__(self) -> None:
        _check_lengths(
            "embodiment", self, radius=(0.01, 1.0), height=(0.05, 3.0), step=(0.001, 5.0)
        )
        _check_angles(
            "embodiment", self, turn=(0.1, 180.0), tilt=(0.0, 90.0), max_pitch=(0.0, 90.0)
        )


#: The LoCoBot with a camera that sees 90 degrees, level.
WIDE_ANGLE = Embodiment(camera=Camera(hfov=math.radians(90.0)))
#: The same with more pixels than the eyes see at once, so that there is something to glance at.
FINE_WIDE_ANGLE = Embodiment(camera=Camera(width=672, height=672, hfov=math.radians(90.0)))

#: Angles of the six joints of an arm, radians, in the order of :data:`JOINTS`.
Joints = tuple[float, float, float, float, float, float]
#: Names of the joints, from the shoulder to the hand.
JOINTS = ("shoulder turn", "shoulder lift", "elbow", "forearm roll", "wrist bend", "hand roll")


def _degrees(*pairs: tuple[float, float]) -> tuple[tuple[float, float], ...]:
    return tuple((math.radians(low), math.radians(high)) for low, high in pairs)


@dataclass(frozen=True, slots=True, kw_only=True)
class Arm:
    """A jointed arm on a lift in the middle of the robot, with a hand that grips with a force.

    The shoulder is above the robot's centre, at the height of the lift. With all joints at zero the arm is
    stretched ahead. The hand opens to the point between its fingers.
    """

    upper: float = 0.34
    """From the shoulder to the elbow, metres."""
    forearm: float = 0.32
    """From the elbow to the wrist, metres."""
    hand: float = 0.14
    """From the wrist to the point between the fingers, metres."""
    limits: tuple[tuple[float, float], ...] = _degrees(
        (-170.0, 170.0), (-100.0, 100.0), (-150.0, 150.0), (-180.0, 180.0), (-120.0, 120.0), (-180.0, 180.0)
    )  # fmt: skip
    """Least and greatest angle of each joint, radians."""
    lift: tuple[float, float] = (0.35, 1.1)
    """Lowest and highest shoulder above the floor, metres."""
    rest: Joints = (0.0, math.radians(95.0), math.radians(-150.0), 0.0, math.radians(-35.0), 0.0)
    """The joints at the beginning: folded within the robot's disc, the hand pointing down."""
    rest_lift: float = 0.9
    """The shoulder's height at the beginning, metres."""
    step: float = 0.05
    """Metres by which one action moves the hand or the lift."""
    turn: float = math.radians(15.0)
    """Radians by which one action turns the wrist or a joint."""
    fine: float = 0.05
    """Kilogram-force of ForceUp and ForceDown."""
    coarse: float = 0.5
    """Kilogram-force of ForceUpCoarse and ForceDownCoarse; a multiple of ``fine``."""
    most_force: float = 10.0
    """The hand's limit, kilogram-force."""
    payload: float = 5.0
    """What is heavier cannot be lifted by any force, kilograms."""

    def __post_init__(self) -> None:
        _check_lengths("arm", self, upper=(0.01, 2.0), forearm=(0.01, 2.0), hand=(0.06, 1.0))
        _check_lengths("arm", self, step=(0.001, 0.5), rest_lift=self.lift)
        _check_angles("arm", self, turn=(0.1, 90.0))
        if len(self.limits) != len(JOINTS) or any(low > high for low, high in self.limits):
            raise InvalidValueError(
                f"limits {self.limits}: expected a least and a greatest angle for each of {JOINTS}"
            )
        if len(self.rest) != len(JOINTS) or not self.allows(self.rest):
            raise InvalidValueError(f"arm rest {self.rest}: expected joints within {self.limits}")
        if not 0.0 < self.payload < math.inf:
            raise InvalidValueError(f"arm payload {self.payload:g} kg: expected more than 0")
        if not 0.0 < self.fine <= self.coarse <= self.most_force:
            raise InvalidValueError(
                f"arm forces {self.fine:g}, {self.coarse:g} and {self.most_force:g} kgf: expected them "
                "above 0 and in this order"
            )

    @property
    def reach(self) -> float:
        """How far the point between the fingers can be from the shoulder, metres."""
        return self.upper + self.forearm + self.hand

    def allows(self, joints: Joints, tolerance: float = 1e-9) -> bool:
        """Whether all joints are within their limits."""
        return all(
            low - tolerance <= angle <= high + tolerance
            for angle, (low, high) in zip(joints, self.limits)
        )


#: What a hand can feel: nothing between its fingers, something that slipped out of them, or what it holds.
Touch = Literal["nothing", "slipped", "holding"]


@dataclass(frozen=True, slots=True)
class ArmSense:
    """What a robot feels of its own arm. Never what the thing in its hand is."""

    touch: Touch
    """What the hand has felt since the last Grasp or Release."""
    force: float
    """With which the hand grips, kilogram-force."""
    grip: tuple[float, float, float]
    """The point between the fingers in the robot's frame: ahead, to the left, above the floor, metres."""
    fingers: tuple[float, float, float]
    """Where the fingers point in that frame, a unit vector."""
    lift: float
    """Height of the shoulder above the floor, metres."""
    joints: Joints
    """Angles of the joints, radians."""


#: A body for an arm: it looks down on its hand, and moves and turns by the steps of the arm's papers.
ARM_BODY = Embodiment(
    radius=0.2,
    height=1.5,
    camera=Camera(width=800, height=600, hfov=math.radians(90.0), elevation=1.45),
    turn=math.radians(15.0),
    tilt=math.radians(15.0),
    noise=NO_NOISE,
)


@dataclass(frozen=True, slots=True)
class Observation:
    """What an agent senses after each action. No ground truth here."""

    rgb: Array
    """(H, W, 3) uint8."""
    depth: Array | None
    """(H, W) float32 metres, or None for RGB-only agents."""
    pose: Pose | None
    """GPS + compass relative to the start pose, or None when the task withholds it."""
    moved: bool
    """False when the last action was blocked (a bump sensor)."""
    step: int
    """Actions taken so far in this leg."""
    goal: tuple[float, float] | None = None
    """PointNav only: distance (m) and bearing (radians, left positive) of the goal."""
    arm: ArmSense | None = None
    """What a robot with an arm feels of it."""
    extras: Mapping[str, Any] = field(default_factory=dict)
    """Task-specific senses, e.g. further cameras by name."""


#: What an agent does in a leg: look for a goal, move about freely, or answer questions.
LegKind = Literal["search", "free", "exam"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Brief:
    """All that an agent is told before a leg of an episode; most episodes have one leg."""

    task: str
    goal: str
    """The goal in words."""
    kind: LegKind = "search"
    """A search or free leg ends at Stop or at its budget; an exam asks for answers and no actions."""
    categories: tuple[str, ...] = ()
    """The closed set of goal names, for tasks that have one."""
    actions: tuple[Action, ...] = NAVIGATION
    max_steps: int = 500
    """Actions that this leg may take."""
    embodiment: Embodiment = field(default_factory=Embodiment)
    arm: Arm | None = None
    """The robot's arm; None for a robot without."""
    seed: int = 0
    """Root of the agent's own random streams."""
    enters: bool = False
    """The robot comes in again where the episode began; the home is as it was left."""
    questions: tuple[str, ...] = ()
    """What an exam asks; a free leg may announce them."""
    answers: tuple[str, ...] = ()
    """The agent's own earlier answers to these questions."""


@dataclass(frozen=True, slots=True)
class StepResult:
    """What the world did with an action."""

    moved: bool
    """False when the action was blocked or had no effect."""
    reason: str = ""
    """Why it failed, e.g. ``"blocked by sofa-2"``; empty on success."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """A task's judgement after a step."""

    done: bool
    """The episode is over, whatever legs were still to come."""
    success: bool = False
    """The leg was solved; it counts once the leg is over."""
    parts: Mapping[str, bool | float] = field(default_factory=dict)
    """The named conditions behind ``success``."""
    leg_done: bool = False
    """The leg is over; the task is asked for the next one."""


@dataclass(frozen=True, slots=True)
class Detections:
    """Things found in one image, as parallel arrays."""

    boxes: Array
    """(N, 4) float32 pixel edges x0, y0, x1, y1."""
    scores: Array
    """(N,) float32 in [0, 1]."""
    labels: tuple[str, ...]
    """One phrase for each box."""
    masks: Array | None = None
    """(N, H, W) bool."""

    def __len__(self) -> int:
        return len(self.labels)


@dataclass(frozen=True, slots=True)
class Frames:
    """What a camera renders, ground truth included. Only simulators, oracles and recorders hold it."""

    rgb: Array
    """(H, W, 3) uint8."""
    depth: Array
    """(H, W) float32."""
    ids: Array
    """(H, W) int32: 0 nothing, 1 + i for ``house.objects[i]``, then people; SHELL_IDS; ROBOT_ID."""
    normals: Array | None = None
    """(H, W, 3) float32 unit vectors in the world frame."""


def empty_detections() -> Detections:
    """No detection at all."""
    return Detections(np.zeros((0, 4), np.float32), np.zeros(0, np.float32), ())
