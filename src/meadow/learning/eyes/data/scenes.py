"""Homes to learn from: generated homes with further things in view.

A generated home has many sofas and hardly ever a stapler. So things of all categories are added in turn,
with varied appearance, on floors, walls and tables. Each camera looks at one thing from a distance at which
it covers a chosen number of pixels.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np

from meadow.episodes.seeds import EYES_HELD_OUT, EYES_TRAINING
from meadow.errors import GenerationError
from meadow.geometry.polygons import in_polygon
from meadow.learning.eyes.data import facts, phrases
from meadow.scenes.appearance import object_form, sample_object
from meadow.scenes.catalogue import CATEGORIES
from meadow.scenes.generator import HouseSpec, generate_house
from meadow.scenes.modelling.finish import COLOURS
from meadow.scenes.modelling.shape import Surface
from meadow.scenes.people import BODIES, person_parts
from meadow.scenes.schema import House, Object, Part, Person, Point3, Room, mm, mrad, replace
from meadow.seeding import Stream, stream
from meadow.types import Array, Camera

EXTRAS = 44
"""Number of things that are added to a home."""
OVERSAMPLING = 4
"""How many more times an oversampled category comes up than another."""
LARGE = 0.6
"""Longer side from which a thing may take the place of furniture, metres."""
FITS = 0.6
"""Fraction of the sides of a thing that furniture must have for the thing to take its place."""
TILTS = (-math.radians(30.0), 0.0, math.radians(30.0))
NOTES = (
    "Tony, your {} is under the bed",
    "The {} is next to the {}, please put it back",
    "Today: buy a {}, wash the {}, call the plumber",
    "I have put the {} behind the {} for you",
    "Do not forget: the {} goes into the {}!",
    "Meeting at ten. Bring the {} and a {}",
)
"""Sentences for boards; the gaps are filled with names."""
BOARDS = ("chalkboard", "cork board", "flip chart", "hint board", "whiteboard")


@dataclass(frozen=True, slots=True, kw_only=True)
class Lens:
    """The field of view, the distances and the directions of cameras."""

    width: int = 224
    height: int = 224
    hfov: float = Camera().hfov
    """Horizontal field of view, radians."""
    pixels: tuple[float, float] = (130.0, 14_000.0)
    """Range of the area, in pixels, that the thing looked at should cover."""
    distances: tuple[float, float] = (0.45, 5.0)
    """Nearest and farthest place of the camera, metres."""
    retreat: float = 0.0
    """Metres that each further try goes back: what stands on a table is seen from beside the table."""
    usual_height: float = 0.87
    usual_height_fraction: float = 0.75
    """Fraction of the views from the usual height; the others are from a height of the range."""
    heights: tuple[float, float] = (0.5, 1.5)
    tilted_fraction: float = 0.6
    """Fraction of the views with one of a robot's fixed tilts; the others aim at the thing."""
    aim: float = 26.0
    """Largest angle between the view's axis and the thing, sideways, degrees."""

    @property
    def focal(self) -> float:
        """Focal length in pixels."""
        return Camera(width=self.width, height=self.height, hfov=self.hfov).focal


@dataclass(frozen=True, slots=True)
class TrainingScene:
    """A home and the things in it that cameras look at."""

    house: House
    targets: tuple[int, ...]
    """Indices of the objects, then of the people, to look at; added objects come first."""
    added: int = 0
    """Number of things that were added to the home."""


@dataclass(slots=True)
class _Floor:
    """The occupied places on the floor, as discs."""

    discs: list[tuple[float, float, float]] = field(default_factory=list)

    def free(self, x: float, y: float, radius: float) -> bool:
        """Whether a disc overlaps none of the occupied ones."""
        return all(math.hypot(x - a, y - b) > radius + r for a, b, r in self.discs)


