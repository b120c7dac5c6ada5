"""A small server for the window: the page, what it shows, and play.

It listens on the loopback address unless told otherwise, and then asks for a token. No path of a request
ever becomes a path on the disk. Bodies, requests per second and waiting are bounded.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import logging
import secrets as random_secrets
import socket
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from importlib import resources
from typing import Any

import msgspec

from meadow import optional, secrets
from meadow.errors import MeadowError
from meadow.viewer.web.messages import Refusal
from meadow.viewer.web.site import WindowSite, takes_long

log = logging.getLogger(__name__)

LOOPBACK = ("127.0.0.1", "localhost", "[::1]", "::1")
#: Files of the page and their types.
PAGE = {
    "": ("index.html", "text/html; charset=utf-8"),
    "index.html": ("index.html", "text/html; charset=utf-8"),
    "window.js": ("window.js", "text/javascript; charset=utf-8"),
    "window.css": ("window.css", "text/css; charset=utf-8"),
}
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' blob: data:; style-src 'self' 'unsafe-inline'; "
        "connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
}
#: Bytes of a request's body, and characters of its path, beyond which it is refused.
LARGEST_BODY, LONGEST_PATH = 1 << 16, 1024
#: Requests that one address may make at once, and in each second after that.
BURST, RATE = 400, 100.0
#: Addresses whose requests are counted.
CLIENTS = 1024
#: Bytes of answers that are kept for the next request.
KEPT_BYTES = 128 << 20
COOKIE = "meadow-token"

#: Answers a POST to ``/play/NAME`` with a body, or a GET without: kind of the content, and the content.
Player = Callable[[str, bytes | None], tuple[str, bytes]]


class Refused(MeadowError):
    """A request that is not answered, with its status."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status = status


class Gate:
    """Who may ask, and how much."""

    def __init__(self, token: str = "", *, burst: int = BURST, rate: float = RATE) -> None:
        self.token, self._burst, self._rate = token, burst, rate
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def admit(self, client: str, now: float) -> None:
        """Count a request; raise when an address makes too many."""
        left, since = self._left.pop(client, (float(self._burst), now))
        left = min(float(self._burst), left + (now - since) * self._rate)
        self._left[client] = (max(0.0, left - 1.0), now)
        while len(self._left) > CLIENTS:
            self._left.popitem(last=False)
        if left < 1.0:
            raise Refused(429, f"too many requests: at most {self._rate:g} in a second")

    def check_host(self, host: str) -> None:
        """Without a token only this machine may ask, also when a name elsewhere points to it."""
        name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
        if not self.token and name not in LOOPBACK:
            raise Refused(403, f"asked as {name[:80]!r}: expected localhost")

    def check_origin(self, origin: str, host: str) -> None:
        """What changes something is asked by our own page alone."""
        if origin and origin.split("://", 1)[-1] != host:
            raise Refused(403, "asked by another page: expected our own")

    def check_token(self, given: str) -> None:
        """Compare the token, where there is one."""
        if self.token and not hmac.compare_digest(given.encode(), self.token.encode()):
            raise Refused(401, "the address lacks the token: use the one that the command printed")


class Library:
    """Reads the site, one path at a time, and keeps what was read last."""

    def __init__(self, site: WindowSite) -> None:
        self._site, self._lock = site, threading.Lock()
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._bytes = 0

    def read(self, path: str) -> bytes:
        """What a path holds; worlds are kept, tables may grow and are read again."""
        if takes_long(path):
            return self._read(path)
        with self._lock:
            if path in self._kept:
                self._kept.move_to_end(path)
                return self._kept[path]
            data = self._read(path)
            if path.endswith(".bin"):
                self._kept[path] = data
                self._bytes += len(data)
                while self._bytes > KEPT_BYTES and len(self._kept) > 1:
                    self._bytes -= len(self._kept.popitem(last=False)[1])
            return data

    def _read(self, path: str) -> bytes:
        try:
            return self._site.read(path)
        except KeyError:
            raise Refused(404, f"there is nothing at {path[:120]!r}") from None


