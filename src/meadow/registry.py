"""One registry class for everything that has a name: agents, tasks, metrics, corruptions, importers.

    AGENTS = Registry[type[Agent]]("agent")

    @AGENTS.register("random", tags=("reference",))
    class RandomAgent: ...

    AGENTS.lazy("my-seeker", "my_package.agents:seeker", tags=("modular",), kwargs={"localizer": "owl"})

Entries may be lazy strings, so listing names imports nothing heavy. The folders of ``meadow/benchmarks``
register theirs when they are imported. Third-party packages do the same, through the entry-point group
``meadow.plugins`` (a module to import) or the environment variable ``MEADOW_PLUGINS`` (paths of Python
files). All of them are imported on the first miss or listing.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import importlib.util
import json
import logging
import os
import pkgutil
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, TypeVar

from meadow.errors import MeadowError, UnknownIdError

T = TypeVar("T")
log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Entry(Generic[T]):
    """A registered thing, loaded or still a ``"module:attribute"`` string."""

    name: str
    target: T | str
    tags: tuple[str, ...] = ()
    summary: str = ""
    kwargs: Mapping[str, Any] = field(default_factory=dict)

    def load(self) -> T:
        """The thing itself, imported now if it was lazy."""
        if not isinstance(self.target, str):
            return self.target
        module, _, attribute = self.target.partition(":")
        loaded: T = getattr(importlib.import_module(module), attribute)
        return loaded


class Registry(Generic[T]):
    """Names to things of one kind, with tags, lazy loading and helpful misses."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self._entries: dict[str, Entry[T]] = {}

    def register(
        self, name: str, *, tags: tuple[str, ...] = (), summary: str = "", **kwargs: Any
    ) -> Callable[[T], T]:
        """Decorator that registers a class or function and returns it unchanged."""

        def add(target: T) -> T:
            first_line = (getattr(target, "__doc__", None) or "").strip().partition("\n")[0]
            self._add(Entry(name, target, tags, summary or first_line, kwargs))
            return target

        return add

    def lazy(
        self,
        name: str,
        target: str,
        *,
        tags: tuple[str, ...] = (),
        summary: str = "",
        kwargs: Mapping[str, Any] | None = None,
    ) -> None:
        """Register ``"module:attribute"`` without importing it."""
        self._add(Entry(name, target, tags, summary, kwargs or {}))

    def _add(self, entry: Entry[T]) -> None:
        if entry.name in self._entries:
            raise MeadowError(f"{self.kind} {entry.name!r} is registered twice")
        try:
            json.dumps(dict(entry.kwargs))
        except TypeError as error:
            raise MeadowError(
                f"{self.kind} {entry.name!r}: its arguments must be plain JSON values ({error})"
            ) from error
        self._entries[entry.name] = entry

    def entry(self, name: str) -> Entry[T]:
        """The entry of that name; plugins are searched before giving up."""
        if name not in self._entries:
            load_plugins()
        try:
            return self._entries[name]
        except KeyError:
            raise UnknownIdError(self.kind, name, self._entries) from None

    def get(self, name: str) -> T:
        """The thing of that name."""
        return self.entry(name).load()

    def make(self, name: str, **kwargs: Any) -> Any:
        """Call the thing of that name with its registered arguments, overridden by ``kwargs``."""
        entry = self.entry(name)
        target: Any = entry.load()
        return target(**{**entry.kwargs, **kwargs})

    def names(self, tag: str | None = None) -> list[str]:
        """All names, in order of registration, or those with a tag."""
        load_plugins()
        return [e.name for e in self._entries.values() if tag is None or tag in e.tags]

    def __contains__(self, name: object) -> bool:
        if name not in self._entries:
            load_plugins()
        return name in self._entries

    def __iter__(self) -> Iterator[Entry[T]]:
        load_plugins()
        return iter(list(self._entries.values()))

    def __len__(self) -> int:
        load_plugins()
        return len(self._entries)


_plugins_loaded = False


def load_plugins() -> None:
    """Import the benchmarks and third-party registrations once.

    A folder of ``meadow/benchmarks`` is a plugin that ships. A third party's that is broken is a warning,
    never a crash.
    """
    global _plugins_loaded
    if _plugins_loaded:
        return
    _plugins_loaded = True
    for benchmark in pkgutil.iter_modules([str(Path(__file__).parent / "benchmarks")]):
        importlib.import_module(f"{__package__}.benchmarks.{benchmark.name}")
    for point in importlib.metadata.entry_points(group="meadow.plugins"):
        try:
            point.load()
        except Exception as error:  # a plugin may fail in any way; the rest must go on
            log.warning("plugin %s could not be loaded: %s", point.name, error)
    for path in filter(None, os.environ.get("MEADOW_PLUGINS", "").split(os.pathsep)):
        try:
            _import_file(Path(path))
        except Exception as error:  # as above
            log.warning("plugin file %s could not be loaded: %s", path, error)


def _import_file(path: Path) -> None:
    """Import a plugin file as a module of its own, which can be found under its name like any other."""
    name = f"meadow_plugin_{path.stem}"
    while getattr(sys.modules.get(name), "__file__", str(path)) != str(path):
        name += "_"  # another file of the same name
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError("not a Python file")
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
