"""Reports say what the rows say, in every format, whatever texts they hold."""

from __future__ import annotations

import base64
import dataclasses
import io
import re
from html import escape
from html.parser import HTMLParser
from pathlib import Path

import msgspec
import numpy as np
import pytest
from PIL import Image

from meadow.cli.main import run as meadow
from meadow.errors import RunError
from meadow.evaluation.failures.endings import Ending
from meadow.evaluation.failures.trials import load_runs
from meadow.evaluation.report import latex, make_report, markdown
from meadow.evaluation.report.tables import figure, interval, metric_title, p_value
from meadow.metrics import METRICS
from meadow.metrics.statistics import Estimate
from meadow.testing.runs import drive_record, hand_spec, point_run, write_run
from meadow.viewer.report import page, write_report

GOLDEN = Path(__file__).parent / "golden" / "report.md"
NASTY = "a </script><img src=x onerror=alert(1)> & | `mug`_{%"


def fixed_runs(folder: Path) -> list[Path]:
    """Two agents in three homes: successes, every kind of failure, and an episode with a fault."""
    drives = {
        "a-0": ([0.0, 1.0, 2.0], True),
        "a-1": ([0.0, 0.5, 1.5], True),
        "b-0": ([0.0, 1.0, 2.0, 3.0], False),
        "b-1": ([0.0, -1.0], True),
        "c-0": ([0.0, 0.5, 0.75], False),
        "c-1": ([0.0, 1.0, 1.2], False),
    }
    better = {**drives, "a-1": ([0.0, 2.0], True), "b-1": ([0.0, 3.0, 2.0], True)}
    paths = []
    for agent, chosen in (("plain", drives), ("better", better)):
        records = [
            drive_record(
                id,
                id[0],
                xs,
                stop=stop,
                agent=agent,
                difficulty="hard" if id[-1] == "1" else "easy",
            )
            for id, (xs, stop) in chosen.items()
        ]
        broken = drive_record("c-2", "c", [0.0, 1.0]).episode
        spec = hand_spec(agent, 7)
        paths.append(write_run(folder / agent, spec, records, failed=[broken]).path)
    return paths


@pytest.fixture
def runs(tmp_path: Path) -> list[Path]:
    return fixed_runs(tmp_path)


def test_the_markdown_report_is_the_golden_one(runs: list[Path]) -> None:
    text = markdown(make_report(load_runs(runs)))
    # The hash of a spec changes with every field that specs gain; the rest must not.
    assert re.sub(r"\b[0-9a-f]{16}\b", "HASH", text) == GOLDEN.read_text()


def test_figures_follow_from_the_rows(runs: list[Path]) -> None:
    report = make_report(load_runs(runs))
    success = report.line("success")
    assert [e.mean for e in success.estimates] == [pytest.approx(1 / 6), pytest.approx(3 / 6)]
    assert success.differences[0] is None
    assert success.differences[1].mean == pytest.approx(2 / 6)
    assert success.wilson[0] is not None
    assert report.line("spl").wilson == (None, None)
    assert [sum(counts.values()) for counts in report.endings] == [7, 7]
    assert report.endings[0][Ending.PASSED_BY] == 1
    assert report.endings[0][Ending.ERROR] == 1
    easy, hard = report.breakdowns["difficulty"]
    assert (easy.value, hard.value) == ("easy", "hard")
    assert easy.success[0].n + hard.success[0].n == 6
    assert "category" not in report.breakdowns, "one category tells nothing apart"


def test_what_was_seen_in_training_is_flagged(runs: list[Path]) -> None:
    known = {"corruptions in training": "spatter@3", "augmentations in training": "color-jitter"}
    broken = ("spatter@5", "motion_drift")
    first, second = load_runs(runs)
    spec = msgspec.structs.replace(first.spec, corruptions=broken, models=known)
    text = markdown(make_report([dataclasses.replace(first, spec=spec), second]))
    assert "trained or adapted under spatter@3: its result under spatter@5 is not zero-shot" in text
    assert "changed by color-jitter" in text
    assert r"spatter@5\*, motion\_drift |" in text
    clean = msgspec.structs.replace(first.spec, models=known)
    plain = markdown(make_report([dataclasses.replace(first, spec=clean), second]))
    assert "training" not in plain, "nothing to warn of where nothing is corrupted"


