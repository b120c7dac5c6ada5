"""Answers remembered by content: the same model asked about the same pixels does not compute twice.

    detector = cached(load_model("eyes-s"), Cache(directory="~/.cache/meadow/answers"))

The key is a hash of the model's card, the method, its options and the one item of the batch, so a
batch in which three of four frames are known computes one. Long-lived values are plain msgpack.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from meadow import serialize
from meadow.models.protocols import Card, ImageFeatures, Model, TextLine
from meadow.types import Array, Detections

#: Batched methods -> what each answers for one item.
ANSWERS: dict[str, Any] = {
    "encode": np.ndarray,
    "encode_texts": np.ndarray,
    "encode_images": ImageFeatures,
    "detect": Detections,
    "caption": str,
    "read": list[TextLine],
}


class Cache:
    """Least recently used answers in memory, and all of them on disk when a directory is given."""

    def __init__(self, capacity: int = 4096, directory: str | Path | None = None) -> None:
        self.capacity = capacity
        self.directory = None if directory is None else Path(directory).expanduser()
        self.hits = 0
        self.misses = 0
        self._values: OrderedDict[str, Any] = OrderedDict()

    def get(self, key: str, kind: Any) -> Any | None:
        """The answer under ``key``, or None."""
        if key in self._values:
            self._values.move_to_end(key)
            self.hits += 1
            return self._values[key]
        value = self._from_disk(key, kind)
        if value is None:
            self.misses += 1
            return None
        self.hits += 1
        self._remember(key, value)
        return value

    def put(self, key: str, value: Any) -> None:
        """The answer is kept in memory, and also on disk where there is a directory."""
        self._remember(key, value)
        if self.directory is not None:
            path = self._path(key)
            with serialize.caching(path):
                serialize.write_bytes(path, pack(value), sync=False)

    def _remember(self, key: str, value: Any) -> None:
        self._values[key] = value
        self._values.move_to_end(key)
        while len(self._values) > self.capacity:
            self._values.popitem(last=False)

    def _path(self, key: str) -> Path:
        assert self.directory is not None
        return self.directory / key[:2] / f"{key}.msgpack"

    def _from_disk(self, key: str, kind: Any) -> Any | None:
        if self.directory is None:
            return None
        try:
            return unpack(self._path(key).read_bytes(), kind)
        except (OSError, msgspec.DecodeError, ValueError):
            # Absent, or cut short by a full disk: computing again is always right.
            return None


class CachedModel:
    """A model whose batched methods look into a :class:`Cache` first; the rest is the model's own."""

    def __init__(self, model: Model, cache: Cache) -> None:
        self.model = model
        self.cache = cache
        self._identity = msgspec.to_builtins(model.card())

    def card(self) -> Card:
        """The card of the model behind."""
        return self.model.card()

    def __getattr__(self, name: str) -> Any:
        method = getattr(self.model, name)
        if name not in ANSWERS:
            return method

        def batched(items: Sequence[Any], *args: Any, **options: Any) -> Any:
            return self._answer(name, method, list(items), args, options)

        return batched

    def _answer(
        self, name: str, method: Callable[..., Any], items: list[Any], args: Any, options: Any
    ) -> Any:
        context = serialize.encode([self._identity, name, args, options])
        keys = [content_key(context, item) for item in items]
        answers = {key: self.cache.get(key, ANSWERS[name]) for key in dict.fromkeys(keys)}
        missing = {key: item for key, item in zip(keys, items) if answers[key] is None}
        if missing or not items:
            fresh = method(list(missing.values()), *args, **options)
            if not items:
                return fresh
            for key, value in zip(missing, _split(fresh), strict=True):
                self.cache.put(key, value)
                answers[key] = value
        return _join([answers[key] for key in keys])


def cached(model: Any, cache: Cache | None = None) -> Any:
    """``model`` with its answers remembered; it keeps its protocols."""
    return CachedModel(model, cache or Cache())


def content_key(context: bytes, item: Array | str) -> str:
    """Hash of what was asked (``context``) and of one image or phrase."""
    digest = hashlib.sha256(context)
    if isinstance(item, np.ndarray):
        digest.update(f"{item.dtype.str}{item.shape}".encode())
        digest.update(np.ascontiguousarray(item).data)
    else:
        digest.update(str(item).encode())
    return digest.hexdigest()


def _split(answer: Any) -> list[Any]:
    """One answer per item of a batch."""
    if isinstance(answer, ImageFeatures):
        return [ImageFeatures(p, q) for p, q in zip(answer.pooled, answer.patches)]
    # Copies, because a row that is kept would keep its whole batch alive.
    return [a.copy() if isinstance(a, np.ndarray) else a for a in answer]


def _join(answers: list[Any]) -> Any:
    if isinstance(answers[0], ImageFeatures):
        pooled = np.stack([a.pooled for a in answers])
        return ImageFeatures(pooled, np.stack([a.patches for a in answers]))
    return np.stack(answers) if isinstance(answers[0], np.ndarray) else answers


def pack(value: Any) -> bytes:
    """An answer as msgpack; arrays keep their type and shape."""
    return msgspec.msgpack.encode(value, enc_hook=_array_out)


def unpack(data: bytes, kind: Any) -> Any:
    """The inverse of :func:`pack`."""
    return msgspec.msgpack.decode(data, type=kind, dec_hook=_array_in)


def _array_out(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return {"dtype": value.dtype.str, "shape": value.shape, "data": value.tobytes()}
    raise NotImplementedError(f"cannot keep a {type(value).__name__}")


def _array_in(kind: Any, value: Any) -> Array:
    return np.frombuffer(value["data"], value["dtype"]).reshape(value["shape"]).copy()
