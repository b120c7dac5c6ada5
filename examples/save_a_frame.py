"""Save what a robot sees: a picture in colours, and one of its depth."""

import sys
from pathlib import Path

import numpy as np
from PIL import Image

import meadow

folder = Path(sys.argv[1] if len(sys.argv) > 1 else ".")

house = meadow.load_home("seed:7,rooms=3")  # or the name of a house file
camera = meadow.Camera(width=320, height=240)
simulator = meadow.Simulator(meadow.Embodiment(camera=camera))
observation = simulator.reset(house, simulator.free_pose(house, seed=1))

Image.fromarray(observation.rgb).save(folder / "frame.png")
depth = np.clip(observation.depth / 5.0, 0.0, 1.0)  # metres; white is 5 m or more
Image.fromarray((255 * depth).astype(np.uint8)).save(folder / "depth.png")
print(f"wrote {folder / 'frame.png'} and {folder / 'depth.png'}")
