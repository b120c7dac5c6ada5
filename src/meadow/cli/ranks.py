"""Trainings by several processes at once: the same command under torchrun."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from meadow.errors import RunError
from meadow.optional import require

if TYPE_CHECKING:
    from meadow.learning.policy.ddppo import Alone


def in_ranks(ranks: int, threads: int, work: Callable[[Alone], int]) -> int:
    """Do the work in this process, or start the same command as several ranks that do it together.

    Args:
        ranks: How many processes.
        threads: Of each.
        work: Given its crew; returns an exit code.
    """
    torch = require("torch", extra="train")
    from meadow.evaluation.run.spec import check_positive
    from meadow.learning.policy.ddppo import Alone, Ranks, under_torchrun

    check_positive("--ranks", ranks)
    if ranks > 1 and not under_torchrun():
        return _launch(ranks)
    torch.set_num_threads(threads)
    crew: Alone = Ranks() if under_torchrun() else Alone()
    try:
        return work(crew)
    except RunError as error:
        if crew.lost:
            import os

            sys.stderr.write(f"meadow: {error}\n")
            sys.stderr.flush()
            os._exit(error.exit_code)
        raise
    finally:
        crew.close()


def _launch(ranks: int) -> int:
    import subprocess

    command = [sys.executable, "-m", "torch.distributed.run", *torchrun_options(ranks)]
    return subprocess.run(command, check=False).returncode


def torchrun_options(ranks: int) -> list[str]:
    """What torchrun is told. Behind ``--`` it takes none of our options for its own, e.g. ``--start``."""
    this = ["meadow.cli.main", *sys.argv[1:]]
    return ["--standalone", "--nproc-per-node", str(ranks), "-m", "--", *this]
