"""Films of recorded episodes: first person, depth, map and text, rendered again from the replay.

The first two pictures are what the agent saw, with boxes around what its detector fires at. Where nothing
changed the pictures themselves (a sound robot, broken wheels, another lens), they are rendered larger than
the agent's; corrupted ones are the agent's own.
"""

from __future__ import annotations

import dataclasses
import itertools
import math
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw

from meadow import optional, serialize
from meadow.corruptions import corrupted_camera, parse
from meadow.episodes.houses import load_house
from meadow.episodes.record import EpisodeRecord, LegRecord
from meadow.episodes.schema import Episode, Goal
from meadow.errors import InvalidValueError
from meadow.evaluation.failures.endings import Ending, classify
from meadow.evaluation.failures.explain import explain
from meadow.evaluation.run.spec import RunSpec
from meadow.evaluation.run.store import RunDirectory
from meadow.mapping.goal_map import GoalBelief
from meadow.metrics.navigation import collisions
from meadow.protocols import Progress, Simulator
from meadow.scenes.schema import House
from meadow.sim.sensors import CameraView
from meadow.types import Array, Camera, Detections, Frames, Observation
from meadow.viewer.goal_maps import STRIP, strip
from meadow.viewer.labels import font, shortened, text_size
from meadow.viewer.reenact import reenact
from meadow.viewer.track_map import GOAL, LATE, PAPER, TrackMap, mix

