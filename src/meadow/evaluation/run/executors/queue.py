"""Which errand next: a worker stays where it is as long as there is work.

Where it is, is its home when there is one run. When several go together it is the episode, whose frames
their agents share, and episodes come in their order: the run may be ended early.
"""

from __future__ import annotations

from collections.abc import Sequence

from meadow.evaluation.run.worker import Errand

RETRIES = 1


class Queue:
    """Pending errands by place, with a count of attempts."""

    def __init__(self, errands: Sequence[Errand], *, together: bool = False) -> None:
        self._together = together
        self._pending: dict[str, list[Errand]] = {}
        for errand in errands:
            self._pending.setdefault(self.place(errand), []).append(errand)
        self._attempts: dict[tuple[str, int], int] = {}

    def __len__(self) -> int:
        return sum(map(len, self._pending.values()))

    def place(self, errand: Errand) -> str:
        """Where the errand is run."""
        return errand.episode.id if self._together else errand.episode.house.uri

    def take(self, place: str, busy: set[str]) -> Errand:
        """The next errand, preferably in ``place``, else in one where nobody is at work."""
        if place not in self._pending:
            free = (name for name in self._pending if name not in busy)
            place = next(free, max(self._pending, key=lambda name: len(self._pending[name])))
        errands = self._pending[place]
        errand = errands.pop(0)
        if not errands:
            del self._pending[place]
        key = (errand.episode.id, errand.run)
        self._attempts[key] = self._attempts.get(key, 0) + 1
        return errand

    def retry(self, errand: Errand) -> bool:
        """Put an errand back whose worker was lost; False when it has had its retry."""
        if self._attempts[errand.episode.id, errand.run] > RETRIES:
            return False
        self._pending.setdefault(self.place(errand), []).insert(0, errand)
        return True

    def drop_unbegun(self) -> None:
        """Forget the episodes that nobody has begun."""
        begun = {episode for episode, _ in self._attempts}
        for place, errands in list(self._pending.items()):
            left = [errand for errand in errands if errand.episode.id in begun]
            self._pending[place] = left
            if not left:
                del self._pending[place]
