"""Checkpoints of trainings: written atomically, and validated when they are read."""

from __future__ import annotations

import io
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from meadow import serialize
from meadow.errors import RunError

CHECKPOINT = "checkpoint.pt"


def write_state(directory: Path, state: dict[str, Any]) -> None:
    """Write a training's state; the last checkpoint stays until this one is complete."""
    import torch

    buffer = io.BytesIO()
    torch.save(state, buffer)
    serialize.write_bytes(directory / CHECKPOINT, buffer.getvalue())


def with_new_names(value: Any, new_names: Mapping[str, str]) -> Any:
    """A nested configuration in which fields of older checkpoints have their present names."""
    if isinstance(value, dict):
        return {new_names.get(k, k): with_new_names(v, new_names) for k, v in value.items()}
    return value


def read_state(path: Path) -> Any:
    """Read a checkpoint; an error says what to do."""
    import torch

    if not path.exists():
        raise RunError(f"{path} does not exist: start a training first, without --resume")
    try:
        return torch.load(path, map_location="cpu", weights_only=True)
    except Exception as error:  # torch raises whatever its unpickler met
        raise RunError(
            f"{path} cannot be read, it is truncated or no checkpoint "
            f"({str(error).splitlines()[0][:120]}): delete it and start again, or give another"
        ) from error
