"""The field's models in Hugging Face format, by hub id or local directory.

This is the only package that imports torch. The directory's ``config.json`` says which family a model
belongs to; a new family is one file and one line here.
"""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

from meadow import serialize
from meadow.errors import UnknownIdError
from meadow.models.hf.weights import locate

#: model_type of ``config.json`` (with the architecture, where one type has several) -> class
FAMILIES = {
    "clip": "clip:Clip",
    "siglip": "clip:Siglip",
    "owlvit": "owl:OwlVit",
    "owlv2": "owl:OwlV2",
    "grounding-dino": "grounding_dino:GroundingDino",
    "mm-grounding-dino": "grounding_dino:MMGroundingDino",
    "clipseg": "clipseg:ClipSeg",
    "blip": "blip:BlipCaptioner",
    "blip/BlipForImageTextRetrieval": "blip:BlipMatcher",
    "blip-2": "blip:Blip2Captioner",
    "blip-2/Blip2ForImageTextRetrieval": "blip:Blip2Matcher",
    "t5": "t5:T5",
}


def load(rest: str, *, download: bool = False, pickle_sha256: str = "", **options: Any) -> Any:
    """The model of a hub id (``org/name@revision``) or directory.

    Args:
        rest: What follows ``hf:``.
        download: Fetch missing files; otherwise they must be on this machine.
        pickle_sha256: Hash of a ``pytorch_model.bin`` that you trust; others are refused.
        options: ``device``, ``dtype`` and what the family takes.
    """
    source = locate(rest, download=download, pickle_sha256=pickle_sha256)
    family = read_family(source.directory)
    module, _, name = FAMILIES[family].partition(":")
    return getattr(importlib.import_module(f"meadow.models.hf.{module}"), name)(source, **options)


def read_family(directory: Path) -> str:
    """The key of :data:`FAMILIES` that a model directory belongs to."""
    config = serialize.read(directory / "config.json", dict[str, Any])
    kind = str(config.get("model_type", ""))
    architecture = (config.get("architectures") or [""])[0]
    for key in (f"{kind}/{architecture}", kind):
        if key in FAMILIES:
            return key
    raise UnknownIdError("family of model", kind, FAMILIES, f"(from {directory}/config.json)")


__all__ = ["FAMILIES", "load", "read_family"]
