"""Many robots at once, rendered in one call that runs outside the interpreter lock."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from meadow.envs.options import BATCH, check_render_mode, chosen_actions
from meadow.envs.world import TaskWorld
from meadow.errors import InvalidValueError
from meadow.sim.batch import BatchCamera
from meadow.types import Action, Array

Observations = dict[str, Array]

#: What Gymnasium calls the last observations and infos of ended episodes.
FINAL = ("final_obs", "final_info")


class WorldVectorEnv(gym.vector.VectorEnv[Observations, Array, Array]):
    """The batched twin of :class:`~meadow.envs.single.WorldEnv`, step for step equal.

    All three autoreset modes of Gymnasium are supported; observation arrays are never reused.
    :meth:`state` and :meth:`restore` continue a rollout exactly, also in another process.
    """

    def __init__(
        self,
        worlds: Sequence[TaskWorld],
        space: gym.spaces.Dict,
        actions: Sequence[Action],
        *,
        max_episode_steps: int | None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int = 1,
        supersample: int = 1,
        render_mode: str | None = None,
    ) -> None:
        """Put worlds of one kind side by side.

        Args:
            worlds: One world for each environment.
            space: Observation space of one environment.
            actions: Actions that the numbers of the action space stand for.
            max_episode_steps: Steps before truncation; None or -1 for no limit.
            autoreset_mode: What happens after an episode's end; see Gymnasium.
            threads: Number of threads that render.
            supersample: Samples for each pixel of RGB along both axes. With 2 or more a picture looks
                like a larger one that was shrunk, which is what policies at low resolution see later.
            render_mode: None or "rgb_array".
        """
        if not worlds:
            raise InvalidValueError("num_envs is 0: expected 1 or more")
        check_render_mode(render_mode)
        self.num_envs = len(worlds)
        self.render_mode = render_mode
        self.actions = tuple(actions)
        self._mode = _autoreset_mode(autoreset_mode)
        self.metadata = {"render_modes": ["rgb_array"], "autoreset_mode": self._mode}
        self._limit = None if max_episode_steps in (None, -1) else max_episode_steps
        if self._limit is not None and self._limit < 1:
            raise InvalidValueError(
                f"max_episode_steps {self._limit}: expected 1 or more, or None for no limit"
            )
        self._camera = BatchCamera(worlds[0].simulator.embodiment.camera, threads, supersample)
        self.single_observation_space = space
        self.single_action_space = gym.spaces.Discrete(len(self.actions))
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._worlds = list(worlds)
        self._rngs = [seeding.np_random(None)[0] for _ in worlds]
        self._steps = np.zeros(self.num_envs, np.int64)
        self._ended = np.zeros(self.num_envs, bool)
        self._begun = np.zeros(self.num_envs, bool)
        self._last: tuple[Observations, dict[str, Any]] | None = None
        """What was last returned, for environments that a masked reset leaves alone."""

    @staticmethod
    def batch_options(options: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
        """Split options into those of the batch and those of the task."""
        batch = {k: v for k, v in options.items() if k in BATCH}
        return batch, {k: v for k, v in options.items() if k not in batch}

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Begin episodes; ``options={"reset_mask": ...}`` chooses the environments."""
        mask = np.ones(self.num_envs, bool)
        if options and "reset_mask" in options:
            mask = np.asarray(options["reset_mask"], bool)
        seeds: list[int | None]
        if seed is None or isinstance(seed, int | np.integer):
            seeds = [None if seed is None else int(seed) + i for i in range(self.num_envs)]
        else:
            seeds = list(seed)
        given: dict[str, Any] = {"reset_mask": mask, "seed": seeds}
        for name, values in given.items():
            if np.shape(values) != (self.num_envs,):
                raise InvalidValueError(
                    f"{name} of shape {np.shape(values)}: expected {self.num_envs} values, one for "
                    "each environment"
                )
        if not mask.any():
            raise InvalidValueError("reset_mask chooses no environment: expected at least one True")
        for i in np.flatnonzero(mask):
            if seeds[i] is not None:
                self._rngs[i] = seeding.np_random(seeds[i])[0]
            self._begin(int(i))
        self._check_begun()
        if mask.all() or self._last is None:
            return self._returned(self._look(), self._infos())
        observations, infos = self._last
        observations = {name: array.copy() for name, array in observations.items()}
        return self._returned(*self._with_fresh(np.flatnonzero(mask), observations, infos))

    def _with_fresh(
        self, which: Array, observations: Observations, infos: dict[str, Any]
    ) -> tuple[Observations, dict[str, Any]]:
        """Write what some environments see into ``observations``, and their infos into a copy.

        The others do not look again: noise would be drawn twice, and teachers would think twice.
        """
        seen = self._look(which, observations)
        result = {name: value.copy() for name, value in infos.items()}
        for name, value in self._infos(which).items():
            result[name][which] = value
        return seen, result

    def _returned(
        self, observations: Observations, infos: dict[str, Any]
    ) -> tuple[Observations, dict[str, Any]]:
        """Remember what is returned; without autoreset a copy, because callers may write on theirs."""
        kept = observations
        if self._mode == AutoresetMode.DISABLED:
            kept = {name: array.copy() for name, array in observations.items()}
        told = {name: value for name, value in infos.items() if name.lstrip("_") not in FINAL}
        self._last = kept, told
        return observations, infos

    @property
    def instructions(self) -> tuple[str, ...]:
        """The instruction of each robot; texts are kept out of ``infos``, whose arrays hold numbers."""
        return tuple(world.instruction for world in self._worlds)

    def _begin(self, i: int) -> None:
        self._worlds[i].place(int(self._rngs[i].integers(2**31)))
        self._steps[i] = 0
        self._ended[i] = False
        self._begun[i] = True

    def _check_begun(self) -> None:
        if not self._begun.all():
            which = np.flatnonzero(~self._begun).tolist()
            raise gym.error.ResetNeeded(f"environments {which} have not begun: call reset() first")

    def step(self, actions: Array) -> tuple[Observations, Array, Array, Array, dict[str, Any]]:
        """Do one action in each environment."""
        self._check_begun()
        rewards = np.zeros(self.num_envs, np.float64)
        terminated = np.zeros(self.num_envs, bool)
        truncated = np.zeros(self.num_envs, bool)
        if self._mode == AutoresetMode.DISABLED and self._ended.any():
            which = np.flatnonzero(self._ended).tolist()
            raise InvalidValueError(
                f"environments {which} have ended: reset them with options={{'reset_mask': ...}}"
            )
        chosen = chosen_actions(actions, self.num_envs, self.actions)
        for i, world in enumerate(self._worlds):
            if self._ended[i]:  # NEXT_STEP: this step is the reset
                self._begin(i)
                continue
            rewards[i], terminated[i] = world.act(chosen[i])
            self._steps[i] += 1
            truncated[i] = self._limit is not None and self._steps[i] >= self._limit
        self._ended = terminated | truncated
        observations, infos = self._look(), self._infos()
        if self._mode == AutoresetMode.SAME_STEP and self._ended.any():
            observations, infos = self._reset_ended(observations, infos)
        observations, infos = self._returned(observations, infos)
        return observations, rewards, terminated, truncated, infos

    def _reset_ended(
        self, observations: Observations, infos: dict[str, Any]
    ) -> tuple[Observations, dict[str, Any]]:
        """SAME_STEP: keep the last observation of ended episodes, and return the first of the next ones."""
        ended = self._ended.copy()
        final = np.full(self.num_envs, None, object)
        for i in np.flatnonzero(ended):
            final[i] = {name: array[i].copy() for name, array in observations.items()}
            self._begin(int(i))
        last_infos = {k: np.where(ended, v, 0) for k, v in infos.items() if not k.startswith("_")}
        last_infos |= {f"_{k}": ended.copy() for k in list(last_infos)}
        fresh, result = self._with_fresh(np.flatnonzero(ended), observations, infos)
        result |= {
            "final_obs": final,
            "_final_obs": ended,
            "final_info": last_infos,
            "_final_info": ended.copy(),
        }
        return fresh, result

    def _look(self, which: Array | None = None, seen: Observations | None = None) -> Observations:
        """Observe in all environments, or in some of them and write the result into ``seen``."""
        chosen = range(self.num_envs) if which is None else [int(i) for i in which]
        worlds = [self._worlds[i] for i in chosen]
        frames, each = self._camera.render([world.simulator for world in worlds])
        sensed = [world.observe(one) for world, one in zip(worlds, each)]
        senses = [world.senses(one) for world, one in zip(worlds, sensed)]
        fresh = {
            "rgb": _together(frames.rgb, [f.rgb for f in each], [o.rgb for o in sensed]),
            "depth": _together(frames.depth, [f.depth for f in each], [o.depth for o in sensed]),
        }
        fresh |= {name: np.stack([s[name] for s in senses]) for name in senses[0]}
        if seen is None:
            return fresh
        for name, array in fresh.items():
            seen[name][which] = array
        return seen

    def _infos(self, which: Array | None = None) -> dict[str, Any]:
        """Collect ``info`` from all worlds, or from some of them."""
        chosen = range(self.num_envs) if which is None else [int(i) for i in which]
        each = [self._worlds[i].info() for i in chosen]
        present = np.ones(len(each), bool)
        infos: dict[str, Any] = {}
        for name in each[0]:
            infos[name] = np.array([info[name] for info in each])
            infos[f"_{name}"] = present.copy()
        return infos

    def state(self) -> list[dict[str, Any]]:
        """Return the exact state of each environment as JSON values."""
        return [
            {
                "rng": self._rngs[i].bit_generator.state,
                "steps": int(self._steps[i]),
                "ended": bool(self._ended[i]),
                "world": world.state(),
            }
            for i, world in enumerate(self._worlds)
        ]

    def restore(self, states: Sequence[Mapping[str, Any]]) -> tuple[Observations, dict[str, Any]]:
        """Return to a :meth:`state`, and observe there."""
        if len(states) != self.num_envs:
            raise InvalidValueError(
                f"the state of {len(states)} environments does not fit {self.num_envs}"
            )
        for i, state in enumerate(states):
            self._rngs[i].bit_generator.state = state["rng"]
            self._steps[i], self._ended[i] = state["steps"], state["ended"]
            self._worlds[i].restore(state["world"])
            self._begun[i] = True
        return self._returned(self._look(), self._infos())

    def render(self) -> tuple[Array, ...] | None:
        """The last frame of each environment."""
        if self.render_mode is None:
            return None
        return tuple(world.simulator.frames.rgb for world in self._worlds)

    def close_extras(self, **_: Any) -> None:
        """The shared camera and all simulators are closed; Gymnasium's ``close`` calls this."""
        self._camera.close()
        for world in self._worlds:
            world.simulator.close()


def _autoreset_mode(name: AutoresetMode | str) -> AutoresetMode:
    """The mode of a name; an error lists the names."""
    try:
        return AutoresetMode(name)
    except ValueError:
        known = ", ".join(repr(mode.value) for mode in AutoresetMode)
        raise InvalidValueError(f"autoreset_mode {name!r}: expected one of {known}") from None


def _together(batch: Array, parts: Sequence[Array], seen: Sequence[Array | None]) -> Array:
    """The rendered batch, or a new array where corruptions changed some of its pictures."""
    same = all(a is b for a, b in zip(parts, seen))
    return batch if same else np.stack([part for part in seen if part is not None])
