"""The targets of the fuzzer: one registered function for each kind of input.

A function gets an empty directory for its files and returns its :class:`FuzzTarget`. It is called once, and
cases then run in forked children, so whatever it prepares is ready in each of them.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import struct
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from meadow import serialize
from meadow.episodes.formats import FORMATS
from meadow.episodes.houses import load_house
from meadow.episodes.schema import Episode, Goal, HouseRef, write_episodes
from meadow.errors import MeadowError
from meadow.registry import Registry
from meadow.seeding import Stream
from meadow.sim.simulator import MeadowSimulator
from meadow.testing.furnished import furnished, generated
from meadow.testing.fuzz.mutate import (
    ESCAPED,
    Mutator,
    bomb,
    change_json,
    change_lines,
    damage,
    either,
    packed,
)
from meadow.testing.homes import one_room, two_rooms
from meadow.testing.runs import point_run
from meadow.testing.tiny_suite import BODY
from meadow.types import Action, Array


@dataclass(frozen=True)
class FuzzTarget:
    """One kind of input."""

    samples: tuple[bytes, ...]
    """Valid inputs."""
    mutate: Mutator
    feed: Callable[[bytes], None]
    """Reads a changed input and uses it as Meadow would."""


TARGETS: Registry[Callable[[Path], FuzzTarget]] = Registry("fuzz target")

_JSON = either(change_json, change_json, change_json, damage)
_LINES = either(change_lines, change_lines, change_lines, damage)


@TARGETS.register("homes")
def homes(folder: Path) -> FuzzTarget:
    """House files: loaded by reference, then driven in."""
    houses = (one_room(), two_rooms(closed=True), furnished(), generated(0, 2))
    samples = tuple(serialize.encode(house) for house in houses)
    return FuzzTarget(samples, _JSON, partial(_drive_in, folder / "home.json"))


@TARGETS.register("homes-packed")
def homes_packed(folder: Path) -> FuzzTarget:
    """House files that are gzip-packed, with bombs among them."""
    sample = serialize.compress(serialize.encode(furnished()))
    return FuzzTarget((sample,), packed(_JSON), partial(_drive_in, folder / "home.json.gz"))


def _drive_in(file: Path, data: bytes) -> None:
    file.write_bytes(data)
    house = load_house(HouseRef(f"file:{file}"))
    simulator = MeadowSimulator(BODY)
    simulator.reset(house, simulator.free_pose(house))
    for action in (Action.MOVE_AHEAD, Action.ROTATE_LEFT, Action.MOVE_AHEAD):
        simulator.step(action)
    simulator.close()


def _register_format(name: str, file: str, mutate: Mutator) -> None:
    """A target for the episode files of one format."""

    def target(folder: Path) -> FuzzTarget:
        FORMATS.get(name).write(folder / file, _foreign_episodes(name))
        samples = [(folder / file).read_bytes()]
        if name == "meadow":  # episodes that remember the Habitat file that they were read from
            FORMATS.get("habitat").write(folder / "val.json", _foreign_episodes("habitat"))
            write_episodes(folder / file, FORMATS.get("habitat").read(folder / "val.json"))
            samples.append((folder / file).read_bytes())
        return FuzzTarget(tuple(samples), mutate, partial(_convert, name, folder / "in" / file))

    summary = f"Episode files of the format {name}: read, and written in every format."
    TARGETS.register(f"episodes-{name}", summary=summary)(target)


_register_format("meadow", "val.jsonl", _LINES)
_register_format("robothor", "val.json", _JSON)
_register_format("habitat", "val.json", _JSON)
_register_format("procthor", "val.jsonl.gz", packed(_LINES))


def _foreign_episodes(kind: str) -> list[Episode]:
    """Three ObjectNav episodes and, where the format has them, a PointNav one."""
    uri = f"{kind if kind in FORMATS and kind != 'meadow' else 'robothor'}:FloorPlan_Val1_1"
    path = ((1.0, 2.0), (1.5, 2.5), (3.0, 2.5))
    goal = Goal("alarm clock", "alarm clock", ("clock-1",), viewpoints=((3.0, 2.5, 0.5),))
    episodes = [
        Episode(
            id=f"episode-{k}",
            task="objectnav",
            house=HouseRef(uri),
            start=(1.0, 2.0, 0.5),
            goals=(goal,),
            geodesic=2.2 + k,
            euclidean=2.1,
            path=path,
            difficulty="easy",
        )
        for k in range(3)
    ]
    if kind != "procthor":
        there = (Goal("go there", point=(3.0, 2.5)),)
        episodes.append(msgspec.structs.replace(episodes[0], id="p", task="pointnav", goals=there))
    return episodes


def _convert(name: str, file: Path, data: bytes) -> None:
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(data)
    episodes = FORMATS.get(name).read(file)
    out = file.parent / "a" / "b" / "out"
    for other in FORMATS:
        ending = ".jsonl" if other.name in ("meadow", "procthor") else ""
        with contextlib.suppress(MeadowError):  # not every format can hold every episode
            other.load().write(out / f"{other.name}{ending}", episodes)
    _check_inside(file.parent)


def _check_inside(folder: Path) -> None:
    strays = [*folder.rglob(f"*{ESCAPED}*"), *folder.parent.glob(f"*{ESCAPED}*")]
    inside = folder / "a" / "b" / "out"
    outside = [str(stray) for stray in strays if not stray.is_relative_to(inside)]
    assert not outside, f"written outside of the output directory: {outside}"


def _register_run_file(name: str, file: str, mutate: Mutator, summary: str) -> None:
    """A target for one file of a run directory."""

    def target(folder: Path) -> FuzzTarget:
        run = point_run(folder, max_steps=8)
        return FuzzTarget(((run / file).read_bytes(),), mutate, _RunReader(run, file))

    TARGETS.register(name, summary=summary)(target)


class _RunReader:
    """Reads a run one of whose files was changed: report, tables, verification, resuming."""

    def __init__(self, run: Path, file: str) -> None:
        self._run, self._file = run, file
        self._whole = {f: f.read_bytes() for f in run.rglob("*") if f.is_file()}
        self._out = run.parent / "a" / "b" / "out"

    def __call__(self, data: bytes) -> None:
        for file, content in self._whole.items():
            file.write_bytes(content)
        (self._run / self._file).write_bytes(data)
        self._verify()
        refused = [use for use in (self._report, self._keep, self._resume) if _refuses(use)]
        _check_inside(self._run.parent)
        if refused:
            raise MeadowError(f"refused by {len(refused)} of 3")

    def _verify(self) -> None:
        from meadow.evaluation.run.verify import verify_run

        with contextlib.suppress(MeadowError):
            verify_run(self._run)

    def _report(self) -> None:
        from meadow.evaluation.failures.trials import load_findings, load_runs
        from meadow.evaluation.report import latex, make_report, markdown

        report = make_report(load_runs([self._run]))
        markdown(report), latex(report), load_findings(self._run)

    def _keep(self) -> None:
        from meadow.evaluation.study import STUDIES
        from meadow.evaluation.study.kept import find_runs, pack, write_kept

        for entry in STUDIES:
            study = entry.load()
            for run in pack(study, find_runs(self._run, study)):
                write_kept(run, self._out / entry.name)

    def _resume(self) -> None:
        from meadow.evaluation.run.store import RunDirectory

        run = RunDirectory(self._run)
        with run.writing(run.spec()) as writer:
            writer.finish([], {})


def _refuses(use: Callable[[], object]) -> bool:
    try:
        use()
    except MeadowError:
        return True
    return False


def _damage_replay(data: bytes, rng: Stream) -> bytes:
    """Change the header, the columns or the file, or put a bomb in the place of the columns."""
    start = 12 + struct.unpack_from("<I", data, 8)[0]
    header, body, how = data[12:start], data[start:], rng.integer(0, 19)
    if how == 0:
        body = bomb(b"\0")
    elif how <= 10:
        header = change_json(header, rng)
    elif how <= 15:
        body = zlib.compress(damage(zlib.decompress(body), rng))
    else:
        return damage(data, rng)
    return data[:8] + struct.pack("<I", len(header)) + header + body


_register_run_file("specs", "spec.json", _JSON, "spec.json of a run.")
_register_run_file("rows", "rows.jsonl", _LINES, "rows.jsonl of a run.")
_register_run_file("summaries", "summary.json", _JSON, "summary.json of a run.")
_register_run_file("replays", "replays/point-0.mrp", _damage_replay, "A replay of a run.")


def _npz(**arrays: Array) -> bytes:
    file = io.BytesIO()
    named: dict[str, Any] = {**arrays}
    np.savez_compressed(file, **named)
    return file.getvalue()


def _change_npz(data: bytes, rng: Stream) -> bytes:
    """Change an array's shape, type or name, leave one out, claim a huge one, or damage the file."""
    if rng.chance(0.4):
        return damage(data, rng)
    with np.load(io.BytesIO(data)) as file:
        arrays = dict(file)
    for _ in range(rng.integer(1, 2)):
        name = rng.choice(sorted(arrays))
        array = arrays.pop(name)
        how = rng.integer(0, 6)
        if how == 0:
            array = array[: rng.integer(0, max(0, len(array) - 1))] if array.ndim else array
        elif how == 1:
            array = array.astype(rng.choice(("<f8", "<i4", "u1", "<c8", "U3", "bool")))
        elif how == 2:
            array = array.reshape(-1)
        elif how == 3:
            array = np.zeros(rng.choice(((), (0,), (1, 1, 1), (5, 0))), array.dtype)
        elif how == 4:
            array = np.broadcast_to(np.uint8(0), (2_000_000,)).copy()
        elif how == 5:
            name = rng.choice((f"{name}2", f"../{ESCAPED}", ""))
        if how < 6:
            arrays[name] = array
        if not arrays:
            break
    made = _npz(**arrays)
    if rng.chance(0.3):  # a header that claims more than there is
        made = made.replace(b"'shape': (", b"'shape': (9999999999, ", 1)
    return made


