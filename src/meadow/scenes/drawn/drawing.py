"""From the text of a drawing to what it says; :mod:`meadow.scenes.drawn` describes the form."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from meadow.errors import FileFormatError, MeadowError
from meadow.scenes.catalogue import CATEGORIES, find_category
from meadow.scenes.generator.spec import MAX_ROOMS
from meadow.scenes.modelling.finish import COLOURS, MATERIALS, SURFACES
from meadow.scenes.schema import ROOM_TYPES, Finish

WALLS = ("north", "south", "east", "west")
#: Name of a heading -> yaw.
HEADINGS = {
    name: math.radians(45 * k)
    for k, name in enumerate(
        (
            "east",
            "northeast",
            "north",
            "northwest",
            "west",
            "southwest",
            "south",
            "southeast",
        )
    )
}
MEASURES = ("deep", "wide", "high")
MAX_CHARACTERS = 100_000
#: Fewest and most metres of a square of the plan.
SQUARES = (0.1, 2.0)
OUTSIDE = ". "

_NUMBER = r"\d{1,3}(?:\.\d{1,3})?"
_WALL = rf"(?P<wall>{'|'.join(WALLS)})(?: (?P<number>\d))?"
_ROOM = re.compile(r"(?P<letter>[A-Z]) (?P<type>[a-z ]+?)(?P<finishes>(?:;[^;]*)*)")
_FINISH = re.compile(r"(?P<what>floor|walls) (?P<surface>[a-z]+) (?P<colour>[a-z]+)")
_ALONG = re.compile(rf"(?P<hung>on )?{_WALL}: (?P<pieces>.+)")
_AT = re.compile(
    rf"at (?P<x>{_NUMBER}), ?(?P<y>{_NUMBER})(?: facing (?P<facing>[a-z]+))?: (?P<piece>.+)"
)
_WINDOW = re.compile(rf"window {_WALL} (?P<offset>{_NUMBER}) (?P<width>{_NUMBER})")
_FRONT = re.compile(rf"front door {_WALL} (?P<offset>{_NUMBER})")
_WAY = re.compile(
    rf"(?P<a>[A-Z])-(?P<b>[A-Z]) (?P<kind>door|doorway|opening) (?P<offset>{_NUMBER})"
    rf"(?: (?P<width>{_NUMBER}))?"
)
_PIECE = re.compile(r"(?P<name>[a-z' -]+?) ?(?:\((?P<details>[^()]*)\))?")
_MEASURE = re.compile(rf"(?P<value>{_NUMBER}) (?P<side>{'|'.join(MEASURES)})")


@dataclass(frozen=True, slots=True)
class Piece:
    """A thing with what is said of its looks."""

    name: str
    """Category."""
    variant: str | None = None
    colour: str = ""
    material: str = ""
    size: tuple[float | None, float | None, float | None] = (None, None, None)
    """Depth, width and height; None for the usual."""


@dataclass(frozen=True, slots=True)
class DrawnGroup:
    """A piece with what belongs to it."""

    piece: Piece
    seats: int = 0
    seat: Piece | None = None
    above: Piece | None = None
    carried: Piece | None = None


@dataclass(frozen=True, slots=True)
class WallName:
    """A wall of a room."""

    side: str
    number: int = 0
    """Which of several; 0 for the only one."""

    def __str__(self) -> str:
        return f"{self.side} {self.number}" if self.number else self.side


@dataclass(frozen=True, slots=True)
class Along:
    """Pieces along a wall: gaps in metres, None for what is left, and groups."""

    wall: WallName
    hung: bool
    elements: tuple[float | DrawnGroup | None, ...]
    line: int


@dataclass(frozen=True, slots=True)
class DrawnStanding:
    """A group in the free."""

    x: float
    y: float
    yaw: float
    group: DrawnGroup
    line: int


@dataclass(frozen=True, slots=True)
class DrawnHole:
    """A window, or the front door."""

    wall: WallName
    offset: float
    width: float
    line: int


@dataclass(frozen=True, slots=True)
class DrawnWay:
    """A door, a doorway or an opening from one room to another."""

    rooms: tuple[str, str]
    kind: str
    offset: float
    width: float
    line: int


@dataclass(slots=True)
class DrawnRoom:
    """What is said of a room."""

    letter: str
    type: str
    line: int
    floor: Finish | None = None
    walls: Finish | None = None
    furniture: list[Along | DrawnStanding] = field(default_factory=list)
    windows: list[DrawnHole] = field(default_factory=list)


@dataclass(slots=True)
class Drawing:
    """A home as it was drawn."""

    source: str
    """Names it in errors."""
    square: float = 0.0
    """Metres."""
    rows: list[str] = field(default_factory=list)
    """From the north."""
    rooms: dict[str, DrawnRoom] = field(default_factory=dict)
    ways: list[DrawnWay] = field(default_factory=list)
    front: tuple[str, DrawnHole] | None = None
    """The letter of the room with the front door."""

    def error(self, line: int, problem: str) -> FileFormatError:
        """An error that names the line."""
        return FileFormatError(f"{self.source}, line {line}: {problem}")


def read_drawing(path: str | Path) -> Drawing:
    """The drawing in a text file."""
    try:
        with open(path, encoding="utf-8") as file:
            text = file.read(MAX_CHARACTERS + 1)
    except (OSError, UnicodeDecodeError) as error:
        raise FileFormatError(f"{path}: cannot be read as text ({error})") from None
    return parse_drawing(text, str(path))


def parse_drawing(text: str, source: str = "drawing") -> Drawing:
    """What a drawing says; an error names its line."""
    if len(text) > MAX_CHARACTERS:
        raise FileFormatError(f"{source}: longer than {MAX_CHARACTERS:,} characters")
    drawing = Drawing(source)
    room: DrawnRoom | None = None
    lines = _lines(text)
    for number, line in lines:
        if match := re.fullmatch(rf"plan (?P<square>{_NUMBER})", line):
            _read_plan(drawing, float(match["square"]), number, lines)
        elif match := _WAY.fullmatch(line):
            drawing.ways.append(_way(drawing, match, number))
        elif match := _ROOM.fullmatch(line):
            room = _room(drawing, match, number)
        elif line:
            if room is None:
                raise drawing.error(
                    number, f"{line!r}: expected 'plan 0.5' or a room, e.g. 'K kitchen'"
                )
            _read_line(drawing, room, line, number)
    _check(drawing)
    return drawing


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Numbers and texts of lines, without comments."""
    for number, line in enumerate(text.splitlines(), start=1):
        yield number, line.partition("#")[0].strip()


