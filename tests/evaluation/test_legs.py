"""Episodes of several legs: searches one after another, and an exam at the end."""

from __future__ import annotations

import dataclasses
import shutil

import msgspec
import pytest

from meadow.agents.prior import PriorFirst
from meadow.agents.self_calibrate import SelfCalibrating
from meadow.episodes.schema import Episode, Goal, write_episodes
from meadow.errors import FileFormatError, MeadowError, RunError
from meadow.evaluation.failures.trials import load_findings, load_runs
from meadow.evaluation.report.compare import compare_runs
from meadow.evaluation.report.content import make_report
from meadow.evaluation.run.rollout import MAX_LEGS, run_episode
from meadow.evaluation.run.runner import evaluate
from meadow.evaluation.run.spec import make_spec
from meadow.evaluation.run.store import RunDirectory, decode_row
from meadow.evaluation.run.summary import by_tag, goal_rows, run_summary, trial_name
from meadow.evaluation.run.verify import verify_run
from meadow.evaluation.run.worker import failed_row, finished_row
from meadow.metrics import row_metrics
from meadow.replay import decode_replay, encode_replay, read_replay
from meadow.scenes.schema import write_house
from meadow.sim.simulator import MeadowSimulator
from meadow.tasks.errands import Errands
from meadow.testing.tiny_suite import BODY, tiny_episodes, tiny_homes
from meadow.types import Action, Brief, Verdict

LEFT, STOP = Action.ROTATE_LEFT, Action.STOP


def errand(number=0, max_steps=6):
    """An episode with two goals and two questions."""
    return tiny_episodes(number + 1, "errands", max_steps=max_steps)[number]


class Script:
    """Takes these actions in each leg; remembers what it is told and shown."""

    def __init__(self, *legs):
        self._legs = legs
        self.events = []

    def reset(self, brief):
        self.events.append(("reset", brief.kind, brief.goal))
        self._left = list(self._legs[0])

    def act(self, observation):
        self.events.append(observation.step)
        return self._left.pop(0)


class Pursuer(Script):
    """Keeps what it remembers, and answers."""

    def reset(self, brief):
        super().reset(brief)
        self._next = 1

    def pursue(self, brief):
        self.events.append(("pursue", brief.kind, brief.goal))
        self._left = list(self._legs[self._next]) if self._next < len(self._legs) else []
        self._next += 1

    def answer(self, question):
        self.events.append(question)
        return {"was there a sofa?": " Yes", "how many mugs?": "3"}[question]


def drive(agent, task=None, episode=None, **options):
    episode = episode or errand()
    house = tiny_homes()[episode.house.uri.removeprefix("file:")]
    simulator = MeadowSimulator(BODY)
    record = run_episode(
        simulator, task or Errands(), agent, episode, house, agent_name="me", **options
    )
    simulator.close()
    return record


LEGS = ((LEFT, LEFT, STOP), (LEFT,) * 6)


def test_goals_are_revealed_one_after_another_and_steps_are_those_of_the_leg():
    agent, episode = Pursuer(*LEGS), errand()
    record = drive(agent)
    first, second = (goal.text for goal in episode.goals)
    assert agent.events == [
        *(("reset", "search", first), 0, 1, 2),
        *(("pursue", "search", second), 0, 1, 2, 3, 4, 5),
        *(("pursue", "exam", "answer the questions"), "was there a sofa?", "how many mugs?"),
    ]
    assert [leg.kind for leg in record.legs] == ["search", "search", "exam"]
    assert [leg.first for leg in record.legs] == [0, 3, 9]
    assert [leg.outcome for leg in record.legs] == ["stopped", "out of steps", "answered"]
    assert [leg.goal for leg in record.legs] == [0, 1, None]
    assert record.legs[2].answers == (" Yes", "3")
    assert record.legs[2].parts == {"correct": 1, "asked": 2}
    assert record.steps == 9
    assert len(record.poses) == 10
    assert len(record.distances) == len(record.reached) == 12
    assert record.probes["phase"] == ("search",) * 11 + ("exam",)
    assert not record.success


def test_an_agent_without_the_new_methods_is_reset_for_each_leg_and_does_not_answer():
    agent = Script(*LEGS)
    record = drive(agent)
    assert [event[0] for event in agent.events if isinstance(event, tuple)] == ["reset"] * 3
    assert record.legs[2].outcome == "unanswered"
    assert record.legs[2].answers == ("", "")
    assert record.legs[2].parts == {"correct": 0, "asked": 2}


