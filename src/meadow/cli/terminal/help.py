"""What ``meadow COMMAND --help`` prints, made from the command's ``Config``.

Options are the fields of the dataclass. Their explanations are the strings below the fields, and the
placeholders of their values follow from names and types unless
``tyro.conf.arg(metavar=...)`` says otherwise.
"""

from __future__ import annotations

import ast
import dataclasses
import inspect
import itertools
import re
import shutil
import textwrap
import types
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from meadow.cli.terminal.options import checked

#: Columns that help takes at the most; narrower terminals get less.
WIDTH = 80
#: Column at which the explanations of options begin.
INDENT = 24
#: Longest name that has its explanation beside it in a list.
NAME_WIDTH = 28
#: A space at which lines are not folded; printed as a common one.
NO_BREAK = "\N{NO-BREAK SPACE}"

#: Placeholders that a name and a type do not give.
METAVARS = {
    "option": "NAME=VALUE",
    "corrupt": "CORRUPTIONS",
    "categories": "CATEGORY",
    "from_houses": "FILE",
    "json": "FILE.json",
    "plot": "FILE.png",
    "assets": "FILE.json",
    "meshes": "FILE.json",
    "time_limit": "SECONDS",
    "seconds": "SECONDS",
    "minutes": "MINUTES",
    "learning_rate": "RATE",
    "distance": "METRES",
    "min_geodesic": "METRES",
    "max_geodesic": "METRES",
    "teacher_fraction": "FRACTION",
    "ray_address": "ADDRESS",
    "by": "TAG",
    "out": "DIR",
    "start": "DIR",
    "weights": "DIR",
    "encoder_weights": "PATH",
    "source": "FORMAT",
    "target": "FORMAT",
}


@dataclass(frozen=True, slots=True)
class CommandOption:
    """One option or positional argument of a command."""

    name: str
    flags: tuple[str, ...]
    """As typed, e.g. ``-o`` and ``--out``; none for a positional argument."""
    metavar: str
    """The placeholder of its value; empty for a switch."""
    default: Any
    required: bool
    meaning: str
    hint: Any
    """Its type with all annotations."""
    notes: tuple[Any, ...] = ()
    """The annotations of its type."""

    def usage(self) -> str:
        """How it is written, e.g. ``-o, --out DIR``."""
        return " ".join(filter(None, (", ".join(self.flags), self.metavar)))

    def default_text(self) -> str:
        """The default where it says something: not for switches that are off or for nothing at all."""
        if (
            self.required
            or self.default is None
            or self.default is False
            or self.default in ("", ())
        ):
            return ""
        if isinstance(self.default, tuple):
            return f"(default: {' '.join(map(str, self.default))})"
        text = "on" if self.default is True else f"{self.default}"
        return f"(default: {text})".replace(" ", NO_BREAK)


def options_of(config: type) -> list[CommandOption]:
    """The options of a command in the order of its ``Config``."""
    hints = get_type_hints(config, include_extras=True)
    meanings = attribute_meanings(config)
    return [
        _option(field, hints[field.name], meanings.get(field.name, ""))
        for field in dataclasses.fields(config)
    ]


def _option(field: dataclasses.Field[Any], hint: Any, meaning: str) -> CommandOption:
    import tyro

    plain, notes = _stripped(hint)
    told = {
        key: value
        for note in notes
        for key in ("name", "metavar", "aliases")
        if (value := getattr(note, key, None))
    }
    name = (told.get("name") or field.name).replace("_", "-")
    default = field.default
    if field.default_factory is not dataclasses.MISSING:
        default = field.default_factory()
    flags: tuple[str, ...] = ()
    if tyro.conf.Positional not in notes:
        flags = (*told.get("aliases", ()), f"--{name}")
        if plain is bool:
            flags += (f"--no-{name}",)
    metavar = told.get("metavar") or _metavar(field.name, plain, default)
    missing = default is dataclasses.MISSING
    if get_args(plain)[-1:] == (Ellipsis,) and tyro.conf.UseAppendAction not in notes:
        metavar += " ..."
    if not flags and not missing:
        metavar = f"[{metavar}]"
    if flags and plain is Path and metavar == field.name.upper():
        metavar = "PATH"
    return CommandOption(field.name, flags, metavar, default, missing, meaning, hint, notes)


