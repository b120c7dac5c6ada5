"""Reading printed text in frames: RapidOCR (a pip extra) or the tesseract program."""

from __future__ import annotations

import csv
import io
import os
import shutil
import subprocess
from collections import defaultdict
from collections.abc import Sequence
from importlib import metadata
from typing import Any

import numpy as np
from PIL import Image

from meadow.errors import MeadowError, MissingDependencyError
from meadow.models.protocols import Card, TextLine
from meadow.models.threads import model_threads
from meadow.optional import require
from meadow.types import Array

#: Frames whose shorter side is less are enlarged first: OCR wants letters of 20 pixels and more.
READABLE = 640

#: Seconds that tesseract may take for a frame.
PATIENCE = 60.0


class RapidReader:
    """RapidOCR; its detection and recognition models come inside the wheel."""

    def __init__(self) -> None:
        module = require("rapidocr")
        self._engine: Any = module.RapidOCR(
            params={
                "Global.log_level": "error",
                "Global.use_cls": False,  # the robot's camera is level, so no text is upside down
                "EngineConfig.onnxruntime.intra_op_num_threads": model_threads(),
            }
        )

    def card(self) -> Card:
        """The card of this reader; its revision is the installed version of RapidOCR."""
        return Card("rapidocr", "reader", metadata.version("rapidocr"))

    def read(self, images: Sequence[Array]) -> list[list[TextLine]]:
        """The lines of each image, from top to bottom."""
        return [self._one(image) for image in images]

    def _one(self, image: Array) -> list[TextLine]:
        large, scale = enlarged(image)
        result = self._engine(large[..., ::-1])  # it expects BGR
        if result.txts is None:
            return []
        lines = []
        for text, score, corners in zip(result.txts, result.scores, result.boxes):
            low, high = np.min(corners, axis=0) / scale, np.max(corners, axis=0) / scale
            lines.append(TextLine(text, float(score), (*low.tolist(), *high.tolist())))
        return in_reading_order(lines)


class TesseractReader:
    """The tesseract program, when it is installed."""

    def __init__(self, *, program: str = "tesseract", language: str = "eng") -> None:
        found = shutil.which(program)
        if found is None:
            raise MissingDependencyError(
                f"the program {program!r} is not on the PATH. Install it, e.g. with: "
                "apt install tesseract-ocr"
            )
        self._command = [found, "stdin", "stdout", "-l", language, "--psm", "11", "tsv"]
        version = subprocess.run([found, "--version"], capture_output=True, text=True, check=False)
        self._version = (version.stdout or version.stderr).partition("\n")[0]

    def card(self) -> Card:
        """The card of this reader; its revision is what the program says of its version."""
        return Card("tesseract", "reader", self._version)

    def read(self, images: Sequence[Array]) -> list[list[TextLine]]:
        """The lines of each image, from top to bottom."""
        return [self._one(image) for image in images]

    def _one(self, image: Array) -> list[TextLine]:
        large, scale = enlarged(image)
        picture = io.BytesIO()
        Image.fromarray(large).save(picture, "PNG")
        try:
            done = subprocess.run(
                self._command,
                input=picture.getvalue(),
                capture_output=True,
                timeout=PATIENCE,
                check=True,
                # Its own variables stay: TESSDATA_PREFIX says where its languages are.
                env={**os.environ, "OMP_THREAD_LIMIT": str(model_threads())},
            )
        except (subprocess.SubprocessError, OSError) as error:
            said = getattr(error, "stderr", b"") or b""
            raise MeadowError(
                f"tesseract failed: {said.decode('utf-8', 'replace') or error}"
            ) from error
        return parse_tsv(done.stdout.decode("utf-8", "replace"), scale)


def parse_tsv(table: str, scale: float = 1.0) -> list[TextLine]:
    """Lines of tesseract's word table; coordinates are divided by ``scale``."""
    words: dict[tuple[str, ...], list[dict[str, str]]] = defaultdict(list)
    for row in csv.DictReader(io.StringIO(table), delimiter="\t", quoting=csv.QUOTE_NONE):
        if (row.get("text") or "").strip() and float(row["conf"]) >= 0.0:
            words[row["block_num"], row["par_num"], row["line_num"]].append(row)
    lines = []
    for found in words.values():
        edges = np.array([[float(w[k]) for k in ("left", "top", "width", "height")] for w in found])
        low, high = edges[:, :2].min(0), (edges[:, :2] + edges[:, 2:]).max(0)
        score = float(np.mean([float(w["conf"]) for w in found])) / 100.0
        text = " ".join(w["text"].strip() for w in found)
        lines.append(TextLine(text, score, (*(low / scale).tolist(), *(high / scale).tolist())))
    return in_reading_order(lines)


def enlarged(image: Array) -> tuple[Array, float]:
    """The image with its shorter side at least ``READABLE``, and the factor."""
    height, width = image.shape[:2]
    scale = max(1.0, READABLE / min(height, width))
    if scale == 1.0:
        return image, 1.0
    size = (round(width * scale), round(height * scale))
    return np.asarray(Image.fromarray(image).resize(size, Image.Resampling.BICUBIC)), scale


def in_reading_order(lines: Sequence[TextLine]) -> list[TextLine]:
    """From top to bottom, then from left to right."""
    return sorted(lines, key=lambda line: (round(line.box[1], 1), line.box[0]))
