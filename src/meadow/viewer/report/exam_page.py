"""A page about one episode with questions: the path, the memory, and what decided each question."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from importlib import resources
from typing import Any, Protocol

from PIL import Image

from meadow.episodes.record import EpisodeRecord
from meadow.errors import InvalidValueError
from meadow.evaluation.run.spec import RunSpec
from meadow.language.questions.answers import is_correct
from meadow.language.questions.encoding import encode
from meadow.language.questions.execute import KnownThings
from meadow.language.questions.parse import program_of
from meadow.language.questions.program import Program
from meadow.language.things import Thing
from meadow.metrics import episode_metrics
from meadow.scenes.schema import House
from meadow.tasks import TASKS
from meadow.types import Array
from meadow.viewer.plan import path_data, plan_body, view_box
from meadow.viewer.reenact import reenact
from meadow.viewer.report.pictures import address

#: Width of the frames that decided questions, pixels.
FRAME = 240
#: Figures of an episode that its page begins with.
FIGURES = (
    *("acc_exp", "acc_ref", "exqa", "t3", "grounded_exp", "grounded_ref"),
    *("area", "objects_seen", "opened", "lifted", "answers_correct"),
)
STYLE = """
.plan svg { width: 100%; max-height: 720px; }
.way { fill: none; stroke-width: 5; stroke-linejoin: round; opacity: .8; }
.way0 { stroke: var(--r0); } .way1 { stroke: var(--r1); }
.mark { stroke: #fff; stroke-width: 2; } .opened { fill: var(--e3); } .lifted { fill: var(--e0); }
.tag { font: 600 15px system-ui; paint-order: stroke; stroke: #fff; stroke-width: 4; fill: #222; }
table.exam { border-collapse: collapse; width: 100%; }
table.exam th { text-align: left; } table.exam td, table.exam th { padding: 8px; vertical-align: top; }
table.exam tr + tr td { border-top: 1px solid var(--line); }
table.exam img { width: 240px; border-radius: 6px; display: block; }
table.exam code { font-size: 11px; color: var(--soft); overflow-wrap: anywhere; }
.right { color: var(--e0); font-weight: 650; } .wrong { color: var(--e4); font-weight: 650; }
details table td { padding: 1px 10px 1px 0; font-size: 13px; }
"""


class SeenFacts(Protocol):
    """What follows from having seen and lifted some things of a home."""

    def known(self, seen: set[str], lifted: set[str]) -> KnownThings:
        """What is known of the things of these ids."""


@dataclass
class QuestionStory:
    """What was asked, and what is known of it."""

    question: str
    program: Program | None
    truth: str
    answers: list[str] = field(default_factory=list)
    """In each exam."""
    decided: str = ""
    """When what was seen first decided it."""
    frame: Array | None = None


@dataclass
class Story:
    """What an episode's page tells."""

    exams: list[QuestionStory]
    ways: list[list[tuple[float, float]]]
    """Of each leg of actions."""
    marks: list[tuple[str, str, tuple[float, float]]]
    """Kind, name and place of what was opened and lifted."""
    memories: list[tuple[str, Sequence[Thing]]] = field(default_factory=list)
    """What the agent remembered, or what was seen, as it stood before each exam."""


def exam_page(record: EpisodeRecord, house: House, spec: RunSpec) -> str:
    """The page; the episode is driven again for its frames, and so is an agent that tells its memory."""
    if not record.episode.questions:
        raise InvalidValueError(
            f"{record.episode.id}: asks no questions, so there is nothing to tell"
        )
    story = _story(record, house, spec)
    style = (resources.files("meadow.viewer.report") / "page.css").read_text()
    body = "".join(
        (_header(record), _plan(house, story), _questions(story), *map(_memory, story.memories))
    )
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
        "style-src 'unsafe-inline'; img-src data:\">\n"
        f"<title>{escape(record.episode.id)}</title>\n<style>\n{style}{STYLE}</style>\n</head>\n"
        f"<body>\n{body}</body>\n</html>\n"
    )


def _story(record: EpisodeRecord, house: House, spec: RunSpec) -> Story:
    questions = record.episode.questions
    exams = [QuestionStory(q.text, program_of(q.text), q.answer) for q in questions]
    for leg in record.legs:
        if leg.kind == "exam":
            for exam, answer in zip(exams, leg.answers):
                exam.answers.append(answer)
    story = Story(exams, [], [])
    task = TASKS.make(spec.task, **spec.task_options)
    evidence = task.seen_things(house) if hasattr(task, "seen_things") else None
    _drive(record, house, spec, story, evidence)
    return story


def _drive(
    record: EpisodeRecord, house: House, spec: RunSpec, story: Story, evidence: SeenFacts | None
) -> None:
    """Fill the story with what happened, moment by moment."""
    seen: set[str] = set()
    lifted: set[str] = set()
    known = evidence.known(seen, lifted) if evidence else None
    places = {item.id: item.position[:2] for item in house.objects}
    for moment in reenact(record, house, spec):
        column = moment.total + moment.leg
        if record.legs[moment.leg].kind == "exam":
            told = moment.agent.facts()
            name = "what the agent remembers" if told is not None else "what was seen and lifted"
            things = told if told is not None else known.things if known else ()
            story.memories.append((f"{name} before exam {len(story.memories) + 1}", things))
            continue
        if moment.step == 0:
            story.ways.append([])
        pose = moment.simulator.oracle.pose()
        story.ways[-1].append((pose.x, pose.y))
        new = set(_ids(record, "first_seen", column)) - seen
        held = [id for id in _ids(record, "held", column) if id not in lifted]
        story.marks += [("opened", id, places[id]) for id in _ids(record, "opened", column)]
        story.marks += [("lifted", id, (pose.x, pose.y)) for id in held]
        if evidence is None or not (new or held):
            continue
        seen |= new
        lifted |= set(held)
        known = evidence.known(seen, lifted)
        for exam in story.exams:
            if (
                exam.program is not None
                and not exam.decided
                and known.run(exam.program) is not None
            ):
                exam.decided = f"step {moment.step} of phase {len(story.ways)}"
                exam.frame = moment.observation.rgb.copy()


def _ids(record: EpisodeRecord, probe: str, column: int) -> Iterator[str]:
    values = record.probes.get(probe, ())
    value = values[column] if column < len(values) else None
    yield from value.split(" ") if isinstance(value, str) and value else ()


def _header(record: EpisodeRecord) -> str:
    metrics = episode_metrics(record)
    shown = [(name, metrics[name]) for name in FIGURES if metrics.get(name) is not None]
    figures = " &nbsp; ".join(
        f"<b>{escape(name.replace('_', ' '))}</b> {_number(name, float(value))}"
        for name, value in shown
        if value is not None
    )
    return (
        f'<header><p class="over">{escape(record.agent)} in {escape(record.episode.house.uri)}</p>'
        f'<h1>{escape(record.episode.id)}</h1><p class="rule">{figures}</p></header>\n'
    )


def _number(name: str, value: float) -> str:
    is_share = name.startswith(("acc", "exqa", "grounded", "answers"))
    return f"{100 * value:.1f} %" if is_share else f"{value:g}"


def _plan(house: House, story: Story) -> str:
    ways = "".join(
        f'<path class="way way{k % 2}" d="{path_data([way], closed=False)}"/>'
        for k, way in enumerate(story.ways)
    )
    marks = "".join(
        f'<circle class="mark {kind}" cx="{100 * x:.0f}" cy="{-100 * y:.0f}" r="11">'
        f"<title>{kind} {escape(id)}</title></circle>"
        f'<text class="tag" x="{100 * x + 14:.0f}" y="{-100 * y + 5:.0f}">{escape(id)}</text>'
        for kind, id, (x, y) in story.marks
    )
    return (
        '<section class="card plan"><h2>The way: first blue, then orange; '
        "what was opened (violet) and lifted (green)</h2>"
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view_box(house)}">'
        f"{plan_body(house)}{ways}{marks}</svg></section>\n"
    )


