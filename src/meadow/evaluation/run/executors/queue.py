"""Which job next: a worker stays where it is as long as there is work.

Where it is, is its home when there is one run. When several go together it is the episode, whose frames
their agents share, and episodes come in their order: the run may be ended early.
"""

from __future__ import annotations

from collections.abc import Sequence

from meadow.evaluation.run.worker import EpisodeJob

RETRIES = 1


class JobQueue:
    """Pending jobs by place, with a count of attempts."""

    def __init__(self, jobs: Sequence[EpisodeJob], *, together: bool = False) -> None:
        self._together = together
        self._pending: dict[str, list[EpisodeJob]] = {}
        for job in jobs:
            self._pending.setdefault(self.place(job), []).append(job)
        self._attempts: dict[tuple[str, int], int] = {}

    def __len__(self) -> int:
        return sum(map(len, self._pending.values()))

    def place(self, job: EpisodeJob) -> str:
        """Where the job is run."""
        return job.episode.id if self._together else job.episode.house.uri

    def take(self, place: str, busy: set[str]) -> EpisodeJob:
        """The next job, preferably in ``place``, else in one where nobody is at work."""
        if place not in self._pending:
            free = (name for name in self._pending if name not in busy)
            place = next(free, max(self._pending, key=lambda name: len(self._pending[name])))
        jobs = self._pending[place]
        job = jobs.pop(0)
        if not jobs:
            del self._pending[place]
        key = (job.episode.id, job.run)
        self._attempts[key] = self._attempts.get(key, 0) + 1
        return job

    def retry(self, job: EpisodeJob) -> bool:
        """Put a job back whose worker was lost; False when it has had its retry."""
        if self._attempts[job.episode.id, job.run] > RETRIES:
            return False
        self._pending.setdefault(self.place(job), []).insert(0, job)
        return True

    def drop_unbegun(self) -> None:
        """Forget the episodes that nobody has begun."""
        begun = {episode for episode, _ in self._attempts}
        for place, jobs in list(self._pending.items()):
            left = [job for job in jobs if job.episode.id in begun]
            self._pending[place] = left
            if not left:
                del self._pending[place]
