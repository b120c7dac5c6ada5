"""Facts about things, as atoms that phrases are made of.

Every thing has atoms that hold and atoms that one may argue about (a cream wall is almost white, an
office chair is a chair, the handle of a blue drawer is gold). All others are false. A phrase holds
when all its atoms do, is false when one of its atoms is, and is left alone in between.
"""

from __future__ import annotations

import hashlib
from dataclasses import asdict, dataclass
from functools import cache, lru_cache

from meadow.language.held_out import UNSEEN
from meadow.language.likeness import GENERAL, alike, near_colours
from meadow.scenes import facts as scene_facts
from meadow.scenes.catalogue import CATEGORIES
from meadow.scenes.catalogue.spec import KINDS
from meadow.scenes.facts import size_word
from meadow.scenes.modelling.finish import COLOURS, IMAGES, MATERIALS, PATTERNS
from meadow.scenes.people import BODIES, GARMENTS, person_parts
from meadow.scenes.schema import Object, Part, Person
from meadow.serialize import digest

SHELL_NAMES = {
    "door": ("door", "doorway"),
    "window": ("window",),
    "wall": ("wall",),
    "floor": ("floor", "ground"),
    "ceiling": ("ceiling",),
}
PERSON_NAMES = ("person", "human", "somebody")
ROOM_NAMES = {
    "kitchen": ("kitchen", "kitchen room"),
    "living room": ("living room", "lounge", "sitting room"),
    "bedroom": ("bedroom", "sleeping room"),
    "bathroom": ("bathroom", "washroom"),
    "dining room": ("dining room", "dining area"),
    "office": ("office", "study", "home office"),
    "hallway": ("hallway", "corridor", "hall"),
}
#: State -> (word when it holds, word when it does not).
STATE_WORDS = {
    "on": ("switched on", "switched off"),
    "lit": ("lit", "unlit"),
    "full": ("full", "empty"),
    "folded": ("folded", "unfolded"),
    "made": ("made", "unmade"),
    "open": ("open", "closed"),
}
COUNTED = ("drawer", "door", "shelf")
NUMBERS = ("no", "one", "two", "three", "four", "five", "six")


@dataclass(frozen=True, slots=True)
class Facts:
    """Atoms of one thing."""

    true: frozenset[str]
    maybe: frozenset[str]


@cache
def catalogue_names(revision: int = 1) -> tuple[str, ...]:
    """The categories of a revision of the catalogue, in its order."""
    _check_revision(revision)
    return tuple(c.name for c in CATEGORIES.values() if c.ships and c.revision <= revision)


def unseen_categories(revision: int = 1) -> frozenset[str]:
    """The categories that a ``-zs`` training on a revision of the catalogue never sees nor reads.

    Weights of revision 1.x were trained on revision 1, which is also what the exam of that time asks
    for; new trainings name ``CATALOGUE_REVISION``.
    """
    _check_revision(revision)
    return UNSEEN[revision]


def _check_revision(revision: int) -> None:
    if revision not in UNSEEN:
        raise ValueError(f"the catalogue has revisions {min(UNSEEN)} to {max(UNSEEN)}: {revision}")


@cache
def labels_digest(revision: int) -> str:
    """Hash of all labels that trainings on a revision of the catalogue learn from."""
    names = catalogue_names(revision)
    known = set(names)
    labels = [
        {
            "names": names_of(name),
            "held out": sorted(held_out_synonyms(name) | held_out_variants(name)),
            "variants": entry.variants,
            "parts": {part: asdict(spec) for part, spec in entry.parts.items()},
            "size": entry.size,
            "mass": entry.mass,
            "states": entry.states,
            "counts": dict(entry.counts),
            "openable": entry.openable,
            "kinds": sorted(entry.tags & set(KINDS)),
            "alike": sorted(alike(name) & known),
            "unseen": name in unseen_categories(revision),
        }
        for name, entry in ((name, CATEGORIES[name]) for name in names)
    ]
    return digest([labels, COLOURS, MATERIALS, PATTERNS, IMAGES])


