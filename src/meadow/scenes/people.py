"""Human bodies: fourteen people that differ in height, build, hair, skin and clothes, and how they walk.

A body is drawn once, limb by limb, in units of its own height; a pose only turns the limbs. Legs and
arms swing with the phase of the walking cycle, knees bend while a leg swings forward, and the pelvis
rides at the height where the lower foot touches the floor.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from meadow.errors import UnknownIdError
from meadow.scenes.modelling.shape import Mesh, Shape
from meadow.scenes.schema import Part, Person, Point3

HAIR_STYLES = ("short", "long", "bun", "bald", "curly", "cap")
GARMENTS = ("trousers", "shorts", "skirt", "dress")
_SKIRTS = GARMENTS[2:]

#: What people can do while the robot acts: visit way points in turn, stand about, walk to random points.
BEHAVIOURS = ("loop", "idle", "roam")
#: How people stand; the first is the stance of those who wait.
STANCES = ("", "arms crossed", "hand on hip", "on the phone", "reading", "hands behind back")
#: Length of a whole walking cycle, two steps, in units of the body's height.
STRIDE = 0.8

#: The walking cycle is drawn at this many phases, so that moving people cost next to nothing.
PHASES = 64

# Joints of a standing body in units of its height.
_ANKLE, _KNEE, _HIP, _WAIST, _SHOULDER, _HEAD = 0.045, 0.27, 0.50, 0.60, 0.80, 0.925
_UPPER_ARM, _FOREARM = 0.17, 0.15
_HEEL, _TOE = -0.045, 0.105
"""Ends of the sole before and behind the ankle."""
_HIP_SWING, _ARM_SWING = 0.42, 0.45
"""Largest angles of the walking cycle, radians."""

_Matrix = NDArray[np.float64]

#: Leans the left (1) and right (-1) arm away from the trunk.
_SPREAD = {
    side: np.array([[1.0, 0.0, 0.0], [0.0, 1.0, -0.16 * side], [0.0, 0.16 * side, 1.0]])
    for side in (1, -1)
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Body:
    """A person's build and default clothes."""

    height: float
    """Metres."""
    build: float = 1.0
    """Width of trunk and limbs; 1 is average."""
    hair: str = "short"
    """One of ``HAIR_STYLES``."""
    garment: str = "trousers"
    """One of ``GARMENTS``."""
    long_sleeves: bool = True
    beard: bool = False
    parts: tuple[Part, ...]
    """Finishes of skin, hair, top, bottom, shoes and eyes."""


def _finishes(
    skin: str, hair: str, top: str, bottom: str, shoes: str, hat: bool = False
) -> tuple[Part, ...]:
    """The parts of a body; a top of several words is "colour pattern second-colour"."""
    colour, pattern, colour2 = top.split() if " " in top else (top, "plain", "")
    return (
        Part("skin", skin, "organic"),
        Part("hair", hair, "fabric" if hat else "organic"),
        Part("top", colour, "fabric", pattern, colour2),
        Part("bottom", bottom, "fabric"),
        Part("shoes", shoes, "leather"),
        Part("eyes", "black", "organic"),
    )