def _questions(story: Story) -> str:
    exams = max((len(exam.answers) for exam in story.exams), default=0)
    heads = "".join(f"<th>answer {k + 1}</th>" for k in range(exams))
    rows = []
    for number, exam in enumerate(story.exams, start=1):
        answers = "".join(
            f'<td class="{"right" if is_correct(said, exam.truth) else "wrong"}">'
            f"{escape(said) or '–'}</td>"
            for said in exam.answers
        )
        program = json.dumps(encode(exam.program)) if exam.program is not None else "not understood"
        picture = ""
        if exam.frame is not None:
            frame = Image.fromarray(exam.frame)
            frame.thumbnail((FRAME, FRAME))
            picture = f'<img src="{address(frame)}" alt="the frame that decided it">'
        decided = exam.decided or "never decided by what was seen"
        rows.append(
            f"<tr><td>{number}</td><td>{escape(exam.question)}<br><code>{escape(program)}</code></td>"
            f"{answers}<td>{escape(exam.truth)}</td><td>{picture}<small>{escape(decided)}</small></td></tr>"
        )
    return (
        '<section class="card"><h2>Questions</h2><table class="exam">'
        f"<tr><th></th><th>question and program</th>{heads}<th>truth</th><th>decided by</th></tr>"
        f"{''.join(rows)}</table></section>\n"
    )


def _memory(memory: tuple[str, Sequence[Thing]]) -> str:
    title, things = memory
    names = {thing.id: thing.category for thing in things}
    rows = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in _cells(thing, names)) + "</tr>"
        for thing in things
    )
    heads = "".join(
        f"<th>{name}</th>"
        for name in ("thing", "room", "colours", "materials", "longest side", "weight", "on or in")
    )
    return (
        f'<section class="card"><details><summary>{escape(title)}: {len(things)} things</summary>'
        f"<table><tr>{heads}</tr>{rows}</table></details></section>\n"
    )


def _cells(thing: Thing, names: Mapping[str, str]) -> Iterator[str]:
    look: Any = thing.attributes
    yield from (thing.category, thing.room or "?")
    yield ", ".join(look.colours) or "?"
    yield ", ".join(look.materials) or "?"
    yield "?" if thing.longest_side is None else f"{thing.longest_side:.2f} m"
    yield (
        "?"
        if thing.mass is None
        else "too heavy"
        if thing.mass >= 100.0
        else f"{thing.mass:.2f} kg"
    )
    holder = thing.container or thing.support
    yield names.get(holder, holder) or "?"
