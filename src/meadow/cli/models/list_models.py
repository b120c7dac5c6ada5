"""``meadow models list``."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Config:
    """List the models by name. Embedded ones work at once; extras need a package; fakes are for tests."""

    kind: str | None = None
    """List only models of this kind, e.g. detector."""
    fakes: bool = False
    """Also list the fakes that tests use."""


def run(config: Config) -> int:
    """Print one line per model, then the prefixes."""
    from meadow.cli.terminal.help import listing
    from meadow.errors import UnknownIdError
    from meadow.models import KINDS, MODELS, PREFIXES
    from meadow.models.eyes.files import NAMES as EYES
    from meadow.models.eyes.files import available

    if config.kind is not None and config.kind not in KINDS:
        raise UnknownIdError("kind of model", config.kind, KINDS)
    names = [
        name
        for name in MODELS.names(config.kind)
        if config.fakes or "fake" not in MODELS.entry(name).tags
    ]
    entries = []
    for name in names:
        entry = MODELS.entry(name)
        missing = name in EYES and name not in available()
        note = "; NOT TRAINED YET: meadow train eyes" if missing else ""
        entries.append((name, f"{entry.summary} ({', '.join(entry.tags)}{note})"))
    print(listing(entries, indent=""))
    print("Others by prefix, nothing is downloaded unless you say so:")
    print(
        listing(((f"{prefix}:", what) for prefix, (_, what) in PREFIXES.items()), indent=""), end=""
    )
    return 0
