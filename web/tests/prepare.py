"""Make what the browser tests look at: runs, frames of the renderer, and keys that solve episodes."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import hands
from PIL import Image

from meadow.episodes.houses import load_home
from meadow.episodes.sample import spread
from meadow.episodes.suites import load_suite
from meadow.evaluation.run.suite import evaluate_suite
from meadow.sim.render import Renderer, RenderScene
from meadow.sim.simulator import MeadowSimulator
from meadow.types import Embodiment
from meadow.viewer.gltf import write_gltf

HOMES = ("seed:7,rooms=6", "seed:11,rooms=5,revision=2")
POSES = 10
"""In each home."""


def main(out: Path) -> None:
    """Write everything; what is there already is kept."""
    out.mkdir(parents=True, exist_ok=True)
    for agent in ("oracle", "frontier-oracle", "forward"):
        evaluate_suite("objectnav-mini", agent, out / agent, episodes=4)
    evaluate_suite("errands-mini", "errand-oracle", out / "errands", episodes=1)
    evaluate_suite("objectnav-mini", "oracle", out / "search", episodes=1)
    solved: dict[str, object] = {name: _solution(out / name) for name in ("search", "errands")}
    asked = spread(load_suite("excalibur-mini"), 1)[0].questions
    answers = [question.answer for question in asked]
    solved["excalibur"] = {"answers": answers, "first": asked[0].text}
    (out / "solved.json").write_text(json.dumps(solved))
    (out / "hands.json").write_text(json.dumps(hands.write(str(out / "hands.jsonl"))))
    (out / "poses.json").write_text(json.dumps([_frames(name, out) for name in HOMES]))
    write_gltf(load_home(HOMES[0]), out / "home.glb")


def _solution(run: Path) -> dict[str, object]:
    """What an oracle did in the first episode of its run."""
    from meadow.evaluation.run.suite import load_run

    directory = load_run(run)
    record = directory.record(directory.rows()[0]["episode"])
    answers = [answer for leg in record.legs for answer in leg.answers]
    return {"episode": record.episode.id, "actions": record.actions, "answers": answers}


def _frames(name: str, out: Path) -> dict[str, object]:
    """The renderer's frames from random poses of a home."""
    house = load_home(name)
    simulator, body = MeadowSimulator(), Embodiment()
    renderer, scene = Renderer(224, 224, body.camera.hfov), RenderScene(house)
    poses, files = [], []
    for seed in range(POSES):
        pose = simulator.free_pose(house, seed=seed)
        pitch = (0.0, -0.3, 0.2)[seed % 3]
        eye = (pose.x, pose.y, body.camera.elevation, pose.yaw, pitch)
        file = f"{name.replace(':', '-').replace(',', '-')}-{seed}.png"
        Image.fromarray(renderer.render(scene, eye).rgb).save(out / file)
        poses.append((pose.x, pose.y, pose.yaw, pitch))
        files.append(file)
    return {"home": name, "poses": poses, "files": files}


if __name__ == "__main__":
    main(Path(sys.argv[1]))