@cache
def held_out_variants(category: str) -> frozenset[str]:
    """Shape variants that no training sees.

    One of every category with four or more, and one of every fourth category with three.
    """
    variants = CATEGORIES[category].variants
    number = int.from_bytes(hashlib.sha256(category.encode()).digest()[:8], "little")
    if len(variants) < 4 and number % 4:
        return frozenset()
    return frozenset({variants[(number >> 8) % len(variants)]})


@cache
def names_of(category: str) -> tuple[str, ...]:
    """The category's own name, then its synonyms."""
    return scene_facts.names_of(CATEGORIES[category])


@cache
def held_out_synonyms(category: str) -> frozenset[str]:
    """Synonyms that no training reads: about one in four, and never a category's only name."""
    spare = names_of(category)[1:]
    picked = [s for s in spare if hashlib.sha256(f"synonym {s}".encode()).digest()[0] % 4 == 0]
    return frozenset(picked)


@cache
def _heads() -> dict[str, frozenset[str]]:
    """Category -> names that are the last words of its own names ("chair" of "office chair")."""
    every = {name for c in CATEGORIES for name in names_of(c)}
    return {
        c: frozenset(
            head
            for name in names_of(c)
            for head in (name[i + 1 :] for i, letter in enumerate(name) if letter == " ")
            if head in every
        )
        for c in CATEGORIES
    }


@cache
def _general(category: str) -> frozenset[str]:
    last = {name.rpartition(" ")[2] for name in names_of(category)}
    return frozenset(last & set(GENERAL))


@cache
def general_words(taught: tuple[str, ...]) -> tuple[str, ...]:
    """The general words that name at least one of some categories.

    A word that names held-out categories alone ("pillow") is a name that zero-shot eyes never read.
    """
    named = {word for category in taught for word in _general(category)}
    return tuple(word for word in GENERAL if word in named)


@cache
def name_facts(category: str) -> Facts:
    """The atoms that are true of all things of a category."""
    true = {f"name:{n}" for n in names_of(category)}
    maybe = {f"name:{n}" for other in alike(category) for n in names_of(other)}
    maybe |= {f"name:{n}" for n in _heads()[category]}
    true |= {f"general:{g}" for g in _general(category)}
    maybe |= {f"general:{g}" for other in alike(category) for g in _general(other)}
    kinds = CATEGORIES[category].tags & set(KINDS)
    true |= {f"kind:{k}" for k in kinds}
    if not kinds:
        maybe |= {f"kind:{k}" for k in KINDS}
    return Facts(frozenset(true), frozenset(maybe - true))


@lru_cache(maxsize=65536)
def _finish_atoms(parts: tuple[Part, ...]) -> Facts:
    main, others = parts[0], parts[1:]
    true = {f"colour:{main.colour}", f"material:{main.material}"}
    maybe = {f"colour:{c}" for c in near_colours(main.colour)}
    if all(part.pattern == "plain" for part in parts):
        true.add("pattern:plain")
    elif main.pattern not in ("plain", "printed"):
        true.add(f"pattern:{main.pattern}")
        maybe |= {f"colour:{c}" for c in (main.colour2, *near_colours(main.colour2))}
    if main.pattern == "printed":
        # A print has colours of its own.
        maybe |= {f"colour:{c}" for c in COLOURS} | {"pattern:plain"}
    for part in others:
        maybe |= {f"colour:{c}" for c in (part.colour, *near_colours(part.colour))}
        maybe |= {f"material:{part.material}", f"pattern:{part.pattern}"}
        if part.colour2:
            maybe.add(f"colour:{part.colour2}")
    for part in parts:
        if part.image in IMAGES:
            (true if part is main else maybe).add(f"shows:{part.image}")
        elif part.image or part.text:
            maybe |= {f"shows:{image}" for image in IMAGES}
    return Facts(frozenset(true), frozenset(maybe - true))


