"""Claims and tables on hand-made rows: levels are compared pair by pair."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from meadow.benchmarks.doze.claims import check_all, difference
from meadow.benchmarks.doze.paper import TABLE_2, TABLE_3
from meadow.benchmarks.doze.study import EYES, STUDY, TAUGHT, LevelRows
from meadow.benchmarks.doze.tables import draw, table_2, table_3
from meadow.evaluation.study.claims import ClaimVerdict
from meadow.evaluation.study.kept import code_of

HOMES = [f"doze:seed={n}" for n in range(8)]


def row(home: str, level: int, kind: str = "spatial", **metrics: float) -> dict[str, Any]:
    name = f"doze-val-h{HOMES.index(home):02d}-l{level}-{kind}-000"
    base = {"success": 1.0, "spl": 0.5, "collision_rate": 0.0, "collision_rate_moving": 0.0}
    return {
        "episode": name,
        "home": home,
        "status": "ok",
        "tags": {"level": f"level{level}", "kind": kind},
        "metrics": base | metrics,
    }


def rows(
    agent: str, rates: tuple[float, ...], spls: tuple[float, ...], eyes: str = ""
) -> LevelRows:
    found = [
        row(home, level, collision_rate=rates[level - 1], spl=spls[level - 1])
        for home in HOMES
        for level in (1, 2, 3)
    ]
    return LevelRows(agent, eyes, tuple(found))


def test_the_second_is_compared_with_the_first_pair_by_pair():
    entry = rows("doze-oracle", (0.0, 0.1, 0.3), (0.5, 0.4, 0.2))
    value = difference(entry.level(1), entry.level(3), "collision_rate")
    assert value.n == len(HOMES)
    assert round(value.mean or 0.0, 6) == 0.3


def test_rising_collisions_and_falling_spl_hold_and_their_opposites_fail():
    claims = check_all([rows("doze-frontier", (0.0, 0.1, 0.3), (0.2, 0.4, 0.6), EYES)])
    verdicts = {(c.claim, c.what): c.verdict for c in claims}
    assert (
        verdicts["Collisions rise from level to level", "level 3 - level 1"] is ClaimVerdict.HOLDS
    )
    assert verdicts["SPL falls from level to level", "level 3 - level 1"] is ClaimVerdict.FAILS
    printed = next(c.paper for c in claims if c.what == "level 3 - level 1" and c.metric == "spl")
    assert printed == -6.0


def test_a_third_of_the_collisions_is_asked_of_a_robot_that_gives_way():
    static = rows("doze-oracle+people=static", (0.0, 0.3, 0.3), (0.5, 0.5, 0.5))
    for rate, verdict in ((0.05, ClaimVerdict.HOLDS), (0.2, ClaimVerdict.FAILS)):
        dynamic = rows("doze-oracle", (0.0, rate, rate), (0.5, 0.5, 0.5))
        claims = [c for c in check_all([dynamic, static]) if "third" in c.claim]
        assert {c.verdict for c in claims} == {verdict}
        assert len(claims) == 2


def test_a_row_with_taught_eyes_takes_no_part_in_claims_about_methods():
    """It once stood for the method itself, which has a paper's figure to be compared with."""
    level = ((0.0, 0.1, 0.3), (0.5, 0.4, 0.2))
    entries = [rows(name, *level, EYES) for name in ("doze-random", "doze-frontier", "c-l3mvn")]
    claims = check_all([*entries, rows("c-l3mvn", *level, TAUGHT)])
    assert any(c.claim == "C-L3MVN leads at levels 1 and 2" for c in claims)
    assert {c.metric for c in claims} >= {"success", "spl", "collision_rate"}


def test_tables_have_the_paper_below_ours_and_call_taught_eyes_so():
    entry = rows("c-l3mvn", (0.0, 0.1, 0.3), (0.5, 0.4, 0.2), EYES)
    taught = rows("c-l3mvn", (0.0, 0.1, 0.3), (0.5, 0.4, 0.2), TAUGHT)
    names = [line[0].text for line in table_2([entry, taught]).rows]
    assert names == [f"c-l3mvn ({EYES})", "paper: C-L3MVN", f"c-l3mvn ({TAUGHT}, taught)"]
    assert table_2([entry]).rows[1][2].text == f"{TABLE_2['C-L3MVN'][0][0]:.1f}"
    assert not table_3([entry]).rows


def test_hints_have_a_table_of_their_own():
    found = tuple(row(home, 1, "hint", spl=0.2) for home in HOMES)
    entries = [LevelRows(name, EYES, found) for name in ("l3mvn", "h-l3mvn")]
    table = table_3(entries)
    assert [line[1].text for line in table.rows] == ["8", "", "8", ""]
    assert table.rows[3][3].text == str(TABLE_3["H-L3MVN"][1])
    assert any(c.claim == "Hints on boards raise SPL" for c in check_all(entries))


def test_the_page_leaves_out_what_was_not_run(tmp_path: Path):
    page = draw([rows("doze-oracle", (0.0, 0.1, 0.3), (0.5, 0.4, 0.2))], tmp_path)
    titles = [part.title for part in page.body]
    assert "Table II: three kinds of goals" in titles
    assert not any("Table III" in title or "Table I:" in title for title in titles)


def test_the_code_of_a_run_has_the_rows_of_our_agents():
    """They are of LangNavBench's table, whose changes once left no trace in what was kept of a run."""
    assert "benchmarks/langnav/agents.py" in STUDY.code
    assert code_of(STUDY)
