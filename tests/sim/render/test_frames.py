"""Shapes, types and sameness of what comes out."""

from __future__ import annotations

import math
import os
import subprocess
import sys

import numpy as np
import pytest

from meadow.errors import InvalidValueError
from meadow.scenes.schema import replace
from meadow.sim.render import Renderer, RenderScene
from meadow.testing.furnished import furnished, generated
from meadow.types import Frames

NAMES = ("rgb", "depth", "ids")


def same(a: Frames, b: Frames) -> bool:
    return all(np.array_equal(getattr(a, n), getattr(b, n)) for n in NAMES)


def test_twin_renderers_draw_the_same_bits(cameras):
    house = generated(2, 4)
    poses = cameras(house, 6)
    first = Renderer(112, 112).render_batch([RenderScene(house)] * 6, poses)
    second = Renderer(112, 112).render_batch([RenderScene(house)] * 6, poses)
    assert same(first, second)


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_a_batch_equals_single_frames(threads, awkward, cameras):
    houses = [awkward, generated(0, 3), furnished()]
    scenes = [RenderScene(house) for house in houses]
    poses = [camera for house in houses for camera in cameras(house, 2)]
    pairs = [scene for scene in scenes for _ in range(2)]
    renderer = Renderer(80, 60)
    singles = [Renderer(80, 60).render(scene, pose) for scene, pose in zip(pairs, poses)]
    for _ in range(2):  # the second time, what took long the first time comes first
        batch = renderer.render_batch(pairs, poses, threads=threads)
        for i, single in enumerate(singles):
            assert same(single, Frames(batch.rgb[i], batch.depth[i], batch.ids[i]))
    renderer.close()


@pytest.mark.parametrize(("width", "height"), [(1, 1), (1, 40), (17, 9), (33, 31), (224, 3)])
def test_any_resolution(width, height, awkward):
    scene = RenderScene(awkward)
    frames = Renderer(width, height, supersample=2).render(scene, (1.5, 4.0, 0.87, -1.0, 0.0))
    assert frames.rgb.shape == (height, width, 3)
    assert frames.rgb.dtype == np.uint8
    assert frames.rgb.flags.c_contiguous
    assert frames.depth.shape == frames.ids.shape == (height, width)
    assert frames.depth.dtype == np.float32
    assert frames.ids.dtype == np.int32
    assert (frames.ids != 0).all()
    assert (frames.depth > 0).all()


@pytest.mark.parametrize("degrees", [5, 60, 120, 165])
def test_any_field_of_view_is_gapless(degrees, awkward, cameras):
    renderer = Renderer(64, 64, math.radians(degrees))
    for camera in cameras(awkward, 5):
        assert (renderer.render(RenderScene(awkward), camera).ids != 0).all()


def test_supersampling_refines_colour_only(cameras):
    house = furnished()
    scene, pose = RenderScene(house), cameras(house, 1)[0]
    plain = Renderer(64, 64).render(scene, pose)
    fine = Renderer(64, 64, supersample=2).render(scene, pose)
    assert np.array_equal(plain.depth, fine.depth)
    assert np.array_equal(plain.ids, fine.ids)
    difference = np.abs(plain.rgb.astype(int) - fine.rgb.astype(int)).mean()
    assert 0.0 < difference < 12.0


def test_no_lights_is_dim_but_drawn(awkward):
    lit = Renderer(64, 64).render(RenderScene(awkward), (1.5, 4.0, 0.87, -1.0, 0.0)).rgb
    dark_scene = RenderScene(replace(awkward, lights=()))
    dark = Renderer(64, 64).render(dark_scene, (1.5, 4.0, 0.87, -1.0, 0.0)).rgb
    assert 20 < dark.mean() < lit.mean()


def test_nothing_is_zero_everywhere(awkward):
    scene = RenderScene(awkward)
    frames = Renderer(16, 16).render(scene, (50.0, 50.0, 0.87, 0.0, 0.0))
    assert not frames.rgb.any()
    assert not frames.depth.any()
    assert not frames.ids.any()


def test_outputs_can_be_reused_and_are_checked(awkward):
    scene, renderer = RenderScene(awkward), Renderer(32, 32)
    out = renderer.empty(2)
    poses = [(1.5, 4.0, 0.87, -1.0, 0.0)] * 2
    assert renderer.render_batch([scene] * 2, poses, out) is out
    with pytest.raises(
        InvalidValueError, match=r"out\.rgb must be uint8 of shape \(1, 32, 32, 3\)"
    ):
        renderer.render_batch([scene], poses[:1], out)
    with pytest.raises(InvalidValueError, match="1 scenes and 2 cameras"):
        renderer.render_batch([scene], poses)
    with pytest.raises(InvalidValueError, match="five finite numbers"):
        renderer.render(scene, (0.0, 0.0, math.nan, 0.0, 0.0))
    with pytest.raises(InvalidValueError, match="resolution 0x32"):
        Renderer(0, 32)


SCRIPT = """
import sys
import numpy as np
from meadow.sim.render import Renderer, RenderScene
from meadow.testing.furnished import generated
scene = RenderScene(generated(1, 3))
poses = [(1.5, 1.5, 0.87, 0.7 * k, (-0.5, 0.0, 0.5)[k % 3]) for k in range(9)]
frames = Renderer(96, 96).render_batch([scene] * 9, poses)
np.savez(sys.argv[1], rgb=frames.rgb, depth=frames.depth, ids=frames.ids)
"""


@pytest.mark.parametrize(("width", "height"), [(1, 1), (13, 7), (33, 5), (97, 61)])
def test_nothing_is_written_beyond_the_outputs(width, height, awkward, cameras):
    """Blocks of 16 pixels must not spill over, whatever the width."""
    renderer = Renderer(width, height)
    whole = renderer.empty(3)
    for name in NAMES:
        getattr(whole, name).fill(77)
    middle = Frames(*(getattr(whole, name)[1:2] for name in NAMES))
    pose = cameras(awkward, 1)
    renderer.render_batch([RenderScene(awkward)], pose, middle)
    assert same(middle, Renderer(width, height).render_batch([RenderScene(awkward)], pose))
    for name in NAMES:
        assert (getattr(whole, name)[[0, 2]] == 77).all()


def test_another_cpu_type_draws_the_same_bits(tmp_path):
    generic = {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": ""}
    pictures = []
    for name, extra in (("host", {}), ("generic", generic)):
        path = tmp_path / f"{name}.npz"
        # Its own cache: code for the generic CPU must never be found by other runs.
        cache = {"NUMBA_CACHE_DIR": str(tmp_path / "cache")} if extra else {}
        subprocess.run(
            [sys.executable, "-c", SCRIPT, str(path)],
            check=True,
            env={**os.environ, **extra, **cache},
            timeout=300,
        )
        pictures.append(np.load(path))
    for name in NAMES:
        assert np.array_equal(pictures[0][name], pictures[1][name]), name
