"""Asks an ASGI application as a server would, without one: for tests and the fuzzer."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

import msgspec


@dataclass(frozen=True, slots=True)
class Response:
    """What an application answered."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def text(self) -> str:
        """The body as text."""
        return self.body.decode(errors="replace")

    def json(self) -> Any:
        """The body as values."""
        return msgspec.json.decode(self.body)


def ask(
    app: Any,
    path: str,
    body: bytes | None = None,
    headers: Mapping[str, object] | None = None,
) -> Response:
    """GET a path, or POST a body to it. The path may be in per cent, as it is on the wire."""
    return asyncio.run(_ask(app, path, body, headers or {}))


async def _ask(app: Any, path: str, body: bytes | None, headers: Mapping[str, object]) -> Response:
    path, _, query = path.partition("?")
    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "scheme": "http",
        "method": "GET" if body is None else "POST", "path": unquote(path), "root_path": "",
        "raw_path": path.encode(errors="replace"), "query_string": query.encode(errors="replace"),
        "headers": [(_latin(k).lower(), _latin(v)) for k, v in headers.items()],
        "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 8320),
    }  # fmt: skip
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": body or b"", "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    await app(scope, receive, send)
    content = b"".join(message.get("body", b"") for message in sent)
    told = {k.decode("latin-1"): v.decode("latin-1") for k, v in sent[0]["headers"]}
    return Response(int(sent[0]["status"]), told, content)


def _latin(value: object) -> bytes:
    return str(value).encode("latin-1", "replace")
