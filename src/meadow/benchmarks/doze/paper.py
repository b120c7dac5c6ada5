"""Figures of the paper."""

from __future__ import annotations

#: Table I, the row of DOZE.
TABLE_1 = {
    "homes": 10.0,
    "objects": 324.0,
    "navigable area": 46.7,
    "navigation complexity": 4.75,
    "density level 2": 5.57,
    "density level 3": 4.07,
    "open": 8.62,
    "spatial": 52.45,
    "appearance": 48.24,
    "hint": 4.1,
}

#: How often the public files use each relation, of 8,263 spatial episodes.
RELATIONS = {
    "next to": 5510,
    "on": 1773,
    "under": 589,
    "above": 106,
    "below": 97,
    "in front of": 82,
    "behind": 23,
    "near": 20,
}

#: Table II: method -> success, SPL and collision rate of levels 1, 2 and 3, per cent.
TABLE_2: dict[str, tuple[tuple[float, float, float], ...]] = {
    "Random": ((24.7, 5.2, 0.9), (21.1, 4.6, 6.8), (2.9, 0.2, 17.5)),
    "Frontier": ((27.1, 6.2, 0.8), (23.8, 5.6, 6.3), (3.1, 0.2, 16.7)),
    "C-L3MVN": ((32.1, 8.2, 0.8), (28.6, 6.7, 4.2), (5.2, 0.3, 13.3)),
    "C-LGX": ((26.7, 7.6, 0.6), (21.2, 5.1, 5.3), (8.3, 0.6, 14.2)),
}

#: Table III: method -> success and SPL, per cent.
TABLE_3 = {"L3MVN": (30.3, 7.9), "H-L3MVN": (31.6, 13.1)}