def _read_plan(
    drawing: Drawing, square: float, number: int, lines: Iterator[tuple[int, str]]
) -> None:
    if drawing.rows:
        raise drawing.error(number, "a second plan; a home has one")
    if not SQUARES[0] <= square <= SQUARES[1] or round(square * 10) != square * 10:
        raise drawing.error(
            number,
            f"plan {square:g}: expected {SQUARES[0]} to {SQUARES[1]} in tenths of a metre",
        )
    drawing.square = square
    for place, row in lines:
        if not row:
            break
        if not re.fullmatch(r"[A-Z. ]+", row):
            raise drawing.error(place, f"{row!r}: expected letters of rooms, and dots for outside")
        drawing.rows.append(row)


def _room(drawing: Drawing, match: re.Match[str], line: int) -> DrawnRoom:
    letter, kind = match["letter"], match["type"].strip()
    if kind not in ROOM_TYPES:
        raise drawing.error(line, f"room type {kind!r}: expected one of {', '.join(ROOM_TYPES)}")
    if letter in drawing.rooms:
        raise drawing.error(
            line, f"room {letter} was described in line {drawing.rooms[letter].line}"
        )
    room = DrawnRoom(letter, kind, line)
    for said in filter(None, (part.strip() for part in match["finishes"].split(";"))):
        found = _FINISH.fullmatch(said)
        if found is None or found["surface"] not in SURFACES or found["colour"] not in COLOURS:
            raise drawing.error(
                line,
                f"{said!r}: expected 'floor' or 'walls', a surface ({', '.join(SURFACES)}) and a colour",
            )
        finish = Finish(found["surface"], found["colour"])
        if found["what"] == "floor":
            room.floor = finish
        else:
            room.walls = finish
    drawing.rooms[letter] = room
    return room


def _read_line(drawing: Drawing, room: DrawnRoom, line: str, number: int) -> None:
    """A line about a room."""
    if match := _ALONG.fullmatch(line):
        parts = [part.strip() for part in re.split(r",(?![^(]*\))", match["pieces"])]
        elements = tuple(_element(drawing, part, number) for part in parts)
        room.furniture.append(Along(_wall(match), bool(match["hung"]), elements, number))
    elif match := _AT.fullmatch(line):
        facing = match["facing"] or "south"
        if facing not in HEADINGS:
            raise drawing.error(number, f"facing {facing!r}: expected one of {', '.join(HEADINGS)}")
        group = _group(drawing, match["piece"], number)
        x, y = float(match["x"]), float(match["y"])
        room.furniture.append(DrawnStanding(x, y, HEADINGS[facing], group, number))
    elif match := _WINDOW.fullmatch(line):
        room.windows.append(_hole(match, float(match["width"]), number))
    elif match := _FRONT.fullmatch(line):
        if drawing.front is not None:
            raise drawing.error(number, "a second front door; a home has one")
        drawing.front = room.letter, _hole(match, 0.0, number)
    else:
        raise drawing.error(
            number,
            f"{line!r}: expected 'north: sofa, ...', 'on north: mirror', 'at 2.0,1.4: armchair', "
            "'window north 1.0 1.6', 'front door south 0.4', a room or a way such as 'K-L door 0.3'",
        )


