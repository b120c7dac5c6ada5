"""The page of an episode with questions, and reports about runs that only explore and answer."""

from __future__ import annotations

import pytest

from meadow.episodes.suites import load_suite
from meadow.errors import InvalidValueError
from meadow.evaluation.run.runner import evaluate
from meadow.evaluation.run.spec import make_spec
from meadow.viewer.report import write_report
from meadow.viewer.report.write import write_exam_pages


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    path = tmp_path_factory.mktemp("runs") / "run"
    episodes = load_suite("excalibur-mini")[:1]
    evaluate(make_spec("excalibur-mini", episodes, "language-only"), episodes, path)
    return path


def test_the_page_tells_way_memory_and_questions(run, tmp_path) -> None:
    (page,) = write_exam_pages([run], tmp_path, 5)
    text = page.read_text()
    (episode,) = load_suite("excalibur-mini")[:1]
    assert all(question.text in text for question in episode.questions)
    assert "{&quot;query&quot;: [&quot;material&quot;" in text or "&quot;exist&quot;" in text
    assert text.count('class="way ') == 2  # phases I and III
    assert "what was seen and lifted before exam 2" in text
    assert text.count('class="right"') + text.count('class="wrong"') == 2 * len(episode.questions)


def test_a_report_about_questions_alone_has_their_figures(run, tmp_path) -> None:
    *_, html = write_report([run], tmp_path)
    text = html.read_text()
    assert "exqa" in text
    assert "at least this SPL" not in text


def test_a_run_without_questions_is_told_of(tmp_path) -> None:
    episodes = load_suite("pointnav-mini")[:1]
    evaluate(make_spec("pointnav-mini", episodes, "forward"), episodes, tmp_path / "run")
    with pytest.raises(InvalidValueError, match="no finished episode has questions"):
        write_exam_pages([tmp_path / "run"], tmp_path, 1)
