"""What a study runs: its parts, conditions, agents and eyes as data, and the jobs that follow from them."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import tyro

from meadow.agents import AGENTS
from meadow.corruptions import parse, text
from meadow.episodes.sample import balanced_order
from meadow.episodes.schema import Episode
from meadow.episodes.suites import load_suite, suite_directory
from meadow.errors import InvalidValueError, UnknownIdError
from meadow.evaluation.report.tables import Table
from meadow.evaluation.run.profiles import PROFILES
from meadow.evaluation.run.spec import RunSpec, make_spec
from meadow.evaluation.run.store import Row
from meadow.protocols import Progress

if TYPE_CHECKING:
    from meadow.evaluation.study.kept import KeptRun
    from meadow.evaluation.study.page import StudyPage
    from meadow.evaluation.study.screen import Screen

#: ``-o``, ``--out`` of a further command of a study.
OutOption = Annotated[Path, tyro.conf.arg(aliases=["-o"])]
#: The condition in which nothing is corrupted.
CLEAN = "clean"
#: What an agent's name ends in when it watches its own motion.
CALIBRATED = "+self-calibrate"


@dataclass(frozen=True, slots=True, kw_only=True)
class StudyPart:
    """Episodes of a study by name, and who runs them."""

    suite: str
    summary: str
    episodes: int
    """How many there are, known before their homes are made."""
    corrupted: int = 0
    """Episodes of each corrupted condition; as many as of the clean one unless given."""
    profile: str = "default"
    agents: tuple[str, ...] = ()
    """The study's unless given."""
    eyes: tuple[str, ...] = ()
    """The study's unless given."""
    conditions: str = ""
    """The list of conditions that is run when none is named; the study's first unless given."""
    choose: Callable[[list[Episode]], list[Episode]] = list
    """Takes some of the suite's episodes."""
    published: bool = False
    """Whether tables and page are drawn from it: ``run --missing`` fills it."""

    def planned(self, condition: str) -> int:
        """Episodes that a condition is meant to have."""
        return self.corrupted or self.episodes if condition != CLEAN else self.episodes


@dataclass(frozen=True, slots=True)
class Verb:
    """A further command of one study: ``meadow study NAME VERB``."""

    summary: str
    config: type
    """A dataclass whose fields are the options, as for any command."""
    run: Callable[[Any, Screen], int]
    """Does it and returns the exit code."""


def sample_order(episodes: Sequence[Episode]) -> list[Episode]:
    """The order of ``meadow eval --episodes N``, whose every beginning has the proportions of the whole."""
    return [episodes[i] for i in balanced_order(episodes)]


@dataclass(frozen=True, kw_only=True)
class Study:
    """A paper's study as data."""

    name: str
    parts: dict[str, StudyPart]
    """By name; the first is run when none is named."""
    agents: tuple[str, ...]
    """A name that ends in ``+self-calibrate`` is the agent that watches its own motion; one that ends in
    ``+option=word`` has that option, as the names of kept runs say it."""
    draw: Callable[[Sequence[KeptRun], Path], StudyPage]
    """The page of kept runs, and its figures drawn into a directory."""
    eyes: tuple[str, ...] = ()
    """Models that agents with a ``model`` option see with, one after the other."""
    conditions: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Lists of corruptions by name; the first is run when none is named. None: only clean robots."""
    tasks: tuple[str, ...] = ()
    """Tasks whose runs are taken; all unless given."""
    order: Callable[[Sequence[Episode]], list[Episode]] = sample_order
    """In which order episodes are run: a study may end anywhere."""
    eyes_of: Callable[[str, str], str] = lambda agent, eyes: eyes
    """Agent and eyes -> the eyes that this agent uses for them."""
    kept_row: Callable[[Row], Row] = dict
    """What is kept of a row."""
    metrics: tuple[str, ...] = ("success", "spl")
    """What is printed of each run when it ends."""
    seconds: float = 0.2
    """What an agent that shares no eyes takes for an episode, seconds of one core."""
    seeing: tuple[float, float] = (4.5, 1.5)
    """What the first agent with some eyes takes, and each further one that shares what they see."""
    code: tuple[str, ...] = ()
    """Files and folders of the package that decide what the study's own agents do."""
    statistics: Callable[[Sequence[Episode]], Sequence[Table]] | None = None
    """What the episodes are like, beside the paper's figures."""
    statistics_picture: Callable[[Sequence[Episode], Path], None] | None = None
    verbs: Mapping[str, Verb] = field(default_factory=dict)

    def part(self, name: str) -> StudyPart:
        """The part of that name."""
        if name not in self.parts:
            raise UnknownIdError(f"part of the study {self.name!r}", name, self.parts)
        return self.parts[name]

    def chosen_conditions(self, names: Sequence[str]) -> list[str]:
        """Conditions by name, by the name of a list of them, or as parts joined by "+".

        Clean always is among them, because everything is compared with it.
        """
        names = names or list(self.conditions)[:1]
        found = [CLEAN]
        for name in names:
            known = self.conditions.get(name)
            found += [text(parse(name.split("+")))] if known is None else known
        return list(dict.fromkeys(found))


@dataclass(frozen=True, slots=True)
class StudyJob:
    """One run of a study."""

    part: str
    condition: str
    agent: str
    """With ``+self-calibrate`` where the agent watches its own motion."""
    eyes: str = ""
    """The model that the agent sees with; empty for the agent's own or none."""
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def entry(self) -> str:
        """The agent's name in the registry."""
        return self.agent.removesuffix(CALIBRATED)

    @property
    def label(self) -> str:
        """Agent, options and eyes, as part of a path."""
        return label(self.agent, self.options, self.eyes)

    @property
    def directory(self) -> Path:
        """Where the run goes, below the directory of all runs."""
        return Path(self.part) / self.label / self.condition.replace(",", "+")


