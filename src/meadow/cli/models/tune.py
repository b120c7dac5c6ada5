"""``meadow tune``: choose the thresholds of localizers in training homes."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Literal

import tyro

from meadow.cli.terminal.options import Agents, Names, NotNegative, Out, Positive

if TYPE_CHECKING:
    from meadow.grounding.thresholds import Tuned
    from meadow.learning.tuning import LocalizerChoice

#: Trips in a home and goals of a trip; each goal is an episode.
TRIPS, GOALS = 2, 6


@dataclass(frozen=True, kw_only=True)
class Config:
    """Tune the detection thresholds of agents in training homes.

    A robot explores training homes; objects of RoboTHOR's twelve categories that it passed become goals.
    The command picks the threshold that maximises the chance that the first detection is the goal. All
    agents see the same frames and get the same number of episodes; every third home is held out to
    confirm the choice.

    The second example writes the thresholds of all CoWs into the table of the package.

    Example: meadow tune --agent cow-owl-s,cow-clip-grad-s --budget 200
    Example: meadow tune --eyes eyes-s,eyes-s-zs --ship
    """

    agent: Agents = ()
    """Agents with a localizer (meadow agents list --tag cow); all whose weights are here by default."""
    eyes: Names = ()
    """See with these models instead of the agents' own, e.g. eyes-s-zs or hf:org/name."""
    split: Literal["tune", "train"] = "tune"
    """Homes of the train split: a part that no other training uses, or the first ones."""
    budget: Positive = 240
    """Episodes for each agent."""
    steps: Positive = 250
    """Frames of one exploration."""
    seed: NotNegative = 0
    """Seed of starts and goals."""
    out: Annotated[Out | None, tyro.conf.arg(metavar="FILE.json")] = None
    """Write the table to this file (.json); rows of other agents in it are kept."""
    ship: bool = False
    """Write the table into the package, so that agents use it from now on."""


def run(config: Config) -> int:
    """Tune, print the table, write it where it was asked for."""
    from meadow.cli.terminal.output import check_file
    from meadow.cli.terminal.progress import StepProgress
    from meadow.learning.trips import trips
    from meadow.learning.tuning import Tuner

    if config.out:
        check_file(config.out, (".json",))
    choices = _choices(config)
    tuner = Tuner(choices)
    homes = math.ceil(config.budget / (TRIPS * GOALS))
    with StepProgress(f"{len(choices)} localizers in {homes} homes") as progress:
        walks = trips(config.split, homes, TRIPS, GOALS, config.steps, config.seed)
        for done, trip in enumerate(walks, start=1):
            tuner.add(trip)
            progress(done, homes * TRIPS, {})
    table = tuner.table()
    _show(table)
    episodes = len(next(iter(tuner.outcomes.values())).homes)
    source = (
        f"{episodes} episodes of {config.steps} frames in {homes} homes of the {config.split} split, "
        f"seed {config.seed}"
    )
    _write(config, table, source)
    return 0


def _choices(config: Config) -> list[LocalizerChoice]:
    """The localizers of the agents, each once."""
    from meadow.agents import AGENTS
    from meadow.errors import InvalidValueError, MissingWeightsError
    from meadow.grounding import vision_model
    from meadow.learning.tuning import LocalizerChoice

    found: dict[LocalizerChoice, None] = {}
    missing: dict[str, str] = {}
    for name in config.agent or AGENTS.names("cow"):
        options: Mapping[str, Any] = AGENTS.entry(name).kwargs
        if "localizer" not in options:
            raise InvalidValueError(f"agent {name!r} has no localizer to tune; see --tag cow")
        for model in config.eyes or (options["model"],):
            try:
                vision_model(model)
            except MissingWeightsError as error:
                if config.agent or config.eyes:
                    raise
                missing[model] = str(error)
                continue
            found[
                LocalizerChoice(options["localizer"], model, options["prompts"], options["post"])
            ] = None
    for model, why in missing.items():
        print(f"left out {model}: {why}")
    if not found:
        raise MissingWeightsError("no agent can be tuned: the weights of none are here")
    return list(found)


def _show(table: Mapping[str, Tuned]) -> None:
    width = max(map(len, table))
    print(f"{'localizer/model/prompts/post':<{width}}  threshold  right first  fired  confirmed")
    for key, row in table.items():
        print(
            f"{key:<{width}}  {row.threshold:9.4f}  {row.success:11.1%}  {row.fired:5.0%}  "
            f"{row.confirmed:9.1%}"
        )


def _write(config: Config, table: Mapping[str, Tuned], source: str) -> None:
    from meadow import serialize
    from meadow.grounding.thresholds import ThresholdTable, table_file

    paths = [config.out] if config.out else []
    if config.ship:
        paths.append(table_file())
    for path in paths:
        rows = serialize.read(path, ThresholdTable).rows if path.exists() else {}
        rows = dict(sorted({**rows, **table}.items()))
        serialize.write(path, ThresholdTable(source, rows), indent=True)
        print(f"written to {path}")
    if not paths:
        print("use one with: meadow eval SUITE --agent AGENT --option threshold=VALUE")
