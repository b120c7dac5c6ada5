"""What an agent saw and believed, from a re-enactment."""

from __future__ import annotations

import base64
import io
import time
from pathlib import Path

import msgspec
import numpy as np
import pytest
from PIL import Image

from meadow.evaluation.run.runner import evaluate
from meadow.evaluation.run.spec import make_spec
from meadow.evaluation.run.store import RunDirectory
from meadow.testing.runs import point_episodes, point_run
from meadow.viewer.web.export import export_site
from meadow.viewer.web.glimpses import Glimpses, GlimpseShelf, chosen_steps
from meadow.viewer.web.messages import EpisodeView, Glimpse, Mark
from meadow.viewer.web.site import WindowSite


@pytest.fixture(scope="module")
def mapped(tmp_path_factory: pytest.TempPathFactory) -> RunDirectory:
    """A run of an agent that has a map."""
    folder = tmp_path_factory.mktemp("mapped")
    episodes = point_episodes(folder)[:1]
    spec = make_spec("points", episodes, "pointnav-map", houses=str(folder))
    evaluate(spec, episodes, folder / "run")
    return RunDirectory(folder / "run")


def picture(address: str) -> Image.Image:
    return Image.open(io.BytesIO(base64.b64decode(address.partition(",")[2])))


def whole(glimpses: Glimpses, step: int) -> Glimpse:
    return glimpses.read(step, whole=True)


def test_every_step_has_a_frame_and_a_map_that_grows(mapped: RunDirectory) -> None:
    record = mapped.record("point-0")
    glimpses = Glimpses(record, mapped.spec())
    found = [whole(glimpses, step) for step in range(record.steps + 1)]
    assert [one.step for one in found] == list(range(record.steps + 1))
    assert all(one.whole and not one.note for one in found)
    width, height = found[0].size
    camera = record.episode.embodiment.camera
    assert (width, height) == (camera.width, camera.height)
    assert np.asarray(picture(found[0].frame)).std() > 5
    known = []
    for one in found:
        floor = next(layer for layer in one.layers if layer.kind == "floor")
        image = picture(floor.picture)
        assert image.size == floor.size, "a pixel for each cell, x to the right"
        known.append((np.asarray(image.convert("RGBA"))[..., 3] > 0).sum() * floor.cell**2)
    assert known[-1] >= known[0] > 0.5


def test_the_agent_takes_itself_to_be_where_it_is_and_chooses_as_it_did(
    mapped: RunDirectory,
) -> None:
    record = mapped.record("point-0")
    glimpses = Glimpses(record, mapped.spec())
    for step in range(record.steps):
        one = whole(glimpses, step)
        assert one.believed is not None
        assert np.allclose(one.believed[:2], record.poses[step][:2], atol=0.1)
        assert one.chose == ""


def test_an_agent_that_tells_nothing_has_frames_alone(tmp_path: Path) -> None:
    run = RunDirectory(point_run(tmp_path))
    record = run.record(run.rows()[0]["episode"])
    one = whole(Glimpses(record, run.spec()), 0)
    assert one.whole
    assert one.frame
    assert not one.layers
    with pytest.raises(KeyError):
        Glimpses(record, run.spec()).read(record.steps + 1)


def test_a_world_that_does_otherwise_is_told(mapped: RunDirectory) -> None:
    record = mapped.record("point-0")
    poses = (*record.poses[:-1], (9.0, 9.0, 0.0, 0.0))
    edited = msgspec.structs.replace(record, poses=poses)
    assert "the replay says" in whole(Glimpses(edited, mapped.spec()), record.steps).note


def test_the_shelf_keeps_a_few_and_ends_the_others(mapped: RunDirectory) -> None:
    record, spec = mapped.record("point-0"), mapped.spec()
    shelf = GlimpseShelf(kept=1)
    first = shelf.of("a", record, spec)
    assert shelf.of("a", record, spec) is first
    shelf.of("b", record, spec)
    assert shelf.find("a") is None
    began = time.monotonic()
    first.read(record.steps, whole=True)  # who asks of an ended one does not wait for ever
    assert time.monotonic() - began < 60.0


def test_exported_files_have_a_bounded_number(mapped: RunDirectory, tmp_path: Path) -> None:
    site = WindowSite([mapped.path], live=False, glimpses=3)
    assert export_site(site, tmp_path) == []
    folder = next((tmp_path / "data").glob("runs/*/episodes/point-0"))
    view = msgspec.json.decode((folder / "episode.json").read_bytes(), type=EpisodeView)
    assert len(view.glimpses) == 3
    files = {int(file.stem) for file in (folder / "glimpses").iterdir()}
    assert files == set(view.glimpses)
    last = (folder / "glimpses" / f"{max(files)}.json").read_bytes()
    assert msgspec.json.decode(last, type=Glimpse).layers


def test_marks_come_before_even_steps() -> None:
    marks = [Mark(step, "collision", "") for step in (3, 50, 51, 97)]
    assert {3, 50, 51, 97} <= set(chosen_steps(100, marks, 12))
    assert len(chosen_steps(1000, [Mark(k, "refused", "") for k in range(900)], 40)) == 40
    assert chosen_steps(50, marks, 0) == ()
