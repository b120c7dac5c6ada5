"""The figures that the paper prints, in its order: per cent, and counts."""

from __future__ import annotations

from dataclasses import dataclass

#: Columns of the tables that break success down by linguistic features.
COLUMNS = ("no", "color", "size", "texture", "number", "material", "state", "modifier", "support")


@dataclass(frozen=True, slots=True)
class PrintedRow:
    """A line of Tables 3 and 5 to 9."""

    name: str
    success: float
    spl: float
    features: tuple[float, ...]
    """Success for each of COLUMNS."""
    errors: tuple[float, ...] = ()
    """Table 7: shares of wrong detection, wrong goal on map, out of time among failures."""


#: What -> validation, test.
TABLE_2: dict[str, tuple[int, int]] = {
    "scenes": (20, 15),
    "episodes": (832, 750),
    "distinct object categories": (19, 12),
    "distinct object instances": (160, 91),
    "goal descriptions": (2496, 2250),
    "descriptions with attributes/relationships": (1659, 1874),
    "total linguistic features": (2534, 3108),
    "unique linguistic feature values": (136, 92),
}

MLFM = PrintedRow("MLFM (Ours)", 43.6, 16.9, (37.9, 38.5, 41.7, 0.0, 14.3, 64.4, 14.3, 27.9, 27.3))
TABLE_3 = (
    PrintedRow("VLMaps", 2.0, 0.5, (1.1, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.1, 0.0)),
    PrintedRow("VLFM", 3.0, 1.0, (2.4, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0)),
    PrintedRow("MOPA", 7.9, 2.4, (2.8, 1.6, 1.6, 0.0, 0.0, 0.0, 0.0, 3.2, 1.9)),
    PrintedRow("OneMap", 13.3, 5.4, (3.7, 2.7, 6.7, 0.0, 0.0, 0.0, 0.0, 6.7, 9.7)),
    PrintedRow("VLFM-v2", 24.8, 9.7, (28.2, 11.5, 33.3, 0.0, 7.1, 43.1, 28.6, 17.7, 12.9)),
    PrintedRow("OneMap-v2", 39.4, 15.1, (29.1, 26.9, 41.7, 0.0, 7.1, 0.0, 57.1, 21.1, 22.1)),
    MLFM,
)
#: Table 4, for goals with a state: shares of wrong detection, wrong goal on map, out of time.
TABLE_4 = {"MLFM (Ours)": (71.4, 14.3, 14.3), "OneMap-v2": (28.6, 14.3, 57.1)}
#: Section 5.4, all goals of MLFM: the same, then not reached.
ALL_FAILURES = (31.7, 17.0, 48.3, 3.0)
#: Detector, features and their level -> the printed line.
TABLE_5 = {
    ("YOLO-World", "SED", "patch"): MLFM,
    ("YOLO-World", "BLIP-2", "patch"): PrintedRow(
        "MLFM", 40.5, 15.4, (35.9, 34.6, 41.7, 20.0, 14.3, 16.3, 14.3, 24.9, 26.0)
    ),
    ("YOLO-World", "CLIP", "image"): PrintedRow(
        "MLFM", 31.8, 12.2, (31.1, 11.5, 8.3, 0.0, 0.0, 0.0, 28.6, 17.1, 17.7)
    ),
    ("YOLO-World", "BLIP-2", "image"): PrintedRow(
        "MLFM", 32.5, 14.9, (34.9, 7.7, 16.7, 20.0, 21.4, 0.0, 28.6, 21.8, 19.6)
    ),
    ("YOLO-World", "LSeg", "pixel"): PrintedRow(
        "MLFM", 27.1, 14.2, (4.9, 3.8, 0.0, 0.0, 7.1, 0.0, 14.3, 7.1, 4.8)
    ),
    ("Grounding-DINO", "SED", "patch"): PrintedRow(
        "MLFM", 42.7, 15.2, (41.7, 26.9, 49.7, 0.0, 0.0, 53.7, 42.8, 25.7, 27.1)
    ),
}
#: Centimetres of a cell and number of layers -> the printed line.
TABLE_6 = {
    (6, 1): PrintedRow("MLFM", 39.4, 15.1, (29.1, 26.9, 41.7, 0.0, 7.1, 0.0, 57.1, 21.1, 22.1)),
    (6, 2): PrintedRow("MLFM", 42.9, 16.3, (36.9, 39.6, 32.9, 0.0, 14.3, 64.4, 14.3, 28.3, 26.0)),
    (6, 3): MLFM,
    (6, 4): PrintedRow("MLFM", 43.0, 15.3, (20.3, 38.1, 41.7, 0.0, 0.0, 9.7, 14.3, 16.0, 17.4)),
    (6, 5): PrintedRow("MLFM", 42.8, 15.3, (20.4, 38.3, 41.7, 0.0, 0.0, 0.0, 14.3, 16.0, 17.4)),
    (10, 3): PrintedRow("MLFM", 35.1, 13.9, (33.0, 26.9, 41.7, 0.0, 7.1, 0.0, 28.6, 24.1, 21.8)),
}
#: Per cent of the steps that explore and exploit -> the printed line.
TABLE_7 = {
    20: PrintedRow(
        *("MLFM", 43.6, 16.3, (37.8, 38.5, 41.0, 0.0, 14.3, 59.0, 14.3, 27.9, 27.0)),
        errors=(25.1, 26.0, 48.9),
    ),
    40: PrintedRow(
        *("MLFM", 43.6, 16.9, (37.9, 38.5, 41.7, 0.0, 14.3, 64.4, 14.3, 27.9, 27.3)),
        errors=(31.7, 17.1, 51.2),
    ),
    60: PrintedRow(
        *("MLFM", 43.0, 15.1, (13.9, 32.9, 39.2, 0.0, 14.3, 40.3, 14.3, 20.3, 27.3)),
        errors=(28.7, 15.5, 55.8),
    ),
    80: PrintedRow(
        *("MLFM", 39.7, 11.6, (13.6, 29.4, 31.1, 0.0, 0.0, 31.7, 0.0, 17.7, 22.0)),
        errors=(28.5, 8.2, 63.3),
    ),
}
#: What decides -> the printed line.
TABLE_8 = {
    "map": PrintedRow("MLFM", 43.0, 16.1, (42.7, 30.7, 41.7, 0.0, 21.4, 61.1, 14.3, 28.2, 27.3)),
    "detector": PrintedRow("MLFM", 31.1, 10.9, (16.7, 9.7, 32.3, 0.0, 7.1, 43.7, 0.0, 18.9, 13.4)),
    "both": MLFM,
}
#: Whether text is a kernel -> the printed line.
TABLE_9 = {
    False: PrintedRow("MLFM", 42.3, 15.9, (33.0, 30.7, 41.7, 0.0, 14.3, 51.6, 14.3, 23.9, 20.4)),
    True: MLFM,
}
#: Goat-Bench's language goals: method -> success, SPL. The first two were trained.
TABLE_10 = {
    "RL Skill Chain": (16.3, 7.4),
    "RL Monolithic": (12.6, 6.5),
    "Modular Goat": (21.5, 16.2),
    "MLFM (Ours)": (24.2, 21.5),
}
#: Of 100 goals of Goat-Bench, how many have which error (A.1).
GOAT_ERRORS = {
    "partial match": 3,
    "hallucination": 22,
    "mesh artefact": 7,
    "bounding box": 12,
    "spatial": 23,
}
