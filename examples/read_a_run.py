"""Read a run: its rows, its summary, and what happened in one episode."""

import sys
from pathlib import Path

import meadow

folder = Path(sys.argv[1] if len(sys.argv) > 1 else "runs")
meadow.evaluate("pointnav-mini", "oracle", folder / "read", episodes=3)

run = meadow.load_run(folder / "read")
print(f"{run.spec().agent} on {run.spec().suite}: {run.spec().definition}")
for row in run.rows():
    print(
        f"{row['episode']}: success {row['metrics']['success']:g}, SPL {row['metrics']['spl']:.2f}"
    )
for name, value in run.summary().items():
    print(f"{name}: {value.mean:.2f} over {value.n}")

record = run.record(run.rows()[0]["episode"])
print(f"the first took {record.steps} steps and ended with {record.actions[-1]}")
