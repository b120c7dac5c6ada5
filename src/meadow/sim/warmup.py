"""Compile every kernel of the simulator, or load it from the disk cache."""

from __future__ import annotations

import numpy as np

from meadow.scenes.catalogue import find_category
from meadow.scenes.schema import (
    Doorway,
    Finish,
    House,
    Object,
    Part,
    Person,
    Point,
    Room,
    Walk,
    Wall,
)
from meadow.sim import render
from meadow.sim.simulator import MeadowSimulator
from meadow.types import Action, Camera, Embodiment, Pose


def warmup() -> None:
    """Run every kernel once.

    Call it in the parent before starting workers, or each of them compiles for itself.
    """
    render.warmup()
    simulator = MeadowSimulator(Embodiment(camera=Camera(width=16, height=16)))
    simulator.reset(_home(), Pose(1.0, 1.0))
    for action in (Action.MOVE_AHEAD, Action.ROTATE_LEFT, Action.OPEN):
        simulator.step(action)
    oracle = simulator.oracle
    oracle.viewpoints("stool")
    goals = np.array([(2.5, 2.5)])
    for margin in (0.0, 0.05):
        oracle.distances(np.array([(1.0, 1.0)]), goals, margin)
    oracle.path((1.0, 1.0), goals)
    oracle.free_floor("stool")
    world = simulator.world
    world.put("stool", (2.5, 2.5, 0.5))
    simulator.step(Action.STOP)
    simulator.close()


def _home() -> House:
    """Two small rooms with a door between them, one thing and somebody who walks."""
    corners: tuple[Point, ...] = ((0.0, 0.0), (3.0, 0.0), (3.0, 3.0), (0.0, 3.0))
    look = Finish("planks", "brown")
    room = Room("room", "hallway", corners, look, look)
    beyond = Room("beyond", "hallway", tuple((x + 3.0, y) for x, y in corners), look, look)
    walls = (
        *(Wall(f"w{i}", corners[i - 1], corners[i], left="room") for i in (0, 1, 3)),
        Wall("w2", corners[1], corners[2], left="room", right="beyond"),
    )
    leaf = Part("leaf", "brown", "wood")
    kind = find_category("stool")
    parts = tuple(Part(name, "brown", "wood") for name in kind.parts)
    stool = Object(
        "stool", "stool", kind.variants[0], (2.0, 1.6, 0.0), 0.3, (0.4, 0.4, 0.45), parts, "room"
    )
    doorway = Doorway("door", "w2", 1.0, leaf=leaf, openness=0.0)
    walk = Walk(((2.4, 0.6), (0.6, 2.4)))
    person = Person("person", "ada", (2.4, 0.6, 0.0), 0.0, "room", walk=walk)
    return House("warmup", (room, beyond), walls, (doorway,), objects=(stool,), people=(person,))
