"""How commands load a model that was named on the command line."""

from __future__ import annotations

from typing import Any

#: Seconds that a server may take in a check.
PATIENCE = 20.0


def load_options(name: str, device: str, dtype: str, download: bool = False) -> dict[str, Any]:
    """The options that a model of that prefix takes."""
    if name.startswith("hf:"):
        return {"device": device, "dtype": dtype, "download": download}
    return {"timeout": PATIENCE, "retries": 0} if name.startswith("openai:") else {}
