"""Evaluation of ``eyes`` like a detector, and the fit of its calibration."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from meadow import serialize
from meadow.episodes.seeds import EYES_CALIBRATION, EYES_REPORTED
from meadow.learning.eyes.exam import glances, marks, stop_views
from meadow.learning.eyes.exam.held_out_frames import home_numbers, look, taught_categories
from meadow.models.eyes import Eyes
from meadow.models.eyes.files import Settings
from meadow.types import Array

ALARMS = 0.7
"""False alarms per 1,000 frames and absent phrase that the threshold is chosen for; the target is 1."""


def evaluate(
    eyes: Eyes,
    frames: int,
    progress: Callable[[int, int], None] = lambda done, total: None,
    *,
    first_home: int = EYES_REPORTED.start,
    closer: int | None = None,
) -> dict[str, Any]:
    """Compute all figures on held-out homes that the calibration never saw.

    Args:
        eyes: The model.
        frames: Frames of the wide look, 24 of each home.
        progress: Called with the number of finished homes; homes that are also glanced at count twice.
        first_home: Number of the first held-out home.
        closer: Frames that are also glanced at, and stop views in as many homes; ``frames`` by default.
    """
    homes = home_numbers(frames, first_home)
    near = home_numbers(frames if closer is None else closer, first_home)
    total = len(homes) + len(near)
    sights = look(
        eyes,
        frames,
        first_home=first_home,
        keep=True,
        progress=lambda done, _: progress(done, total),
    )
    aimed = [s for s in sights if not s.wandering]
    score = marks.scorer(eyes.settings.calibration)
    large = marks.average_precision(aimed, score, marks.LARGE)
    small = marks.average_precision(aimed, score, marks.SMALL)
    best, pairs = marks.false_alarms(sights, score)
    features, labels = marks.calibration_points(aimed)
    curve = marks.reliability(score(features), labels)
    threshold, taught = eyes.settings.threshold, taught_categories(eyes)
    return {
        "model": eyes.card().summary(),
        "frames": len(aimed),
        "category_ap50": marks.mean_of(large),
        "category_ap50_taught": marks.mean_of({c: large[c] for c in large if c in taught}),
        "category_ap50_small": marks.mean_of(small),
        **marks.distractors(eyes, aimed),
        "false_alarms_per_1000": 1000.0 * float((best >= threshold).sum()) / max(1, pairs),
        "threshold": threshold,
        "recall_at_threshold": marks.recall_at(aimed, score, threshold, 600),
        "recall_at_threshold_small": marks.recall_at(aimed, score, threshold, 150),
        "room_accuracy": marks.rooms(eyes, sights),
        "ms_per_frame": milliseconds(eyes),
        "calibration_error": marks.calibration_error(curve),
        **marks.naming(eyes, aimed),
        **marks.attributes(eyes, aimed),
        **marks.synonyms(eyes, aimed),
        "grounding_top1": marks.grounding(eyes, aimed),
        "reliability": curve,
        "ap50_by_category": large,
        **from_near(eyes, near, lambda done: progress(len(homes) + done, total)),
    }


def from_near(
    eyes: Eyes, homes: range, progress: Callable[[int], None] = lambda done: None
) -> dict[str, Any]:
    """Compute the figures of stop views and of glances in the held-out homes of some numbers."""
    stops, looks = [], []
    for done, home in enumerate(homes, 1):
        stops += stop_views.judged(eyes, stop_views.home_views(home))
        looks += glances.home_looks(eyes, home)
        progress(done)
    return {**stop_views.figures(eyes, stops), **glances.figures(eyes, looks)}


def milliseconds(eyes: Eyes, rounds: int = 40) -> float:
    """Median CPU time of one frame with one phrase, boxes included."""
    image: Array = np.full((224, 224, 3), 120, np.uint8)
    image[60:160, 60:160] = (200, 40, 40)
    times = []
    for _ in range(rounds):
        start = time.process_time()
        eyes.detect([image], ["a red box"], threshold=0.3)
        times.append(time.process_time() - start)
    return 1000.0 * float(np.median(times))


def calibrate(
    eyes: Eyes,
    frames: int,
    progress: Callable[[int, int], None] = lambda done, total: None,
    *,
    first_home: int = EYES_CALIBRATION.start,
) -> Settings:
    """Fit calibration and threshold on homes that no other figure uses, and return new settings."""
    sights = look(eyes, frames, first_home=first_home, progress=progress)
    aimed = [s for s in sights if not s.wandering]
    fitted = marks.fit_calibration(*marks.calibration_points(aimed))
    threshold = marks.threshold_for(sights, marks.scorer(fitted), ALARMS)
    return msgspec.structs.replace(eyes.settings, calibration=fitted, threshold=threshold)


def with_metrics(settings: Settings, result: dict[str, Any]) -> Settings:
    """The settings with the single figures of an evaluation."""
    figures = {k: round(v, 4) for k, v in result.items() if isinstance(v, float)}
    return msgspec.structs.replace(settings, metrics=figures)


def write_settings(settings: Settings, directory: Path) -> None:
    """Write the card next to the weights."""
    serialize.write(directory / f"{settings.name}.json", settings, indent=True)


SHOWN = (
    ("category_ap50", "AP50, things of 600 pixels or more"),
    ("category_ap50_taught", "... categories that were taught"),
    ("category_ap50_small", "AP50, 150 to 600 pixels"),
    ("distractor_choice", "described thing before a distractor of its category"),
    ("grounding_top1", "best box for a description is right"),
    ("false_alarms_per_1000", "false alarms per 1,000 frames and absent phrase"),
    ("threshold", "... at the recommended threshold"),
    ("recall_at_threshold", "... recall there, 600 pixels or more"),
    ("recall_at_threshold_small", "... recall there, 150 pixels or more"),
    ("stop_view_recall", "goals found there from where a robot may stop"),
    ("stop_view_recall_taught", "... categories that were taught"),
    ("stop_view_recall_held_out", "... categories that were held out"),
    ("stop_view_recall_weak", "... at a score of 0.05"),
    ("stop_view_recall_glance", "goals found there with two glances"),
    ("stop_view_recall_taught_glance", "... categories that were taught"),
    ("stop_view_recall_weak_glance", "... at a score of 0.05"),
    ("category_ap50_glance", "AP50 with glances, things of 600 pixels or more"),
    ("category_ap50_small_glance", "AP50 with glances, 150 to 600 pixels"),
    ("room_accuracy", "room from one frame of a driving robot"),
    ("calibration_error", "calibration error of the scores"),
    ("name_top1", "regions named right, of all names"),
    ("name_top5", "... among the best five"),
    ("name_top1_150_600", "... 150 to 600 pixels"),
    ("name_top1_150_600_glance", "... ... with a glance"),
    ("name_top1_600", "... 600 pixels or more"),
    ("name_top1_600_taught", "... ... categories that were taught"),
    ("name_top1_600_seen_shapes", "... ... shapes seen in training"),
    ("name_top1_600_unseen_shapes", "... ... shapes never seen"),
    ("colour_accuracy", "colour of 22"),
    ("material_accuracy", "material of 11"),
    ("pattern_accuracy", "pattern of 9"),
    ("unseen_synonym_accuracy", "named by words never read"),
    ("known_name_accuracy", "... by their known names"),
    ("synonym_ratio", "... ratio"),
    ("foreign_named", "furniture by other makers, named right of all names"),
    ("foreign_named_top5", "... among the best five"),
    ("foreign_found_at_threshold", "... found by name at the recommended threshold"),
    ("ms_per_frame", "milliseconds of CPU time per frame, one thread"),
)


def table(results: Sequence[dict[str, Any]]) -> str:
    """A Markdown table with a column for each model."""
    head = "| | " + " | ".join(str(r["model"]) for r in results) + " |"
    lines = [head, "|---|" + "---|" * len(results)]
    for key, label in SHOWN:
        if any(key in r for r in results):
            lines.append(_row(label, key, results))
    every = {k for r in results for k in r if k.startswith("distractor_")}
    kinds = sorted(every - {"distractor_choice", "distractor_trials"})
    for key in kinds:
        lines.append(
            _row(f"distractor that differs in {key.removeprefix('distractor_')}", key, results)
        )
    return "\n".join(lines) + "\n"


def _row(label: str, key: str, results: Sequence[dict[str, Any]]) -> str:
    cells = (f"{r[key]:.3f}" if key in r else "" for r in results)
    return f"| {label} | " + " | ".join(cells) + " |"


def plots(result: dict[str, Any], directory: Path) -> None:
    """Accuracy by pixels, reliability and AP by category as PNG files."""
    from meadow.optional import require

    require("matplotlib").use("Agg")
    from matplotlib import pyplot

    directory.mkdir(parents=True, exist_ok=True)
    name = str(result["model"]).split("@")[0]
    figure, axes = pyplot.subplots(1, 3, figsize=(13, 3.8))
    bins = result["by_pixels"]
    pixels = [low for low, _, _ in bins]
    axes[0].plot(pixels, [share for _, share, _ in bins], marker="o")
    axes[0].set(xscale="log", ylim=(0, 1), xlabel="pixels (from)", ylabel="regions named right")
    # The ticks of a logarithmic axis would overlap over so short a range.
    axes[0].set_xticks(pixels, [f"{low:,}" for low in pixels])
    axes[0].set_xticks([], minor=True)
    curve = result["reliability"]
    axes[1].plot([0, 1], [0, 1], color="0.8")
    axes[1].plot([s for s, _, _ in curve], [r for _, r, _ in curve], marker="o")
    axes[1].set(xlabel="score", ylabel="share right", xlim=(0, 1), ylim=(0, 1))
    values = np.sort(list(result["ap50_by_category"].values()))[::-1]
    axes[2].plot(values)
    axes[2].set(xlabel="categories, best first", ylabel="AP50", ylim=(0, 1))
    figure.suptitle(name)
    figure.tight_layout()
    figure.savefig(directory / f"{name}.png", dpi=110)
    pyplot.close(figure)


def sheet(pictures: Sequence[tuple[Array, str, str]], file: Path, count: int = 40) -> None:
    """Draw a sheet of foreign meshes with their true and predicted names."""
    from PIL import Image, ImageDraw

    picked = np.linspace(0, len(pictures) - 1, min(count, len(pictures)), dtype=int)
    chosen = [pictures[k] for k in picked]
    across, side = 8, 224
    down = -(-len(chosen) // across)
    image = Image.new("RGB", (across * side, down * (side + 16)), "white")
    draw = ImageDraw.Draw(image)
    for k, (rgb, name, told) in enumerate(chosen):
        x, y = k % across * side, k // across * (side + 16)
        image.paste(Image.fromarray(rgb), (x, y + 16))
        draw.text((x + 2, y + 2), f"{name}: {told}"[:38], fill="black")
    file.parent.mkdir(parents=True, exist_ok=True)
    image.save(file)