def _stripped(hint: Any) -> tuple[Any, tuple[Any, ...]]:
    """A type without ``Annotated`` and ``| None``, and what it was annotated with."""
    notes: tuple[Any, ...] = ()
    if get_origin(hint) is Annotated:
        hint, *rest = get_args(hint)
        notes = tuple(rest)
    if get_origin(hint) in (Union, types.UnionType):
        kinds = [kind for kind in get_args(hint) if kind is not type(None)]
        if len(kinds) == 1:
            inner, more = _stripped(kinds[0])
            return inner, (*notes, *more)
    return hint, notes


def plain_type(hint: Any) -> Any:
    """A type without annotations, and without None."""
    return _stripped(hint)[0]


def _metavar(name: str, kind: Any, default: Any) -> str:
    """The placeholder of a value: the option's name in capitals, N for whole numbers, FILE or DIR."""
    if kind is bool:
        return ""
    if kind is Path and isinstance(default, Path):
        return f"FILE{default.suffix}" if default.suffix else "DIR"
    if name in METAVARS:
        return METAVARS[name]
    if get_origin(kind) is Literal:
        return "{" + ",".join(map(str, get_args(kind))) + "}"
    if get_origin(kind) is tuple:
        items = get_args(kind)
        if items[-1] is Ellipsis:
            return _metavar(name.removesuffix("s"), items[0], default)
        return " ".join(_metavar(name, item, default) for item in items)
    if kind is int:
        return "N"
    if kind is float:
        return "NUMBER"
    return name.upper().replace("_", "-")


def parsed(command: str, config: type, args: list[str]) -> Any:
    """The ``Config`` that a command line gives; mistakes are told with the same placeholders as in help."""
    import tyro
    from tyro.constructors import ConstructorRegistry, StructConstructorSpec, StructFieldSpec

    registry = ConstructorRegistry()

    def fields(info: Any) -> StructConstructorSpec | None:
        if info.type is not config:
            return None
        specs = []
        for option in options_of(config):
            metavar = option.metavar.strip("[]") or None
            # Annotations inside of "X | None" count for the option too.
            notes = (*option.notes, tyro.conf.arg(metavar=metavar))
            hint = Annotated.__class_getitem__((option.hint, *notes))  # type: ignore[attr-defined]
            default = tyro.MISSING if option.required else option.default
            specs.append(StructFieldSpec(option.name, hint, default, option.meaning))
        return StructConstructorSpec(instantiate=config, fields=tuple(specs))

    registry.struct_rule(fields)
    given = tyro.cli(config, args=args, prog=f"meadow {command}", registry=registry)
    return checked(given, options_of(config))


def attribute_meanings(cls: type) -> dict[str, str]:
    """The string below each annotated attribute of a class, inherited ones included."""
    meanings: dict[str, str] = {}
    for one in reversed(cls.__mro__[:-1]):
        try:
            tree = ast.parse(textwrap.dedent(inspect.getsource(one)))
        except (OSError, TypeError):  # made at run time: nothing was written about it
            continue
        body = tree.body[0].body if isinstance(tree.body[0], ast.ClassDef) else []
        for field, text in itertools.pairwise(body):
            if (
                isinstance(field, ast.AnnAssign)
                and isinstance(field.target, ast.Name)
                and isinstance(text, ast.Expr)
                and isinstance(text.value, ast.Constant)
                and isinstance(text.value.value, str)
            ):
                meanings[field.target.id] = plain_text(inspect.cleandoc(text.value.value))
    return meanings


def plain_text(text: str) -> str:
    """A docstring's text without its markup."""
    text = re.sub(r":\w+:`~?([^`]*)`", r"\1", text)
    return text.replace("``", "")


