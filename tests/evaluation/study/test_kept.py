"""A study takes true runs of its own suites, and nothing in place of what is kept."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from meadow import serialize
from meadow.agents import AGENTS
from meadow.cli.main import run
from meadow.errors import RunError
from meadow.evaluation.run.spec import RunSpec
from meadow.evaluation.run.store import RunDirectory
from meadow.evaluation.study.kept import (
    KeptRun,
    RunLog,
    _foreign,
    check_episodes,
    joined,
    kept_name,
    load_kept,
    packed,
    same_models,
    take,
)
from meadow.evaluation.study.page import draw_study
from meadow.evaluation.study.plan import jobs
from meadow.evaluation.study.screen import Silence


@pytest.fixture(scope="module")
def finished(suite: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished run of the tiny suite."""
    out = tmp_path_factory.mktemp("finished") / "run"
    command = ["eval", str(suite), "--agent", "forward", "--executor", "inline", "-o", str(out)]
    assert run(command) == 0
    return out


@pytest.fixture
def copy(finished: Path, toy, tmp_path: Path) -> tuple[Path, Path]:
    """A copy of the run below a directory of runs, and where tables go."""
    shutil.copytree(finished, tmp_path / "runs" / "run")
    return tmp_path / "runs" / "run", tmp_path / "out"


def edit_rows(folder: Path, **metrics: float) -> None:
    """Change metrics in all rows."""
    file = folder / "rows.jsonl"
    rows = [json.loads(line) for line in file.read_text().splitlines()]
    for row in rows:
        row["metrics"] |= metrics
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))


def edit_spec(folder: Path, **fields: object) -> None:
    """Change fields of the spec."""
    file = folder / "spec.json"
    file.write_text(json.dumps(json.loads(file.read_text()) | fields))


def draw(study, copied: Path, out: Path) -> None:
    draw_study(study, out, Silence(), copied.parent)


def test_a_true_run_is_kept_and_named_by_its_digests(toy, copy) -> None:
    folder, out = copy
    draw(toy, folder, out)
    (kept,) = load_kept(out / "runs")
    page = (out / "README.md").read_text()
    assert kept.digest in page
    assert kept.spec.digest() in page
    assert len(kept.rows) == 12
    assert all(row["ending"] and row["max_steps"] > 0 for row in kept.rows)
    assert kept.spec.houses == ""
    assert str(folder.parent.parent) not in (out / "results.json").read_text()
    before = {file: file.read_bytes() for file in out.rglob("*") if file.is_file()}
    draw(toy, folder, out)
    after = {file: file.read_bytes() for file in out.rglob("*") if file.is_file()}
    assert before == after, "the same run again is no other one"


def test_rows_that_their_replays_do_not_give_are_refused(toy, copy) -> None:
    folder, out = copy
    edit_rows(folder, success=1.0)
    with pytest.raises(RunError, match=r"was edited: success is 1.0, not the 0.0 of its replay"):
        draw(toy, folder, out)
    shutil.rmtree(folder / "replays")
    with pytest.raises(RunError, match="has no replay"):
        draw(toy, folder, out)
    assert not (out / "README.md").exists()


def test_another_outcome_under_the_kept_name_is_refused(toy, copy, suite) -> None:
    """An agent that was changed makes true rows that differ; they need a place of their own."""
    folder, out = copy
    draw(toy, folder, out)
    shutil.rmtree(folder)
    command = ["eval", str(suite), "--agent", "random", "--executor", "inline", "-o", str(folder)]
    assert run(command) == 0
    for file in (folder / "rows.jsonl", folder / "spec.json"):
        file.write_text(file.read_text().replace('"random"', '"forward"'))
    for file in (folder / "replays").iterdir():
        data = file.read_bytes()
        length = int.from_bytes(data[8:12], "little")
        head = data[12 : 12 + length].replace(b'"agent":"random"', b'"agent":"forward"')
        file.write_bytes(data[:8] + len(head).to_bytes(4, "little") + head + data[12 + length :])
    with pytest.raises(RunError, match=r"is not the kept one.*Kept is spec"):
        draw(toy, folder, out)


