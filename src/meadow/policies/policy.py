"""An agent that drives by a trained policy: a picture and a goal in, an action out. Needs no torch.

A policy is two files: ``NAME.onnx`` and its card ``NAME.json``, which says what the network senses and how
it was trained. The shipped ones are in ``policies/shipped``; ``meadow train policy`` makes others.
"""

from __future__ import annotations

import hashlib
import logging
from importlib import resources
from pathlib import Path

import msgspec
import numpy as np

from meadow import serialize
from meadow.errors import FileFormatError, InvalidValueError, MissingWeightsError
from meadow.models.onnx import open_session
from meadow.policies.features import FEATURES, PolicyFeatures, policy_features
from meadow.policies.goal_map import PolicyEyes, policy_eyes
from meadow.policies.pictures import field_of_view, shrink_depth, shrink_picture
from meadow.policies.questions import PrefixAnswerer, QuestionAnswerer, questions_vector
from meadow.provenance import note
from meadow.seeding import Stream, stream
from meadow.types import Action, Array, Brief, Observation

logger = logging.getLogger(__name__)

#: Names in a run's spec for the corruptions and augmentations that its agent's policies were trained with.
TRAINED_UNDER, TRAINED_WITH = "corruptions in training", "augmentations in training"

#: Name of the input for the last action in exported networks and their cards.
LAST_ACTION_INPUT = "feel"


class PolicyCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The card of a policy: its senses, its actions and its training."""

    name: str
    task: str
    """"pointnav", "objectnav" or "explore"."""
    senses: tuple[str, ...]
    goal: str
    """"polar", "category", "vector" (of the questions that are known) or "none"."""
    actions: tuple[str, ...]
    """Actions that the network's outputs stand for."""
    width: int
    height: int
    hfov: float
    """Horizontal field of view of the training pictures, degrees."""
    hidden: int
    """Units of the GRU."""
    last_action: bool = msgspec.field(name=LAST_ACTION_INPUT)
    """Whether the last action, and whether it had an effect, is an input."""
    sha256: str
    """Hash of the ONNX file."""
    eyes: str = ""
    """Model that made the goal maps of the training; empty without the sense "goal_map"."""
    temperature: float = 0.0
    """Default softmax temperature; 0 always takes the likeliest action."""
    categories: tuple[str, ...] = ()
    """Names of the goals by number, for the goal "category"."""
    augmentations: tuple[str, ...] = ()
    """Data augmentations of the training."""
    corruptions: tuple[str, ...] = ()
    """Corruptions that it was trained or adapted under: results under these are not zero-shot."""
    frames: int = 0
    ppo_frames: int = 0
    """Number of frames that PPO learnt from; in the others the policy imitated a teacher."""
    minutes: float = 0.0
    command: str = ""
    """Commands that trained the policy."""
    results: dict[str, float] = {}
    """Figures of evaluations, e.g. {"pointnav success": 0.95}."""
    answers: tuple[str, ...] = ()
    """Words of the answers that it can give; empty for a policy that answers no questions."""
    answers_sha256: str = ""
    """Hash of ``NAME.answers.onnx``, which answers questions from the policy's memory."""
    language_model: str = ""
    """Language model that says the answers; ``NAME.answers.onnx`` then makes the prefix that it reads."""
    notes: dict[str, str] = {}
    """What else there is to say about its training."""


def policies_directory() -> Path:
    """Directory of the shipped policies."""
    return Path(str(resources.files("meadow.policies"))) / "shipped"


def read_policy(weights: str | Path) -> tuple[PolicyCard, bytes]:
    """The card and the network of a shipped policy (by name) or of a file ``*.onnx``."""
    path = _policy_file(weights)
    card = serialize.read(path.with_suffix(".json"), PolicyCard)
    data = serialize.read_bytes(path)
    digest = hashlib.sha256(data).hexdigest()
    if digest != card.sha256:
        raise FileFormatError(
            f"{path}: damaged, or not the network of its card (sha256 {digest[:12]}..., the card says "
            f"{card.sha256[:12]}...). Export it again"
        )
    note(f"policy {card.name}", digest[:12])
    for name, seen in ((TRAINED_UNDER, card.corruptions), (TRAINED_WITH, card.augmentations)):
        if seen:
            note(name, ",".join(seen))
    return card, data


