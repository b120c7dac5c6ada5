"""Colours, materials and surfaces guessed from the names of other programs' materials."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from meadow.scenes.importers.procthor_format import Colour, Material
from meadow.scenes.modelling.finish import COLOURS
from meadow.scenes.schema import Finish

#: Words in material names -> colour; the first that occurs wins. Words of up to 3 letters must stand alone.
COLOUR_WORDS: Mapping[str, str] = {
    "whitewood": "white",
    "blackwood": "black",
    "darkwoodsred": "maroon",
    "darkfloorsred": "maroon",
    "darkred": "maroon",
    "darkblue": "navy",
    "darkwood": "brown",
    "mediumwood": "brown",
    "wornwood": "brown",
    "lightwood": "tan",
    "lightblue": "turquoise",
    "robinegg": "turquoise",
    "greencountertop": "green",
    "offwhite": "cream",
    "eggshell": "cream",
    "cream": "cream",
    "wax": "cream",
    "ivory": "cream",
    "while": "white",
    "white": "white",
    "black": "black",
    "castiron": "black",
    "charcoal": "black",
    "grey": "grey",
    "gray": "grey",
    "concrete": "grey",
    "granite": "grey",
    "aluminum": "silver",
    "chrome": "silver",
    "stainless": "silver",
    "steel": "silver",
    "silver": "silver",
    "tinfoil": "silver",
    "hammeredmetal": "grey",
    "brushediron": "grey",
    "copper": "bronze",
    "bronze": "bronze",
    "brass": "gold",
    "gold": "gold",
    "turquoise": "turquoise",
    "aqua": "turquoise",
    "teal": "turquoise",
    "navy": "navy",
    "blue": "blue",
    "olive": "olive",
    "lime": "lime",
    "green": "green",
    "maroon": "maroon",
    "yellow": "yellow",
    "orange": "orange",
    "pink": "pink",
    "purple": "purple",
    "violet": "purple",
    "brown": "brown",
    "walnut": "brown",
    "oak": "tan",
    "wicker": "tan",
    "rattan": "tan",
    "cardboard": "tan",
    "tan": "tan",
    "beige": "beige",
    "pale": "beige",
    "rich": "brown",
    "dark": "brown",
    "crossred": "maroon",
    "redbrick": "red",
    "redwall": "red",
    "red": "red",
    "marble": "white",
    "porcelain": "white",
    "drywall": "white",
    "wood": "tan",
}

MATERIAL_WORDS: Mapping[str, str] = {
    "wood": "wood",
    "wicker": "wood",
    "metal": "metal",
    "steel": "metal",
    "aluminum": "metal",
    "chrome": "metal",
    "iron": "metal",
    "brass": "metal",
    "copper": "metal",
    "tinfoil": "metal",
    "plastic": "plastic",
    "plasitc": "plastic",
    "rubber": "rubber",
    "glass": "glass",
    "ceramic": "ceramic",
    "porcelain": "ceramic",
    "marble": "stone",
    "granite": "stone",
    "stone": "stone",
    "concrete": "stone",
    "leather": "leather",
    "fabric": "fabric",
    "cloth": "fabric",
    "sofa": "fabric",
    "paper": "paper",
    "cardboard": "paper",
}

SURFACE_WORDS: Mapping[str, str] = {
    "brick": "brick",
    "parquet": "parquet",
    "crosshatch": "parquet",
    "floorscross": "parquet",
    "slashhatch": "parquet",
    "carpet": "carpet",
    "drywalltiled": "plaster",
    "drywall4tiled": "plaster",
    "drywall": "plaster",
    "tile": "tiles",
    "marble": "tiles",
    "granite": "tiles",
    "ceramic": "tiles",
    "porcelain": "plaster",
    "concrete": "concrete",
    "wallpaper": "wallpaper",
    "wicker": "parquet",
    "wood": "planks",
    "cabinet": "planks",
    "bedroomfloor": "carpet",
    "robinegg": "carpet",
    "greyfloor": "concrete",
    "plank": "planks",
    "purewhite": "plaster",
}


def find_word(name: str, words: Mapping[str, str]) -> str:
    """The meaning of the first of the words that occurs in a name, or ""."""
    spoken = re.sub(r"([a-z])([A-Z])", r"\1 \2", name).lower()
    whole = set(re.split(r"[^a-z]+", spoken))
    joined = re.sub(r"[^a-z0-9]", "", spoken)
    for word, meaning in words.items():
        if word in whole or (len(word) > 3 and word in joined):
            return meaning
    return ""


def nearest_colour(colour: Colour) -> str:
    """The named colour that looks most like a mixed one."""
    r, g, b = (255.0 * min(1.0, max(0.0, c)) for c in (colour.r, colour.g, colour.b))

    def difference(name: str) -> float:
        # "Redmean": a cheap distance that follows the eye well enough for 22 names.
        nr, ng, nb = COLOURS[name]
        mean = (r + nr) / 2
        weights = (2 + mean / 256, 4.0, 2 + (255 - mean) / 256)
        return sum(w * d * d for w, d in zip(weights, (r - nr, g - ng, b - nb)))

    return min(COLOURS, key=difference)


def surface_finish(material: Material, surface: str, colour: str) -> Finish:
    """The finish of a floor or wall; ``surface`` and ``colour`` where the name says nothing."""
    found = find_word(material.name, SURFACE_WORDS) or surface
    if material.color:
        return Finish(found, nearest_colour(material.color))
    return Finish(found, find_word(material.name, COLOUR_WORDS) or colour)


def looks(materials: Iterable[tuple[str, str]]) -> tuple[str, str]:
    """Colour and material of a model from its (group, name) materials; "" where they do not tell."""
    colour = material = ""
    for group, name in materials:
        material = material or find_word(group, MATERIAL_WORDS) or find_word(name, MATERIAL_WORDS)
        colour = colour or find_word(name, COLOUR_WORDS)
    return colour, material


def door_finish(materials: Iterable[tuple[str, str]]) -> tuple[str, str]:
    """Colour and material of a door's leaf: the wood rather than the fittings."""
    woods = [pair for pair in materials if pair[0] == "Wood"]
    colour, _ = looks(woods)
    return colour or "white", "wood"
