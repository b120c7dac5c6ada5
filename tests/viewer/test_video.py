"""Films of recorded episodes."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np
import pytest
from PIL import Image

from meadow.agents.reference import ForwardAgent
from meadow.cli.main import run as meadow
from meadow.episodes.houses import load_house
from meadow.episodes.record import EpisodeRecord
from meadow.episodes.suites import load_suite
from meadow.errors import InvalidValueError, MeadowError
from meadow.evaluation.run.rollout import run_episode
from meadow.evaluation.run.spec import make_spec
from meadow.evaluation.run.store import RunDirectory
from meadow.evaluation.run.worker import make_simulator
from meadow.replay import read_replay
from meadow.tasks.errands import Errands
from meadow.tasks.pointnav import PointNav
from meadow.testing.runs import point_episodes, point_run
from meadow.testing.tiny_suite import write_tiny_suite
from meadow.types import Action, Observation
from meadow.viewer import video
from meadow.viewer.track_map import GOAL
from meadow.viewer.video import (
    FAR,
    GAP,
    HEADER,
    HEIGHT,
    SIDE,
    WIDTH,
    depth_colours,
    film,
    held,
    write_video,
)

#: The ink of people on maps.
PERSON = (208, 122, 184)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> RunDirectory:
    return RunDirectory(point_run(tmp_path_factory.mktemp("video")))


@pytest.fixture
def record(run: RunDirectory) -> EpisodeRecord:
    """The first steps of an episode."""
    whole = read_replay(run.replay_path("point-0"))
    return msgspec.structs.replace(
        whole,
        actions=whole.actions[:4],
        moved=whole.moved[:4],
        poses=whole.poses[:5],
        distances=whole.distances[:5],
        reached=whole.reached[:5],
    )


def test_a_film_has_a_picture_for_each_moment(run: RunDirectory, record: EpisodeRecord) -> None:
    frames = list(film(record, load_house(record.episode.house), run.spec()))
    assert len(frames) == 5
    assert all(frame.size == (WIDTH, HEIGHT) for frame in frames)
    first, last = (np.asarray(f)[HEADER : HEADER + SIDE] for f in (frames[0], frames[-1]))
    for k in range(3):
        left = k * WIDTH // 3
        panel = slice(left + 20, left + WIDTH // 3 - 20)
        assert first[:, panel].std() > 5, "nothing is blank"
        assert (first[:, panel] != last[:, panel]).any(), "all three pictures move"


def test_a_film_does_not_show_what_did_not_happen(run: RunDirectory, record: EpisodeRecord) -> None:
    poses = (*record.poses[:2], (3.0, 3.0, 0.0, 0.0), *record.poses[3:])
    edited = msgspec.structs.replace(record, poses=poses)
    with pytest.raises(MeadowError, match=r"after step 2 .* meadow verify"):
        list(film(edited, load_house(record.episode.house), run.spec()))


class Witness(ForwardAgent):
    """Keeps what it was shown."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[Observation] = []

    def act(self, observation: Observation) -> Action:
        self.seen.append(observation)
        return super().act(observation)


@pytest.mark.parametrize("corruptions", ["spatter@5,motion_drift", "depth_holes@5,motor_failure"])
def test_a_corrupted_episode_is_filmed_as_its_agent_saw_it(
    tmp_path: Path, corruptions: str
) -> None:
    episodes = point_episodes(tmp_path, max_steps=6)
    spec = make_spec("points", episodes, "forward", corruptions=corruptions)
    episode, witness = episodes[0], Witness()
    house = load_house(episode.house)
    simulator = make_simulator(spec, episode)
    record = run_episode(simulator, PointNav(), witness, episode, house)
    pixels = np.arange(SIDE) * episode.embodiment.camera.width // SIDE
    shown = [np.asarray(frame)[HEADER : HEADER + SIDE] for frame in film(record, house, spec)]
    for observation, panels in zip(witness.seen, shown):
        assert observation.depth is not None
        first, second = (panels[:, GAP + k * (SIDE + GAP) :][:, :SIDE] for k in (0, 1))
        assert (first == observation.rgb[pixels][:, pixels]).all()
        assert (second == depth_colours(observation.depth[pixels][:, pixels])).all()
    assert len(shown) == len(witness.seen) + 1


@pytest.mark.parametrize("agent", ["frontier-oracle", "forward"])
def test_boxes_show_what_fires_and_the_end_says_how_it_ended(agent: str, tmp_path: Path) -> None:
    suite = write_tiny_suite(tmp_path, 2)
    out = tmp_path / "run"
    assert meadow(["eval", str(suite), "--agent", agent, "-o", str(out)]) == 0
    directory = RunDirectory(out)
    spec = directory.spec()
    row = directory.rows()[0]
    record = read_replay(directory.replay_path(row["episode"]))
    house = load_house(record.episode.house, spec.houses)
    shown = [np.asarray(image) for image in film(record, house, spec)]
    left, top = slice(GAP, GAP + SIDE), slice(HEADER, HEADER + SIDE)
    boxed = [
        k for k, image in enumerate(shown) if (image[top, left] == GOAL).all(axis=2).sum() > 40
    ]
    # A perfect detector fires where the goal is in view; an agent without eyes has no boxes.
    seen = [k for k, share in enumerate(record.probes["in_view"]) if share]
    assert boxed == [] if agent == "forward" else set(boxed) >= set(seen[:1])
    assert bool(boxed) == (agent == "frontier-oracle")
    band = [image[HEADER + SIDE - 4, 4].tolist() for image in shown]
    assert band[-1] != band[-2], "only the last picture has the verdict"
    assert (band[-1][1] > band[-1][0]) == bool(row["metrics"]["success"])


