"""The demo, whole, as `make demo` runs it."""

from __future__ import annotations

from pathlib import Path

import pytest

from meadow.cli.main import run
from meadow.cli.run.demo import tell
from meadow.episodes.requested import RequestedHome
from meadow.testing.homes import one_room
from meadow.testing.runs import drive_record, hand_spec, write_run


def test_the_demo_leaves_a_home_a_report_and_a_film(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("imageio_ffmpeg")
    words = ["a yellow vase", "a harpsichord made of cheese"]
    assert run(["demo", *words, "-o", str(tmp_path), "--rooms", "1"]) == 0
    for name in ("home.png", "home.json.gz", "report/report.html", "search.mp4"):
        assert (tmp_path / name).stat().st_size > 1000, name
    text = capsys.readouterr().out
    assert "a yellow vase" in text
    assert "left out: 'a harpsichord made of cheese'" in text
    assert str(tmp_path / "report" / "report.html") in text
    # The last lines say how each search ended and why, and what perfect eyes did.
    end = text[text.index("Found ") :]
    assert "a yellow vase: " in end
    assert any(f"a yellow vase: {how}" in end for how in ("found", "stopped", "out of", "gave up"))
    assert "With perfect eyes the same robot finds 1 of 1." in end


def test_nothing_that_fits_is_an_error_that_says_what_there_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["demo", "a harpsichord made of cheese", "-o", str(tmp_path), "--rooms", "1"]) != 0
    assert "meadow catalogue" in capsys.readouterr().err


def test_searches_that_could_not_be_run_are_told_with_their_reason(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    failed = [drive_record("a-0", "a", [0.0]).episode]
    runs = [
        write_run(tmp_path / name, hand_spec(name, 1), [], failed).path for name in ("one", "two")
    ]
    tell(RequestedHome(one_room(), ()), *runs)
    text = capsys.readouterr().out
    assert "Found 0 of 1" in text
    assert "mug: KeyError: 'lamp'" in text
