"""A report draws the plan of every house, also of files that lie beside the episodes."""

from __future__ import annotations

from meadow.episodes.suites import load_suite, suite_directory
from meadow.evaluation.failures.trials import load_runs
from meadow.evaluation.run.runner import evaluate
from meadow.evaluation.run.spec import make_spec
from meadow.testing.tiny_suite import write_tiny_suite
from meadow.viewer.report.pictures import make_pictures


def test_house_files_are_found_beside_their_episodes(tmp_path, monkeypatch):
    suite = str(write_tiny_suite(tmp_path, 2, max_steps=3))
    episodes = load_suite(suite)
    spec = make_spec(suite, episodes, "random", houses=suite_directory(suite))
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    evaluate(spec, episodes, tmp_path / "run")
    pictures = make_pictures(load_runs([tmp_path / "run"]))
    assert len(pictures.homes) == 2
    assert all(home["box"] for home in pictures.homes)
    assert all(pictures.plans)


def test_without_its_house_file_a_report_has_no_plan(tmp_path):
    suite = str(write_tiny_suite(tmp_path, 1, max_steps=3))
    episodes = load_suite(suite)
    evaluate(make_spec(suite, episodes, "random", houses=str(tmp_path)), episodes, tmp_path / "run")
    for file in tmp_path.glob("*.json"):
        file.unlink()
    pictures = make_pictures(load_runs([tmp_path / "run"]))
    assert pictures.homes[0]["box"] == ""