@TARGETS.register("npz-words")
def npz_words(folder: Path) -> FuzzTarget:
    """Word tables and tables of text vectors."""
    from meadow.models.text.words import Words
    from meadow.models.yolo_world import TextTable

    names = np.frombuffer(b"mug\nred\ndining table", np.uint8)
    rng = Stream(1)
    vectors = (rng.normals(3 * 8).reshape(3, 8) * 40).astype(np.int8)
    weights = np.ones(3, np.float32)
    file = folder / "texts.npz"

    def feed(data: bytes) -> None:
        refused = []
        for use in (partial(_use_words, Words, data), partial(_use_table, TextTable, file, data)):
            if _refuses(use):
                refused.append(use)
        if refused:
            raise MeadowError("refused")

    sample = _npz(vocabulary=names, names=names, vectors=vectors, weights=weights)
    return FuzzTarget((sample,), _change_npz, feed)


def _use_words(kind: type, data: bytes) -> None:
    kind(data).encode(["a red mug", "mugs", ""])


def _use_table(kind: type, file: Path, data: bytes) -> None:
    file.write_bytes(data)
    kind(file).encode_texts(["a red mug", "mug"])


def _tower() -> bytes:
    """The smallest text tower that eyes could have."""
    from meadow.models.text import load_words

    words = load_words().dimensions
    layers = {"word": (4, words), "gate": (1, 4), "hush": (1, 4), "mix": (4, 4), "out": (4, 4)}
    arrays: dict[str, Array] = {}
    for name, shape in {**layers, "straight": (4, words)}.items():
        arrays[f"{name}.weight"] = np.full(shape, 0.1, np.float32)
        arrays[f"{name}.bias"] = np.zeros(shape[0], np.float32)
    return _npz(**arrays)


