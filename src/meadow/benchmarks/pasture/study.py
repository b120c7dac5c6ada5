"""What is run: agents, each with several eyes, on the same episodes in an order that may end anywhere."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import msgspec

from meadow.agents import AGENTS
from meadow.benchmarks.pasture.agents import ROWS
from meadow.benchmarks.pasture.settings import SETTINGS
from meadow.episodes.houses import home_of
from meadow.episodes.sample import grouped, in_turns
from meadow.episodes.schema import Episode
from meadow.episodes.suites import load_suite, suite_directory
from meadow.errors import UnknownIdError
from meadow.evaluation.run.profiles import PROFILES
from meadow.evaluation.run.spec import RunSpec, make_spec
from meadow.evaluation.run.worker import make_agent
from meadow.grounding import vision_model
from meadow.grounding.thresholds import threshold_for
from meadow.protocols import Progress
from meadow.seeding import stream

#: The eyes of the two columns: those that know all categories, and those that never saw the held-out ones.
EYES = ("eyes-s", "eyes-s-zs")
#: Beyond the paper's: with attributes, with a value map, with ground-truth detection.
BEYOND = ("cow-attributes", "cow-value", "cow-oracle")

#: What an episode takes, seconds of a core without VNNI, from the logs of the kept runs: the first agent
#: with some eyes, each further one that shares what they see, and an agent without eyes.
FIRST, FURTHER, BLIND = 4.5, 1.5, 0.2


@dataclass(frozen=True, slots=True)
class Split:
    """Episodes by name."""

    suite: str
    summary: str
    profile: str = "default"
    one_start: bool = False
    """Only the first start of every thing in every home."""
    episodes: int = 0
    """How many it has, where that is known before its homes are made."""


SPLITS: dict[str, Split] = {
    "fixed350": Split("pasture:fixed350", "the same 50 episodes of every setting", episodes=350),
    "all": Split("pasture", "all 2,520 episodes", episodes=2520),
    "robothor": Split(
        "robothor-objectnav",
        "12 categories in 15 homes by name alone, one start",
        one_start=True,
        episodes=180,
    ),
    "robothor-all": Split(
        "robothor-objectnav", "the same from 10 starts: 1,800 episodes", episodes=1800
    ),
    "habitat-like": Split(
        "robothor-objectnav", "as robothor, under Habitat's conditions", "habitat-like", True, 180
    ),
    "mini": Split("pasture-mini", "one home, to try things out"),
    **{name: Split(f"pasture:{name}", f"the setting {name!r}", episodes=360) for name in SETTINGS},
}


@dataclass(frozen=True, slots=True)
class Job:
    """One run of the study."""

    agent: str
    eyes: str
    """Name of the model that the agent sees with; empty for agents without eyes."""
    split: str

    @property
    def directory(self) -> str:
        """Where the run goes, below the study's directory."""
        return f"{self.split}/{self.agent}{f'@{short_eyes(self.eyes)}' if self.eyes else ''}"


def short_eyes(model: str) -> str:
    """A model's name without the directories of its file, which are nobody else's concern."""
    kind, colon, rest = model.partition(":")
    return f"{kind}{colon}{rest.rpartition('/')[2]}"


def default_agents() -> list[str]:
    """Every CoW of the paper and those beyond that are registered."""
    return [*(row.name for row in ROWS), *(name for name in BEYOND if name in AGENTS)]


def sees(agent: str) -> bool:
    """Whether an agent takes the name of a model to see with."""
    return "model" in inspect.signature(AGENTS.entry(agent).load()).parameters


def jobs(agents: Sequence[str], eyes: Sequence[str], splits: Sequence[str]) -> Iterator[Job]:
    """Splits first, then eyes, then agents.

    Rows of the larger backbone see with the larger of the eyes: ``-s`` becomes ``-b``.
    """
    for split in splits:
        if split not in SPLITS:
            raise UnknownIdError("split", split, SPLITS)
    for split in splits:
        for place, model in enumerate(eyes):
            for agent in agents:
                if sees(agent):
                    yield Job(agent, _sized(agent, model), split)
                elif place == 0:
                    yield Job(agent, "", split)


def groups(planned: Iterable[Job]) -> dict[str, list[Job]]:
    """Jobs that run together, by split; those with the same eyes come to an episode one after another."""
    found: dict[str, list[Job]] = {}
    for job in planned:
        found.setdefault(job.split, []).append(job)
    return {split: sorted(group, key=lambda job: job.eyes) for split, group in found.items()}


def core_seconds(group: Sequence[Job]) -> float:
    """What one episode takes for agents that run together, seconds of one core."""
    seeing = [job.eyes for job in group if job.eyes]
    firsts = len(set(seeing))
    blind = len(group) - len(seeing)
    return firsts * FIRST + (len(seeing) - firsts) * FURTHER + blind * BLIND


def _sized(agent: str, model: str) -> str:
    own = str(AGENTS.entry(agent).kwargs.get("model", ""))
    return model.replace("eyes-s", "eyes-b", 1) if own == "eyes-b" else model


def episodes_of(
    name: str, *, limit: int | None = None, workers: int = 1, progress: Progress | None = None
) -> list[Episode]:
    """The episodes of a split in :func:`balanced` order, with its profile's robot."""
    split = SPLITS[name]
    episodes = load_suite(split.suite, workers=workers, progress=progress)
    if split.one_start:
        first: dict[tuple[str, str], Episode] = {}
        for episode in episodes:
            first.setdefault((home_of(episode.house), episode.goal.category), episode)
        episodes = list(first.values())
    return PROFILES.get(split.profile).apply(balanced(episodes)[:limit])


def balanced(episodes: Sequence[Episode]) -> list[Episode]:
    """An order whose every beginning is spread over settings and homes.

    Settings take turns. Those about the same things come to the same thing and start in the same turn, so
    they stay pairs however early a run is ended.
    """
    settings = grouped(episodes, lambda e: e.tags.get("setting", ""))
    return in_turns(sorted(group, key=_place) for group in settings)


def _place(episode: Episode) -> tuple[float, str]:
    pair = pair_of(episode.id, episode.tags.get("setting", ""))
    return stream(0, "pasture", "bench order", pair).random(), pair


def pair_of(episode: str, setting: str) -> str:
    """What an episode has in common with those of other settings: home, thing and start."""
    return episode.replace(f"-{setting}-", "-", 1) if setting else episode


def spec_of(job: Job, episodes: Sequence[Episode]) -> RunSpec:
    """The spec of a job, which names the weights and the threshold: neither may change within a run."""
    split = SPLITS[job.split]
    profile = PROFILES.get(split.profile)
    options = profile.agent_options(job.agent)
    models: dict[str, str] = {}
    if job.eyes:
        options["model"] = job.eyes
        models[job.eyes] = vision_model(job.eyes).card().sha256
        own = AGENTS.entry(job.agent).kwargs
        if "localizer" in own and "threshold" not in own:
            row = (own["localizer"], job.eyes, own["prompts"], own["post"])
            options["threshold"] = threshold_for(*row)
    spec = make_spec(
        split.suite,
        episodes,
        job.agent,
        agent_options=options,
        task_options=profile.task_options,
        sensors=profile.sensors,
        houses=suite_directory(split.suite),
    )
    return msgspec.structs.replace(spec, models=models)


def check_runs(spec: RunSpec) -> None:
    """Raise when the agent cannot be started, before a worker fails to."""
    make_agent(spec)
