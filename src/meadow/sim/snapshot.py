"""The exact state of a simulator as bytes: plain JSON, so that it can be kept, sent and read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from meadow import serialize
from meadow.errors import FileFormatError
from meadow.scenes.people import STANCES
from meadow.scenes.schema import Doorway, House, Object, Person, replace
from meadow.seeding import Stream
from meadow.sim.arm import ArmState
from meadow.sim.obstacles import BUILDING
from meadow.sim.walkers import WalkProgress
from meadow.sim.world import HELD, Changes
from meadow.types import Pose, StepResult

SCHEMA = "meadow/snapshot/2"
#: Snapshots that are read: the first version knew neither walkers nor moved things.
READ = ("meadow/snapshot/1", SCHEMA)
#: Stances that somebody may have taken in an episode.
MOST_STANCES = 1 << 30


class StreamState(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a random stream stands; 128-bit numbers are written in hexadecimal."""

    state: str
    increment: str
    has_half: int
    half: int
    spare: float | None

    @classmethod
    def of(cls, stream: Stream) -> StreamState:
        """The state in which a stream is now; reading it draws nothing."""
        full = stream.state()
        bits = full["bits"]
        inner = bits["state"]  # type: ignore[index]
        return cls(
            state=hex(inner["state"]),
            increment=hex(inner["inc"]),
            has_half=int(bits["has_uint32"]),  # type: ignore[index]
            half=int(bits["uinteger"]),  # type: ignore[index]
            spare=full["spare"],  # type: ignore[arg-type]
        )

    def check(self, source: str) -> None:
        """Raise unless a stream can stand there."""
        try:
            numbers = [(int(self.state, 16), 128), (int(self.increment, 16), 128)]
        except ValueError as error:
            raise FileFormatError(f"{source}: not a hexadecimal number ({error})") from error
        numbers += [(self.has_half, 1), (self.half, 32)]
        for number, bits in numbers:
            if not 0 <= number < 1 << bits:
                raise FileFormatError(f"{source}: {number} is no number of {bits} bits")
        if self.spare is not None and not abs(self.spare) < 100.0:
            raise FileFormatError(f"{source}: {self.spare} is no draw of a normal distribution")

    def put(self, stream: Stream) -> None:
        """Set a stream to this state."""
        inner = {"state": int(self.state, 16), "inc": int(self.increment, 16)}
        bits = {
            "bit_generator": "PCG64",
            "state": inner,
            "has_uint32": self.has_half,
            "uinteger": self.half,
        }
        stream.restore({"bits": bits, "spare": self.spare})


class Snapshot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that the next steps depend on, besides the house and the simulator's settings."""

    house: str
    """The house's digest."""
    pose: Pose
    start: Pose
    step: int
    result: StepResult
    changes: Changes
    streams: Mapping[str, StreamState]
    walkers: tuple[WalkProgress, ...] = ()
    """How far people who walk have come, in the order of the house."""
    arm: ArmState | None = None
    """Of a robot with an arm."""
    schema: str = SCHEMA


def stream_states(streams: Mapping[str, Stream]) -> dict[str, StreamState]:
    """The states of several streams by name."""
    return {name: StreamState.of(stream) for name, stream in streams.items()}


def read_snapshot(data: bytes) -> Snapshot:
    """Parse the bytes of :meth:`MeadowSimulator.snapshot`; the error says what is wrong with them."""
    kept = serialize.decode(data, Snapshot, "snapshot")
    if kept.schema not in READ:
        raise FileFormatError(f"snapshot: $.schema is {kept.schema!r}, expected {SCHEMA!r}")
    if kept.step < 0:
        raise FileFormatError(f"snapshot: $.step is {kept.step}, expected 0 or more")
    for name, pose in (("pose", kept.pose), ("start", kept.start)):
        if not _near(pose.x, pose.y, pose.yaw, pose.pitch):
            raise FileFormatError(f"snapshot: $.{name} is {pose}, expected metres and radians")
    for name, state in kept.streams.items():
        state.check(f"snapshot: $.streams[{name!r}]")
    return kept


