"""People who stand on free floor."""

from __future__ import annotations

import math

import numpy as np

from meadow.errors import GenerationError
from meadow.scenes.generator.home import Home
from meadow.scenes.generator.reach import Floor
from meadow.scenes.generator.space import Box
from meadow.scenes.people import BODIES, person_size
from meadow.scenes.schema import Person, mm, mrad

ELBOW_ROOM = 0.55
"""Distance from a person's centre to the nearest obstacle, so that the robot can pass, metres."""


def place_people(home: Home, count: int) -> tuple[Person, ...]:
    """Standing persons with room to pass around them, all different while bodies last."""
    rng = home.stream("people")
    names = rng.shuffled(sorted(BODIES))
    people: list[Person] = []
    for k in range(count):
        floor = Floor(home)
        clearance = floor.clearance()
        labels, main = floor.parts(clearance)
        # A wide opening has free floor that belongs to no room; nobody stands there.
        in_a_room = np.any(list(floor.rooms.values()), axis=0)
        free = np.argwhere((labels == main) & (clearance >= ELBOW_ROOM) & in_a_room)
        if len(free) == 0:
            raise GenerationError(f"no free floor for person {k + 1} of {count}")
        i, j = (int(v) for v in free[rng.integer(0, len(free) - 1)])
        room = next(id for id, inside in floor.rooms.items() if inside[i, j])
        x, y = floor.cell_centre(i, j)
        person = Person(
            id=f"person-{k + 1}",
            body=names[k % len(names)],
            position=(mm(x), mm(y), 0.0),
            yaw=mrad(rng.uniform(-math.pi, math.pi)),
            room=room,
        )
        size = person_size(person)
        home.sites[room].solids[person.id] = Box((x, y), size[:2], person.yaw, 0.0, size[2])
        people.append(person)
    return tuple(people)
