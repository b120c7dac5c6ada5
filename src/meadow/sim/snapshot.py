"""The exact state of a simulator as bytes: plain JSON, so that it can be kept, sent and read."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from meadow import serialize
from meadow.seeding import Stream
from meadow.sim.world import Changes
from meadow.types import Pose, StepResult

SCHEMA = "meadow/snapshot/1"


class StreamState(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a random stream stands; 128-bit numbers are written in hexadecimal."""

    state: str
    increment: str
    has_half: int
    half: int
    spare: float | None

    @classmethod
    def of(cls, stream: Stream) -> StreamState:
        """Read a stream."""
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
    schema: str = SCHEMA


def stream_states(streams: Mapping[str, Stream]) -> dict[str, StreamState]:
    """The states of several streams by name."""
    return {name: StreamState.of(stream) for name, stream in streams.items()}


def read_snapshot(data: bytes) -> Snapshot:
    """Parse the bytes of :meth:`MeadowSimulator.snapshot`."""
    return serialize.decode(data, Snapshot, "snapshot")
