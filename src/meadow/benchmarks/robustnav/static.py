"""The paper's Table 1: what corruptions cost a detector beside what they cost agents."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from meadow import serialize
from meadow.evaluation.run.spec import check_positive
from meadow.evaluation.study.kept import load_kept
from meadow.evaluation.study.plan import OutOption
from meadow.evaluation.study.screen import Screen


@dataclass(frozen=True, kw_only=True)
class Config:
    """Table 1: the detection AP of ``eyes`` in corrupted frames beside the drop in success of kept agents.

    The last line is the rank correlation: does what is bad for a detector predict what is bad for agents?
    The next ``tables`` draws it into static.md.

    Example: meadow study robustnav static --frames 240 -o results/robustnav
    """

    model: str = "eyes-s"
    """eyes-s or eyes-b (see: meadow models list)."""
    frames: int = 240
    """Held-out frames for each condition."""
    condition: str = ""
    """Only these conditions, commas between; by default the paper's seven visual ones at severity 5."""
    out: OutOption = Path("results/robustnav")
    """Where the study is kept: its agents are the columns, and static.json is put there."""


def run(config: Config, screen: Screen) -> int:
    """Look at frames in every condition, show the table, keep the figures."""
    from meadow.benchmarks.robustnav.study import STUDY, conditions, kind, sweeps_of
    from meadow.benchmarks.robustnav.tables import static_table
    from meadow.learning.eyes.exam.corrupted import detection
    from meadow.models.eyes import load_eyes

    check_positive("--frames", config.frames)
    names = [name.strip() for name in config.condition.split(",") if name.strip()]
    wanted = [c for c in conditions() if kind(c) in ("clean", "vis")]
    eyes = load_eyes(config.model)
    static = {}
    for condition in STUDY.chosen_conditions(names) if names else wanted:
        with screen.steps(f"frames in {condition}") as progress:
            static[condition] = detection(
                eyes, condition, config.frames, lambda done, total: progress(done, total, {})
            )
        screen.say(f"{condition}: AP50 {static[condition]:.1%}")
    screen.show(static_table(static, sweeps_of(load_kept(config.out / "runs"))))
    serialize.write(config.out / "static.json", static, indent=True)
    return 0
