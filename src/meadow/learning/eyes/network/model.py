"""The network: an image tower with dense, pooled, box and mask outputs, and a small text tower.

Image and phrase meet as unit vectors in one space. ``scale * cosine + bias`` is the logit that a
phrase holds at a cell (or, with its own scale and bias, somewhere in the image).
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from meadow.learning.eyes.network.tower import Tower

HEADS = 4
PROTOTYPES = 24
FINE = 32
"""Channels of the features of 4x4 pixels."""
PLACES = 5
"""Number of features that encode the position of a token in the image."""
STRAIGHT = 0.15
"""Fraction of the phrases that a training reads by their mean word vector alone."""
QUIET = -4.0
"""Initial bias of the gate by which a word suppresses the words after it: at first hardly at all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EyesNetworkConfig:
    """Sizes of a network."""

    tower: str = "lite0"
    normalised: int = 5
    """First stage of the tower that keeps its batch norms while it learns; more norms keep more alive."""
    width: int = 128
    """Channels of the neck."""
    joint: int = 192
    """Dimensions of the space that images and phrases share."""
    words: int = 192
    """Dimensions of the word vectors."""
    text: int = 384
    """Width of the text tower."""


SHAPES = {
    "eyes-s": EyesNetworkConfig(),
    "eyes-b": EyesNetworkConfig(tower="lite2", normalised=3, width=160, joint=192, text=512),
}


@dataclass(frozen=True, slots=True)
class ImageOutputs:
    """Outputs of the image tower for a batch of N images of h x w cells of 8 pixels."""

    cells: Tensor
    """(N, joint, h, w) unit vectors."""
    boxes: Tensor
    """(N, 4, h, w) distances to left, top, right and bottom edge in units of 8 pixels, positive."""
    quality: Tensor
    """(N, 1, h, w) logit of the overlap of the cell's box with the true one."""
    coefficients: Tensor
    """(N, K, h, w) weights of the mask prototypes for the thing at the cell."""
    prototypes: Tensor
    """(N, K, 2h, 2w) mask prototypes."""
    pooled: Tensor
    """(N, joint) vectors of the whole images, not normalised."""
    attention: Tensor
    """(N, heads, tokens) attention of the class token; rows sum to 1."""
    values: Tensor
    """(N, heads, tokens, joint) contribution of each token to the pooled vector at attention 1."""
    fine: Tensor
    """(N, 32, 2h, 2w) features from which the masks of phrases are read."""


