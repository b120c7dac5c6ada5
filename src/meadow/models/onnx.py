"""Opening ONNX models: one place for threads, bad files and the missing package."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from meadow.errors import FileFormatError
from meadow.models.threads import model_threads
from meadow.optional import require


def open_session(
    model: bytes | str | Path, *, threads: int | None = None, name: str = "the model"
) -> Any:
    """An onnxruntime session on the CPU, with ``MEADOW_THREADS`` threads unless told otherwise."""
    runtime = require("onnxruntime")
    name, data = (name, model) if isinstance(model, bytes) else (str(model), _read(Path(model)))
    options = runtime.SessionOptions()
    options.intra_op_num_threads = threads or model_threads()
    options.inter_op_num_threads = 1
    # Spinning threads steal the cores of the simulator beside them.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.log_severity_level = 3
    try:
        return runtime.InferenceSession(data, options, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime's errors share no public base
        raise FileFormatError(f"{name}: not a whole ONNX model ({str(error)[:200]})") from error


def file_hash(path: Path) -> str:
    """SHA-256 of a file."""
    return hashlib.sha256(_read(path)).hexdigest()


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise FileFormatError(
            f"{path}: cannot be read ({error.strerror}); is the path right?"
        ) from error
