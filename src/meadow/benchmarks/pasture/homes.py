"""One home with everything that PASTURE places, and its variants: the same home without some of it.

All is placed in one full home and proved there: what can be seen and reached among all other things can
be seen and reached among fewer. Only that hidden things are out of sight is proved in the emptiest home.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from functools import cache, cached_property, partial

import numpy as np

from meadow.benchmarks.pasture import descriptions
from meadow.benchmarks.pasture.hiding import FINER_SCALES, SCALES, UNDER, hidden_size, hide, nooks
from meadow.benchmarks.pasture.props import UNCOMMON
from meadow.benchmarks.pasture.task import BODY, ROLES, VARIANTS
from meadow.episodes.categories import ROBOTHOR
from meadow.episodes.houses import (
    SEED_AND_ROOMS,
    HouseScheme,
    revision_of,
    seed_and_rooms,
    seeded,
)
from meadow.errors import GenerationError, UnknownIdError
from meadow.language.goals import Description, Noun
from meadow.language.things import Thing
from meadow.scenes.catalogue import CATEGORIES
from meadow.scenes.facts import object_thing, size_word, things_of
from meadow.scenes.generator.generate import finished_house, furnished_home
from meadow.scenes.generator.home import Home
from meadow.scenes.generator.include import TABLES, Ground, in_open, put_in_open
from meadow.scenes.generator.space import Box, object_box
from meadow.scenes.generator.spec import HouseSpec
from meadow.scenes.meshes import object_mesh
from meadow.scenes.schema import House, Object, mm, replace
from meadow.seeding import Stream, stream
from meadow.sim.simulator import MeadowSimulator
from meadow.sim.visibility import DISTANCE, SHARE
from meadow.types import Array

#: Homes are placed with the robot's eyes and described in words.
CODE = (
    *("geometry", "language", "scenes", "sim"),
    *(
        f"benchmarks/pasture/{name}.py"
        for name in ("descriptions", "hiding", "homes", "props", "task")
    ),
)
DENSITY = 0.45
"""Small things compared with a usual home: surfaces must have room for what is added."""
FURNITURE = ("wardrobe", "dresser")
"""Pieces that every home needs, to hide large things in and for a second television."""
UNDER_FIRST = 0.88
"""Chance that revision 2 tries to hide a thing under a piece first. Not everything fits there: in the end
133 of 180 hidden things are under something, and 128 of the authors' 180."""
ATTEMPTS = 8
"""Rounds of placing anew what does not meet its conditions."""
BULKY = ("television",)
"""Targets that few pieces have room for."""
DRAFTS = 24
"""Looks tried for a thing that must differ from another."""
APART = 2 * DISTANCE + 0.05
"""Metres between things of a category: no place is near enough to both to count for both."""
FEWEST_VIEWS = 3
"""Free poses from which what is looked for must be visible."""
SHRINK = 0.3
"""Chance that a target is made small; together with those that are, about half."""
SIGHT = 4.0
"""Hidden things must be out of sight from this far, metres."""
LOOKS = 96
"""Poses from which that is tried."""
GLANCES = 40
"""Poses around a thing that are tried before all free poses near it are."""

Key = tuple[str, str]
"""Role and name of a placed thing."""


