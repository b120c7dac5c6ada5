"""Rendered frames and their labels, as arrays that are ready for a training step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from meadow.language.held_out import CATALOGUE_REVISION
from meadow.learning.eyes.data import facts, phrases
from meadow.learning.eyes.data.disturb import ARM, disturbed, with_arm
from meadow.learning.eyes.data.facts import ROOM_NAMES, Facts
from meadow.models.eyes.text import read_words
from meadow.models.text import load_words
from meadow.scenes.schema import House
from meadow.seeding import Stream
from meadow.sim.render import Renderer, RenderScene
from meadow.types import SHELL_IDS, Array

RESOLUTION = 224
STRIDE = 8
FEWEST_PIXELS = 36
"""Regions smaller than this are neither taught nor counted as absent."""
TELLING = 160
"""Number of pixels from which on a thing can usually be recognised."""
DESCRIBED = 90
"""Number of things of a batch that are described, each with a near miss."""
LOCATED = 24
"""Number of things of a batch that are named together with a region of the image."""
ARMED = 0.06
"""Fraction of the pictures into which a robot's own arm reaches."""
SHELL = tuple(SHELL_IDS)


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture of a home with its ground truth."""

    rgb: Array
    """(H, W, 3) uint8."""
    ids: Array
    """(H, W) int16: 0 nothing, 1 + i for thing i of the home, negative for the building."""
    room: int
    """Index of the type of room that the camera stands in."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Inputs and targets of one step."""

    images: Array
    """(B, H, W, 3) uint8."""
    cells: Array
    """(B, h, w) int32: row of the region that a cell of 8x8 pixels teaches, -1 none, -2 ignored."""
    pixels: Array
    """(B, H/4, W/4) int32: row of the region, -1 where there is none."""
    boxes: Array
    """(R, 4) float32 x0, y0, x1, y1 of the regions in pixels; NaN where boxes make no sense."""
    owners: Array
    """(R,) int32 image of each region."""
    truth: Array
    """(R, P) int8: 1 true, 0 false, -1 arguable."""
    present: Array
    """(B, P) int8: whether the image shows what the phrase says."""
    groups: tuple[tuple[int, int], ...]
    """Ranges of exclusive phrases."""
    pairs: Array
    """(K, 2) int64 numbers of a description and of its near miss."""
    tokens: Array
    """(P, T, D) float32 word vectors."""
    weights: Array
    """(P, T) float32, 0 behind a phrase's end."""
    located_tokens: Array
    """(L, T, D) of names with a region of the image."""
    located_weights: Array
    located: Array
    """(B, L) int8: whether the image shows the thing in that region; -1 arguable."""
    room_tokens: Array
    room_weights: Array
    rooms: Array
    """(B,) int64 index of the room's type."""


def home_facts(house: House) -> list[Facts]:
    """Facts of all things, in the order of their instance ids from 1 on."""
    things = [facts.object_facts(o) for o in house.objects]
    return things + [facts.person_facts(p) for p in house.people]


def view_frames(house: House, scene: RenderScene, views: Array, renderer: Renderer) -> list[Frame]:
    """Render a frame for each of (N, 5) camera poses."""
    out = renderer.render_batch([scene] * len(views), views)
    types = list(ROOM_NAMES)
    rooms = [types.index(_room_at(house, view[0], view[1])) for view in views]
    return [
        Frame(rgb, ids.astype(np.int16), room) for rgb, ids, room in zip(out.rgb, out.ids, rooms)
    ]


def _room_at(house: House, x: float, y: float) -> str:
    from meadow.geometry.polygons import in_polygon

    for room in house.rooms:
        if in_polygon(np.array(room.polygon, np.float64), x, y):
            return room.type
    return house.rooms[0].type


# --- from frames to batches ----------------------------------------------------------------------


def cut(rng: Stream, frame: Frame, size: int) -> tuple[Array, Array]:
    """A square of the frame at ``size`` pixels: the whole, or a part near its own scale; maybe mirrored."""
    full = frame.rgb.shape[0]
    if size < full and rng.chance(0.6):
        side = min(full, int(size * rng.uniform(0.85, 1.15)))
    else:
        side = int(rng.uniform(min(size, 0.85 * full), full))
    windows = [(rng.integer(0, full - side), rng.integer(0, full - side)) for _ in range(5)]
    # The window that shows most things is taken: walls are soon learnt.
    x, y = max(windows, key=lambda w: variety(frame.ids[w[1] : w[1] + side, w[0] : w[0] + side]))
    at = (np.arange(size) + 0.5) * side / size
    nearest = at.astype(np.int64)
    ids = frame.ids[y : y + side, x : x + side][nearest][:, nearest]
    rgb = _resized(frame.rgb[y : y + side, x : x + side], at)
    # Prints and texts have a right way round, so mirrors are rare.
    if rng.chance(0.2):
        rgb, ids = rgb[:, ::-1], ids[:, ::-1]
    return rgb, ids


