"""A tiny suite, faulty agents and comparable rows for tests of the harness."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from meadow import registry, serialize
from meadow.agents import AGENTS
from meadow.episodes.schema import read_episodes
from meadow.evaluation.run.executors import ExecutorOptions
from meadow.evaluation.run.runner import evaluate
from meadow.evaluation.run.spec import make_spec


@pytest.fixture
def faulty_agents(monkeypatch: pytest.MonkeyPatch):
    """Register the faulty agents here and in every process started from here."""
    monkeypatch.setenv("MEADOW_PLUGINS", str(Path(__file__).with_name("faulty_agents.py")))
    monkeypatch.setattr(registry, "_plugins_loaded", False)
    registry.load_plugins()
    yield
    for name in [n for n in AGENTS._entries if n.startswith("test-")]:
        del AGENTS._entries[name]


@pytest.fixture
def run(suite: Path, tmp_path: Path):
    """Run an agent on the tiny suite; returns its rows by episode."""

    def start(agent: str, executor: str = "inline", out: str = "run", episodes=None, **settings):
        options = settings.pop("options", {})
        episodes = read_episodes(suite)[0] if episodes is None else episodes
        spec = make_spec("tiny", episodes, agent, agent_options=options, houses=str(suite.parent))
        settings = ExecutorOptions(**{"workers": 2, "time_limit": 60.0, **settings})
        rows = evaluate(spec, episodes, tmp_path / out, executor=executor, options=settings)
        return {row["episode"]: row for row in rows}

    return start


def fingerprints(rows) -> dict[str, bytes]:
    """The bytes of each row without its timings."""
    return {k: serialize.encode({**row, "timings": None}) for k, row in rows.items()}


@pytest.fixture
def alike():
    """Whether two sets of rows are the same, byte for byte except timings."""

    def compare(one, other) -> None:
        assert fingerprints(one) == fingerprints(other)

    return compare


@pytest.fixture
def command(faulty_agents):
    """Start ``meadow`` in a process of its own, which also has the faulty agents."""
    # Background jobs inherit an ignored SIGINT; these must hear it however the tests were started.
    code = (
        "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); "
        "from meadow.cli.main import main; main(sys.argv[1:])"
    )
    started = []

    def start(*arguments: object, **settings) -> subprocess.Popen:
        line = [sys.executable, "-c", code, *map(str, arguments)]
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        started.append(subprocess.Popen(line, **{**pipes, **settings}))
        return started[-1]

    yield start
    for process in started:
        process.kill()
        process.communicate()