def test_a_leg_is_an_ordinary_record():
    record, episode = drive(Pursuer(*LEGS)), errand()
    legs = [*record.searches()]
    assert [leg.actions for leg in legs] == [tuple(map(str, actions)) for actions in LEGS]
    assert [leg.episode.goals for leg in legs] == [(goal,) for goal in episode.goals]
    assert legs[1].episode.start == record.poses[3][:3]
    assert legs[1].episode.geodesic is None
    for leg in legs:
        assert len(leg.poses) == len(leg.distances) == len(leg.reached) == leg.steps + 1
        assert {len(column) for column in leg.probes.values()} == {leg.steps + 1}
        assert row_metrics(leg)["success"] == float(leg.success)
    assert [leg.stopped for leg in legs] == [True, False]
    alone = msgspec.structs.replace(legs[1].episode, task="objectnav")
    again = drive(Script(LEGS[1]), episode=msgspec.structs.replace(alone, task="errands"))
    assert again.distances == legs[1].distances, "the second goal is measured from its own start"
    assert again.legs == ()
    assert again.leg(0) is again


def test_a_privileged_agent_learns_only_of_the_goals_revealed_so_far():
    told = []

    class Privileged(Pursuer):
        def attach(self, oracle, goals):
            told.append(tuple(goals))

    drive(Privileged(*LEGS), privileged=True)
    goals = errand().goals
    assert told == [goals[:1], goals, goals]


def test_wrappers_pass_legs_and_questions_on():
    inner = Pursuer(*LEGS)
    agent = SelfCalibrating(inner)
    record = drive(agent)
    assert [event[0] for event in inner.events if isinstance(event, tuple)] == [
        *("reset", "pursue", "pursue")
    ]
    assert record.legs[2].answers == (" Yes", "3")
    assert SelfCalibrating(Script()).answer("how many mugs?") == ""
    first = PriorFirst(Pursuer((STOP,), (STOP,), (STOP,), (STOP,)), "prior", share=0.5)
    assert drive(first).legs[2].answers == (" Yes", "3")
    told = [event for event in first._agent.events if isinstance(event, tuple)]
    assert [name for name, _, _ in told] == ["reset", "reset", "pursue", "pursue", "pursue"]
    assert told[-1][1] == "exam"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"judge": lambda *_: Verdict(False, parts={"reached": False})}, "budget of 6 steps"),
        ({"judge": lambda *_: Verdict(False)}, 'has no "reached"'),
        ({"begin": lambda *_: None}, "no brief for the first leg"),
        ({"begin": lambda *_: "find it"}, "expected a Brief or None"),
        ({"begin": lambda *_: Brief(task="errands", goal="mug")}, "which has 2 goals"),
        (
            {"begin": lambda *_: Brief(task="errands", goal="", kind="exam", questions=("how?",))},
            f"after {MAX_LEGS} legs",
        ),
    ],
)
def test_a_faulty_task_is_named(change, message):
    task = type("Broken", (Errands,), {k: staticmethod(v) for k, v in change.items()})()
    agent = Pursuer((LEFT,) * 9, (STOP,), (STOP,))
    agent.answer = lambda question: "no"
    if "2 goals" in message:
        agent = Pursuer((STOP,), (STOP,), (STOP,))
    with pytest.raises(MeadowError, match=message) as error:
        drive(agent, task)
    assert "errands" in str(error.value)


def test_a_task_with_an_exam_must_grade_it():
    @dataclasses.dataclass(frozen=True)
    class Ungraded:
        name: str = "ungraded"
        probes: tuple = ()

        def begin(self, episode, oracle, leg=0):
            return Brief(task=self.name, goal="", kind="exam", questions=("how?",))

    with pytest.raises(MeadowError, match=r"task 'ungraded' has an exam but no grade\(\)"):
        drive(Pursuer(()), Ungraded())


@pytest.mark.parametrize("answer", [7, None, "x" * 5000])
def test_an_answer_is_a_text_of_sensible_length(answer):
    agent = Pursuer(*LEGS)
    agent.answer = lambda question: answer
    with pytest.raises(MeadowError, match="agent 'me' answered .* expected a text"):
        drive(agent)


def test_a_replay_holds_legs_and_probes():
    record = drive(Pursuer(*LEGS))
    again = decode_replay(encode_replay(record))
    assert again == record


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"first": 4000}, "begins at step 4000 of 9"),
        ({"goal": 7}, "is about goal 7 of 2"),
        ({"answers": ("a", "b", "c")}, "3 answers to"),
    ],
)
def test_a_replay_whose_legs_do_not_fit_is_refused(change, message):
    record = drive(Pursuer(*LEGS))
    broken = msgspec.structs.replace(record.legs[2], **change)
    legs = (*record.legs[:2], broken)
    with pytest.raises(FileFormatError, match=message):
        decode_replay(encode_replay(msgspec.structs.replace(record, legs=legs)))


