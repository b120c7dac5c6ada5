from __future__ import annotations

import pytest

from meadow.agents import AGENTS
from meadow.benchmarks.pasture.agents import ROWS
from meadow.benchmarks.pasture.paper import (
    PRINTED_ONLY,
    SETTINGS,
    TABLE_1,
    TABLE_2,
    TABLE_3,
    TABLE_4,
)
from meadow.errors import MeadowError, MissingWeightsError, UnknownIdError
from meadow.grounding import HEADS, POSTS, PROMPTS
from meadow.grounding.model_look import _loaded
from meadow.models.eyes import available, files

eyes_ship = pytest.mark.skipif("eyes-s" not in available(), reason="no weights are shipped yet")


def test_there_are_22_and_no_two_are_the_same() -> None:
    assert len(ROWS) == 22
    assert len({row.name for row in ROWS}) == 22
    assert len({tuple(sorted(row.options.items())) for row in ROWS}) == 22
    assert [row.name for row in ROWS] == AGENTS.names("cow")


def test_every_row_is_made_of_known_parts() -> None:
    printed = {**TABLE_1, **TABLE_2, **TABLE_3}
    for row in ROWS:
        assert row.options["localizer"] in HEADS
        assert row.options["prompts"] in PROMPTS
        assert row.options["post"] in POSTS
        assert not row.paper or row.paper in printed
        assert row.summary


def test_all_lines_of_the_papers_table_have_a_row() -> None:
    assert {row.paper for row in ROWS} >= set(TABLE_1) - set(PRINTED_ONLY)


def test_the_papers_averages_are_those_of_its_settings() -> None:
    for line in TABLE_1.values():
        if line.success is not None:
            assert len(line.success) == len(SETTINGS)
            assert sum(line.success) / len(SETTINGS) == pytest.approx(line.pasture[1], abs=0.11)
    assert set(PRINTED_ONLY) <= {*TABLE_1, *TABLE_4}


@eyes_ship
def test_options_override_a_row() -> None:
    agent = AGENTS.make("cow-owl-s", post="full", threshold=0.7, prompts="photo")
    localizer = agent.seeker.localizer
    assert (localizer.threshold, localizer.prompts) == (0.7, "photo")
    with pytest.raises(UnknownIdError, match="owl"):
        AGENTS.make("cow-owl-s", localizer="own")
    with pytest.raises(UnknownIdError, match="eyes-s"):
        AGENTS.make("cow-owl-s", model="eyes-z")


def test_rows_without_weights_say_what_to_do(monkeypatch, tmp_path) -> None:
    monkeypatch.setattr(files, "weights_directory", lambda: tmp_path)
    _loaded.cache_clear()
    with pytest.raises(MissingWeightsError, match="meadow train eyes --model eyes-b"):
        AGENTS.make("cow-owl-b")


def test_foreign_models_that_are_not_here_say_how_to_get_them(monkeypatch) -> None:
    pytest.importorskip("huggingface_hub")
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    with pytest.raises(MeadowError, match="hf download nobody/nothing"):
        AGENTS.make("cow-owl-s", model="hf:nobody/nothing")


def test_value_is_seen_with_the_same_eyes() -> None:
    assert AGENTS.make("cow-value", model="eyes-s-zs").explorer.encoder == "eyes-s-zs"
    other = AGENTS.make("cow-value", explorer_options={"encoder": "eyes-s-zs"})
    assert other.explorer.encoder == "eyes-s-zs"
