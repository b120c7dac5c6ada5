"""Generate a home, drive a robot through it, and go back to where it was."""

import meadow

house = meadow.make_home(seed=7, rooms=3)
print(f"{house.id}: {len(house.rooms)} rooms, {len(house.objects)} objects")

simulator = meadow.Simulator()
observation = simulator.reset(house, simulator.free_pose(house))
state = simulator.snapshot()

for _ in range(20):
    # A robot that bumped into something turns, any other drives on.
    action = meadow.Action.MOVE_AHEAD if observation.moved else meadow.Action.ROTATE_LEFT
    observation = simulator.step(action)
print(f"after 20 steps at {simulator.pose.x:.2f}, {simulator.pose.y:.2f}")

# Ground truth has one door, the oracle. Agents do not get it.
oracle = simulator.oracle
for category in oracle.categories()[:5]:
    name = oracle.instances(category)[0]
    print(f"{name}: {oracle.distance_to(name):.2f} m away, visible: {oracle.visible(name)}")

simulator.restore(state)
print(f"back at {simulator.pose.x:.2f}, {simulator.pose.y:.2f}")
