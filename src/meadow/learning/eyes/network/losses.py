"""The losses of the training: phrases at cells, phrases in images, boxes and masks."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn import functional as F

from meadow.learning.eyes.data.frames import STRIDE, Batch
from meadow.learning.eyes.network.model import EyesNetwork, ImageOutputs

#: Weights of the parts of the loss.
WEIGHTS = {
    "choice": 1.0,
    "phrase": 1.0,
    "present": 0.5,
    "room": 0.2,
    "box": 1.0,
    "quality": 0.3,
    "mask": 0.6,
    "contrast": 0.5,
    "located": 0.3,
    "phrase_mask": 0.4,
}
BACKGROUND = 48
"""Number of cells of the building that enter the loss, per image."""
SHELL_WEIGHT = 0.08
"""Weight of each of them; the cells of a thing weigh between 1 and 4 together."""
MASKS = 6
"""Number of masks that enter the loss, per image."""
PHRASE_MASKS = 3
"""Number of phrases whose masks enter the loss, per image."""
MASK_PIXELS = 128
"""Largest number of pixels inside such a mask that enter the loss, and of pixels outside."""
CELLS = 10
"""Approximate number of cells of a thing that enter the loss; neighbouring cells are nearly equal."""


@dataclass(frozen=True, slots=True)
class Texts:
    """Vectors of the phrases of a batch."""

    phrases: Tensor
    """(P, joint) vectors of the bank's phrases."""
    located: Tensor
    """(L, joint) vectors of names with a region of the image."""
    rooms: Tensor
    """(rooms, joint) vectors of the names of rooms."""


@dataclass(slots=True)
class Judged:
    """The cells that enter the loss of a step."""

    place: Tensor
    """(C, 3) image, row and column."""
    region: Tensor
    """(C,) row of the region."""
    weight: Tensor
    """(C,) weight of the cell; a large thing weighs little more than a small one."""
    thing: Tensor
    """(C,) whether the region has a box."""


def choose_cells(batch: Batch, generator: torch.Generator) -> Judged:
    """Choose the cells of a step: all cells of things and some of the building."""
    cells = torch.from_numpy(batch.cells)
    boxed = torch.from_numpy(batch.boxes[:, 0] == batch.boxes[:, 0])
    region = cells.clamp(min=0).long()
    thing = (cells >= 0) & boxed[region]
    sizes = torch.bincount(region[thing], minlength=len(boxed)).clamp(min=1)
    lottery = torch.rand(cells.shape, generator=generator)
    thing &= lottery < (CELLS / sizes)[region]
    shell = (cells >= 0) & ~boxed[region]
    share = BACKGROUND * len(cells) / max(1, int(shell.sum()))
    shell &= lottery < share
    place = (thing | shell).nonzero()
    rows = region[place[:, 0], place[:, 1], place[:, 2]]
    is_thing = boxed[rows]
    # Each cell stands for those that were left out.
    taken = sizes[rows].clamp(max=CELLS).float()
    weight = torch.where(is_thing, sizes[rows] ** 0.25 / taken, torch.tensor(SHELL_WEIGHT))
    return Judged(place, rows, weight, is_thing)


def total_loss(
    net: EyesNetwork, seen: ImageOutputs, texts: Texts, batch: Batch, generator: torch.Generator
) -> tuple[Tensor, dict[str, float]]:
    """The weighted sum and its parts by name."""
    judged = choose_cells(batch, generator)
    truth = torch.from_numpy(batch.truth)[judged.region]
    cells = _at(seen.cells, *judged.place.unbind(1))
    logits = net.cell_logits(cells, texts.phrases)
    everywhere = torch.ones(len(batch.images))
    parts = {
        "choice": _choices(logits, truth, judged, batch.groups),
        "phrase": _phrases(logits, truth, judged.weight),
        "contrast": _contrast(logits, truth, judged.weight, torch.from_numpy(batch.pairs)),
        "present": _phrases(
            net.image_logits(seen.pooled, texts.phrases),
            torch.from_numpy(batch.present),
            everywhere,
        ),
        "located": _phrases(
            net.image_logits(seen.pooled, texts.located),
            torch.from_numpy(batch.located),
            everywhere,
        ),
        "room": F.cross_entropy(
            net.image_logits(seen.pooled, texts.rooms),
            torch.from_numpy(batch.rooms),
            label_smoothing=0.1,
        ),
    }
    things = judged.thing.nonzero()[:, 0]
    if len(things):
        parts["box"], parts["quality"] = _boxes(seen, batch, judged, things)
        parts["mask"] = _masks(seen, batch, judged, things, generator)
        parts["phrase_mask"] = _phrase_masks(net, seen, texts.phrases, batch, generator)
    total = sum((WEIGHTS[name] * value for name, value in parts.items()), torch.zeros(()))
    told = {name: float(value.detach()) for name, value in parts.items()}
    return total, told | _right(logits.detach(), truth, judged, batch.groups)


