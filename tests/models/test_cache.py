from __future__ import annotations

import numpy as np
import pytest

from meadow.models import Cache, cached
from meadow.models.fakes import (
    FakeCaptioner,
    FakeDetector,
    FakeImageTextEncoder,
    FakeReader,
    FakeTextEncoder,
)


def _frame(paint: tuple[int, int, int], size: int = 8) -> np.ndarray:
    image = np.full((size, size, 3), 90, np.uint8)
    image[2:5, 1:6] = paint
    return image


class Counting(FakeDetector):
    """Remembers how many images it was really shown."""

    shown = 0

    def detect(self, images, phrases, *, threshold=0.1):
        self.shown += len(images)
        return super().detect(images, phrases, threshold=threshold)


def test_only_new_frames_are_computed() -> None:
    detector = Counting()
    model = cached(detector)
    red, blue = _frame((255, 0, 0)), _frame((0, 0, 255))
    first = model.detect([red, red], ["red mug"])
    again = model.detect([blue, red], ["red mug"])
    assert detector.shown == 2
    assert np.array_equal(first[0].boxes, again[1].boxes)
    assert len(again[0]) == 0


def test_phrases_and_options_are_part_of_the_key() -> None:
    detector = Counting()
    model = cached(detector)
    red = _frame((255, 0, 0))
    assert len(model.detect([red], ["red mug"])[0]) == 1
    assert len(model.detect([red], ["blue mug"])[0]) == 0
    assert len(model.detect([red], ["red mug"], threshold=0.95)[0]) == 0
    assert detector.shown == 3


@pytest.mark.parametrize("reopened", [False, True])
def test_every_kind_of_answer_survives(tmp_path, reopened: bool) -> None:
    red = _frame((255, 0, 0))
    reader = FakeReader()
    reader.plant(red, "mind the step")
    asks = [
        (FakeTextEncoder(), lambda m: m.encode(["a", "b"])),
        (FakeImageTextEncoder(), lambda m: m.encode_images([red, red]).patches),
        (FakeDetector(), lambda m: m.detect([red], ["red"])[0].masks),
        (FakeCaptioner(), lambda m: m.caption([red])),
        (reader, lambda m: m.read([red])),
    ]
    for model, ask in asks:
        cache = Cache(directory=tmp_path)
        before = ask(cached(model, cache))
        cache = Cache(directory=tmp_path) if reopened else cache
        after = ask(cached(model, cache))
        assert cache.hits > 0
        assert np.array_equal(before, after) if isinstance(before, np.ndarray) else before == after


def test_a_cut_file_is_computed_again(tmp_path) -> None:
    red = _frame((255, 0, 0))
    before = cached(FakeDetector(), Cache(directory=tmp_path)).detect([red], ["red"])
    for path in tmp_path.rglob("*.msgpack"):
        path.write_bytes(path.read_bytes()[:20])
    after = cached(FakeDetector(), Cache(directory=tmp_path)).detect([red], ["red"])
    assert np.array_equal(before[0].boxes, after[0].boxes)


def test_memory_is_bounded() -> None:
    cache = Cache(capacity=2)
    model = cached(FakeTextEncoder(), cache)
    model.encode(["a", "b", "c"])
    model.encode(["c", "b"])
    assert cache.hits == 2
    model.encode(["a"])
    assert cache.misses == 4


def test_an_empty_batch_is_empty() -> None:
    assert cached(FakeDetector()).detect([], ["red"]) == []
    assert cached(FakeTextEncoder(8)).encode([]).shape == (0, 8)