def make_app(site: WindowSite, *, token: str = "", player: Player | None = None) -> Any:
    """The ASGI application that serves a site, and lets a person play where there is a player."""
    optional.require("starlette")
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import Route

    gate, library = Gate(token), Library(site)

    async def answer(request: Request) -> Response:
        try:
            kind, data, more = await _answer(request, gate, library, player)
            status = 200
        except Refused as error:
            kind, data, more, status = "application/json", _refusal(str(error)), {}, error.status
        except MeadowError as error:
            kind, data, more, status = "application/json", _refusal(str(error)), {}, 422
        except Exception as error:  # a page gets a sentence, the terminal the rest
            log.exception("%s could not be answered", request.url.path)
            told = f"the server failed ({type(error).__name__}): its terminal says more"
            kind, data, more, status = "application/json", _refusal(told), {}, 500
        return Response(data, status, {**HEADERS, **more}, media_type=kind)

    return Starlette(routes=[Route("/{path:path}", answer, methods=["GET", "POST"])])


async def _answer(
    request: Any, gate: Gate, library: Library, player: Player | None
) -> tuple[str, bytes, dict[str, str]]:
    """The kind and content of an answer, and further headers."""
    path = request.path_params["path"]
    gate.admit(request.client.host if request.client else "", time.monotonic())
    gate.check_host(request.headers.get("host", ""))
    if len(path) > LONGEST_PATH:
        raise Refused(414, f"a path of {len(path)} characters: at most {LONGEST_PATH}")
    given = request.query_params.get("token", "") or request.cookies.get(COOKIE, "")
    gate.check_token(given)
    if path in PAGE and request.method == "GET":
        name, kind = PAGE[path]
        more = {"Cache-Control": "no-cache"}
        if gate.token:
            more["Set-Cookie"] = f"{COOKIE}={gate.token}; HttpOnly; SameSite=Strict; Path=/"
        return kind, bundled(name), more
    if path.startswith("data/") and request.method == "GET":
        data = await asyncio.to_thread(library.read, path.removeprefix("data/"))
        binary = path.endswith(".bin")
        return ("application/octet-stream" if binary else "application/json"), data, {}
    if path.startswith("play/") and player is not None:
        body = None
        if request.method == "POST":
            gate.check_origin(request.headers.get("origin", ""), request.headers.get("host", ""))
            body = await _body(request)
        kind, data = await asyncio.to_thread(player, path.removeprefix("play/"), body)
        return kind, data, {"Cache-Control": "no-store"}
    raise Refused(404, f"there is nothing at {path[:120]!r}")


async def _body(request: Any) -> bytes:
    """The body of a request, which is not read beyond its limit."""
    parts, size = [], 0
    async for part in request.stream():
        size += len(part)
        if size > LARGEST_BODY:
            raise Refused(413, f"a message of more than {LARGEST_BODY} bytes")
        parts.append(part)
    return b"".join(parts)


def bundled(name: str) -> bytes:
    """A file of the page, as it ships with the package."""
    return resources.files("meadow.viewer.web").joinpath("bundle", name).read_bytes()


def _refusal(text: str) -> bytes:
    return msgspec.json.encode(Refusal(secrets.redact(text)[:2000]))


def new_token() -> str:
    """A token that nobody guesses."""
    return random_secrets.token_urlsafe(18)


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach an address."""
    return host in LOOPBACK


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; the next free port where the wanted one is taken, any for 0."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for candidate in range(port, port + 20) if port else (0,):
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host.strip("[]"), candidate))
        except OSError as error:
            listener.close()
            problem = error
            continue
        listener.listen(128)
        return listener
    raise MeadowError(f"{host}:{port} cannot be listened on ({problem}); choose another --port")


def serve(app: Any, listener: socket.socket, *, certificate: str = "", key: str = "") -> None:
    """The application answers what comes to the listener, until Ctrl-C ends it."""
    uvicorn = optional.require("uvicorn")
    options = {"ssl_certfile": certificate, "ssl_keyfile": key or None} if certificate else {}
    config = uvicorn.Config(
        app, log_level="warning", access_log=False, lifespan="off", timeout_keep_alive=30,
        limit_concurrency=64, ws="none", server_header=False, **options,
    )  # fmt: skip
    server = uvicorn.Server(config)
    with contextlib.suppress(KeyboardInterrupt):  # the usual end
        server.run(sockets=[listener])
