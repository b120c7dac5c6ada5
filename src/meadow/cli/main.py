"""``meadow``: find the command, parse its options, show errors as one clear message."""

from __future__ import annotations

import difflib
import importlib
import os
import sys
from collections.abc import Callable, Sequence
from typing import Any

from meadow import __version__, secrets
from meadow.cli.terminal.help import help_text, listing, options_of, parsed
from meadow.cli.terminal.signals import exit_code, terminable
from meadow.errors import (
    InvalidValueError,
    MeadowError,
    UnknownIdError,
    interrupt_behind,
    storage_problem,
)

#: command -> (module with ``Config`` and ``run``, what it does)
COMMANDS: dict[str, tuple[str, str]] = {
    "demo": ("run.demo", "watch a robot search a home for what you name"),
    "doctor": ("setup.doctor", "check what is installed, and say how to get what is missing"),
    "warmup": ("setup.warmup", "compile the simulator once for this machine"),
    "show": ("homes.show", "draw a home: plan, cut-away view and camera frames"),
    "generate houses": ("homes.generate_houses", "make furnished homes from a seed"),
    "generate episodes": ("episodes.generate_episodes", "make episodes for a task"),
    "import": ("homes.import_house", "turn homes of other formats into Meadow's"),
    "validate": ("homes.validate", "find everything that is wrong with homes"),
    "catalogue": ("homes.catalogue", "draw or list the catalogue of objects"),
    "parse": ("episodes.parse", "show how a goal in words is understood"),
    "convert-episodes": (
        "episodes.convert_episodes",
        "convert episode files of other simulators, and back",
    ),
    "tasks list": ("parts.tasks_list", "list the tasks and suites"),
    "tasks show": ("parts.tasks_show", "explain a task or suite, and what counts as success"),
    "agents list": ("parts.agents_list", "list the agents"),
    "agents show": ("parts.agents_show", "explain an agent's options"),
    "metrics list": ("parts.metrics_list", "explain every metric"),
    "corruptions list": ("parts.corruptions_list", "list the ways to break a robot"),
    "corruptions show": ("parts.corruptions_show", "draw every corruption at every severity"),
    "models list": ("models.list_models", "list the vision, text and language models"),
    "models check": ("models.check_model", "load a model and ask it something"),
    "eyes evaluate": ("models.evaluate_eyes", "measure what the embedded vision model sees"),
    "tune": ("models.tune", "tune detection thresholds in training homes"),
    "eval": ("run.eval", "run agents on a suite; the same command resumes"),
    "play": ("run.play", "drive the robot yourself"),
    "verify": ("run.verify", "replay a run's actions and check every row"),
    "report": ("run.report", "write tables, plots and a page about runs"),
    "compare": ("run.compare", "test the paired differences between two runs"),
    "failures": ("run.failures", "count where the searches of a run went wrong"),
    "video": ("run.video", "film one episode of a run"),
    "view": ("run.view", "show runs, suites and homes in the browser"),
    "train eyes": ("train.eyes", "train the embedded vision-language model"),
    "train policy": ("train.policy", "train an agent: imitation, then PPO or DD-PPO"),
    "train encoder": ("train.encoder", "train a policy's image encoder to tell distances"),
    "train depth": ("train.depth", "teach a small network to tell depth from what the eyes see"),
    "train appearance": (
        "train.appearance",
        "fit the colours of pixels, and what things are made of",
    ),
    "train adapt": ("train.adapt", "adapt a policy to a corrupted robot without reward"),
    "train status": ("train.status", "show how far a training of the eyes is"),
    "bench sim": ("bench.sim", "time steps, batches, loads and imports"),
    "bench world": ("bench.world", "time moved things, people who walk and worlds of one's own"),
    "bench people": ("bench.people", "time what people who walk add to a frame"),
    "bench arm": ("bench.arm", "time steps of a robot with an arm"),
    "bench skills": ("bench.skills", "measure how often the skills of the hand succeed"),
    "bench render": ("bench.render", "race other simulators in frames per second"),
    "bench harness": ("bench.harness", "time workers, and what the harness adds to episodes"),
    "bench training": ("bench.training", "time sampling, learning and several ranks"),
    "bench corruptions": ("bench.corruptions", "time what corrupting a frame costs"),
    "bench localizers": ("bench.localizers", "time localizers, and check that no two agree"),
    "bench models": ("bench.models", "time models"),
    "bench maps": ("bench.maps", "time layered feature maps and what they remember"),
    "study": ("study.commands", "run, keep, check and draw the studies of papers"),
}

#: The overview: group -> its lines, each of the first words of commands and what these do.
OVERVIEW: dict[str, dict[tuple[str, ...], str]] = {
    "start": {
        ("demo",): "watch a robot search a home for what you name",
        ("doctor", "warmup"): "check the installation; compile for this machine",
    },
    "homes": {
        ("show",): "draw a home: plan, cut-away view, camera frames",
        ("generate",): "make homes from a seed, or episodes for a task",
        ("import", "validate"): "read homes of other formats; find what is wrong",
        ("catalogue",): "draw or list the catalogue of objects",
    },
    "words": {
        ("parse",): "show how a goal in words is understood",
        ("convert-episodes",): "convert episode files of other simulators",
    },
    "runs": {
        ("eval",): "run agents on a suite; the same command resumes",
        ("play",): "drive the robot yourself",
        ("verify",): "replay a run's actions and check every row",
        ("report", "compare"): "write a page about runs; test their differences",
        ("failures", "video"): "count where searches went wrong; film one",
        ("view",): "show runs, suites and homes in the browser",
    },
    "parts": {
        ("tasks", "agents"): "list and explain tasks, suites and agents",
        ("metrics", "corruptions"): "explain metrics, and ways to break a robot",
        ("models", "eyes"): "list and check models; measure the embedded one",
        ("tune",): "tune detection thresholds in training homes",
    },
    "more": {
        ("train",): "train models and policies",
        ("bench",): "time Meadow on this machine",
        ("study",): "run, check and draw the studies of papers",
    },
}