@TARGETS.register("npz-eyes")
def npz_eyes(folder: Path) -> FuzzTarget:
    """Text towers of eyes, beside a card that has the right hash."""
    from meadow.models.eyes.files import Settings, read_files, weights_directory
    from meadow.models.eyes.text import TextTower

    card = serialize.read(weights_directory() / "eyes-s.json", Settings)
    (folder / "own.onnx").write_bytes(b"a network")

    def feed(data: bytes) -> None:
        (folder / "own.npz").write_bytes(data)
        sha = hashlib.sha256(b"a network" + data).hexdigest()
        serialize.write(folder / "own.json", msgspec.structs.replace(card, sha256=sha))
        TextTower(read_files("own", folder).text).encode(["a red mug", ""])

    return FuzzTarget((_tower(),), _change_npz, feed)


@TARGETS.register("cards")
def cards(folder: Path) -> FuzzTarget:
    """Cards of eyes and of policies."""
    from meadow.models.eyes.files import read_files, weights_directory
    from meadow.policies.policy import policies_directory, read_policy

    network = _tower()  # a policy's may be any bytes
    for name in ("own.onnx", "own.npz"):
        (folder / name).write_bytes(network)
    samples = []
    for card, hashed in (
        (weights_directory() / "eyes-s.json", network + network),
        (policies_directory() / "pointnav-rgb.json", network),
    ):
        fields = serialize.read(card, dict[str, Any])
        samples.append(serialize.encode({**fields, "sha256": hashlib.sha256(hashed).hexdigest()}))

    def feed(data: bytes) -> None:
        (folder / "own.json").write_bytes(data)
        uses: tuple[Callable[[], object], ...] = (
            partial(read_files, "own", folder),
            partial(read_policy, folder / "own.onnx"),
        )
        if sum(map(_refuses, uses)) == len(uses):
            raise MeadowError("refused by both")

    return FuzzTarget(tuple(samples), _JSON, feed)