def test_kept_rows_that_were_edited_in_place_are_told(toy, copy) -> None:
    folder, out = copy
    draw(toy, folder, out)
    (file,) = (out / "runs").rglob("rows.jsonl.gz")
    text = serialize.read_bytes(file).replace(b'"success":0.0', b'"success":1.0')
    serialize.write_bytes(file, text)
    with pytest.raises(RunError, match="they were edited"):
        draw_study(toy, out, Silence())


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"suite": "pointnav-mini", "task": "pointnav"}, "it is a run of 'pointnav-mini'"),
        ({"corruptions": ["spatter@5"]}, "corrupted"),
        ({"agent": "pointnav-map"}, "is made for pointnav"),
        ({"sensors": {"depth": 0.5}}, "of no profile"),
    ],
)
def test_runs_of_other_suites_and_tasks_are_refused(toy, copy, fields, said) -> None:
    """Any run below the directory once got a line in every table."""
    folder, out = copy
    edit_spec(folder, **fields)
    searches = replace(toy, tasks=("objectnav",), conditions={})
    with pytest.raises(RunError, match=said):
        take(searches, folder.parent, out / "runs", Silence())
    assert not out.exists()


def test_an_agent_of_another_task_that_a_part_names_is_none_of_those(toy, copy) -> None:
    folder, _ = copy
    edit_spec(folder, agent="pointnav-map")
    spec = RunDirectory(folder).spec()
    searches = replace(toy, tasks=("objectnav",), conditions={})
    parts = {n: replace(p, agents=("pointnav-map+x=1",)) for n, p in searches.parts.items()}
    assert "is made for pointnav" in _foreign(searches, spec)
    assert not _foreign(replace(searches, parts=parts), spec)


@pytest.mark.parametrize("agent", ["../../escaped", "/tmp/meadow-escaped", "a/b", "x" * 260])
def test_an_agents_name_never_leads_out_of_the_output(tmp_path: Path, agent: str) -> None:
    spec = RunSpec("corridor", "objectnav", "Stop.", agent, 0, "")
    with pytest.raises(Exception, match=r"spec\.json"):
        _ = KeptRun(spec, RunLog(), ()).name


def row(condition: str, number: int, **fields: object) -> dict:
    return {
        "condition": condition,
        "episode": f"e-{number}",
        "home": "a",
        "status": "ok",
        "tags": {},
        "metrics": {"success": 1.0},
        **fields,
    }


def kept(*rows: dict, **fields: object) -> KeptRun:
    spec = RunSpec("corridor", "objectnav", "Stop.", "forward", 1, "")
    planned = {r["condition"]: 2 for r in rows}
    return KeptRun(msgspec.structs.replace(spec, **fields), RunLog(planned=planned), rows)


def test_conditions_that_are_run_later_join_those_that_are_kept() -> None:
    old = kept(row("clean", 1), row("clean", 2))
    new = kept(row("clean", 1, timings={"seconds": 3.0}), row("spatter@5", 1))
    both = joined(old, new, Path("there"))
    assert [(r["condition"], r["episode"]) for r in both.rows] == [
        ("clean", "e-1"),
        ("clean", "e-2"),
        ("spatter@5", "e-1"),
    ]
    assert "timings" not in both.rows[0], "a kept row stays as it is"
    assert both.planned == {"clean": 2, "spatter@5": 2}
    assert [note for note in both.notes() if "1 of 2 episodes have a result" in note]
    failed = kept(row("clean", 1, status="error", metrics={}))
    assert joined(failed, new, Path("there")).rows[0]["status"] == "ok"


def test_two_versions_of_an_agent_are_not_mixed() -> None:
    old = kept(row("clean", 1), models={"policy x": "aa"})
    new = kept(row("spatter@5", 1), models={"policy x": "bb"})
    with pytest.raises(RunError, match="one version"):
        joined(old, new, Path("there"))


def test_models_may_be_written_down_as_they_were_earlier() -> None:
    earlier = {"eyes-s": "e8f55e21294a58abf226dad5bfb2"}
    now = {"model eyes-s": "eyes-s@1.1200 (e8f55e21)", "threshold owl eyes-s": "0.0573"}
    assert same_models(earlier, now)
    assert not same_models(earlier, {"model eyes-s": "eyes-s@2 (00000000)"})
    assert not same_models({}, {"pointnav-map": "revision 2"})


