"""What the page needs to draw every episode from above: homes once, paths compactly."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from meadow.episodes.houses import load_house
from meadow.episodes.record import EpisodeRecord
from meadow.episodes.schema import Episode
from meadow.errors import MeadowError
from meadow.evaluation.failures.endings import Ending
from meadow.evaluation.failures.trials import LoadedRun, Trial
from meadow.evaluation.run.spec import RunSpec
from meadow.evaluation.run.store import RunDirectory
from meadow.evaluation.run.summary import trial_name
from meadow.protocols import Progress
from meadow.replay import read_replay
from meadow.scenes.schema import House, Object, Person
from meadow.sim.render import Renderer, RenderScene
from meadow.sim.world import World
from meadow.types import HAND
from meadow.viewer.data_address import data_address
from meadow.viewer.goal_maps import strip
from meadow.viewer.plan import object_rings, path_data, plan_body, view_box
from meadow.viewer.reenact import home_after, reenact

log = logging.getLogger(__name__)

#: Metrics that a row of the page shows.
SHOWN = ("spl", "soft_spl", "distance_to_goal", "path_length", "steps", "failed_actions")
_ENDINGS = list(Ending)
#: Width of the pictures of what the robot saw at its end, pixels.
FRAME = 240
#: Width of the pictures of what an agent's map knew at its end, pixels.
MAPS = 640


@dataclass
class Pictures:
    """The drawings of a page."""

    plans: list[str] = field(default_factory=list)
    """The plan of each home, without a frame."""
    homes: list[dict[str, str]] = field(default_factory=list)
    """Name and frame of each home; the frame is empty where the home cannot be had."""
    episodes: list[dict[str, Any]] = field(default_factory=list)
    """Everything about an episode, ready for JSON."""


def make_pictures(runs: Sequence[LoadedRun], progress: Progress | None = None) -> Pictures:
    """Draw every home once and collect the paths through it; homes are loaded one at a time."""
    trials = [run.by_name() for run in runs]
    order = list(dict.fromkeys(id for run in trials for id in run))
    groups: dict[str, list[str]] = {}
    for id in order:
        known = [run[id] for run in trials if id in run]
        groups.setdefault(_house_of(known), []).append(id)
    out = Pictures()
    made: dict[str, dict[str, Any]] = {}
    for index, (home, ids) in enumerate(groups.items()):
        found = [[run.get(id) for run in trials] for id in ids]
        house, world = _load(
            (trial.episode, run.spec.houses)
            for row in found
            for run, trial in zip(runs, row)
            if trial is not None and trial.episode is not None
        )
        out.plans.append(plan_body(house) if house else "")
        name = home.removeprefix("generator:")
        out.homes.append({"name": name, "box": view_box(house) if house else ""})
        for id, row in zip(ids, found):
            made[id] = _episode(index, row, house, world)
        if progress:
            progress(index + 1, len(groups), {"home": home})
    out.episodes = [made[id] for id in order]
    return out


def add_frames(runs: Sequence[LoadedRun], pictures: Pictures, examples: Sequence[int]) -> None:
    """Give every trial of some episodes what the robot saw at its end, as a picture in the page itself."""
    for run, episode, trial in _shown(runs, pictures, examples):
        try:
            trial["frame"] = _last_frame(_record(run, episode), episode.get("leg", 1), run.spec)
        except MeadowError as error:
            log.warning("no last picture of %s: %s", episode["id"], error)


def add_maps(
    runs: Sequence[LoadedRun],
    pictures: Pictures,
    examples: Sequence[int],
    progress: Progress | None = None,
) -> None:
    """Give every trial of some episodes what the agent's map knew of the goal at its end, if it has one.

    Agents are driven again for it, which takes as long as the episodes took.
    """
    shown = list(_shown(runs, pictures, examples))
    for done, (run, episode, trial) in enumerate(shown, start=1):
        try:
            maps = _last_maps(_record(run, episode), episode.get("leg", 1), run.spec)
        except MeadowError as error:
            log.warning("no map of %s: %s", episode["id"], error)
            continue
        if maps is not None:
            trial["maps"] = address(maps)
        if progress:
            progress(done, len(shown), {"map": episode["id"]})


def _shown(
    runs: Sequence[LoadedRun], pictures: Pictures, examples: Sequence[int]
) -> Iterator[tuple[LoadedRun, dict[str, Any], dict[str, Any]]]:
    """Run, episode and trial of all trials of some episodes that can be shown once more."""
    for index in examples:
        episode = pictures.episodes[index]
        for run, trial in zip(runs, episode["trials"]):
            if trial is not None and "path" in trial and pictures.homes[episode["home"]]["box"]:
                yield run, episode, trial


def _record(run: LoadedRun, episode: dict[str, Any]) -> EpisodeRecord:
    return read_replay(RunDirectory(run.path).replay_path(episode.get("episode", episode["id"])))


def _last_maps(record: EpisodeRecord, search: int, spec: RunSpec) -> Image.Image | None:
    """What the agent's map knew when a search ended, the first being 1; None for one without a map."""
    kinds = [leg.kind for leg in record.legs] or ["search"]
    searches = [number for number, kind in enumerate(kinds) if kind == "search"]
    if not searches:
        return None
    wanted = searches[search - 1]
    house = load_house(record.episode.house, spec.houses)
    for moment in reenact(record, house, spec):
        if not moment.agent.has_map:
            return None
        if moment.leg == wanted and moment.last:
            return strip(moment.agent.belief(), MAPS, record.episode.pose().yaw)
    return None


