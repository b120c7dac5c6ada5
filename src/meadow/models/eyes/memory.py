"""What networks said about frames lately, for agents that see the same ones.

    with remembering(Memory(320)):
        ...  # everything that looks through ``Eyes`` in here

Off unless asked for: an agent alone hardly ever sees the same pixels twice.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from meadow.errors import InvalidValueError


class Memory:
    """Answers by question, for at most ``capacity`` frames; the least recently used are forgotten.

    Those that were asked for only once go first: of the many frames that only one agent ever sees, none
    shall push out those on a way that agents have in common.
    """

    def __init__(self, capacity: int) -> None:
        if capacity < 1:
            raise InvalidValueError(f"a memory of {capacity} frames: expected at least 1")
        self.capacity = capacity
        self.hits = 0
        """Questions that were answered from memory."""
        self.asked = 0
        self._once: OrderedDict[Hashable, Sequence[Any]] = OrderedDict()
        self._again: OrderedDict[Hashable, Sequence[Any]] = OrderedDict()
        self._last: Hashable = None

    def __len__(self) -> int:
        """Frames that are remembered."""
        return sum(len(a) for kind in (self._once, self._again) for a in kind.values())

    def recall(self, question: Hashable, compute: Callable[[], Sequence[Any]]) -> Sequence[Any]:
        """The answer to a question, computed when it is not known: one item for each frame."""
        self.asked += 1
        known = self._again if question in self._again else self._once
        if question in known:
            self.hits += 1
            answer = known.pop(question)
            # Twice in a row is one agent that looks twice, and no sign that others come this way.
            kind = known if question == self._last else self._again
            kind[question] = answer
        else:
            answer = compute()
            self._store(question, answer)
        self._last = question
        return answer

    def _store(self, question: Hashable, answer: Sequence[Any]) -> None:
        if len(answer) > self.capacity:
            return
        while len(self) + len(answer) > self.capacity:
            (self._once or self._again).popitem(last=False)
        self._once[question] = answer


_CURRENT: ContextVar[Memory | None] = ContextVar("memory", default=None)


@contextmanager
def remembering(memory: Memory) -> Iterator[None]:
    """Eyes that look inside use this memory; it may be used again in a later block."""
    token = _CURRENT.set(memory)
    try:
        yield
    finally:
        _CURRENT.reset(token)


def memory_in_use() -> Memory | None:
    """The memory of the block that we are in."""
    return _CURRENT.get()
