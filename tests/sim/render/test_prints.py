"""Words and pictures appear upright, the right way round, and recognisable."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from PIL import Image

from meadow.errors import UnknownIdError
from meadow.scenes.modelling.finish import COLOURS, IMAGES, MATERIALS, PATTERNS, SURFACES
from meadow.scenes.modelling.shape import Shape
from meadow.scenes.schema import Finish, Part
from meadow.sim.render import looks, place, prints, textures
from meadow.sim.render.arrays import Store
from meadow.sim.render.lights import RoomLight
from meadow.sim.render.renderer import Renderer
from meadow.sim.render.templates import template_of

DIM = RoomLight((), (1.0, 1.0, 1.0))


class Board:
    """A board in the plane x = 2 that faces the origin, 1 m square, as a scene of its own."""

    def __init__(self, part: Part, *, mirrored: bool = False, two_sided: bool = False) -> None:
        shape = Shape()
        corners = (0, 0.5, 0), (0, -0.5, 0), (0, -0.5, 1), (0, 0.5, 1)
        shape.panel("board", *corners, printed=True, two_sided=two_sided)
        if mirrored:
            whole = Shape()
            whole.place(shape, np.diag([1.0, -1.0, 1.0]), (0.0, 0.0, 0.0))
            shape = whole
        template = template_of(shape.mesh())
        self._store = Store([])
        row = np.zeros((1, place.PART))
        look = looks.print_look(part, template.aspects[0])
        row[0, place.PRINT_TEXEL] = self._store.texture(look.texture)
        row[0, place.PRINT_BITS] = look.texture.bits
        row[0, place.PRINT_PALETTE] = self._store.palette(look, DIM)
        row[0, place.GLOW] = 1.0
        slot = self._store.new_slot(7)
        self._store.put(slot, template, (2.0, 0.0, 0.0), 0.0, row, DIM, smooth=False)
        self._store.tag(slot, ())

    def table_for(self, camera: Sequence[float], hfov: float) -> np.ndarray:
        return self._store.table()


def drawn(part: Part, side: int) -> np.ndarray:
    """The print itself, straight from its texels."""
    look = looks.print_look(part, 1.0)
    size = 1 << look.texture.bits
    texels = look.texture.texels[: size * size].reshape(size, size)
    picture = look.colours[texels].clip(0, 255).astype(np.uint8)
    return np.asarray(Image.fromarray(picture).resize((side, side), Image.Resampling.BOX))


def seen(board: Board, yaw: float = 0.0, x: float = 0.0) -> np.ndarray:
    """The board filling a square picture."""
    renderer = Renderer(96, 96, 2 * np.arctan(0.25), supersample=2)
    frames = renderer.render(board, (x, 0.0, 0.5, yaw, 0.0))
    assert (frames.ids[4:-4, 4:-4] == 7).all()
    return frames.rgb


def distance(a: np.ndarray, b: np.ndarray) -> float:
    return float(np.abs(a.astype(float) - b.astype(float)).mean())


PARTS = [
    Part("board", "white", "paper", "printed", text="EXIT 7"),
    Part("board", "navy", "paper", "printed", image="fish"),
    Part("board", "yellow", "plastic", "printed", image="dinosaur"),
]


@pytest.mark.parametrize("part", PARTS, ids=lambda p: p.text or p.image)
def test_print_is_upright_and_not_mirrored(part):
    picture, expected = seen(Board(part)), drawn(part, 96)
    error = distance(picture, expected)
    assert error < 9.0
    for wrong in (expected[::-1], expected[:, ::-1], np.rot90(expected)):
        assert error < 0.6 * distance(picture, wrong) or np.array_equal(wrong, expected)


def test_print_on_a_mirrored_part_reads_normally():
    part = PARTS[0]
    assert distance(seen(Board(part, mirrored=True)), drawn(part, 96)) < 9.0


def test_print_seen_from_behind_reads_normally():
    part = PARTS[0]
    back = seen(Board(part, two_sided=True), yaw=np.pi, x=4.0)
    assert distance(back, drawn(part, 96)) < 9.0


def test_every_picture_differs_from_every_other():
    pictures = {
        image: drawn(Part("b", "white", "paper", "printed", image=image), 32) for image in IMAGES
    }
    names = list(pictures)
    for i, a in enumerate(names):
        assert pictures[a].std() > 20, a
        for b in names[i + 1 :]:
            assert distance(pictures[a], pictures[b]) > 12, (a, b)


def test_long_text_is_wrapped_to_fit():
    lines, size = prints._lines("please water the plants every second day", 256, 256)
    assert len(lines) > 2
    assert size > 25


def test_every_finish_has_a_look():
    for material in MATERIALS:
        for pattern in PATTERNS:
            texture = textures.material_texture(material, pattern)
            side = 1 << texture.bits
            assert len(texture.texels) == (4 * side * side - 1) // 3
    for surface in SURFACES:
        assert looks.surface_look(Finish(surface, "white")).colours.shape == (256, 3)
    for colour in COLOURS:
        mean = looks.part_look(colour, "plastic", "plain", "")
        tone = mean.colours[mean.texture.texels[0]]
        assert np.abs(tone - np.array(COLOURS[colour])).max() < 8


def test_patterns_show_both_colours():
    for pattern in PATTERNS:
        if pattern in ("plain", "printed"):
            continue
        look = looks.part_look("white", "fabric", pattern, "blue")
        colours = look.colours[look.texture.texels[: 1 << (2 * look.texture.bits)]]
        blueness = colours[:, 2] - colours[:, 0]
        assert (blueness > 60).mean() > 0.04, pattern
        assert (blueness < 30).mean() > 0.04, pattern


def test_unknown_names_are_explained():
    with pytest.raises(UnknownIdError, match="unknown image 'catt'"):
        prints.image_print("catt", 1.0)
    with pytest.raises(UnknownIdError, match="unknown colour"):
        looks.rgb("blurple")


@pytest.fixture
def few(monkeypatch, tmp_path):
    """A cache of its own, in which only prints of one proportion are kept."""
    monkeypatch.setenv("MEADOW_CACHE", str(tmp_path))
    monkeypatch.setattr(prints, "ASPECTS", (1.0,))
    monkeypatch.setattr(prints, "_texts", lambda: ("SOAP",))
    forget()
    yield tmp_path
    forget()


def forget() -> None:
    for known in (prints._image, prints._text, prints._shelf):
        known.cache_clear()


def content(picture: prints.Print) -> tuple[bytes, ...]:
    ink = b"" if picture.ink is None else picture.ink.tobytes()
    return picture.texture.texels.tobytes(), ink, picture.cover.tobytes()


def test_kept_prints_equal_drawn_ones(few, monkeypatch):
    def asked() -> list[tuple[bytes, ...]]:
        pictures = [prints.image_print(image, 1.0) for image in prints.PICTURES]
        return [content(p) for p in [*pictures, prints.text_print("SOAP", 1.0)]]

    drawn = asked()
    prints.keep_prints()
    forget()

    def refuse(*_):
        raise AssertionError("drawn although it was kept")

    for name in ("_draw_image", "_draw_text"):
        monkeypatch.setattr(prints, name, refuse)
    assert asked() == drawn
    prints.keep_prints()  # finds them and draws nothing


def test_damaged_prints_are_drawn_anew(few):
    drawn = content(prints.image_print("cat", 1.0))
    prints.keep_prints()
    (path,) = (few / "prints").iterdir()
    whole = path.read_bytes()
    path.write_bytes(whole[:5000])
    forget()
    assert content(prints.image_print("cat", 1.0)) == drawn
    prints.keep_prints()
    assert path.read_bytes() == whole


def test_a_cache_that_cannot_be_written_is_done_without(few, monkeypatch):
    (few / "file").write_text("not a directory")
    monkeypatch.setenv("MEADOW_CACHE", str(few / "file"))
    prints.keep_prints()
    assert len(prints.text_print("SOAP", 1.0).texture.texels) == prints.TEXELS
    assert (few / "file").read_text() == "not a directory"


TO_DO = "- milk and bread\n- call Tony\n- water the plants\n- the key is in the drawer\n- bins out"


def test_line_breaks_are_kept():
    """Each line of a list is a band of ink between bands of paper, and no two are joined."""
    rows = _inked_rows(prints.text_print("MILK\nEGGS\nTEA", 1.0))
    assert (np.diff(rows.astype(int)) == 1).sum() == 3
    lines, _ = prints._lines(TO_DO, 800.0, 600.0)
    assert "\n".join(lines).replace("\n", " ") == TO_DO.replace("\n", " ")
    assert {"- call Tony", "- bins out"} <= set(lines)


def _inked_rows(drawing: prints.Print) -> np.ndarray:
    size = 1 << drawing.texture.bits
    texels = drawing.texture.texels[: size * size].reshape(size, size)
    return (texels > 100).any(axis=1)


def test_long_texts_have_more_texels():
    assert prints.text_bits("x" * prints.LONG) == prints.BITS
    assert prints.text_bits("x" * (prints.LONG + 1)) == prints.BITS + 1
    assert prints.text_bits(TO_DO) == prints.BITS + 2
    finest = prints.text_print(TO_DO, 1.4).texture
    assert finest.bits == prints.BITS + 2
    assert finest.texels.size == (4 * 4**finest.bits - 1) // 3


def test_texts_of_the_catalogue_have_as_many_texels_as_ever():
    assert {prints.text_bits(text) for text in prints._texts()} == {prints.BITS}


def test_a_fine_print_is_seen_as_it_is_drawn():
    """The renderer reads any number of texels: the board looks like its drawing."""
    part = Part("board", "white", "paper", "printed", text=TO_DO)
    picture = seen(Board(part)).astype(float).mean(axis=2)
    texels = drawn(part, len(picture)).astype(float).mean(axis=2)
    assert np.corrcoef(picture.ravel(), texels.ravel())[0, 1] > 0.8
