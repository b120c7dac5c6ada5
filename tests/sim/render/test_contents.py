"""Things inside shut furniture are not drawn until it opens."""

from __future__ import annotations

import msgspec
import numpy as np

from meadow.scenes.generator import generate_house
from meadow.sim.render import RenderScene


def drawn(scene: RenderScene) -> set[int]:
    return set(np.unique(scene.quads()[1]).tolist())


def test_contents_appear_when_their_container_opens_and_vanish_when_it_shuts() -> None:
    house = generate_house(3, rooms=3)
    scene = RenderScene(house)
    number = {obj.id: i for i, obj in enumerate(house.objects)}
    inside = [i for i, obj in enumerate(house.objects) if obj.container]
    assert inside
    assert not drawn(scene) & {1 + i for i in inside}
    holder = house.objects[number[house.objects[inside[0]].container]]
    contents = {1 + i for i in inside if house.objects[i].container == holder.id}
    index = number[holder.id]
    scene.update_object(index, msgspec.structs.replace(holder, openness=0.5))
    assert contents <= drawn(scene)
    scene.update_object(index, holder)
    assert not contents & drawn(scene)
