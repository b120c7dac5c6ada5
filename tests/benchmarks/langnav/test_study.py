"""The study: its jobs, what is kept of rows, tables and claims."""

from __future__ import annotations

import msgspec
import pytest

from meadow.agents import AGENTS
from meadow.benchmarks.langnav.agents import EYES
from meadow.benchmarks.langnav.claims import check_all
from meadow.benchmarks.langnav.metrics import COLUMNS
from meadow.benchmarks.langnav.paper import TABLE_2, TABLE_3, TABLE_6, TABLE_7
from meadow.benchmarks.langnav.statistics import statistics_tables
from meadow.benchmarks.langnav.study import (
    ABLATIONS,
    METHODS,
    STUDY,
    SUITE,
    AgentGoals,
    GoalResults,
    difference,
    kept_row,
)
from meadow.benchmarks.langnav.tables import draw, feature_table
from meadow.episodes import SUITES
from meadow.errors import InvalidValueError, RunError
from meadow.evaluation.run.store import RunDirectory
from meadow.evaluation.run.summary import goal_rows
from meadow.evaluation.study.claims import ClaimVerdict
from meadow.evaluation.study.kept import check_run, packed
from meadow.evaluation.study.plan import jobs, split_options
from meadow.evaluation.study.run import RunSettings, run_jobs
from meadow.evaluation.study.screen import Silence


def test_printed_figures_are_whole():
    assert all(len(row.features) == len(COLUMNS) for row in TABLE_3)
    assert all(len(row.features) == len(COLUMNS) for row in (*TABLE_6.values(), *TABLE_7.values()))
    assert TABLE_2["total linguistic features"] == (2534, 3108)


def test_every_job_names_a_suite_and_an_agent():
    for name, part in STUDY.parts.items():
        assert part.suite in SUITES, name
        for job in jobs(STUDY, parts=[name]):
            assert job.entry in AGENTS
    assert {job.eyes for job in jobs(STUDY, parts=["methods"])} == {EYES}
    assert {job.eyes for job in jobs(STUDY, parts=["oracles"])} == {"oracle"}
    options = [job.options for job in jobs(STUDY, parts=["ablations"])]
    assert {"kernel": False} in options
    assert {"cell": 0.1} in options
    assert len(options) == len(ABLATIONS)


def test_options_in_names_are_what_they_say():
    name, options = split_options("mlfm+layers=1+kernel=False+cell=0.1+level=image")
    assert name == "mlfm"
    assert options == {"layers": 1, "kernel": False, "cell": 0.1, "level": "image"}


def row(agent, number, found, features="color", blame="success"):
    goals = [
        {
            "goal": "Find the lamp.",
            "tags": {"features": features, "attributes": "1", "category": "lamp"},
            "metrics": {"success": f, "spl": f / 2, "success_viewpoint": f, "spl_chained": f / 2},
            "ending": "success",
            "blame": blame if not f else "success",
        }
        for f in found
    ]
    return {
        "episode": f"e{number}",
        "home": f"h{number}",
        "agent": agent,
        "goal": "Find the lamp.",
        "tags": {},
        "status": "ok",
        "metrics": {"episode_success": 0.0},
        "goals": goals,
    }


def entry(agent, found, **more):
    rows = [row(agent, number, one, **more) for number, one in enumerate(found)]
    return AgentGoals(agent, EYES, tuple(goal_rows(rows)))


@pytest.fixture
def results():
    better = [(1.0, 1.0, 0.0)] * 8
    worse = [(1.0, 0.0, 0.0)] * 8
    entries = {
        (SUITE, "mlfm", EYES): entry("mlfm", better, blame="wrong goal on map"),
        (SUITE, "onemap", EYES): entry("onemap", worse, blame="out of time"),
    }
    return GoalResults(entries)


def test_differences_are_paired_by_goal(results):
    found = difference(results.get("mlfm"), results.get("onemap"))
    assert found.n == 24
    assert found.mean == pytest.approx(1 / 3)


def test_claims_have_verdicts(results):
    verdicts = {one.title: one.verdict for one in check_all(results)}
    assert verdicts["mlfm is first (all goals: mlfm - onemap)"] is ClaimVerdict.HOLDS
    others = [v for title, v in verdicts.items() if "onemap)" not in title]
    assert set(others) == {ClaimVerdict.OPEN}


def test_tables_say_what_was_not_run(results, tmp_path):
    page = draw(results, tmp_path)
    tables = [part for part in page.body if not isinstance(part, str)]
    titles = [table.title for table in tables]
    assert [t for t in titles if t.startswith("Table")] == [
        "Table 3: methods",
        "Table 4: what failures are blamed on",
        "Table 5: features and detectors",
        "Table 6: cells and layers",
        "Table 7: share of steps that explore and exploit",
        "Table 8: map and detector",
        "Table 9: text as a kernel",
        "Table 10: Goat-Bench's rule",
    ]
    for table in tables:
        assert {len(line) for line in table.rows} <= {len(table.header)}, table.title
    lines = {line[0].text: line for line in tables[0].rows}
    assert lines["mlfm"][1].text.startswith("66.7")
    assert lines["vlfm"][1].text == "not run"
    assert set(METHODS) <= set(lines)


def test_a_feature_has_the_success_of_its_goals():
    one = entry("mlfm", [(1.0, 0.0)], features="color, support")
    table = feature_table("t", [("mlfm", one, None)])
    cells = dict(zip(table.header, table.rows[0]))
    assert cells["color"].text == cells["support"].text == "50.0"
    assert cells["size"].text == "–"


def test_kept_rows_hold_what_tables_show():
    kept = kept_row(row("mlfm", 0, (1.0,)))
    assert set(kept["goals"][0]["metrics"]) == {
        *("success", "spl", "success_viewpoint", "spl_chained")
    }


def test_an_episode_of_several_goals_is_kept_whole(tmp_path):
    planned = jobs(STUDY, parts=["mini"], agents=["oracle"])
    settings = RunSettings(out=tmp_path, episodes=1, executor="inline")
    assert run_jobs(STUDY, planned, settings, Silence()).ran == 1
    directory = tmp_path / planned[0].directory
    check_run(STUDY, directory)
    (kept,) = packed(STUDY, directory).rows
    assert [goal["metrics"]["success"] for goal in kept["goals"]] == [1.0, 1.0, 1.0]
    assert kept["geodesic"] > 0.0
    row = RunDirectory(directory).rows()[0]
    row["goals"][1]["metrics"]["spl"] = 0.5
    (directory / "rows.jsonl").write_bytes(msgspec.json.encode(row) + b"\n")
    with pytest.raises(RunError, match="was edited: spl is 0.5"):
        check_run(STUDY, directory)


def test_sheets_without_goals_are_refused(tmp_path):
    """A negative number once took all goals but so many."""
    verb = STUDY.verbs["goals"]
    with pytest.raises(InvalidValueError, match="-5 goals: expected 1 or more"):
        verb.run(verb.config(out=tmp_path, goals=-5), Silence())


def test_statistics_stand_beside_the_papers(mini):
    second, fifth, sixth, _ = statistics_tables(mini)
    counts = {line[0].text: line[1].text for line in second.rows}
    assert counts["goal descriptions"] == "18"
    assert [line[0].text for line in fifth.rows] == list(COLUMNS)
    assert sum(int(line[1].text) for line in sixth.rows) == 18
