"""Trainings by several processes at once: the same command under torchrun."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from meadow.errors import RunError
from meadow.optional import require

if TYPE_CHECKING:
    from meadow.learning.policy.ddppo import ProcessGroup


def in_ranks(
    ranks: int, threads: int, work: Callable[[ProcessGroup], int], command: Sequence[str] = ()
) -> int:
    """Do the work in this process, or start the same command as several ranks that do it together.

    Args:
        ranks: Number of processes.
        threads: Number of threads of each process.
        work: Called with the process group; returns an exit code.
        command: Command of each of several ranks: the name of a module, and its arguments.
    """
    torch = require("torch", extra="train")
    from meadow.evaluation.run.spec import check_positive
    from meadow.learning.policy.ddppo import ProcessGroup, TorchrunGroup, under_torchrun

    check_positive("--ranks", ranks)
    if ranks > 1 and not under_torchrun():
        return _launch(ranks, command)
    torch.set_num_threads(threads)
    if not under_torchrun():
        return work(ProcessGroup())
    return _rank(TorchrunGroup(), work)


def _rank(group: ProcessGroup, work: Callable[[ProcessGroup], int]) -> int:
    """Do the work as one of several ranks; does not return when it is done, or when another is lost.

    Gloo's threads abort one ordinary exit of five, so that a rank with nothing left to do ends at once.
    """
    try:
        code = work(group)
    except RunError as error:
        if not group.lost:
            group.close()
            raise
        sys.stderr.write(f"meadow: {error}\n")
        code = error.exit_code
    except BaseException:
        group.close()
        raise
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def _launch(ranks: int, command: Sequence[str]) -> int:
    """Run torchrun in this process, which passes signals on and gives ranks time to save."""
    from torch.distributed.elastic.multiprocessing.api import SignalException
    from torch.distributed.elastic.multiprocessing.errors import ChildFailedError
    from torch.distributed.run import parse_args, run

    try:
        run(parse_args(torchrun_options(ranks, command)))
    except ChildFailedError as error:  # the rank itself has said why
        return abs(int(error.get_first_failure()[1].exitcode))
    except SignalException as stop:
        return 128 + int(stop.sigval)
    return 0


def torchrun_options(ranks: int, command: Sequence[str]) -> list[str]:
    """Options of torchrun. Behind ``--`` it takes none of the command's for its own, e.g. ``--start``."""
    return ["--standalone", "--nproc-per-node", str(ranks), "-m", "--", *command]
