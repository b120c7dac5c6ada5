"""Tables show what rows say, quote the paper, and never fill in what was not run."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from meadow import serialize
from meadow.benchmarks.pasture import tables
from meadow.benchmarks.pasture.paper import PRINTED_ONLY, TABLE_1
from meadow.benchmarks.pasture.study import STUDY, Results, collect
from meadow.evaluation.report.tables import Table
from meadow.evaluation.study.kept import load_kept
from meadow.evaluation.study.page import write_page

#: Rows of the published study.
KEPT = Path(__file__).parents[3] / "results" / "pasture" / "runs"


def line(table: Table, name: str) -> list[str]:
    (row,) = [row for row in table.rows if row[0].text == name]
    return [cell.text for cell in row]


def test_table_1_has_ours_and_the_papers(results: Results) -> None:
    table = tables.table_1(results)
    ours = line(table, "cow-owl-s (eyes-s)")
    # Two of four things in seven homes, one in the eighth.
    assert ours[table.header.index("appearance")].startswith("46.9 [")
    assert ours[table.header.index("RoboTHOR SR")].startswith("71.9 [")
    assert line(table, "paper: OWL B/32")[1] == "32.8"
    names = [row[0].text for row in table.rows]
    assert {f"paper: {name}" for name in TABLE_1} <= set(names)
    assert set(line(table, "cow-mdetr-s")[1:-1]) == {"not run"}


def test_an_agent_without_robothor_says_so(results: Results) -> None:
    table = tables.table_1(results)
    assert line(table, "cow-attributes (eyes-s)")[-3:-1] == ["not run", "not run"]


def test_eyes_are_compared_on_the_same_episodes(results: Results) -> None:
    table = tables.eyes_table(results)
    row = line(table, "cow-owl-s")
    known = float(row[2].split()[0])
    assert row[3].split()[0] == "0.0"
    assert float(row[4].split()[0]) == -known
    assert line(table, "cow-attributes")[3:5] == ["not run", "not run"]


def test_what_was_taught_and_what_was_held_out_never_stand_in_one_figure(run_of) -> None:
    """Zero-shot was once said of episodes whose categories the eyes had been taught."""
    finds_taught = lambda setting, home, thing: thing != "television"  # noqa: E731
    run = run_of("cow-owl-s", finds_taught, eyes="eyes-s-zs")
    known = run_of("cow-owl-s", lambda *_: True)
    results = collect([run, known])
    table = tables.table_1(results)
    rate, n = table.header.index("PASTURE SR"), table.header.index("n")
    taught = line(table, "cow-owl-s (eyes-s-zs, taught)")
    held_out = line(table, "cow-owl-s (eyes-s-zs, held out, zero-shot)")
    assert (taught[rate].split()[0], held_out[rate].split()[0]) == ("100.0", "0.0")
    quarter = len(run.rows) // 4
    assert (taught[n], held_out[n]) == (f"{3 * quarter} + 0", f"{quarter} + 0")
    assert not any(row[0].text == "cow-owl-s (eyes-s-zs)" for row in table.rows)
    beside = line(tables.eyes_table(results), "cow-owl-s")
    assert [text.split()[0] for text in beside[2:8]] == [
        *("100.0", "100.0", "+0.0"),
        *("100.0", "0.0", "-100.0"),
    ]
    zero_shot = [h for h in tables.eyes_table(results).header if "zero-shot" in h]
    assert zero_shot == ["held out: eyes-s-zs, zero-shot"]


def test_rows_of_eyes_of_two_revisions_never_stand_in_one_figure(run_of) -> None:
    """What was held out depends on the revision of the training that a row was made with."""
    finds = {1: lambda *_: False, 2: lambda *_: True}
    runs = [run_of("cow-owl-s", finds[k], eyes="eyes-s-zs", revision=k) for k in (1, 2)]
    results = collect(runs)
    titles = [entry.title for entry in results.entries]
    assert titles == [
        "cow-owl-s (eyes-s-zs, taught)",
        "cow-owl-s (eyes-s-zs, held out, zero-shot)",
        "cow-owl-s (eyes-s-zs of revision 1, taught)",
        "cow-owl-s (eyes-s-zs of revision 1, held out, zero-shot)",
    ]
    # Of apple, mug, vase and television the last is held out since revision 2.
    quarter = len(runs[0].rows) // 4
    assert [len(e.pasture) for e in results.entries] == [3 * quarter, quarter, 4 * quarter, 0]
    assert line(tables.eyes_table(results), "cow-owl-s")[3].startswith("100.0 [")


def test_the_second_revision_has_a_table_of_its_own(run_of) -> None:
    run = run_of("cow-owl-s", lambda *_: True, suite="pasture-2")
    rows = tuple(
        {**row, "metrics": {**row["metrics"], "glances_per_step": 0.15}} for row in run.rows
    )
    other = run_of("cow-owl-s", lambda *_: False)
    results = collect([replace(run, rows=rows), other])
    (title, *cells) = line(tables.second_table(results), "cow-owl-s (eyes-s)")
    assert cells[0].startswith("100.0 [")
    assert cells[-2:] == ["0.15", str(len(rows))]
    assert line(tables.table_1(results), title)[1].startswith("0.0 [")


def test_the_kept_runs_split_into_254_taught_and_96_held_out() -> None:
    run = next(
        run
        for run in load_kept(KEPT / "pasture-fixed350" / "cow-attributes@eyes-s-zs")
        if run.eyes == "eyes-s-zs"
    )
    taught, held_out = collect([run]).entries
    found = [sum(row["metrics"]["success"] for row in part.pasture) for part in (taught, held_out)]
    assert [len(taught.pasture), len(held_out.pasture)] == [254, 96]
    assert found == [62, 6]
    assert held_out.average().mean == 6 / 96
    assert not taught.setting("uncommon")


def test_printed_rows_are_in_table_4(results: Results) -> None:
    names = [row[0].text for row in tables.table_4(results).rows]
    assert {f"paper: {name}" for name in PRINTED_ONLY} <= set(names)


def test_learned_explorers_without_rows(results: Results) -> None:
    rows = [[cell.text for cell in row] for row in tables.table_2(results).rows]
    assert rows[0][1] == "not run"
    assert rows[-1][0].startswith("cow-owl-s (")
    assert rows[-1][2] != "not run"


def test_endings_add_up(results: Results) -> None:
    table = tables.failure_table(results)
    for row in table.rows:
        shares = [
            float(c.text)
            for c, h in zip(row, table.header)
            if h in ("success", "stopped elsewhere")
        ]
        assert abs(sum(shares) - 100.0) < 0.11


def test_timing_projects_the_whole_benchmark(results: Results) -> None:
    table = tables.timing_table(results)
    row = line(replace(table, rows=table.rows[:1]), "cow-owl-s")
    # 2,520 episodes of two seconds on two cores.
    assert row[-3:] == ["42", "yes", "30.0 (2, 1)"]
    assert row[5] == "15.0"


def test_agents_that_ran_together_are_not_timed(run_of) -> None:
    run = run_of("cow-owl-s", lambda *_: True)
    shared = {"seconds": 2.0, "agent_seconds": 1.5, "together": 3}
    rows = tuple({**row, "timings": shared} for row in run.rows)
    log = run.log.extended(2, 60.0, 30, agents=3, code="a")
    table = tables.timing_table(collect([replace(run, rows=rows, log=log)]))
    row = line(table, "cow-owl-s")
    assert row[5:] == ["not measured alone", "–", "–", "–", "", "30.0 (2, 3)"]
    some_alone = replace(run, rows=(*rows[1:], run.rows[0]), log=log)
    assert line(tables.timing_table(collect([some_alone])), "cow-owl-s")[5] == "15.0"


def test_larger_runs_win_and_changed_episodes_are_noted(run_of) -> None:
    run = run_of("cow-owl-s", lambda *_: True)
    part = replace(run, rows=tuple({**r, "metrics": {"success": 0.0}} for r in run.rows[:5]))
    merged = collect([run, part])
    assert len(merged.entries) == 1
    assert all(row["metrics"]["success"] for row in merged.entries[0].pasture)
    assert any("5 of 448 episodes have a result" in note for note in part.notes())
    other = run_of("cow-mdetr-s", lambda *_: True)
    other = replace(other, rows=tuple({**r, "goal": "another"} for r in other.rows))
    assert any("differ in home or goal" in note for note in collect([run, other]).notes)


def test_more_episodes_of_one_setting_do_not_weigh_more(run_of) -> None:
    balanced = run_of("cow-owl-s", lambda setting, *_: setting == "uncommon")
    more = tuple(
        {**row, "episode": f"{row['episode']}-more"}
        for row in balanced.rows
        if row["tags"]["setting"] == "uncommon"
    )
    table = tables.table_1(collect([replace(balanced, rows=balanced.rows + more)]))
    row = line(table, "cow-owl-s (eyes-s)")
    assert row[table.header.index("PASTURE SR")].startswith("14.3 [")


def test_what_is_compared_side_by_side_is_of_the_same_episodes(run_of) -> None:
    """An agent that ran more episodes once stood beside others with another set's figure."""
    rule = lambda setting, home, thing: home > 0  # noqa: E731
    every, some = run_of("cow-owl-s", rule), run_of("cow-owl-s-learned", rule)
    some = replace(some, rows=tuple(row for row in some.rows if row["home"].endswith("=0")))
    unknowing = run_of("cow-owl-s", rule, eyes="eyes-s-zs")
    unknowing = replace(unknowing, rows=unknowing.rows[:3])
    results = collect([every, some, unknowing])
    table = tables.table_2(results)
    plain = line(table, "cow-owl-s (eyes-s)")
    assert plain[table.header.index("PASTURE SR")] == "0.0"
    assert plain[table.header.index("n")] == str(len(some.rows))
    assert line(tables.eyes_table(results), "cow-owl-s")[2].startswith("0.0")


def write_all(results: Results, out: Path) -> None:
    write_page(STUDY, tables.draw(results, out), results.runs, out)


def test_everything_is_written_and_the_same_again(results: Results, tmp_path: Path) -> None:
    write_all(results, tmp_path / "a")
    write_all(results, tmp_path / "b")
    names = sorted(file.name for file in (tmp_path / "a").iterdir())
    assert names == ["README.md", "figure5.png", "figure6.png", "results.json"]
    for name in names:
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes(), name
    data = serialize.read(tmp_path / "a" / "results.json", dict)
    assert data["agents"][0]["success"]["uncommon"]["mean"] > 0.9
    page = (tmp_path / "a" / "README.md").read_text()
    assert page.count("\n### ") >= 8


def test_the_page_points_to_notes_that_lie_beside_it(results: Results, tmp_path: Path) -> None:
    write_all(results, tmp_path)
    assert "notes.md" not in (tmp_path / "README.md").read_text()
    (tmp_path / "notes.md").write_text("Seen in replays.")
    write_all(results, tmp_path)
    assert "[notes.md](notes.md)" in (tmp_path / "README.md").read_text()