def test_the_last_picture_stays() -> None:
    first, last = frames(2)
    assert list(held(iter([first, last]), 3)) == [first, last, last, last, last]
    assert list(held([], 3)) == []


def test_depth_goes_from_bright_to_dark_and_nothing_is_black() -> None:
    shown = depth_colours(np.array([[0.0, 0.1, 1.0, 3.0, FAR, 50.0]], np.float32)).astype(int)
    brightness = shown.sum(axis=2)[0]
    assert brightness[0] == 0
    assert list(brightness[1:5]) == sorted(brightness[1:5], reverse=True)
    assert (shown[0, 4] == shown[0, 5]).all()


def frames(count: int) -> list[Image.Image]:
    return [Image.new("RGB", (64, 48), (40 * k, 0, 0)) for k in range(count)]


def test_gif_and_mp4_hold_all_frames(tmp_path: Path) -> None:
    write_video(frames(5), tmp_path / "film.gif", fps=5)
    with Image.open(tmp_path / "film.gif") as image:
        assert (image.n_frames, image.size, image.info["duration"]) == (5, (32, 24), 200)
    reader = pytest.importorskip("imageio_ffmpeg")
    write_video(iter(frames(5)), tmp_path / "film.mp4", fps=5)
    count, seconds = reader.count_frames_and_secs(str(tmp_path / "film.mp4"))
    assert count == 5
    assert seconds == pytest.approx(1.0, abs=0.25)


def test_a_film_that_fails_leaves_no_file(tmp_path: Path) -> None:
    def broken() -> object:
        yield from frames(2)
        raise MeadowError("the camera fell over")

    with pytest.raises(MeadowError, match="fell over"):
        write_video(broken(), tmp_path / "film.gif")
    assert list(tmp_path.iterdir()) == []


def test_bad_names_and_rates_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidValueError, match=r"\.mp4 or \.gif"):
        write_video(frames(1), tmp_path / "film.avi")
    with pytest.raises(InvalidValueError, match="fps is 0"):
        write_video(frames(1), tmp_path / "film.gif", fps=0)


def test_the_command_films_an_episode(
    run: RunDirectory, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "new" / "film.gif"
    assert meadow(["video", str(run.path), "point-2", "-o", str(out)]) == 0
    steps = read_replay(run.replay_path("point-2")).steps
    with Image.open(out) as image:
        assert image.n_frames == steps + 1
    assert str(out) in capsys.readouterr().out


def test_the_command_offers_near_names(
    run: RunDirectory, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert meadow(["video", str(run.path), "pont-2", "-o", str(tmp_path / "x.gif")]) == 2
    assert "Did you mean 'point-2'" in capsys.readouterr().err
    assert meadow(["video", str(tmp_path), "point-2"]) == 2
    assert "not a run directory" in capsys.readouterr().err


def test_a_film_of_several_legs_shows_who_walks_and_the_answers() -> None:
    episode = load_suite("errands-mini")[0]
    house = load_house(episode.house)
    spec = make_spec("errands", [episode], "forward")
    simulator = make_simulator(spec, episode)
    record = run_episode(simulator, Errands(), TurnAndStop(), episode, house)
    simulator.close()
    frames = [np.asarray(f) for f in film(record, house, spec)]
    assert len(frames) == record.steps + 3, "one more for the start of each leg"
    above = [f[HEADER : HEADER + SIDE - 60, 3 * GAP + 2 * SIDE :] for f in frames]
    people = [(np.abs(a.astype(int) - PERSON).sum(axis=2) < 30) for a in above]
    assert all(p.sum() > 100 for p in people)
    assert (people[1] != people[6]).any(), "whoever walks is drawn where they are"
    footers = [f[HEADER + SIDE :] for f in frames]
    names = [f[:HEADER, : WIDTH // 3] for f in frames]
    first, second, exam = names[0], names[5], names[-1]
    assert (first != second).any()
    assert (second != exam).any(), "each leg has its title"
    for k in range(3):
        left = GAP + k * (WIDTH - GAP) // 3
        assert footers[-1][30:55, left : left + 40].max() > 200, "an answer below each question"


class TurnAndStop:
    """Turns three times for each goal."""

    def reset(self, brief):
        self._left = [Action.ROTATE_LEFT] * 3 + [Action.STOP]

    pursue = reset

    def act(self, observation):
        return self._left.pop(0)

    def answer(self, question):
        return "no"


def test_what_was_looked_at_closely_has_corners_around_it() -> None:
    image = Image.new("RGB", (video.WIDTH, video.HEIGHT))
    video._glances(image, [np.array([168.0, 168.0, 336.0, 336.0])], (672, 672, 3))
    seen = np.asarray(image).any(axis=2)
    left, top = video.GAP + video.SIDE // 4, video.HEADER + video.SIDE // 4
    right, bottom = video.GAP + video.SIDE // 2, video.HEADER + video.SIDE // 2
    for x, y in ((left, top), (right, top), (left, bottom), (right, bottom)):
        assert seen[y - 2 : y + 3, x - 2 : x + 3].any()
    assert not seen[(top + bottom) // 2, left - 4 : left + 5].any(), "corners, no frame"
    video._glances(image, [], (672, 672, 3))
