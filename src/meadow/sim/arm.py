"""The robot's arm in a world: how it moves, what it meets on its way, what its hand grips and opens.

Everything is exact and without physics. A move that would touch something is refused and changes nothing.
What is held stays upright and keeps its heading against the robot; its hand's turns do not tip it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec
import numpy as np
from numpy.typing import NDArray

from meadow.errors import FileFormatError, InvalidValueError
from meadow.geometry.arm_links import (
    BASE_RADIUS,
    BASE_TOP,
    COLUMN,
    COLUMN_RADIUS,
    COLUMN_TOP,
    PALM,
    RADII,
    arm_after,
    meets_itself,
    rods,
)
from meadow.geometry.kinematics import ArmPose, about_z, forward, joint_frames
from meadow.scenes.handles import PlacedHandle, handles_of, leaf_handles
from meadow.scenes.schema import Doorway, Object, Point3
from meadow.sim.contact import (
    Capsules,
    face_distance,
    object_solid,
    place_of,
    things_near,
    touched,
    touches,
)
from meadow.sim.motion import DONE
from meadow.sim.placing import TOUCH, box_row, overlapped
from meadow.sim.render.robot import RobotShape, RobotTemplate, robot_template
from meadow.types import Action, Arm, ArmSense, Joints, Pose, StepResult, Touch

if TYPE_CHECKING:
    from meadow.sim.world import World

F64 = NDArray[np.float64]
#: Moments of a motion: where the robot is, its lift and its joints.
Way = list[tuple[Pose, float, Joints]]

#: How far from the point between the fingers a thing may be to be gripped, metres.
GRASP = 0.06
#: How far from it a handle may be to be pulled or pushed, metres.
HANDLE = 0.1
#: A move is looked at in steps in which no part of the arm goes further than this, metres.
SWEEP = 0.035
_FORCE = {
    Action.FORCE_UP: ("fine", 1),
    Action.FORCE_DOWN: ("fine", -1),
    Action.FORCE_UP_COARSE: ("coarse", 1),
    Action.FORCE_DOWN_COARSE: ("coarse", -1),
}


class ArmState(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that changes of an arm; what it holds is the world's."""

    lift: float
    joints: Joints
    force: int = 0
    """In steps of ``Arm.fine``, which are whole numbers so that no force drifts."""
    touch: Touch = "nothing"


def check_arm_state(state: ArmState, arm: Arm, holding: bool) -> None:
    """Raise unless an arm can be in that state."""
    low, high = arm.lift
    steps = round(arm.most_force / arm.fine)
    whole = len(state.joints) == 6 and arm.allows(state.joints, 1e-6)
    sound = low - 1e-6 <= state.lift <= high + 1e-6 and 0 <= state.force <= steps
    if not (whole and sound) or holding != (state.touch == "holding"):
        raise FileFormatError(
            f"snapshot: $.arm is {state}, expected joints, lift and force within the arm's limits, and "
            f"touch to be holding {'because' if holding else 'only if'} something is held"
        )


