"""The published figures of the eyes: tables, settings and pictures that are made of an evaluation."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from meadow import serialize
from meadow.learning.eyes.card import card_text
from meadow.learning.eyes.exam import evaluate, marks
from meadow.models.eyes.files import Settings

SETTINGS = Settings(
    name="eyes-s",
    revision="1.1200",
    sha256="",
    scale=(1.0, 1.0),
    bias=(0.0, 0.0),
    calibration=(1.0, 1.0, 0.0),
    threshold=0.4,
    zero_shot=True,
    steps=1200,
    images=19_200,
    minutes=31.4,
)
RESULT = {
    "model": "eyes-s@1.1200",
    "frames": 24,
    "category_ap50": 0.25,
    "distractor_choice": 0.7,
    "distractor_colour": 0.9,
    "distractor_trials": 80,
    "by_pixels": [(150, 0.4, 10), (600, 0.6, 8)],
    "reliability": [(0.2, 0.1, 5), (0.8, 0.9, 5)],
    "ap50_by_category": {"mug": 0.5, "bed": 0.7},
}


def test_a_table_has_a_column_for_each_model_and_a_row_for_each_figure_of_any() -> None:
    other = {"model": "other", "category_ap50": 0.125, "name_top1": 0.5}
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in evaluate.table([RESULT, other]).splitlines()
    ]
    assert rows[0] == ["", "eyes-s@1.1200", "other"]
    assert rows[2:] == [
        ["AP50, things of 600 pixels or more", "0.250", "0.125"],
        ["described thing before a distractor of its category", "0.700", ""],
        ["regions named right, of all names", "", "0.500"],
        ["distractor that differs in colour", "0.900", ""],
    ]


def test_settings_carry_single_figures_alone(tmp_path: Path) -> None:
    settings = evaluate.with_metrics(SETTINGS, RESULT | {"name_top1": 0.123456})
    evaluate.write_settings(settings, tmp_path)
    kept = serialize.read(tmp_path / "eyes-s.json", Settings)
    assert kept.metrics == {
        "category_ap50": 0.25,
        "distractor_choice": 0.7,
        "distractor_colour": 0.9,
        "name_top1": 0.1235,
    }


def test_calibration_and_threshold_come_from_the_frames_that_were_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Model:
        settings = SETTINGS

    asked = {}

    def look(eyes: Model, frames: int, **options: object) -> list:
        asked.update(options, frames=frames)
        return []

    monkeypatch.setattr(evaluate, "look", look)
    monkeypatch.setattr(marks, "calibration_points", lambda aimed: (np.zeros((0, 2)), np.zeros(0)))
    monkeypatch.setattr(marks, "fit_calibration", lambda features, labels: (2.0, 3.0, -1.0))
    monkeypatch.setattr(marks, "threshold_for", lambda sights, score, alarms: alarms / 2.0)
    fitted = evaluate.calibrate(Model(), 48, first_home=7)
    assert (asked["frames"], asked["first_home"]) == (48, 7)
    assert (fitted.calibration, fitted.threshold) == ((2.0, 3.0, -1.0), evaluate.ALARMS / 2.0)
    assert fitted.name == SETTINGS.name


def test_pictures_are_drawn(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    evaluate.plots(RESULT, tmp_path)
    drawn = np.asarray(Image.open(tmp_path / "eyes-s.png").convert("RGB"))
    blue = (np.abs(drawn.astype(int) - (31, 119, 180)).sum(-1) < 30).any(axis=0)
    thirds = np.array_split(blue, 3)
    assert all(part.any() for part in thirds), "each of the three plots has a curve"


def test_the_sheet_shows_each_picture_once(tmp_path: Path) -> None:
    colours = [(200, 0, 0), (0, 200, 0), (0, 0, 200)] * 3
    pictures = [(np.full((224, 224, 3), c, np.uint8), "mug", "bowl") for c in colours]
    evaluate.sheet(pictures, tmp_path / "new" / "sheet.png")
    sheet = np.asarray(Image.open(tmp_path / "new" / "sheet.png"))
    assert sheet.shape == (2 * 240, 8 * 224, 3)
    shown = [tuple(sheet[k // 8 * 240 + 128, k % 8 * 224 + 112]) for k in range(9)]
    assert shown == colours


def test_the_card_says_what_a_zero_shot_model_never_saw() -> None:
    from meadow.learning.eyes.data.facts import unseen_categories

    card = card_text(SETTINGS, RESULT)
    assert card.startswith("# eyes-s, revision 1.1200\n")
    assert "19,200 pictures (1,200 steps, 31 minutes)" in card
    hidden = sorted(unseen_categories(1))
    assert f"Trained without {len(hidden)} categories and their names" in card
    assert ", ".join(hidden) in card
    assert evaluate.table([RESULT]) in card


def test_the_card_of_a_model_that_saw_everything_claims_nothing_else() -> None:
    import msgspec

    card = card_text(msgspec.structs.replace(SETTINGS, zero_shot=False), RESULT)
    assert "its results on benchmark objects are not zero-shot" in card
    assert "Trained without" not in card
