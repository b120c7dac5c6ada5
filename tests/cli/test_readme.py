"""Every command and every piece of Python of the README, from top to bottom, in a terminal of 80x30.

Long commands are shortened by the rules below. A command without a rule fails the test: whoever writes it
into the README writes here how it is tried.
"""

from __future__ import annotations

import os
import re
import shlex
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import meadow
from meadow.cli.main import COMMANDS, run
from meadow.evaluation.run.warmup import warm_up
from meadow.optional import installed

ROOT = Path(__file__).parents[2]

#: Suites that stand for large ones: the same code on one to three small homes.
SMALL_SUITES = {
    "objectnav": "objectnav-mini",
    "robustnav-pointnav": "pointnav-mini",
    "pasture": "pasture-mini",
    "doze": "doze-mini",
    "langnav": "langnav-mini",
}

Rewrite = tuple[str, str]


def _add(text: str) -> Rewrite:
    return (r"$", f" {text}")


#: Command -> how it is made short: (pattern, replacement) pairs, applied once each in turn.
RULES: dict[str, list[Rewrite]] = {
    "doctor": [],
    "demo": [(r'(" ").*"', '"'), _add("--steps 12 --rooms 2 --no-film")],
    "show": [(r"seed:(\d+)", r"seed:\1,rooms=2")],
    "generate houses": [(r"--count \d+ --rooms \S+", "--count 2 --rooms 1-2")],
    "generate episodes": [(r"--houses \d+", "--houses 1 --rooms 1-2 --goals-per-house 2")],
    "catalogue": [(r"catalogue", "catalogue mug sofa")],
    "eval": [
        (r"--split (fixed350|test) ", ""),
        (r"--episodes \d+ ?", ""),
        # Starting processes costs seconds; meadow study NAME run below does so.
        (r"--workers \d+ ?", ""),
        _add("--episodes 1 --max-steps 12 --executor inline"),
    ],
    # What serves until it is interrupted writes files instead, and what waits for a person explains itself.
    "view": [(r"(?<! --export window/)$", " --export window/")],
    "play": [_add("--help")],
    "bench skills": [(r"--trials \d+", "--trials 1")],
    "bench arm": [(r"--seconds \d+", "--seconds 0.1")],
    "report": [],
    "compare": [],
    "verify": [],
    "failures": [],
    "tasks show": [],
    "agents list": [],
    "study pasture stats": [_add("--part mini")],
    "study pasture run": [
        (r"--agent \S+", "--part mini --agent cow-oracle --episodes 1"),
        (r"--workers \d+ ?", ""),
    ],
    "study pasture tables": [],
    "study langnav stats": [(r"--part full", "--part mini")],
    "study langnav run": [
        (r"--part \S+ --episodes \d+", "--part mini --agent mlfm-oracle --episodes 1"),
    ],
    "study langnav tables": [],
    "study doze run": [
        (r"--part \S+ --episodes \d+", "--part mini --agent doze-oracle --episodes 1"),
    ],
    "study doze tables": [],
    "study excalibur stats": [_add("--suite excalibur-mini")],
    "corruptions show": [(r"show", "show spatter motion_drift")],
    "study robustnav run": [
        (r"--episodes \d+", "--part mini --episodes 1"),
        (r"--condition \S+", "--condition motor_failure"),
    ],
    "study robustnav tables": [],
    "train policy": [
        _add("--dagger-frames 64 --ppo-frames 0 --homes 1 --rooms 1 --num-envs 2 --no-export")
    ],
}
#: What a command needs beyond the extras of the tests; without it, it must say so in one line.
NEEDS = {"train policy": "torch"}


def blocks() -> Iterator[tuple[str, str]]:
    """("shell", line) and ("python", text) of the README in the order of reading."""
    fence: list[str] | None = None
    for line in (ROOT / "README.md").read_text().splitlines():
        if line.startswith("```"):
            if fence is None:
                assert line == "```python", f"README: what is a fence of {line!r}?"
                fence = []
            else:
                yield "python", "\n".join(fence)
                fence = None
        elif fence is not None:
            fence.append(line)
        elif line.startswith("    ") and line.strip():
            yield "shell", line.strip()
    assert fence is None