@TARGETS.register("snapshots")
def snapshots(folder: Path) -> FuzzTarget:
    """Snapshots of a simulator: restored and stepped from; a refused one leaves the simulator usable."""
    simulator = MeadowSimulator(BODY)
    house = furnished(closed=True)
    simulator.reset(house, simulator.free_pose(house))
    before = simulator.snapshot()
    simulator.step(Action.MOVE_AHEAD)
    simulator.world.set_openness("door-0", 1.0)
    simulator.world.set_openness("fridge-0", 0.5)
    after = simulator.snapshot()

    def feed(data: bytes) -> None:
        try:
            simulator.restore(data)
            simulator.step(Action.MOVE_AHEAD)
            simulator.step(Action.OPEN)
        finally:
            simulator.restore(after)
            assert simulator.snapshot() == after, "a refused snapshot left something behind"

    return FuzzTarget((before, after), _JSON, feed)


_GOALS = (
    "a small red mug on the desk",
    "the chair with no cushion left of the window",
    "two green apples in the kitchen, not the ones on the table",
    "my bicycle's bell, the one with a deer pattern",
    "something to sit on near the TV stand in the living room",
)


def _change_text(data: bytes, rng: Stream) -> bytes:
    """Change words and letters, or repeat them without end."""
    words, how = data.decode().split(), rng.integer(0, 5)
    at = rng.integer(0, len(words) - 1)
    if how == 0:
        return damage(data, rng)
    if how == 1:
        odd = (
            "③",
            "9" * 5000,
            "x" * 100_000,
            "'" * 50,
            "not",
            "of",
            "with",
            "\u202e",
            "😀",
            "½",
            "²",
        )
        words.insert(at, rng.choice(odd))
    elif how == 2:
        words = words * rng.integer(1, 40)
    elif how == 3:
        words = rng.shuffled(words)
    elif how == 4:
        del words[at]
    else:
        words[at] = rng.choice(words).upper()
    return " ".join(words).encode()


@TARGETS.register("goals")
def goals(folder: Path) -> FuzzTarget:
    """Goals in words: parsed, with the word table too, and described."""
    from meadow.language import describe, parse, phrases
    from meadow.models.text import load_words

    def feed(data: bytes) -> None:
        text = data.decode(errors="replace")
        for similar in (None, load_words()):
            goal = parse(text, similar=similar)
            describe(goal), phrases(goal)

    return FuzzTarget(tuple(text.encode() for text in _GOALS), _change_text, feed)