def variety(ids: Array) -> int:
    """The number of things that a picture shows large enough to be recognised."""
    coarse = ids[::4, ::4]
    return int(np.count_nonzero(np.bincount(coarse[coarse > 0], minlength=1) * 16 >= TELLING))


def _resized(rgb: Array, at: Array) -> Array:
    """Resize a square picture by bilinear samples at the same places of both axes, float32."""
    low = np.clip((at - 0.5).astype(np.int64), 0, len(rgb) - 1)
    high = np.minimum(low + 1, len(rgb) - 1)
    share = np.clip(at - 0.5 - low, 0.0, 1.0).astype(np.float32)
    image = rgb.astype(np.float32)
    rows = image[low] * (1 - share)[:, None, None] + image[high] * share[:, None, None]
    return rows[:, low] * (1 - share)[None, :, None] + rows[:, high] * share[None, :, None]


@dataclass(slots=True)
class _Regions:
    """Collects the regions of a batch."""

    facts: list[Facts]
    boxes: list[tuple[float, float, float, float]]
    owners: list[int]
    tiny: list[bool]

    def add(self, image: int, ids: Array, things: Sequence[Facts]) -> Array:
        """Add an image's regions and return the map of their rows."""
        rows = np.full(ids.shape, -1, np.int32)
        values, inverse, counts = np.unique(ids, return_inverse=True, return_counts=True)
        numbers = np.full(len(values), -1, np.int32)
        for k, (value, count) in enumerate(zip(values.tolist(), counts.tolist())):
            if value == 0:
                continue
            numbers[k] = len(self.facts)
            if value > 0:
                ys, xs = np.nonzero(ids == value)
                box = (float(xs.min()), float(ys.min()), xs.max() + 1.0, ys.max() + 1.0)
                self.facts.append(things[value - 1])
            else:
                box = (np.nan,) * 4
                kind = "arm" if value == ARM else SHELL[-value - 1]
                self.facts.append(facts.shell_facts(kind))
            self.boxes.append(box)
            self.owners.append(image)
            self.tiny.append(count < FEWEST_PIXELS)
        rows[:] = numbers[inverse].reshape(ids.shape)
        return rows


def cell_map(rows: Array, tiny: Array, areas: Array) -> Array:
    """The region that each cell teaches: the smallest thing at one of its four inner points."""
    h, w = rows.shape[0] // STRIDE, rows.shape[1] // STRIDE
    inner = rows[2::4, 2::4][: 2 * h, : 2 * w].reshape(h, 2, w, 2)
    points = inner.transpose(0, 2, 1, 3).reshape(h, w, 4)
    cost = np.where(points >= 0, areas[np.maximum(points, 0)], 1e9)
    best = cost.argmin(axis=2)
    cells = np.take_along_axis(points, best[..., None], axis=2)[..., 0].astype(np.int32)
    return np.where((cells >= 0) & tiny[np.maximum(cells, 0)], -2, cells).astype(np.int32)


