"""Frames that were seen are remembered to the last bit, up to a capacity, and only where asked for."""

from __future__ import annotations

import numpy as np
import pytest

from meadow.errors import InvalidValueError
from meadow.models.eyes import Eyes, available, load_eyes
from meadow.models.eyes.memory import Memory, memory_in_use, remembering
from meadow.seeding import stream


def ask(memory: Memory, *questions: str) -> list[str]:
    """The questions that had to be computed."""
    computed: list[str] = []

    def compute(question: str) -> list[str]:
        computed.append(question)
        return [question] * len(question)

    for question in questions:
        answer = memory.recall(question, lambda question=question: compute(question))
        assert answer == [question] * len(question)
        assert len(memory) <= memory.capacity
    return computed


def test_what_was_asked_only_once_is_forgotten_first() -> None:
    memory = Memory(3)
    assert ask(memory, "a", "b", "a", "c") == ["a", "b", "c"]
    assert ask(memory, "d", "e", "a") == ["d", "e"], "a was asked for twice"
    assert ask(memory, "d", "b") == ["b"], "b was the oldest of the others"
    assert (memory.asked, memory.hits) == (9, 3)


def test_one_who_looks_twice_does_not_push_out_what_others_share() -> None:
    memory = Memory(3)
    ask(memory, "a", "b", "a", "b")
    assert ask(memory, "c", "c", "d", "d", "e", "e") == ["c", "d", "e"]
    assert ask(memory, "a", "b") == []
    ask(memory, "e", "f")
    assert ask(memory, "f") == [], "the newest stays, however much the others are asked for"


def test_capacity_counts_frames() -> None:
    memory = Memory(4)
    assert ask(memory, "aaa", "b", "aaa", "b") == ["aaa", "b"]
    assert len(memory) == 4
    assert ask(memory, "ccccc") == ["ccccc"], "answered, too large to be remembered"
    with pytest.raises(InvalidValueError, match="0 frames"):
        Memory(0)


def test_a_memory_is_in_use_inside_its_block_only() -> None:
    outer, inner = Memory(1), Memory(1)
    with remembering(outer):
        with pytest.raises(RuntimeError), remembering(inner):
            assert memory_in_use() is inner
            raise RuntimeError
        assert memory_in_use() is outer
    assert memory_in_use() is None


@pytest.fixture(scope="module")
def eyes() -> Eyes:
    pytest.importorskip("onnxruntime")
    if "eyes-s" not in available():
        pytest.skip("no weights are shipped; make them with: meadow train eyes")
    return load_eyes("eyes-s")


@pytest.fixture(scope="module")
def frames() -> list[np.ndarray]:
    """Three pictures of noise."""
    draw = stream(0, "frames")
    blocks = np.array([[draw.integer(0, 255) for _ in range(147)] for _ in range(3)], np.uint8)
    return [b.reshape(7, 7, 3).repeat(32, axis=0).repeat(32, axis=1) for b in blocks]


def assert_same(one: object, other: object) -> None:
    for name in ("cells", "boxes", "quality", "coefficients", "prototypes", "pooled", "attention"):
        assert np.array_equal(getattr(one, name), getattr(other, name)), name
    assert np.array_equal(one.values, other.values)


def test_remembered_frames_are_the_same_to_the_last_bit(
    eyes: Eyes, frames: list[np.ndarray]
) -> None:
    alone = [eyes.see([frame])[0] for frame in frames]
    batch = eyes.see(frames)
    memory = Memory(8)
    with remembering(memory):
        first = [eyes.see([frame])[0] for frame in frames]
        again = [eyes.see([frame.copy()])[0] for frame in frames]
        large = eyes.see([frames[0].repeat(2, axis=0).repeat(2, axis=1)])[0]
        together = eyes.see(frames)
    for k in range(3):
        assert_same(first[k], alone[k])
        assert again[k] is first[k]
        assert_same(together[k], batch[k])
    assert large is first[0], "the same when it is resized"
    assert (memory.asked, memory.hits, len(memory)) == (8, 4, 6)
    with pytest.raises(ValueError, match="read-only"):
        first[0].pooled[0] = 0.0


def test_other_weights_have_other_answers(eyes: Eyes, frames: list[np.ndarray]) -> None:
    if "eyes-s-zs" not in available():
        pytest.skip("one model alone")
    other = load_eyes("eyes-s-zs")
    memory = Memory(8)
    with remembering(memory):
        mine, theirs = eyes.see(frames[:1])[0], other.see(frames[:1])[0]
    assert memory.hits == 0
    assert not np.array_equal(mine.pooled, theirs.pooled)
