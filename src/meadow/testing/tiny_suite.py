"""Short episodes in two small homes, as many as one likes: for tests of agents and of the harness."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from meadow.episodes.schema import Episode, Goal, HouseRef, Question, write_episodes
from meadow.scenes.schema import House, write_house
from meadow.seeding import derived_seed, stream
from meadow.sim.simulator import MeadowSimulator
from meadow.testing.furnished import furnished
from meadow.testing.homes import thing, two_rooms
from meadow.types import Camera, Embodiment

#: A camera this small makes a step cheap, and still shows the things in these homes.
BODY = Embodiment(camera=Camera(width=48, height=48))
#: What errands ask in the end.
QUESTIONS = (
    Question("was there a sofa?", "yes", {"form": "exists"}),
    Question("how many mugs?", "2", {"form": "count"}),
)


@cache
def tiny_homes() -> dict[str, House]:
    """The homes by the name of their file."""
    sofa = thing("sofa-0", "sofa", (0.6, 1.2, 0.0), room="room-0")
    return {"furnished.json": furnished(), "bare.json": two_rooms([sofa])}


def tiny_episodes(count: int, task: str = "objectnav", max_steps: int = 40) -> list[Episode]:
    """Episodes that take turns between the homes; each depends on its number alone."""
    simulator = MeadowSimulator(BODY)
    homes = list(tiny_homes().items())
    episodes = []
    for number in range(count):
        file, house = homes[number % len(homes)]
        name = f"tiny-{task}-{number:03d}"
        pose = simulator.free_pose(house, seed=number)
        simulator.reset(house, pose)
        episode = Episode(
            id=name,
            task=task,
            house=HouseRef(f"file:{file}", house.digest()),
            start=(pose.x, pose.y, pose.yaw),
            goals=_goals(simulator, task, name),
            max_steps=max_steps,
            seed=derived_seed(0, name),
            embodiment=BODY,
            questions=QUESTIONS if task == "errands" else (),
        )
        episodes.append(episode)
    simulator.close()
    return episodes


def _goals(simulator: MeadowSimulator, task: str, name: str) -> tuple[Goal, ...]:
    """One goal; two for errands."""
    names = (name, f"{name} then") if task == "errands" else (name,)
    return tuple(_goal(simulator, task, one) for one in names)


def _goal(simulator: MeadowSimulator, task: str, name: str) -> Goal:
    rng = stream(0, name)
    if task == "pointnav":
        return Goal(text="go there", point=simulator.world.navgrid.sample(rng))
    sought = rng.choice(simulator.world.house.objects)
    views = [tuple(view) for view in simulator.oracle.viewpoints(sought.id).tolist()]
    return Goal(sought.category, sought.category, (sought.id,), viewpoints=tuple(views))


def write_tiny_suite(
    folder: Path, count: int, task: str = "objectnav", max_steps: int = 40
) -> Path:
    """An episode file with its homes beside it."""
    for file, house in tiny_homes().items():
        write_house(house, folder / file)
    path = folder / f"tiny-{task}.jsonl"
    write_episodes(path, tiny_episodes(count, task, max_steps))
    return path