def label(agent: str, options: Mapping[str, Any], eyes: str) -> str:
    """An agent with the options that are not its own, and its eyes: ``owl+prior_over=rooms@eyes-s``."""
    more = "".join(f"+{name}={value}" for name, value in sorted(options.items()))
    sight = f"@{without_folders(eyes)}" if eyes else ""
    return agent + f"{more}{sight}".replace("/", "-").replace(":", "-")


def without_folders(model: str) -> str:
    """A model's name without the directories of its file or the address of its server.

    They are nobody else's concern.

    >>> without_folders("openai:small@http://localhost:8080/v1")
    'openai:small'
    """
    kind, colon, rest = model.partition("@http")[0].partition(":")
    return f"{kind}{colon}{rest.rpartition('/')[2]}"


def split_options(agent: str) -> tuple[str, dict[str, Any]]:
    """An agent's name without the options in it, and these; numbers and truth values are no words.

    >>> split_options("doer+people=static+cell=0.1+self-calibrate")
    ('doer+self-calibrate', {'people': 'static', 'cell': 0.1})
    """
    words = agent.split("+")
    options = dict(word.split("=", 1) for word in words if "=" in word)
    plain = "+".join(word for word in words if "=" not in word)
    return plain, {name: _value(text) for name, text in options.items()}


def _value(text: str) -> Any:
    """What an option's text stands for, as :func:`label` writes it."""
    try:
        return ast.literal_eval(text)
    except (SyntaxError, ValueError):
        return text


def sees(agent: str) -> bool:
    """Whether an agent takes the name of a model to see with."""
    return "model" in inspect.signature(AGENTS.entry(agent).load()).parameters


def jobs(
    study: Study,
    *,
    parts: Sequence[str] = (),
    conditions: Sequence[str] = (),
    agents: Sequence[str] = (),
    eyes: Sequence[str] = (),
    options: Mapping[str, Any] | None = None,
) -> list[StudyJob]:
    """Every run that was asked for: parts first, then conditions, eyes and agents."""
    if eyes and not study.eyes:
        raise InvalidValueError(
            f"eyes {', '.join(eyes)}: agents of the study {study.name!r} have eyes of their own"
        )
    if set(conditions) - {CLEAN} and not study.conditions:
        raise InvalidValueError(
            f"condition {', '.join(conditions)}: robots of the study {study.name!r} are never corrupted. "
            "Break one with: meadow eval SUITE --corrupt CORRUPTIONS"
        )
    for agent in agents:
        AGENTS.entry(split_options(agent)[0].removesuffix(CALIBRATED))
    found: dict[Path, StudyJob] = {}
    for name in parts or list(study.parts)[:1]:
        part = study.part(name)
        models = eyes or part.eyes or study.eyes
        named = conditions or ((part.conditions,) if part.conditions else ())
        for condition in study.chosen_conditions(named):
            for place, model in enumerate(models or ("",)):
                for named in agents or part.agents or study.agents:
                    agent, own = split_options(named)
                    blind = not (study.eyes and sees(agent.removesuffix(CALIBRATED)))
                    if blind and place:
                        continue
                    used = "" if blind else study.eyes_of(agent, model)
                    job = StudyJob(name, condition, agent, used, {**own, **(options or {})})
                    found.setdefault(job.directory, job)
    return list(found.values())


def groups(planned: Iterable[StudyJob]) -> dict[tuple[str, str], list[StudyJob]]:
    """Jobs that run together, by part and condition; those with the same eyes are neighbours."""
    found: dict[tuple[str, str], list[StudyJob]] = {}
    for job in planned:
        found.setdefault((job.part, job.condition), []).append(job)
    return {key: sorted(group, key=lambda job: job.eyes) for key, group in found.items()}


def core_seconds(study: Study, group: Sequence[StudyJob]) -> float:
    """What one episode takes for agents that run together, seconds of one core."""
    seeing = [job.eyes for job in group if job.eyes]
    firsts = len(set(seeing))
    others = len(group) - len(seeing)
    first, further = study.seeing
    return firsts * first + (len(seeing) - firsts) * further + others * study.seconds


def whole_part(
    study: Study, name: str, *, workers: int = 1, progress: Progress | None = None
) -> tuple[list[Episode], list[Episode]]:
    """All episodes of a part's suite with the profile's robot, and those of the part in its order."""
    part = study.part(name)
    whole = load_suite(part.suite, workers=workers, progress=progress)
    profile = PROFILES.get(part.profile)
    chosen = profile.apply(study.order(part.choose(whole)))
    return profile.apply(whole), chosen


def options_of(study: Study, job: StudyJob) -> dict[str, Any]:
    """The options that a job's agent is made with, beside those that it is registered with."""
    profile = PROFILES.get(study.part(job.part).profile)
    eyes = {"model": job.eyes} if job.eyes else {}
    return {**profile.agent_options(job.entry), **eyes, **job.options}


def spec_of(
    study: Study, job: StudyJob, episodes: Sequence[Episode], whole: Sequence[Episode]
) -> RunSpec:
    """The spec of a job: that of ``meadow eval`` with the same agent, suite and options."""
    part = study.part(job.part)
    profile = PROFILES.get(part.profile)
    return make_spec(
        part.suite,
        episodes,
        job.entry,
        whole=whole,
        agent_options=options_of(study, job),
        task_options=profile.task_options,
        sensors=profile.sensors,
        corruptions=job.condition if job.condition != CLEAN else (),
        self_calibrate=job.agent.endswith(CALIBRATED),
        houses=suite_directory(part.suite),
    )
