"""``meadow agents list`` says of every policy how it was really trained."""

from __future__ import annotations

import pytest

from meadow.agents import AGENTS
from meadow.cli.parts import agents_list
from meadow.policies.policy import shipped_card


def test_ppo_is_said_only_of_policies_that_saw_it(capsys: pytest.CaptureFixture[str]) -> None:
    """The list once said "imitation and PPO" of policies that had seen no PPO."""
    agents_list.run(agents_list.Config(tag="policy"))
    text = capsys.readouterr().out
    names = AGENTS.names("policy")
    for name, after in zip(names, (*names[1:], "")):
        card = shipped_card(name)
        assert card is not None
        start = text.index(f"{name} ")
        said = text[start : text.index(f"\n{after} ", start) if after else None]
        learnt = "--ppo-frames" in card.command and "--ppo-frames 0" not in card.command
        assert (card.ppo_frames > 0) == learnt, name
        assert ("PPO" in said) == learnt, name
        assert "PPO" not in AGENTS.entry(name).summary
