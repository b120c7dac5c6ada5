"""Find an object that is named or described, and say so from near."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass

from meadow.episodes.categories import ROBOTHOR
from meadow.episodes.schema import Episode
from meadow.protocols import Oracle
from meadow.tasks.probes import DISTANCE
from meadow.types import NAVIGATION, NAVIGATION_AND_LOOK, Action, Brief, Observation, Verdict


@dataclass(frozen=True)
class ObjectNav:
    """Find an object and stop near it.

    Goal:
        In words: the name of a category, of which every instance counts, or the description of one
        object. For a hidden object what conceals it counts.
    Observation:
        RGB-D; GPS and compass only with ``gps``.
    Actions:
        MoveAhead, RotateLeft, RotateRight, Stop; LookUp and LookDown with ``look``.
    Success:
        Stop with an object that counts visible within ``distance``: at least 0.1 % of the frame's
        pixels show it, and its outline is within that distance of the robot's centre. Without
        ``visible`` the distance alone counts.
    Source:
        RoboTHOR ObjectNav challenge, Deitke et al. 2020; Batra et al. 2020, "ObjectNav Revisited";
        "lzson": language-driven zero-shot object navigation, Gadre et al. 2023.
    """

    distance: float = 1.0
    """Metres from the robot's centre to the object's outline."""
    gps: bool = True
    """Whether the agent senses its pose relative to the start."""
    look: bool = True
    """Whether the camera can be tilted."""
    visible: bool = True
    """Whether the object must be in view."""
    categories: Sequence[str] = ROBOTHOR
    """The closed set of goals that the agent is told; empty for goals in free words."""
    name: str = "objectnav"
    probes: Sequence[str] = (DISTANCE, "in_view", "beside")

    def definition(self) -> str:
        """Success in one sentence."""
        near = (
            "the horizontal distance from the robot's centre to the nearest point of its outline is "
            f"at most {self.distance:g} m."
        )
        what = "any instance" if self.categories else "the described object, or what conceals it,"
        if not self.visible:
            return f"Stop near {what.rstrip(',')}: {near}"
        return (
            f"Stop with {what} visible within {self.distance:g} m: at least 0.1 % of the frame's "
            f"pixels show it, and {near}"
        )

    def begin(self, episode: Episode, oracle: Oracle, leg: int = 0) -> Brief | None:
        """Tell the goal; there is one leg."""
        if leg:
            return None
        return Brief(
            task=self.name,
            goal=episode.goal.text,
            categories=tuple(self.categories),
            actions=NAVIGATION_AND_LOOK if self.look else NAVIGATION,
            max_steps=episode.max_steps,
            embodiment=episode.embodiment,
            seed=episode.seed,
        )

    def observe(
        self, observation: Observation, episode: Episode, oracle: Oracle, leg: int = 0
    ) -> Observation:
        """Withhold the pose where the task has no GPS."""
        return observation if self.gps else dataclasses.replace(observation, pose=None)

    def judge(
        self, episode: Episode, action: Action | None, step: int, oracle: Oracle, leg: int = 0
    ) -> Verdict:
        """Reached is seeing what counts from near; success is saying so."""
        reached = any(self._near(oracle, id) for id in episode.goal.objects)
        parts = {"reached": reached}
        if episode.goal.hidden:
            beside = oracle.distance_to(episode.goal.hidden) <= self.distance
            parts["at_hidden"] = reached and beside
        return Verdict(
            done=action == Action.STOP or step >= episode.max_steps,
            success=reached and action == Action.STOP,
            parts=parts,
        )

    def _near(self, oracle: Oracle, id: str) -> bool:
        if self.visible:
            return oracle.visible(id, self.distance)
        return oracle.distance_to(id) <= self.distance
