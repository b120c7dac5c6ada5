"""API keys and passwords: what they may look like, and how they are kept out of all that is written.

A secret is known from the environment variables in :data:`VARIABLES` or from :func:`keep`. Whatever
leaves the process is redacted where it does: JSON in ``serialize.encode``, answers of a server in
``models.llm``, errors in the command line and in the rows of a run.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import Any, TypeVar
from urllib.parse import quote

from meadow.errors import InvalidValueError

T = TypeVar("T")

#: Environment variables that hold a secret.
VARIABLES = ("OPENAI_API_KEY", "HF_TOKEN", "HUGGING_FACE_HUB_TOKEN")
#: What stands in the place of a secret.
HIDDEN = "[redacted]"
#: Shorter ones are placeholders, such as "EMPTY" for a server that needs no key; hiding them garbles words.
SHORTEST = 6

#: The characters of bearer tokens, and the colon; no format that Meadow writes escapes them.
_TOKEN = re.compile(r"[A-Za-z0-9\-._~+/:=]+")
#: User and password in front of the host of a URL.
_LOGIN = re.compile(r"(?<=://)[^/\s\"']+@")
#: The same, even where a password breaks the URL.
_ANY_LOGIN = re.compile(r"://.*@", re.DOTALL)

_kept: set[str] = set()


def keep(secret: str, source: str) -> str:
    """Check a secret, hide it from now on, and return it; an error names its source, never the secret."""
    if not secret.strip():
        raise InvalidValueError(
            f"{source} is empty. Set it to the key, or unset it if the server needs none"
        )
    if not _TOKEN.fullmatch(secret):
        raise InvalidValueError(
            f"{source} is no key: expected letters, digits and -._~+/:= alone, and it holds spaces, a line "
            "break or other characters. Copy it again, without quotes"
        )
    _kept.add(secret)
    return secret


def from_environment(name: str) -> str:
    """The secret of an environment variable, checked; empty when it is not set."""
    return keep(os.environ[name], name) if name in os.environ else ""


def redact(text: str) -> str:
    """The text without secrets and without the logins of URLs."""
    for secret in _spellings():
        text = text.replace(secret, HIDDEN)
    return _LOGIN.sub(f"{HIDDEN}@", text) if "://" in text else text


def redact_bytes(data: bytes) -> bytes:
    """:func:`redact` for encoded text."""
    for secret in _spellings():
        data = data.replace(secret.encode(), HIDDEN.encode())
    if b"://" not in data or b"@" not in data:
        return data
    return redact(data.decode("utf-8", "surrogateescape")).encode("utf-8", "surrogateescape")


def redact_tree(value: T) -> T:
    """A value of JSON types with every text in it redacted; deep nesting raises ``RecursionError``."""
    tree: Any = value
    if isinstance(tree, str):
        tree = redact(tree)
    elif isinstance(tree, dict):
        tree = {redact_tree(k): redact_tree(v) for k, v in tree.items()}
    elif isinstance(tree, list):
        tree = [redact_tree(item) for item in tree]
    return tree  # type: ignore[no-any-return]


def refuse_in(options: Mapping[str, Any], where: str) -> None:
    """Raise when an option holds a secret or a URL with a password: options are written into specs."""
    for name, value in options.items():
        text = str(value)
        if redact(text) != text or _ANY_LOGIN.search(text):
            raise InvalidValueError(
                f"{where} {name!r} holds a key or password, and options are kept with the results. "
                "Set OPENAI_API_KEY instead"
            )


def _spellings() -> set[str]:
    """All known secrets, as they are and as URLs and JSON may write them."""
    named = (os.environ.get(name, "").strip() for name in VARIABLES)
    plain = {secret for secret in (*_kept, *named) if len(secret) >= SHORTEST}
    slashes = ("\\/", "\\\\/")  # within JSON, and that within JSON again
    escaped = {s.replace("/", slash) for s in plain for slash in slashes}
    return plain | escaped | {quote(s, safe="") for s in plain}