class Family:
    """The full home of a seed, with who is who in it."""

    def __init__(self, seed: int, rooms: tuple[int, int], revision: int = 1) -> None:
        include = (*ROBOTHOR, *FURNITURE)
        spec = HouseSpec(rooms=rooms, density=DENSITY, revision=revision, include=include)
        self.seed = seed
        self.home: Home = furnished_home(seed, spec)[0]
        self.ids: dict[Key, str] = {}
        self._known: dict[str, tuple[list[Object], list[Thing]]] = {}

    @staticmethod
    def names(role: str) -> tuple[str, ...]:
        """What there is one of in a role."""
        return tuple(UNCOMMON) if role == "uncommon" else ROBOTHOR

    def left_out(self, variant: str) -> list[str]:
        """Ids of the things that a variant does not have."""
        return [id for (role, _), id in self.ids.items() if role not in VARIANTS[variant]]

    def house(self, variant: str) -> House:
        """The house of a variant."""
        name = f"pasture-{self.seed}-{variant}"
        return finished_house(self.home, self.seed, id=name, without=self.left_out(variant))

    def object_id(self, variant: str, id: str) -> str:
        """What a thing of the full home is called in the house of a variant."""
        return self.home.numbered(self.left_out(variant))[id]

    def object(self, role: str, name: str) -> Object | None:
        """The thing of that role, if it is placed."""
        return self.home.objects.get(self.ids.get((role, name), ""))

    def concealer(self, name: str) -> Object:
        """What hides the hidden thing of a category."""
        item = self.home.objects[self.ids["hidden", name]]
        if item.container:
            return self.home.objects[item.container]
        within = object_box(item).centre
        pieces = [o for o in self.home.objects.values() if o.support == "floor" and o.id != item.id]
        if self.home.revision >= 2:  # not the rug that both stand on
            pieces = [o for o in pieces if o.category in UNDER]
        return next(p for p in pieces if _covers(object_box(p), within))

    def things(self, variant: str) -> list[Thing]:
        """What is true of the things of a variant, by their ids in the full home."""
        kinds = {id: site.kind for id, site in self.home.sites.items()}
        kept = self.home.numbered(self.left_out(variant))
        objects = [self.home.objects[id] for id in kept]
        last, things = self._known.get(variant, ([], []))
        if len(last) != len(objects) or any(a is not b for a, b in zip(last, objects)):
            things = list(things_of(objects, kinds, self.home.revision))
            self._known[variant] = objects, things
        return things

    def goal(self, words: str, name: str) -> Description | None:
        """The goal for a thing in words of a kind; None when no such words fit it alone."""
        if words == "name":
            return Description(target=Noun(head=name, category=UNCOMMON[name][0]), text=name)
        if words == "category":
            return descriptions.worded(Description(target=Noun(head=name, category=name)))
        variant = "hidden-distract" if words == "hidden" else "distract"
        things = self.things(variant)
        role = "hidden" if words == "hidden" else "target"
        target = next(t for t in things if t.id == self.ids[role, name])
        if words == "appearance":
            others = [t for t in things if t.id != target.id]
            return descriptions.appearance(target, others, accents(self.home.objects[target.id]))
        if words == "spatial":
            rng = stream(self.seed, "pasture", "spatial", name)
            kept = {t.id for t in self.things("plain")}
            return descriptions.spatial(rng, target, things, kept)
        piece = self.concealer(name).id
        return descriptions.hidden(target, next(t for t in things if t.id == piece), things)

    def forget(self, key: Key) -> None:
        """Take a thing away, with what it carries."""
        id = self.ids.pop(key)
        if id in self.home.objects:
            self.home.remove(id)
        self.ids = {k: v for k, v in self.ids.items() if v in self.home.objects}


def build_family(seed: int, rooms: tuple[int, int], revision: int = 1) -> Family:
    """The full home of a seed, with every condition met; an error when they cannot be."""
    family = Family(seed, rooms, revision)
    _settle_targets(family)
    inspector = Inspector(family)
    try:
        for attempt in range(ATTEMPTS):
            for role, name in _by_size():
                if (role, name) not in family.ids:
                    _place(family, role, name, attempt)
            bad = inspector.problems(blame="target" if attempt % 2 else "second")
            if not bad:
                return family
            for key in bad:
                if key in family.ids:
                    family.forget(key)
    finally:
        inspector.close()
    missing = ", ".join(f"{role} {name}" for role, name in bad)
    raise GenerationError(f"PASTURE home {seed}: no place for {missing}: try another seed")


@cache
def _by_size() -> tuple[Key, ...]:
    """All keys in the order of placement: targets, then what needs most room, then hidden things."""

    def order(key: Key) -> tuple[bool, bool, float]:
        role, name = key
        category = CATEGORIES[UNCOMMON[name][0] if role == "uncommon" else name]
        return role == "hidden", role != "target", -math.prod(side[0] for side in category.size)

    return tuple(sorted(((r, n) for r in ROLES for n in Family.names(r)), key=order))


def _settle_targets(family: Family) -> None:
    """Choose one thing of every target category and remove the others."""
    home = family.home
    for name in ROBOTHOR:
        family.ids["target", name] = in_open(home, name)[0].id
    chosen = set(family.ids.values())
    for item in list(home.objects.values()):
        if item.category in ROBOTHOR and item.id not in chosen and item.id in home.objects:
            home.remove(item.id)
    family.ids = {k: v for k, v in family.ids.items() if v in home.objects}
    for (_, name), id in family.ids.items():
        carries = any(id in (o.support, o.container) for o in home.objects.values())
        if not carries and stream(family.seed, "pasture", "small", name).chance(SHRINK):
            _shrink(home, home.objects[id])


