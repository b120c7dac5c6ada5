"""Draw which package imports which as a matrix, from the ground up: docs/images/imports.webp.

Each row is a package, each column a package that it imports; the number says how many of its files do.
Packages stand in an order in which every import points to an earlier one, so all numbers are below the
diagonal: there is no cycle. Layers and imports are those of the architecture test.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import matplotlib

matplotlib.use("Agg")

import matplotlib.pyplot as plt
import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from test_architecture import CONTRACTS, FILES, LAYERS, imported_packages, package_of  # noqa: E402


def edges() -> dict[tuple[str, str], int]:
    """How many files of one package import another; all contracts count as one package."""
    counts: dict[tuple[str, str], int] = {}
    for path in FILES:
        package = _merged(package_of(path))
        if package.startswith("__"):
            continue
        for other in {_merged(name) for name in imported_packages(path)} - {package}:
            counts[package, other] = counts.get((package, other), 0) + 1
    return counts


def _merged(package: str) -> str:
    return "contracts" if package in CONTRACTS else package


def ordered(counts: dict[tuple[str, str], int]) -> list[list[str]]:
    """The packages of each layer, imported ones before those that import them."""
    layers = [["contracts"]]
    for layer in LAYERS[1:]:
        left = sorted(package for package in layer if not package.startswith("__"))
        order: list[str] = []
        while left:
            free = [p for p in left if not any((p, other) in counts for other in left)]
            order += free or left
            left = [p for p in left if p not in order]
        layers.append(order)
    return layers


def draw(path: Path) -> None:
    """Draw the matrix, with a line between layers."""
    counts = edges()
    layers = ordered(counts)
    packages = [package for layer in layers for package in layer]
    matrix = np.array([[counts.get((p, other), 0) for other in packages] for p in packages])
    figure, axes = plt.subplots(figsize=(11, 10), dpi=100)
    axes.imshow(np.log1p(matrix), cmap="YlGn", vmax=np.log1p(matrix.max()) * 1.15)
    for row, column in zip(*np.nonzero(matrix)):
        axes.text(column, row, matrix[row, column], ha="center", va="center", fontsize=8)
    for end in np.cumsum([len(layer) for layer in layers])[:-1]:
        axes.axhline(end - 0.5, color="0.75", linewidth=0.8)
        axes.axvline(end - 0.5, color="0.75", linewidth=0.8)
    axes.plot([-0.5, len(packages) - 0.5], [-0.5, len(packages) - 0.5], color="0.6", linewidth=0.8)
    axes.set_xticks(range(len(packages)), packages, rotation=60, ha="left", rotation_mode="anchor")
    axes.set_yticks(range(len(packages)), packages)
    axes.tick_params(length=0, top=True, bottom=False, labeltop=True, labelbottom=False)
    axes.set_ylabel("this package imports ... (number of files)")
    axes.spines[:].set_visible(False)
    figure.savefig(path, bbox_inches="tight", pil_kwargs={"quality": 85})


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-o", "--out", type=Path, default=ROOT / "docs" / "images" / "imports.webp")
    draw(parser.parse_args().out)
