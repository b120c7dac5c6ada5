"""Several ranks run the very command that was typed."""

from __future__ import annotations

import sys

import pytest

pytest.importorskip("torch")

from torch.distributed.run import get_args_parser

from meadow.cli.terminal.options import this_command
from meadow.errors import InvalidValueError
from meadow.learning.ranks import in_ranks, torchrun_options


def test_torchrun_leaves_our_options_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    typed = ["train", "eyes", "--start", "runs/a", "--ranks", "2"]
    monkeypatch.setattr(sys, "argv", ["meadow", *typed])
    understood = get_args_parser().parse_args(torchrun_options(2, this_command()))
    assert understood.nproc_per_node == "2"
    assert understood.module
    assert understood.training_script == "meadow.cli.main"
    assert understood.training_script_args == typed


def test_a_single_rank_works_in_this_process() -> None:
    assert in_ranks(1, 1, lambda crew: 10 * crew.size + crew.rank) == 10


def test_no_ranks_are_refused() -> None:
    with pytest.raises(InvalidValueError, match="--ranks"):
        in_ranks(0, 1, lambda crew: 0)
