"""The rules of ARCHITECTURE.md that a machine can check."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

import meadow

SOURCE = Path(meadow.__file__).parent
FILES = sorted(SOURCE.rglob("*.py"))

CONTRACTS = {
    "types",
    "protocols",
    "registry",
    "errors",
    "seeding",
    "serialize",
    "optional",
    "provenance",
    "secrets",
    "compiled",
}
#: From the ground up; a package may import from lower layers and from its own.
LAYERS: list[set[str]] = [
    CONTRACTS,
    {"geometry"},
    {"language"},
    {"scenes"},
    {"sim"},
    {"episodes", "tasks", "corruptions"},
    {"models", "mapping", "planning", "grounding", "policies", "exploration", "agents"},
    {"metrics", "replay", "evaluation"},
    {"envs"},
    {"learning"},
    {"benchmarks"},
    {"adapters", "viewer", "cli", "testing", "api", "__main__"},
]
#: Agents live beside the world, not above it: these may not be reached from there.
HIDDEN_FROM_AGENTS = {"scenes", "sim", "episodes", "tasks", "corruptions"}
AGENT_LAYER = LAYERS[6]
#: Strings such as "meadow.tasks.pointnav:PointNav" name what a registry imports when it is asked for.
NAMED = re.compile(r"meadow\.([a-z_]+)[.:\w]*")


def package_of(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def _for_type_checkers(node: ast.stmt) -> bool:
    return (
        isinstance(node, ast.If)
        and isinstance(node.test, ast.Name)
        and node.test.id == "TYPE_CHECKING"
    )


def imported_packages(path: Path) -> set[str]:
    """Packages of Meadow that a file imports when its module is imported or later, also by a string."""
    found = set()
    tree = ast.parse(path.read_text())
    if (
        path.name == "protocols.py"
    ):  # the seams name types of higher layers, for type checkers alone
        tree.body = [node for node in tree.body if not _for_type_checkers(node)]
    for node in ast.walk(tree):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module]
            if node.module == "meadow":
                names = [f"meadow.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            named = NAMED.fullmatch(node.value)
            if named and named.group(1) in PACKAGES:
                names = [node.value]
        found |= {re.split(r"[.:]", n)[1] for n in names if n.startswith("meadow.")}
    return found & PACKAGES


PACKAGES = set().union(*LAYERS)


def level(package: str) -> int:
    for index, layer in enumerate(LAYERS):
        if package in layer:
            return index
    raise AssertionError(f"{package} is in no layer: add it to LAYERS and to ARCHITECTURE.md")


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(SOURCE)))
def test_imports_point_downwards(path: Path) -> None:
    package = package_of(path)
    if package == "__init__":
        return
    for other in imported_packages(path) - {package}:
        assert level(other) <= level(package), f"{package} imports {other}, which lies above it"
        if package in AGENT_LAYER:
            assert other not in HIDDEN_FROM_AGENTS, f"{package} must not see {other}"


@pytest.mark.parametrize(
    "path",
    sorted((SOURCE / "benchmarks").glob("*/agents.py")),
    ids=lambda p: str(p.relative_to(SOURCE)),
)
def test_agents_of_benchmarks_see_what_agents_see(path: Path) -> None:
    """Their file may not even import its own benchmark, which holds homes and episodes."""
    above = imported_packages(path) - set().union(*LAYERS[:3], AGENT_LAYER)
    assert not above, f"{path.relative_to(SOURCE)} must not see {sorted(above)}"


def test_packages_have_no_cycles() -> None:
    """Also within a layer: of two packages at most one may import the other, however indirectly."""
    edges: dict[str, set[str]] = {package: set() for package in PACKAGES}
    for path in FILES:
        if (package := package_of(path)) != "__init__":
            edges[package] |= imported_packages(path) - {package}
    order: list[str] = []
    while len(order) < len(edges):
        ready = [p for p in sorted(edges) if p not in order and edges[p] <= set(order)]
        assert ready, f"these import each other: {sorted(set(edges) - set(order))}"
        order += ready


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(SOURCE)))
def test_no_global_randomness(path: Path) -> None:
    text = path.read_text()
    if path == SOURCE / "seeding.py":
        return
    assert not re.search(r"np\.random\.|numpy\.random|^import random|^from random", text, re.M)


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(SOURCE)))
def test_files_and_functions_stay_short(path: Path) -> None:
    text = path.read_text()
    assert text.count("\n") <= 800
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.FunctionDef):
            continue
        kernel = any("njit" in ast.dump(d) for d in node.decorator_list)
        length = (node.end_lineno or 0) - node.lineno
        assert kernel or length <= 60, f"{path.name}:{node.lineno} {node.name} has {length} lines"


#: "doze" is also a part of other words.
PAPERS = re.compile(r"pasture|robustnav|langnav|excalibur|(?<![a-z])doze(?![a-z])", re.IGNORECASE)
#: Files, or folders with a "/", that still name a paper. The list may only become shorter.
NAMES_A_PAPER: set[str] = set()


def naming(path: str) -> bool:
    return bool(PAPERS.search(path) or PAPERS.search((SOURCE / path).read_text()))


def test_only_benchmarks_name_a_paper() -> None:
    """A general module says what a thing is, not whose: deleting a benchmark is deleting its folder."""
    paths = [path.relative_to(SOURCE).as_posix() for path in FILES]
    found = [path for path in paths if not path.startswith("benchmarks/") and naming(path)]
    known = {path: [one for one in NAMES_A_PAPER if path.startswith(one)] for path in found}
    unknown = [path for path in found if not known[path]]
    assert not unknown, f"{unknown} name a paper: move that part to its folder of benchmarks/"
    idle = NAMES_A_PAPER - {one for ones in known.values() for one in ones}
    assert not idle, f"take {sorted(idle)} off NAMES_A_PAPER: they name no paper any more"


def test_words_that_hold_a_papers_name_are_not_its_name() -> None:
    assert not PAPERS.search("a dozen bulldozers")
    assert all(PAPERS.search(text) for text in ("PASTURE_CODE", "doze_things", "RobustNav's"))


#: Public classes whose name another module has too. The list may only become shorter.
DUPLICATE_CLASSES: set[str] = set()


def test_a_public_class_has_a_name_of_its_own() -> None:
    """Who searches for a class finds one; only commands all call their options ``Config``."""
    modules: dict[str, list[str]] = {}
    for path in FILES:
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                modules.setdefault(node.name, []).append(path.relative_to(SOURCE).as_posix())
    twice = {name for name, where in modules.items() if len(where) > 1} - {"Config"}
    new = {name: modules[name] for name in sorted(twice - DUPLICATE_CLASSES)}
    assert not new, f"these classes share a name, rename one of each: {new}"
    idle = sorted(DUPLICATE_CLASSES - twice)
    assert not idle, f"take {idle} off DUPLICATE_CLASSES: each exists once now"


def test_no_print_outside_the_command_line() -> None:
    for path in FILES:
        if package_of(path) == "cli":
            continue
        calls = [
            node.lineno
            for node in ast.walk(ast.parse(path.read_text()))
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "print"
        ]
        assert not calls, f"{path} prints at lines {calls}"


@pytest.mark.parametrize(
    "imported",
    [
        "import meadow",
        "from meadow.registry import load_plugins; load_plugins()",
    ],
)
def test_import_is_light(imported: str) -> None:
    """Also of the benchmarks, which register by name: listing agents must not load a simulator."""
    code = (
        f"{imported}; import sys; "
        "heavy = {'numba', 'torch', 'transformers', 'ray', 'scipy', 'matplotlib'}; "
        "print(sorted(heavy & set(sys.modules)))"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[]"