def _at(features: Tensor, image: Tensor, y: Tensor, x: Tensor) -> Tensor:
    """(..., C) features at places of (N, C, H, W) images; its gradient is quicker than that of indexing."""
    n, channels, height, width = features.shape
    rows = features.permute(0, 2, 3, 1).reshape(n * height * width, channels)
    places = (image * height + y) * width + x
    return rows.index_select(0, places.flatten()).unflatten(0, places.shape)


def _contrast(logits: Tensor, truth: Tensor, weight: Tensor, pairs: Tensor) -> Tensor:
    """A description must score higher than its near miss where it holds and the other does not."""
    if not len(pairs):
        return logits.new_zeros(())
    true, miss = pairs.unbind(1)
    where = weight[:, None] * ((truth[:, true] == 1) & (truth[:, miss] == 0))
    loss = F.softplus(logits[:, miss] - logits[:, true])
    return (loss * where).sum() / where.sum().clamp(min=1.0)


def _choices(
    logits: Tensor, truth: Tensor, judged: Judged, groups: tuple[tuple[int, int], ...]
) -> Tensor:
    """Cross-entropy within each group of exclusive phrases; arguable ones take no part."""
    total = logits.new_zeros(())
    for number, (low, high) in enumerate(groups):
        within, labels = logits[:, low:high], truth[:, low:high]
        target = (labels == 1).int().argmax(dim=1)
        known = (labels == 1).any(dim=1)
        others = labels != 0
        others[torch.arange(len(labels)), target] = False
        loss = F.cross_entropy(within.masked_fill(others, -1e4), target, reduction="none")
        weight = judged.weight * known
        share = 1.0 if number == 0 else 0.4
        total = total + share * (loss * weight).sum() / weight.sum().clamp(min=1.0)
    return total


def _right(
    logits: Tensor, truth: Tensor, judged: Judged, groups: tuple[tuple[int, int], ...]
) -> dict[str, float]:
    """Weighted fraction of the things' cells where the best name, colour and so on is a true one."""
    out = {}
    for name, (low, high) in zip(("named", "coloured", "material", "pattern"), groups):
        labels = truth[:, low:high]
        best = logits[:, low:high].masked_fill(labels == -1, -1e4).argmax(dim=1)
        right = labels[torch.arange(len(labels)), best] == 1
        weight = judged.weight * judged.thing * (labels == 1).any(dim=1)
        out[name] = float((right * weight).sum() / weight.sum().clamp(min=1e-6))
    return out


def _phrases(logits: Tensor, truth: Tensor, weight: Tensor) -> Tensor:
    """Sigmoid loss on all pairs; pairs that are already right count less."""
    wanted = (truth == 1).float()
    loss = F.binary_cross_entropy_with_logits(logits, wanted, reduction="none")
    doubt = (torch.sigmoid(logits) - wanted).abs().detach()
    pairs = weight[:, None] * (truth >= 0)
    positive = (weight[:, None] * wanted).sum().clamp(min=1.0)
    return (loss * doubt * pairs).sum() / positive


def edges(distances: Tensor, y: Tensor, x: Tensor) -> Tensor:
    """(C, 4) pixel boxes from (C, 4) distances in cells around cell centres."""
    centre = torch.stack([x, y, x, y], dim=1) + 0.5
    sign = distances.new_tensor([-1.0, -1.0, 1.0, 1.0])
    return (centre + sign * distances) * STRIDE


def overlap(a: Tensor, b: Tensor) -> tuple[Tensor, Tensor]:
    """Intersection over union of paired boxes, and the generalised one."""
    low, high = torch.maximum(a[:, :2], b[:, :2]), torch.minimum(a[:, 2:], b[:, 2:])
    inner = (high - low).clamp(min=0).prod(dim=1)
    union = (a[:, 2:] - a[:, :2]).prod(dim=1) + (b[:, 2:] - b[:, :2]).prod(dim=1) - inner
    hull = torch.maximum(a[:, 2:], b[:, 2:]) - torch.minimum(a[:, :2], b[:, :2])
    around = hull.prod(dim=1).clamp(min=1.0)
    iou = inner / union.clamp(min=1.0)
    return iou, iou - (around - union) / around