def training_stage(
    seed: int,
    index: int,
    *,
    zero_shot: bool = False,
    held_out: bool = False,
    oversample_held_out: bool = False,
    revision: int = 1,
    only: tuple[str, ...] = (),
) -> TrainingScene:
    """Make home number ``index`` of a training, or of the held-out evaluation.

    Args:
        seed: Seed of the training.
        index: Number of the home.
        zero_shot: Leave out the categories that zero-shot trainings never see.
        held_out: Take a home that no training sees, half of the added things in unseen shapes.
        oversample_held_out: Add more things of the categories that zero-shot trainings never see.
        revision: Revision of the catalogue whose things are added.
        only: Add things of these categories alone; when empty, of all that may be seen.
    """
    rng = stream(seed, "eyes", "held out" if held_out else "train", index)
    house = _any_house(rng, EYES_HELD_OUT if held_out else EYES_TRAINING)
    known = phrases.categories(zero_shot, revision)
    house = _permitted(rng, house, known, held_out)
    favoured = tuple(sorted(facts.unseen_categories(revision))) if oversample_held_out else ()
    wanted = _turn(seed, index, only or known + OVERSAMPLING * favoured)
    own = {o.id for o in house.objects}
    # Homes of exams, and those of the first revision, keep their furniture.
    house = _with_extras(rng, house, wanted, held_out, clear=revision > 1 and not held_out)
    if revision > 1:
        house = _with_notes(rng, house, known)
    added = {i for i, o in enumerate(house.objects) if o.id not in own}
    every = range(len(house.objects) + len(house.people))
    shown = [i for i in every if i not in added and not _hidden(house, i)]
    targets = tuple(sorted(added)) + tuple(rng.sample(shown, len(shown)))
    return TrainingScene(house, targets, len(added))


def _any_house(rng: Stream, seeds: range) -> House:
    """Generate a home of 1 to 5 rooms with one of the seeds; another seed is tried when a home fails."""
    while True:
        spec = HouseSpec(rooms=rng.integer(1, 5), people=rng.integer(0, 2))
        try:
            return generate_house(rng.choice(seeds), spec=spec)
        except GenerationError:  # no free floor for a person
            continue


def _hidden(house: House, index: int) -> bool:
    return index < len(house.objects) and bool(house.objects[index].container)


def _turn(seed: int, index: int, known: tuple[str, ...]) -> list[str]:
    """The categories whose turn it is: each comes up as often as it is listed."""
    start, out = index * EXTRAS, []
    for position in range(start, start + EXTRAS):
        lap, place = divmod(position, len(known))
        out.append(_lap(seed, lap, known)[place])
    return out


def _lap(seed: int, lap: int, known: tuple[str, ...]) -> list[str]:
    return stream(seed, "eyes", "lap", lap).shuffled(known)


def _permitted(rng: Stream, house: House, known: tuple[str, ...], held_out: bool) -> House:
    """The home without the categories and shapes that may not be seen."""
    allowed = set(known)
    gone = {o.id for o in house.objects if o.category not in allowed}
    while more := {
        o.id for o in house.objects if o.id not in gone and {o.support, o.container} & gone
    }:
        gone |= more
    kept = []
    for item in house.objects:
        if item.id in gone:
            continue
        if not held_out and item.variant in facts.held_out_variants(item.category):
            item = replace(item, variant=_variant(rng, item.category, held_out))
        kept.append(item)
    people = tuple(_dressed(rng, person) for person in house.people)
    return replace(house, objects=tuple(kept), people=people)


def _variant(rng: Stream, category: str, held_out: bool) -> str:
    hidden = facts.held_out_variants(category)
    variants = CATEGORIES[category].variants
    if held_out:  # the unseen shapes get half of the views where there are any
        return rng.choice(sorted(hidden)) if hidden and rng.chance(0.5) else rng.choice(variants)
    return rng.choice([v for v in variants if v not in hidden])


def _dressed(rng: Stream, person: Person) -> Person:
    """The person with clothes and hair of any colour, so that colours do not identify people."""
    parts = {part.name: part for part in person_parts(person)}
    colours = tuple(COLOURS)
    tops = Part("top", rng.choice(colours), "fabric")
    hair = Part("hair", rng.choice(("black", "brown", "yellow", "grey", "orange")), "organic")
    bottom = Part("bottom", rng.choice(colours), "fabric")
    if BODIES[person.body].garment == "dress":
        bottom = replace(tops, name="bottom")
    clothes = tuple(p for p in (tops, bottom, hair) if p.name in parts)
    return replace(person, clothes=clothes, gait=rng.choice((-1.0, rng.random())))


