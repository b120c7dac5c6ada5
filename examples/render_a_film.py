"""Film an episode of a run: what the robot saw, its depth, its way on the map."""

import sys
from pathlib import Path

import meadow

folder = Path(sys.argv[1] if len(sys.argv) > 1 else ".")
run = meadow.evaluate("pointnav-mini", "oracle", folder / "filmed", episodes=1)
episode = run.rows()[0]["episode"]
meadow.film(run, episode, folder / "episode.gif")
print(f"wrote {folder / 'episode.gif'}")
