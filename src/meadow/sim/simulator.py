"""The embedded simulator: a robot in a furnished home, exact and reproducible."""

from __future__ import annotations

import dataclasses
import math
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
from numpy.typing import NDArray

from meadow import serialize
from meadow.errors import FileFormatError, InvalidValueError, MeadowError, UnknownIdError
from meadow.geometry.polygons import Outlines, pack
from meadow.scenes.meshes import surface_points
from meadow.scenes.schema import Doorway, House, Object, Person
from meadow.seeding import Stream, stream
from meadow.sim.arm import ArmState, RobotArm, check_arm_state
from meadow.sim.built import BuiltHome
from meadow.sim.interaction import interact
from meadow.sim.motion import DONE, Drive, locobot, move
from meadow.sim.obstacles import object_outlines
from meadow.sim.oracle import SimOracle
from meadow.sim.render import Renderer, RenderScene
from meadow.sim.sensors import STREAMS, SensorNoise, Sensors, noise_streams, observe
from meadow.sim.snapshot import (
    Snapshot,
    StreamState,
    check_changes,
    check_walkers,
    read_snapshot,
    stream_states,
)
from meadow.sim.visibility import (
    DISTANCE,
    SHARE,
    UNOBSTRUCTED,
    agreeing,
    find_radial_viewpoints,
    find_viewpoints,
)
from meadow.sim.walkers import Disc, Walkers, walk_streams
from meadow.sim.world import Changes, World, ignore
from meadow.types import (
    ARM_MOVES,
    HAND,
    Action,
    Arm,
    Array,
    Camera,
    Embodiment,
    Frames,
    Observation,
    Pose,
    StepResult,
)

F64 = NDArray[np.float64]

#: What needs an arm, or is done by it where there is one.
ARM_ACTIONS = frozenset((*ARM_MOVES, *HAND))
#: Time passes in pieces of at most this while the robot waits, and waits are no longer than this, seconds.
WAIT, LONGEST_WAIT = 0.5, 600.0
#: How many homes a simulator keeps ready.
KEPT_HOUSES = 4
#: For how many objects of a home the viewpoints are remembered.
REMEMBERED = 512
#: How many poses are rendered at once when looking for viewpoints.
BATCH = 32
#: Width and height of the frames in which radial viewpoints are looked for, pixels.
PREVIEW = 160
#: How many random places are tried for a pose where nobody stands.
DRAWS = 1000


class _Loaded:
    """The home that a simulator is in: a world of its own, and a picture of its own once it differs."""

    def __init__(self, built: BuiltHome) -> None:
        self.built = built
        self.world = World(built.house, built.body, built=built)
        self.world.on_change = self._changed
        self.scene = built.scene
        self.viewpoints: dict[tuple[object, ...], F64] = {}
        """Found after something had changed."""
        self.outlines: dict[str, tuple[Object, Outlines]] = {}

    def own_scene(self) -> RenderScene:
        """The picture, which nobody else uses any more."""
        if self.scene is self.built.scene:
            self.scene = self.built.scene.copy()
        return self.scene

    def leave(self) -> None:
        """Cut the circle of world and picture, so that both are freed at once."""
        self.world.on_change = ignore

    def _changed(self, item: Object | Doorway | tuple[Person, ...]) -> None:
        """Carry a change of the world over to the picture."""
        scene = self.own_scene()
        if isinstance(item, Object):
            scene.update_object(self.built.ids[item.id] - 1, item)
        elif isinstance(item, Doorway):
            scene.update_doorway(self.built.doorway_numbers[item.id], item)
        else:
            shown = scene.people
            scene.update_people({i: p for i, p in enumerate(item) if p is not shown[i]})


