"""Defocus, motion blur, spatter and speckle against the reference implementation of ImageNet-C.

The package ``imagecorruptions`` cannot be installed beside current setuptools and opencv-python-headless,
so it is not among the test dependencies. ``pip install --no-deps imagecorruptions`` makes these tests run.
"""

from __future__ import annotations

import importlib
import math
import sys
import types

import numpy as np
import pytest

from meadow.corruptions import CORRUPTIONS
from meadow.corruptions.grain import grain
from meadow.corruptions.rgb.motion_blur import LEVELS as STREAKS
from meadow.corruptions.rgb.motion_blur import streak
from meadow.seeding import stream

SHAPE = (300, 400)
SEVERITIES = (1, 2, 3, 4, 5)


@pytest.fixture(scope="module")
def reference():
    """The reference, with names that it needs from old setuptools and SciPy."""
    pytest.importorskip("cv2")
    resources = types.ModuleType("pkg_resources")
    resources.resource_filename = lambda package, name: name
    moved = types.ModuleType("scipy.ndimage.interpolation")
    moved.map_coordinates = importlib.import_module("scipy.ndimage").map_coordinates
    patch = pytest.MonkeyPatch()
    patch.setitem(sys.modules, "pkg_resources", resources)
    patch.setitem(sys.modules, "scipy.ndimage.interpolation", moved)
    try:
        yield importlib.import_module("imagecorruptions.corruptions")
    except ModuleNotFoundError as error:
        pytest.skip(f"imagecorruptions is not installed ({error})")
    finally:
        patch.undo()


@pytest.fixture(scope="module")
def image():
    """Soft blobs and hard edges in all colours."""
    y, x = np.indices(SHAPE, np.float64)
    waves = [np.sin(x / (9.0 + 5 * c) + c) * np.cos(y / (14.0 - 3 * c)) for c in range(3)]
    out = (127.0 + 90.0 * np.stack(waves, axis=-1)).astype(np.uint8)
    out[80:160, 100:220] = (220, 40, 60)
    out[200:, 300:] = (10, 10, 12)
    return out


def ours(name, severity, image, seed=0):
    one = CORRUPTIONS.get(name)
    return one.make(one.level(severity), stream(seed, name), image.shape[:2], 1.0)(image)


@pytest.mark.parametrize("severity", SEVERITIES)
def test_defocus_blur_is_equal_to_a_level(reference, image, severity):
    theirs = reference.defocus_blur(image, severity)
    assert np.abs(ours("defocus_blur", severity, image) - theirs).max() <= 1.0


@pytest.mark.parametrize("severity", SEVERITIES)
@pytest.mark.parametrize("degrees", [-45.0, -17.0, 0.0, 31.0])
def test_motion_blur_is_equal_to_a_level(reference, image, severity, degrees):
    radius, std = STREAKS[severity - 1]
    theirs = reference._motion_blur(image, radius, std, degrees)
    mine = streak(radius, std, math.radians(degrees))(image)
    assert np.abs(mine - np.clip(theirs, 0, 255)).max() <= 1.0


@pytest.mark.parametrize("severity", SEVERITIES)
@pytest.mark.parametrize("name", ["speckle_noise", "spatter"])
def test_equal_noise_gives_equal_frames(reference, image, monkeypatch, name, severity):
    from PIL import Image

    def normal(size, loc=0.0, scale=1.0):
        return loc + scale * grain(stream(3, name), size)

    monkeypatch.setattr(np.random, "normal", normal)
    theirs = getattr(reference, name)(Image.fromarray(image), severity)
    off = np.abs(ours(name, severity, image, seed=3) - theirs).max(axis=-1)
    assert (off > 1.0).mean() < 0.002  # a pixel whose noise is at a threshold may fall either way


@pytest.mark.parametrize("severity", SEVERITIES)
@pytest.mark.parametrize("name", ["speckle_noise", "spatter"])
def test_random_ones_change_frames_alike(reference, image, name, severity):
    from PIL import Image

    np.random.seed(5)  # noqa: NPY002 (the reference draws from the global generator)
    function, draws = getattr(reference, name), 24
    theirs = [np.uint8(function(Image.fromarray(image), severity)) for _ in range(draws)]
    mine = [ours(name, severity, image, seed) for seed in range(draws)]
    for mark in (_mean, _spread, _share):
        a, b = ([mark(p, image) for p in pictures] for pictures in (mine, theirs))
        error = math.hypot(np.std(a), np.std(b)) / math.sqrt(draws)
        assert abs(np.mean(a) - np.mean(b)) < 4.0 * error + 0.02 * abs(np.mean(b)) + 0.02


def _mean(picture, image):
    return float((picture.astype(np.float64) - image).mean())


def _spread(picture, image):
    return float((picture.astype(np.float64) - image).std())


def _share(picture, image):
    return float((np.abs(picture.astype(np.float64) - image).max(axis=-1) > 8).mean())
