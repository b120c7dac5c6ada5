"""Episodes in Ray actors, on this machine or a cluster; a lost actor or node costs one retry."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Generator, Sequence
from typing import Any

import msgspec

from meadow import optional
from meadow.evaluation.run.executors import ExecutorOptions
from meadow.evaluation.run.executors.scheduler import Scheduler, WorkerService, worker_environment
from meadow.evaluation.run.spec import RunSpec
from meadow.evaluation.run.warmup import warm_up
from meadow.evaluation.run.worker import EpisodeJob, Outcome

#: Whoever reaches Ray's ports can run code, so a Ray that is started here listens on this machine alone.
#: On Windows and macOS this is Ray's own default.
LOOPBACK = ("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "0")


def run(
    specs: Sequence[RunSpec], jobs: Sequence[EpisodeJob], options: ExecutorOptions
) -> Generator[Outcome, None, None]:
    """Yield outcomes as they finish. Ray is left running if it ran before."""
    if not options.ray_address:
        os.environ.setdefault(*LOOPBACK)  # read by Ray when it is imported
    ray = optional.require("ray")
    warm_up()
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
        yield from Scheduler(_Cluster(ray, specs), specs, jobs, options).outcomes()
    finally:
        if started_here:
            ray.shutdown()


class _Cluster:
    """Starts actors and waits for their futures."""

    def __init__(self, ray: Any, specs: Sequence[RunSpec]) -> None:
        self._ray = ray
        self._specs = msgspec.json.encode(specs)
        # Retries are the scheduler's business: it knows which job has had its second try.
        self._make = ray.remote(
            num_cpus=1,
            max_restarts=0,
            max_task_retries=0,
            runtime_env={"env_vars": worker_environment()},
        )(WorkerService)

    def start(self) -> _Actor:
        return _Actor(self._ray, self._make.remote(), self._specs)

    def poll(self, workers: Sequence[_Actor], timeout: float) -> dict[_Actor, bytes | None]:
        due = {worker.due: worker for worker in workers if worker.due is not None}
        if not due:
            return {}
        ready, _ = self._ray.wait(list(due), num_returns=1, timeout=timeout)
        if ready:
            ready, _ = self._ray.wait(list(due), num_returns=len(due), timeout=0)
        return {due[future]: due[future].receive() for future in ready}


class _Actor:
    """An actor and the one answer that it owes."""

    def __init__(self, ray: Any, actor: Any, specs: bytes) -> None:
        self._ray, self._actor = ray, actor
        self.due: Any = actor.report.remote(specs)

    def send(self, job: bytes) -> None:
        self.due = self._actor.run.remote(job)

    def receive(self) -> bytes | None:
        """The answer, or None when the actor or its node is gone."""
        future, self.due = self.due, None
        try:
            answer: bytes = self._ray.get(future)
        except self._ray.exceptions.RayError:
            return None
        return answer

    def stop(self) -> None:
        with contextlib.suppress(
            Exception
        ):  # Ray may be gone as well; nothing is left to stop then
            self._ray.kill(self._actor)