@pytest.fixture
def suite(tmp_path):
    from meadow.testing.tiny_suite import write_tiny_suite

    write_tiny_suite(tmp_path, 1)  # its homes
    episodes = [
        msgspec.structs.replace(errand(), id=f"errand-{k}", seed=k, tags={"k": str(k)})
        for k in range(2)
    ]
    path = tmp_path / "errands.jsonl"
    write_episodes(path, episodes)
    return path, episodes


@pytest.fixture
def run(suite, tmp_path):
    path, episodes = suite
    spec = make_spec(str(path), episodes, "forward", houses=str(tmp_path))
    rows = evaluate(spec, episodes, tmp_path / "run")
    assert [row["status"] for row in rows] == ["ok"] * 2, rows
    return tmp_path / "run", rows, spec, episodes


def test_rows_hold_the_goals_and_tables_count_them(run):
    out, rows, _, _ = run
    row = rows[0]
    assert [goal["goal"] for goal in row["goals"]] == [g.text for g in errand().goals]
    assert row["answers"] == [["", ""]]
    assert row["tags"] == {"k": "0"}
    assert {"goals_found", "answers_correct", "episode_steps"} <= row["metrics"].keys()
    assert "spl" not in row["metrics"]
    flat = goal_rows(rows)
    assert [trial_name(one) for one in flat] == [
        *("errand-0 goal 1", "errand-0 goal 2", "errand-1 goal 1", "errand-1 goal 2")
    ]
    assert goal_rows(flat) == flat
    summary = run_summary(rows, 2)
    assert summary["success"].n == 4
    assert summary["goals_found"].n == summary["answers_correct"].n == 2
    assert {leg: len(found) for leg, found in by_tag(rows, "leg").items()} == {"1": 2, "2": 2}
    assert len(load_findings(out)) == 4
    runs = load_runs([out])
    assert len(runs[0].trials) == 4
    report = make_report(runs)
    assert sum(report.endings[0].values()) == 4
    assert set(report.breakdowns) >= {"leg", "k"}
    assert compare_runs(runs[0], runs[0]).common == 4


def test_a_row_says_what_is_wrong_with_its_goals(run):
    row = run[1][0]
    row["goals"][1]["metrics"]["success"] = None
    with pytest.raises(FileFormatError, match=r"\$.goals\[1\].metrics.success is missing"):
        decode_row(msgspec.json.encode(row), "row")


def test_all_goals_of_an_episode_that_could_not_be_run_have_failed(run):
    _, rows, spec, episodes = run
    row = failed_row(spec, episodes[0], "lost", "its worker died, twice")
    assert [goal["ending"] for goal in row["goals"]] == ["error", "error"]
    assert len(goal_rows([row])) == 2
    assert run_summary([row, rows[1]], 2)["success"].n == 2


def test_a_run_of_errands_is_verified(run):
    result = verify_run(run[0], rerun=1)
    assert result.ok, result.mismatches
    assert result.checked == 2
    assert result.rerun == 1


def test_figures_that_rest_on_what_the_agent_says_are_verified(suite, tmp_path):
    """How often an agent glanced is known from its own word alone."""
    path, episodes = suite
    spec = make_spec(str(path), episodes, "forward", houses=str(tmp_path))
    directory = RunDirectory(tmp_path / "run")
    evaluate(spec, episodes, directory.path)
    record = directory.record("errand-0")
    told = msgspec.structs.replace(record, trace={"glances": (1.0,) * record.steps})
    row = finished_row(spec, told)
    assert row["goals"] != finished_row(spec, record)["goals"]
    directory.replay_path("errand-0").write_bytes(encode_replay(told))
    other = next(r for r in directory.rows() if r["episode"] != "errand-0")
    lines = [msgspec.json.encode(one) + b"\n" for one in (row, other)]
    directory.rows_path.write_bytes(b"".join(lines))
    found = [m for m in verify_run(directory.path).mismatches if m.episode]
    assert not found, found


def changed(record, what):
    legs = list(record.legs)
    if what == "answer":
        legs[2] = msgspec.structs.replace(legs[2], answers=("yes", "2"))
    elif what == "leg":
        legs[1] = msgspec.structs.replace(legs[1], success=not legs[1].success)
    else:
        probes = {**record.probes, "phase": ("free", *record.probes["phase"][1:])}
        return msgspec.structs.replace(record, probes=probes)
    return msgspec.structs.replace(record, legs=tuple(legs))


