from __future__ import annotations

import math
import stat
import textwrap

import numpy as np
import pytest

from meadow.errors import MeadowError, MissingDependencyError
from meadow.models import load_model
from meadow.models.ocr import TesseractReader, enlarged, parse_tsv
from meadow.scenes.schema import replace
from meadow.sim.simulator import MeadowSimulator
from meadow.testing.homes import one_room, thing
from meadow.types import Array, Pose

HEADER = (
    "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext"
)
TABLE = "\n".join(
    [
        HEADER,
        "4\t1\t1\t1\t1\t0\t10\t60\t90\t20\t-1\t",
        "5\t1\t1\t1\t1\t1\t10\t60\t40\t20\t90\tMIND",
        "5\t1\t1\t1\t1\t2\t60\t62\t40\t20\t70\tSTEP",
        "5\t1\t2\t1\t1\t1\t10\t20\t40\t20\t96\tTHE",
    ]
)


@pytest.fixture(scope="module")
def whiteboard() -> Array:
    """A rendered whiteboard that says HELLO."""
    board = thing("board", "whiteboard", (3.0, 2.0, 0.0), room="room-0", yaw=math.pi)
    printed = [
        replace(part, pattern="printed", text="HELLO") if part.name == "board" else part
        for part in board.parts
    ]
    house = one_room([replace(board, parts=tuple(printed))])
    return MeadowSimulator().reset(house, Pose(1.6, 2.0)).rgb


def test_rapidocr_reads_a_rendered_whiteboard(whiteboard: Array) -> None:
    pytest.importorskip("rapidocr")
    reader = load_model("rapidocr", kind="reader")
    blank = np.full((64, 64, 3), 255, np.uint8)
    lines, nothing = reader.read([whiteboard, blank])
    assert [line.text for line in lines] == ["HELLO"]
    x0, y0, x1, y1 = lines[0].box
    assert 0 <= x0 < x1 <= 224
    assert 0 <= y0 < y1 <= 224
    assert nothing == []


def test_tesseract_reads_a_rendered_whiteboard(whiteboard: Array) -> None:
    try:
        reader = load_model("tesseract", kind="reader")
    except MissingDependencyError as error:
        pytest.skip(str(error))
    assert "HELLO" in " ".join(line.text for line in reader.read([whiteboard])[0])


def test_words_of_a_table_become_lines_in_reading_order() -> None:
    lines = parse_tsv(TABLE, scale=2.0)
    assert [line.text for line in lines] == ["THE", "MIND STEP"]
    assert lines[1].score == pytest.approx(0.8)
    assert lines[1].box == (5.0, 30.0, 50.0, 41.0)
    assert parse_tsv(HEADER) == []


def _program(tmp_path, body: str) -> str:
    path = tmp_path / "tesseract"
    path.write_text("#!/bin/sh\n" + textwrap.dedent(body))
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


def test_the_program_gets_the_picture_and_its_table_is_read(tmp_path) -> None:
    table = tmp_path / "table.tsv"
    table.write_text(TABLE)
    body = f"""
        if [ "$1" = "--version" ]; then echo "tesseract 5.9"; exit 0; fi
        /bin/cat > {tmp_path}/seen.png; /bin/cat {table}
        """
    reader = TesseractReader(program=_program(tmp_path, body))
    lines = reader.read([np.zeros((640, 640, 3), np.uint8)])[0]
    assert [line.text for line in lines] == ["THE", "MIND STEP"]
    assert (tmp_path / "seen.png").read_bytes().startswith(b"\x89PNG")
    assert reader.card().revision == "tesseract 5.9"


def test_the_program_knows_where_its_languages_are(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("TESSDATA_PREFIX", "/languages")
    body = f"""
        if [ "$1" = "--version" ]; then exit 0; fi
        echo "$TESSDATA_PREFIX $OMP_THREAD_LIMIT" > {tmp_path}/told; echo
        """
    TesseractReader(program=_program(tmp_path, body)).read([np.zeros((8, 8, 3), np.uint8)])
    assert (tmp_path / "told").read_text().split() == ["/languages", "1"]


def test_a_program_that_fails_is_reported(tmp_path) -> None:
    body = """
        if [ "$1" = "--version" ]; then exit 0; fi
        echo "no language data" >&2; exit 1
        """
    with pytest.raises(MeadowError, match="no language data"):
        TesseractReader(program=_program(tmp_path, body)).read([np.zeros((8, 8, 3), np.uint8)])
    with pytest.raises(MissingDependencyError, match="apt install"):
        TesseractReader(program="tesseract-that-is-not-there")


def test_small_frames_are_enlarged() -> None:
    large, scale = enlarged(np.zeros((100, 200, 3), np.uint8))
    assert large.shape == (640, 1280, 3)
    assert scale == pytest.approx(6.4)
    same, scale = enlarged(np.zeros((700, 900, 3), np.uint8))
    assert (same.shape, scale) == ((700, 900, 3), 1.0)
