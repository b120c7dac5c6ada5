"""A person at the page is an ordinary agent of an ordinary run, which resumes."""

from __future__ import annotations

import time
from pathlib import Path

import msgspec
import pytest

from meadow.episodes.schema import Episode
from meadow.episodes.suites import load_suite
from meadow.evaluation.run.spec import RunSpec, make_spec
from meadow.evaluation.run.suite import load_run
from meadow.evaluation.run.verify import verify_run
from meadow.testing.runs import point_episodes
from meadow.testing.tiny_suite import write_tiny_suite
from meadow.viewer.web.messages import PlayAct, PlayAnswer, PlayState
from meadow.viewer.web.play import JOURNAL, PlaySession
from meadow.viewer.web.server import Refused


@pytest.fixture
def planned(tmp_path: Path) -> tuple[RunSpec, list[Episode]]:
    episodes = point_episodes(tmp_path)[:2]
    return make_spec("points", episodes, "person"), episodes


def state(session: PlaySession) -> PlayState:
    return msgspec.json.decode(session("state", None)[1], type=PlayState)


def waited(session: PlaySession) -> PlayState:
    """The state once the robot waits for the person."""
    for _ in range(1500):
        now = state(session)
        if now.phase != "wait":
            return now
        time.sleep(0.02)
    raise AssertionError("the robot is busy")


def act(session: PlaySession, action: str) -> PlayState:
    message = PlayAct(waited(session).seq, action)
    session("act", msgspec.json.encode(message))
    return waited(session)


def test_a_run_is_played_and_verifies(planned, tmp_path: Path) -> None:
    spec, episodes = planned
    over: list[int] = []
    session = PlaySession(spec, episodes, tmp_path / "run", when_over=lambda: over.append(1))
    session.start()
    first = waited(session)
    assert (first.phase, first.episode, first.episodes) == ("act", 1, 2)
    assert first.polar is not None
    assert first.frame.startswith("data:image/png;base64,")
    assert act(session, "MoveAhead").step == 1
    second = act(session, "Stop")
    assert (second.episode, second.step) == (2, 0)
    act(session, "Stop")
    assert waited(session).phase == "over"
    assert over == [1]
    run = load_run(tmp_path / "run")
    assert [row["metrics"]["steps"] for row in run.rows()] == [2.0, 1.0]
    assert not (tmp_path / "run" / JOURNAL).exists()
    result = verify_run(tmp_path / "run", rerun=1)
    assert result.ok
    assert not result.not_rerun


def test_a_killed_server_goes_on_where_it_was(planned, tmp_path: Path) -> None:
    spec, episodes = planned
    out = tmp_path / "run"
    session = PlaySession(spec, episodes, out)
    session.start()
    for action in ("MoveAhead", "RotateLeft", "MoveAhead"):
        before = act(session, action)
    session.close()  # nothing but the journal is left
    with open(out / JOURNAL, "ab") as file:
        file.write(b'{"episode":"point-0","ac')  # torn by the kill
    again = PlaySession(spec, episodes, out)
    again.start()
    now = waited(again)
    assert (now.step, now.resumed, now.frame) == (3, 3, before.frame)
    act(again, "RotateRight")
    again.close()
    third = PlaySession(spec, episodes, out)
    third.start()
    assert waited(third).step == 4
    act(third, "Stop")
    third.close()
    rows = load_run(out).rows()
    assert [row["metrics"]["steps"] for row in rows] == [5.0]


def test_written_actions_that_do_not_fit_are_dropped(planned, tmp_path: Path) -> None:
    spec, episodes = planned
    out = tmp_path / "run"
    out.mkdir()
    lines = [b'{"episode":"point-0","act":"MoveAhead"}', b'{"episode":"point-0","act":"Grasp"}']
    (out / JOURNAL).write_bytes(b"\n".join(lines) + b"\n")
    session = PlaySession(spec, episodes, out)
    session.start()
    now = waited(session)
    assert (now.step, now.resumed) == (1, 1)
    session.close()
    assert (out / JOURNAL).read_bytes() == lines[0] + b"\n"


def test_an_action_is_done_once(planned, tmp_path: Path) -> None:
    """A second page, or a message that was sent twice, changes nothing."""
    spec, episodes = planned
    session = PlaySession(spec, episodes, tmp_path / "run")
    session.start()
    seq = waited(session).seq
    body = msgspec.json.encode(PlayAct(seq, "RotateLeft"))
    session("act", body)
    session("act", body)
    assert waited(session).step == 1
    session.close()


def test_messages_that_mean_nothing_are_refused(planned, tmp_path: Path) -> None:
    spec, episodes = planned
    session = PlaySession(spec, episodes, tmp_path / "run")
    session.start()
    seq = waited(session).seq
    for path, body in (
        ("act", b"{"),
        ("act", msgspec.json.encode(PlayAct(seq, "Fly"))),
        ("act", msgspec.json.encode(PlayAct(seq, "Grasp"))),
        ("answer", msgspec.json.encode(PlayAnswer(seq, "x" * 5000))),
        ("film/0.png", None),
        ("view/../../x.png", None),
        ("nothing", None),
    ):
        with pytest.raises(Refused):
            session(path, body)
    assert waited(session).step == 0
    session.close()


def test_a_person_is_told_no_more_than_an_agent(tmp_path: Path) -> None:
    """No ids, no category lists, no true pose: the message has the fields that it has."""
    file = write_tiny_suite(tmp_path, 1)
    from meadow.episodes.suites import load_suite

    episodes = load_suite(str(file))
    spec = make_spec(str(file), episodes, "person", houses=str(tmp_path))
    session = PlaySession(spec, episodes, tmp_path / "run")
    session.start()
    waited(session)
    told = session("state", None)[1].decode()
    house = episodes[0].goal.objects
    assert house
    assert not any(name in told for name in house)
    assert waited(session).pose == (0.0, 0.0, 0.0, 0.0), "relative to the start"
    session.close()


def test_a_person_is_told_of_phases_practice_and_film(tmp_path: Path) -> None:
    episodes = load_suite("excalibur-mini")[:1]
    spec = make_spec("excalibur-mini", episodes, "person", agent_options={"film": True})
    session = PlaySession(spec, episodes, tmp_path / "run", practice=True)
    session.start()
    now = waited(session)
    session.close()
    assert [name for name, _ in now.phases][:2] == ["Explore", "Questions"]
    assert now.practice
    assert now.film_open
    assert now.questions == ()
