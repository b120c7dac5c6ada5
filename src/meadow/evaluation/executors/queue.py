"""Which episode next: a worker stays in its home as long as there is work in it."""

from __future__ import annotations

from collections.abc import Sequence

from meadow.episodes.schema import Episode

RETRIES = 1


class Queue:
    """Pending episodes by home, with a count of attempts."""

    def __init__(self, episodes: Sequence[Episode]) -> None:
        self._pending: dict[str, list[Episode]] = {}
        for episode in episodes:
            self._pending.setdefault(episode.house.uri, []).append(episode)
        self._attempts: dict[str, int] = {}

    def __len__(self) -> int:
        return sum(map(len, self._pending.values()))

    def take(self, home: str, busy: set[str]) -> Episode:
        """The next episode, preferably in ``home``, else in a home where nobody is at work."""
        if home not in self._pending:
            free = (uri for uri in self._pending if uri not in busy)
            home = next(free, max(self._pending, key=lambda uri: len(self._pending[uri])))
        episodes = self._pending[home]
        episode = episodes.pop(0)
        if not episodes:
            del self._pending[home]
        self._attempts[episode.id] = self._attempts.get(episode.id, 0) + 1
        return episode

    def retry(self, episode: Episode) -> bool:
        """Put an episode back whose worker was lost; False when it has had its retry."""
        if self._attempts[episode.id] > RETRIES:
            return False
        self._pending.setdefault(episode.house.uri, []).insert(0, episode)
        return True
