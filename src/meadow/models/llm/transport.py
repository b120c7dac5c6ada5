"""JSON over HTTP with a hard deadline and retries, so that a flaky server cannot hang or crash a run."""

from __future__ import annotations

import contextlib
import http.client
import json
import logging
import socket
import ssl
import threading
import time
from collections.abc import Callable
from typing import Any
from urllib.parse import SplitResult, urlsplit

import msgspec

from meadow import secrets
from meadow.errors import InvalidValueError, MeadowError

log = logging.getLogger(__name__)

#: HTTP statuses after which another attempt may succeed.
PASSING = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 529})

#: Largest answer that is read, bytes.
MAX_ANSWER_BYTES = 64 << 20

#: Longest wait between attempts, whatever the server asks for, seconds.
LONGEST_WAIT = 60.0


class ServerError(MeadowError):
    """The server refused, broke off, never answered, or gave no valid answer.

    ``status`` is 0 without an HTTP answer. Servers repeat what they were sent, so the message is redacted.
    """

    def __init__(self, message: str, status: int = 0, wait: float | None = None) -> None:
        super().__init__(secrets.redact(message))
        self.status = status
        self.wait = wait
        """Seconds that the server asked to wait."""


class Transport:
    """POSTs JSON to one base URL."""

    def __init__(
        self,
        base_url: str,
        *,
        key: str = "",
        timeout: float = 60.0,
        retries: int = 4,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        parts = _address(base_url)
        self.base_url = base_url.rstrip("/")
        self.timeout = timeout
        self.retries = retries
        self.retried = 0
        self._parts = parts
        self._key = secrets.keep(key, "the API key") if key else ""
        self._sleep = sleep

    def post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """Return the decoded answer; after temporary failures, wait and try again."""
        for attempt in range(self.retries + 1):
            try:
                return self._once(path, body)
            except ServerError as error:
                if attempt == self.retries or (error.status and error.status not in PASSING):
                    raise
                wait = error.wait if error.wait is not None else 0.5 * 2.0**attempt
                log.info("%s; attempt %d, waiting %.1f s", error, attempt + 2, wait)
                self.retried += 1
                self._sleep(min(wait, LONGEST_WAIT))
        raise AssertionError("the last attempt returns or raises")

    def _once(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        status, headers, data = self._exchange(path, json.dumps(body).encode())
        if status != 200:
            said = data[:300].decode("utf-8", "replace").strip()
            raise ServerError(
                f"{self.base_url}{path} answered {status}: {said or 'nothing'}{_advice(status)}",
                status,
                _retry_after(headers),
            )
        try:
            answer = secrets.redact_tree(msgspec.json.decode(data))
        except (ValueError, RecursionError) as error:
            raise ServerError(f"{self.base_url}{path} did not answer in JSON ({error})") from None
        if not isinstance(answer, dict):
            raise ServerError(f"{self.base_url}{path} answered {answer!r:.80}, expected an object")
        return answer

    def _exchange(
        self, path: str, data: bytes
    ) -> tuple[int, http.client.HTTPMessage | None, bytes]:
        connection = self._connect()
        late = threading.Event()

        def give_up() -> None:
            late.set()
            # A socket timeout restarts with every byte; shutting it down bounds the whole exchange.
            if connection.sock is not None:
                with contextlib.suppress(OSError):
                    connection.sock.shutdown(socket.SHUT_RDWR)

        alarm = threading.Timer(self.timeout, give_up)
        alarm.daemon = True
        alarm.start()
        try:
            connection.request("POST", self._parts.path.rstrip("/") + path, data, self._headers())
            response = connection.getresponse()
            content = response.read(MAX_ANSWER_BYTES + 1)
            declared = response.getheader("Content-Length")
            if late.is_set() or (declared and len(content) < int(declared)):
                raise http.client.IncompleteRead(content)
            return response.status, response.headers, content
        except (OSError, http.client.HTTPException, ValueError) as error:
            what = f"no complete answer within {self.timeout:g} s" if late.is_set() else repr(error)
            raise ServerError(
                f"{self.base_url}{path}: {what}. Is the server running there?"
            ) from None  # the cause may repeat what the server said, and tracebacks are kept
        finally:
            alarm.cancel()
            connection.close()

    def _connect(self) -> http.client.HTTPConnection:
        host, port = self._parts.hostname or "", self._parts.port
        if self._parts.scheme == "http":
            return http.client.HTTPConnection(host, port, timeout=self.timeout)
        context = ssl.create_default_context()
        return http.client.HTTPSConnection(host, port, timeout=self.timeout, context=context)

    def _headers(self) -> dict[str, str]:
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        return headers | ({"Authorization": f"Bearer {self._key}"} if self._key else {})


def _address(base_url: str) -> SplitResult:
    """The parts of a base URL; errors do not repeat a login that it holds."""
    shown = "with a login" if "@" in base_url else repr(secrets.redact(base_url))
    try:
        parts = urlsplit(base_url)
        usable = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:  # brackets or a port that no URL has
        usable = False
    if not usable or not base_url.isascii() or not base_url.isprintable() or " " in base_url:
        raise InvalidValueError(
            f"base URL {shown}: expected http://HOST:PORT/v1 or https://HOST/v1"
        )
    if "@" in parts.netloc or parts.query or parts.fragment:
        raise InvalidValueError(
            f"base URL {shown}: expected an address alone, because it is kept with the results. Put a key "
            "into OPENAI_API_KEY"
        )
    return parts


def _advice(status: int) -> str:
    if status in (401, 403):
        return ". Set OPENAI_API_KEY"
    if status == 404:
        return ". Check that the base URL ends in /v1 and that the model name is right"
    return ""


def _retry_after(headers: http.client.HTTPMessage | None) -> float | None:
    try:
        return max(0.0, float(headers["Retry-After"])) if headers else None
    except (TypeError, ValueError):  # absent, or a date: our own back-off will do
        return None
