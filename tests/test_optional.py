"""Optional packages: each is asked for in one place, which says what to install."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import meadow
from meadow import optional
from meadow.errors import MissingDependencyError


class NoTorch:
    """A finder that denies torch."""

    def find_spec(self, name: str, *_: object) -> None:
        if name == "torch":
            raise ImportError("No module named 'torch'")


@pytest.fixture
def without_torch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "torch", raising=False)
    monkeypatch.setattr(sys, "meta_path", [NoTorch(), *sys.meta_path])


@pytest.mark.usefixtures("without_torch")
def test_a_missing_package_is_named_with_its_purpose_and_its_extra() -> None:
    with pytest.raises(MissingDependencyError, match=r'Hugging Face.*install -e ".*\[models\]"'):
        optional.require("torch")


@pytest.mark.usefixtures("without_torch")
@pytest.mark.parametrize(
    "command", ["train eyes", "train policy explore", "train adapt x --corrupt spatter@5"]
)
def test_training_without_torch_names_the_extra_that_trains(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    from meadow.cli.main import main

    with pytest.raises(SystemExit):
        main(command.split())
    assert "needed for training" in (told := capsys.readouterr().err)
    assert 'pip install -e "' in told
    assert '[train]"' in told


def project() -> dict:
    """What pyproject.toml says of the distribution."""
    folder = optional.clone()
    assert folder is not None, "tests run in a clone"
    return tomllib.loads((folder / "pyproject.toml").read_text())["project"]


def test_every_purpose_belongs_to_an_extra() -> None:
    extras = set(project()["optional-dependencies"])
    assert set(optional.PURPOSES) | {extra for extra, _ in optional.OPTIONAL.values()} <= extras


def test_the_distribution_has_its_own_name_and_extras_that_refer_to_it() -> None:
    told = project()
    assert told["name"] == optional.DISTRIBUTION == "meadow-nav"
    assert told["scripts"] == {"meadow": "meadow.cli.main:main"}
    lines = [line for extra in told["optional-dependencies"].values() for line in extra]
    own = [line for line in lines if line.startswith("meadow")]
    assert own == ["meadow-nav[test]"]
    assert not set(lines) & set(told["dependencies"]), "an extra repeats what is always installed"


def test_in_a_clone_the_extra_is_that_of_the_clone(monkeypatch: pytest.MonkeyPatch) -> None:
    folder = optional.clone()
    assert folder is not None
    monkeypatch.chdir(folder)
    assert optional.install_line("cv2") == 'pip install -e ".[robust]"'
    monkeypatch.chdir("/")
    assert optional.install_line("cv2") == f'pip install -e "{folder}[robust]"'


def test_elsewhere_the_extra_is_that_of_the_distribution(tmp_path: Path) -> None:
    """A copy of the package, within somebody's project, as a wheel would put it there."""
    source, package = Path(meadow.__file__).parent, tmp_path / "vendored" / "meadow"
    for file in source.rglob("*.py"):
        place = package / file.relative_to(source)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, place)
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "other"\n')
    out = subprocess.run(
        [sys.executable, "-c", "from meadow import optional; print(optional.install_line('cv2'))"],
        env={**os.environ, "PYTHONPATH": str(package.parent)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert out.stdout.strip() == 'pip install "meadow-nav[robust]"'


def test_documents_name_the_distribution_and_its_version() -> None:
    folder = optional.clone()
    assert folder is not None
    texts = {name: (folder / name).read_text() for name in ("README.md", "CITATION.cff")}
    for text in texts.values():
        assert "meadow[" not in text, "the distribution `meadow` is somebody else's"
    assert "meadow-nav" in texts["README.md"]
    assert re.search(r"^version: (.*)$", texts["CITATION.cff"], re.M)[1] == meadow.__version__
    assert project()["authors"] == [{"name": "The Meadow authors"}]
    assert "- name: The Meadow authors" in texts["CITATION.cff"]
