"""``meadow corruptions list``."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Config:
    """List the corruptions for --corrupt. Those marked 1-5 take a severity, e.g. spatter@3.

    Example: meadow eval pointnav --agent pointnav-map --corrupt spatter@5,motion_drift
    """

    tag: str | None = None
    """Only rgb, depth, camera, drive or senses; or only paper, code or beyond."""


def run(config: Config) -> int:
    """Print one line per corruption."""
    from meadow.cli.terminal.help import listing
    from meadow.corruptions import CORRUPTIONS
    from meadow.errors import UnknownIdError

    tags = sorted({tag for entry in CORRUPTIONS for tag in entry.tags})
    if config.tag is not None and config.tag not in tags:
        raise UnknownIdError("tag of corruptions", config.tag, tags)
    names = CORRUPTIONS.names(config.tag)
    width = max(map(len, names))
    entries = []
    for name in names:
        entry = CORRUPTIONS.entry(name)
        grades = "1-5" if entry.load().graded else "   "
        entries.append((f"{name:<{width}}  {grades}", f"{entry.summary} ({', '.join(entry.tags)})"))
    print(listing(entries, indent=""), end="")
    return 0
