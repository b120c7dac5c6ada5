"""An episode for the page: what was recorded, moments that matter, and the world at every step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from meadow.corruptions import corrupted_camera, parse
from meadow.episodes.houses import load_house
from meadow.episodes.record import EpisodeRecord
from meadow.episodes.schema import Episode
from meadow.evaluation.failures.explain import explain
from meadow.evaluation.run.spec import RunSpec
from meadow.evaluation.run.worker import make_simulator
from meadow.language.questions.answers import is_correct
from meadow.scenes.schema import House
from meadow.sim.render import RenderScene
from meadow.types import Action, Camera, Embodiment
from meadow.viewer.reenact import check_pose
from meadow.viewer.web.glimpses import chosen_steps
from meadow.viewer.web.messages import CameraLens, EpisodeView, GoalInfo, LegInfo, Mark
from meadow.viewer.web.world import WorldLog

#: The mode in which an agent drives towards what it has found.
FOUND = ("approach", "stop")


def lens_of(body: Embodiment, camera: Camera | None = None) -> CameraLens:
    """A body and its camera, or another camera in its place."""
    camera = camera or body.camera
    return CameraLens(
        camera.width, camera.height, camera.hfov, camera.elevation, camera.yaw, camera.pitch,
        body.radius, body.height,
    )  # fmt: skip


def view_episode(
    record: EpisodeRecord, spec: RunSpec, run: str, glimpses: int | None = None
) -> EpisodeView:
    """What the page shows of a recorded episode beside the world; so many ``glimpses``, all for None."""
    episode = record.episode
    house = load_house(episode.house, spec.houses)
    camera = corrupted_camera(parse(spec.corruptions), episode.embodiment.camera)
    return EpisodeView(
        episode=episode.id,
        run=run,
        agent=record.agent,
        home=episode.house.uri,
        lens=lens_of(episode.embodiment, camera),
        goals=tuple(GoalInfo(g.text, g.objects, g.point) for g in episode.goals),
        path=episode.path,
        max_steps=episode.max_steps,
        success=record.success,
        verdict="; ".join(_verdicts(record, house)),
        actions=record.actions,
        moved=record.moved,
        poses=record.poses,
        distances=_by_step(record, record.distances),
        reached=_by_step(record, record.reached),
        trace=dict(record.trace),
        probes={name: _by_step(record, column) for name, column in record.probes.items()},
        legs=tuple(_legs(record)),
        marks=tuple(_marks(record)),
        glimpses=glimpsed_steps(record, glimpses),
    )


def glimpsed_steps(record: EpisodeRecord, most: int | None) -> tuple[int, ...]:
    """Steps of which there is a glimpse: all, or so many at most, those with marks among them."""
    if most is None:
        return tuple(range(record.steps + 1))
    return chosen_steps(record.steps, _marks(record), most)


def view_start(episode: Episode, run: str) -> EpisodeView:
    """An episode that nobody has run: the robot stands at its start."""
    return EpisodeView(
        episode=episode.id,
        run=run,
        agent="",
        home=episode.house.uri,
        lens=lens_of(episode.embodiment),
        goals=tuple(GoalInfo(g.text, g.objects, g.point) for g in episode.goals),
        path=episode.path,
        max_steps=episode.max_steps,
        success=False,
        verdict="not run",
        actions=(),
        moved=(),
        poses=((*episode.start, episode.pitch),),
        distances=(episode.geodesic,),
        reached=(False,),
        trace={},
        probes={},
        legs=(),
        marks=(),
        glimpses=(),
    )


def pack_episode(record: EpisodeRecord, spec: RunSpec, compression: int = 6) -> bytes:
    """The packet of the world at every step: the recorded actions are driven again."""
    episode = record.episode
    house = load_house(episode.house, spec.houses)
    log = WorldLog(house)
    simulator: Any = make_simulator(spec, episode)
    try:
        simulator.place(house, episode.pose(), seed=episode.seed, episode=episode.id)
        log.see(simulator.scene)
        entries = {leg.first for leg in record.legs if leg.entered is not None}
        for step, action in enumerate(record.actions, start=1):
            if step - 1 in entries:
                simulator.enter(episode.pose())
            if record.thinking:
                simulator.wait(record.thinking[step - 1])
            simulator.advance(Action(action))
            check_pose(simulator.pose, record, step)
            log.see(simulator.scene)
        return log.packet(compression)
    finally:
        simulator.close()


def pack_start(episode: Episode, houses: str) -> bytes:
    """The packet of the home in which an episode begins."""
    house = load_house(episode.house, houses)
    log = WorldLog(house)
    log.see(RenderScene(house))
    return log.packet()


def _by_step(record: EpisodeRecord, column: Sequence[Any]) -> tuple[Any, ...]:
    """Of a column with a value for the start of each leg, those for each number of actions taken.

    Where one leg ends and the next begins, the next one's value stands.
    """
    if not record.legs:
        return tuple(column)
    if not column:
        return ()
    values: list[Any] = []
    ends = [leg.first for leg in record.legs[1:]] + [record.steps]
    at = 0
    for leg, end in zip(record.legs, ends):
        part = list(column[at : at + end - leg.first + 1])
        at += len(part)
        values[leg.first :] = part
    return tuple(values)


def _verdicts(record: EpisodeRecord, house: House) -> Iterator[str]:
    """How each search and exam ended, in words."""
    for number, leg in enumerate(record.legs):
        if leg.kind == "exam":
            right, asked = (leg.parts.get(name, 0) for name in ("correct", "asked"))
            yield f"{right:g} of {asked:g} answers are right"
        elif leg.kind == "search":
            yield explain(record.leg(number), house)
    if not record.legs:
        yield explain(record, house)


def _legs(record: EpisodeRecord) -> Iterator[LegInfo]:
    known = {question.text: question.answer for question in record.episode.questions}
    for leg in record.legs:
        truths = tuple(known.get(question, "") for question in leg.questions)
        yield LegInfo(
            leg.kind,
            leg.first,
            leg.outcome,
            leg.success,
            leg.goal,
            leg.questions,
            leg.answers,
            truths,
            tuple(is_correct(said, truth) for said, truth in zip(leg.answers, truths)),
        )


def _marks(record: EpisodeRecord) -> Iterator[Mark]:
    """Moments that are worth a look, in their order."""
    modes = record.trace.get("mode", ())
    marks = [*_leg_marks(record)]
    for step, action in enumerate(record.actions, start=1):
        if action == Action.STOP:
            marks.append(Mark(step, "stop", "Stop"))
        elif not record.moved[step - 1]:
            kind = "collision" if action == Action.MOVE_AHEAD else "refused"
            marks.append(Mark(step, kind, f"{action} was refused"))
        before = modes[step - 2] if 2 <= step <= len(modes) else ""
        if step <= len(modes) and modes[step - 1] in FOUND and before not in FOUND:
            marks.append(Mark(step, "detection", "the agent takes something for the goal"))
    yield from sorted(marks, key=lambda mark: mark.step)


def _leg_marks(record: EpisodeRecord) -> Iterator[Mark]:
    for leg in record.legs:
        if leg.kind == "exam":
            for question, answer in zip(leg.questions, leg.answers):
                yield Mark(leg.first, "question", f"{question} {answer or '-'}")
        elif leg.first:
            goal = "" if leg.goal is None else record.episode.goals[leg.goal].text
            yield Mark(leg.first, "leg", f"{leg.kind}: {goal}" if goal else leg.kind)


def encode(message: msgspec.Struct) -> bytes:
    """A message as JSON."""
    return msgspec.json.encode(message)