def _shrink(home: Home, item: Object) -> None:
    """Make a thing small for its category, where it is."""
    ranges = CATEGORIES[item.category].size
    across, along, up = (
        min(side, mm(2 * mm((low + 0.1 * (high - low)) / 2)))
        for side, (low, high) in zip(item.size, ranges)
    )
    size = (across, along, up)
    if size_word(CATEGORIES[item.category], size) == "small":
        home.objects[item.id] = small = replace(item, size=size)
        home.sites[item.room].solids[item.id] = object_box(small)


def _place(family: Family, role: str, name: str, attempt: int) -> None:
    """Try to place one thing that is missing."""
    rng = stream(family.seed, "pasture", role, name, attempt)
    if role == "hidden":
        placed = _hide(family, rng, name)
    else:
        draw = _drawer(family, rng, role, name)
        if attempt:
            _make_room(family, rng, role, name)
        placed = put_in_open(family.home, rng, draw, partial(_apart, family, role, name))
    if placed is not None:
        family.ids[role, name] = placed.id


def _make_room(family: Family, rng: Stream, role: str, name: str) -> None:
    """Clear a piece that usually carries such a thing of all that is not part of the benchmark."""
    home = family.home
    usual = CATEGORIES[UNCOMMON[name][0] if role == "uncommon" else name].on
    pieces = [o for o in home.objects.values() if o.category in (*usual, *TABLES)]
    if not pieces:
        return
    piece, ours = rng.choice(pieces).id, set(family.ids.values())
    carriers = {home.objects[id].support for id in ours}
    for item in list(home.objects.values()):
        if item.support == piece and item.id not in ours | carriers and not item.container:
            home.remove(item.id)


def _drawer(family: Family, rng: Stream, role: str, name: str) -> Callable[[], Object]:
    """What draws drafts for a role."""
    home = family.home
    if role == "uncommon":
        category, finishes = UNCOMMON[name]
        return partial(home.draft, rng, category, finishes=finishes)
    other = family.object("second" if role == "target" else "target", name)
    if other is None:
        return partial(home.draft, rng, name)
    # Few pieces carry a second television, so it is a small one.
    size = hidden_size(name, 1.0) if name in BULKY else None

    def draw() -> Object:
        for _ in range(DRAFTS):
            draft = home.draft(rng, name, size=size)
            if _distinct(draft, other) and _distinct(other, draft):
                break
        return draft

    return draw


def _distinct(item: Object, other: Object) -> bool:
    """Whether a thing's looks tell it from another of its category."""
    described = descriptions.appearance(object_thing(item), [object_thing(other)], accents(item))
    return described is not None


def accents(item: Object) -> list[str]:
    """Colours of the parts that show besides the main one, the largest first."""
    mesh = object_mesh(item)
    corners = mesh.vertices[mesh.quads].astype(np.float64)
    across, along = corners[:, 2] - corners[:, 0], corners[:, 3] - corners[:, 1]
    areas = 0.5 * np.linalg.norm(np.cross(across, along), axis=1)
    size = {name: areas[mesh.part == k].sum() for k, name in enumerate(mesh.parts)}
    shown = sorted(
        (p for p in item.parts[1:] if p.name in size and not p.image),
        key=lambda p: (-size[p.name], p.name),
    )
    return list(dict.fromkeys(p.colour for p in shown))


def _apart(family: Family, role: str, name: str, item: Object) -> bool:
    """Whether a thing is far enough from all others that it could be taken for, and on none that may go."""
    if item.support in family.ids.values():
        return False
    if role == "uncommon":
        return True
    box = object_box(item)
    other = family.object("second" if role == "target" else "target", name)
    if other is not None and _gap(box, object_box(other)) < APART:
        return False
    if role == "target" and ("hidden", name) in family.ids:
        return _gap(box, object_box(family.concealer(name))) >= APART
    return True


def _hide(family: Family, rng: Stream, name: str) -> Object | None:
    home, visible = family.home, family.object("target", name)
    ground = Ground(home)
    places = nooks(home, rng)
    if home.revision >= 2:
        under = stream(family.seed, "pasture", "under", name).chance(UNDER_FIRST)
        places.sort(key=lambda nook: (nook.surface is None) != under)
    for nook in places:
        if nook.concealer.id in family.ids.values():
            continue
        box = object_box(nook.concealer)
        if visible is not None and _gap(box, object_box(visible)) < APART:
            continue
        if not ground.near(box):
            continue
        for scale in FINER_SCALES if home.revision >= 2 else SCALES:
            placed = hide(home, rng, home.draft(rng, name, size=hidden_size(name, scale)), nook)
            if placed is None:
                continue
            family.ids["hidden", name] = placed.id
            if family.goal("hidden", name) is not None:
                return placed
            family.forget(("hidden", name))
            break
    return None


