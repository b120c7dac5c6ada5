"""``meadow/Excalibur-v0``: explore a home, answer questions about it at any time, go back in."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import gymnasium as gym
import numpy as np

from meadow.benchmarks.excalibur.episodes import BODY, EXCALIBUR, EXCALIBUR_TRAIN
from meadow.benchmarks.excalibur.guessers import example_questions
from meadow.benchmarks.excalibur.homes import asked_things, questions_of
from meadow.benchmarks.excalibur.metrics import COVERED
from meadow.benchmarks.excalibur.paper import (
    ENERGY,
    EXPLORATION_STEPS,
    MOST_REENTRY_STEPS,
    QUESTIONS,
)
from meadow.benchmarks.excalibur.task import exqa
from meadow.envs.corrupted import Breakage
from meadow.envs.options import BATCH, SINGLE, parsed
from meadow.envs.single import WorldEnv
from meadow.envs.spaces import (
    ACTION_MASK,
    TEXT_BYTES,
    encode_text,
    observation_space,
    pose_array,
)
from meadow.envs.vector import WorldVectorEnv
from meadow.episodes.houses import load_house
from meadow.episodes.lift import randomised_uri
from meadow.episodes.schema import HouseRef
from meadow.errors import InvalidValueError
from meadow.language.questions.answers import is_correct
from meadow.language.questions.execute import KnownThings
from meadow.language.questions.phrase import phrase
from meadow.models.text.words import load_words
from meadow.policies.questions import questions_vector
from meadow.scenes.schema import House
from meadow.seeding import stream
from meadow.sim.simulator import MeadowSimulator
from meadow.tasks.probes import in_frame
from meadow.types import MANIPULATION, Action, Arm, Array, Embodiment, Frames, Observation, Pose

#: Homes that stay loaded.
KEPT = 256
#: Questions that language is learned from.
EXAMPLES = 20_000
#: The action mask of phase I, which has no Stop.
ALL_BUT_STOP = np.array([action is not Action.STOP for action in MANIPULATION], np.int8)
SPLITS = {"train": EXCALIBUR_TRAIN, "val": EXCALIBUR}


@dataclass(frozen=True, kw_only=True)
class ExcaliburConfig:
    """Configuration of the environment: homes, phases and rewards."""

    split: str = "train"
    """"train" or "val"; homes of the test split are for evaluation alone."""
    homes: int = 50
    """How many of the split's homes; each episode draws one."""
    embodiment: Embodiment = BODY
    """The robot and its camera."""
    questions: int = QUESTIONS
    """How many questions a home is asked."""
    explore_steps: int = EXPLORATION_STEPS
    """Actions of phase I."""
    reenter_steps: int = MOST_REENTRY_STEPS
    """Most actions of phase III, which ends with Stop."""
    novelty: float = 1.0
    """Weight of the paper's reward (4): new things seen and new floor covered, as shares of all."""
    qa: float = 1.0
    """Weight of the paper's reward (3): what the accuracy of answers gained since the last ones."""

    def __post_init__(self) -> None:
        if self.split not in SPLITS:
            raise InvalidValueError(f"split {self.split!r}: expected one of {', '.join(SPLITS)}")
        for name in ("homes", "questions", "explore_steps", "reenter_steps"):
            if getattr(self, name) < 1:
                raise InvalidValueError(f"{name} is {getattr(self, name)}: expected 1 or more")
        if self.homes > SPLITS[self.split].houses and self.split == "train":
            raise InvalidValueError(
                f"homes is {self.homes}: the split {self.split} has {SPLITS[self.split].houses:,}"
            )


class AskedHomes:
    """The homes of a split, generated on first use, and simulators that share them."""

    def __init__(self, config: ExcaliburConfig, breakage: Breakage) -> None:
        self.config, self._breakage = config, breakage
        self.body = breakage.body(config.embodiment)
        self._keeper = MeadowSimulator(self.body, houses=min(KEPT, config.homes))
        self._house = lru_cache(maxsize=KEPT)(self._load)
        self.known = lru_cache(maxsize=KEPT)(self._known)
        """All that is true of a home, by its number."""

    def _load(self, number: int) -> House:
        recipe = SPLITS[self.config.split]
        uri = randomised_uri(recipe.house_seed(number), recipe.rooms, recipe.revision)
        return load_house(HouseRef(uri))

    def _known(self, number: int) -> KnownThings:
        return KnownThings(asked_things(self.house(number)))

    def house(self, number: int) -> House:
        """The n-th home; numbers beyond the last begin again."""
        return self._house(number % self.config.homes)

    def simulator(self) -> MeadowSimulator:
        """Make the simulator of one more robot."""
        return self._breakage.simulator(MeadowSimulator(self.body, arm=Arm(), share=self._keeper))


