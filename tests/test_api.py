"""The front door: what ``import meadow`` offers."""

from __future__ import annotations

import ast
import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import meadow
from meadow import registry
from meadow.agents import AGENTS
from meadow.errors import InvalidValueError, RunError, UnknownIdError


def test_every_public_name_is_there_and_documented() -> None:
    assert sorted(meadow.__all__) == meadow.__all__
    for name in meadow.__all__:
        thing = getattr(meadow, name)
        text = inspect.getdoc(thing) or ""
        assert len(text.split()) >= 3, f"meadow.{name} is not documented"
        assert name in dir(meadow)


def test_type_checkers_see_the_same_names() -> None:
    tree = ast.parse(Path(str(meadow.__file__)).read_text())
    (block,) = (node for node in tree.body if isinstance(node, ast.If))
    sources: dict[str, dict[str, str]] = {}
    for node in block.body:
        assert isinstance(node, ast.ImportFrom)
        for alias in node.names:
            theirs = alias.name if alias.asname else ""
            sources.setdefault(str(node.module), {})[alias.asname or alias.name] = theirs
    assert sources == meadow._SOURCES
    assert sorted(name for names in sources.values() for name in names) == meadow.__all__


def test_a_name_that_is_not_there() -> None:
    with pytest.raises(AttributeError, match="no attribute 'make_house'"):
        meadow.make_house  # noqa: B018


def test_importing_meadow_loads_no_module_of_the_simulator() -> None:
    heavy = ("numpy", "meadow.sim", "meadow.api")
    code = f"import meadow, sys; print([m for m in {heavy} if m in sys.modules])"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[]"


def test_a_home_a_robot_and_a_step() -> None:
    house = meadow.make_home(seed=3, rooms=1)
    assert house == meadow.make_home(seed=3, rooms=(1, 1))
    simulator = meadow.Simulator()
    observation = simulator.reset(house, simulator.free_pose(house))
    assert isinstance(observation, meadow.Observation)
    observation = simulator.step(meadow.Action.ROTATE_LEFT)
    assert observation.rgb.shape == (224, 224, 3)


def test_a_broken_robot_senses_something_else() -> None:
    house = meadow.make_home(seed=3, rooms=1)
    frames = []
    for corruptions in ("", "low_lighting@5"):
        simulator = meadow.make_simulator(corruptions)
        frames.append(simulator.reset(house, simulator.free_pose(house)).rgb)
    assert frames[1].mean() < 0.8 * frames[0].mean()
    with pytest.raises(InvalidValueError):
        meadow.make_simulator("low_lighting@9")


def test_a_goal_in_words() -> None:
    goal = meadow.parse_goal("a small red mug on the desk")
    assert goal.target.category == "mug"


def test_an_agent_is_registered_evaluated_and_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(AGENTS, "_entries", dict(AGENTS._entries))

    @meadow.register("agent", "turner")
    class Turner:
        """Turns, and stops after three steps."""

        def reset(self, brief: meadow.Brief) -> None:
            self.steps = 0

        def act(self, observation: meadow.Observation) -> meadow.Action:
            self.steps += 1
            return meadow.Action.STOP if self.steps > 3 else meadow.Action.ROTATE_LEFT

    assert isinstance(meadow.make_agent("turner"), meadow.Agent)
    assert AGENTS.entry("turner").summary == "Turns, and stops after three steps."
    run = meadow.evaluate("pointnav-mini", "turner", tmp_path / "run", episodes=2)
    rows = run.rows()
    assert [row["metrics"]["steps"] for row in rows] == [4.0, 4.0]
    again = meadow.load_run(tmp_path / "run")
    assert again.rows() == rows
    assert again.summary()["steps"].mean == 4.0
    record = again.record(rows[0]["episode"])
    assert record.actions[-1] == meadow.Action.STOP
    with pytest.raises(UnknownIdError):
        again.record("nowhere")


def test_slips_are_explained(tmp_path: Path) -> None:
    with pytest.raises(UnknownIdError, match="Did you mean 'agent'"):
        meadow.register("agnt", "x")
    with pytest.raises(RunError, match="no 'episode'; known: .*episodes"):
        meadow.evaluate("pointnav-mini", "random", tmp_path, episode=3)
    with pytest.raises(RunError, match="not a run directory"):
        meadow.load_run(tmp_path)


def test_every_kind_of_part_has_a_registry() -> None:
    from meadow.api import REGISTRIES

    for target in REGISTRIES.values():
        assert isinstance(registry.Entry("x", target).load(), registry.Registry)
