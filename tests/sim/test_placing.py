"""Where things fall, beside a search of all surfaces of a home by polygons and rays."""

from __future__ import annotations

import math

import numpy as np
import pytest
import shapely
from shapely import affinity

from meadow.errors import InvalidValueError
from meadow.scenes.schema import Object, replace
from meadow.seeding import Stream, stream
from meadow.sim.contact import object_solid
from meadow.sim.placing import OPEN, SLACK, TOUCH, _level, find_spot, surfaces_of
from meadow.sim.world import World
from meadow.testing.fuzz.arm import home_of_arms
from meadow.types import ARM_BODY


def world_of(seed: int) -> World:
    """A home, half of whose drawers and doors stand open."""
    world = World(home_of_arms(seed, rooms=3), ARM_BODY)
    for item in world.openables()[::2]:
        world.set_openness(item.id, 1.0)
    return world


def random_drop(world: World, rng: Stream) -> Object:
    """A thing somewhere above a place in or near another thing."""
    loose = [o for o in world.house.objects if world.pickupable(o.id)]
    item, over = rng.choice(loose), rng.choice(world.house.objects)
    u, v = rng.uniform(-0.6, 0.6) * over.size[0], rng.uniform(-0.6, 0.6) * over.size[1]
    c, s = math.cos(over.yaw), math.sin(over.yaw)
    x, y = over.position[0] + c * u - s * v, over.position[1] + s * u + c * v
    z = over.position[2] + rng.uniform(0.0, 1.3) * over.size[2] + 0.02
    return replace(item, position=(x, y, z), yaw=rng.uniform(-math.pi, math.pi))


def in_world(carrier: Object, low: tuple[float, ...], high: tuple[float, ...]) -> shapely.Polygon:
    """A rectangle of an object's frame as a polygon of the plan."""
    there = affinity.rotate(shapely.box(*low, *high), carrier.yaw, (0.0, 0.0), use_radians=True)
    return affinity.translate(there, *carrier.position[:2])


def highest_below(world: World, item: Object) -> tuple[float, str]:
    """Height of the support on which a thing would end, and whose it is, of every surface there is."""
    group, best = world.carried(item.id), (0.0, "floor")
    x, y, z = item.position
    size = shapely.box(-item.size[0] / 2, -item.size[1] / 2, item.size[0] / 2, item.size[1] / 2)
    for carrier in world.house.objects:
        if carrier.id in group or world.shut_in(carrier.id):
            continue
        turned = affinity.rotate(size, item.yaw - carrier.yaw, (0.0, 0.0), use_radians=True)
        *_, wide, deep = turned.bounds
        for surface in surfaces_of(carrier):
            slid = np.array(surface.slides) * carrier.openness
            level = carrier.position[2] + surface.z + slid[2]
            low, high = np.array(surface.low) + slid[:2], np.array(surface.high) + slid[:2]
            if (
                surface.z <= 0.0
                or level > z + SLACK
                or (surface.enclosed and carrier.openness < OPEN)
            ):
                continue
            if item.size[2] > surface.clearance or any(
                room < 2.0 * (half - SLACK) for room, half in zip(high - low, (wide, deep))
            ):
                continue
            if not in_world(carrier, tuple(low), tuple(high)).contains(shapely.Point(x, y)):
                continue
            if z > level + surface.clearance and roofed(carrier, item, level + surface.clearance):
                continue
            best = max(best, (level, carrier.id))
    return best


def roofed(carrier: Object, item: Object, above: float) -> bool:
    """Whether a ray straight down from a thing meets a face of a carrier above some height."""
    c, s = math.cos(carrier.yaw), math.sin(carrier.yaw)
    dx, dy = item.position[0] - carrier.position[0], item.position[1] - carrier.position[1]
    x, y = c * dx + s * dy, c * dy - s * dx
    for corners in object_solid(carrier).triangles.reshape(-1, 3, 3):
        a, b = (corners[1:, :2] - corners[0, :2]).T.tolist()
        det = a[0] * b[1] - a[1] * b[0]
        if abs(det) < 1e-12:
            continue
        px, py = x - corners[0, 0], y - corners[0, 1]
        u, v = (px * b[1] - py * a[1]) / det, (a[0] * py - b[0] * px) / det
        if u < 0.0 or v < 0.0 or u + v > 1.0:
            continue
        hit = carrier.position[2] + corners[0, 2] + u * (corners[1, 2] - corners[0, 2])
        hit += v * (corners[2, 2] - corners[0, 2])
        if above - TOUCH < hit < item.position[2]:
            return True
    return False


@pytest.mark.parametrize("seed", [3, 5])
def test_things_fall_to_the_highest_of_all_supports_below(seed):
    world, rng = world_of(seed), stream(seed, "drops")
    seen = set()
    for number in range(250):
        item = random_drop(world, rng)
        level = _level(world, item, world.carried(item.id), "")
        z, id = highest_below(world, item)
        carrier = "floor" if level.carrier is None else level.carrier.id
        assert level.z == pytest.approx(z, abs=1e-9), (number, item, carrier, id)
        seen.add(carrier)
    assert len(seen) > 10
    assert "floor" in seen


def test_a_place_is_found_unless_all_around_is_taken():
    world, rng = world_of(4), stream(4, "drops")
    placed = 0
    for _ in range(120):
        item = random_drop(world, rng)
        try:
            spot = find_spot(world, item, world.carried(item.id), slide=True)
        except InvalidValueError:
            continue
        placed += 1
        assert spot.position[2] <= item.position[2] + SLACK
        assert math.dist(spot.position[:2], item.position[:2]) < 0.73
    assert placed > 60
