"""``meadow study excalibur trust``: how often the memory of a surveyor is right about val homes.

Each home is a line of a work file, so that an interrupted command goes on where it was.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from meadow import serialize
from meadow.agents.survey_eyes import DetectorEyes
from meadow.agents.surveyor import Surveyor
from meadow.benchmarks.excalibur.balance import kept_lines
from meadow.benchmarks.excalibur.episodes import EXCALIBUR, in_home
from meadow.benchmarks.excalibur.guessers import kind_of
from meadow.benchmarks.excalibur.surveyors import ASKED, EYES
from meadow.benchmarks.excalibur.trust import FILE, Trust
from meadow.episodes.houses import load_house
from meadow.episodes.schema import Episode
from meadow.errors import InvalidValueError
from meadow.evaluation.run.rollout import run_episode
from meadow.evaluation.study.plan import OutOption
from meadow.evaluation.study.screen import Screen
from meadow.language.questions.execute import NO, YES
from meadow.language.questions.families import YES_NO
from meadow.language.questions.parse import program_of
from meadow.language.questions.program import Program
from meadow.models import load_model
from meadow.sim.simulator import MeadowSimulator
from meadow.tasks import TASKS

#: Questions that are asked about each home, more than in an exam.
QUESTIONS = 60
#: Form of the question, what is asked for, the memory's answer, and the true one.
Said = tuple[str, str, str, str]


@dataclass(frozen=True)
class Config:
    """Let a surveyor explore val homes, and count how often its memory is right about them."""

    homes: int = 20
    """Homes of the val split; each takes about two minutes of a core."""
    model: str = EYES
    """What it sees with."""
    work: Path = Path("runs/excalibur-trust")
    """Directory for what is known so far; an interrupted command goes on there."""
    out: OutOption = FILE
    """The file to write."""


def run(config: Config, screen: Screen) -> int:
    """Survey homes, and write how often the memory was right."""
    if config.homes < 1:
        raise InvalidValueError(f"{config.homes} homes: expected 1 or more")
    config.work.mkdir(parents=True, exist_ok=True)
    file = config.work / work_name(config.model)
    done: list[Sequence[Said]] = kept_lines(file)
    recipe = replace(EXCALIBUR, houses=config.homes, goals_per_house=QUESTIONS)
    with screen.steps("surveyed homes") as progress:
        for index in range(len(done), config.homes):
            said = [
                one for episode in in_home(recipe, index) for one in survey(episode, config.model)
            ]
            with file.open("ab") as out:
                out.write(serialize.encode(said) + b"\n")
            done.append(said)
            progress(index + 1, config.homes, {"answers": sum(map(len, done))})
    chosen = done[: config.homes]
    trust = counted((one for said in chosen for one in said), config.model, len(chosen))
    serialize.write(config.out, trust, indent=True)
    screen.say(f"{sum(map(len, chosen))} answers in {len(chosen)} homes, kept in {config.out}")
    return 0


def work_name(model: str) -> str:
    """The name of the work file of a model: other weights have another one, also under the same name."""
    weights = serialize.digest(load_model(model).card().summary())
    return f"{serialize.output_name(model, 'trust.json')}-{weights}.jsonl"


def survey(episode: Episode, eyes: str) -> list[Said]:
    """What the memory says to those questions that it decides, after exploring and after going back in."""
    decided: dict[Program, str] = {}

    def note(program: Program, said: str, floor: float) -> str:
        decided[program] = said
        return said

    agent = Surveyor(DetectorEyes(eyes), believe=note, **ASKED)
    simulator = MeadowSimulator(episode.embodiment, arm=episode.arm)
    run_episode(simulator, TASKS.make(episode.task), agent, episode, load_house(episode.house))
    simulator.close()
    found = []
    for question in episode.questions:
        program = program_of(question.text)
        if program in decided:
            form, asked = type(program).__name__, kind_of(program)
            found.append((form, asked, decided[program], question.answer))
    return found


def counted(answers: Iterable[Said], eyes: str, homes: int) -> Trust:
    """How often the memory said yes and no where either is true, and how often other answers are right."""
    said: Counter[tuple[str, str, str]] = Counter()
    right: Counter[str] = Counter()
    asked: Counter[str] = Counter()
    for form, kind, answer, truth in answers:
        if kind == YES_NO:
            said[form, truth, answer] += 1
        else:
            right[kind] += answer == truth
            asked[kind] += 1
    table = {
        form: {truth: (said[form, truth, YES], said[form, truth, NO]) for truth in (YES, NO)}
        for form in sorted({form for form, _, _ in said})
    }
    return Trust(eyes, homes, table, {kind: (right[kind], asked[kind]) for kind in sorted(asked)})