def _last_frame(record: EpisodeRecord, search: int, spec: RunSpec) -> str:
    """The last view of a search through a sound camera, the first being 1, as the address of a small WebP.

    Where things and people move, what was done is done again for it.
    """
    searches = [number for number, leg in enumerate(record.legs) if leg.goal is not None]
    # An episode may only explore and answer.
    number = searches[search - 1] if searches else max(0, len(record.legs) - 1)
    house = load_house(record.episode.house, spec.houses)
    if _goes_on(record, house):
        house = home_after(record, house, spec, number)
    camera = record.episode.embodiment.camera
    tall = max(1, round(FRAME * camera.height / camera.width))
    renderer = Renderer(FRAME, tall, camera.hfov)
    x, y, yaw, pitch = record.leg(number).poses[-1]
    eye = (x, y, camera.elevation, yaw + camera.yaw, pitch + camera.pitch)
    try:
        return address(Image.fromarray(renderer.render(RenderScene(house), eye).rgb))
    finally:
        renderer.close()


def _goes_on(record: EpisodeRecord, house: House) -> bool:
    """Whether the home may look otherwise at the end than at the beginning."""
    movers: list[Person | Object] = [*house.people, *house.objects]
    moves = any(mover.walk is not None for mover in movers)
    return moves or any(action in HAND for action in record.actions)


def address(picture: Image.Image) -> str:
    """A picture as an address that holds it, a WebP."""
    return data_address(picture, "webp", quality=70)


def _house_of(trials: Sequence[Trial]) -> str:
    """The house that an episode took place in; without a replay only its home is known."""
    episode = next((t.episode for t in trials if t.episode is not None), None)
    home: str = trials[0].row["home"]
    return home if episode is None else episode.house.uri


def _load(episodes: Iterable[tuple[Episode, str]]) -> tuple[House | None, World | None]:
    """The house of some episodes, each with where its house files are.

    Nothing when this version cannot make it any more or its file has gone.
    """
    first = next(iter(episodes), None)
    if first is None:
        return None, None
    episode, folder = first
    try:
        house = load_house(episode.house, folder)
    except MeadowError as error:
        log.warning("no plan for %s: %s", episode.house.uri, error)
        return None, None
    return house, World(house, episode.embodiment)


def _episode(
    home: int, trials: Sequence[Trial | None], house: House | None, world: World | None
) -> dict[str, Any]:
    known = [t for t in trials if t is not None]
    row = known[0].row
    out: dict[str, Any] = {
        "id": trial_name(row),
        "goal": row["goal"],
        "home": home,
        "tags": row["tags"],
        "trials": [_trial(t) if t is not None else None for t in trials],
    }
    if "leg" in row:
        out |= {"episode": row["episode"], "leg": row["leg"]}
    episode = next((t.episode for t in known if t.episode is not None), None)
    if episode is not None:
        out["distance"] = episode.geodesic
        out["start"] = [*_cm(np.array([episode.start[:2]]))[0], round(-episode.start[2], 3)]
        out |= _goal(episode, house, world)
    return out


def _goal(episode: Episode, house: House | None, world: World | None) -> dict[str, Any]:
    """The outlines of what counts, a point to go to, and the shortest way there."""
    goal = episode.goal
    out: dict[str, Any] = {}
    if goal.point is not None:
        out["point"] = _cm(np.array([goal.point]))[0]
    if house is not None:
        items = [o for o in house.objects if o.id in goal.objects]
        out["goals"] = [path_data(object_rings(o)) for o in items]
        out["spots"] = _cm(np.array([o.position[:2] for o in items]))
    targets = [goal.point] if goal.point else [v[:2] for v in goal.viewpoints]
    if world is not None and targets:
        field = world.navgrid.geodesics().field(np.array(targets, np.float64))
        out["shortest"] = path_data([field.path(*episode.start[:2])], closed=False)
    return out


def _trial(trial: Trial) -> dict[str, Any]:
    metrics = trial.row["metrics"]
    out: dict[str, Any] = {
        "ending": _ENDINGS.index(trial.ending),
        "metrics": {m: metrics[m] for m in SHOWN if metrics.get(m) is not None},
    }
    if trial.row.get("error"):
        out["error"] = trial.row["error"]
    if trial.path is not None:
        # x, y, step in turn, each as the difference from the one before: short numbers.
        points = np.column_stack([_cm(trial.path[:, :2]), trial.path[:, 2]]).astype(np.int64)
        out["path"] = np.diff(points, axis=0, prepend=0).ravel().tolist()
    if trial.collisions:
        out["collisions"] = _cm(np.array(trial.collisions))
    if trial.read:
        out["read"] = trial.read
    return out


def _cm(points: NDArray[Any]) -> list[list[int]]:
    """Metres to the plan's centimetres, y down."""
    if not len(points):
        return []
    flipped: list[list[int]] = np.rint(points * [100.0, -100.0]).astype(int).tolist()
    return flipped
