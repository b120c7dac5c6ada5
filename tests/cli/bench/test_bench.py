"""The benchmarks run, name what is missing, and their figures hang together."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from meadow import optional
from meadow.adapters.peers.race import race
from meadow.adapters.peers.workload import Workload
from meadow.cli.main import run

SMALL = ["--seconds", "0.2", "--rounds", "2", "--homes", "1", "--poses", "10"]


def test_render_writes_its_figures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "render.json"
    assert run(["bench", "render", *SMALL, "--peers", "llvmpipe", "--json", str(file)]) == 0
    result = json.loads(file.read_text())
    assert result["fps"]["meadow"] > 0
    assert result["house"]["rooms"] == 6
    assert result["house"]["triangles"] > result["house"]["objects"] >= 60
    if "llvmpipe" in result["fps"]:
        ratio = result["fps"]["meadow"] / result["fps"]["llvmpipe"]
        assert result["ratio_to_llvmpipe"] == pytest.approx(ratio, abs=0.01)
        assert result["ids_differing_from_llvmpipe"] < 0.002
    else:
        assert result["ratio_to_llvmpipe"] is None
        assert "install" in result["missing"]["llvmpipe"]
    assert "frames per CPU-second" in capsys.readouterr().out


def test_a_missing_peer_is_named_with_its_install_line(monkeypatch: pytest.MonkeyPatch) -> None:
    # A name that cannot be imported stands for a package that is not there.
    monkeypatch.setitem(optional.OPTIONAL, "moderngl_absent", ("peers", "a test"))
    with pytest.raises(optional.MissingDependencyError, match=r'pip install -e ".*\[peers\]"'):
        optional.require("moderngl_absent")


def test_a_peer_that_fails_does_not_stop_the_others() -> None:
    small = Workload(homes=1, rooms=1, poses=4)
    ours, broken = race(["meadow", "no-such-renderer"], small, seconds=0.05, rounds=1)
    assert ours.fps > 0
    assert "no-such-renderer" in broken.failure
    assert not broken.rates


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["render", "--seconds", "0"], "--seconds 0"),
        (["render", "--rounds", "0"], "--rounds 0"),
        (["render", "--peers", "mujocco"], "Did you mean 'mujoco'"),
        (["render", "--json", "figures.txt"], "ends in .json"),
        (["sim", "--seconds", "-1"], "--seconds -1"),
        (["sim", "--homes", "0"], "--homes 0"),
    ],
)
def test_bad_options(
    assert_refused: Callable[[list[str], str], None], arguments: list[str], words: str
) -> None:
    assert_refused(["bench", *arguments], words)


def test_sim_measures_everything(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "sim.json"
    assert run(["bench", "sim", "--seconds", "0.2", "--homes", "2", "--json", str(file)]) == 0
    figures = json.loads(file.read_text())["figures"]
    assert figures["steps against bare frames"]["value"] > 0
    assert figures["2 threads against 1"]["value"] > 0
    assert figures["load a home with known shapes"]["unit"] == "s"
    assert "import meadow" in capsys.readouterr().out


def test_no_two_cows_mark_the_same_pixels(tmp_path: Path) -> None:
    """At the thresholds that ship: two rows once fired everywhere in every frame, and were one."""
    file = tmp_path / "localizers.json"
    assert run(["bench", "localizers", "--frames", "50", "--json", str(file)]) == 0
    result = json.loads(file.read_text())
    assert len(result["spec"]["rows"]) == 19
    assert result["figures"]["pairs that agree on 50 frames"]["value"] == 0
