"""The committed table of questions whose answers differ from home to home."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from meadow import serialize
from meadow.language.questions.balance import QuestionTable, TableEntry, decode_entry
from meadow.language.questions.program import Program

#: Written by ``meadow study excalibur balance``.
TABLE = Path(__file__).parent / "questions.json.gz"


@cache
def table() -> QuestionTable:
    """The questions that were balanced over homes of training."""
    said = serialize.decode(serialize.read_bytes(TABLE), dict[str, Any], str(TABLE))
    return QuestionTable([decode_entry(entry) for entry in said["questions"]])


@cache
def by_program() -> dict[Program, TableEntry]:
    """The entries of the table by what they ask."""
    return {entry.program: entry for entry in table().entries}
