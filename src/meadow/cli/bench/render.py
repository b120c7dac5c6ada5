"""``meadow bench render``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from meadow.cli.terminal.console import make_console
from meadow.cli.terminal.options import Duration, Positive

if TYPE_CHECKING:
    from meadow.adapters.peers.race import Runner
    from meadow.adapters.peers.workload import Workload

PEERS = ("llvmpipe", "llvmpipe-mip", "vizdoom", "miniworld", "mujoco")
COMPARED = (0, 7, 20, 33, 46, 59, 72, 85)
"""Frames whose ids are held against llvmpipe's."""


@dataclass(frozen=True, kw_only=True)
class Config:
    """Race Meadow against other simulators in frames per CPU-second, in turns.

    One thread, 224x224, RGB + depth + ids, textures on. Peers that are not there are named with the
    line that installs them.

    Example: meadow bench render --seconds 10 --json render.json
    """

    seconds: Duration = 5.0
    """CPU-seconds for each renderer, in turns."""
    rounds: Positive = 5
    """Turns; the figure of a renderer is its median over them."""
    homes: Positive = 3
    """Generated homes of 6 rooms, seeds 0, 1, ..."""
    poses: Positive = 120
    """Random free poses in each home."""
    peers: tuple[str, ...] = PEERS
    """Renderers to compare with."""
    json: Path | None = None
    """Also write the figures to this file."""


def run(config: Config) -> int:
    """Let them draw in turns, print the table, write the file."""
    from rich.text import Text

    from meadow.adapters.peers.race import race
    from meadow.adapters.peers.workload import Workload
    from meadow.cli.terminal.output import check_file

    _check(config)
    if config.json is not None:
        check_file(config.json, (".json",))
    workload = Workload(homes=config.homes, poses=config.poses)
    console = make_console(stderr=True)
    with console.status(Text("starting")) as status:
        runners = race(
            ("meadow", *config.peers),
            workload,
            seconds=config.seconds,
            rounds=config.rounds,
            compare=[i for i in COMPARED if i < workload.frames],
            report=lambda text: status.update(Text(text)),
        )
    result = _result(runners, workload, config)
    _print(runners, result)
    if config.json is not None:
        from meadow import serialize

        serialize.write(config.json, result, indent=True)
    return 1 if runners[0].failure else 0


def _check(config: Config) -> None:
    from meadow.adapters.peers import RENDERERS

    for name in config.peers:
        RENDERERS.entry(name)


def _result(runners: Sequence[Runner], workload: Workload, config: Config) -> dict[str, Any]:
    """The figures as plain data."""
    from meadow.cli.terminal.machine import versions

    fps = {runner.name: round(runner.fps, 1) for runner in runners if runner.rates}
    ours = fps.get("meadow", 0.0)
    return {
        "benchmark": "render",
        "unit": "frames per CPU-second, one thread, median over rounds",
        "fps": fps,
        "best": {runner.name: round(max(runner.rates), 1) for runner in runners if runner.rates},
        "ratio": {name: round(ours / value, 2) for name, value in fps.items() if name != "meadow"},
        "ratio_to_llvmpipe": round(ours / fps["llvmpipe"], 2) if "llvmpipe" in fps else None,
        "ids_differing_from_llvmpipe": _difference(runners),
        "house": _house(workload),
        "spec": {
            "width": workload.camera.width,
            "height": workload.camera.height,
            "hfov_degrees": 79,
            "outputs": ["rgb", "depth", "ids"],
            "textures": True,
            "homes": workload.homes,
            "poses_per_home": workload.poses,
            "seconds": config.seconds,
            "rounds": config.rounds,
        },
        "versions": {runner.name: runner.version for runner in runners if runner.rates},
        "missing": {runner.name: runner.failure for runner in runners if runner.failure},
        "machine": versions(),
    }


def _difference(runners: Sequence[Runner]) -> float | None:
    """Share of pixels whose instance id differs between Meadow and llvmpipe."""
    import numpy as np

    found = {runner.name: runner.ids for runner in runners if not runner.failure}
    if not {"meadow", "llvmpipe"} <= set(found):
        return None
    pairs = zip(found["meadow"], found["llvmpipe"])
    return float(np.mean([np.mean(a != b) for a, b in pairs]))


def _house(workload: Workload) -> dict[str, float]:
    """What a home holds, on average."""
    homes = workload.homes
    return {
        "rooms": workload.rooms,
        "objects": round(sum(len(house.objects) for house in workload.houses) / homes, 1),
        "triangles": round(sum(len(t.faces) for t in workload.triangles) / homes, 1),
    }


def _print(runners: Sequence[Runner], result: dict[str, Any]) -> None:
    from rich.table import Table
    from rich.text import Text

    from meadow.adapters.peers import RENDERERS

    spec, house = result["spec"], result["house"]
    title = f"frames per CPU-second, {spec['width']}x{spec['height']}, RGB + depth + ids, 1 thread"
    table = Table("renderer", "median", "best", "Meadow is", "what it draws", title=title)
    for runner in runners:
        what = RENDERERS.entry(runner.name).summary
        if runner.failure:
            table.add_row(runner.name, Text("missing", "yellow"), "", "", runner.failure)
            continue
        ratio = result["ratio"].get(runner.name)
        factor = f"{ratio:.2f}x" if ratio else ""
        best = result["best"][runner.name]
        table.add_row(
            runner.name, f"{runner.fps:.0f}", f"{best:.0f}", factor, f"{what}; {runner.version}"
        )
    console = make_console()
    console.print(table)
    console.print(
        f"{spec['homes']} generated homes: {house['rooms']} rooms, {house['objects']:.0f} objects, "
        f"{house['triangles']:.0f} triangles on average."
    )
    if (share := result["ids_differing_from_llvmpipe"]) is not None:
        console.print(f"Instance ids differ from llvmpipe's in {share:.4%} of the pixels.")