def _boxes(
    seen: ImageOutputs, batch: Batch, judged: Judged, things: Tensor
) -> tuple[Tensor, Tensor]:
    n, y, x = judged.place[things].unbind(1)
    wanted = torch.from_numpy(batch.boxes)[judged.region[things]]
    iou, generalised = overlap(edges(seen.boxes[n, :, y, x], y, x), wanted)
    weight = judged.weight[things]
    loss = ((1.0 - generalised) * weight).sum() / weight.sum()
    quality = F.binary_cross_entropy_with_logits(
        seen.quality[n, 0, y, x], iou.detach().clamp(0.0, 1.0), reduction="none"
    )
    return loss, (quality * weight).sum() / weight.sum()


def _masks(
    seen: ImageOutputs, batch: Batch, judged: Judged, things: Tensor, generator: torch.Generator
) -> Tensor:
    """Cross-entropy within the thing's box, for a few cells of each image."""
    places, regions = judged.place[things], judged.region[things]
    lottery = torch.rand(len(things), generator=generator)
    pixels = torch.from_numpy(batch.pixels)
    losses = []
    for image in range(len(batch.images)):
        mine = (places[:, 0] == image).nonzero()[:, 0]
        if not len(mine):
            continue
        mine = mine[lottery[mine].argsort()[:MASKS]]
        _, y, x = places[mine].unbind(1)
        prototypes = seen.prototypes[image]
        logits = seen.coefficients[image, :, y, x].T @ prototypes.flatten(1)
        wanted = (pixels[image].flatten()[None] == regions[mine, None]).float()
        inside = _near_box(
            torch.from_numpy(batch.boxes)[regions[mine]] / 4.0, *prototypes.shape[1:]
        )
        loss = F.binary_cross_entropy_with_logits(logits, wanted, reduction="none") * inside
        losses.append((loss.sum(dim=1) / inside.sum(dim=1).clamp(min=1)).mean())
    return torch.stack(losses).mean()


def _phrase_masks(
    net: EyesNetwork, seen: ImageOutputs, phrases: Tensor, batch: Batch, generator: torch.Generator
) -> Tensor:
    """Cross-entropy of the masks of a few phrases that hold somewhere in their image."""
    present = torch.from_numpy(batch.present) == 1
    lottery = torch.rand(present.shape, generator=generator) * present
    # Descriptions come last in a bank, and their masks are the hardest to learn.
    lottery[:, batch.groups[-1][1] :] *= 2.0
    best = lottery.topk(PHRASE_MASKS, dim=1)
    image, rank = (best.values > 0.0).nonzero().unbind(1)
    if not len(image):
        return phrases.new_zeros(())
    phrase = best.indices[image, rank]
    rows = torch.from_numpy(batch.pixels)[image]
    truth = torch.from_numpy(batch.truth).T[phrase]
    wanted = truth.gather(1, rows.clamp(min=0).flatten(1).long())
    wanted = torch.where(rows.flatten(1) >= 0, wanted, 0)
    pixels, taken = _sampled(wanted, generator)
    y, x = pixels // seen.fine.shape[3], pixels % seen.fine.shape[3]
    # Of each cell, how near it is to the phrases of its image.
    cosines = (phrases[best.indices] @ seen.cells.flatten(2))[image, rank]
    near = cosines.gather(1, y // 2 * seen.cells.shape[3] + x // 2)
    logits = net.mask.read(_at(seen.fine, image[:, None], y, x), near, phrases[phrase])
    labels = (wanted.gather(1, pixels) == 1).float()
    loss = F.binary_cross_entropy_with_logits(logits, labels, reduction="none")
    # Both sides of the outline have equal weight, however small the thing is.
    loss, taken = (both.unflatten(1, (2, -1)) for both in (loss * taken, taken))
    return (loss.sum(2) / taken.sum(2).clamp(min=1)).mean()


def _sampled(wanted: Tensor, generator: torch.Generator) -> tuple[Tensor, Tensor]:
    """(K, 2P) pixels inside masks, then as many outside, and which of them count.

    Neighbouring pixels are nearly equal: a sample teaches as much as all, in a fraction of the time.
    Where a side has fewer than P pixels, the rest of its places do not count.
    """
    chosen = [
        (torch.rand(wanted.shape, generator=generator) * (wanted == label)).topk(
            min(MASK_PIXELS, wanted.shape[1]), dim=1
        )
        for label in (1, 0)
    ]
    taken = torch.cat([best.values for best in chosen], dim=1) > 0.0
    return torch.cat([best.indices for best in chosen], dim=1), taken


def _near_box(box: Tensor, height: int, width: int) -> Tensor:
    """(C, height * width) whether a pixel is in or next to each box."""
    rows, columns = torch.arange(height) + 0.5, torch.arange(width) + 0.5
    across = (columns > box[:, 0:1] - 1) & (columns < box[:, 2:3] + 1)
    down = (rows > box[:, 1:2] - 1) & (rows < box[:, 3:4] + 1)
    return (down[:, :, None] & across[:, None, :]).flatten(1)
