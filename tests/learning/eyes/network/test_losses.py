"""Masks of phrases are learnt from some of their pixels."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch")

from meadow.learning.eyes.network.losses import MASK_PIXELS, _sampled  # noqa: E402
from meadow.learning.eyes.network.model import FINE, PhraseMask  # noqa: E402


def test_reading_some_pixels_gives_what_reading_all_gives_there() -> None:
    torch.manual_seed(0)
    mask = PhraseMask(16)
    torch.nn.init.normal_(mask.modulate.weight)
    fine, cosines, texts = torch.randn(3, FINE, 8, 12), torch.randn(3, 4, 6), torch.randn(3, 16)
    whole = mask(fine, cosines, texts)
    y, x = torch.randint(0, 8, (3, 5)), torch.randint(0, 12, (3, 5))
    k = torch.arange(3)[:, None]
    some = mask.read(fine[k, :, y, x], cosines[k, y // 2, x // 2], texts)
    torch.testing.assert_close(some, whole[k, y, x])


def test_both_sides_of_an_outline_are_sampled_and_arguable_pixels_never() -> None:
    wanted = torch.full((2, 1000), -1)
    wanted[0, :3], wanted[0, 500:] = 1, 0
    wanted[1, :900], wanted[1, 900:] = 1, 0
    pixels, taken = _sampled(wanted, torch.Generator().manual_seed(0))
    for k, sides in enumerate([(3, MASK_PIXELS), (MASK_PIXELS, 100)]):
        found = pixels[k][taken[k]]
        assert len(found) == len(set(found.tolist()))
        for label, count in zip((1, 0), sides):
            assert int((wanted[k][found] == label).sum()) == count
