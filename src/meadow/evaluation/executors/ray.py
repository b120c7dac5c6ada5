"""Episodes in Ray actors, on this machine or a cluster; a lost actor or node costs one retry."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from meadow import optional
from meadow.episodes.schema import Episode
from meadow.evaluation.executors import Options
from meadow.evaluation.executors.queue import Queue
from meadow.evaluation.spec import RunSpec
from meadow.evaluation.worker import Outcome, Worker, failed_row


class _Actor:
    """A worker behind JSON, so that actors need nothing but an installed Meadow."""

    def __init__(self, spec: bytes) -> None:
        self._worker = Worker(msgspec.json.decode(spec, type=RunSpec))

    def run(self, episode: bytes) -> bytes:
        decoded = msgspec.json.decode(episode, type=Episode)
        return msgspec.msgpack.encode(self._worker.run(decoded))


def run(spec: RunSpec, episodes: Sequence[Episode], options: Options) -> Iterator[Outcome]:
    """Yield outcomes as they finish. Ray is left running if it ran before."""
    ray = optional.require("ray")
    started_here = not ray.is_initialized()
    if started_here:
        ray.init(
            address=options.ray_address or None,
            num_cpus=None if options.ray_address else options.workers,
            include_dashboard=False,
            log_to_driver=False,
            configure_logging=False,
        )
    try:
        yield from _run(ray, spec, episodes, options)
    finally:
        if started_here:
            ray.shutdown()


def _run(
    ray: Any, spec: RunSpec, episodes: Sequence[Episode], options: Options
) -> Iterator[Outcome]:
    remote = ray.remote(num_cpus=1, max_restarts=0, max_task_retries=0)(_Actor)
    text = msgspec.json.encode(spec)
    queue = Queue(episodes)
    idle = [(remote.remote(text), "") for _ in range(min(options.workers, len(episodes)))]
    running: dict[Any, tuple[Any, Episode, float]] = {}
    while queue or running:
        while idle and queue:
            actor, home = idle.pop()
            busy = {e.house.uri for _, e, _ in running.values()}
            episode = queue.take(home, busy)
            assert episode is not None
            future = actor.run.remote(msgspec.json.encode(episode))
            running[future] = (actor, episode, time.monotonic())
        ready, _ = ray.wait(list(running), timeout=0.5)
        late = [
            f
            for f, (_, _, since) in running.items()
            if f not in ready and time.monotonic() - since > options.time_limit
        ]
        for future in (*ready, *late):
            actor, episode, _ = running.pop(future)
            outcome = None if future in late else _result(ray, future)
            if outcome is not None:
                idle.append((actor, episode.house.uri))
                yield outcome
                continue
            ray.kill(actor)
            idle.append((remote.remote(text), ""))
            if not queue.retry(episode):
                status, fate = ("timeout", "hung") if future in late else ("lost", "was lost")
                text_of_fate = f"its actor {fate}, twice"
                yield Outcome(failed_row(spec, episode, status, text_of_fate), None)
    for actor, _ in idle:
        ray.kill(actor)


def _result(ray: Any, future: Any) -> Outcome | None:
    """The outcome, or None when the actor or its node is gone."""
    try:
        return msgspec.msgpack.decode(ray.get(future), type=Outcome)
    except ray.exceptions.RayError:
        return None
