"""ObjectNav: find any instance of a category."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

from meadow.episodes.schema import Episode
from meadow.protocols import Oracle
from meadow.types import NAVIGATION_AND_LOOK, Action, Brief, Observation, Verdict

#: The target categories of the RoboTHOR challenge, the default of this task.
ROBOTHOR = (
    "alarm clock",
    "apple",
    "baseball bat",
    "basketball",
    "bowl",
    "garbage can",
    "house plant",
    "laptop",
    "mug",
    "spray bottle",
    "television",
    "vase",
)


@dataclass(frozen=True)
class ObjectNav:
    """Find any instance of a named category.

    Goal:
        The name of a category; every instance in the home counts.
    Observation:
        RGB-D; no GPS or compass unless ``gps`` is set.
    Actions:
        MoveAhead, RotateLeft, RotateRight, LookUp, LookDown, Stop.
    Success:
        Stop with any instance visible within ``distance``: at least 0.1 % of the frame's pixels
        show it, and its outline is within that distance of the robot's centre.
    Source:
        RoboTHOR ObjectNav challenge, Deitke et al. 2020; Batra et al. 2020, "ObjectNav Revisited".
    """

    distance: float = 1.0
    """Metres from the robot's centre to the object's outline."""
    gps: bool = True
    """Whether the agent senses its pose relative to the start."""
    name: str = "objectnav"

    def definition(self) -> str:
        """Success in one sentence."""
        return (
            f"Stop with any instance visible within {self.distance:g} m: at least 0.1 % of the "
            "frame's pixels show it, and the horizontal distance from the robot's centre to the "
            f"nearest point of its outline is at most {self.distance:g} m."
        )

    def begin(self, episode: Episode, oracle: Oracle) -> Brief:
        """Tell the category."""
        return Brief(
            task=self.name,
            goal=episode.goal.text,
            categories=ROBOTHOR,
            actions=NAVIGATION_AND_LOOK,
            max_steps=episode.max_steps,
            embodiment=episode.embodiment,
            seed=episode.seed,
        )

    def observe(self, observation: Observation, episode: Episode, oracle: Oracle) -> Observation:
        """Withhold the pose where the task has no GPS."""
        return observation if self.gps else dataclasses.replace(observation, pose=None)

    def judge(self, episode: Episode, action: Action | None, step: int, oracle: Oracle) -> Verdict:
        """Reached is seeing an instance from near; success is saying so."""
        reached = any(oracle.visible(id, self.distance) for id in episode.goal.objects)
        return Verdict(
            done=action == Action.STOP or step >= episode.max_steps,
            success=reached and action == Action.STOP,
            parts={"reached": reached},
        )