BODIES: dict[str, Body] = {
    "ada": Body(
        height=1.66, build=0.95, hair="long",
        parts=_finishes("cream", "brown", "red", "navy", "black"),
    ),
    "bruno": Body(
        height=1.86, build=1.15, beard=True,
        parts=_finishes("beige", "black", "blue checked white", "tan", "brown"),
    ),
    "chen": Body(
        height=1.72, build=0.95, long_sleeves=False,
        parts=_finishes("beige", "black", "white", "black", "white"),
    ),
    "dina": Body(
        height=1.62, hair="bun", garment="dress", long_sleeves=False,
        parts=_finishes("tan", "black", "yellow dotted white", "yellow", "red"),
    ),
    "emil": Body(
        height=1.78, build=1.3, hair="bald", beard=True,
        parts=_finishes("cream", "grey", "olive", "brown", "black"),
    ),
    "farah": Body(
        height=1.70, hair="long", garment="skirt",
        parts=_finishes("tan", "black", "turquoise", "maroon", "black"),
    ),
    "george": Body(
        height=1.75, hair="cap", garment="shorts", long_sleeves=False,
        parts=_finishes("cream", "red", "grey", "blue", "white", hat=True),
    ),
    "hana": Body(
        height=1.58, build=0.9, garment="dress",
        parts=_finishes("cream", "black", "purple", "purple", "purple"),
    ),
    "ivan": Body(
        height=1.94, build=1.05, parts=_finishes("cream", "yellow", "black", "grey", "black")
    ),
    "joy": Body(
        height=1.68, hair="curly", long_sleeves=False,
        parts=_finishes("brown", "black", "orange", "white", "orange"),
    ),
    "kofi": Body(
        height=1.80, build=1.05, hair="bald",
        parts=_finishes("brown", "black", "green striped yellow", "beige", "brown"),
    ),
    "lena": Body(
        height=1.22, build=1.05, hair="bun", garment="skirt", long_sleeves=False,
        parts=_finishes("beige", "orange", "pink", "blue", "white"),
    ),
    "mateo": Body(
        height=1.35, build=0.95, hair="cap", garment="shorts", long_sleeves=False,
        parts=_finishes("bronze", "blue", "lime striped white", "navy", "orange", hat=True),
    ),
    "nora": Body(
        height=1.60, build=1.25, hair="curly",
        parts=_finishes("cream", "white", "maroon floral cream", "grey", "brown"),
    ),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class PackedBody:
    """A body that is drawn from meshes: the frames of a walking cycle, and a standing one last."""

    body: Body
    frames: tuple[Mesh, ...]

    def frame(self, pose: int) -> int:
        """Which frame shows one of the drawn poses; all stances are the standing one."""
        walking = len(self.frames) - 1
        return pose * walking // PHASES if pose >= 0 else walking


#: Bodies of packs that were loaded, see ``scenes.body_packs``; generated homes have none of them.
PACKED: dict[str, PackedBody] = {}


def find_body(name: str) -> Body:
    """The body of that name, or an error with the nearest ones."""
    if name in BODIES:
        return BODIES[name]
    if name in PACKED:
        return PACKED[name].body
    raise UnknownIdError("body", name, known_bodies())


def known_bodies() -> list[str]:
    """The names of all bodies, those of packs last."""
    return [*BODIES, *PACKED]


def person_parts(person: Person) -> tuple[Part, ...]:
    """How each part of a person looks: the body's own finishes, overridden by its clothes."""
    own = {part.name: part for part in find_body(person.body).parts}
    for part in person.clothes:
        if part.name not in own:
            raise UnknownIdError("part of a person", part.name, own)
        own[part.name] = part
    return tuple(own.values())


def person_size(person: Person) -> Point3:
    """The box around the standing body: depth, width, height. It does not change while walking."""
    find_body(person.body)
    return _standing_size(person.body)


@cache
def _standing_size(body: str) -> Point3:
    vertices = pose_mesh(body, -1).vertices
    x, y, _ = (2.0 * float(v) for v in np.abs(vertices).max(axis=0))
    return round(x, 3), round(y, 3), find_body(body).height


def person_shape(person: Person) -> Shape:
    """The body in its pose, in the person's own frame; do not add to it, it is shared.

    Bodies of packs have meshes alone.
    """
    if person.body not in BODIES:
        raise UnknownIdError("body with a shape", person.body, BODIES)
    return _posed(person.body, drawn_pose(person))


def person_mesh(person: Person) -> Mesh:
    """The mesh of :func:`person_shape`, remembered for every pose."""
    return pose_mesh(person.body, drawn_pose(person))


def pose_mesh(body: str, pose: int) -> Mesh:
    """The mesh of a body in one of its drawn poses, see :func:`drawn_pose`."""
    find_body(body)
    if body in PACKED:
        return PACKED[body].frames[PACKED[body].frame(pose)]
    return _mesh(body, pose)


def phase_after(body: str, distance: float) -> float:
    """The gait, in [0, 1), of a body that has walked so many metres."""
    return (distance / (STRIDE * find_body(body).height)) % 1.0


def drawn_phase(gait: float) -> int:
    """The drawn phase nearest to a gait, or -1 for standing."""
    return -1 if gait < 0.0 else round(gait * PHASES) % PHASES


def drawn_pose(person: Person) -> int:
    """The number of the pose in which somebody is drawn: a phase of walking, or below 0 a stance."""
    if person.stance not in STANCES:
        raise UnknownIdError("stance", person.stance, STANCES)
    if person.body in PACKED:  # it has fewer frames than there are phases
        frame, packed = drawn_phase(person.gait), PACKED[person.body]
        walking = len(packed.frames) - 1
        return -1 if frame < 0 else -(-packed.frame(frame) * PHASES // walking)
    if person.gait >= 0.0:
        return drawn_phase(person.gait)
    return -1 - STANCES.index(person.stance)


@lru_cache(maxsize=2048)
def _mesh(body: str, pose: int) -> Mesh:
    return _posed(body, pose).mesh()


@dataclass(frozen=True, slots=True)
class _Limbs:
    """The rigid pieces of a body, each with its joint at the origin, in units of its height."""

    trunk: Shape
    thigh: Shape
    shin: Shape
    foot: Shape
    upper_arm: Shape
    forearm: Shape
    skirt: Shape | None
    hip_width: float
    shoulder_width: float


@dataclass(frozen=True, slots=True)
class _Arm:
    """Angles of an arm, radians: how far it is swung forward, and where the forearm then points."""

    swing: float
    bend: float
    """Of the forearm against the vertical, forward positive."""
    inward: float = 0.0
    """Turn of the bent forearm to the other side of the body."""
    spread: float = 0.16
    """How far the upper arm leans away from the trunk."""


#: Left and right arm of each stance of ``STANCES`` but the first.
_ARMS = {
    "arms crossed": (_Arm(0.25, 1.45, 1.25), _Arm(0.30, 1.62, 1.25)),
    "hand on hip": (_Arm(-0.35, 0.75, 0.9, 0.6), _Arm(0.0, 0.15)),
    "on the phone": (_Arm(0.0, 0.15), _Arm(0.9, 3.45, -0.5, 0.15)),
    "reading": (_Arm(0.15, 1.75, 0.45), _Arm(0.20, 1.60, 0.50)),
    "hands behind back": (_Arm(-0.40, -0.80, -0.9), _Arm(-0.40, -0.70, -0.9)),
}


@lru_cache(maxsize=2048)
def _posed(name: str, pose: int) -> Shape:
    """A body at a drawn phase of the walking cycle, or below 0 in a stance."""
    height, limbs, shape = BODIES[name].height, _limbs(name), Shape()

    def put(limb: Shape, matrix: _Matrix, joint: NDArray[np.float64]) -> None:
        shape.place(limb, height * matrix, height * joint)

    cycle = 2.0 * math.pi * pose / PHASES
    legs = {side: _leg(cycle + (0.0 if side > 0 else math.pi), pose >= 0) for side in (1, -1)}
    arms = _ARMS.get(STANCES[-1 - pose]) if pose < 0 else None
    hip = -min(leg.lowest for leg in legs.values())
    lift = np.array([0.0, 0.0, hip - _HIP])
    put(limbs.trunk, np.eye(3), lift)
    for side, leg in legs.items():
        top = np.array([0.0, side * limbs.hip_width, hip])
        thigh, shin = _turn(leg.hip), _turn(leg.shin)
        knee = top + thigh @ (0.0, 0.0, _KNEE - _HIP)
        put(limbs.thigh, thigh, top)
        put(limbs.shin, shin, knee)
        put(limbs.foot, _turn(leg.foot), knee + shin @ (0.0, 0.0, _ANKLE - _KNEE))
        # An arm swings against the leg on its side.
        swing = -_ARM_SWING * leg.hip / _HIP_SWING
        arm = _turn(swing) @ _SPREAD[side]
        forearm = _turn(swing + (0.15 if pose < 0 else 0.3)) @ _SPREAD[side]
        if arms is not None:
            arm, forearm = _stance(arms[0] if side > 0 else arms[1], side)
        shoulder = np.array([0.0, side * limbs.shoulder_width, _SHOULDER]) + lift
        put(limbs.upper_arm, arm, shoulder)
        put(limbs.forearm, forearm, shoulder + arm @ (0.0, 0.0, -_UPPER_ARM))
    if limbs.skirt is not None:
        stride = 1.0 + 1.6 * abs(math.sin(legs[1].hip))
        put(limbs.skirt, np.diag([stride, 1.0, 1.0]), lift)
    return shape


def _stance(arm: _Arm, side: int) -> tuple[_Matrix, _Matrix]:
    """How the upper arm and the forearm on a side are turned."""
    tilt = np.array(
        [[1.0, 0.0, 0.0], [0.0, 1.0, -arm.spread * side], [0.0, arm.spread * side, 1.0]]
    )
    c, s = math.cos(arm.inward), -side * math.sin(arm.inward)
    inward = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
    return _turn(arm.swing) @ tilt, inward @ _turn(arm.bend)


@dataclass(frozen=True, slots=True)
class _Leg:
    """Angles of a leg against the vertical, forward positive, and how deep its sole reaches."""

    hip: float
    shin: float
    foot: float
    lowest: float
    """Below the hip joint, negative."""


def _leg(cycle: float, walking: bool) -> _Leg:
    if not walking:
        return _Leg(0.0, 0.0, 0.0, -_HIP)
    swing, forward = math.sin(cycle), math.cos(cycle)
    hip = _HIP_SWING * swing
    shin = hip - 0.10 - 0.85 * max(0.0, forward) * (1.0 - 0.3 * swing)
    # Heel up when the leg trails, toe up when it reaches out.
    foot = 0.22 * max(0.0, swing) - 0.5 * max(0.0, -swing) - 0.25 * max(0.0, forward)
    ankle = (_KNEE - _HIP) * math.cos(hip) + (_ANKLE - _KNEE) * math.cos(shin)
    sole = min(x * math.sin(foot) for x in (_HEEL, _TOE)) - _ANKLE * math.cos(foot)
    return _Leg(hip, shin, foot, ankle + sole)


def _turn(angle: float) -> _Matrix:
    """Swings a hanging limb forward."""
    c, s = math.cos(angle), math.sin(angle)
    return np.array([[c, 0.0, -s], [0.0, 1.0, 0.0], [s, 0.0, c]])


@cache
def _limbs(name: str) -> _Limbs:
    """Draw the pieces of a body once."""
    body = BODIES[name]
    w = body.build
    bare_shins = body.garment != "trousers"
    bare_thighs = body.garment in _SKIRTS
    thigh, shin, foot, upper_arm, forearm = (Shape() for _ in range(5))
    leg = "skin" if bare_thighs else "bottom"
    # Thinner below a skirt, which would otherwise show the hip through its side.
    hip = (0.042 if bare_thighs else 0.052) * w
    thigh.rod(leg, (0, 0, 0.02), (0, 0, _KNEE - _HIP), hip, end_radius=0.037 * w)
    leg = "skin" if bare_shins else "bottom"
    shin.rod(leg, (0, 0, 0), (0, 0, _ANKLE - _KNEE), 0.037 * w, end_radius=0.025 * w)
    foot.box("shoes", (_HEEL, -0.027, -_ANKLE), (_TOE, 0.027, 0.012), taper=(0.72, 0.85))
    upper_arm.ellipsoid("top", (0, 0, 0), (0.037 * w, 0.034 * w, 0.036 * w), sides=5, rows=2)
    upper_arm.rod(
        "top", (0, 0, 0), (0, 0, -_UPPER_ARM), 0.034 * w, end_radius=0.026 * w, caps=False
    )
    sleeve = "top" if body.long_sleeves else "skin"
    forearm.rod(sleeve, (0, 0, 0.01), (0, 0, -_FOREARM), 0.026 * w, end_radius=0.019 * w)
    forearm.ellipsoid("skin", (0.004, 0, -_FOREARM - 0.03), (0.024, 0.017, 0.045), sides=4, rows=2)
    return _Limbs(
        trunk=_trunk(body),
        thigh=thigh,
        shin=shin,
        foot=foot,
        upper_arm=upper_arm,
        forearm=forearm,
        skirt=_skirt(body),
        hip_width=0.052 * w,
        shoulder_width=0.104 * w,
    )


def _trunk(body: Body) -> Shape:
    """Hips, chest, neck and head, at their height in a standing body."""
    s, w = Shape(), body.build
    if body.garment not in _SKIRTS:
        hips = [(0.05, _HIP - 0.03), (0.066, _HIP + 0.02), (0.062, _WAIST - 0.02)]
        s.lathe("bottom", (0, 0, 0), [(r * w, z) for r, z in hips], sides=8, stretch=1.5)
    chest = [
        (0.064 * w, _WAIST - 0.03),
        (0.060 * w, _WAIST + 0.02),
        (0.072 * w, 0.74),
        (0.062 * w, _SHOULDER + 0.005),
        (0.030, _SHOULDER + 0.048),
    ]
    s.lathe("top", (0, 0, 0), chest, sides=8, stretch=1.62)
    s.rod("skin", (0, 0, _SHOULDER + 0.03), (0.006, 0, _HEAD - 0.045), 0.028, caps=False)
    s.ellipsoid("skin", (0.008, 0, _HEAD - 0.002), (0.056, 0.046, 0.068), sides=8, rows=4)
    s.box("skin", (0.05, -0.008, _HEAD - 0.02), (0.072, 0.008, _HEAD + 0.008), taper=(0.5, 0.7))
    for y in (-0.019, 0.019):
        s.box("eyes", (0.04, y - 0.007, _HEAD + 0.006), (0.059, y + 0.007, _HEAD + 0.016))
    _hair(s, body)
    if body.beard:
        s.ellipsoid("hair", (0.022, 0, _HEAD - 0.046), (0.04, 0.037, 0.034), sides=5, rows=2)
    return s


def _hair(s: Shape, body: Body) -> None:
    """What covers the head; its top is the top of the body, at height 1."""
    crown = (-0.008, 0.0, 1.0 - 0.06)
    if body.hair == "bald":
        s.ellipsoid("skin", (0.0, 0, 1.0 - 0.05), (0.052, 0.044, 0.05), sides=8, rows=4)
    elif body.hair == "cap":
        s.lathe(
            "hair",
            (0.0, 0, _HEAD + 0.018),
            [(0.062, 0.0), (0.058, 0.03), (0.025, 0.057)],
            sides=8,
            stretch=0.86,
        )
        brim = [(0.045, -0.042), (0.105, -0.03), (0.115, 0.0), (0.105, 0.03), (0.045, 0.042)]
        s.prism("hair", brim, _HEAD + 0.018, _HEAD + 0.028)
    elif body.hair == "curly":
        s.ellipsoid("hair", (-0.024, 0, 1.0 - 0.078), (0.076, 0.082, 0.078), sides=8, rows=5)
    else:
        s.ellipsoid("hair", crown, (0.058, 0.052, 0.06), sides=8, rows=4)
        s.ellipsoid("hair", (-0.025, 0, _HEAD - 0.015), (0.045, 0.05, 0.06), sides=6, rows=3)
    if body.hair == "long":
        s.box("hair", (-0.07, -0.055, 0.79), (-0.015, 0.055, _HEAD), taper=(0.8, 0.9))
    elif body.hair == "bun":
        s.ellipsoid("hair", (-0.062, 0, _HEAD + 0.038), (0.034, 0.034, 0.034), sides=5, rows=2)


def _skirt(body: Body) -> Shape | None:
    """A bell from the waist to the knees, or none."""
    if body.garment not in _SKIRTS:
        return None
    s, w = Shape(), body.build
    part = "top" if body.garment == "dress" else "bottom"
    bell = [(0.1 * w, _KNEE + 0.02), (0.076 * w, _HIP), (0.06 * w, _WAIST - 0.01)]
    s.lathe(part, (0, 0, 0), bell, sides=8, stretch=1.4)
    return s