#: Side of each of the three pictures, and the space around them, pixels.
SIDE, GAP = 416, 12
HEADER, FOOTER = 56, 92
#: Both divisible by 16, as video codecs want.
WIDTH, HEIGHT = 3 * SIDE + 4 * GAP, HEADER + SIDE + FOOTER + GAP
#: Name of the camera that renders for the film alone.
CLOSE_UP = "film"
#: The camera in a robot's palm, for films alone.
HAND_CAMERA = Camera(width=SIDE // 2, height=SIDE * 3 // 8, hfov=math.radians(100.0))
#: Depth beyond this has the last colour, metres.
FAR = 6.0
SUFFIXES = (".mp4", ".gif")
#: For the last picture of each leg alone.
STILL_SUFFIXES = (".png", ".webp")
#: Height of the band that says how an episode ended, pixels.
BAND = 52
#: Seconds for which a film shows its last picture.
HOLD = 3.0

_BACKGROUND = (18, 21, 26)
_WHITE, _GREY, _GREEN, _RED = (236, 238, 242), (148, 156, 170), (38, 140, 88), (200, 62, 58)
_BLUE = (110, 190, 255)
_NEAR_TO_FAR = np.array(
    [(252, 253, 191), (253, 159, 108), (222, 73, 104), (140, 41, 129), (59, 15, 112), (10, 8, 34)],
    np.float64,
)


def depth_colours(depth: Array) -> Array:
    """(H, W, 3) uint8: near is bright, far is dark, nothing is black."""
    at = np.clip(depth / FAR, 0.0, 1.0) * (len(_NEAR_TO_FAR) - 1)
    low = np.minimum(at.astype(int), len(_NEAR_TO_FAR) - 2)
    share = (at - low)[..., None]
    colours = _NEAR_TO_FAR[low] * (1.0 - share) + _NEAR_TO_FAR[low + 1] * share
    colours[depth <= 0.0] = 0.0
    pixels: Array = np.rint(colours).astype(np.uint8)
    return pixels


def film(record: EpisodeRecord, house: House, spec: RunSpec) -> Iterator[Image.Image]:
    """One picture for the start and one after each action, under the conditions of the run."""
    episode = record.episode
    chosen = parse(spec.corruptions)
    parts = {one.corruption.part for one in chosen}
    # A second camera would draw from the noise of the first; a corrupted picture is as large as it is.
    larger = not spec.sensors and parts <= {"drive", "camera"}
    camera = corrupted_camera(chosen, episode.embodiment.camera)
    cameras = {CLOSE_UP: _close_up(camera)} if larger else {}
    poses = np.array(record.poses, np.float64)
    broken = ", ".join(spec.corruptions)
    leg, track = record, None
    for moment in reenact(record, house, spec, cameras):
        if track is None or not moment.step:
            leg = record.leg(moment.leg)
            track = TrackMap(house, leg.episode, SIDE)
        step, agent, seen = moment.step, moment.agent, moment.observation
        collided = [leg.poses[n + 1] for n in collisions(leg) if n < step]
        people = moment.simulator.oracle.house.people
        plan = track.frame(poses[: moment.total + 1], people, collided, agent.expected_ways())
        image = _compose(_seen(seen), plan, _hand_view(moment.simulator, episode))
        _write(image, leg, step, record.legs[moment.leg] if record.legs else None, broken)
        _boxes(image, moment.found, seen.rgb.shape, leg.episode.goal)
        if moment.last:
            _end(image, record, moment.leg, house)
        else:
            _glances(image, agent.glanced(), seen.rgb.shape)
        if agent.has_map:
            image = _with_maps(image, agent.belief(), episode.pose().yaw)
        yield image


def film_episode(
    run: str | Path | RunDirectory,
    episode: str,
    path: str | Path,
    *,
    fps: float = 8.0,
    progress: Progress | None = None,
) -> None:
    """Write the film of one episode of a run.

    Args:
        run: The run, or its directory.
        episode: Id of an episode.
        path: The file, ``.mp4`` or ``.gif``; ``.png`` or ``.webp`` for the last picture of each leg alone.
        fps: Steps shown in a second.
        progress: Called after each picture.
    """
    path = Path(path)
    check_suffix(path, (*SUFFIXES, *STILL_SUFFIXES))
    directory = run if isinstance(run, RunDirectory) else RunDirectory(run)
    spec, record = directory.spec(), directory.record(episode)

    def pictures() -> Iterator[Image.Image]:
        house = load_house(record.episode.house, spec.houses)
        for done, picture in enumerate(film(record, house, spec), start=1):
            yield picture
            if progress:
                progress(done, record.steps + max(1, len(record.legs)), {})

    if path.suffix in STILL_SUFFIXES:
        write_stills(pictures(), _last_pictures(record), path)
    else:
        write_video(held(pictures(), round(HOLD * fps)), path, fps=fps)


def _last_pictures(record: EpisodeRecord) -> set[int]:
    """Numbers of the pictures of a film that end a leg."""
    lengths = [record.leg(n).steps + 1 for n in range(max(1, len(record.legs)))]
    return {sum(lengths[: n + 1]) - 1 for n in range(len(lengths))}


def write_stills(frames: Iterable[Image.Image], numbers: set[int], path: Path) -> None:
    """Write some pictures of a film below each other as one, in one piece or not at all."""
    kept = [frame for n, frame in enumerate(frames) if n in numbers]
    sheet = Image.new("RGB", (kept[0].width, sum(frame.height for frame in kept)), _BACKGROUND)
    for n, frame in enumerate(kept):
        sheet.paste(frame, (0, n * kept[0].height))
    with tempfile.TemporaryDirectory() as folder:
        draft = Path(folder) / f"page{path.suffix}"
        sheet.save(draft, quality=85)
        serialize.write_bytes(path, draft.read_bytes())


def _end(image: Image.Image, record: EpisodeRecord, number: int, house: House) -> None:
    """Say how a leg ended, on its last picture."""
    leg = record.leg(number)
    kind = record.legs[number].kind if record.legs else "search"
    if kind == "search":
        _band(image, classify(leg) is Ending.SUCCESS, explain(leg, house))
    elif kind == "exam":
        right, asked = (leg.parts.get(name, 0) for name in ("correct", "asked"))
        _band(image, leg.success, f"{right:g} of {asked:g} answers are right")


def _with_maps(image: Image.Image, belief: GoalBelief | None, heading: float) -> Image.Image:
    """The picture with the agent's memory of its goal below."""
    taller = Image.new("RGB", (WIDTH, HEIGHT + STRIP), _BACKGROUND)
    taller.paste(image, (0, 0))
    taller.paste(strip(belief, WIDTH, heading), (0, HEIGHT))
    return taller


def _close_up(camera: Camera) -> Camera:
    tall = max(1, round(SIDE * camera.height / camera.width))
    return dataclasses.replace(camera, width=SIDE, height=min(tall, SIDE))


def _seen(observation: Observation) -> CameraView:
    """The close-up where there is one, else the agent's own pictures, pixels enlarged as they are."""
    if CLOSE_UP in observation.extras:
        view: CameraView = observation.extras[CLOSE_UP]
        return view
    depth = observation.depth
    return CameraView(_enlarged(observation.rgb), None if depth is None else _enlarged(depth))


def _enlarged(picture: Array) -> Array:
    height, width = picture.shape[:2]
    tall = min(SIDE, max(1, round(SIDE * height / width)))
    rows = (np.arange(tall) * height) // tall
    columns = (np.arange(SIDE) * width) // SIDE
    larger: Array = picture[rows][:, columns]
    return larger


def write_video(frames: Iterable[Image.Image], path: str | Path, *, fps: float = 8.0) -> None:
    """Write pictures as ``.mp4`` (needs the extra ``video``) or ``.gif``, in one piece or not at all."""
    path = Path(path)
    check_suffix(path)
    if not 0.1 <= fps <= 60.0:
        raise InvalidValueError(f"fps is {fps:g}: expected 0.1 to 60 frames per second")
    with tempfile.TemporaryDirectory() as folder:
        draft = Path(folder) / f"film{path.suffix}"
        (_write_mp4 if path.suffix == ".mp4" else _write_gif)(frames, draft, fps)
        serialize.write_bytes(path, draft.read_bytes())


def check_suffix(path: Path, known: Sequence[str] = SUFFIXES) -> None:
    """Raise for a file name that no writer knows."""
    if path.suffix not in known:
        raise InvalidValueError(f"{path}: expected a name that ends in {' or '.join(known)}")


def _write_mp4(frames: Iterable[Image.Image], path: Path, fps: float) -> None:
    ffmpeg = optional.require("imageio_ffmpeg")
    pictures = iter(frames)
    first = next(pictures)
    writer = ffmpeg.write_frames(str(path), first.size, fps=fps, quality=8)
    writer.send(None)
    try:
        for picture in itertools.chain([first], pictures):
            writer.send(np.asarray(picture).tobytes())
    finally:
        writer.close()


def _write_gif(frames: Iterable[Image.Image], path: Path, fps: float) -> None:
    # Half size and few colours: a GIF keeps every picture in memory until it is written.
    small = (f.reduce(2).quantize(128, dither=Image.Dither.NONE) for f in frames)
    first = next(small)
    first.save(path, save_all=True, append_images=small, duration=round(1000 / fps), loop=0)


def _hand_view(simulator: Simulator, episode: Episode) -> Array | None:
    """What a camera in the palm would see; None for a robot without an arm."""
    if episode.arm is None:
        return None
    frames: Frames = simulator.hand_view(HAND_CAMERA)  # type: ignore[attr-defined]
    return frames.rgb


def _stacked(above: Image.Image, below: Image.Image) -> Image.Image:
    """Two pictures in the place of one, with a line between."""
    both = Image.new("RGB", (SIDE, SIDE), _BACKGROUND)
    tall = (SIDE - GAP) // 2
    for k, picture in enumerate((above, below)):
        wide = min(SIDE, round(tall * picture.width / picture.height))
        both.paste(picture.resize((wide, tall)), ((SIDE - wide) // 2, k * (tall + GAP)))
    return both


def _compose(view: CameraView, map: Image.Image, hand: Array | None = None) -> Image.Image:
    """The three pictures side by side; the view from the hand is below the depth."""
    image = Image.new("RGB", (WIDTH, HEIGHT), _BACKGROUND)
    assert view.depth is not None
    depth = Image.fromarray(depth_colours(view.depth))
    if hand is not None:
        depth = _stacked(depth, Image.fromarray(hand))
    pictures = (Image.fromarray(view.rgb), depth, map)
    for k, picture in enumerate(pictures):
        left = GAP + k * (SIDE + GAP)
        image.paste(PAPER, (left, HEADER, left + SIDE, HEADER + SIDE))
        image.paste(picture, (left, HEADER + (SIDE - picture.height) // 2))
    return image


def _write(
    image: Image.Image, record: EpisodeRecord, step: int, leg: LegRecord | None, broken: str
) -> None:
    """The words around the pictures; ``leg`` says what kind of leg the record is of."""
    draw = ImageDraw.Draw(image)
    agent = f"{record.agent} under {broken}" if broken else record.agent
    if leg is not None and leg.kind == "exam":
        _header(draw, "questions", agent)
        _answers(draw, leg)
        return
    goals = record.episode.goals
    goal = (goals[0].text or "go to the point") if goals else "no goal"
    _header(draw, goal, f"{agent}    step {step} / {record.episode.max_steps}")
    _facts(draw, record, step)
    _timeline(draw, record, step)


def _header(draw: ImageDraw.ImageDraw, title: str, about: str) -> None:
    about = shortened(about, 18, WIDTH / 2)
    draw.text((WIDTH - GAP, HEADER / 2), about, _GREY, font(18), anchor="rm")
    room = WIDTH - 4 * GAP - text_size(about, 18)[0]
    draw.text((GAP, HEADER / 2), shortened(title, 26, room), _WHITE, font(26), anchor="lm")


def _answers(draw: ImageDraw.ImageDraw, leg: LegRecord) -> None:
    """Each question with its answer below it, side by side."""
    room = (WIDTH - GAP) / max(1, len(leg.questions))
    top = HEADER + SIDE + 10
    for k, (question, answer) in enumerate(zip(leg.questions, leg.answers, strict=True)):
        left = GAP + k * room
        draw.text((left, top), shortened(question, 14, room - GAP), _GREY, font(14))
        draw.text((left, top + 20), shortened(answer or "-", 20, room - GAP), _WHITE, font(20))


def _facts(draw: ImageDraw.ImageDraw, record: EpisodeRecord, step: int) -> None:
    """Action, mode and range below the first picture; how it ended at the end."""
    action, mode = "-", "-"
    colour = _WHITE
    if step:
        action = record.actions[step - 1]
        if not record.moved[step - 1]:
            action, colour = f"{action} (refused)", _RED
        modes = record.trace.get("mode", ())
        mode = str(modes[step - 1]) if step <= len(modes) else "-"
    distance = record.distances[step]
    near = "in range" if record.reached[step] else "-" if distance is None else f"{distance:.2f} m"
    texts = [("action", action, colour), ("mode", mode, _WHITE)]
    texts.append(("distance", near, _GREEN if record.reached[step] else _WHITE))
    top = HEADER + SIDE + 10
    read = record.trace.get("read", ())
    if 0 < step <= len(read) and read[step - 1]:
        line = shortened(f"read: {read[step - 1]}", 14, SIDE + 120)
        draw.text((GAP, top + 50), line, _GREY, font(14))
    for k, (name, text, ink) in enumerate(texts):
        left = GAP + k * 210
        draw.text((left, top), name, _GREY, font(14))
        draw.text((left, top + 20), text, ink, font(20))


def _boxes(image: Image.Image, found: Detections, shape: tuple[int, ...], goal: Goal) -> None:
    """Frames around what fires on the first picture: the goal's kind in its colour, others in blue."""
    draw = ImageDraw.Draw(image)
    height, width = shape[:2]
    tall = min(SIDE, max(1, round(SIDE * height / width)))
    top = HEADER + (SIDE - tall) // 2
    for box, score, label in zip(found.boxes.tolist(), found.scores.tolist(), found.labels):
        x0, x1 = (GAP + box[k] * SIDE / width for k in (0, 2))
        y0, y1 = (top + box[k] * tall / height for k in (1, 3))
        sought = label in ("goal", goal.text, goal.category)
        ink = GOAL if sought else _BLUE
        draw.rectangle((x0, y0, x1, y1), outline=ink, width=3 if sought else 2)
        text = shortened(f"{label} {score:.2f}", 14, SIDE / 2)
        wide = text_size(text, 14)[0] + 6
        left = min(x0, GAP + SIDE - wide)
        above = max(HEADER, y0 - 18)
        draw.rectangle((left, above, left + wide, above + 18), fill=ink)
        draw.text((left + 3, above + 9), text, _BACKGROUND, font(14), anchor="lm")


def _glances(image: Image.Image, boxes: Sequence[Array], shape: tuple[int, ...]) -> None:
    """Corners around the parts of the first picture that the agent looked at closely."""
    draw = ImageDraw.Draw(image)
    height, width = shape[:2]
    tall = min(SIDE, max(1, round(SIDE * height / width)))
    top = HEADER + (SIDE - tall) // 2
    for box in boxes:
        xs = [GAP + min(max(float(box[k]) / width, 0.0), 1.0) * SIDE for k in (0, 2)]
        ys = [top + min(max(float(box[k]) / height, 0.0), 1.0) * tall for k in (1, 3)]
        reach = max(6.0, 0.25 * min(xs[1] - xs[0], ys[1] - ys[0]))
        for x, inward in zip(xs, (reach, -reach)):
            for y, down in zip(ys, (reach, -reach)):
                draw.line([(x + inward, y), (x, y), (x, y + down)], fill=_WHITE, width=3)
        draw.text((xs[0] + 4, ys[1] + 2), "glance", _WHITE, font(12))


def _band(image: Image.Image, good: bool, why: str) -> None:
    """How a leg ended, in a band across the pictures."""
    draw = ImageDraw.Draw(image)
    bottom = HEADER + SIDE
    draw.rectangle((0, bottom - BAND, WIDTH, bottom), fill=_GREEN if good else _RED)
    text = shortened("Success: " * good + "Failed: " * (not good) + why, 26, WIDTH - 4 * GAP)
    draw.text((WIDTH / 2, bottom - BAND / 2), text, _WHITE, font(26), anchor="mm")


def held(frames: Iterable[Image.Image], count: int) -> Iterator[Image.Image]:
    """The frames, and the last of them ``count`` times more: time to read how it ended."""
    last = None
    for last in frames:
        yield last
    if last is not None:
        yield from itertools.repeat(last, count)


def _timeline(draw: ImageDraw.ImageDraw, record: EpisodeRecord, step: int) -> None:
    """Distance to the goal over the whole episode, with what is past drawn bright; nothing without one."""
    known = [d for d in record.distances if d is not None]
    if not known:
        return
    left, right = 2 * GAP + SIDE + 140, WIDTH - GAP
    top, bottom = HEADER + SIDE + 14, HEIGHT - GAP - 6
    reach = max([*known, 0.1])
    points = [
        (left + (right - left) * i / max(record.steps, 1), bottom - (bottom - top) * d / reach)
        for i, d in enumerate(record.distances)
        if d is not None
    ]
    draw.line([(left, bottom), (right, bottom)], fill=mix(_BACKGROUND, _GREY, 0.4))
    draw.text((left - 8, top), f"{reach:.1f} m", _GREY, font(14), anchor="rm")
    draw.text((left - 8, bottom), "goal", GOAL, font(14), anchor="rm")
    if len(points) > 1:
        draw.line(points, fill=mix(_BACKGROUND, _GREY, 0.5), width=2)
    now = left + (right - left) * step / max(record.steps, 1)
    past = [p for p in points if p[0] <= now]
    if len(past) > 1:
        draw.line(past, fill=LATE, width=3)
    if past:
        x, y = past[-1]
        draw.ellipse((x - 5, y - 5, x + 5, y + 5), fill=_WHITE)
