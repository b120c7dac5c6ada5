"""Doors into Meadow for homes of other formats: one module a format, one line here.

An importer reads a file of its format as a sequence of homes that are imported one at a time:

    importer = IMPORTERS.get("procthor")
    homes = importer("val.jsonl.gz", assets="asset-database.json.gz")
    house, summary = homes[0]
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from meadow.registry import Registry
from meadow.scenes.importers.summary import ImportSummary
from meadow.scenes.schema import House

Importer = Callable[..., Sequence[tuple[House, ImportSummary]]]

IMPORTERS: Registry[Importer] = Registry("importer")
IMPORTERS.lazy(
    "procthor",
    "meadow.scenes.importers.procthor:ProcthorFile",
    summary="ProcTHOR houses (.json, .jsonl, both also .gz), schema 1.0.0",
)
IMPORTERS.lazy(
    "drawing",
    "meadow.scenes.drawn.build:DrawnFile",
    summary="homes drawn by hand: a plan of letters and furniture wall by wall (.txt)",
)

__all__ = ["IMPORTERS", "ImportSummary", "Importer"]