def answers_file(path: Path) -> Path:
    """The network that answers questions, beside that of a policy."""
    return path.with_suffix(".answers.onnx")


def read_answerer(
    weights: str | Path, card: PolicyCard
) -> QuestionAnswerer | PrefixAnswerer | None:
    """What answers questions from the policy's memory; None for one that answers none."""
    if not card.answers_sha256:
        return None
    path = answers_file(_policy_file(weights))
    data = serialize.read_bytes(path)
    if hashlib.sha256(data).hexdigest() != card.answers_sha256:
        raise FileFormatError(f"{path}: damaged, or not that of its card. Export it again")
    if card.language_model:
        return PrefixAnswerer(data, card.language_model)
    return QuestionAnswerer(data, card.answers)


def shipped_card(name: str) -> PolicyCard | None:
    """The card of a shipped policy, or None where this installation has none of that name."""
    file = policies_directory() / f"{name}.json"
    return serialize.read(file, PolicyCard) if file.is_file() else None


def training_summary(weights: str) -> str:
    """A line about the training of a shipped policy, or how to get one where there is none."""
    card = shipped_card(weights)
    if card is None:
        return f"no weights here: meadow train policy {weights}, then --option weights=FILE.onnx"
    how = "imitation alone"
    if card.ppo_frames:
        imitated = card.frames - card.ppo_frames
        how = f"imitation ({imitated:,}) and PPO ({card.ppo_frames:,})" if imitated else "PPO alone"
    size = f"{card.width}x{card.height} pixels"
    text = f"{card.frames:,} frames by {how} in {card.minutes:g} minutes, {size}"
    seen = [*card.corruptions, *card.augmentations]
    return f"{text}, under {', '.join(seen)}" if seen else text


def _policy_file(weights: str | Path) -> Path:
    """The network's file, or an error that says how to get one."""
    path = Path(weights)
    if path.suffix == ".onnx":
        if not path.exists():
            raise MissingWeightsError(
                f"{path}: no such file. meadow train policy writes NAME.onnx with its card NAME.json "
                "beside it"
            )
        return path
    shipped = policies_directory() / f"{weights}.onnx"
    if not shipped.exists():
        found = ", ".join(sorted(p.stem for p in policies_directory().glob("*.onnx"))) or "none"
        raise MissingWeightsError(
            f"no policy {str(weights)!r} is shipped (there: {found}). Train it with: meadow train "
            f"policy {weights}, then give its file as --option weights=PATH.onnx"
        )
    return shipped


def _eyes_of(card: PolicyCard) -> PolicyEyes | PolicyFeatures | None:
    """The model that makes goal maps or features, if the policy senses them."""
    if "goal_map" not in card.senses and card.senses[0] not in FEATURES:
        return None
    eyes = policy_eyes() if "goal_map" in card.senses else policy_features()
    model = eyes.card().summary()
    note(f"model {eyes.card().name}", model)
    if model != card.eyes:
        logger.warning("%s was trained with %s, here is %s", card.name, card.eyes, model)
    return eyes


