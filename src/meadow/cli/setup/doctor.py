"""``meadow doctor``: the first thing to run and the first thing to paste into a bug report."""

from __future__ import annotations

import importlib.metadata
import os
import platform
import sys
from dataclasses import dataclass

from meadow import __version__, optional
from meadow.cli.terminal.console import make_console

#: import name -> distribution name, for the packages that every installation has
CORE = {
    "numpy": "numpy",
    "numba": "numba",
    "scipy": "scipy",
    "shapely": "shapely",
    "gymnasium": "gymnasium",
    "msgspec": "msgspec",
    "tyro": "tyro",
    "rich": "rich",
    "PIL": "pillow",
    "platformdirs": "platformdirs",
    "onnxruntime": "onnxruntime",
    "google.protobuf": "protobuf",
}


@dataclass(frozen=True, kw_only=True)
class Config:
    """Print what is installed, what is missing and how to get it; render one frame as a proof."""

    frame: bool = True
    """Also render a frame of a generated home and say how long it took."""


def run(config: Config) -> int:
    """Print the table; exit code 1 when something that every installation needs is broken."""
    from rich.table import Table
    from rich.text import Text

    console = make_console()
    source = "a clone" if optional.clone() else "an installed package"
    console.print(f"Meadow {__version__} ({optional.DISTRIBUTION}, {source})")
    console.print(f"Python {platform.python_version()}, {platform.platform()}")
    console.print(f"{os.cpu_count()} cores, {sys.executable}")
    table = Table("package", "version", "for")
    broken = 0
    for module, name in CORE.items():
        found = optional.installed(module)
        broken += not found
        table.add_row(name, _version(name) if found else Text("missing", "red"), "the core")
    for module, (_, purpose) in optional.OPTIONAL.items():
        if optional.installed(module):
            table.add_row(module, _version(module), purpose)
        else:
            line = optional.install_line(module)
            table.add_row(module, Text.assemble(("not installed", "yellow"), f"  {line}"), purpose)
    console.print(table)
    if config.frame and not broken:
        console.print(_frame_check())
    return 1 if broken else 0


def _version(name: str) -> str:
    """Version of a package, looked up by distribution or by module (cv2 is opencv-python-headless)."""
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        brought = importlib.metadata.packages_distributions().get(name.partition(".")[0])
        return importlib.metadata.version(brought[0]) if brought else "unknown"


def _frame_check() -> str:
    """Generate a home, place a robot, take a picture; anything wrong here is a real problem."""
    import time

    from meadow.scenes.generator import generate_house
    from meadow.sim.simulator import MeadowSimulator
    from meadow.types import Action

    began = time.perf_counter()
    house = generate_house(0, rooms=4)
    simulator = MeadowSimulator()
    pose = simulator.free_pose(house, seed=0)
    simulator.reset(house, pose)
    first = time.perf_counter() - began
    began = time.perf_counter()
    for _ in range(50):
        simulator.step(Action.ROTATE_LEFT)
    rate = 50 / (time.perf_counter() - began)
    return (
        f"A home of {len(house.rooms)} rooms and {len(house.objects)} objects rendered: first frame "
        f"after {first:.1f} s, then {rate:.0f} steps per second at 224x224. All is well."
    )