def object_facts(item: Object) -> Facts:
    """All atoms of an object."""
    category = CATEGORIES[item.category]
    names, finish = name_facts(item.category), _finish_atoms(item.parts)
    true, maybe = set(names.true | finish.true), set(names.maybe | finish.maybe)
    word = size_word(category, item.size)
    if word:
        true.add(f"size:{word}")
    else:
        maybe |= {"size:small", "size:large"}
    for state in category.states:
        if state in STATE_WORDS:
            true.add(f"state:{STATE_WORDS[state][not item.states.get(state, False)]}")
    if category.openable:
        if item.openness >= 0.5 or item.openness <= 0.05:
            true.add(f"state:{STATE_WORDS['open'][item.openness <= 0.05]}")
        else:
            maybe |= {"state:open", "state:closed"}
    true |= {f"count:{n}={k}" for n, k in item.counts.items() if n in COUNTED}
    return Facts(frozenset(true), frozenset(maybe - true))


def person_facts(person: Person) -> Facts:
    """All atoms of a person."""
    body = BODIES[person.body]
    parts = {part.name: part for part in person_parts(person)}
    true = {f"name:{n}" for n in PERSON_NAMES}
    maybe: set[str] = set()
    worn = {"top": "top", "bottom": body.garment, "hair": "hair"}
    if body.garment == "dress":  # one piece, drawn as the top
        worn = {"top": "dress", "hair": "hair"}
    if body.hair in ("bald", "cap"):
        del worn["hair"]
    for name, atom in worn.items():
        true.add(f"{atom}:{parts[name].colour}")
        maybe |= {f"{atom}:{c}" for c in near_colours(parts[name].colour)}
    true.add(f"style:{body.hair}")
    if body.beard:
        true.add("style:beard")
    maybe |= {f"colour:{c}" for c in COLOURS} | {f"material:{m}" for m in MATERIALS}
    maybe |= {f"pattern:{p}" for p in PATTERNS} | {"size:small", "size:large"}
    return Facts(frozenset(true), frozenset(maybe - true))


@cache
def shell_facts(kind: str) -> Facts:
    """Atoms of a part of the building or of the robot's arm; their finish is never asked for."""
    maybe = {f"colour:{c}" for c in COLOURS} | {f"material:{m}" for m in MATERIALS}
    maybe |= {f"pattern:{p}" for p in PATTERNS} | {"size:small", "size:large"}
    maybe |= {"state:open", "state:closed"} if kind == "door" else set()
    return Facts(frozenset(f"name:{n}" for n in SHELL_NAMES.get(kind, ())), frozenset(maybe))


@cache
def all_atoms() -> dict[str, int]:
    """Every atom and its number; number 0 always holds and fills up short phrases."""
    atoms = ["always"]
    atoms += [f"name:{n}" for c in CATEGORIES for n in names_of(c)]
    atoms += [f"name:{n}" for group in SHELL_NAMES.values() for n in group]
    atoms += [f"name:{n}" for n in PERSON_NAMES]
    atoms += [f"kind:{k}" for k in KINDS] + [f"general:{g}" for g in GENERAL]
    atoms += [f"colour:{c}" for c in COLOURS] + [f"material:{m}" for m in MATERIALS]
    atoms += [f"pattern:{p}" for p in PATTERNS] + ["size:small", "size:large"]
    atoms += [f"shows:{i}" for i in IMAGES]
    atoms += [f"state:{w}" for pair in STATE_WORDS.values() for w in pair]
    atoms += [f"count:{n}={k}" for n in COUNTED for k in range(13)]
    atoms += [f"{g}:{c}" for g in ("top", "hair", *GARMENTS) for c in COLOURS]
    atoms += [f"style:{s}" for s in ("short", "long", "bun", "bald", "curly", "cap", "beard")]
    return {atom: i for i, atom in enumerate(dict.fromkeys(atoms))}