def test_holm_corrects_over_the_runs_compared(tmp_path: Path, runs: list[Path]) -> None:
    third = fixed_runs(tmp_path / "again")[1]
    report = make_report(load_runs([*runs, third]))
    line = report.line("success")
    assert line.differences[1].p == line.differences[2].p
    assert line.corrected[1] == pytest.approx(min(1.0, 2 * line.differences[1].p))
    assert [run.label for run in report.runs] == ["plain", str(runs[1]), str(third)]


def test_numbers_as_people_write_them() -> None:
    assert figure("success", 0.8125) == "81.2"
    assert figure("distance_to_goal", 0.324) == "0.32"
    assert figure("spl", -0.0001, sign=True) == "+0.0"
    assert figure("spl", None) == "–"
    assert interval("success", Estimate(0.5, 0.25, 0.75, 8)) == "50.0 [25.0, 75.0]"
    assert interval("success", Estimate(0.5, None, None, 8)) == "50.0"
    assert metric_title("min_distance_to_goal") == "min distance to goal (m)"
    assert metric_title("soft_spl") == "soft SPL (%)"
    assert (p_value(0.0002), p_value(0.0315), p_value(None)) == ("< 0.001", "0.032", "–")


class _Page(HTMLParser):
    """Collects elements and checks that they nest."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.data = ""

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attributes)))
        if tag not in ("meta", "input"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attributes)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.seen and self.seen[-1][1].get("id") == "data":
            self.data += data


def parse(text: str) -> _Page:
    parser = _Page()
    parser.feed(text)
    assert parser.open == []
    return parser


def test_the_page_is_whole_and_fetches_nothing(runs: list[Path]) -> None:
    text = page(make_report(load_runs(runs)))
    parsed = parse(text)
    tags = {tag for tag, _ in parsed.seen}
    assert not tags & {"link", "img", "iframe", "object", "embed"}
    assert not any({"src", "srcset", "action"} & set(found) for _, found in parsed.seen)
    assert set(re.findall(r"https?://[^\s\"'<)]+", text)) <= {"http://www.w3.org/2000/svg"}
    assert not re.search(r"@import|url\(|\bfetch\(|XMLHttpRequest", text)
    data = msgspec.json.decode(parsed.data)
    assert data["runs"] == ["plain", "better"]
    assert [e["id"] for e in data["episodes"]][:2] == ["a-0", "a-1"]
    assert data["episodes"][0]["trials"][0]["path"][:6] == [0, 0, 0, 100, 0, 1]
    assert data["episodes"][6]["trials"][0]["error"].startswith("KeyError")


def test_texts_cannot_break_any_format(tmp_path: Path) -> None:
    records = [drive_record("a-0", NASTY, [0.0, 2.0], goal=NASTY, agent=NASTY)]
    records.append(drive_record(f"b-{NASTY}", "b", [0.0, 2.0], goal="mug", difficulty=NASTY))
    spec = msgspec.structs.replace(hand_spec(NASTY, 2), definition=NASTY, suite=NASTY)
    report = make_report(load_runs([write_run(tmp_path / "run", spec, records).path]))
    parsed = parse(page(report))
    assert "img" not in {tag for tag, _ in parsed.seen}
    assert msgspec.json.decode(parsed.data)["episodes"][0]["goal"] == NASTY
    text = markdown(report)
    assert "<img" not in text.replace(r"\<img", "")
    widths = {line.count(" | ") for line in text.splitlines() if line.startswith("| a ")}
    assert widths <= {2, 7}, "a bar in a text must not open a column"
    assert r"\textless{}/script\textgreater{}" in latex(report)


def test_three_hundred_episodes_stay_below_five_megabytes(tmp_path: Path) -> None:
    way = [round(0.25 * (k % 40), 3) for k in range(300)]
    records = [drive_record(f"e-{k}", f"home-{k % 15}", way, stop=False) for k in range(300)]
    run = write_run(tmp_path / "run", hand_spec("wanderer", 300), records)
    assert len(page(make_report(load_runs([run.path])))) < 5_000_000


def test_homes_are_drawn_once_with_paths_and_goals(tmp_path: Path) -> None:
    run = point_run(tmp_path)
    parsed = parse(page(make_report(load_runs([run]))))
    plans = [found["id"] for tag, found in parsed.seen if tag == "g" and "id" in found]
    assert plans == ["plan-0", "plan-1"]
    data = msgspec.json.decode(parsed.data)
    assert [home["box"] != "" for home in data["homes"]] == [True, True]
    first, second, third = data["episodes"]
    assert (first["home"], second["home"], third["home"]) == (0, 0, 1)
    assert first["point"] == [300, -250]
    assert first["shortest"].startswith("M50 -250L")
    assert len(data["examples"]) >= 1


def test_one_goal_is_one_card_with_all_runs_and_their_last_frames(tmp_path: Path) -> None:
    first, second = (point_run(tmp_path / name) for name in ("a", "b"))
    parsed = parse(page(make_report(load_runs([first, second]))))
    data = msgspec.json.decode(parsed.data)
    assert len(set(data["examples"])) == len(data["examples"]) >= 1
    for index in data["examples"]:
        trials = data["episodes"][index]["trials"]
        assert len(trials) == 2
        for trial in trials:
            kind, _, code = trial["frame"].partition(",")
            assert kind == "data:image/webp;base64"
            with Image.open(io.BytesIO(base64.b64decode(code))) as image:
                assert np.asarray(image).std() > 5, "a view, not a blank"
    others = [e for k, e in enumerate(data["episodes"]) if k not in data["examples"]]
    assert not any("frame" in trial for episode in others for trial in episode["trials"])


def test_values_that_are_numbers_are_in_their_order(tmp_path: Path) -> None:
    records = [drive_record(f"a-{n}", "a", [0.0, 1.0], difficulty=str(n)) for n in (10, 9, 1)]
    run = write_run(tmp_path / "run", hand_spec("someone", 3), records)
    groups = make_report(load_runs([run.path])).breakdowns["difficulty"]
    assert [group.value for group in groups] == ["1", "9", "10"]


def test_the_page_says_what_its_metrics_mean(runs: list[Path]) -> None:
    text = page(make_report(load_runs(runs)))
    assert "What the metrics mean" in text
    for entry in METRICS:
        if not {"timing", "special", "episode"} & set(entry.tags):
            sentence = (entry.load().__doc__ or "").strip().split("\n")[0]
            assert escape(sentence) in text, entry.name


def test_the_command_writes_three_files(
    runs: list[Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert meadow(["report", *map(str, runs), "-o", str(tmp_path / "out")]) == 0
    names = sorted(file.name for file in (tmp_path / "out").iterdir())
    assert names == ["report.html", "report.md", "report.tex"]
    assert meadow(["report", str(runs[0])]) == 0
    assert (runs[0] / "report.html").is_file()
    assert "report.html" in capsys.readouterr().out


def test_bad_input(tmp_path: Path, runs: list[Path]) -> None:
    with pytest.raises(RunError, match="not a run directory"):
        write_report([tmp_path], tmp_path)
    with pytest.raises(RunError, match="at least one"):
        make_report([])
    (tmp_path / "file").write_text("")
    with pytest.raises(RunError, match="is a file"):
        write_report(runs, tmp_path / "file")
    empty = write_run(tmp_path / "empty", hand_spec("nobody", 3), [])
    with pytest.raises(RunError, match="no episode is finished"):
        load_runs([empty.path])
    broken = drive_record("c-2", "c", [0.0, 1.0]).episode
    failed = write_run(tmp_path / "failed", hand_spec("nobody", 1), [], failed=[broken])
    with pytest.raises(RunError, match="no episode is finished"):
        load_runs([failed.path])
