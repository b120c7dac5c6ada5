"""What all tests share."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from meadow import secrets


@pytest.fixture(scope="session", autouse=True)
def cache(tmp_path_factory):
    """Homes and suites are cached away from the user's own cache."""
    folder = tmp_path_factory.mktemp("cache")
    before = os.environ.get("MEADOW_CACHE")
    os.environ["MEADOW_CACHE"] = str(folder)
    yield folder
    if before is None:
        del os.environ["MEADOW_CACHE"]
    else:
        os.environ["MEADOW_CACHE"] = before


@pytest.fixture(scope="session")
def suite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An episode file of 12 ObjectNav episodes in two homes that lie beside it."""
    from meadow.testing.tiny_suite import write_tiny_suite  # imports the simulator

    return write_tiny_suite(tmp_path_factory.mktemp("suite"), 12)


@pytest.fixture
def toy(suite: Path, monkeypatch: pytest.MonkeyPatch):
    """A registered study of two agents that do not look, on the tiny suite, clean and with bad wheels."""
    from meadow.evaluation.study import STUDIES
    from meadow.evaluation.study.claims import Claim, direction
    from meadow.evaluation.study.page import StudyPage
    from meadow.evaluation.study.plan import Study, StudyPart
    from meadow.metrics.statistics import paired_difference
    from meadow.registry import Entry

    def draw(runs, out):
        claims = []
        for run in runs:
            rows = run.by_condition()
            pairs = list(zip(rows["clean"], rows.get("motor_failure", ())))
            homes = [a["home"] for a, _ in pairs]
            values = zip(*[(a["metrics"]["steps"], b["metrics"]["steps"]) for a, b in pairs])
            value = paired_difference(*(values if pairs else ((), ())), homes)
            verdict = direction(value, above=False, homes=homes)
            claim = "Bad wheels shorten episodes"
            claims.append(Claim(claim, run.agent, "bad - clean", value, verdict, "steps", ""))
        return StudyPage(title="Toy", lead=("A toy.",), claims=tuple(claims), body=("## Tables",))

    study = Study(
        name="toy",
        agents=("forward", "random"),
        conditions={"both": ("clean", "motor_failure"), "clean": ("clean",)},
        parts={
            "tiny": StudyPart(
                suite=str(suite), summary="12 episodes", episodes=12, corrupted=4, published=True
            )
        },
        draw=draw,
    )
    monkeypatch.setitem(STUDIES._entries, "toy", Entry("toy", study, summary="a toy"))
    return study


@pytest.fixture(autouse=True)
def forgotten_secrets(monkeypatch):
    """The keys that a test uses are not hidden from what the next one writes."""
    monkeypatch.setattr(secrets, "_kept", set())
