"""Named random streams: the same name gives the same numbers, in any order, on any machine.

``stream(seed, "episode-7", "actuation")`` depends on nothing but its arguments, so an episode
draws the same numbers alone, in a batch, in any worker, fresh or resumed.

NumPy promises the raw bits of PCG64 but not what ``Generator`` makes of them, so the transforms are
our own, from raw bits with basic arithmetic only.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

T = TypeVar("T")

_TWO_53 = float(1 << 53)


def _key(seed: int, names: tuple[str | int, ...]) -> int:
    text = "\x1f".join([str(int(seed)), *(str(n) for n in names)])
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:16], "little")


class Stream:
    """A reproducible sequence of draws. Make one with :func:`stream`."""

    __slots__ = ("_bits", "_spare")

    def __init__(self, key: int) -> None:
        self._bits = np.random.PCG64(key)
        self._spare: float | None = None

    def bits(self) -> int:
        """The next 64 random bits of the stream, as an integer that is not negative."""
        return int(self._bits.random_raw())

    def random(self) -> float:
        """A float in [0, 1)."""
        return (self.bits() >> 11) / _TWO_53

    def uniform(self, low: float, high: float) -> float:
        """A float in [low, high)."""
        return low + (high - low) * self.random()

    def integer(self, low: int, high: int) -> int:
        """An integer in [low, high], both ends included."""
        if high < low:
            raise ValueError(f"empty range [{low}, {high}]")
        # The multiply-shift bias is below 2**-40 for any range used here.
        return low + ((self.bits() * (high - low + 1)) >> 64)

    def chance(self, probability: float) -> bool:
        """True with the given probability."""
        return self.random() < probability

    def normal(self, mean: float = 0.0, std: float = 1.0) -> float:
        """A Gaussian draw (polar method: only sqrt and log, both correctly rounded enough)."""
        if self._spare is not None:
            value, self._spare = self._spare, None
            return mean + std * value
        while True:
            u, v = 2.0 * self.random() - 1.0, 2.0 * self.random() - 1.0
            s = u * u + v * v
            if 0.0 < s < 1.0:
                factor = math.sqrt(-2.0 * math.log(s) / s)
                self._spare = v * factor
                return mean + std * u * factor

    def choice(self, items: Sequence[T]) -> T:
        """One item, all equally likely."""
        if not items:
            raise ValueError("choice from an empty sequence")
        return items[self.integer(0, len(items) - 1)]

    def weighted(self, items: Sequence[T], weights: Sequence[float]) -> T:
        """One item with probability proportional to its weight."""
        total = math.fsum(weights)
        if not items or total <= 0.0:
            raise ValueError("weighted choice needs items with a positive total weight")
        mark, last = self.random() * total, items[0]
        for item, weight in zip(items, weights, strict=True):
            if weight <= 0.0:
                continue
            last = item
            mark -= weight
            if mark < 0.0:
                return item
        return last

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """A new list in random order."""
        out = list(items)
        for i in range(len(out) - 1, 0, -1):
            j = self.integer(0, i)
            out[i], out[j] = out[j], out[i]
        return out

    def sample(self, items: Sequence[T], count: int) -> list[T]:
        """``count`` different items in random order."""
        return self.shuffled(items)[:count]

    def words(self, count: int) -> NDArray[np.uint64]:
        """``count`` times 64 random bits at once."""
        return np.asarray(self._bits.random_raw(count), dtype=np.uint64)

    def array(self, count: int) -> NDArray[np.float64]:
        """``count`` floats in [0, 1) at once."""
        return (self.words(count) >> np.uint64(11)).astype(np.float64) / _TWO_53

    def normals(self, count: int) -> NDArray[np.float64]:
        """``count`` Gaussian draws at once (Box-Muller, two uniforms each)."""
        u = self.array(2 * count)
        radius = np.sqrt(-2.0 * np.log(1.0 - u[:count]))
        result: NDArray[np.float64] = radius * np.cos(2.0 * np.pi * u[count:])
        return result

    def state(self) -> dict[str, object]:
        """Everything needed to continue this stream; see :meth:`restore`."""
        return {"bits": self._bits.state, "spare": self._spare}

    def restore(self, state: dict[str, object]) -> None:
        """Continue from a :meth:`state`."""
        self._bits.state = state["bits"]  # type: ignore[assignment]
        spare = state["spare"]
        self._spare = None if spare is None else float(spare)  # type: ignore[arg-type]


def stream(seed: int, *names: str | int) -> Stream:
    """The stream of that name under that root seed.

    >>> stream(0, "episode-7", "actuation").random() == stream(0, "episode-7", "actuation").random()
    True
    """
    return Stream(_key(seed, names))


def derived_seed(seed: int, *names: str | int) -> int:
    """A 63-bit seed for things that want a number, not a stream."""
    return _key(seed, names) >> 65
