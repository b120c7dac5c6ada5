"""What the CoW paper prints (Gadre et al., CVPR 2023), for tables that put our figures beside it.

Percent throughout; None where the paper prints nothing. Rows go by the paper's names: localizer and
architecture, all with frontier exploration and centre pixels unless they say otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass

from meadow.benchmarks.pasture import task

#: Settings of PASTURE in the order of the paper's Table 1.
SETTINGS = tuple(task.SETTINGS)


@dataclass(frozen=True, slots=True)
class Printed:
    """One line of Table 1."""

    name: str
    success: tuple[float, ...] | None
    """By setting, in the order of SETTINGS."""
    pasture: tuple[float, float] | None
    """Average SPL and success on PASTURE."""
    robothor: tuple[float | None, float]
    """SPL and success on RoboTHOR's 1,800 episodes."""


_TABLE_1 = (
    ("CLIP-Ref. B/32", (3.6, 0.6, 1.7, 0.6, 1.7, 2.2, 2.5), (0.9, 1.8), (1.0, 1.8)),
    ("CLIP-Ref. B/16", (1.4, 2.8, 2.8, 3.1, 3.3, 1.7, 1.9), (1.7, 2.4), (2.1, 2.7)),
    ("CLIP-Patch B/32", (18.1, 13.3, 13.3, 8.6, 10.8, 17.5, 17.8), (9.0, 14.2), (10.6, 20.3)),
    ("CLIP-Patch B/16", (10.6, 11.4, 7.8, 10.8, 8.1, 16.4, 15.6), (7.7, 11.5), (9.7, 15.7)),
    ("CLIP-Grad. B/32", (16.1, 11.9, 11.7, 9.7, 10.3, 14.4, 16.1), (9.2, 12.9), (9.7, 15.2)),
    ("CLIP-Grad. B/16", (8.1, 10.8, 8.6, 8.6, 6.7, 11.1, 11.4), (6.7, 9.3), (8.6, 11.6)),
    ("MDETR B3", (3.1, 7.2, 5.0, 6.9, 4.7, 8.1, 8.9), (5.4, 6.3), (8.4, 9.9)),
    ("OWL B/32", (32.8, 26.4, 19.4, 19.4, 16.1, 19.2, 14.4), (12.6, 21.1), (16.9, 26.7)),
    ("OWL B/16", (31.9, 26.9, 18.9, 19.4, 14.7, 18.1, 15.8), (12.6, 20.8), (17.2, 27.5)),
    ("ProcTHOR fine-tune (supervised)", None, None, (27.4, 66.4)),
)

#: Table 1: PASTURE and RoboTHOR.
TABLE_1 = {name: Printed(name, *figures) for name, *figures in _TABLE_1}

#: Table 2: explorers of OWL B/32 -> (SPL, success) on PASTURE and on RoboTHOR.
TABLE_2 = {
    "OWL B/32, RoboTHOR learn.": ((10.2, 17.3), (13.1, 20.9)),
    "OWL B/32, Habitat learn.": ((8.6, 19.4), (9.8, 20.4)),
    "OWL B/32, FBE": ((12.6, 21.1), (16.9, 26.7)),
}

#: Table 3: priors of OWL B/32 -> (SPL, success) on uncommon objects and on RoboTHOR.
TABLE_3 = {
    "OWL B/32, no prior": ((20.5, 32.8), (16.8, 26.7)),
    "OWL B/32, GPT-3.5": ((22.2, 36.9), (17.0, 27.5)),
}


@dataclass(frozen=True, slots=True)
class PriorArt:
    """One line of Table 4: (SPL, success) where printed, and what the training cost."""

    habitat: tuple[float | None, float | None]
    """Matterport3D validation of Habitat's 2021 challenge."""
    robothor_subset: tuple[float | None, float | None]
    """Apple, basketball, house plant and television."""
    robothor: tuple[float | None, float | None]
    training_steps: int


#: Table 4. EmbCLIP-ZSON's 14.0 includes categories that it was trained on (three of four episodes).
TABLE_4 = {
    "CLIP-Grad. B/32": PriorArt((4.9, 9.2), (15.0, 23.7), (9.7, 15.2), 0),
    "OWL B/32": PriorArt((3.7, 7.4), (20.8, 32.5), (16.9, 26.7), 0),
    "EmbCLIP-ZSON": PriorArt((None, None), (None, 8.1), (None, 14.0), 60_000_000),
    "SemanticNav-ZSON": PriorArt((4.8, 15.3), (None, None), (None, None), 500_000_000),
}

#: Rows of the comparison that were trained to navigate; quoted, never run here.
PRINTED_ONLY = ("EmbCLIP-ZSON", "SemanticNav-ZSON", "ProcTHOR fine-tune (supervised)")