class ExcaliburWorld:
    """One robot in phases I and III; exams are whatever was last answered when a phase ends."""

    def __init__(self, homes: AskedHomes) -> None:
        self._homes, self._config = homes, homes.config
        self.simulator = homes.simulator()
        self.questions: tuple[str, ...] = ()
        """Known to the robot from phase III on; for training and for who answers at any time."""
        self.truth: tuple[str, ...] = ()
        """The true answers: privileged."""
        self.reentered = False
        self.step = 0
        """Actions in this phase."""
        self.episode = 0
        """Episodes begun."""

    @property
    def instruction(self) -> str:
        """What the robot is told."""
        return "find out what answers the questions" if self.reentered else "explore the home"

    def place(self, seed: int) -> None:
        """Begin an episode; everything in it follows from the seed."""
        config, self._seed = self._config, seed
        house = self._homes.house(seed)
        self._start = self.simulator.free_pose(house, seed=seed)
        self.simulator.place(house, self._start, seed=seed, episode="excalibur")
        rng = stream(seed, "excalibur", "questions")
        known = self._homes.known(seed % config.homes)
        asked = questions_of(house, rng, config.questions, known)
        self.questions = tuple(phrase(one.program, rng.choice) for one in asked)
        self.truth = tuple(one.answer for one in asked)
        self._floor = self.simulator.world.navgrid.points()
        self._covered = np.zeros(len(self._floor), bool)
        self._seen: set[int] = set()
        self._owed = 0.0
        self._accuracy, self._acc_exp, self._right = 0.0, 0.0, -1
        self.reentered, self.step = False, 0
        self.episode += 1
        self._cover()

    def answer(self, answers: Sequence[str]) -> float:
        """Answer all questions; returns the accuracy, whose gain is rewarded with the next action."""
        if len(answers) != len(self.truth):
            raise InvalidValueError(f"{len(answers)} answers: expected {len(self.truth)}")
        right = sum(is_correct(said, true) for said, true in zip(answers, self.truth))
        if self._right >= 0:  # the first answers are what later ones are compared with
            self._owed += self._config.qa * (right - self._right) / max(len(answers), 1)
        self._right = right
        self._accuracy = right / max(len(answers), 1)
        return self._accuracy

    def act(self, action: Action) -> tuple[float, bool]:
        """Do an action without rendering; return the reward, and whether the episode is over."""
        config = self._config
        if action != Action.STOP:
            self.simulator.advance(action)
            self.step += 1
        reward, self._owed = self._owed + config.novelty * self._cover(), 0.0
        if not self.reentered:
            # There is no Stop in phase I: it takes a step in which nothing happens.
            self.step += action == Action.STOP
            if self.step >= config.explore_steps:
                self._acc_exp = self._accuracy
                self.simulator.enter(self._start)
                self.reentered, self.step = True, 0
            return reward, False
        return reward, action == Action.STOP or self.step >= config.reenter_steps

    def _cover(self) -> float:
        """Mark the floor around the robot; returns the new share of all that is free."""
        pose = self.simulator.pose
        near = (self._floor[:, 0] - pose.x) ** 2 + (self._floor[:, 1] - pose.y) ** 2 <= COVERED**2
        new = int((near & ~self._covered).sum())
        self._covered |= near
        return new / max(len(self._floor), 1)

    def observe(self, frames: Frames | None = None) -> Observation:
        """Render, or take frames that a batch rendered; new things are rewarded with the next action."""
        observation = self.simulator.observe(frames)
        new = set(in_frame(self.simulator.oracle)) - self._seen
        if new:
            self._seen |= new
            things = len(self.simulator.oracle.house.objects)
            self._owed += self._config.novelty * len(new) / max(things, 1)
        return observation

    def senses(self, observation: Observation) -> dict[str, Array]:
        """Return pose, instruction, phase and, from phase III on, the questions and their mean vector."""
        told = self.questions if self.reentered else ()
        texts = np.zeros((self._config.questions, TEXT_BYTES), np.uint8)
        for place, text in enumerate(told):
            texts[place] = encode_text(text)
        return {
            "pose": pose_array(observation.pose),
            "instruction": encode_text(self.instruction),
            "moved": np.array([observation.moved], np.int8),
            "phase": np.array([self.reentered], np.int8),
            "questions": texts,
            "goal": questions_vector(told),
            ACTION_MASK: ALL_BUT_STOP | np.int8(self.reentered),
        }

    def info(self) -> dict[str, Any]:
        """Return accuracies so far, ExQA as if it ended now, and the shares seen and covered."""
        first = self._acc_exp if self.reentered else self._accuracy
        return {
            "phase": 3 if self.reentered else 1,
            "acc_exp": first,
            "acc_ref": self._accuracy,
            "exqa": exqa(first, self._accuracy, self.step if self.reentered else 0, ENERGY),
            "seen": len(self._seen) / max(len(self.simulator.oracle.house.objects), 1),
            "covered": float(self._covered.mean()) if len(self._covered) else 0.0,
        }

    def state(self) -> dict[str, Any]:
        """Return what :meth:`restore` needs to go on from here, as plain JSON values."""
        return {
            "seed": self._seed,
            "snapshot": self.simulator.snapshot().decode(),
            "start": [self._start.x, self._start.y, self._start.yaw],
            "reentered": self.reentered,
            "step": self.step,
            "seen": sorted(self._seen),
            "covered": np.flatnonzero(self._covered).tolist(),
            "owed": self._owed,
            "accuracy": [self._accuracy, self._acc_exp, self._right],
            "episode": self.episode,
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Return to a :meth:`state`."""
        self.place(state["seed"])
        self.simulator.restore(state["snapshot"].encode())
        self._start = Pose(*state["start"])
        self.reentered, self.step = state["reentered"], state["step"]
        self._seen = set(state["seen"])
        self._covered[:] = False
        self._covered[state["covered"]] = True
        self._owed = state["owed"]
        self._accuracy, self._acc_exp, self._right = state["accuracy"]
        self.episode = state["episode"]


def _space(config: ExcaliburConfig, body: Embodiment) -> gym.spaces.Dict:
    words = load_words().dimensions
    return gym.spaces.Dict(
        {
            **observation_space(body.camera).spaces,
            "phase": gym.spaces.Box(0, 1, (1,), np.int8),
            "questions": gym.spaces.Box(0, 255, (config.questions, TEXT_BYTES), np.uint8),
            "goal": gym.spaces.Box(-math.inf, math.inf, (words,), np.float32),
            ACTION_MASK: gym.spaces.Box(0, 1, (len(MANIPULATION),), np.int8),
        }
    )


class ExcaliburEnv(WorldEnv):
    """Explore a home, answer questions about it at any time, go back in knowing them.

    Observation:
        ``rgb`` (H, W, 3) uint8, ``depth`` (H, W) float32 metres, ``pose`` x, y, yaw relative to the
        start, ``instruction`` bytes (see ``spaces.decode_text``), ``moved`` 0 after a bump, ``phase`` 0
        in phase I and 1 in phase III; from phase III on ``questions`` in bytes, and ``goal``, the mean
        of their word vectors; ``action_mask`` 1 for each action that the phase has.
    Actions:
        Discrete: driving, looking, and the hand; Stop ends phase III and does nothing in phase I.
    Answers:
        ``env.unwrapped.answer(answers)``, at any time and as often as one likes; the last ones of a
        phase are those of its exam.
    Rewards:
        The paper's (4), new things seen and floor covered as shares of all, with weight ``novelty``, and
        (3), what the accuracy of answers gained since the last ones, with weight ``qa``.
    Termination:
        Stop in phase III, or its last step.
    """

    def __init__(self, *, render_mode: str | None = None, **options: Any) -> None:
        """``options`` are fields of :class:`ExcaliburConfig`, and ``corrupt``, e.g. "spatter@5"."""
        self.config, breakage = parsed(ExcaliburConfig, options, SINGLE)
        homes = AskedHomes(self.config, breakage)
        self.world = ExcaliburWorld(homes)
        super().__init__(self.world, _space(self.config, homes.body), MANIPULATION, render_mode)

    @property
    def questions(self) -> tuple[str, ...]:
        """The questions of this episode."""
        return self.world.questions

    def answer(self, answers: Sequence[str]) -> float:
        """Answer all questions; returns the accuracy."""
        return self.world.answer(answers)


class ExcaliburVectorEnv(WorldVectorEnv):
    """The batched twin of :class:`ExcaliburEnv`, step for step equal."""

    figures = ("acc_exp", "acc_ref", "exqa", "seen", "covered")
    """Numbers of ``info`` that trainings log at the end of episodes."""

    def __init__(self, num_envs: int = 1, *, max_episode_steps: int | None = None, **options: Any):
        """``options`` are those of :class:`WorldVectorEnv` and :class:`ExcaliburConfig`."""
        batch, options = self.batch_options(options)
        self.config, breakage = parsed(ExcaliburConfig, options, BATCH)
        homes = AskedHomes(self.config, breakage)
        self.worlds = [ExcaliburWorld(homes) for _ in range(num_envs)]
        super().__init__(
            self.worlds,
            _space(self.config, homes.body),
            MANIPULATION,
            max_episode_steps=max_episode_steps,
            **batch,
        )

    def example_questions(self) -> list[tuple[str, str]]:
        """Questions with their answers in homes of training, from which language alone can be learned."""
        return example_questions(stream(0, "excalibur", "language"), EXAMPLES)


def small_camera(width: int, height: int) -> Embodiment:
    """The benchmark's robot with a camera of so many pixels, for networks that see no more."""
    return replace(BODY, camera=replace(BODY.camera, width=width, height=height))