def test_rows_of_another_suite_under_its_name_are_refused() -> None:
    whole, sizes = kept(row("clean", 1), row("clean", 2)), {"corridor": 2}
    check_episodes(kept(row("clean", 1)), [whole], sizes)
    with pytest.raises(RunError, match="of another suite"):
        check_episodes(kept(row("clean", 1, home="elsewhere")), [whole], sizes)
    with pytest.raises(RunError, match="e-3 is no episode of 'corridor'"):
        check_episodes(kept(row("clean", 3)), [whole], sizes)
    check_episodes(kept(row("clean", 3)), [whole], {"corridor": 3})


def test_a_part_that_was_kept_first_is_no_whole_suite(toy, copy) -> None:
    """Once more episodes of the same suite were refused when those planned at first had all been run."""
    folder, out = copy
    first = folder.with_name("first")
    suite = str(next(iter(toy.parts.values())).suite)
    words = ["eval", suite, "--agent", "forward", "--executor", "inline", "--episodes", "2"]
    assert run([*words, "-o", str(first)]) == 0
    draw_study(toy, out, Silence(), first)
    draw_study(toy, out, Silence(), folder)
    (found,) = load_kept(out / "runs")
    assert len(found.rows) == 12


def test_tables_are_drawn_after_an_end_between_keeping_and_drawing(toy, copy, suite) -> None:
    folder, out = copy
    draw(toy, folder, out)
    words = ["eval", str(suite), "--agent", "forward", "--corrupt", "motor_failure"]
    words += ["--executor", "inline", "--episodes", "2"]
    assert run([*words, "-o", str(folder.with_name("bad"))]) == 0

    def interrupted(runs, folder):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        draw(replace(toy, draw=interrupted), folder, out)
    with pytest.raises(RunError, match="or pack the run again"):
        draw_study(toy, out, Silence())
    draw(toy, folder, out)
    assert len(load_kept(out / "runs")[0].rows) == 14
    draw_study(toy, out, Silence())


def test_a_run_that_does_not_repeat_all_rows_proves_none_that_were_edited(toy, copy, suite) -> None:
    folder, out = copy
    draw(toy, folder, out)
    (file,) = (out / "runs").rglob("rows.jsonl.gz")
    lines = serialize.read_bytes(file).splitlines(keepends=True)
    lines[-1] = lines[-1].replace(b'"success":0.0', b'"success":1.0')
    serialize.write_bytes(file, b"".join(lines))
    rows = (folder / "rows.jsonl").read_text().splitlines(keepends=True)
    (folder / "rows.jsonl").write_text("".join(rows[:2]))
    with pytest.raises(RunError, match="they were edited"):
        draw(toy, folder, out)


def test_rows_without_a_result_stay_where_another_run_lacks_them() -> None:
    old = kept(row("clean", 1), row("clean", 2, status="error", metrics={}))
    assert len(joined(old, kept(row("clean", 1)), Path("there")).rows) == 2


@pytest.mark.parametrize(
    ("agent", "options"),
    [
        ("forward", {}),
        ("forward+self-calibrate", {"wait": 2}),
        ("forward", {"language": "openai:small@http://localhost:8080/v1"}),
        ("cow-oracle", {"map": {"cell": 0.1}}),
    ],
)
def test_where_a_job_is_kept_is_where_its_run_is_packed(toy, copy, agent, options) -> None:
    """Runs with a model of a server in their name were never found again: --missing ran them anew."""
    folder, _ = copy
    (job,) = jobs(toy, agents=[agent], conditions=["clean"], options=options)
    edit_spec(
        folder,
        agent=job.entry,
        agent_options={**AGENTS.entry(job.entry).kwargs, **options},
        self_calibrate=agent.endswith("calibrate"),
    )
    rows = [json.loads(line) for line in (folder / "rows.jsonl").read_text().splitlines()]
    text = "".join(json.dumps(each | {"agent": job.entry}) + "\n" for each in rows)
    (folder / "rows.jsonl").write_text(text)
    assert packed(toy, folder).name == kept_name(toy, job)


def test_a_worker_that_died_speaks_against_no_kept_row() -> None:
    old = kept(row("clean", 1))
    lost = kept(row("clean", 1, status="lost", metrics={}))
    assert joined(old, lost, Path("there")).rows == old.rows
    failed = kept(row("clean", 1, status="error", metrics={}))
    with pytest.raises(RunError, match=r"not the kept one \(it differs\)"):
        joined(old, failed, Path("there"))