def _with_extras(
    rng: Stream, house: House, wanted: list[str], held_out: bool, *, clear: bool
) -> House:
    """The home with a thing of each wanted category that finds a place.

    With ``clear`` large things may take the place of furniture.
    """
    objects = {o.id: o for o in house.objects}
    floor = _Floor(
        [_disc(o) for o in house.objects if o.support == "floor" and o.position[2] < 0.5]
    )
    floor.discs += [(p.position[0], p.position[1], 0.3) for p in house.people]
    tables = _table_places(rng, house, objects)
    for number, name in enumerate(wanted):
        category = CATEGORIES[name]
        item = sample_object(
            rng, category, id=f"extra-{number}", variant=_variant(rng, name, held_out)
        )
        item = _recoloured(rng, item) if rng.chance(0.35) else item
        if category.openable and rng.chance(0.35):
            item = replace(item, openness=1.0)
        placed = _placed(rng, house, item, floor, tables)
        if placed is None and clear:
            placed = _in_place_of_another(rng, item, objects, tables)
        if placed is not None:
            objects[placed.id] = placed
    return replace(house, objects=tuple(objects.values()))


def _with_notes(rng: Stream, house: House, known: tuple[str, ...]) -> House:
    """The home with a sentence of its own on half of the boards."""
    objects = list(house.objects)
    for k, item in enumerate(objects):
        if item.category not in BOARDS or not rng.chance(0.5):
            continue
        place = next((i for i, p in enumerate(item.parts) if p.pattern == "printed"), None)
        if place is not None:
            note = rng.choice(NOTES)
            text = note.format(*(rng.choice(known) for _ in range(note.count("{}"))))
            written = replace(item.parts[place], text=text, image="")
            parts = (*item.parts[:place], written, *item.parts[place + 1 :])
            objects[k] = replace(item, parts=parts)
    return replace(house, objects=tuple(objects))


def _recoloured(rng: Stream, item: Object) -> Object:
    """The object with any colour at all on its main part and on parts with the same finish."""
    main, colour = item.parts[0], rng.choice(tuple(COLOURS))
    second = rng.choice([c for c in COLOURS if c != colour]) if main.colour2 else ""
    parts = tuple(
        replace(p, colour=colour, colour2=second)
        if (p.colour, p.pattern, p.colour2) == (main.colour, main.pattern, main.colour2)
        else p
        for p in item.parts
    )
    return replace(item, parts=parts)


def _disc(item: Object) -> tuple[float, float, float]:
    return item.position[0], item.position[1], 0.45 * math.hypot(item.size[0], item.size[1])


_Place = tuple[Point3, str, str, float]
"""Where a thing can stand: its base, room, carrier and the width there."""


def _table_places(rng: Stream, house: House, objects: dict[str, Object]) -> list[_Place]:
    """Places on furniture; objects that stood there are removed."""
    places: list[_Place] = []
    carriers = [
        o for o in house.objects if "furniture" in CATEGORIES[o.category].tags and not o.container
    ]
    for carrier in rng.sample(carriers, 12):
        shape = CATEGORIES[carrier.category].shape(object_form(carrier))
        tops = [
            s for s in shape.surfaces
            if not s.enclosed and s.clearance > 0.25 and 0.25 < s.z + carrier.position[2] < 1.2
        ]  # fmt: skip
        if not tops:
            continue
        for item in [o for o in objects.values() if o.support == carrier.id]:
            del objects[item.id]
        for surface in tops[:2]:
            places += _along(rng, carrier, surface)
    gone = {id for id in (o.id for o in house.objects) if id not in objects}
    for item in [o for o in objects.values() if {o.support, o.container} & gone]:
        del objects[item.id]
    return rng.shuffled(places)


def _along(rng: Stream, carrier: Object, surface: Surface) -> list[_Place]:
    """Places in a row on a surface, near its front edge or anywhere."""
    (x0, y0), (x1, y1) = surface.low, surface.high
    step = rng.uniform(0.22, 0.5)
    count = max(1, min(4, int((y1 - y0) / step)))
    c, s = math.cos(carrier.yaw), math.sin(carrier.yaw)
    out: list[_Place] = []
    for k in range(count):
        y = y0 + (k + 0.5) * (y1 - y0) / count
        x = 0.5 * (x0 + x1) + 0.2 * (x1 - x0) * rng.uniform(-1.0, 1.0)
        px, py, pz = carrier.position
        base = (mm(px + c * x - s * y), mm(py + s * x + c * y), mm(pz + surface.z))
        width = min((y1 - y0) / count, 0.9 * (x1 - x0))
        out.append((base, carrier.room, carrier.id, width))
    return out


