"""What networks said about frames lately, for agents that see the same ones.

    with remembering(FrameMemory()):
        ...  # everything that looks through ``Eyes`` in here

Off unless asked for: an agent alone hardly ever sees the same pixels twice.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Protocol, TypeVar

from meadow.errors import InvalidValueError

CAPACITY = 512 << 20
"""Bytes that a memory holds unless told: 300 to 800 frames of ``eyes-s``, by how much is asked of them."""


class Sized(Protocol):
    """An answer about one frame."""

    @property
    def nbytes(self) -> int:
        """Bytes that it takes."""


Answer = TypeVar("Answer", bound=Sized)


@dataclass(slots=True)
class _Entry:
    answer: Sequence[Sized]
    run: int
    """The last run that asked for it."""

    @property
    def nbytes(self) -> int:
        return sum(item.nbytes for item in self.answer)


class FrameMemory:
    """Answers by question, up to ``capacity`` bytes.

    Agents run one after another and share the first steps of an episode until they part. So the first
    frames of an episode are kept when the memory is full, however long the episode is. What neither this
    run nor the one before it asked for is forgotten, the oldest first, to make room for what is new. An
    answer that was not kept is computed again.
    """

    def __init__(self, capacity: int = CAPACITY) -> None:
        if capacity < 1:
            raise InvalidValueError(f"a memory of {capacity} bytes: expected at least 1")
        self.capacity = capacity
        self.hits = 0
        """Questions that were answered from memory."""
        self.asked = 0
        self.deepest: dict[str, type] = {}
        """How much was ever asked of each network: all its frames are remembered that far."""
        self.clear()

    def clear(self) -> None:
        """Forget all frames: another episode begins."""
        self._entries: dict[Hashable, _Entry] = {}
        self._last: tuple[Hashable, Sequence[Sized]] | None = None
        self._run = 0
        self.nbytes = 0
        """Bytes of all that is remembered."""

    def begin_run(self) -> None:
        """Another agent runs the episode from its beginning."""
        self._run += 1
        self._last = None

    def __len__(self) -> int:
        """Frames that are remembered."""
        return sum(len(entry.answer) for entry in self._entries.values())

    def recall(
        self, question: Hashable, compute: Callable[[], Sequence[Answer]]
    ) -> Sequence[Answer]:
        """The answer to a question, computed when it is not known: one item for each frame."""
        self.asked += 1
        answer: Sequence[Answer]
        if self._last is not None and self._last[0] == question:
            # The same agent looks again, which is no sign that others come this way.
            self.hits += 1
            answer = self._last[1]  # type: ignore[assignment]
        elif question in self._entries:
            self.hits += 1
            entry = self._entries[question]
            entry.run, answer = self._run, entry.answer  # type: ignore[assignment]
        else:
            answer = compute()
            self._store(question, _Entry(answer, self._run))
        self._last = question, answer
        return answer

    def _store(self, question: Hashable, entry: _Entry) -> None:
        size = entry.nbytes
        if self.nbytes + size > self.capacity:
            self._make_room(size)
        if self.nbytes + size <= self.capacity:
            self._entries[question] = entry
            self.nbytes += size

    def _make_room(self, size: int) -> None:
        """Forget what is of no use any more, the oldest first, until ``size`` bytes are free."""
        for question in [q for q, e in self._entries.items() if e.run < self._run - 1]:
            if self.nbytes + size <= self.capacity:
                return
            self.nbytes -= self._entries.pop(question).nbytes


_CURRENT: ContextVar[FrameMemory | None] = ContextVar("memory", default=None)


@contextmanager
def remembering(memory: FrameMemory) -> Iterator[None]:
    """Eyes that look inside use this memory; it may be used again in a later block."""
    token = _CURRENT.set(memory)
    try:
        yield
    finally:
        _CURRENT.reset(token)


def memory_in_use() -> FrameMemory | None:
    """The memory of the block that we are in."""
    return _CURRENT.get()
