"""Corrupt a robot's camera and wheels, and see what changes."""

import meadow

house = meadow.make_home(seed=7, rooms=2)
for corruptions in ("", "low_lighting@5", "motion_drift"):
    simulator = meadow.make_simulator(corruptions)
    observation = simulator.reset(house, simulator.free_pose(house))
    for _ in range(5):
        observation = simulator.step(meadow.Action.MOVE_AHEAD)
    pose = simulator.oracle.pose()
    print(
        f"{corruptions or 'a sound robot'}: mean brightness {observation.rgb.mean():.0f}, "
        f"after 5 steps ahead at {pose.x:.2f}, {pose.y:.2f}"
    )
print("the same in a whole run: meadow eval pointnav --agent pointnav-map --corrupt motion_drift")
