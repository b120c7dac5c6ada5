"""Finding weights on this machine, and refusing what is missing, cut short or unsafe to open."""

from __future__ import annotations

import hashlib
import json
import os
import re
from dataclasses import dataclass
from pathlib import Path

from meadow.errors import FileFormatError, MeadowError
from meadow.optional import require

#: What is fetched from a hub repository: never pickles or code.
WANTED = ["*.json", "*.txt", "*.model", "*.safetensors"]

_BLOB = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True)
class Source:
    """A model directory that passed the checks."""

    name: str
    revision: str
    directory: Path
    weights: tuple[Path, ...]
    pickled: bool = False

    def sha256(self) -> str:
        """Hash of the weight files; read from the cache's own names where it names files by hash."""
        hashes = [hash_file(path) for path in self.weights]
        return (
            hashes[0] if len(hashes) == 1 else hashlib.sha256("".join(hashes).encode()).hexdigest()
        )


def locate(rest: str, *, download: bool = False, pickle_sha256: str = "") -> Source:
    """The checked directory of ``org/name@revision`` or of a local path."""
    local = Path(rest).expanduser()
    if local.is_dir() or rest.startswith(("/", ".", "~")):
        if not local.is_dir():
            raise FileFormatError(f"{local}: no such directory; expected one with config.json")
        return _checked(local.name, "", local, pickle_sha256)
    name, _, revision = rest.partition("@")
    return _checked(name, revision, _snapshot(name, revision, download), pickle_sha256)


def locate_tokenizer(name: str) -> Path:
    """A directory with tokenizer files: a path, or what is on this machine of a hub id."""
    local = Path(name).expanduser()
    return local if local.is_dir() else _snapshot(*name.partition("@")[::2], download=False)


def _snapshot(name: str, revision: str, download: bool) -> Path:
    hub = require("huggingface_hub")
    offline = os.environ.get("HF_HUB_OFFLINE", "") not in ("", "0")
    if download and offline:
        raise MeadowError(f"{name}: asked to download, but HF_HUB_OFFLINE is set. Unset it first")
    try:
        found = hub.snapshot_download(
            name,
            revision=revision or None,
            local_files_only=not download,
            allow_patterns=WANTED,
        )
    except Exception as error:  # the hub's errors have no common base but all mean the same here
        pin = f" --revision {revision}" if revision else ""
        at = f"@{revision}" if revision else ""
        raise MeadowError(
            f"the weights of {name}{at} are not on this machine ({type(error).__name__}). Get them "
            f"with: hf download {name}{pin}\n"
            f"or: meadow models check hf:{name}{at} --download"
        ) from error
    return Path(found)


def _checked(name: str, revision: str, directory: Path, pickle_sha256: str) -> Source:
    if not (directory / "config.json").is_file():
        raise FileFormatError(f"{directory}: has no config.json; expected a Hugging Face model")
    weights = tuple(sorted(directory.glob("*.safetensors")))
    if weights:
        for path in weights:
            check_safetensors(path)
        _check_shards(directory, weights)
        return Source(name, revision or directory.name, directory, weights)
    pickles = tuple(sorted(directory.glob("*.bin")))
    if not pickles:
        raise FileFormatError(
            f"{directory}: no weights (*.safetensors). Get them with: hf download {name}"
        )
    check_pickle(pickles[0], pickle_sha256)
    if len(pickles) > 1:
        raise FileFormatError(f"{directory}: {len(pickles)} pickles; only one can be pinned")
    return Source(name, revision or directory.name, directory, pickles, pickled=True)


def _check_shards(directory: Path, weights: tuple[Path, ...]) -> None:
    index = directory / "model.safetensors.index.json"
    if index.is_file():
        wanted = set(json.loads(index.read_bytes())["weight_map"].values())
        missing = sorted(wanted - {path.name for path in weights})
        if missing:
            raise FileFormatError(f"{directory}: lacks {', '.join(missing)}; download it again")


def check_safetensors(path: Path) -> None:
    """Raise when a file is not complete: its header says how long it must be."""
    size = path.stat().st_size
    with path.open("rb") as file:
        start = file.read(8)
        length = int.from_bytes(start, "little")
        try:
            if len(start) < 8 or length > size:
                raise ValueError(f"{size} bytes")
            header = json.loads(file.read(length))
            ends = [entry["data_offsets"][1] for key, entry in header.items() if key[0] != "_"]
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise FileFormatError(
                f"{path}: not a whole safetensors file ({error}). Download it again"
            ) from error
    expected = 8 + length + max(ends, default=0)
    if size != expected:
        raise FileFormatError(
            f"{path}: {size} bytes, its header promises {expected}. Download it again"
        )


def check_pickle(path: Path, sha256: str) -> None:
    """Raise unless the file's hash is the one that the caller vouches for."""
    if not sha256:
        raise FileFormatError(
            f"{path}: a pickle, which can run code when opened. Use safetensors, or vouch for this "
            f'file with pickle_sha256="{hash_file(path)}"'
        )
    found = hash_file(path)
    if found != sha256.lower():
        raise FileFormatError(f"{path}: sha256 is {found}, pinned is {sha256}; not opened")


def hash_file(path: Path) -> str:
    """SHA-256 of a file; the hub's cache names files by it, which saves reading them."""
    real = path.resolve()
    if _BLOB.fullmatch(real.name):
        return real.name
    with real.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