def check_changes(changes: Changes, house: House) -> None:
    """Raise unless changes are some that a world of this house can have gone through.

    Things are moved, open and switch; doors open; people walk. Everything else about them is as the house
    has it.
    """
    things, doors = {o.id: o for o in house.objects}, {d.id: d for d in house.doorways}
    every: tuple[Object | Doorway, ...] = (*changes.objects, *changes.doorways)
    for item in every:
        own = things.get(item.id) if isinstance(item, Object) else doors.get(item.id)
        same = own is not None and item == _changed(own, item)
        if not same or not 0.0 <= item.openness <= 1.0:
            raise FileFormatError(
                f"snapshot: {item.id!r} in $.changes is nothing that this house could have become"
            )
    _check_places(changes, house)
    known = {p.id: p for p in house.people}
    for person in changes.people or ():
        if (
            person.id not in known
            or person != _moved(known[person.id], person)
            or not _near(*person.position, person.yaw, person.gait)
        ):
            raise FileFormatError(f"snapshot: the person {person.id!r} is not one of this house")


def _check_places(changes: Changes, house: House) -> None:
    """Raise unless moved things are in rooms, and each stands on or in something in the end."""
    rooms = {room.id for room in house.rooms}
    now = {o.id: o for o in (*house.objects, *changes.objects)}
    held = changes.held
    if held is not None and (held.id not in now or not _near(*held.grip, held.turn)):
        raise FileFormatError(f"snapshot: $.changes.held is {held}, expected a thing of this house")
    for rest in changes.rests:
        if rest.id not in now or not _near(*rest.position) or not 0.0 <= rest.openness <= 1.0:
            raise FileFormatError(f"snapshot: {rest} in $.changes.rests is no place of a thing")
    for item in changes.objects:
        below, seen = item, {item.id}
        while below.support in now or below.container in now:
            below = now[below.support if below.support in now else below.container]
            if below.id in seen:
                raise FileFormatError(f"snapshot: {item.id!r} in $.changes stands on itself")
            seen.add(below.id)
        in_hand = below.support == HELD and held is not None and held.id == below.id
        if item.room not in rooms or not (below.support in BUILDING or in_hand):
            raise FileFormatError(
                f"snapshot: {item.id!r} in $.changes stands nowhere in this house"
            )


def _moved(own: Person, person: Person) -> Person:
    """The house's own person with what walking changes."""
    return replace(
        own,
        position=person.position,
        yaw=person.yaw,
        room=person.room,
        gait=person.gait,
        stance=person.stance if person.stance in STANCES else own.stance,
    )


def check_walkers(walkers: Sequence[WalkProgress], house: House) -> None:
    """Raise unless these are the walkers of this house, each at a place where it can be."""
    movers: list[Person | Object] = [*house.people, *house.objects]
    walking = {mover.id: mover.walk for mover in movers if mover.walk is not None}
    if [walker.id for walker in walkers] != [*walking]:
        told = [walker.id for walker in walkers]
        raise FileFormatError(f"snapshot: $.walkers are {told}, expected {[*walking]}")
    for walker in walkers:
        points = [*walker.way, *([] if walker.goal is None else [walker.goal])]
        times = (walker.pause, walker.walked, walker.waited)
        bounded = all(0.0 <= v < 1e7 for v in times)
        bounded &= all(abs(v) < 1e7 for point in points for v in point)
        stops = len(walking[walker.id].points) or MOST_STANCES
        if not bounded or not 0 <= walker.stop < stops:
            raise FileFormatError(
                f"snapshot: {walker} in $.walkers is nowhere on that person's walk"
            )


def _changed(own: Object | Doorway, item: Object | Doorway) -> Object | Doorway | None:
    """The house's own thing or door with the fields of ``item`` that can change, if they are sound."""
    if isinstance(own, Object) and isinstance(item, Object):
        if not _near(*item.position, item.yaw) or own.states.keys() != item.states.keys():
            return None
        return replace(
            own,
            position=item.position,
            yaw=item.yaw,
            room=item.room,
            support=item.support,
            container=item.container,
            states=item.states,
            openness=item.openness,
        )
    return replace(own, openness=item.openness)


def _near(*values: float) -> bool:
    """Whether all are numbers of a size that places and angles have."""
    return all(abs(value) < 1e4 for value in values)