class RobotArm:
    """An arm, and the world that it is in."""

    def __init__(self, arm: Arm, world: World) -> None:
        self.arm = arm
        self._world = world
        self.state = ArmState(arm.rest_lift, arm.rest)

    # --- what it is like -------------------------------------------------------------------------

    @property
    def force(self) -> float:
        """With which the hand grips, kilogram-force."""
        return round(self.state.force * self.arm.fine, 9)

    def pose(self) -> ArmPose:
        """Where its parts are in the shoulder's frame."""
        return forward(self.arm, self.state.joints)

    def sense(self) -> ArmSense:
        """What the robot feels of it."""
        pose, state = self.pose(), self.state
        x, y, z = pose.grip.tolist()
        fingers = tuple(pose.rotation[:, 0].tolist())
        grip = (x, y, z + state.lift)
        return ArmSense(state.touch, self.force, grip, fingers, state.lift, state.joints)

    def grip(self, pose: Pose) -> Point3:
        """The point between the fingers in the world."""
        x, y, z = self.pose().grip.tolist()
        c, s = math.cos(pose.yaw), math.sin(pose.yaw)
        return pose.x + c * x - s * y, pose.y + s * x + c * y, z + self.state.lift

    def capsules(self, pose: Pose) -> Capsules:
        """The arm as capsules in the world; the last is the fingers."""
        return self._capsules([(pose, self.state.lift, self.state.joints)])

    def discs(self, pose: Pose) -> list[tuple[float, float, float, float]]:
        """Discs of the plan that cover the arm and what it holds: x, y, radius, height above the floor."""
        rods, found = self.capsules(pose), []
        for (x, y, z, a, b, c), radius in zip(rods.ends.tolist(), rods.radii.tolist()):
            parts = max(1, math.ceil(math.hypot(a - x, b - y) / SWEEP))
            wide = math.hypot(radius, math.hypot(a - x, b - y) / (2 * parts))
            for k in range(parts + 1):
                t = k / parts
                found.append((x + t * (a - x), y + t * (b - y), wide, min(z, c) - radius))
        held = self._world.held
        for id in () if held is None else self._world.carried(held.id):
            x, y, _, _, depth, width, low, _ = box_row(self._world.object(id))
            found.append((x, y, math.hypot(depth, width), low))
        return found

    @property
    def template(self) -> RobotTemplate:
        """What is drawn of the robot."""
        arm = self.arm
        column = (COLUMN, COLUMN_RADIUS, COLUMN_TOP)
        shape = RobotShape(
            arm.upper, arm.forearm, arm.hand, RADII, PALM, (BASE_RADIUS, BASE_TOP), column
        )
        return robot_template(shape)

    def frames(self, pose: Pose) -> F64:
        """(5, 3, 4) rotation and place of base, carriage, upper arm, forearm and hand in the world."""
        turn = about_z(pose.yaw)
        points, axes = joint_frames(self.arm, self.state.joints)
        here = np.array([pose.x, pose.y, 0.0])
        up = here + np.array([0.0, 0.0, self.state.lift])
        frames = np.empty((5, 3, 4))
        frames[:2, :, :3] = turn
        frames[0, :, 3], frames[1, :, 3] = here, up
        frames[2:, :, :3] = turn @ axes
        frames[2:, :, 3] = points[:3] @ turn.T + up
        return frames

    def eye(self, pose: Pose) -> tuple[float, float, float, float, float]:
        """A camera in the palm: x, y, z, yaw and pitch along the fingers."""
        hand = self.frames(pose)[4]
        fingers, up = hand[:, 0], hand[:, 2]
        x, y, z = (hand[:, 3] + (self.arm.hand - PALM) * fingers).tolist()
        flat = math.hypot(fingers[0], fingers[1])
        ahead = fingers if flat > 1e-6 else up * (-1.0 if fingers[2] > 0.0 else 1.0)
        return x, y, z, math.atan2(ahead[1], ahead[0]), math.atan2(fingers[2], flat)

    def bring(self, lift: float, joints: Joints) -> None:
        """Put lift and joints there at once, whatever is in the way."""
        self.state = msgspec.structs.replace(self.state, lift=lift, joints=joints)

    # --- what it does ----------------------------------------------------------------------------

    def act(self, action: Action, pose: Pose) -> StepResult:
        """Do an action of the arm or the hand."""
        if action in _FORCE:
            return self._set_force(*_FORCE[action])
        if action is Action.GRASP:
            return self._grasp(pose)
        if action is Action.RELEASE:
            return self._release()
        if action is Action.OPEN or action is Action.CLOSE:
            return self._pull(1.0 if action is Action.OPEN else 0.0, pose)
        found = arm_after(self.arm, self.state.lift, self.state.joints, action)
        if isinstance(found, str):
            return StepResult(False, found)
        return self.move_to(*found, pose)

    def move_to(self, lift: float, joints: Joints, pose: Pose) -> StepResult:
        """Bring lift and joints there, unless something is in the way."""
        before = self.state
        way = [(pose, *part) for part in self._between(before, lift, joints)]
        if hit := self._hit(way, pose):
            return StepResult(False, f"the arm would hit {hit}")
        shift = self._shift(lift, joints)
        if hit := self._held_hit(self._held_way(shift, pose), ignored=("the arm",)):
            return StepResult(False, f"what is held would hit {hit}")
        if self._squeezed(shift, pose, lift, joints):
            return StepResult(False, "the arm would hit what it holds")
        self.state = msgspec.structs.replace(before, lift=lift, joints=joints)
        if self._world.held is not None:
            self._world.shift_held(shift, pose)
        return DONE

    def carried(self, start: Pose, end: Pose) -> str:
        """What the arm, or what it holds, would hit while the robot drives or turns; empty for nothing."""
        turn = math.remainder(end.yaw - start.yaw, 2.0 * math.pi)
        reach = self.arm.reach + 0.1
        length = math.dist((start.x, start.y), (end.x, end.y)) + abs(turn) * reach
        steps = max(1, math.ceil(length / SWEEP))
        poses = []
        for k in range(1, steps + 1):
            t = k / steps
            x, y = start.x + t * (end.x - start.x), start.y + t * (end.y - start.y)
            poses.append(Pose(x, y, start.yaw + t * turn, end.pitch))
        way = [(pose, self.state.lift, self.state.joints) for pose in poses]
        if hit := self._hit(way, start):
            return hit
        held = self._world.held
        if held is None:
            return ""
        own = ("the robot", "the arm")
        return self._held_hit([(pose, held.grip) for pose in poses], ignored=own)

    # --- the hand --------------------------------------------------------------------------------

    def _set_force(self, size: str, sign: int) -> StepResult:
        arm, state = self.arm, self.state
        steps = 1 if size == "fine" else round(arm.coarse / arm.fine)
        force = state.force + sign * steps
        if not 0 <= force <= round(arm.most_force / arm.fine):
            limit = f"{arm.most_force:g} kgf, the hand's limit" if sign > 0 else "0"
            return StepResult(False, f"the force cannot go beyond {limit}")
        held = self._world.held
        if held is not None and not self._lifts(held.id, force):
            try:
                self._world.release()
            except InvalidValueError as error:
                return StepResult(False, str(error))
            self.state = msgspec.structs.replace(state, force=force, touch="slipped")
            return DONE
        self.state = msgspec.structs.replace(state, force=force)
        return DONE

    def weight(self, id: str) -> float:
        """Of a thing with all that is on and in it, kilograms."""
        return sum(self._world.object(part).mass for part in self._world.carried(id))

    def _lifts(self, id: str, force: int) -> bool:
        """Whether a force lifts a thing: it is at least its weight, which is at most the payload."""
        weight = self.weight(id)
        light = self._world.pickupable(id) and weight <= self.arm.payload + 1e-9
        return light and force * self.arm.fine >= weight - 1e-9

    def _grasp(self, pose: Pose) -> StepResult:
        if self._world.held is not None:
            return StepResult(False, "the hand already holds something: Release it first")
        id = self.within_grasp(pose)
        if not id:
            self.state = msgspec.structs.replace(self.state, touch="nothing")
            return StepResult(False, "nothing is between the fingers")
        if not self._lifts(id, self.state.force):
            self.state = msgspec.structs.replace(self.state, touch="slipped")
            why = "" if self.state.force else ": the force is 0, raise it with ForceUp"
            return StepResult(False, f"{id} slips out of a grip of {self.force:g} kgf{why}")
        self._world.hold(id, pose, in_place=True)
        self.state = msgspec.structs.replace(self.state, touch="holding")
        return DONE

    def _release(self) -> StepResult:
        if self._world.held is None:
            self.state = msgspec.structs.replace(self.state, touch="nothing")
            return StepResult(False, "the hand holds nothing that it could release")
        try:
            self._world.release()
        except InvalidValueError as error:
            return StepResult(False, str(error))
        self.state = msgspec.structs.replace(self.state, touch="nothing")
        return DONE

    def within_grasp(self, pose: Pose) -> str:
        """Id of the thing that the fingers would close on: the nearest to hold, else the nearest at all."""
        grip = self.grip(pose)
        box = np.array([*(v - GRASP for v in grip), *(v + GRASP for v in grip)])
        found = []
        for item in things_near(self._world, box):
            inside = _in_box(item, grip)
            away = 0.0 if inside else face_distance(item, grip)
            if away <= GRASP:
                heavy = not self._world.pickupable(item.id)
                found.append((heavy, away, math.prod(item.size), item.id))
        return min(found)[3] if found else ""

    # --- handles ---------------------------------------------------------------------------------

    def at_handle(self, pose: Pose, openness: float) -> tuple[Object | Doorway | None, str]:
        """What the hand could bring to an openness from here, or why there is nothing."""
        grip, best, chosen, other = self.grip(pose), HANDLE, None, ""
        for item in self._world.openables():
            if math.dist(self._world.middle(item), grip[:2]) > 2.5:
                continue
            if isinstance(item, Object) and (
                self._world.shut_in(item.id) or self._world.is_held(item.id)
            ):
                continue
            for handle in handles(self._world, item):
                away = handle.distance(grip)
                if away > best:
                    continue
                if item.openness == openness:
                    other = f"{item.id} is already {'open' if openness else 'closed'}"
                    continue
                best, chosen = away, item
        word = "open" if openness else "close"
        return (
            chosen,
            "" if chosen else other or f"no handle to {word} within {HANDLE:g} m of the hand",
        )

    def _pull(self, openness: float, pose: Pose) -> StepResult:
        """Open or close what has a handle at the hand; the arm folds back where its place is needed."""
        world = self._world
        if world.held is not None:
            return StepResult(False, "the hand is full: Release what it holds first")
        item, why = self.at_handle(pose, openness)
        if item is None:
            return StepResult(False, why)
        if hit := world.swing_blocker(item.id, openness, pose):
            return StepResult(False, f"{item.id} would hit {hit}")
        before, state = item.openness, self.state
        world.set_openness(item.id, openness)
        if touched(world, self.capsules(pose), light=1):
            self._fold()
            if hits := touched(world, self.capsules(pose), light=1):
                self.state = state
                world.set_openness(item.id, before)
                return StepResult(
                    False, f"the arm is in the way of {item.id}: folded it meets {hits[0]}"
                )
        return DONE

    def _fold(self) -> None:
        """Fold the arm; the lift comes down where the folded arm would touch the camera."""
        arm, lift = self.arm, self.state.lift
        folded = rods(arm, np.array([(lift, *arm.rest)]))
        if meets_itself(folded, self._world.body.camera.elevation):
            lift = arm.rest_lift
        self.bring(lift, arm.rest)

    # --- what is in the way ----------------------------------------------------------------------

    def _between(
        self, before: ArmState, lift: float, joints: Joints
    ) -> Iterator[tuple[float, Joints]]:
        """Lifts and joints on the way, the end included, in small steps."""
        turns = [b - a for a, b in zip(before.joints, joints)]
        arm = self.arm
        far = abs(lift - before.lift) + arm.reach * (abs(turns[0]) + abs(turns[1]))
        far += (arm.forearm + arm.hand) * abs(turns[2]) + arm.hand * sum(map(abs, turns[3:5]))
        steps = max(1, math.ceil(far / SWEEP))
        for k in range(1, steps):
            t = k / steps
            between = tuple(a + t * d for a, d in zip(before.joints, turns))
            yield before.lift + t * (lift - before.lift), between  # type: ignore[misc]
        yield lift, joints

    def _capsules(self, way: Way) -> Capsules:
        """The arm at several moments in the world: upper arms first, then forearms, hands, fingers."""
        return self._placed(self._rods(way), way)

    def _rods(self, way: Way) -> F64:
        return rods(self.arm, np.array([(lift, *joints) for _, lift, joints in way]))

    def _placed(self, local: F64, way: Way) -> Capsules:
        """Rods of the robot's frame in the world."""
        where = np.array([(pose.x, pose.y, pose.yaw) for pose, _, _ in way])
        c, s = np.cos(where[:, 2]), np.sin(where[:, 2])
        ends = local.copy()
        for k in (0, 3):
            ends[..., k] = where[:, 0] + c * local[..., k] - s * local[..., k + 1]
            ends[..., k + 1] = where[:, 1] + s * local[..., k] + c * local[..., k + 1]
        return Capsules(ends.reshape(-1, 6), np.repeat(RADII, len(way)))

    def _hit(self, way: Way, now: Pose) -> str:
        """What the arm would newly touch on a way; empty for nothing."""
        local = self._rods(way)
        if meets_itself(local, self._world.body.camera.elevation):
            return "the robot"
        held = self._world.held
        own = () if held is None else self._world.carried(held.id)
        found = touched(self._world, self._placed(local, way), light=len(way), without=own)
        if not found:
            return ""
        already = touched(self._world, self.capsules(now), light=1)
        return next((id for id in found if id not in already), "")

    def _shift(self, lift: float, joints: Joints) -> Point3:
        """How far the hand goes in the robot's frame."""
        dx, dy, dz = (forward(self.arm, joints).grip - self.pose().grip).tolist()
        return dx, dy, dz + lift - self.state.lift

    def _held_way(self, shift: Point3, pose: Pose) -> list[tuple[Pose, Point3]]:
        """Where in the robot's frame what is held would be on the hand's way."""
        held = self._world.held
        if held is None:
            return []
        steps = max(1, math.ceil(math.hypot(*shift) / (2.0 * SWEEP)))
        x, y, z = held.grip
        dx, dy, dz = (v / steps for v in shift)
        return [(pose, (x + k * dx, y + k * dy, z + k * dz)) for k in range(1, steps + 1)]

    def _held_hit(self, way: list[tuple[Pose, Point3]], ignored: tuple[str, ...]) -> str:
        """What the thing in the hand, or something on or in it, would newly overlap; empty for nothing."""
        world, held = self._world, self._world.held
        if held is None:
            return ""
        group = world.carried(held.id)
        before = {id: {*overlapped(world, world.object(id), group), *ignored} for id in group}
        for pose, grip in way:
            for item in world.held_at(pose, grip):
                hits = (id for id in overlapped(world, item, group) if id not in before[item.id])
                if hit := next(hits, ""):
                    return hit
                if item.position[2] < min(world.object(item.id).position[2], 0.0) - TOUCH:
                    return "the floor"
                if box_row(item)[7] > world.built.lowest_ceiling:
                    return "the ceiling"
        return ""

    def _squeezed(self, shift: Point3, pose: Pose, lift: float, joints: Joints) -> bool:
        """Whether the arm would newly touch what it holds, both moved."""
        world, held = self._world, self._world.held
        if held is None:
            return False
        x, y, z = (a + b for a, b in zip(held.grip, shift, strict=True))
        after = self._capsules([(pose, lift, joints)])
        before = self.capsules(pose)
        for item in world.held_at(pose, (x, y, z)):
            now = world.object(item.id)
            if _meet(item, after) and not _meet(now, before):
                return True
        return False

    def meets(self, item: Object, pose: Pose) -> bool:
        """Whether an object at its pose would touch the arm."""
        return _meet(item, self.capsules(pose))


def _meet(item: Object, rods: Capsules) -> bool:
    """Whether an object touches the arm but for its fingers."""
    return touches(object_solid(item), place_of(item), rods, 0, len(rods.radii) - 1)


def handles(world: World, item: Object | Doorway) -> tuple[PlacedHandle, ...]:
    """The handles of a door or thing where they are now."""
    if isinstance(item, Doorway):
        return leaf_handles(world.built.walls[item.wall], item)
    return handles_of(item)


def _in_box(item: Object, point: Point3) -> bool:
    """Whether a point is in the upright box around an object."""
    x, y, c, s, depth, width, low, high = box_row(item)
    dx, dy = point[0] - x, point[1] - y
    ahead, left = abs(c * dx + s * dy), abs(c * dy - s * dx)
    return ahead <= depth and left <= width and low <= point[2] <= high
