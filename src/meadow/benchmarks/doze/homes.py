"""One home with all that the benchmark places in it; its levels differ in people only.

A home has whiteboards that can be read, things that few homes have, things that a board tells of, and
further things of usual kinds that bear prints. Goals are then described by what is true of all its things.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from contextlib import closing
from dataclasses import dataclass
from functools import partial

import numpy as np

from meadow.benchmarks.doze import descriptions
from meadow.benchmarks.doze.boards import STYLES, hint_text
from meadow.benchmarks.doze.people import people_of
from meadow.benchmarks.doze.task import BODY, LEVELS
from meadow.episodes.houses import HouseScheme
from meadow.errors import GenerationError, InvalidValueError
from meadow.language.held_out import GOALS
from meadow.language.things import Thing
from meadow.scenes.catalogue import CATEGORIES
from meadow.scenes.facts import things_of
from meadow.scenes.generator.clutter import stand_on
from meadow.scenes.generator.generate import finished_house, furnished_home
from meadow.scenes.generator.home import Home
from meadow.scenes.generator.include import put_in_open
from meadow.scenes.generator.spec import HouseSpec
from meadow.scenes.schema import House, Object, Part, replace
from meadow.scenes.standing import RIMMED, is_floor_below
from meadow.seeding import Stream, stream
from meadow.sim.populate import with_possible_walks
from meadow.sim.simulator import MeadowSimulator
from meadow.types import Array

CODE = (
    *("geometry", "language", "scenes", "sim"),
    *(
        f"benchmarks/doze/{name}.py"
        for name in ("boards", "descriptions", "homes", "people", "task")
    ),
)
#: Sets of rooms: living space that is open, as in the paper's scenes, and one or two rooms beside it.
PROGRAMMES = (
    ("living room", "living room", "living room", "kitchen", "bedroom", "bathroom"),
    ("living room", "living room", "dining room", "kitchen", "bedroom", "office"),
    ("living room", "living room", "living room", "dining room", "bedroom", "bathroom"),
    ("living room", "living room", "living room", "kitchen", "office"),
)
DENSITY = 1.6
"""Small things compared with a usual home."""
HINTS = 5
"""Whiteboards of a home, each of which tells where something is."""
OPEN = 12
"""Things that few homes have; goals are those of them that show well."""
PRINTS = 20
"""Further things with prints."""
TUCKED, SMALL = 10, 0.4
"""Further small things under and in others, and their longest side, metres."""
SHALLOW = 0.35
"""What things are put into is lower, so that one sees them there, metres."""
ATTEMPTS = 30
"""Places tried for a thing that must meet a condition."""
READING = 1.5
"""Metres from which boards can be read."""
WIDEST = math.radians(15.0)
"""Angle to the normal of a board within which it is read."""
GLANCES = 12
"""Poses that are tried for that."""
FACE = 0.59
"""Height of a whiteboard's framed sheet as a share of the whole board's."""
SHOWN = 1.1
"""Of the pixels that the framed sheet alone would have, the least that must show a board; its stand adds up
to a quarter to them, so that little stands before the text."""
LEAST_ANCHOR = 1.6
"""Sides of the smallest piece that a hint names, summed, metres: it must be found easily."""
FURNITURE = frozenset({"furniture", "appliance"})

#: Category, its printed part, and what is printed there: pictures, words, and names like those of brands.
PRINTED: tuple[tuple[str, str], ...] = (
    ("mug", "mug"),
    ("pillow", "print"),
    ("backpack", "bag"),
    ("box", "box"),
    ("bag", "bag"),
    ("book", "cover"),
    ("notebook", "cover"),
    ("cereal box", "box"),
    ("soda can", "can"),
    ("door mat", "mat"),
    ("poster", "sheet"),
    ("cap", "cap"),
)
PICTURES = ("cat", "dog", "fish", "flower", "star", "heart", "sun", "moon", "rocket", "dinosaur")
WORDS = ("DOZE", "HELLO", "LOVE", "HOME", "TEAM", "DREAM")
BRANDS = ("NORDA", "VELOX", "KAFFO", "LUMINA", "ZEPHYR", "BRIKO")


@dataclass(frozen=True, slots=True)
class Hint:
    """Where a board says that a thing is."""

    thing: str
    """Id in the home."""
    word: str
    place: str
    """Category of what it is at."""
    style: str
    text: str


class DozeHome:
    """A home with who is who in it."""

    def __init__(self, seed: int) -> None:
        types = stream(seed, "doze", "programme").choice(PROGRAMMES)
        self.seed = seed
        spec = HouseSpec(types=types, density=DENSITY, revision=2, open_plan=True)
        self.home: Home = furnished_home(seed, spec)[0]
        self.open: list[str] = []
        self.hints: list[Hint] = []
        self.boards: list[str] = []
        """In the order of the hints."""

    def stream(self, *names: str | int) -> Stream:
        """A random stream of this home."""
        return stream(self.seed, "doze", *names)

    def things(self) -> list[Thing]:
        """What is true of all things, by their ids while the home is made."""
        kinds = {id: site.kind for id, site in self.home.sites.items()}
        return [*things_of([*self.home.objects.values()], kinds, self.home.revision)]

    def empty(self) -> House:
        """The house without people."""
        return finished_house(self.home, self.seed, id=f"doze-{self.seed}")

    def house(self, level: int) -> House:
        """The house of a level."""
        empty = self.empty()
        ids = self.home.numbered()
        wanted = [ids[id] for id in (*self.open, *(hint.thing for hint in self.hints))]
        people = people_of(empty, level, self.seed, wanted)
        name = f"doze-{self.seed}-level{level}"
        return with_possible_walks(replace(empty, id=name, people=people))


def build_home(seed: int) -> DozeHome:
    """The home of a seed, with everything placed; an error when something has no place."""
    made = DozeHome(seed)
    _place_open(made)
    _place_hints(made)
    _place_prints(made)
    _place_tucked(made)
    _place_boards(made)
    return made


def _place_boards(made: DozeHome) -> None:
    """Stand whiteboards where a robot can read them, also when all others stand there."""
    with closing(MeadowSimulator(BODY, houses=1)) as simulator:
        for number, hint in enumerate(made.hints):
            for attempt in range(ATTEMPTS):
                if board := _stood(made, made.stream("board", number, attempt), hint.text):
                    made.boards.append(board)
                    if _all_readable(made, simulator):
                        break
                    made.home.remove(made.boards.pop())
            else:
                raise GenerationError(f"DOZE home {made.seed}: no place for board {number + 1}")


def _stood(made: DozeHome, rng: Stream, text: str) -> str:
    """Stand a whiteboard with a text somewhere; its id, or nothing when there is no place."""
    sheet = Part("board", "white", "plastic", "printed", text=text)
    draw = partial(made.home.draft, rng, "whiteboard", finishes=(sheet,))
    placed = put_in_open(made.home, rng, draw)
    return placed.id if placed else ""


def _all_readable(made: DozeHome, simulator: MeadowSimulator) -> bool:
    house, ids = made.empty(), made.home.numbered()
    return all(len(reading_poses(simulator, house, ids[board])) for board in made.boards)


def reading_poses(simulator: MeadowSimulator, house: House, board: str) -> Array:
    """(N, 4) free poses about 1.5 m before a board with nothing in between, the best view first."""
    simulator.reset(house, simulator.free_pose(house))
    item = house.object(board)
    x, y, _ = item.position
    points = simulator.world.navgrid.points()
    dx, dy = points[:, 0] - x, points[:, 1] - y
    away = np.hypot(dx, dy)
    turned = (np.arctan2(dy, dx) - item.yaw + math.pi) % (2 * math.pi) - math.pi
    before = np.flatnonzero((np.abs(away - READING) < 0.1) & (np.abs(turned) < WIDEST))
    near = before[:: max(1, len(before) // GLANCES)]
    yaw = np.arctan2(-dy[near], -dx[near])
    poses = np.column_stack([points[near], yaw, np.zeros(len(near))])
    if not len(poses):
        return poses
    camera = BODY.camera
    focal = 0.5 * camera.width / math.tan(camera.hfov / 2)
    face = item.size[1] * FACE * item.size[2] * (focal / away[near]) ** 2 * np.cos(turned[near])
    shown = simulator.shares(board, poses) * camera.width * camera.height / face
    order = np.argsort(-shown, kind="stable")
    return poses[order][shown[order] >= SHOWN]


def _place_open(made: DozeHome) -> None:
    """Stand things about that few homes have."""
    rng = made.stream("open")
    for name in rng.shuffled(GOALS["open-vocabulary"]):
        if len(made.open) == OPEN:
            return
        if name in GOALS["hint"]:
            continue
        placed = put_in_open(made.home, rng, partial(made.home.draft, rng, name))
        if placed is not None:
            made.open.append(placed.id)
    raise GenerationError(f"DOZE home {made.seed}: no place for {OPEN} uncommon things")


def _place_hints(made: DozeHome) -> None:
    """Put things somewhere that a board then tells; there is one of each such category."""
    home, rng = made.home, made.stream("hints")
    styles = rng.shuffled([*STYLES])
    carriers = {o.support for o in home.objects.values()}
    for name in rng.shuffled(GOALS["hint"]):
        if len(made.hints) == HINTS:
            return
        others = [o.id for o in home.objects.values() if o.category == name]
        if carriers & set(others):
            continue
        for id in others:
            if id in home.objects:
                home.remove(id)
        style = styles[len(made.hints) % len(styles)]
        hint = _hidden(made, made.stream("hint", name), name, style)
        if hint is not None:
            made.hints.append(hint)
    raise GenerationError(f"DOZE home {made.seed}: no place for {HINTS} things that boards tell of")


def _hidden(made: DozeHome, rng: Stream, name: str, style: str) -> Hint | None:
    """Place a thing at an easily found piece, with words that say where it is."""
    home = made.home
    for _ in range(ATTEMPTS):
        draft = home.draft(rng, name)
        placed = _beneath(home, rng, draft) if rng.chance(0.4) else None
        placed = placed or put_in_open(home, rng, partial(home.draft, rng, name))
        if placed is None:
            return None
        found = _place_in_words(made, rng, placed)
        if found is not None:
            word, place = found
            text = hint_text(rng, style, name, word, place)
            if text is not None:
                return Hint(placed.id, word, place, style, text)
        home.remove(placed.id)
    return None


def _beneath(home: Home, rng: Stream, draft: Object) -> Object | None:
    """Put a thing on the floor beneath a piece, where it fits."""
    spots = [
        (piece, surface)
        for piece in home.objects.values()
        if piece.support == "floor"
        for surface in home.surfaces(piece)
        if is_floor_below(surface)
    ]
    for piece, surface in rng.shuffled(spots):
        placed = stand_on(home, rng, piece, surface, draft)
        if placed is not None:
            return placed
    return None


def _place_in_words(made: DozeHome, rng: Stream, item: Object) -> tuple[str, str] | None:
    """Relation and category of a large piece of which the home has one, true of a thing.

    No two boards of a home name the same piece.
    """
    things = made.things()
    target = next(t for t in things if t.id == item.id)
    counts = Counter(t.category for t in things)
    told = {hint.place for hint in made.hints}
    large = [
        t
        for t in things
        if sum(t.extents) >= LEAST_ANCHOR
        and counts[t.category] == 1
        and t.kinds & FURNITURE
        and t.category not in told
    ]
    goal = descriptions.spatial(rng, target, [*large, target])
    if goal is None or goal[0] == "below":
        return None
    return goal[0], goal[1].relations[0].anchors[0].head


def _place_tucked(made: DozeHome) -> None:
    """Add second things of small kinds under pieces and in baskets and bowls."""
    home, rng = made.home, made.stream("tucked")
    taken = {home.objects[id].category for id in (*made.open, *(h.thing for h in made.hints))}
    small = {
        o.category: None
        for o in home.objects.values()
        if "pickupable" in CATEGORIES[o.category].tags
        and max(o.size) < SMALL
        and o.category not in taken
    }
    names = rng.shuffled([*small])
    placed = 0
    for name in names:
        if placed == TUCKED:
            return
        put = _beneath if placed % 2 else _inside
        placed += put(home, rng, home.draft(rng, name)) is not None


def _inside(home: Home, rng: Stream, draft: Object) -> Object | None:
    """Put a thing into something open with a rim, where it fits."""
    spots = [
        (piece, surface)
        for piece in home.objects.values()
        if not piece.container and piece.size[2] < SHALLOW
        for surface in home.surfaces(piece)
        if surface.name in RIMMED and not surface.enclosed
    ]
    for piece, surface in rng.shuffled(spots):
        placed = stand_on(home, rng, piece, surface, draft)
        if placed is not None:
            return placed
    return None


def _place_prints(made: DozeHome) -> None:
    """Add things with pictures, words and names on them."""
    home, rng = made.home, made.stream("prints")
    for number in range(PRINTS):
        name, part = PRINTED[number % len(PRINTED)]
        spec = CATEGORIES[name].parts[part]
        image, text = "", ""
        if number % 3 == 0:
            image = rng.choice(PICTURES)
        else:
            text = rng.choice(WORDS if number % 3 == 1 else BRANDS)
        colour = rng.choice(("white", "yellow", "pink", "turquoise", "orange"))
        finish = Part(part, colour, spec.materials[0], "printed", "", text, image)
        variant = "printed" if "printed" in CATEGORIES[name].variants else None
        if name in {home.objects[hint.thing].category for hint in made.hints}:
            continue
        put_in_open(home, rng, partial(home.draft, rng, name, variant=variant, finishes=(finish,)))


def doze_uri(seed: int, level: int) -> str:
    """The reference of a level of a home."""
    return f"doze:seed={seed},level={level}"


def check_level(level: int) -> int:
    """The level, if there is such a one."""
    if level not in LEVELS:
        raise InvalidValueError(f"level {level}: DOZE has the levels {', '.join(map(str, LEVELS))}")
    return level


def _make(match: re.Match[str]) -> dict[str, House]:
    """All levels of a home, since placing its things is most of the work."""
    check_level(int(match["level"]))
    made = build_home(int(match["seed"]))
    return {doze_uri(made.seed, level): made.house(level) for level in LEVELS}


SCHEME = HouseScheme(
    re.compile(r"doze:seed=(?P<seed>\d{1,18}),level=(?P<level>\d{1,3})"),
    "doze:seed=N,level=1, 2 or 3",
    _make,
    code=CODE,
)