def help_text(
    command: str, config: type, further: Sequence[str] = (), width: int | None = None
) -> str:
    """The page of one command.

    Args:
        command: Its name.
        config: Its ``Config``.
        further: Command lines that follow the examples of the ``Config``.
        width: Columns; those of the terminal by default.
    """
    columns = min(WIDTH, width or shutil.get_terminal_size().columns)
    options = options_of(config)
    arguments = [option for option in options if not option.flags]
    named = [option for option in options if option.flags]
    usage = " ".join(
        [
            f"Usage: meadow {command}",
            *(option.metavar for option in arguments),
            *(option.usage().split(", ")[-1] for option in named if option.required),
            "[options]",
        ]
    )
    description, examples = split_examples(inspect.getdoc(config) or "")
    parts = [_wrapped(usage, columns, later="    ")]
    parts += [_wrapped(plain_text(paragraph), columns) for paragraph in description]
    examples += further
    if examples:
        lines = [example_lines(example, columns) for example in examples]
        parts.append("\n".join(["Examples:" if len(lines) > 1 else "Example:", *lines]))
    if arguments:
        parts.append("\n".join(["Arguments:", *(_entry(one, columns) for one in arguments)]))
    shown = [_lines("-h, --help", "Show this page.", columns)]
    parts.append("\n".join(["Options:", *(_entry(one, columns) for one in named), *shown]))
    return "\n\n".join(parts) + "\n"


def split_examples(text: str) -> tuple[list[str], list[str]]:
    """The paragraphs of a docstring, and the command lines that it gives as examples."""
    paragraphs: list[str] = []
    examples: list[str] = []
    for block in text.split("\n\n"):
        prose: list[str] = []
        for line in block.splitlines():
            found = re.match(r"\s*(?:Examples?:\s*)?((?:[A-Z_]+=\S+ )?meadow .*)", line)
            if found and (line.startswith((" ", "Example"))):
                examples.append(found[1])
            elif line.strip() not in ("Example:", "Examples:"):
                prose.append(line.strip())
        if prose:
            paragraphs.append(" ".join(prose))
    return paragraphs, examples


def example_lines(command: str, width: int) -> str:
    """A command on lines of its own, continued with a backslash where it is too long for one.

    An option and its value stay together.
    """
    tied = re.sub(r"(?<= )(--?[\w-]+) (?=[^-\s])", rf"\1{NO_BREAK}", command)
    if len(command) + 2 <= width:
        return f"  {command}"
    lines = _wrap(tied, width - 2, "      ")  # room for the backslash
    return " \\\n".join(lines).replace("      ", "  ", 1)


def _entry(option: CommandOption, width: int) -> str:
    text = " ".join(filter(None, (option.meaning, option.default_text())))
    return _lines(option.usage(), text, width)


def _lines(usage: str, text: str, width: int) -> str:
    """An option and its explanation side by side, or below each other where the option is long."""
    explained = list(_wrap(text, width, " " * INDENT))
    if len(usage) + 4 > INDENT or not explained:
        return "\n".join([_wrapped(f"  {usage}", width, later="      "), *explained])
    first = f"  {usage}".ljust(INDENT) + explained[0].strip()
    return "\n".join([first, *explained[1:]])


def _wrap(text: str, width: int, indent: str) -> Iterator[str]:
    for line in textwrap.wrap(
        text,
        width,
        initial_indent=indent,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    ):
        yield line.replace(NO_BREAK, " ")


def _wrapped(text: str, width: int, later: str = "") -> str:
    return textwrap.fill(
        text, width, subsequent_indent=later, break_long_words=False, break_on_hyphens=False
    )


def fold(text: str, indent: int = 0) -> str:
    """A paragraph in lines that fit the terminal, less so many columns."""
    return _wrapped(text, _columns() - indent)


def _columns() -> int:
    """Columns of the terminal; 80 where there is none, and lines no longer than one likes to read."""
    return max(40, min(shutil.get_terminal_size().columns, 120))


def listing(
    entries: Iterable[tuple[str, str]], indent: str = "  ", width: int | None = None
) -> str:
    """Names with what they are beside them, folded at words under the second column."""
    columns = width or _columns()
    pairs = list(entries)
    # A few long names do not push all explanations aside: theirs begin on the next line.
    room = max((len(name) for name, _ in pairs if len(name) <= NAME_WIDTH), default=0) + 2
    lines = []
    for name, what in pairs:
        folded = list(_wrap(what, columns - len(indent), " " * room))
        if len(name) > NAME_WIDTH or not folded:
            lines += [name, *folded]
        else:
            lines += [name.ljust(room) + folded[0].strip(), *folded[1:]]
    return "".join(f"{indent}{line}".rstrip() + "\n" for line in lines)
