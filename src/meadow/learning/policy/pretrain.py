"""Pretraining of the image encoder: it learns to predict distances before a policy learns to drive.

A policy that imitates a driver with a compass learns little from pictures: the compass explains nearly
every action, and an encoder with random weights never learns what explains the others. Distances do, and
the renderer gives them with every picture. So the encoder first learns to predict distances, from places
all over the homes in which policies learn. The head that predicts them is then dropped.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from meadow import serialize
from meadow.episodes.houses import generator_uri, load_house
from meadow.episodes.schema import HouseRef
from meadow.episodes.seeds import ENCODER_EXAM, FIRST_POLICY_HOME, POLICY_TRAINING
from meadow.errors import InvalidValueError, RunError
from meadow.learning.checkpoint import with_new_names
from meadow.learning.optimization import optimizer_step
from meadow.learning.policy.augment import make_augment
from meadow.learning.policy.checkpoint import NEW_NAMES, read_checkpoint, write_checkpoint
from meadow.learning.policy.ddppo import ProcessGroup
from meadow.learning.policy.encoders import SmallCNN
from meadow.learning.policy.network import NetworkConfig, blank
from meadow.learning.policy.trainer import ADVICE, PolicyTrainingConfig
from meadow.seeding import Stream, derived_seed, stream
from meadow.sim.navgrid import NavGrid
from meadow.sim.render import Renderer, RenderScene
from meadow.sim.world import World
from meadow.types import Array, Camera, Embodiment

#: Side of the blocks for which distances are predicted, pixels: finer than the encoder's grid of 16,
#: because a chair's leg decides where a robot can pass.
BLOCK = 4
#: Height above the floor below which nothing is an obstacle, metres.
FLOOR = 0.05
#: Distances are clipped to this range, metres.
NEAREST, FARTHEST = 0.1, 10.0
#: Pictures of one step of the optimiser, and steps of one iteration.
BATCH, STEPS = 64, 16
#: Error of logarithms beyond which the loss is linear: a block at an edge may be wrong by a whole room.
SURE = 0.1
#: Homes and pictures of an exam, and iterations between two exams.
EXAM_HOMES, EXAM_VIEWS, EXAM_EVERY = 24, 1024, 20
#: Fields that may change when a training is resumed.
CHANGEABLE = ("frames", "learning_rate")


@dataclass(frozen=True, kw_only=True)
class EncoderTrainingConfig:
    """Configuration of the training of an encoder."""

    network: NetworkConfig = field(default_factory=NetworkConfig)
    """Network of the policies that the encoder is for."""
    hfov: float = 79.0
    """Horizontal field of view of the camera, degrees."""
    homes: int = 300
    """How many homes."""
    first_home: int = FIRST_POLICY_HOME
    """Generator seed of the first one."""
    rooms: tuple[int, int] = (1, 3)
    """Fewest and most rooms of these homes."""
    frames: int = 600_000
    """Pictures, each from another place; the learning rate falls to zero over them."""
    learning_rate: float = 3e-3
    """Learning rate at the start."""
    jitter: bool = False
    """Whether colours are changed at random."""
    seed: int = 0
    """Seed of weights, camera poses and colours."""

    def __post_init__(self) -> None:
        for name in ("homes", "frames", "learning_rate"):
            if not getattr(self, name) > 0:
                raise InvalidValueError(f"{name} {getattr(self, name)}: expected more than 0")
        if tuple(self.network.senses) != ("rgb",) or self.network.encoder != "cnn":
            raise InvalidValueError(
                f"encoder {self.network.encoder} of {self.network.senses}: only the cnn of ('rgb',) learns "
                "to see this way"
            )
        if not 0 <= self.first_home <= POLICY_TRAINING.stop - self.homes:
            raise InvalidValueError(
                f"homes {self.first_home:,} to {self.first_home + self.homes - 1:,}: expected seeds "
                f"from 0 to {POLICY_TRAINING[-1]:,}; those from there on are for examinations and suites"
            )

    @property
    def body(self) -> Embodiment:
        """The robot with the camera of the configuration."""
        size = {"width": self.network.width, "height": self.network.height}
        return Embodiment(camera=Camera(**size, hfov=math.radians(self.hfov)))


class Views:
    """Pictures and depths from random free places in some homes."""

    def __init__(self, seeds: Sequence[int], rooms: tuple[int, int], body: Embodiment) -> None:
        self._seeds, self._rooms, self._body = seeds, rooms, body
        camera = body.camera
        # Twice as many samples, as policies' environments have: pictures made smaller, not coarser.
        self._renderer = Renderer(camera.width, camera.height, camera.hfov, supersample=2)
        self._homes: dict[int, tuple[NavGrid, RenderScene]] = {}

    def take(self, rng: Stream, count: int) -> tuple[Tensor, Tensor]:
        """(N, H, W, 3) bytes and (N, H, W) metres."""
        scenes, eyes = [], []
        for _ in range(count):
            grid, scene = self._home(self._seeds[rng.integer(0, len(self._seeds) - 1)])
            # Right next to things too: that is where a robot has to see them.
            x, y = grid.sample(rng, margin=0.0)
            scenes.append(scene)
            yaw = rng.uniform(-math.pi, math.pi)
            eyes.append((x, y, self._body.camera.elevation, yaw, 0.0))
        frames = self._renderer.render_batch(scenes, eyes)
        return torch.from_numpy(frames.rgb), torch.from_numpy(frames.depth)

    def _home(self, seed: int) -> tuple[NavGrid, RenderScene]:
        if seed not in self._homes:
            house = load_house(HouseRef(generator_uri(seed, self._rooms)))
            self._homes[seed] = World(house, self._body).navgrid, RenderScene(house)
        return self._homes[seed]


def distances(depth: Tensor, body: Embodiment) -> Tensor:
    """(N, 1 + H/4, W/4) metres from (N, H, W) depths of a level camera.

    The first row is the free distance ahead: to the nearest thing between the floor and the top of the
    robot. The others are the nearest depth of each block.
    """
    camera = body.camera
    rows = torch.arange(camera.height) + 0.5 - 0.5 * camera.height
    height = camera.elevation - depth * (rows / camera.focal)[:, None]
    stops = (height > FLOOR) & (height < body.height)
    way = torch.where(stops, depth, FARTHEST).amin(1, keepdim=True)
    way = -functional.max_pool1d(-way, BLOCK)
    blocks = -functional.max_pool2d(-depth, BLOCK)
    return torch.cat([way, blocks], 1).clamp(NEAREST, FARTHEST)


class DistanceHead(nn.Module):
    """A linear head that predicts logarithms of distances from all features of an encoder.

    It is linear, so that the encoder has to do the work.
    """

    def __init__(self, encoder: SmallCNN, network: NetworkConfig) -> None:
        super().__init__()
        with torch.no_grad():
            features = encoder(blank(network)).numel()
        self.size = 1 + network.height // BLOCK, network.width // BLOCK
        self.layer = nn.Linear(features, self.size[0] * self.size[1])

    def forward(self, features: Tensor) -> Tensor:
        """(N, 1 + H/4, W/4), as :func:`distances` has them."""
        predicted: Tensor = self.layer(features.flatten(1))
        return predicted.view(-1, *self.size)


@dataclass(frozen=True)
class DistanceErrors:
    """Mean relative errors of predicted distances in homes that no training uses."""

    way: float
    """Error of the free distance ahead."""
    depth: float
    """Error of the nearest depth of blocks."""
    blind_way: float
    """Error of the best constant prediction of the free distance, one for each direction."""
    blind_depth: float
    """Error of the best constant prediction of depth, one for each block."""


def best_constant(truth: Tensor) -> Tensor:
    """The (...) constants with the smallest mean relative error from (N, ...) true distances.

    They are medians in which each distance is weighted by its inverse.
    """
    ordered = truth.sort(0).values
    weights = (1.0 / ordered).cumsum(0)
    middle = (weights >= 0.5 * weights[-1]).float().argmax(0, keepdim=True)
    return ordered.gather(0, middle)[0]


def distance_loss(predicted: Tensor, truth: Tensor) -> Tensor:
    """The loss of log-distances; the row of free distances counts as much as all blocks together."""
    errors = functional.smooth_l1_loss(predicted, truth, beta=SURE, reduction="none")
    return errors[:, 0].mean() + errors[:, 1:].mean()


def relative_errors(predicted: Tensor, truth: Tensor) -> tuple[float, float]:
    """Mean relative errors of the free distances and of the depths."""
    errors = (predicted - truth).abs() / truth
    return float(errors[:, 0].mean()), float(errors[:, 1:].mean())


class Pretraining:
    """The training of an encoder: encoder, head, optimiser and homes; see ``trainer.Training``.

    Every picture follows from the seed and the iteration, so a resumed training goes on exactly.
    """

    def __init__(self, config: EncoderTrainingConfig) -> None:
        self.config = config
        self.group = ProcessGroup()
        self.frames, self.iteration, self.seconds = 0, 0, 0.0
        with torch.random.fork_rng():
            torch.manual_seed(derived_seed(config.seed, "weights") % 2**31)
            self.encoder = SmallCNN(("rgb",))
            self.reader = DistanceHead(self.encoder, config.network)
        self.parts = nn.ModuleList([self.encoder, self.reader])
        self.optimizer = torch.optim.Adam(self.parts.parameters(), lr=config.learning_rate)
        seeds = range(config.first_home, config.first_home + config.homes)
        self._views = Views(seeds, config.rooms, config.body)
        self._jitter = make_augment(("color-jitter",) if config.jitter else ())
        unknown = Views(ENCODER_EXAM[:EXAM_HOMES], config.rooms, config.body)
        # The same pictures whatever the seed, so that exams can be compared.
        self._exam = unknown.take(stream(0, "encoder", "exam"), EXAM_VIEWS)

    @property
    def finished(self) -> bool:
        """Whether all frames were seen."""
        return self.frames >= self.config.frames

    def iterate(self) -> dict[str, Any]:
        """Take some steps; return figures about them, and now and then those of an exam."""
        before = time.perf_counter()
        progress = self.frames / self.config.frames
        for group in self.optimizer.param_groups:
            group["lr"] = self.config.learning_rate * (1.0 - progress)
        colours = torch.Generator()
        colours.manual_seed(derived_seed(self.config.seed, "colours", self.iteration) % 2**31)
        figures = np.mean([self._step(step, colours) for step in range(STEPS)], axis=0)
        spent = time.perf_counter() - before
        self.iteration += 1
        self.frames += STEPS * BATCH
        self.seconds += spent
        row = {
            "loss": float(figures[0]),
            "grad_norm": float(figures[1]),
            "phase": "encoder",
            "iteration": self.iteration,
            "frames": self.frames,
            "minutes": self.seconds / 60.0,
            "fps": STEPS * BATCH / spent,
        }
        if self.iteration % EXAM_EVERY == 0 or self.finished:
            row |= asdict(self.examine())
        return row

    def _step(self, step: int, colours: torch.Generator) -> tuple[float, float]:
        """One step of the optimiser on new pictures: the loss and the gradient's norm."""
        rng = stream(self.config.seed, "encoder", self.iteration, step)
        rgb, depth = self._views.take(rng, BATCH)
        if self._jitter is not None:
            rgb = self._jitter({"rgb": rgb.unsqueeze(0)}, colours)["rgb"][0]
        truth = distances(depth, self.config.body).log()
        loss = distance_loss(self._predict(rgb), truth)
        norm = optimizer_step(
            loss, self.parts, self.optimizer, 1.0, step=self.iteration + 1, advice=ADVICE
        )
        return float(loss.detach()), norm

    def _predict(self, rgb: Tensor) -> Tensor:
        predicted: Tensor = self.reader(self.encoder({"rgb": rgb}))
        return predicted

    def examine(self) -> DistanceErrors:
        """Measure errors in homes that were never seen, beside those of the best constant prediction."""
        rgb, depth = self._exam
        truth = distances(depth, self.config.body)
        with torch.no_grad():
            predicted = self._predict(rgb).exp()
        blind = best_constant(truth).expand_as(truth)
        return DistanceErrors(*relative_errors(predicted, truth), *relative_errors(blind, truth))

    def sheet(self, count: int = 8) -> Array:
        """Draw pictures of the exam above true and predicted distances, as (rows, columns, 3) bytes.

        Near is bright; the first strip of the distances is the free distance ahead.
        """
        rgb, depth = self._exam
        chosen = torch.arange(0, len(rgb), len(rgb) // count)[:count]
        with torch.no_grad():
            predicted = self._predict(rgb[chosen]).exp()
        truth = distances(depth[chosen], self.config.body)
        rows = [_enlarged(rgb[chosen].numpy())]
        for metres in (truth, predicted):
            grey = (255.0 / (1.0 + metres)).round().clamp(0.0, 255.0).to(torch.uint8)
            rows.append(_enlarged(grey.unsqueeze(-1).expand(-1, -1, -1, 3).numpy(), BLOCK))
        return np.concatenate(rows)

    def save(self, directory: Path) -> None:
        """Write the checkpoint, from which policies take the encoder."""
        names = ("color-jitter",) if self.config.jitter else ()
        policy_config = PolicyTrainingConfig(
            network=self.config.network, seed=self.config.seed, augment=names
        )
        state = {
            "policy": {f"encoder.{k}": v for k, v in self.encoder.state_dict().items()},
            "reader": self.reader.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "frames": self.frames,
            "iteration": self.iteration,
            "seconds": self.seconds,
            "lesson": serialize.encode(asdict(self.config)).decode(),
        }
        write_checkpoint(directory, policy_config, state)

    def load(self, directory: Path) -> None:
        """Go on from a checkpoint of a training with the same configuration."""
        state = read_checkpoint(directory, self.config.network, whole=False)
        if "lesson" not in state:
            raise RunError(f"{directory} holds the training of a policy: choose another --out")
        raw = serialize.decode(state["lesson"].encode(), dict, str(directory))
        there = asdict(msgspec.convert(with_new_names(raw, NEW_NAMES), EncoderTrainingConfig))
        ours = asdict(self.config)
        other = [k for k in ours if ours[k] != there[k] and k not in CHANGEABLE]
        if other:
            raise RunError(
                f"{directory} was begun with {', '.join(f'{k} {there[k]}' for k in other)}, not with "
                f"{', '.join(f'{k} {ours[k]}' for k in other)}: give the same options, or choose "
                "another --out"
            )
        learnt = {k.removeprefix("encoder."): v for k, v in state["policy"].items()}
        self.encoder.load_state_dict(learnt)
        self.reader.load_state_dict(state["reader"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.frames, self.iteration = state["frames"], state["iteration"]
        self.seconds = state["seconds"]


def _enlarged(pictures: Array, times: int = 1) -> Array:
    """Put (N, H, W, 3) pictures side by side, enlarged by three times ``times``."""
    large = pictures.repeat(3 * times, axis=1).repeat(3 * times, axis=2)
    return np.concatenate(list(large), axis=1)
