"""A person at a terminal drives: the frame is drawn in characters, single keys are actions."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.text import Text

from meadow.types import Action, Brief, Observation
from meadow.viewer.terminal import TerminalPicture

#: Key -> action, by what it moves. Keys are what a terminal sends for them.
KEYS: dict[str, dict[str, Action]] = {
    "base": {
        "w": Action.MOVE_AHEAD,
        "s": Action.MOVE_BACK,
        "a": Action.ROTATE_LEFT,
        "d": Action.ROTATE_RIGHT,
        "r": Action.LOOK_UP,
        "f": Action.LOOK_DOWN,
    },
    "hand": {
        "i": Action.ARM_AHEAD,
        "k": Action.ARM_BACK,
        "j": Action.ARM_LEFT,
        "l": Action.ARM_RIGHT,
        "u": Action.ARM_UP,
        "o": Action.ARM_DOWN,
    },
    "lift": {"t": Action.LIFT_UP, "g": Action.LIFT_DOWN},
    "wrist": {
        "z": Action.WRIST_LEFT,
        "x": Action.WRIST_RIGHT,
        "c": Action.WRIST_UP,
        "v": Action.WRIST_DOWN,
        "b": Action.WRIST_ROLL_LEFT,
        "n": Action.WRIST_ROLL_RIGHT,
    },
    "force": {
        "=": Action.FORCE_UP,
        "-": Action.FORCE_DOWN,
        "]": Action.FORCE_UP_COARSE,
        "[": Action.FORCE_DOWN_COARSE,
    },
    "do": {
        " ": Action.GRASP,
        ".": Action.RELEASE,
        "e": Action.OPEN,
        "q": Action.CLOSE,
        "\n": Action.STOP,
    },
    "joints": {
        key: Action(f"Joint{number}{sign}")
        for keys, sign in (("123456", "Plus"), ("!@#$%^", "Minus"))
        for number, key in enumerate(keys, start=1)
    },
}
#: How keys that show nothing are told.
NAMES = {" ": "space", "\n": "enter"}

#: Reads one key; an empty text at the end of the input.
Read = Callable[[], str]
#: Shows a text and reads a line.
Ask = Callable[[str], str]


def action_of(key: str) -> Action | None:
    """The action of a key."""
    key = "\n" if key == "\r" else key
    return next((keys[key] for keys in KEYS.values() if key in keys), None)


class TerminalControls:
    """Lets a person drive at a terminal; it implements ``agents.person.Controls``."""

    def __init__(self, console: Console, read: Read, ask: Ask = input) -> None:
        """``read`` gives a key, ``ask`` a line."""
        self._console, self._read, self._ask = console, read, ask
        self._brief: Brief | None = None

    def begin(self, brief: Brief) -> None:
        """Show the goal, what is known of questions, and the keys of what the brief allows."""
        self._brief = brief
        self._console.print(Text(f"\n{brief.task}: {brief.goal}", style="bold yellow"))
        if brief.kind == "exam":
            self._console.print(
                Text("Type each answer, then press enter; enter alone is no answer.")
            )
            return
        for line in [*question_lines(brief), *key_lines(brief)]:
            self._console.print(Text(line))

    def choose(self, observation: Observation) -> Action:
        """Draw the frame, and wait for a key that stands for an action of the brief."""
        assert self._brief is not None
        width = max(16, min(96, self._console.width - 2))
        self._console.print(TerminalPicture(observation.rgb, width))
        self._console.print(Text(status(observation, self._brief)))
        while True:
            key = self._read()
            if not key:
                raise KeyboardInterrupt
            action = action_of(key)
            if action is not None and action in self._brief.actions:
                return action
            self._console.print(Text(f"key {NAMES.get(key, key)!r} is for nothing here"))
            for line in key_lines(self._brief):
                self._console.print(Text(line))

    def answer(self, question: str) -> str:
        """Ask for a line of words."""
        try:
            return self._ask(f"{question} ").strip()
        except EOFError as end:
            raise KeyboardInterrupt from end


def question_lines(brief: Brief) -> list[str]:
    """The questions that will be asked, where they are known, each with what was answered before."""
    said = [*brief.answers, *[""] * len(brief.questions)]
    return [
        f"  {question}" + (f"  you said: {answer}" if answer else "  you did not say")
        for question, answer in zip(brief.questions, said)
    ]


def key_lines(brief: Brief) -> list[str]:
    """The keys of a brief's actions, a line for each group."""
    lines = []
    for group, keys in KEYS.items():
        known = [(key, action) for key, action in keys.items() if action in brief.actions]
        if known:
            told = "  ".join(f"{NAMES.get(key, key)} {action}" for key, action in known)
            lines.append(f"{group:>6}: {told}")
    return [*lines, "  quit: Ctrl-C; the same command goes on with the next episode"]


def status(observation: Observation, brief: Brief) -> str:
    """The step, whether the last action had an effect, and what the hand feels, in one line."""
    told = [f"step {observation.step} of {brief.max_steps}"]
    if not observation.moved:
        told.append("refused")
    if observation.arm is not None:
        x, y, z = observation.arm.grip
        told.append(f"hand {observation.arm.touch}, {observation.arm.force:.2f} kgf")
        told.append(f"{x:.2f} m ahead, {y:.2f} m left, {z:.2f} m up")
    return "; ".join(told)


@contextmanager
def keyboard() -> Iterator[tuple[Read, Ask]]:
    """Single keys and lines of a terminal; of a pipe, its characters and lines."""
    if not sys.stdin.isatty():
        yield lambda: sys.stdin.read(1), input
        return
    try:
        import termios
        import tty
    except ImportError:  # Windows
        import msvcrt

        yield lambda: msvcrt.getwch(), input  # type: ignore[attr-defined]
        return
    number = sys.stdin.fileno()
    before = termios.tcgetattr(number)

    def line(prompt: str) -> str:
        """What is typed is shown and can be corrected, unlike single keys."""
        termios.tcsetattr(number, termios.TCSADRAIN, before)
        try:
            return input(prompt)
        finally:
            tty.setcbreak(number)

    try:
        tty.setcbreak(number)
        yield lambda: sys.stdin.read(1), line
    finally:
        termios.tcsetattr(number, termios.TCSADRAIN, before)