def _gap(a: Box, b: Box) -> float:
    """Metres between two boxes on the plan, or somewhat less."""
    return math.hypot(*(max(a.low[k] - b.high[k], b.low[k] - a.high[k], 0.0) for k in (0, 1)))


def _covers(box: Box, point: tuple[float, float]) -> bool:
    dx, dy = point[0] - box.centre[0], point[1] - box.centre[1]
    along, aside = box.cos * dx + box.sin * dy, box.cos * dy - box.sin * dx
    return abs(along) <= box.half[0] and abs(aside) <= box.half[1]


class Inspector:
    """Looks with the robot's own eyes whether everything is where it should be."""

    def __init__(self, family: Family) -> None:
        self._family = family

    @cached_property
    def _simulator(self) -> MeadowSimulator:
        return MeadowSimulator(BODY, houses=1)

    def close(self) -> None:
        """The simulator in which it looks is closed, which frees what it holds."""
        self._simulator.close()

    def problems(self, blame: str) -> list[Key]:
        """Things that are missing, cannot be described, cannot be found or are not hidden.

        ``blame`` says which of two things that no words tell apart is the problem.
        """
        missing = [key for key in _by_size() if key not in self._family.ids]
        return missing or [*self._unclear(blame)] or [*self._unseen()] or [*self._seen()]

    def _unclear(self, blame: str) -> Iterator[Key]:
        for name in ROBOTHOR:
            if not all(self._family.goal(words, name) for words in ("appearance", "spatial")):
                yield blame, name
            if self._family.goal("hidden", name) is None:
                yield "hidden", name

    def _unseen(self) -> Iterator[Key]:
        """Things that cannot be seen from enough places in the full home."""
        family = self._family
        names = family.home.numbered()
        house = finished_house(family.home, family.seed)
        self._simulator.reset(house, self._simulator.free_pose(house))
        oracle = self._simulator.oracle
        for (role, name), id in family.ids.items():
            shown = names[family.concealer(name).id if role == "hidden" else id]
            few = oracle.sees(shown, self._facing(house.object(shown), GLANCES, 2.0 * DISTANCE))
            if few.sum() < FEWEST_VIEWS and len(oracle.viewpoints(shown)) < FEWEST_VIEWS:
                yield role, name

    def _seen(self) -> Iterator[Key]:
        """Hidden things that can be seen in the home where they are alone."""
        family = self._family
        house = family.house("hidden")
        self._simulator.reset(house, self._simulator.free_pose(house))
        for name in ROBOTHOR:
            id = family.object_id("hidden", family.ids["hidden", name])
            item = house.object(id)
            poses = self._facing(item, GLANCES if item.container else LOOKS, SIGHT)
            if len(poses) and self._simulator.shares(id, poses).max() >= SHARE:
                yield "hidden", name

    def _facing(self, item: Object, count: int, within: float) -> Array:
        """About ``count`` free poses around a thing that look at it."""
        points, (x, y, _) = self._simulator.world.navgrid.points(), item.position
        near = points[np.hypot(points[:, 0] - x, points[:, 1] - y) < within]
        near = near[:: max(1, len(near) // count)]
        yaw = np.arctan2(y - near[:, 1], x - near[:, 0])
        return np.column_stack([near, yaw, np.zeros(len(near))])


def pasture_uri(seed: int, rooms: tuple[int, int], variant: str, revision: int = 1) -> str:
    """The reference of a variant of a home."""
    return f"pasture:{seeded(seed, rooms, revision)},variant={variant}"


def _make(match: re.Match[str]) -> dict[str, House]:
    """All variants of a home, since placing its things is most of the work."""
    if match["variant"] not in VARIANTS:
        raise UnknownIdError("variant of a PASTURE home", match["variant"], VARIANTS)
    (seed, rooms), revision = seed_and_rooms(match), revision_of(match)
    family = build_family(seed, rooms, revision)
    return {pasture_uri(seed, rooms, v, revision): family.house(v) for v in VARIANTS}


SCHEME = HouseScheme(
    re.compile(rf"pasture:{SEED_AND_ROOMS},variant=(?P<variant>[a-z-]+)"),
    "pasture:seed=N,rooms=N-M,variant=NAME, perhaps with ,revision=N before the variant",
    _make,
    code=CODE,
)