class AttentionPool(nn.Module):
    """A class token that attends to the cells, the last block of the image tower.

    The pooled vector is linear in the attention, so the gradient of a score with respect to the
    attention has a closed form (see ``meadow.models.eyes.relevance``).
    """

    def __init__(self, width: int, joint: int) -> None:
        super().__init__()
        self.query = nn.Parameter(torch.randn(HEADS, width // HEADS) * 0.1)
        self.key = nn.Linear(width, width)
        self.value = nn.Linear(width, HEADS * joint, bias=False)
        self.bias = nn.Parameter(torch.zeros(joint))
        self.place = nn.Conv2d(PLACES, width, 1, bias=False)
        nn.init.zeros_(self.place.weight)

    def forward(self, cells: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        pooled = F.avg_pool2d(cells, 2)
        # The position of a token in the image, so that "a mug in the top left" can be learnt.
        pooled = pooled + self.place(_places(pooled))
        tokens = pooled.flatten(2).transpose(1, 2)
        n, count, width = tokens.shape
        keys = self.key(tokens).reshape(n, count, HEADS, width // HEADS)
        logits = torch.einsum("nthc,hc->nht", keys, self.query) / (width // HEADS) ** 0.5
        attention = logits.softmax(dim=-1)
        values = self.value(tokens).reshape(n, count, HEADS, -1).permute(0, 2, 1, 3)
        pooled = (attention[..., None] * values).sum(dim=(1, 2)) + self.bias
        return pooled, attention, values


class ImageNetwork(nn.Module):
    """The image tower: turns images into :class:`ImageOutputs`."""

    def __init__(self, shape: EyesNetworkConfig) -> None:
        super().__init__()
        self.tower = Tower(shape.tower, shape.normalised)
        c2, c3, c4, c5 = self.tower.widths
        width = shape.width
        # The tower's channels differ a hundredfold in scale; normalised, all are learnt from at once.
        self.level3, self.level4, self.level5 = (_level(c) for c in (c3, c4, c5))
        self.lateral5 = nn.Conv2d(c5, width, 1)
        self.context = nn.Linear(c5, width)
        self.lateral4 = nn.Conv2d(c4, width, 1)
        self.smooth4 = _smooth(width)
        self.lateral3 = nn.Conv2d(c3, width, 1)
        self.smooth3 = _smooth(width)
        self.embed = nn.Sequential(
            nn.Conv2d(width, 2 * width, 1, bias=False),
            nn.BatchNorm2d(2 * width),
            nn.ReLU(),
            nn.Conv2d(2 * width, shape.joint, 1),
        )
        # A shortcut from ImageNet's features to the joint space, which learns before the neck does.
        self.direct5 = nn.Conv2d(c5, shape.joint, 1, bias=False)
        self.direct4 = nn.Conv2d(c4, shape.joint, 1, bias=False)
        self.direct3 = nn.Conv2d(c3, shape.joint, 1, bias=False)
        self.locate = nn.Conv2d(width, 64, 3, padding=1)
        self.outline = nn.Conv2d(64, 5 + PROTOTYPES, 1)
        self.up = nn.Conv2d(width, FINE, 1)
        self.lateral2 = nn.Conv2d(c2, FINE, 1)
        self.smooth2 = nn.Conv2d(FINE, FINE, 3, padding=1)
        self.prototype = nn.Conv2d(FINE, PROTOTYPES, 1)
        self.pool = AttentionPool(width, shape.joint)
        nn.init.constant_(self.outline.bias[:4], 1.0)  # boxes of about 40 pixels at first

    def forward(self, images: Tensor) -> ImageOutputs:
        """``images`` are (N, 3, H, W) in 0..255, H and W multiples of 32."""
        c2, c3, c4, c5 = self.tower((images - 127.0) / 128.0)
        c3, c4, c5 = self.level3(c3), self.level4(c4), self.level5(c5)
        top = self.lateral5(c5) + self.context(c5.mean(dim=(2, 3)))[:, :, None, None]
        middle = self.smooth4(F.relu(_double(top) + self.lateral4(c4)))
        cells = self.smooth3(F.relu(_double(middle) + self.lateral3(c3)))
        direct = _double(_double(self.direct5(c5)) + self.direct4(c4)) + self.direct3(c3)
        located = self.outline(F.relu(self.locate(cells))).float()
        fine = F.relu(self.smooth2(F.relu(_double(self.up(cells)) + self.lateral2(c2))))
        prototypes = self.prototype(fine).float()
        pooled, attention, values = self.pool(cells)
        return ImageOutputs(
            cells=F.normalize((self.embed(cells) + direct).float(), dim=1),
            boxes=located[:, :4].clamp(-4.0, 4.0).exp(),
            quality=located[:, 4:5],
            coefficients=located[:, 5:],
            prototypes=prototypes,
            pooled=pooled,
            attention=attention,
            values=values,
            fine=fine.float(),
        )


def _places(x: Tensor) -> Tensor:
    """(1, PLACES, h, w) polynomials of the coordinates, each from -1 to 1 over the image."""
    ones = torch.ones_like(x[:1, :1])
    across = 2.0 * ones.cumsum(3) / ones.sum(3, keepdim=True) - 1.0
    down = 2.0 * ones.cumsum(2) / ones.sum(2, keepdim=True) - 1.0
    return torch.cat([across, down, across * down, across * across, down * down], dim=1)


def _level(channels: int) -> nn.Module:
    return nn.BatchNorm2d(channels, affine=False)


def _smooth(width: int) -> nn.Module:
    return nn.Sequential(
        nn.Conv2d(width, width, 3, padding=1, bias=False), nn.BatchNorm2d(width), nn.ReLU()
    )


def _double(x: Tensor) -> Tensor:
    return F.interpolate(x, scale_factor=2.0, mode="nearest")


class TextNetwork(nn.Module):
    """The text tower: turns word vectors into a unit vector by a layer, a gated mean and two more layers.

    A skip connection from the mean word vector keeps unseen words near their neighbours. A mean knows no
    order, but "a mug on the desk" is no desk: some words ("on", "near") suppress the words after them.
    """

    def __init__(self, shape: EyesNetworkConfig) -> None:
        super().__init__()
        self.word = nn.Linear(shape.words, shape.text)
        self.gate = nn.Linear(shape.text, 1)
        self.hush = nn.Linear(shape.text, 1)
        self.mix = nn.Linear(shape.text, shape.text)
        self.out = nn.Linear(shape.text, shape.joint)
        self.straight = nn.Linear(shape.words, shape.joint)
        nn.init.zeros_(self.hush.weight)
        nn.init.constant_(self.hush.bias, QUIET)

    def forward(self, tokens: Tensor, weights: Tensor, straight: Tensor | None = None) -> Tensor:
        """(P, T, D) word vectors and (P, T) weights, 0 for no word, to (P, joint).

        Phrases marked in ``straight`` take the skip connection alone, so that it stays good by itself.
        """
        there = weights > 0
        phrase = there.nonzero()[:, 0]
        words = F.relu(
            self.word(tokens[there])
        )  # two thirds of the places are behind a phrase's end
        hush = _placed(F.softplus(self.hush(words)[:, 0]), there)
        before = hush.cumsum(dim=1) - hush
        gates = _placed(torch.sigmoid(self.gate(words)[:, 0]) + 0.02, there)
        share = weights * gates * torch.exp(-before)
        share = (share / (share.sum(dim=1, keepdim=True) + 1e-6))[there][:, None]
        hidden = words.new_zeros(len(tokens), words.shape[1]).index_add(0, phrase, share * words)
        plain = tokens.new_zeros(len(tokens), tokens.shape[2])
        plain = plain.index_add(0, phrase, share * tokens[there])
        mixed = self.out(F.relu(self.mix(hidden)))
        if straight is not None:
            mixed = mixed * ~straight[:, None]
        return F.normalize(mixed + self.straight(plain), dim=1)


def _placed(values: Tensor, there: Tensor) -> Tensor:
    """(P, T) values where ``there`` is true, zero elsewhere."""
    return values.new_zeros(there.shape).masked_scatter(there, values)


class PhraseMask(nn.Module):
    """The pixels of what a phrase names; the phrase scales and shifts features before they are read."""

    def __init__(self, joint: int, width: int = 48) -> None:
        super().__init__()
        self.take = nn.Linear(FINE + 1, width)
        self.modulate = nn.Linear(joint, 2 * width)
        self.mix = nn.Linear(width, width)
        self.out = nn.Linear(width, 1)
        nn.init.zeros_(self.modulate.weight)
        nn.init.zeros_(self.modulate.bias)

    def forward(self, fine: Tensor, similarity: Tensor, texts: Tensor) -> Tensor:
        """(K, H, W) logits from (K, FINE, H, W) features, (K, h, w) cosines, (K, joint) phrases."""
        near = _double(similarity[:, None]).flatten(1)
        return self.read(fine.flatten(2).transpose(1, 2), near, texts).view_as(fine[:, 0])

    def read(self, fine: Tensor, near: Tensor, texts: Tensor) -> Tensor:
        """(K, P) logits of pixels with (K, P, FINE) features and (K, P) cosines of their cells."""
        features = torch.cat([fine, near[..., None]], dim=2)
        scale, shift = self.modulate(texts)[:, None, :].chunk(2, dim=2)
        hidden = F.relu(self.take(features) * (1.0 + scale) + shift)
        return self.out(F.relu(self.mix(hidden)))[..., 0]


class EyesNetwork(nn.Module):
    """Both towers and the scales at which they are compared."""

    def __init__(self, shape: EyesNetworkConfig) -> None:
        super().__init__()
        self.image = ImageNetwork(shape)
        self.text = TextNetwork(shape)
        self.mask = PhraseMask(shape.joint)
        self.scale = nn.Parameter(torch.tensor([2.8, 2.6]))
        """Logarithms of the scales for cells and for the pooled vector."""
        self.bias = nn.Parameter(torch.tensor([-7.0, -6.0]))

    def cell_logits(self, cells: Tensor, texts: Tensor) -> Tensor:
        """(C, P) logits of (C, joint) cell vectors and (P, joint) phrases."""
        return self.scale[0].exp() * cells @ texts.T + self.bias[0]

    def image_logits(self, pooled: Tensor, texts: Tensor) -> Tensor:
        """(N, P) logits of pooled vectors and phrases."""
        return self.scale[1].exp() * F.normalize(pooled, dim=1) @ texts.T + self.bias[1]
