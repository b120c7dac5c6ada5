"""``meadow/Suite-v0``: the episodes of a suite, leg by leg, single and batched."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from meadow.envs.corrupted import Breakage
from meadow.envs.options import BATCH, SINGLE, parsed
from meadow.envs.single import WorldEnv
from meadow.envs.spaces import encode_text, observation_space, pose_array
from meadow.envs.vector import WorldVectorEnv
from meadow.episodes.houses import HouseCache
from meadow.episodes.schema import Episode
from meadow.episodes.suites import load_suite, suite_directory
from meadow.errors import InvalidValueError
from meadow.sim.simulator import MeadowSimulator
from meadow.tasks import TASKS
from meadow.types import Action, Array, Brief, Embodiment, Frames, Observation


@dataclass(frozen=True, kw_only=True)
class SuiteConfig:
    """Configuration of a suite's environment: the suite and the rewards."""

    suite: str = "errands-mini"
    """Name of a suite, or an episode file; each episode draws one of its episodes."""
    success: float = 10.0
    """Reward for each search that succeeded."""
    step: float = -0.01
    """Reward for every action."""


class Suite:
    """The episodes of a suite, their task and the body of their robot."""

    def __init__(self, config: SuiteConfig, breakage: Breakage) -> None:
        self.config, self._breakage = config, breakage
        self.episodes: Sequence[Episode] = load_suite(config.suite)
        self.task = TASKS.make(self.episodes[0].task)
        bodies = {episode.embodiment for episode in self.episodes}
        arms = {episode.arm for episode in self.episodes}
        if max(len({e.task for e in self.episodes}), len(bodies), len(arms)) > 1:
            raise InvalidValueError(
                f"suite {config.suite!r} mixes tasks or robots: an environment has one of each"
            )
        self.body: Embodiment = breakage.body(bodies.pop())
        self.arm = arms.pop()
        self.houses = HouseCache(suite_directory(config.suite))
        self.actions = self._actions()

    def _actions(self) -> tuple[Action, ...]:
        """The actions that the first brief allows; every leg must allow the same."""
        with_robot = SuiteWorld(self)
        with_robot.place(0)
        actions = with_robot.brief.actions
        with_robot.simulator.close()
        return actions

    def simulator(self) -> MeadowSimulator:
        """Make the simulator of one more robot."""
        return self._breakage.simulator(MeadowSimulator(self.body, arm=self.arm))


class SuiteWorld:
    """One robot in an episode of a suite; see :class:`~meadow.envs.world.TaskWorld`.

    The episode ends with its last leg of actions: an action space has no words to answer exams with.
    """

    def __init__(self, suite: Suite) -> None:
        self._suite = suite
        self.simulator = suite.simulator()
        self.brief = Brief(task="", goal="")
        self.instruction = ""

    def place(self, seed: int) -> None:
        """Begin an episode of the suite, chosen by the seed."""
        suite = self._suite
        self._number = seed % len(suite.episodes)
        self._episode = episode = suite.episodes[self._number]
        house = suite.houses.load(episode.house)
        self.simulator.place(house, episode.pose(), seed=episode.seed, episode=episode.id)
        self._found = 0
        if not self._begin(0):
            raise InvalidValueError(
                f"{episode.id}: its first leg is an exam; it asks for no actions"
            )

    def _begin(self, leg: int) -> bool:
        """Begin a leg; False when no more actions are asked for."""
        if not self._read_brief(leg):
            return False
        if self.brief.enters:
            self.simulator.enter(self._episode.pose())
        return True

    def _read_brief(self, leg: int) -> bool:
        """Take what is told for a leg; False when no more actions are asked for."""
        brief = self._suite.task.begin(self._episode, self.simulator.oracle, leg)
        if brief is None or brief.kind == "exam":
            return False
        self.brief, self._leg, self._step = brief, leg, 0
        self.instruction = brief.goal
        return True

    def act(self, action: Action) -> tuple[float, bool]:
        """Do an action without rendering; return the reward, and whether the last leg is over."""
        config, oracle = self._suite.config, self.simulator.oracle
        self.simulator.advance(action)
        self._step += 1
        verdict = self._suite.task.judge(self._episode, action, self._step, oracle, self._leg)
        if not (verdict.done or verdict.leg_done):
            return config.step, False
        won = verdict.success and self.brief.kind == "search"
        self._found += won
        over = verdict.done or not self._begin(self._leg + 1)
        return config.step + config.success * won, over

    def observe(self, frames: Frames | None = None) -> Observation:
        """Render, or take frames that a batch rendered; the task adds and withholds senses."""
        seen = self.simulator.observe(frames)
        observation: Observation = self._suite.task.observe(
            seen, self._episode, self.simulator.oracle, self._leg
        )
        return observation

    def senses(self, observation: Observation) -> dict[str, Array]:
        """Return the pose if the task gives it, the goal in words, and whether the last action worked."""
        return {
            "pose": pose_array(observation.pose),
            "instruction": encode_text(self.instruction),
            "moved": np.array([observation.moved], np.int8),
        }

    def info(self) -> dict[str, Any]:
        """Return the number of the leg, and of the searches that succeeded so far."""
        return {"leg": self._leg, "found": self._found}

    def state(self) -> dict[str, Any]:
        """Return what :meth:`restore` needs to go on from here, as plain JSON values."""
        return {
            "episode": self._number,
            "snapshot": self.simulator.snapshot().decode(),
            "leg": self._leg,
            "step": self._step,
            "found": self._found,
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Return to a :meth:`state`."""
        self.place(state["episode"])
        self.simulator.restore(state["snapshot"].encode())
        self._read_brief(state["leg"])  # the robot has entered already
        self._step, self._found = state["step"], state["found"]


class SuiteEnv(WorldEnv):
    """Do the searches of a suite's episodes, one after another.

    Observation:
        ``rgb`` (H, W, 3) uint8, ``depth`` (H, W) float32 metres, ``pose`` x, y, yaw relative to the
        start, ``instruction`` the goal in bytes (see ``spaces.decode_text``), ``moved`` 0 after a bump.
    Actions:
        Discrete: what the suite's task allows.
    Rewards:
        +10 for each search that succeeded, -0.01 for each action.
    Termination:
        The end of the last search; truncated after 5000 steps.
    """

    def __init__(self, *, render_mode: str | None = None, **options: Any) -> None:
        """``options`` are fields of :class:`SuiteConfig`, and ``corrupt``, e.g. "spatter@5"."""
        self.config, breakage = parsed(SuiteConfig, options, SINGLE)
        suite = Suite(self.config, breakage)
        space = observation_space(suite.body.camera)
        super().__init__(SuiteWorld(suite), space, suite.actions, render_mode)


class SuiteVectorEnv(WorldVectorEnv):
    """The batched twin of :class:`SuiteEnv`, step for step equal."""

    def __init__(self, num_envs: int = 1, *, max_episode_steps: int | None = 5000, **options: Any):
        """``options`` are those of :class:`WorldVectorEnv` and :class:`SuiteConfig`, and ``corrupt``."""
        batch, options = self.batch_options(options)
        self.config, breakage = parsed(SuiteConfig, options, BATCH)
        suite = Suite(self.config, breakage)
        super().__init__(
            [SuiteWorld(suite) for _ in range(num_envs)],
            observation_space(suite.body.camera),
            suite.actions,
            max_episode_steps=max_episode_steps,
            **batch,
        )
