"""Progress in a log: few lines, each with what one wants to know."""

from __future__ import annotations

import contextlib

from meadow.cli.terminal import progress
from meadow.cli.terminal.progress import EvalProgress, StepProgress, TrainingProgress, track


def row(success: float) -> dict:
    return {"metrics": {"success": success}, "status": "ok"}


def test_lines_of_a_resumed_run(capsys, monkeypatch):
    clock = iter(range(0, 1000, 5))
    monkeypatch.setattr(progress.time, "monotonic", lambda: float(next(clock)))
    with EvalProgress("random on tiny") as show:
        show(2, 5, {"new": [row(1.0), row(0.0)]})
        show(3, 5, {"new": [row(1.0)]})
        show(4, 5, {"new": [row(1.0)]})
        show(5, 5, {"new": [row(0.0)]})
    lines = capsys.readouterr().err.splitlines()
    assert lines[0].startswith("random on tiny: 2/5  success 50% (9% to 91%)")
    assert "/min" not in lines[0]
    assert len(lines) < 4
    assert lines[-1].startswith("random on tiny: 5/5  success 60% (23% to 88%)")
    assert lines[-1].endswith("0:00 left")


def test_episodes_that_could_not_be_run_are_told(capsys):
    """A fault in every episode once looked like an agent that finds nothing."""
    bad = {"metrics": {"success": 0.0}, "status": "error", "error": "TypeError: no such number"}
    with EvalProgress("title") as show:
        show(3, 3, {"new": [row(0.0), bad, bad]})
    assert "2 could not be run, the first: TypeError: no such number" in capsys.readouterr().err


def test_nothing_to_tell_before_the_first_row(capsys):
    with EvalProgress("title") as show:
        show(0, 3, {"new": []})
    assert capsys.readouterr().err == "title: 0/3  \n"


def test_long_work_says_now_and_then_how_far_it_is(capsys, monkeypatch):
    """`meadow tune` took twenty minutes without a word when its output went to a file."""
    now = 0.0
    monkeypatch.setattr(progress.time, "monotonic", lambda: now)
    with StepProgress("tuning") as show:
        for done in range(1, 11):
            now += 6.0
            show(done, 10, {})
    lines = capsys.readouterr().err.splitlines()
    assert lines == [
        "tuning: 3/10  0:42 left",
        "tuning: 6/10  0:24 left",
        "tuning: 9/10  0:06 left",
    ]


def test_short_work_says_nothing(capsys):
    assert list(track("abc", "letters", 3)) == ["a", "b", "c"]
    assert capsys.readouterr().err == ""


HOSTILE = "a [/b] [red] :boom: {task.total:.0f}"


def test_a_bar_in_a_terminal_before_anything_is_known(in_terminal):
    """`meadow eval` once ended in a TypeError in every terminal: the total is not known at first."""

    def work() -> int:
        fault = {"metrics": {}, "status": "error", "error": HOSTILE}
        with EvalProgress(f"agent on {HOSTILE}") as show:
            show._bar.refresh()
            show(0, 3, {"new": []})
            show(2, 3, {"new": [row(1.0), fault]})
            show._bar.refresh()
        return 0

    ended = in_terminal(work)
    assert ended.code == 0, ended.text
    assert "..." in ended.text  # the count before the total is known
    assert f"agent on {HOSTILE}"[:30] in ended.text
    assert "2/3" in ended.text
    assert f"1 could not be run, the first: {HOSTILE}" in " ".join(ended.text.split())


def test_a_bar_of_steps_in_a_terminal(in_terminal):
    def work() -> int:
        with StepProgress(HOSTILE) as show:
            show._bar.refresh()
            for done in range(1, 4):
                show(done, 3, {})
                show._bar.refresh()
        return 0

    ended = in_terminal(work)
    assert ended.code == 0, ended.text
    assert HOSTILE[:20] in ended.raw
    assert "3/3" in ended.raw


def iteration(number: int) -> dict:
    figures = {"success": 0.25, "loss": 1.5, "fps": 100.0, "minutes": 0.5}
    return {"phase": "dagger", "iteration": number, "frames": 64 * number, **figures}


def test_a_training_shows_how_much_of_all_frames_is_done(in_terminal):
    def work() -> int:
        with TrainingProgress("pointnav-rgbd", 640) as show:
            show(iteration(5))
        return 0

    ended = in_terminal(work)
    assert ended.code == 0, ended.text
    assert "training pointnav-rgbd" in ended.raw
    assert "320/640" in ended.raw
    assert "success 0.25" in ended.raw


def test_a_training_in_a_log_says_every_tenth_iteration(capsys):
    with TrainingProgress("pointnav-rgbd", 640) as show:
        for number in range(1, 21):
            show(iteration(number))
    out, err = capsys.readouterr()
    assert [line.split()[1] for line in out.splitlines()] == ["640", "1,280"]
    assert err == ""


def test_what_goes_to_a_file_stays_out_of_the_terminal(in_terminal, tmp_path):
    """A bar once took over stdout, and the lines of `meadow train policy > log` were not in the log."""

    def work() -> int:
        log = (tmp_path / "log").open("w")
        with log, contextlib.redirect_stdout(log), StepProgress("bar") as show:
            print("a line")
            show(1, 1, {})
        return 0

    ended = in_terminal(work)
    assert ended.code == 0, ended.text
    assert (tmp_path / "log").read_text() == "a line\n"
    assert "a line" not in ended.raw