def _wall(match: re.Match[str]) -> WallName:
    return WallName(match["wall"], int(match["number"] or 0))


def _hole(match: re.Match[str], width: float, line: int) -> DrawnHole:
    return DrawnHole(_wall(match), float(match["offset"]), width, line)


def _way(drawing: Drawing, match: re.Match[str], line: int) -> DrawnWay:
    opening = match["kind"] == "opening"
    if opening != bool(match["width"]):
        expected = "its width as well, e.g. 'K-L opening 0.5 2.0'" if opening else "no width"
        raise drawing.error(line, f"{match[0]!r}: expected {expected}")
    rooms = match["a"], match["b"]
    return DrawnWay(
        rooms, match["kind"], float(match["offset"]), float(match["width"] or 0.0), line
    )


def _element(drawing: Drawing, text: str, line: int) -> float | DrawnGroup | None:
    if text == "...":
        return None
    if re.fullmatch(_NUMBER, text):
        return float(text)
    return _group(drawing, text, line)


def _group(drawing: Drawing, text: str, line: int) -> DrawnGroup:
    head, *rest = re.split(r" (with|under|carrying) (?![^(]*\))", text)
    said = dict(zip(rest[::2], rest[1::2]))
    seats, seat = 0, None
    if "with" in said:
        count = re.match(r"(\d{1,2}) ", said["with"])
        seats = int(count[1]) if count else 1
        seat = _piece(drawing, said["with"][count.end() if count else 0 :], line)
    above, carried = (
        _piece(drawing, said[word], line) if word in said else None
        for word in ("under", "carrying")
    )
    return DrawnGroup(_piece(drawing, head, line), seats, seat, above, carried)


def _piece(drawing: Drawing, text: str, line: int) -> Piece:
    match = _PIECE.fullmatch(text.strip())
    if match is None:
        raise drawing.error(
            line,
            f"{text!r}: expected a category, e.g. 'sofa' or 'sofa (grey, 2.0 wide)'",
        )
    name = match["name"]
    if name not in CATEGORIES and name.endswith("s") and name[:-1] in CATEGORIES:
        name = name[:-1]
    try:
        entry = find_category(name)
    except MeadowError as error:
        raise drawing.error(line, str(error)) from None
    size: list[float | None] = [None, None, None]
    variant, colour, material = None, "", ""
    for said in filter(None, (word.strip() for word in (match["details"] or "").split(","))):
        if measure := _MEASURE.fullmatch(said):
            axis, value = MEASURES.index(measure["side"]), float(measure["value"])
            low, high = entry.size[axis]
            if not low <= value <= high:
                raise drawing.error(
                    line,
                    f"{name}, {said}: expected {low:g} to {high:g} m {MEASURES[axis]}",
                )
            size[axis] = value
        elif said in entry.variants:
            variant = said
        elif said in COLOURS:
            colour = said
        elif said in MATERIALS:
            material = said
        else:
            raise drawing.error(
                line,
                f"{name}, {said!r}: expected a variant ({', '.join(entry.variants)}), a colour, a "
                "material or a measure such as '1.6 wide'",
            )
    return Piece(name, variant, colour, material, (size[0], size[1], size[2]))


def _check(drawing: Drawing) -> None:
    """Whether plan, rooms and ways speak of the same letters."""
    if not drawing.rows:
        raise FileFormatError(
            f"{drawing.source}: no plan; expected a line 'plan 0.5' and rows of letters"
        )
    drawn = {letter for row in drawing.rows for letter in row} - set(OUTSIDE)
    if not 1 <= len(drawn) <= MAX_ROOMS:
        raise FileFormatError(f"{drawing.source}: {len(drawn)} rooms, expected 1 to {MAX_ROOMS}")
    for letter in sorted(drawn - drawing.rooms.keys()):
        raise FileFormatError(
            f"{drawing.source}: room {letter} is in the plan; expected a line such as '{letter} bedroom'"
        )
    for room in drawing.rooms.values():
        if room.letter not in drawn:
            raise drawing.error(room.line, f"room {room.letter} is not in the plan")
    for way in drawing.ways:
        for letter in way.rooms:
            if letter not in drawn:
                raise drawing.error(way.line, f"there is no room {letter} in the plan")
    if drawing.front is None:
        raise FileFormatError(
            f"{drawing.source}: no front door; expected a line such as 'front door south 0.4' in a room"
        )
