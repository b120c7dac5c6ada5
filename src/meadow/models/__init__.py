"""Models behind protocols: embedded ones by plain name, the field's real ones by prefix.

    load_model("words")                                     # embedded, works offline
    load_model("hf:openai/clip-vit-base-patch32@3d74acf")   # Hugging Face id and revision, or hf:/path
    load_model("openai:qwen2.5@http://localhost:8080/v1")   # any OpenAI-compatible server
    load_model("yolo-world:/models/yolov8s-worldv2.onnx")   # an exported detector

Nothing is downloaded unless ``download=True``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from meadow.errors import InvalidValueError, UnknownIdError
from meadow.models.cache import Cache, cached
from meadow.models.protocols import (
    KINDS,
    Captioner,
    Card,
    Choice,
    Detector,
    ImageFeatures,
    ImageTextEncoder,
    LanguageModel,
    Matcher,
    Reader,
    Reply,
    TextEncoder,
    TextLine,
)
from meadow.provenance import note
from meadow.registry import Registry

#: Every model with a plain name; tags are one of ``KINDS`` and where it comes from.
MODELS: Registry[Callable[..., Any]] = Registry("model")

#: prefix -> (module:function that takes what follows it, what that is)
PREFIXES = {
    "hf": (
        "meadow.models.hf:load",
        "Hugging Face id or local directory, e.g. hf:org/name@revision",
    ),
    "mdetr": ("meadow.models.hf.mdetr:load", "checkpoint of its authors, e.g. mdetr:/path/to.pth"),
    "openai": ("meadow.models.llm:load", "chat server, e.g. openai:model@http://localhost:8080/v1"),
    "yolo-world": ("meadow.models.yolo_world:load", "exported ONNX, e.g. yolo-world:/path/to.onnx"),
}

_ENTRIES = (
    (
        "words",
        "text:load_words",
        ("text-encoder", "embedded"),
        "37,000 words and compounds as vectors",
    ),
    ("prior", "prior:Prior", ("language-model", "embedded"), "where things are at home, in-domain"),
    (
        "prior-words",
        "prior:words_only",
        ("language-model", "embedded"),
        "the same from words alone",
    ),
    (
        "sentence",
        "captioner:SentenceCaptioner",
        ("captioner", "embedded"),
        "detections as a sentence",
    ),
    ("rapidocr", "ocr:RapidReader", ("reader", "extra"), "OCR by RapidOCR"),
    ("tesseract", "ocr:TesseractReader", ("reader", "extra"), "OCR by the tesseract program"),
    ("fake-text-encoder", "fakes:FakeTextEncoder", ("text-encoder", "fake"), "for tests"),
    (
        "fake-image-text-encoder",
        "fakes:FakeImageTextEncoder",
        ("image-text-encoder", "fake"),
        "for tests",
    ),
    ("fake-detector", "fakes:FakeDetector", ("detector", "fake"), "for tests"),
    ("fake-captioner", "fakes:FakeCaptioner", ("captioner", "fake"), "for tests"),
    ("fake-matcher", "fakes:FakeMatcher", ("matcher", "fake"), "for tests"),
    ("fake-language-model", "fakes:FakeLanguageModel", ("language-model", "fake"), "for tests"),
    ("fake-reader", "fakes:FakeReader", ("reader", "fake"), "for tests"),
)
for _name, _summary in (
    ("eyes-s", "our vision-language model, small"),
    ("eyes-b", "our vision-language model, larger"),
    ("eyes-s-zs", "small, with the benchmarks' uncommon goals held out in training"),
    ("eyes-b-zs", "larger, with the benchmarks' uncommon goals held out in training"),
):
    MODELS.lazy(
        _name,
        "meadow.models.eyes:load_eyes",
        tags=("image-text-encoder", "detector", "embedded"),
        summary=_summary,
        kwargs={"name": _name},
    )
for _name, _target, _tags, _summary in _ENTRIES:
    MODELS.lazy(_name, f"meadow.models.{_target}", tags=_tags, summary=_summary)


def load_model(name: str, *, kind: str = "", **options: Any) -> Any:
    """A ready model.

    Args:
        name: A registered name or ``prefix:rest`` (see :data:`PREFIXES`).
        kind: One of :data:`KINDS`; anything else than what the model is raises.
        options: Passed on, e.g. ``device="cuda"``, ``dtype="float16"``, ``download=True``.
    """
    if kind and kind not in KINDS:
        raise UnknownIdError("kind of model", kind, KINDS)
    prefix, colon, rest = name.partition(":")
    if colon and prefix in PREFIXES:
        if not rest:
            raise InvalidValueError(f"model {name!r} is incomplete: {PREFIXES[prefix][1]}")
        model = _function(PREFIXES[prefix][0])(rest, **options)
    elif colon:
        raise UnknownIdError("model prefix", prefix, PREFIXES)
    else:
        model = MODELS.make(name, **options)
    if kind and not isinstance(model, KINDS[kind]):
        raise InvalidValueError(f"model {name!r} is a {model.card().kind}, a {kind} is needed")
    note(f"model {name}", model.card().summary())
    return model


def _function(target: str) -> Callable[..., Any]:
    import importlib

    module, _, attribute = target.partition(":")
    function: Callable[..., Any] = getattr(importlib.import_module(module), attribute)
    return function


__all__ = [
    "KINDS",
    "MODELS",
    "PREFIXES",
    "Cache",
    "Captioner",
    "Card",
    "Choice",
    "Detector",
    "ImageFeatures",
    "ImageTextEncoder",
    "LanguageModel",
    "Matcher",
    "Reader",
    "Reply",
    "TextEncoder",
    "TextLine",
    "cached",
    "load_model",
]