class PolicyAgent:
    """Runs a policy step by step; equal episodes give equal actions."""

    def __init__(self, weights: str, temperature: float | None = None) -> None:
        """Load a policy.

        Args:
            weights: Name of a shipped policy, or the path of an ``.onnx`` file.
            temperature: 0 takes the likeliest action; above, actions are drawn, 1 as in training. What
                its card says when not given.
        """
        self.card, data = read_policy(weights)
        temperature = self.card.temperature if temperature is None else temperature
        if not 0.0 <= temperature <= 10.0:
            raise InvalidValueError(f"temperature {temperature:g}: expected 0 to 10")
        self._session = open_session(data)
        self._eyes = _eyes_of(self.card)
        self._answerer = read_answerer(weights, self.card)
        self._temperature = temperature
        self._actions = tuple(Action(name) for name in self.card.actions)
        self._rng: Stream = stream(0, "policy")
        self._brief = Brief(task="", goal="")
        self._refused = np.zeros(len(self._actions), bool)
        self._memory = np.zeros((1, self.card.hidden), np.float32)
        self._last = -1

    @property
    def goals(self) -> tuple[str, ...]:
        """The only goals that the policy knows; empty where any will do."""
        return tuple(self.card.categories) if self.card.goal == "category" else ()

    def reset(self, brief: Brief) -> None:
        """Forget the last episode; a task that the policy cannot do is an error."""
        self._rng = stream(brief.seed, "agent", "policy")
        self._memory = np.zeros_like(self._memory)
        self._last = -1
        self.pursue(brief)

    def pursue(self, brief: Brief) -> None:
        """Begin the next leg of an episode; the memory stays. An unknown goal is an error."""
        if self.goals and brief.goal not in self.goals:
            known = ", ".join(self.goals)
            raise InvalidValueError(f"{self.card.name} can find: {known}; not {brief.goal!r}")
        self._brief = brief
        self._refused = np.array([a not in brief.actions for a in self._actions])

    def answer(self, question: str) -> str:
        """What its memory says; nothing for a policy that answers no questions."""
        if self._answerer is None:
            return ""
        (said,) = self._answerer.answer(self._memory, [question])
        return said

    def act(self, observation: Observation) -> Action:
        """Choose the next action."""
        outputs = self._session.run(["logits", "memory"], self._inputs(observation))
        logits, self._memory = outputs[0][0].astype(np.float64), outputs[1]
        logits[self._refused] = -np.inf
        self._last = self._choose(logits)
        return self._actions[self._last]

    def did(self, action: Action) -> None:
        """Note that the robot took another action than the policy chose."""
        self._last = self._actions.index(action)

    def _choose(self, logits: Array) -> int:
        if self._temperature == 0.0:
            return int(np.argmax(logits))
        weights = np.exp((logits - logits.max()) / self._temperature)
        return self._rng.weighted(range(len(weights)), [float(w) for w in weights])

    def _inputs(self, observation: Observation) -> dict[str, Array]:
        card, camera = self.card, self._brief.embodiment.camera
        window = field_of_view(camera, card, observation.rgb.shape[:2])
        inputs: dict[str, Array] = {"memory_in": self._memory}
        if "rgb" in card.senses:
            inputs["rgb"] = shrink_picture(observation.rgb, window, card)[None]
        if "depth" in card.senses:
            if observation.depth is None:
                raise InvalidValueError(f"{card.name} needs depth, which this robot does not sense")
            inputs["depth"] = shrink_depth(observation.depth, window, card)[None]
        if isinstance(self._eyes, PolicyFeatures):
            name = card.senses[0]
            inputs[name] = self._eyes.features(name, [observation.rgb])
        elif self._eyes is not None:
            goals = [self._brief.goal]
            inputs["goal_map"] = self._eyes.goal_maps([observation.rgb], goals, window)
        if card.goal == "polar":
            if observation.goal is None:
                raise InvalidValueError(
                    f"{card.name} drives to given points; task {self._brief.task!r} gives none"
                )
            inputs["goal"] = np.array([observation.goal], np.float32)
        elif card.goal == "vector":
            inputs["goal"] = questions_vector(self._brief.questions)[None]
        elif card.goal == "category":
            inputs["goal"] = np.array([[card.categories.index(self._brief.goal)]], np.int64)
        if card.last_action:
            code = 0
            if self._last >= 0:
                code = 1 + self._last + (0 if observation.moved else len(self._actions))
            inputs[LAST_ACTION_INPUT] = np.array([code], np.int64)
        return inputs