def commands(line: str) -> list[str]:
    """The commands of a line of the shell, without its comment."""
    bare = re.sub(r"\s+#.*$", "", line)
    return [part.strip() for part in bare.split("&&")]


def name_of(command: str) -> str:
    """The command's name; plugins may stand before it."""
    words = [w for w in shlex.split(command) if not re.match(r"[A-Z_]+=", w)]
    assert words[0] == "meadow", f"README: no rule for {command!r}"
    if words[1] == "study":
        return " ".join(words[1:4])
    for count in (2, 1):
        if (name := " ".join(words[1 : 1 + count])) in COMMANDS:
            return name
    raise AssertionError(f"README: {command!r} is no command of Meadow's")


def shortened(command: str) -> str:
    """The same command, on small homes and few episodes."""
    name = name_of(command)
    assert name in RULES, f"README: no rule for {command!r}: write one into RULES"
    for pattern, replacement in RULES[name]:
        command = re.sub(pattern, replacement, command, count=1)
    if name == "eval":
        suites = "|".join(SMALL_SUITES)
        command = re.sub(
            rf"(?<=eval )({suites})(?= )", lambda found: SMALL_SUITES[found[0]], command
        )
    return command


def check_other(command: str) -> bool:
    """Whether it is a command of make or pip that names what there is."""
    words = shlex.split(command)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    if words[0] == "make":
        return bool(re.search(rf"^{words[1]}:", (ROOT / "Makefile").read_text(), re.MULTILINE))
    if words[:2] == ["pip", "install"]:
        name, extras = re.fullmatch(r"(.*?)(?:\[(.*)\])?", words[-1]).groups()
        assert name in (".", project["name"]), command
        return set((extras or "").split(",")) <= {"", *project["optional-dependencies"]}
    return False


def test_lines_of_the_readme_are_short() -> None:
    lines = (ROOT / "README.md").read_text().splitlines()
    assert not [line for line in lines if len(line) > 120]


def test_pieces_of_python_use_the_public_interface_alone() -> None:
    for kind, text in blocks():
        if kind == "python":
            assert not re.search(r"from meadow|import meadow\.", text)
            used = set(re.findall(r"\bmeadow\.(\w+)", text))
            assert used <= set(meadow.__all__), used


def test_the_readme_from_top_to_bottom(
    in_terminal: Callable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("MEADOW_THREADS", "1")
    warm_up()  # once for all forked commands
    pieces = list(blocks())
    for number, (kind, text) in enumerate(pieces):
        if kind == "python":
            (tmp_path / _file_of(pieces[number + 1 :])).write_text(text)
            _succeeds(in_terminal, f"python {_file_of(pieces[number + 1 :])}", text)
            continue
        for command in commands(text):
            if command.startswith(("make ", "pip ")):
                assert check_other(command), f"README: {command!r} names what there is not"
            else:
                _tried(in_terminal, command)


def _file_of(rest: list[tuple[str, str]]) -> str:
    """The file that a piece of Python is put in: the plugin that the next command names, or any."""
    plugin = re.search(r"MEADOW_PLUGINS=(\S+)", rest[0][1] if rest else "")
    return plugin[1] if plugin else "piece.py"


def _tried(in_terminal: Callable, command: str) -> None:
    short = shortened(command)
    need = NEEDS.get(name_of(command))
    if need is None or installed(need):
        _succeeds(in_terminal, short, command)
    else:
        ended = in_terminal(_work(short))
        assert ended.code == 2, ended.text
        assert need in ended.text


def _succeeds(in_terminal: Callable, command: str, written: str) -> None:
    ended = in_terminal(_work(command))
    assert ended.code == 0, f"README: {written}\ntried as: {command}\n{ended.text[-3000:]}"
    assert "Traceback" not in ended.text, ended.text
    for line in ended.lines:
        if line.startswith(("│", "┃")):
            assert len(line) <= 80, f"{command}: a table is wider than the terminal\n{line}"
            assert "…" not in line, f"{command}: a table is cut short\n{line}"


def _work(command: str) -> Callable[[], int]:
    """The command in the forked process, where all is imported and compiled.

    What sets variables, and the first command of all, becomes a new process as from a shell.
    """
    words = shlex.split(command)
    if words[0] == "meadow" and words[1] != "doctor":
        return lambda: run(words[1:])
    return lambda: os.execvp("sh", ["sh", "-c", command])