#: Old spelling of a command or option -> the present one; benchmarks add theirs.
RENAMED = {
    "models bench": "bench models",
    "--output": "--out",
    "--agents": "--agent",
    "--part": "--panel",
    "--course": "--preset",
    "--envs": "--num-envs",
    "--rate": "--learning-rate",
    "--shown": "--privileged-goal-map",
    "--teacher-share": "--teacher-fraction",
}


def main(argv: Sequence[str] | None = None) -> None:
    """Entry point of the ``meadow`` script."""
    # As in workers, and before NumPy is imported: matrices are small here, and on a busy machine threads
    # that wait for each other made the reading of a phrase eight times as long.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    os.environ.setdefault("PYTHONSAFEPATH", "1")  # of processes that are started from here
    sys.exit(run(list(sys.argv[1:] if argv is None else argv)))


def run(args: list[str]) -> int:
    """Run a command line and return its exit code."""
    try:
        with terminable():
            return _dispatch(args)
    except MeadowError as error:
        sys.stderr.write(f"meadow: {secrets.redact(str(error))}\n")
        return error.exit_code
    except (KeyboardInterrupt, SystemError) as error:
        stop = interrupt_behind(error)
        if stop is None:
            raise
        sys.stderr.write("\nmeadow: interrupted\n")
        return exit_code(stop)
    except BrokenPipeError:
        # The reader (head, less) has gone; there is nobody left to tell.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except OSError as error:
        sys.stderr.write(f"meadow: {secrets.redact(storage_problem(error))}\n")
        return MeadowError.exit_code


def _dispatch(args: list[str]) -> int:
    if not args or args[0] in ("-h", "--help", "help"):
        sys.stdout.write(_overview())
        return 0
    if args[0] in ("-V", "--version"):
        sys.stdout.write(f"meadow {__version__}\n")
        return 0
    if args[0] == "study":
        from meadow.cli.study.commands import run as run_study

        return run_study(args[1:])
    for words in (2, 1):
        name = " ".join(args[:words])
        if len(args) >= words and name in COMMANDS:
            return _call(name, args[words:])
    if present := renamed().get(" ".join(args[:2])):
        raise _moved(f"meadow {' '.join(args[:2])}", f"meadow {present}")
    group = {k: v for k, v in COMMANDS.items() if k.startswith(args[0] + " ")}
    if group and (len(args) == 1 or args[1].startswith("-")):
        sys.stdout.write(_listing(group))
        return 0
    raise _unknown(args, group)


def renamed() -> dict[str, str]:
    """Old spellings and the present ones, those of benchmarks included."""
    from meadow import benchmarks, registry

    registry.load_plugins()
    return {**RENAMED, **benchmarks.RENAMED}


def _moved(old: str, present: str) -> InvalidValueError:
    return InvalidValueError(f"`{old}` is now `{present}`")


def _unknown(args: list[str], group: dict[str, tuple[str, str]]) -> UnknownIdError:
    """What to answer to a command that there is not: the nearest that there are."""
    if group:
        return UnknownIdError("command", " ".join(args[:2]), group, f"See: meadow {args[0]}")
    groups = {name.partition(" ")[0] for name in COMMANDS}
    # Of two words the second may be an argument ("evla objectnav") or the rest of the name ("task show").
    words = 2 if difflib.get_close_matches(" ".join(args[:2]), COMMANDS, cutoff=0.8) else 1
    known = COMMANDS if words == 2 else {*groups, *COMMANDS}
    name = " ".join(args[:words])
    near = difflib.get_close_matches(name, known, cutoff=0.7)
    return UnknownIdError("command", name, near or known, "See: meadow --help")


def _call(name: str, rest: list[str]) -> int:
    module = importlib.import_module(f"meadow.cli.{COMMANDS[name][0]}")
    return call(name, module.Config, module.run, rest)


def call(name: str, config: type, do: Callable[[Any], int], rest: list[str]) -> int:
    """Parse the options of a command and do it, or show its help."""
    options = rest[: rest.index("--")] if "--" in rest else rest
    if "-h" in options or "--help" in options:
        sys.stdout.write(help_text(name, config, further_examples(name)))
        return 0
    known = {flag for option in options_of(config) for flag in option.flags}
    for word in options:
        flag = word.partition("=")[0]
        if flag in RENAMED and flag not in known and RENAMED[flag] in known:
            raise _moved(flag, RENAMED[flag])
    return do(parsed(name, config, rest))


def further_examples(name: str) -> list[str]:
    """Command lines that benchmarks add to the examples in a command's help."""
    from meadow import benchmarks, registry

    registry.load_plugins()
    return [line for line in benchmarks.EXAMPLES if line.startswith(f"meadow {name} ")]


def _listing(commands: dict[str, tuple[str, str]]) -> str:
    return listing((f"meadow {name}", what) for name, (_, what) in commands.items())


def _overview() -> str:
    lines = []
    for group, rows in OVERVIEW.items():
        for number, (words, what) in enumerate(rows.items()):
            lines.append(f"  {'' if number else group:<7}{', '.join(words):<23}{what}")
    return "\n".join(
        [
            f"Meadow {__version__}: homes, benchmarks and a harness for language-driven navigation.",
            "",
            *lines,
            "",
            "Every command explains itself: meadow COMMAND --help. New here? Try: meadow demo",
            "",
        ]
    )


if __name__ == "__main__":
    main()
