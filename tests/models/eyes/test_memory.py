"""Frames that were seen are remembered to the last bit, up to a capacity, and only where asked for."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest

from meadow.errors import InvalidValueError
from meadow.models.eyes import Eyes, available, load_eyes
from meadow.models.eyes.eyes import Located, Outlined, Seen
from meadow.models.eyes.memory import FrameMemory, memory_in_use, remembering
from meadow.seeding import stream


@dataclass(frozen=True)
class Said:
    """An answer about one frame that takes one byte."""

    question: str
    nbytes: int = 1


def ask(memory: FrameMemory, *questions: str) -> list[str]:
    """The questions that had to be computed."""
    computed: list[str] = []

    def compute(question: str) -> list[Said]:
        computed.append(question)
        return [Said(question)] * len(question)

    for question in questions:
        answer = memory.recall(question, lambda question=question: compute(question))
        assert answer == [Said(question)] * len(question)
        assert memory.nbytes == len(memory) <= memory.capacity
    return computed


def run(memory: FrameMemory, *questions: str) -> list[str]:
    """The same, as the frames of one agent's run."""
    memory.begin_run()
    return ask(memory, *questions)


def test_the_first_frames_of_an_episode_are_kept_however_long_it_is() -> None:
    memory = FrameMemory(3)
    assert run(memory, *"abcdefgh") == list("abcdefgh")
    assert run(memory, *"abcxyz") == list("xyz")
    assert (memory.asked, memory.hits) == (14, 3)


def test_what_two_runs_did_not_ask_for_makes_room_the_oldest_first() -> None:
    memory = FrameMemory(4)
    run(memory, *"abcd")
    assert run(memory, *"axy") == list("xy"), "b, c and d may still serve the next run"
    assert run(memory, *"axy") == list("xy"), "now they are forgotten for x and y"
    assert run(memory, *"axyd") == []
    assert run(memory, *"b") == ["b"]


def test_the_last_answer_is_at_hand_even_when_the_memory_is_full() -> None:
    memory = FrameMemory(1)
    assert run(memory, *"abbb") == ["a", "b"]
    assert ask(memory, "a", "b") == ["b"]


def test_another_episode_begins_with_an_empty_memory() -> None:
    memory = FrameMemory(4)
    run(memory, *"ab")
    memory.clear()
    assert (len(memory), memory.nbytes) == (0, 0)
    assert run(memory, *"ab") == ["a", "b"]


def test_capacity_counts_bytes() -> None:
    memory = FrameMemory(4)
    assert ask(memory, "aaa", "b", "aaa", "b") == ["aaa", "b"]
    assert len(memory) == 4
    assert ask(memory, "ccccc") == ["ccccc"], "answered, too large to be remembered"
    with pytest.raises(InvalidValueError, match="0 bytes"):
        FrameMemory(0)


def test_a_memory_is_in_use_inside_its_block_only() -> None:
    outer, inner = FrameMemory(1), FrameMemory(1)
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
    return load_eyes("eyes-s", side=224)


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
    memory = FrameMemory()
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
    memory = FrameMemory()
    with remembering(memory):
        mine, theirs = eyes.see(frames[:1])[0], other.see(frames[:1])[0]
    assert memory.hits == 0
    assert not np.array_equal(mine.pooled, theirs.pooled)


def test_frames_are_seen_as_far_as_was_ever_asked(eyes: Eyes, frames: list[np.ndarray]) -> None:
    whole, memory = eyes.see(frames[:1])[0], FrameMemory()
    with remembering(memory):
        assert type(eyes.see_part(frames[:1], Located)[0]) is Located
        assert type(eyes.see_part(frames[:1], Outlined)[0]) is Outlined
        assert type(eyes.see_part(frames[:1], Located)[0]) is Outlined, "one answer serves both"
        assert memory.hits == 1
        assert_same(eyes.see(frames[:1])[0], whole)
        memory.clear()
        assert type(eyes.see_part(frames[1:2], Located)[0]) is Seen, "known from the last episode"


def test_frames_that_are_not_kept_are_seen_again(eyes: Eyes, frames: list[np.ndarray]) -> None:
    alone = [eyes.see([frame])[0] for frame in frames]
    memory = FrameMemory(alone[0].nbytes)
    with remembering(memory):
        for _ in range(2):
            memory.begin_run()
            for frame, whole in zip(frames, alone):
                assert_same(eyes.see([frame])[0], whole)
    assert (memory.hits, len(memory)) == (1, 1)
