"""What the study runs, in which order, and who sees with what."""

from __future__ import annotations

from pathlib import Path

import pytest

from meadow.agents import AGENTS
from meadow.benchmarks.pasture import study
from meadow.benchmarks.pasture.study import EYES, STUDY
from meadow.episodes.schema import Episode, Goal, HouseRef
from meadow.errors import UnknownIdError
from meadow.evaluation.run.spec import make_spec
from meadow.evaluation.study.plan import core_seconds, groups, jobs, spec_of
from meadow.evaluation.study.run import missing_jobs


def episode(setting: str, home: int, thing: str) -> Episode:
    return Episode(
        id=f"pasture-val-h{home:03d}-{setting}-{thing}-0",
        task="lzson",
        house=HouseRef(f"pasture:seed={home},rooms=4-5,variant=plain"),
        start=(0.0, 0.0, 0.0),
        goals=(Goal(thing, thing),),
        tags={"setting": setting},
    )


EPISODES = [
    episode(setting, home, thing)
    for home in range(10)
    for setting in ("appearance", "spatial")
    for thing in ("apple", "mug", "vase")
]


def test_every_beginning_is_balanced_and_paired() -> None:
    order = study.balanced(EPISODES)
    assert sorted(e.id for e in order) == sorted(e.id for e in EPISODES)
    beginning = order[:12]
    pairs = [study.pair_of(e.id, e.tags["setting"]) for e in beginning]
    assert pairs[::2] == pairs[1::2]
    assert len({e.house.uri for e in beginning}) >= 4
    assert study.balanced(EPISODES[::-1])[0].id.split("-")[2] == order[0].id.split("-")[2]


def test_jobs_pair_agents_with_eyes() -> None:
    made = jobs(STUDY, agents=["cow-owl-s", "cow-owl-b", "random"], parts=["mini"])
    assert [(j.agent, j.eyes) for j in made] == [
        ("cow-owl-s", "eyes-s"),
        ("cow-owl-b", "eyes-b"),
        ("random", ""),
        ("cow-owl-s", "eyes-s-zs"),
        ("cow-owl-b", "eyes-b-zs"),
    ]
    (together,) = groups(made).values()
    assert [j.eyes for j in together] == ["", "eyes-b", "eyes-b-zs", "eyes-s", "eyes-s-zs"]
    with pytest.raises(UnknownIdError, match="part of the study"):
        jobs(STUDY, parts=["fixed35"])


def test_the_estimate_is_near_what_the_kept_runs_took() -> None:
    """25 agents with the default eyes took 5,317 s for 286 of the episodes on two cores."""
    for agents, seconds in ((STUDY.agents, 2 * 5316.7 / 286), (["cow-owl-s-prior"], 4.73)):
        expected = core_seconds(STUDY, jobs(STUDY, agents=agents, eyes=EYES[:1]))
        assert 0.7 < expected / seconds < 1.4


def test_agents_of_the_study_are_registered() -> None:
    every = {*STUDY.agents, *(agent for part in STUDY.parts.values() for agent in part.agents)}
    assert {name.partition("+")[0] for name in every} <= set(AGENTS.names())


def test_what_tables_call_not_run_is_missing() -> None:
    """Table 1 has RoboTHOR's 180 episodes of six agents, of others 90 or none."""
    kept = Path(__file__).parents[3] / "results" / "pasture" / "runs"
    missing = missing_jobs(STUDY, jobs(STUDY, parts=["robothor"]), kept)
    assert len(missing) == 25 - 6
    assert {"cow-mdetr-s-full", "cow-clip-ref-s"} <= {job.agent for job in missing}
    assert missing_jobs(STUDY, jobs(STUDY, parts=["fixed350", "habitat-like"]), kept) == []


@pytest.mark.parametrize("eyes", EYES)
def test_the_same_agent_run_by_eval_and_by_the_study_is_one_run(eyes: str) -> None:
    """The study once wrote models and thresholds into the spec in its own way."""
    order = study.balanced(EPISODES)
    (job,) = jobs(STUDY, agents=["cow-owl-s"], eyes=[eyes], parts=["all"])
    ours = spec_of(STUDY, job, order[:12], EPISODES)
    evals = make_spec(
        "pasture", EPISODES[:5], "cow-owl-s", whole=EPISODES, agent_options={"model": eyes}
    )
    assert ours.identity() == evals.identity()
    assert f"model {eyes}" in ours.models
    if eyes == "eyes-s":
        plain = make_spec("pasture", EPISODES, "cow-owl-s", whole=EPISODES)
        assert ours.identity() == plain.identity()
