"""``meadow``: find the command, parse its options, show errors as one clear message."""

from __future__ import annotations

import difflib
import importlib
import os
import sys
from collections.abc import Sequence

from meadow import __version__, secrets
from meadow.cli.terminal.help import help_text, listing, parsed
from meadow.cli.terminal.signals import exit_code, terminable
from meadow.errors import MeadowError, UnknownIdError, storage_problem

#: command -> (module with ``Config`` and ``run``, what it does)
COMMANDS: dict[str, tuple[str, str]] = {
    "demo": ("run.demo", "see an agent at work in a generated home"),
    "doctor": ("setup.doctor", "what is installed, what is missing and how to get it"),
    "warmup": ("setup.warmup", "compile the renderer once for this machine"),
    "generate houses": ("homes.generate_houses", "make furnished homes from a seed"),
    "generate episodes": ("episodes.generate_episodes", "make episodes for a task"),
    "convert-episodes": (
        "episodes.convert_episodes",
        "turn episode files of other simulators into ours, and back",
    ),
    "validate": ("homes.validate", "say everything that is wrong with house files"),
    "import": ("homes.import_house", "turn homes of other formats into Meadow's"),
    "show": ("homes.show", "draw a home: plan, cut-away view and first-person frames"),
    "catalogue": ("homes.catalogue", "draw the catalogue of objects"),
    "parse": ("episodes.parse", "how a goal in words is understood"),
    "tasks list": ("parts.tasks_list", "the tasks and suites"),
    "tasks show": ("parts.tasks_show", "what a task or suite asks, and what counts as success"),
    "agents list": ("parts.agents_list", "the agents"),
    "agents show": ("parts.agents_show", "an agent's options, with defaults and meanings"),
    "metrics list": ("parts.metrics_list", "what every metric means"),
    "models list": ("models.list_models", "the vision, text and language models"),
    "models check": ("models.check_model", "load a model and ask it something"),
    "models bench": ("bench.models", "how long models take on this machine"),
    "corruptions list": ("parts.corruptions_list", "the ways to break a robot, for --corrupt"),
    "corruptions show": ("parts.corruptions_show", "draw every corruption at every severity"),
    "eval": ("run.eval", "run an agent on a suite; the same command resumes"),
    "tune": ("models.tune", "choose at which confidence an agent takes something for its goal"),
    "stats pasture": ("stats", "what PASTURE's words are like, beside the paper's figures"),
    "robust sweep": ("robust_sweep", "agents under every corruption of RobustNav, with its tables"),
    "robust tables": (
        "robust_tables",
        "one page about several sweeps, with RobustNav's findings checked",
    ),
    "robust static": (
        "robust_static",
        "what corruptions cost a detector beside what they cost agents",
    ),
    "report": ("run.report", "tables, plots and a page from one or more runs"),
    "compare": ("run.compare", "paired differences between two runs"),
    "pasture bench": ("pasture_bench", "run the CoW paper's agents on the same episodes"),
    "pasture tables": ("pasture_tables", "the CoW paper's tables and figures from finished runs"),
    "failures": ("run.failures", "where the searches of a run went wrong"),
    "verify": ("run.verify", "replay a run's actions and check every row"),
    "video": ("run.video", "film one episode of a run"),
    "train eyes": ("train.eyes", "train the embedded vision-language model in generated homes"),
    "train status": ("train.status", "how far a training of the eyes is, with its curves"),
    "train encoder": ("train.encoder", "teach a policy's encoder to see, before it drives"),
    "train policy": ("train.policy", "train an agent: imitation, then PPO or DD-PPO"),
    "train adapt": ("train.adapt", "adapt a policy to a corrupted world without reward"),
    "eyes evaluate": ("models.evaluate_eyes", "how well the embedded vision-language model sees"),
    "robust resist": ("robust_resist", "which trainings resist corruption: RobustNav's Table 3"),
    "bench training": ("bench.training", "frames per second of sampling, learning and ranks"),
    "bench corruptions": ("bench.corruptions", "what corrupting a frame costs"),
    "bench render": ("bench.render", "frames per second against other simulators"),
    "bench localizers": (
        "bench.localizers",
        "what localizing costs, and that no two CoWs see alike",
    ),
    "bench harness": ("bench.harness", "what a second worker brings and what the harness costs"),
    "bench sim": ("bench.sim", "what steps, batches, loads and imports cost"),
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
    except KeyboardInterrupt as stop:
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
    for words in (2, 1):
        name = " ".join(args[:words])
        if len(args) >= words and name in COMMANDS:
            return _call(name, args[words:])
    group = {k: v for k, v in COMMANDS.items() if k.startswith(args[0] + " ")}
    if group and (len(args) == 1 or args[1].startswith("-")):
        sys.stdout.write(_listing(group))
        return 0
    raise _unknown(args, group)


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
    options = rest[: rest.index("--")] if "--" in rest else rest
    if "-h" in options or "--help" in options:
        sys.stdout.write(help_text(name, module.Config))
        return 0
    code: int = module.run(parsed(name, module.Config, rest))
    return code


def _listing(commands: dict[str, tuple[str, str]]) -> str:
    return listing((f"meadow {name}", what) for name, (_, what) in commands.items())


def _overview() -> str:
    return (
        f"Meadow {__version__}: homes, benchmarks and a harness for language-driven navigation.\n\n"
        + _listing(COMMANDS)
        + "\nEvery command explains itself: meadow COMMAND --help.\nNew here? Try: meadow demo\n"
    )


if __name__ == "__main__":
    main()
