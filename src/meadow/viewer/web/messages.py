"""What the window's server and its page say to each other.

``scripts/build_web_types.py`` writes the same types for TypeScript, and a test keeps them in step.
"""

from __future__ import annotations

import msgspec

#: A value of a trace or a probe at one moment.
Said = str | float | bool | None


class Message(msgspec.Struct, frozen=True):
    """Base of all messages."""


class RunInfo(Message, frozen=True):
    """A run, or a suite that nobody has run."""

    key: str
    """Its name in addresses."""
    title: str
    agent: str
    """Empty for a suite."""
    suite: str
    task: str
    definition: str
    """What counts as success."""
    conditions: str
    """What was broken, empty for nothing."""
    episodes: int
    finished: int
    success: float | None
    """Mean success of the finished episodes."""


class HomeInfo(Message, frozen=True):
    """A home to walk through."""

    key: str
    title: str
    rooms: int
    objects: int
    people: int


class Index(Message, frozen=True):
    """What there is to see."""

    meadow: str
    """Version."""
    runs: tuple[RunInfo, ...]
    homes: tuple[HomeInfo, ...]
    live: bool
    """Whether a server answers; exported pages have only what was written."""


class RowInfo(Message, frozen=True):
    """An episode in the table of a run."""

    episode: str
    key: str
    """Its name in addresses."""
    home: str
    goal: str
    tags: dict[str, str]
    metrics: dict[str, float | None]
    ending: str
    status: str
    error: str
    shown: bool
    """Whether it can be opened: its replay is there."""


class RunTable(Message, frozen=True):
    """The episodes of a run."""

    run: RunInfo
    rows: tuple[RowInfo, ...]
    headline: tuple[str, ...] = ()
    """Metrics that come first."""


class CameraLens(Message, frozen=True):
    """The robot's main camera and body."""

    width: int
    height: int
    hfov: float
    elevation: float
    yaw: float
    pitch: float
    radius: float
    body_height: float


class Mark(Message, frozen=True):
    """A moment of an episode that is worth a look."""

    step: int
    kind: str
    """"collision", "refused", "detection", "stop", "question", "leg" or "end"."""
    text: str


class GoalInfo(Message, frozen=True):
    """A goal of an episode and where it is."""

    text: str
    objects: tuple[str, ...]
    point: tuple[float, float] | None


class LegInfo(Message, frozen=True):
    """A leg of an episode."""

    kind: str
    first: int
    """Actions taken before it."""
    outcome: str
    success: bool
    goal: int | None
    questions: tuple[str, ...]
    answers: tuple[str, ...]
    truths: tuple[str, ...]
    """The true answers, where the episode has them."""
    right: tuple[bool, ...]
    """Whether each answer is right."""


class EpisodeView(Message, frozen=True):
    """An episode as it was recorded, for the time line and the cameras."""

    episode: str
    run: str
    """Key of the run."""
    agent: str
    home: str
    lens: CameraLens
    goals: tuple[GoalInfo, ...]
    path: tuple[tuple[float, float], ...]
    """The shortest way to the first goal."""
    max_steps: int
    success: bool
    verdict: str
    """How it ended, in words."""
    actions: tuple[str, ...]
    moved: tuple[bool, ...]
    poses: tuple[tuple[float, float, float, float], ...]
    """x, y, yaw and pitch at the start and after each action."""
    distances: tuple[float | None, ...]
    """To the goal, at the start and after each action."""
    reached: tuple[bool, ...]
    trace: dict[str, tuple[Said, ...]]
    """What the agent says of itself, a value for each action."""
    probes: dict[str, tuple[Said, ...]]
    """What was measured, at the start and after each action."""
    legs: tuple[LegInfo, ...]
    marks: tuple[Mark, ...]
    glimpses: tuple[int, ...]
    """Steps of which there is a glimpse of what the agent saw and believed."""


class GlimpsedBox(Message, frozen=True):
    """Something that an agent's detector fires at."""

    box: tuple[float, float, float, float]
    """x0, y0, x1, y1 in pixels of the agent's own frame."""
    score: float
    label: str
    sought: bool
    """Whether it is called what the agent searches for."""


class MapPicture(Message, frozen=True):
    """A layer of an agent's map as a picture of one pixel for a cell, the highest y first."""

    name: str
    kind: str
    """"floor" for free and occupied floor, "goal" for how well places fit the goal."""
    picture: str
    """As a data address; what is unknown is clear."""
    corner: tuple[float, float]
    """Lowest x and y, metres in the frame of the start."""
    cell: float
    """Side of a cell, metres."""
    size: tuple[int, int]
    """Cells along x and along y."""