@pytest.mark.parametrize(
    ("what", "place"), [("answer", "legs"), ("leg", "legs"), ("probe", "probes.phase[0]")]
)
def test_a_changed_answer_leg_or_probe_is_noticed(run, what, place):
    directory = RunDirectory(run[0])
    file = directory.replay_path("errand-0")
    record = read_replay(file)
    file.write_bytes(encode_replay(changed(record, what)))
    found = {mismatch.field for mismatch in verify_run(run[0]).mismatches}
    assert f"replay.{place}" in found or "answers" in found, found


def test_a_changed_walk_is_noticed(tmp_path):
    """The gap to a person who walks is measured at each step, and their home is known by its digest."""
    from meadow.episodes.houses import load_house
    from meadow.episodes.schema import HouseRef
    from meadow.episodes.walked import walked_uri

    house = load_house(HouseRef(walked_uri(3, (2, 2), 1)))
    pose = MeadowSimulator(BODY).free_pose(house, seed=1)
    file = tmp_path / "walked.json.gz"
    write_house(house, file)
    goal = Goal("mug", category="mug", objects=(house.objects[0].id,), viewpoints=())
    episode = Episode(
        "walked",
        "errands",
        HouseRef(f"file:{file}", house.digest()),
        (pose.x, pose.y, pose.yaw),
        (goal, goal),
        max_steps=6,
        embodiment=BODY,
    )
    spec = make_spec("walked", [episode], "forward")
    rows = evaluate(spec, [episode], tmp_path / "run")
    assert rows[0]["status"] == "ok", rows
    directory = RunDirectory(tmp_path / "run")
    record = read_replay(directory.replay_path("walked"))
    gaps = record.probes["person_gap"]
    assert len(set(gaps)) > 3, "somebody walks"
    assert not [m for m in verify_run(directory.path).mismatches if m.episode]
    probes = {**record.probes, "person_gap": (*gaps[:4], gaps[4] + 0.1, *gaps[5:])}
    changed = msgspec.structs.replace(record, probes=probes)
    directory.replay_path("walked").write_bytes(encode_replay(changed))
    found = [m.field for m in verify_run(directory.path).mismatches if m.episode]
    assert found == ["replay.probes.person_gap[4]"]
    directory.replay_path("walked").write_bytes(encode_replay(record))
    walker = house.people[-1]
    walk = msgspec.structs.replace(walker.walk, speed=0.5)
    people = (*house.people[:-1], msgspec.structs.replace(walker, walk=walk))
    write_house(msgspec.structs.replace(house, people=people), file)
    found = verify_run(directory.path).mismatches
    assert any("digest" in str(m.found) for m in found), found


def test_rows_of_one_goal_keep_their_keys():
    episode = tiny_episodes(1)[0]
    record = drive(Script((STOP,)), episode=msgspec.structs.replace(episode, task="errands"))
    spec = make_spec("tiny", [episode], "forward")
    row = finished_row(spec, record)
    assert list(row) == [
        *("episode", "home", "agent", "goal", "tags", "status", "metrics", "timings")
    ]
    assert record.legs == ()


def test_free_time_without_goals_has_a_row_of_its_own():
    class Roam(Errands):
        def begin(self, episode, oracle, leg=0):
            if leg:
                return super().begin(episode, oracle, leg - 1)
            return Brief(task=self.name, goal="look around", kind="free", max_steps=2)

        def judge(self, episode, action, step, oracle, leg=0):
            return Verdict(False, leg_done=step >= 2)

    episode = msgspec.structs.replace(errand(), goals=())
    record = drive(Pursuer((LEFT, LEFT)), Roam(), episode)
    assert [leg.kind for leg in record.legs] == ["free", "exam"]
    row = finished_row(make_spec("tiny", [episode], "forward"), record)
    assert row["goals"] == []
    assert row["metrics"]["success"] == 0.0
    assert goal_rows([row]) == [row]
    assert decode_row(msgspec.json.encode(row), "row") == row


def test_an_unknown_suite_of_two_tasks_is_refused():
    one, two = errand(), tiny_episodes(1)[0]
    with pytest.raises(RunError, match="mixes the tasks"):
        make_spec("both", [one, two], "forward")


def test_what_is_left_out_of_a_comparison_is_counted_in_goals(run, tmp_path):
    out, rows, _, _ = run
    shutil.copytree(out, tmp_path / "less")
    RunDirectory(tmp_path / "less").rows_path.write_bytes(msgspec.json.encode(rows[0]) + b"\n")
    (told,) = compare_runs(*load_runs([out, tmp_path / "less"])).warnings
    assert "use the 2 goals that both finished; 2 are left out" in told
