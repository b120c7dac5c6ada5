"""Other renderers on the same frames, for ``meadow bench render``."""

from __future__ import annotations

from meadow.adapters.peers.workload import Contestant
from meadow.registry import Registry

#: Every renderer of the benchmark; a class that takes a ``Workload``.
RENDERERS = Registry[type[Contestant]]("renderer")

for _name, _class, _summary, _options in (
    ("meadow", "own:Meadow", "this package, batches of 16 frames a call", {}),
    ("llvmpipe", "llvmpipe:Llvmpipe", "Mesa on the CPU: same triangles and visible lists", {}),
    ("llvmpipe-mip", "llvmpipe:Llvmpipe", "the same with mip levels, as Meadow has", {"mip": True}),
    ("vizdoom", "vizdoom:VizDoom", "my_way_home, 256x192, depth and labels", {}),
    ("miniworld", "miniworld:MiniWorld", "FourRooms, no furniture, no ids", {}),
    ("mujoco", "mujoco:MuJoCo", "same triangles, three passes", {}),
):
    RENDERERS.lazy(
        _name, f"meadow.adapters.peers.{_class}", summary=_summary, kwargs=dict(_options)
    )
