"""Language models behind any OpenAI-compatible chat server."""

from __future__ import annotations

import os
from typing import Any

from meadow.errors import InvalidValueError
from meadow.models.llm.cassette import Cassette
from meadow.models.llm.client import AnswerError, ChatClient, Usage, image_part
from meadow.models.llm.transport import ServerError


def load(rest: str, **options: Any) -> ChatClient:
    """The client for ``model@http://host:port/v1``; without ``@`` from ``OPENAI_BASE_URL``."""
    model, _, url = rest.partition("@")
    url = url or os.environ.get("OPENAI_BASE_URL", "")
    if not model or not url:
        raise InvalidValueError(
            f"language model {rest!r}: expected openai:MODEL@http://HOST:PORT/v1, "
            "or set OPENAI_BASE_URL"
        )
    return ChatClient(model, url, **options)


__all__ = [
    "AnswerError",
    "Cassette",
    "ChatClient",
    "ServerError",
    "Usage",
    "image_part",
    "load",
]