class Glimpse(Message, frozen=True):
    """What an agent saw and believed after a step, from a re-enactment."""

    step: int
    whole: bool
    """Whether all of it is there; else the agent is still being driven again."""
    reached: int
    """Steps that the agent was driven again so far."""
    frame: str = ""
    """The agent's own frame, as a data address."""
    depth: str = ""
    size: tuple[int, int] = (0, 0)
    """Width and height of the agent's own frame, pixels."""
    boxes: tuple[GlimpsedBox, ...] = ()
    glances: tuple[tuple[float, float, float, float], ...] = ()
    """Parts of the frame that were looked at closely."""
    layers: tuple[MapPicture, ...] = ()
    span: tuple[float, float] | None = None
    """Values of the darkest and the brightest colour of layers of the goal."""
    goal: tuple[float, float] | None = None
    """The place in the home that the agent takes for the goal."""
    believed: tuple[float, float, float] | None = None
    """Where in the home the robot takes itself to be: x, y and yaw."""
    phase: str = ""
    chose: str = ""
    """What the agent chose this time, where it is another action than the record's."""
    note: str = ""
    """Why there is no more, e.g. a model that is not at hand."""


class HomeView(Message, frozen=True):
    """A home, with places that are good to look from."""

    home: str
    lens: CameraLens
    views: tuple[tuple[float, float, float, float], ...]
    """x, y, yaw and pitch."""


class ArmView(Message, frozen=True):
    """What a robot feels of its arm."""

    touch: str
    force: float
    """Kilogram-force."""
    lift: float
    grip: tuple[float, float, float]
    """Ahead, to the left, above the floor, metres."""


class PlayState(Message, frozen=True):
    """What a person who plays is shown: what an agent is told and senses, and no more."""

    seq: int
    """Counts what was shown; an action names the one that it answers."""
    phase: str
    """"wait", "act", "ask", "over" or "failed"."""
    episode: int
    """Which of the episodes that are left it is, from 1."""
    episodes: int
    resumed: int
    """Actions and answers that were taken from an earlier session."""
    task: str = ""
    rule: str = ""
    """What counts as success, in a sentence."""
    goal: str = ""
    kind: str = ""
    leg: int = 0
    step: int = 0
    """Actions taken in this leg."""
    max_steps: int = 0
    actions: tuple[str, ...] = ()
    moved: bool = True
    """False where the last action was refused."""
    pose: tuple[float, float, float, float] | None = None
    """Relative to the start, where the robot senses it."""
    polar: tuple[float, float] | None = None
    """Distance and bearing of the goal, where the robot senses them."""
    arm: ArmView | None = None
    frame: str = ""
    """The picture, as a data address."""
    views: tuple[str, ...] = ()
    """Further pictures: "depth", or names of cameras."""
    question: str = ""
    asked: int = 0
    """Which of the questions it is, from 1."""
    questions: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()
    """One's own earlier ones."""
    film: int = 0
    """Frames of one's own last leg that may be watched now."""
    film_open: bool = False
    """Whether there is such a film during questions."""
    phases: tuple[tuple[str, str], ...] = ()
    """Names of the legs and what to do in each, where the task tells people of them."""
    practice: bool = False
    """Whether this is in no table."""
    note: str = ""


class PlayAct(Message, frozen=True, forbid_unknown_fields=True):
    """An action that a person chose."""

    seq: int
    action: str


class PlayAnswer(Message, frozen=True, forbid_unknown_fields=True):
    """An answer that a person gave."""

    seq: int
    text: str


class PlayFollow(Message, frozen=True, forbid_unknown_fields=True):
    """Where the head and hand of a person with a headset are, and what is pressed."""

    seq: int
    yaw: float
    """Of the head in the home, radians."""
    pitch: float
    hand: tuple[float, float, float] | None = None
    """The hand in the home, metres."""
    squeeze: float = 0.0
    """0 open to 1 as hard as one can."""
    walk: int = 0
    """1 ahead, -1 back."""
    open: bool = False
    close: bool = False
    stop: bool = False


class FollowState(Message, frozen=True):
    """What came of it: where the robot is now."""

    state: PlayState
    robot: tuple[float, float, float, float]
    """x, y, yaw and pitch in the home."""
    action: str
    """What was done, empty where the robot was near enough."""


class Refusal(Message, frozen=True):
    """Why a request was not answered."""

    error: str


#: Messages that have a type of their own in TypeScript.
MESSAGES = (
    Index, RunTable, EpisodeView, Glimpse, HomeView, PlayState, PlayAct, PlayAnswer, PlayFollow,
    FollowState, Refusal,
)  # fmt: skip