def make_batch(
    rng: Stream,
    items: Sequence[tuple[Frame, Sequence[Facts]]],
    size: int,
    zero_shot: bool,
    revision: int = CATALOGUE_REVISION,
) -> Batch:
    """Cut, disturb and describe a batch of frames."""
    regions = _Regions([], [], [], [])
    images, maps = [], []
    for k, (frame, things) in enumerate(items):
        rgb, ids = cut(rng, frame, size)
        if rng.chance(ARMED):
            rgb, ids = with_arm(rng, rgb, ids)
        images.append(disturbed(rng, rgb))
        maps.append(regions.add(k, ids, things))
    tiny = np.array(regions.tiny, bool)
    boxes = np.array(regions.boxes, np.float32).reshape(-1, 4)
    # Parts of the building give way to everything else.
    areas = np.nan_to_num((boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1]), nan=1e8)
    cells = np.stack([cell_map(rows, tiny, areas) for rows in maps])
    large = [r for r in range(len(tiny)) if not tiny[r] and areas[r] < 1e8]
    described = [regions.facts[r] for r in rng.sample(large, min(len(large), DESCRIBED))]
    bank = phrases.bank(rng, described, zero_shot, revision)
    truth = phrases.truth_table(regions.facts, bank.phrases)
    owners = np.array(regions.owners, np.int32)
    tokens, weights = encode([p.text for p in bank.phrases])
    room_tokens, room_weights = encode(phrases.room_phrases(rng))
    places = _ninths(boxes, size)
    chosen = rng.sample(large, min(len(large), LOCATED))
    located = phrases.located_phrases(
        rng, [(regions.facts[r], int(places[r])) for r in chosen], zero_shot, revision
    )
    located_tokens, located_weights = encode([p.text for p, _ in located])
    return Batch(
        images=np.stack(images),
        cells=cells,
        pixels=np.stack([rows[2::4, 2::4] for rows in maps]),
        boxes=boxes,
        owners=owners,
        truth=truth,
        present=_present(truth, owners, tiny, len(items)),
        groups=bank.groups,
        pairs=np.array(bank.pairs, np.int64).reshape(-1, 2),
        tokens=tokens,
        weights=weights,
        located_tokens=located_tokens,
        located_weights=located_weights,
        located=_located(regions, tiny, places, located, len(items)),
        room_tokens=room_tokens,
        room_weights=room_weights,
        rooms=np.array([frame.room for frame, _ in items], np.int64),
    )


def _ninths(boxes: Array, size: int) -> Array:
    """(R,) which of nine regions of the image each box has its middle in, row by row; -1 without a box."""
    middle = np.nan_to_num((boxes[:, :2] + boxes[:, 2:]) / 2.0, nan=-1.0)
    column, row = np.clip((3.0 * middle / size).astype(np.int64), 0, 2).T
    return np.where(middle[:, 0] >= 0.0, 3 * row + column, -1)


def _located(
    regions: _Regions,
    tiny: Array,
    places: Array,
    located: Sequence[tuple[phrases.LabelledPhrase, int]],
    count: int,
) -> Array:
    """(images, phrases) whether an image shows the named thing in the named region."""
    names = phrases.truth_table(regions.facts, [phrase for phrase, _ in located])
    wanted = np.array([place for _, place in located], np.int64)
    here = np.where(places[:, None] == wanted[None, :], names, np.where(names == 0, 0, -1))
    # A thing that is plainly elsewhere makes the phrase false, a neighbouring region leaves it open.
    apart = _apart(places)[:, wanted] if len(wanted) else np.zeros((len(places), 0), bool)
    here = np.where((names != 0) & apart, 0, here).astype(np.int8)
    return _present(here, np.array(regions.owners, np.int32), tiny, count)


def _apart(places: Array) -> Array:
    """(R, 9) whether a region of the image does not touch that of each box."""
    rows, columns = np.divmod(np.arange(9), 3)
    own_rows, own_columns = np.divmod(np.maximum(places, 0), 3)
    far = np.maximum(abs(own_rows[:, None] - rows), abs(own_columns[:, None] - columns)) > 1
    apart: Array = far & (places >= 0)[:, None]
    return apart


def _present(truth: Array, owners: Array, tiny: Array, count: int) -> Array:
    """Whether each image shows each phrase; a tiny region only makes it arguable."""
    out = np.zeros((count, truth.shape[1]), np.int8)
    for image in range(count):
        rows = truth[owners == image]
        small = tiny[owners == image]
        if not len(rows):
            continue
        out[image][(rows != 0).any(axis=0)] = -1
        out[image][(rows[~small] == 1).any(axis=0)] = 1
    return out


_tokens = lru_cache(maxsize=20000)(read_words)


def encode(texts: Sequence[str]) -> tuple[Array, Array]:
    """(P, T, D) word vectors and (P, T) weights, zero behind the end of a phrase."""
    parts = [_tokens(text) for text in texts]
    longest = max((len(w) for _, w in parts), default=1) or 1
    tokens = np.zeros((len(texts), longest, load_words().dimensions), np.float32)
    weights = np.zeros((len(texts), longest), np.float32)
    for row, (vectors, shares) in enumerate(parts):
        tokens[row, : len(shares)] = vectors
        weights[row, : len(shares)] = shares
    return tokens, weights
