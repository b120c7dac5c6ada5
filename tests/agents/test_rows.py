"""Rows of a table become agents with the table's tags and their own."""

from __future__ import annotations

from meadow.agents import AGENTS
from meadow.agents.rows import AgentRow, register_rows


def test_a_row_is_made_by_its_table_unless_it_names_another_function(monkeypatch):
    registered = {}
    monkeypatch.setattr(
        AGENTS, "lazy", lambda name, make, **rest: registered.update({name: (make, rest)})
    )
    rows = (
        AgentRow("one", "The first.", options={"threshold": 0.5}),
        AgentRow("two", "The second.", tags=("privileged",), make="elsewhere:Agent"),
    )
    register_rows(rows, "somewhere:agent", ("table",))
    assert registered["one"] == (
        "somewhere:agent",
        {"tags": ("table",), "summary": "The first.", "kwargs": {"threshold": 0.5}},
    )
    make, rest = registered["two"]
    assert make == "elsewhere:Agent"
    assert rest["tags"] == ("table", "privileged")
