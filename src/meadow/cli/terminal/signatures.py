"""What something that is made by name can be told: its parameters, their defaults and what they mean."""

from __future__ import annotations

import importlib
import inspect
import re
import textwrap
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from meadow.cli.terminal.help import plain_text

#: Parameters of other types are objects, which nobody can write behind ``--option``.
_WRITABLE = re.compile(r"\b(str|int|float|bool|Mapping|dict|Sequence|tuple|list)\b")


@dataclass(frozen=True, slots=True)
class Parameter:
    """An option behind ``--option``."""

    name: str
    default: Any
    """``inspect.Parameter.empty`` where there is none."""
    meaning: str


def parameters_of(target: Callable[..., Any], given: Mapping[str, Any]) -> list[Parameter]:
    """The parameters of a class or function that can be written as text.

    What it takes as ``**options`` belongs to another: to the class that its docstring refers to, or to the
    one that it inherits from. Those parameters follow its own.

    Args:
        target: What makes the thing.
        given: Values that it is registered with, which count as defaults.
    """
    found: dict[str, Parameter] = {}
    hidden: set[str] = set()
    for maker in _makers(target):
        meanings = argument_meanings(maker)
        for name, one in inspect.signature(maker).parameters.items():
            if name == "self" or one.kind is one.VAR_KEYWORD or name in found or name in hidden:
                continue
            if not _WRITABLE.search(str(one.annotation)):
                hidden.add(name)
                continue
            default = given.get(name, one.default)
            found[name] = Parameter(name, default, meanings.get(name, ""))
    return list(found.values())


def _makers(target: Callable[..., Any]) -> list[Callable[..., Any]]:
    """The functions whose parameters it takes, its own first."""
    owners = [target]
    if isinstance(target, type):
        own = [vars(owner) for owner in target.__mro__[:-1]]
        owners = [names["__init__"] for names in own if "__init__" in names]
    makers = []
    for maker in owners:
        makers.append(maker)
        rest = [p for p in inspect.signature(maker).parameters.values() if p.kind is p.VAR_KEYWORD]
        if not rest:
            break
        text = inspect.getdoc(maker) or ""
        if referred := re.search(rf"\b{rest[0].name}: .*:class:`~?([\w.]+)\.(\w+)`", text):
            other = getattr(importlib.import_module(referred[1]), referred[2])
            return [*makers, *_makers(other)]
    return makers


def argument_meanings(maker: Callable[..., Any]) -> dict[str, str]:
    """What the section ``Args:`` of a docstring says about each parameter."""
    text = inspect.getdoc(maker) or ""
    section = re.search(r"^Args:\n((?:[ ]+.*\n?|\n)+)", text, re.MULTILINE)
    if section is None:
        return {}
    lines = textwrap.dedent(section[1])
    entries = re.findall(r"^(\w+): (.*(?:\n[ ]+.*)*)", lines, re.MULTILINE)
    return {name: plain_text(" ".join(meaning.split())) for name, meaning in entries}