def _placed(
    rng: Stream, house: House, item: Object, floor: _Floor, tables: list[_Place]
) -> Object | None:
    """The object at a place that suits it, or None when there is none left."""
    on = CATEGORIES[item.category].on
    if "wall" in on and (len(on) == 1 or rng.chance(0.5)):
        return _on_wall(rng, house, item)
    if "ceiling" in on:
        room = rng.choice(house.rooms)
        x, y = _somewhere(rng, room)
        height = max(w.height for w in house.walls)
        return replace(
            item, position=(x, y, mm(height - item.size[2])), room=room.id, support="ceiling"
        )
    width = max(item.size[:2])
    if width < 0.6 and rng.chance(0.75):
        for k, (base, room_id, carrier, limit) in enumerate(tables):
            if width <= 1.2 * limit:
                del tables[k]
                yaw = mrad(rng.uniform(-math.pi, math.pi))
                return replace(item, position=base, yaw=yaw, room=room_id, support=carrier)
    radius = 0.45 * math.hypot(item.size[0], item.size[1])
    for _ in range(12):
        room = rng.choice(house.rooms)
        x, y = _somewhere(rng, room)
        if floor.free(x, y, radius) and _inside(room, x, y, 0.8 * radius):
            floor.discs.append((x, y, radius))
            yaw = mrad(rng.uniform(-math.pi, math.pi))
            return replace(item, position=(x, y, 0.0), yaw=yaw, room=room.id, support="floor")
    return None


def _in_place_of_another(
    rng: Stream, item: Object, objects: dict[str, Object], tables: list[_Place]
) -> Object | None:
    """The large object where furniture of about its size stood, which goes with all that is on it."""
    if "floor" not in CATEGORIES[item.category].on or max(item.size[:2]) < LARGE:
        return None
    fitting = [
        other
        for other in objects.values()
        if other.support == "floor"
        and other.size[2] > 0.2  # a rug has furniture on it
        and all(b > FITS * a for a, b in zip(sorted(item.size[:2]), sorted(other.size[:2])))
    ]
    if not fitting:
        return None
    other = rng.choice(fitting)
    turned = (item.size[0] > item.size[1]) != (other.size[0] > other.size[1])
    gone = {other.id}
    while more := {o.id for o in objects.values() if {o.support, o.container} & gone} - gone:
        gone |= more
    for id in gone:
        del objects[id]
    tables[:] = [place for place in tables if place[2] not in gone]
    x, y, _ = other.position
    yaw = mrad(other.yaw + 0.5 * math.pi * turned)
    return replace(item, position=(x, y, 0.0), yaw=yaw, room=other.room, support="floor")


def _on_wall(rng: Stream, house: House, item: Object) -> Object | None:
    """The object on a random wall of a random room, at its usual height."""
    room = rng.choice(house.rooms)
    corners = room.polygon
    k = rng.integer(0, len(corners) - 1)
    (ax, ay), (bx, by) = corners[k], corners[(k + 1) % len(corners)]
    length = math.hypot(bx - ax, by - ay)
    if length < item.size[1] + 0.3:
        return None
    t = rng.uniform(0.5 * item.size[1] + 0.1, length - 0.5 * item.size[1] - 0.1) / length
    # The polygon runs counter-clockwise: the room lies on its left.
    nx, ny = -(by - ay) / length, (bx - ax) / length
    off = 0.055 + 0.5 * item.size[0]
    x, y = ax + t * (bx - ax) + off * nx, ay + t * (by - ay) + off * ny
    low, high = CATEGORIES[item.category].mount
    z = rng.uniform(low, high) if high > 0 else rng.uniform(0.9, 1.5)
    position = (mm(x), mm(y), mm(z))
    return replace(
        item, position=position, yaw=mrad(math.atan2(ny, nx)), room=room.id, support="wall"
    )


def _somewhere(rng: Stream, room: Room) -> tuple[float, float]:
    """A point of the room, away from its walls."""
    polygon = np.array(room.polygon)
    (x0, y0), (x1, y1) = polygon.min(axis=0), polygon.max(axis=0)
    for _ in range(50):
        x, y = rng.uniform(x0 + 0.2, x1 - 0.2), rng.uniform(y0 + 0.2, y1 - 0.2)
        if in_polygon(polygon, x, y):
            break
    return float(mm(x)), float(mm(y))