class MeadowSimulator:
    """Implements ``protocols.Simulator``; see there for the contract."""

    def __init__(
        self,
        embodiment: Embodiment | None = None,
        sensors: Sensors | None = None,
        *,
        arm: Arm | None = None,
        houses: int = KEPT_HOUSES,
        share: MeadowSimulator | None = None,
    ) -> None:
        """Prepare a simulator.

        Args:
            embodiment: The robot's body, a LoCoBot by default.
            sensors: What it senses besides its main camera's RGB.
            arm: Its arm; None for a robot without.
            houses: How many homes to keep ready for the next reset.
            share: Another simulator, of the same body, whose ready homes this one uses too. They share
                what a home was built as; what one of them changes is changed for itself alone.
        """
        if houses < 1:
            raise InvalidValueError(f"houses {houses}: a simulator keeps at least 1 home ready")
        self.embodiment = embodiment or Embodiment()
        self.sensors = sensors or Sensors()
        self.arm = arm
        self.drive: Drive = locobot
        """What an action makes the wheels do; replaced by corruptions of the dynamics."""
        self._noisy = self.sensors.noise != SensorNoise()
        self._capacity = houses
        self._ready: OrderedDict[str, BuiltHome] = OrderedDict()
        if share is not None:
            if share.embodiment != self.embodiment:
                raise InvalidValueError("simulators that share homes must have the same body")
            self._ready, self._capacity = share._ready, share._capacity
        self._sharing = share is not None
        self._loaded: _Loaded | None = None
        self._renderers: dict[tuple[int, int, float], Renderer] = {}
        self._pose = self._start = Pose(0.0, 0.0)
        self._step = 0
        self._result = DONE
        self._streams: dict[str, Stream] = {}
        self._before: dict[str, StreamState] = {}
        self._frames: Frames | None = None
        self._shown: tuple[Any, ...] | None = None
        self._walkers: Walkers | None = None
        self._robot_arm: RobotArm | None = None
        self._told: set[tuple[str, str]] = set()

    @property
    def world(self) -> World:
        """The home as it is now."""
        return self._current().world

    @property
    def scene(self) -> RenderScene:
        """The home as the renderer holds it."""
        return self._current().scene

    @property
    def pose(self) -> Pose:
        """The robot's true pose."""
        return self._pose

    @property
    def frames(self) -> Frames:
        """What the main camera sees now."""
        if self._frames is None:
            self._frames = self._render(self.embodiment.camera)
            self._shown = self._in_view()
        return self._frames

    def _in_view(self) -> tuple[Any, ...]:
        """What a picture follows from: the robot, and the home as it is now."""
        arm = None if self._robot_arm is None else self._robot_arm.state
        reach = () if arm is None else (arm.lift, arm.joints)
        return self._pose, self.world.version, self.world.people, reach

    @property
    def oracle(self) -> SimOracle:
        """Privileged: never handed to an ordinary agent."""
        return SimOracle(self)

    def reset(self, house: House, pose: Pose, *, seed: int = 0, episode: str = "") -> Observation:
        """Load a home (kept when it is the same), undo all changes and place the robot."""
        self.place(house, pose, seed=seed, episode=episode)
        return self.observe()

    def place(self, house: House, pose: Pose, *, seed: int = 0, episode: str = "") -> None:
        """:meth:`reset` without looking, for callers that render many simulators at once."""
        self._enter(self._load(house))
        self.world.apply(Changes())
        self._check_place(pose)
        self._stand(pose)
        self._step, self._result = 0, DONE
        self._streams = noise_streams(seed, episode)
        self._streams["actuation"] = stream(seed, episode, "actuation")
        self._streams.update(walk_streams(house, seed, episode))
        self._walkers = self._new_walkers()
        self._frames = None
        self._attach_arm()

    def enter(self, pose: Pose) -> Observation:
        """Come in again at a pose; the home stays as it was left, and its people where they are.

        What the hand holds is put down where it is, and the arm is folded again. Where something stands at
        the pose by now, the robot comes in at the free point next to it, and its pose is still told from
        where it should have come in.
        """
        world, door = self.world, pose
        if world.held is not None:
            try:
                world.release()
            except InvalidValueError:
                world.put_back()
        if not world.navigable(pose.x, pose.y):
            x, y = world.navgrid.nearest(pose.x, pose.y, allowed=world.navigable)
            pose = Pose(x, y, pose.yaw, pose.pitch)
        self._check_place(pose)
        self._stand(pose, start=door)
        self._result, self._frames = DONE, None
        self._attach_arm()
        return self.observe()

    def step(self, action: Action, target: str = "") -> Observation:
        """Do one action. ``target`` names what to open or close; empty for the nearest in view."""
        self.advance(action, target)
        return self.observe()

    def advance(self, action: Action, target: str = "") -> None:
        """:meth:`step` without looking: the robot acts, then the world goes on."""
        world = self.world
        if action is Action.STOP:
            self._result = DONE
        elif action in ARM_ACTIONS and self._robot_arm is not None:
            self._result = self._robot_arm.act(Action(action), self._pose)
        elif action is Action.OPEN or action is Action.CLOSE:
            openness = 1.0 if action is Action.OPEN else 0.0
            self._result = interact(world, self._pose, self.frames, self._ids(), openness, target)
        elif action in ARM_ACTIONS:
            self._result = StepResult(False, f"{action} needs an arm, which this robot has not")
        else:
            self._drive(Action(action))
        world.robot = self._pose.x, self._pose.y
        if world.held is not None:
            world.follow(self._pose)
        if self._walkers is not None:
            self._walkers.advance(self._pose, arm=self._arm_discs())
        self._step += 1
        if self._frames is None or self._shown != self._in_view():
            self._frames = None
            self._show_robot()

    def _drive(self, action: Action) -> None:
        """Do a driving, turning or looking action, unless the arm is in its way."""
        noise, body = self._streams["actuation"], self.embodiment
        before, obstacles = self._pose, self.world.obstacles
        self._pose, self._result = move(before, action, body, obstacles, noise, self.drive)
        moved = (before.x, before.y, before.yaw) != (self._pose.x, self._pose.y, self._pose.yaw)
        if self._robot_arm is None or not moved:
            return
        if hit := self._robot_arm.carried(before, self._pose):
            self._pose = before
            self._result = StepResult(False, f"the arm would hit {hit}")

    def wait(self, seconds: float) -> None:
        """Let time pass in which the robot does nothing: people walk on. Nothing is observed."""
        if not 0.0 <= seconds <= LONGEST_WAIT:
            raise InvalidValueError(
                f"waiting for {seconds} s: expected 0 to {LONGEST_WAIT:g} seconds"
            )
        if self._walkers is None:
            return
        while seconds > 1e-9:
            self._walkers.advance(self._pose, min(seconds, WAIT), self._arm_discs())
            seconds -= WAIT
        self._frames = None

    def last_result(self) -> StepResult:
        """What the world did with the last action."""
        return self._result

    def snapshot(self) -> bytes:
        """The exact state; a simulator with the same settings and house continues from it alike."""
        # Sensor noise as it was before the last observation: restoring observes once more.
        state = Snapshot(
            self._current().built.digest,
            self._pose,
            self._start,
            self._step,
            self._result,
            self.world.changes(),
            {**stream_states(self._streams), **self._before},
            () if self._walkers is None else self._walkers.progress,
            None if self._robot_arm is None else self._robot_arm.state,
        )
        return serialize.encode(state)

    def restore(self, state: bytes) -> Observation:
        """Return to a snapshot and observe from there, as it was observed then."""
        kept = read_snapshot(state)
        built = None if self._loaded is None else self._loaded.built
        if built is None or built.digest != kept.house:
            if kept.house not in self._ready:
                raise MeadowError(
                    f"the snapshot belongs to house {kept.house}, which this simulator does not hold. "
                    "Call reset() with that house first"
                )
            built = self._ready[kept.house]
        wanted = {"actuation", *noise_streams(0, ""), *walk_streams(built.house, 0, "")}
        if kept.streams.keys() != wanted:
            raise FileFormatError(
                f"snapshot: streams {list(kept.streams)}, expected {list(wanted)}"
            )
        check_changes(kept.changes, built.house)
        check_walkers(kept.walkers, built.house)
        if (kept.arm is None) != (self.arm is None):
            raise FileFormatError(
                f"snapshot: of a robot {'without' if kept.arm is None else 'with'} an arm, this one is "
                f"{'without' if self.arm is None else 'with'} one"
            )
        if kept.arm is not None and self.arm is not None:
            check_arm_state(kept.arm, self.arm, holding=kept.changes.held is not None)
        # Nothing is changed before everything was found sound.
        self._enter(built)
        self.world.apply(kept.changes)
        self._pose, self._start = kept.pose, kept.start
        self.world.robot = kept.pose.x, kept.pose.y
        self._step, self._result = kept.step, kept.result
        self._streams = {name: stream(0, name) for name in kept.streams}
        for name, where in kept.streams.items():
            where.put(self._streams[name])
        self._walkers = self._new_walkers()
        if self._walkers is not None:
            self._walkers.resume(kept.walkers)
        self._frames = None
        self._attach_arm(kept.arm)
        return self.observe()

    def close(self) -> None:
        """Free what it holds; calling twice is fine."""
        for renderer in self._renderers.values():
            renderer.close()
        if not self._sharing:
            self._ready.clear()
        self._renderers.clear()
        if self._loaded is not None:
            self._loaded.leave()
        self._loaded = self._frames = self._walkers = self._robot_arm = None

    def free_pose(self, house: House, *, seed: int = 0) -> Pose:
        """A random pose in the home's largest connected free area, where nobody stands at first."""
        built = self._load(house)
        people, radius = built.obstacles.people, self.embodiment.radius
        rng = stream(seed, house.id, "free pose")
        for _ in range(DRAWS):
            x, y = built.navgrid.sample(rng)
            if not house.people or people.first_hit(x, y, x, y, radius) < 0:
                break
        else:
            raise InvalidValueError(f"{house.id}: people stand wherever a robot was tried")
        turn = self.embodiment.turn
        return Pose(x, y, rng.integer(0, max(0, round(2 * math.pi / turn) - 1)) * turn)

    def instance(self, id: str) -> int:
        """The number that an object or person has in frames of instance ids."""
        try:
            return self._ids()[id]
        except KeyError:
            raise UnknownIdError("object or person", id, self._ids()) from None

    def outline(self, object_id: str) -> Outlines:
        """The plan of an object at all heights, for distances to it."""
        item, loaded = self.world.object(object_id), self._current()
        if item is loaded.built.objects[object_id]:
            if object_id not in loaded.built.outlines:
                loaded.built.outlines[object_id] = pack([(0, object_outlines(item))])
            return loaded.built.outlines[object_id]
        known = loaded.outlines.get(object_id)
        if known is None or known[0] is not item:
            known = item, pack([(0, object_outlines(item))])
            loaded.outlines[object_id] = known
        return known[1]

    def viewpoints(
        self, object_id: str, distance: float = DISTANCE, tilts: Sequence[float] = (0.0,)
    ) -> Array:
        """(N, 3) free poses in the robot's part of the home from which the object is visible.

        People who walk are left out: they come and go. People who stand may hide it.
        """
        loaded, world = self._current(), self.world
        part = world.navgrid.part_at(self._pose.x, self._pose.y) or 1
        key = (object_id, distance, tuple(tilts), part, world.version)
        known = loaded.viewpoints if world.version else loaded.built.viewpoints
        if key not in known:
            outline = self.outline(object_id)

            def shares(poses: F64) -> F64:
                best = np.zeros(len(poses))
                for tilt in tilts:
                    unseen = np.flatnonzero(best < SHARE)  # the others need no second look
                    tilted = np.column_stack([poses[unseen], np.full(len(unseen), tilt)])
                    best[unseen] = self.shares(object_id, tilted)
                return best

            if len(known) >= REMEMBERED:
                known.clear()
            with self._without_walkers():
                known[key] = find_viewpoints(world.navgrid, part, outline, distance, shares)
        return known[key].copy()

    def radial_viewpoints(self, object_id: str, radius: float = 1.5) -> Array:
        """(N, 3) free poses around an object before which nothing hides it, as depth shows.

        They are found by :func:`~meadow.sim.visibility.find_radial_viewpoints`, with small frames of the
        robot's camera. At least one pixel of the frame must show the object as well.
        """
        world, number = self.world, self.instance(object_id)
        part = world.navgrid.part_at(self._pose.x, self._pose.y) or 1
        camera = dataclasses.replace(self.embodiment.camera, width=PREVIEW, height=PREVIEW)
        renderer, points = self._renderer(camera), surface_points(world.object(object_id))

        def sees(poses: F64) -> NDArray[np.bool_]:
            eyes = np.zeros((len(poses), 5))
            eyes[:, :2], eyes[:, 2], eyes[:, 3] = poses[:, :2], camera.elevation, poses[:, 2]
            seen = np.zeros(len(poses), np.bool_)
            for first in range(0, len(eyes), BATCH):
                batch = eyes[first : first + BATCH]
                frames = renderer.render_batch([self._current().scene] * len(batch), batch)
                for k, eye in enumerate(batch):
                    shown = bool((frames.ids[k] == number).any())
                    agree = agreeing(points, frames.depth[k], eye, camera.focal)
                    seen[first + k] = shown and agree >= UNOBSTRUCTED
            return seen

        with self._without_walkers():
            return find_radial_viewpoints(
                world.navgrid, part, self.outline(object_id), radius, sees
            )

    @contextmanager
    def _without_walkers(self) -> Iterator[None]:
        """Take people who walk out of the picture for a while."""
        loaded = self._current()
        walkers = loaded.built.passing
        if not walkers:
            yield
            return
        scene, people = loaded.own_scene(), self.world.people
        scene.update_people(dict.fromkeys(walkers))
        try:
            yield
        finally:
            scene.update_people({i: people[i] for i in walkers})

    def shares(self, object_id: str, poses: Array) -> F64:
        """Which part of the main camera's frame would show an object from (N, 4) x, y, yaw, pitch."""
        number = self.instance(object_id)
        camera, scene = self.embodiment.camera, self._current().scene
        renderer = self._renderer(camera)
        eyes = np.empty((len(poses), 5))
        eyes[:, :2], eyes[:, 2] = poses[:, :2], camera.elevation
        eyes[:, 3], eyes[:, 4] = poses[:, 2] + camera.yaw, poses[:, 3] + camera.pitch
        shares = np.empty(len(poses))
        for first in range(0, len(eyes), BATCH):
            part = eyes[first : first + BATCH]
            with self._without_robot():
                ids = renderer.render_batch([scene] * len(part), part).ids
            shares[first : first + BATCH] = (ids == number).mean(axis=(1, 2))
        return shares

    def _current(self) -> _Loaded:
        if self._loaded is None:
            raise MeadowError("the simulator holds no home: call reset() first")
        return self._loaded

    def _ids(self) -> dict[str, int]:
        return self._current().built.ids

    def _load(self, house: House) -> BuiltHome:
        """The home as it was built, made unless it is ready."""
        # The very same object needs no digest, which takes longer than all the rest of a new episode.
        if self._loaded is not None and self._loaded.built.house is house:
            return self._loaded.built
        for known in reversed(self._ready.values()):
            if known.house is house:
                self._ready.move_to_end(known.digest)
                return known
        digest = house.digest()
        if digest not in self._ready:
            while len(self._ready) >= self._capacity:
                self._ready.popitem(last=False)
            built = self._ready[digest] = BuiltHome(house, self.embodiment)
            built.digest = digest
        self._ready.move_to_end(digest)
        return self._ready[digest]

    def _enter(self, built: BuiltHome) -> None:
        """Be in a home, in a world of one's own."""
        if self._loaded is not None and self._loaded.built is built:
            return
        if self._loaded is not None:
            self._loaded.leave()
        self._loaded = _Loaded(built)

    def _new_walkers(self) -> Walkers | None:
        """Those who walk at the beginning of an episode; None in homes without."""
        built = self._current().built
        if not built.walkers and not built.rolling:
            return None
        return Walkers(self.world, self._streams, self._told)

    def _attach_arm(self, state: ArmState | None = None) -> None:
        """Put the arm on the robot, at rest or in a state."""
        if self.arm is None:
            return
        arm = self._robot_arm = RobotArm(self.arm, self.world)
        if state is not None:
            arm.state = state
        self.world.arm_meets = lambda item: arm.meets(item, self._pose)
        self._show_robot()

    def _arm_discs(self) -> list[Disc]:
        """Where nobody walks because the arm is there."""
        discs = () if self._robot_arm is None else self._robot_arm.discs(self._pose)
        return [Disc(*disc) for disc in discs]

    def _show_robot(self) -> None:
        """Draw the robot where it is, with its arm as it is."""
        if self._robot_arm is not None:
            frames = self._robot_arm.frames(self._pose)
            room = self.world.room_at(self._pose.x, self._pose.y)
            self._current().own_scene().update_robot(self._robot_arm.template, frames, room)

    @contextmanager
    def _without_robot(self) -> Iterator[None]:
        """Take the robot's own body out of the picture for a while."""
        if self._robot_arm is None:
            yield
            return
        self._current().own_scene().update_robot(None, np.zeros((0, 3, 4)), "")
        try:
            yield
        finally:
            self._show_robot()

    def hand(self) -> tuple[float, float, float] | None:
        """The point between the fingers in the world; None without an arm."""
        return None if self._robot_arm is None else self._robot_arm.grip(self._pose)

    def hand_view(self, camera: Camera) -> Frames:
        """What a camera in the palm would see along the fingers; for films and not for agents."""
        if self._robot_arm is None:
            raise MeadowError("this robot has no arm, and so no view from its hand")
        return self._renderer(camera).render(self.scene, self._robot_arm.eye(self._pose))

    def _stand(self, pose: Pose, start: Pose | None = None) -> None:
        """Begin at a pose, which is told from ``start``, or from itself.

        Numbers are made plain ones: those of NumPy cannot be written to a snapshot.
        """
        self._pose, self._start = (
            Pose(*map(float, (p.x, p.y, p.yaw, p.pitch))) for p in (pose, start or pose)
        )
        self.world.robot = self._pose.x, self._pose.y

    def _check_place(self, pose: Pose) -> None:
        if not all(math.isfinite(v) for v in (pose.x, pose.y, pose.yaw, pose.pitch)):
            raise InvalidValueError(f"start pose {pose}: expected finite numbers")
        if self.world.navigable(pose.x, pose.y):
            return
        radius = self.embodiment.radius
        inside = self.world.inside(pose.x, pose.y)
        what = self.world.obstacles.overlapped(pose.x, pose.y, radius)
        x, y = self.world.navgrid.nearest(pose.x, pose.y, allowed=self.world.navigable)
        raise InvalidValueError(
            f"the robot (radius {radius:g} m) cannot stand at ({pose.x:g}, {pose.y:g}): it would "
            f"{f'overlap {what}' if inside else 'be outside the home'}. "
            f"The nearest free point is ({x:.3f}, {y:.3f})"
        )

    def observe(self, frames: Frames | None = None) -> Observation:
        """Look, or take what a batch rendered for this robot's main camera."""
        if self._noisy:
            self._before = stream_states({name: self._streams[name] for name in STREAMS})
        now, kept = self._in_view(), self._frames
        if frames is None and kept is not None and self._shown == now:
            # Those who got the picture before may write on theirs.
            frames = dataclasses.replace(kept, rgb=kept.rgb.copy(), depth=kept.depth.copy())
        self._frames, self._shown = frames or self._render(self.embodiment.camera), now
        views = {name: self._render(camera) for name, camera in self.sensors.cameras.items()}
        felt = self._pose.relative_to(self._start)
        senses = (self.sensors, self._streams)
        arm = None if self._robot_arm is None else self._robot_arm.sense()
        return observe(*senses, self._frames, views, felt, self._result, self._step, arm)

    def _renderer(self, camera: Camera) -> Renderer:
        key = (camera.width, camera.height, camera.hfov)
        if key not in self._renderers:
            self._renderers[key] = Renderer(*key, normals=self.sensors.normals)
        return self._renderers[key]

    def eye(self, camera: Camera) -> tuple[float, float, float, float, float]:
        """Where a camera of the robot is and looks now: x, y, z, yaw, pitch."""
        pose = self._pose
        yaw, pitch = pose.yaw + camera.yaw, pose.pitch + camera.pitch
        return pose.x, pose.y, camera.elevation, yaw, pitch

    def _render(self, camera: Camera) -> Frames:
        return self._renderer(camera).render(self.scene, self.eye(camera))
