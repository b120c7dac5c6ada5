"""Homes drawn as text: what they say, and what is told of a drawing that is wrong."""

import pytest

import meadow.scenes.drawn
from meadow.errors import FileFormatError, MeadowError
from meadow.scenes.drawn.build import DrawnFile, build_house
from meadow.scenes.drawn.drawing import DrawnGroup, parse_drawing
from meadow.scenes.facts import relation_rule

PLAN = """
plan 0.5
LLLLLLLLLLBBBBBBBB
LLLLLLLLLLBBBBBBBB
LLLLLLLLLLBBBBBBBB
LLLLLLLLLLBBBBBBBB
LLLLLLLLLLBBBBBBBB
LLLLLLLLLLBBBBBBBB
LLLLLLLLLL........
LLLLLLLLLL........

L living room; floor parquet brown; walls plaster cream
  north: ..., sofa (grey, 2.0 wide) under painting, ...   # looks south
  south: 0.5, tv stand
  at 2.4,1.9: rug (2.0 wide, 1.2 deep) carrying coffee table
  window west 0.8 1.4
  front door south 3.5
B bedroom
  east: ..., night stand, bed (1.4 wide), 0.2
  south: 0.5, desk (1.2 wide) with office chair
L-B door 0.6
"""


def documented() -> str:
    """The example of the package's description."""
    text = meadow.scenes.drawn.__doc__ or ""
    return text[text.index("    plan") : text.index("Each letter")]


def build(text: str):
    return build_house(parse_drawing(text, "home.txt"), "home")


@pytest.fixture(scope="module")
def house():
    return build(PLAN)


def test_rooms_are_where_they_were_drawn(house):
    living, bedroom = house.rooms
    assert living.polygon == ((0.0, 0.0), (5.0, 0.0), (5.0, 4.0), (0.0, 4.0))
    assert bedroom.polygon == ((5.0, 1.0), (9.0, 1.0), (9.0, 4.0), (5.0, 4.0))
    assert living.floor.colour == "brown"
    assert living.walls.colour == "cream"


def test_pieces_stand_as_drawn(house):
    sofa = house.object("sofa-1")
    assert sofa.size[1] == 2.0
    assert sofa.parts[0].colour == "grey"
    assert sofa.position[0] == pytest.approx(2.5)  # in the middle of its wall
    assert sofa.position[1] + sofa.size[0] / 2 == pytest.approx(3.95)  # its back at the north
    table, rug = house.object("coffee-table-1"), house.object("rug-1")
    assert table.support == "rug-1"
    assert table.position[:2] == rug.position[:2]
    bed, stand = house.object("bed-1"), house.object("night-stand-1")
    assert bed.position[1] + 0.7 <= stand.position[1]  # as read from the north
    assert house.object("painting-1").support == "wall"
    assert any(o.category == "office chair" for o in house.objects)


def test_small_things_come_by_rule(house):
    assert sum(o.support not in ("floor", "wall", "ceiling") for o in house.objects) > 20
    assert relation_rule(house) == 2


def test_a_drawing_gives_the_same_home_again(house):
    assert build(PLAN).digest() == house.digest()


def test_the_documented_example_is_a_home(tmp_path):
    file = tmp_path / "example.txt"
    file.write_text(documented())
    (house, summary) = DrawnFile(file)[0]
    assert house.id == "example"
    assert summary.objects == len(house.objects)


def test_groups_are_read_whole():
    drawing = parse_drawing(PLAN)
    sofa = drawing.rooms["L"].furniture[0].elements[1]
    assert isinstance(sofa, DrawnGroup)
    assert sofa.above.name == "painting"
    assert sofa.piece.size == (None, 2.0, None)


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("plan 0.5", "plan 9", "expected 0.1 to 2.0"),
        ("L living room", "L livingroom", "expected one of kitchen"),
        ("B bedroom", "C bedroom", "room B is in the plan; expected a line such as 'B bedroom'"),
        ("sofa (grey", "sofaa (grey", "Did you mean"),
        (
            "2.0 wide) under",
            "9.0 wide) under",
            "line 13: sofa, 9.0 wide: expected 1.5 to 2.4 m wide",
        ),
        ("(grey, 2.0", "(greyish, 2.0", "expected a variant"),
        ("floor parquet", "floor custard", "expected 'floor' or 'walls', a surface"),
        ("south: 0.5, tv stand", "south: 4.5, tv stand", "pieces and gaps take"),
        ("south: 0.5, tv stand", "south: 3.2, tv stand", "in the way of a doorway"),
        ("at 2.4,1.9", "at 0.4,1.9", "it would stand in a wall"),
        ("at 2.4,1.9", "at 2.4,0.9", "sofa-1 is there"),
        ("window west", "window east", "in a wall to the outside"),
        ("front door south 3.5\n", "\n", "no front door"),
        ("L-B door 0.6", "L-C door 0.6", "there is no room C"),
        ("L-B door 0.6", "L-B door 6.0", "is 3 m long"),
        ("L-B door 0.6", "L-B opening 0.6", "its width as well"),
        ("L-B door 0.6", "", "does not reach"),
        ("east: ...", "upwards: ...", "expected 'north: sofa"),
        ("LLLLLLLLLL........\n\n", "BBBBBBBBBB........\n\n", "not in one piece"),
        ("north: ..., sofa", "north 2: ..., sofa", "the room has 1 north wall"),
    ],
)
def test_wrong_drawings_are_told_of(old, new, problem):
    assert old in PLAN
    with pytest.raises(MeadowError) as error:
        build(PLAN.replace(old, new))
    assert problem in str(error.value)
    assert "home.txt" in str(error.value)


def test_everything_wrong_is_told_at_once():
    text = PLAN.replace("south: 0.5, tv", "south: 4.5, tv").replace("at 2.4,1.9", "at 2.4,0.9")
    with pytest.raises(FileFormatError) as error:
        build(text)
    assert "line 14" in str(error.value)
    assert "line 15" in str(error.value)


def test_no_text_is_no_drawing(tmp_path):
    file = tmp_path / "home.txt"
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(FileFormatError, match="cannot be read as text"):
        DrawnFile(file)
    with pytest.raises(FileFormatError, match="no plan"):
        parse_drawing("")