def _inside(room: Room, x: float, y: float, margin: float) -> bool:
    polygon = np.array(room.polygon, np.float64)
    around = ((margin, 0.0), (-margin, 0.0), (0.0, margin), (0.0, -margin))
    return all(in_polygon(polygon, x + dx, y + dy) for dx, dy in around)


class Cameraman:
    """Chooses camera poses in one home."""

    def __init__(self, stage: TrainingScene, lens: Lens | None = None) -> None:
        self.stage = stage
        self.lens = lens or Lens()
        house = stage.house
        self._rooms = {room.id: room for room in house.rooms}
        tall = [o for o in house.objects if o.position[2] < 0.9 and o.position[2] + o.size[2] > 0.5]
        self._floor = _Floor([(x, y, 0.9 * r) for x, y, r in map(_disc, tall)])

    def views(self, rng: Stream, count: int) -> Array:
        """(count, 5) camera poses: x, y, z, yaw and pitch; most look at one target each in turn."""
        out = []
        targets = list(self.stage.targets)
        for k in range(count):
            view = None
            if targets and not rng.chance(0.2):
                view = self.look_at(rng, targets[k % len(targets)])
            out.append(self._wander(rng) if view is None else view)
        return np.array(out)

    def wandering(self, rng: Stream, count: int) -> Array:
        """(count, 5) camera poses of a robot that drives about and looks ahead."""
        return np.array([(*self._wander(rng)[:4], 0.0) for _ in range(count)])

    def look_at(self, rng: Stream, index: int) -> tuple[float, ...] | None:
        """A camera pose that looks at a target; None when there is no place for it."""
        lens = self.lens
        centre, extent, room = self._target(index)
        pixels = math.exp(rng.uniform(math.log(lens.pixels[0]), math.log(lens.pixels[1])))
        wanted = lens.focal * math.sqrt(extent / pixels)
        for attempt in range(10):
            distance = max(wanted * (1.0 + 0.08 * attempt), lens.distances[0])
            distance = min(distance + lens.retreat * attempt, lens.distances[1])
            angle = rng.uniform(-math.pi, math.pi)
            x, y = centre[0] + distance * math.cos(angle), centre[1] + distance * math.sin(angle)
            if _inside(room, x, y, 0.15) and self._floor.free(x, y, 0.1):
                break
        else:
            return None
        eye = (
            lens.usual_height
            if rng.chance(lens.usual_height_fraction)
            else rng.uniform(*lens.heights)
        )
        steep = math.atan2(centre[2] - eye, distance)
        nearest = min(TILTS, key=lambda tilt: abs(tilt - steep))
        pitch = nearest if rng.chance(lens.tilted_fraction) else steep + rng.normal(0.0, 0.1)
        yaw = math.atan2(centre[1] - y, centre[0] - x) + math.radians(
            rng.uniform(-lens.aim, lens.aim)
        )
        return x, y, eye, yaw, pitch

    def _target(self, index: int) -> tuple[Point3, float, Room]:
        """Centre, area of the silhouette and room of an object or person."""
        house = self.stage.house
        if index < len(house.objects):
            item = house.objects[index]
            (x, y, z), (a, b, c) = item.position, item.size
            # The silhouette is that from the side and a little from above.
            area = 0.5 * (a + b) * c + 0.5 * a * b
            return (x, y, z + 0.5 * c), 0.7 * area, self._rooms[item.room]
        person = house.people[index - len(house.objects)]
        x, y, z = person.position
        return (x, y, z + 1.1), 0.5, self._rooms[person.room]

    def _wander(self, rng: Stream) -> tuple[float, ...]:
        """A robot's view from somewhere on the floor."""
        for _ in range(20):
            x, y = _somewhere(rng, rng.choice(self.stage.house.rooms))
            if self._floor.free(x, y, 0.15):
                break
        pitch = rng.weighted(TILTS, (0.35, 0.5, 0.15)) + rng.normal(0.0, 0.02)
        return x, y, self.lens.usual_height, rng.uniform(-math.pi, math.pi), pitch
