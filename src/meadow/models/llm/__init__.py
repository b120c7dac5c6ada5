"""Language models behind any OpenAI-compatible chat server.

Environment variables say where the server is and what is done with its answers, because neither makes a
run another one: ``OPENAI_BASE_URL``, ``OPENAI_API_KEY``, and ``MEADOW_CASSETTE``, a directory in which
answers are recorded and from which known questions are answered. With ``MEADOW_CASSETTE_MODE=replay`` the
server is never asked and need not exist.
"""

from __future__ import annotations

import os
from typing import Any

from meadow.errors import InvalidValueError
from meadow.models.llm.cassette import Cassette
from meadow.models.llm.client import AnswerError, ChatClient, Usage, image_part
from meadow.models.llm.transport import ServerError

#: The address of a server that is never asked.
NO_SERVER = "http://localhost/v1"


def load(rest: str, **options: Any) -> ChatClient:
    """The client for ``model@http://host:port/v1``; without ``@`` from ``OPENAI_BASE_URL``."""
    model, _, url = rest.partition("@")
    if directory := os.environ.get("MEADOW_CASSETTE", ""):
        mode = os.environ.get("MEADOW_CASSETTE_MODE", "record")
        options = {"cassette": directory, "mode": mode, **options}
    url = url or os.environ.get("OPENAI_BASE_URL", "")
    if options.get("mode") == "replay":
        url = url or NO_SERVER
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
