"""The conditions of RobustNav (Chattopadhyay et al. 2021): clean, corruptions, and pairs of them."""

from __future__ import annotations

from collections.abc import Sequence

from meadow.corruptions import parse, text

CLEAN = "clean"
#: In the order of the paper's Table 2; those of the first row have severities.
GRADED = ("low_lighting", "motion_blur", "defocus_blur", "speckle_noise", "spatter")
VISUAL = (
    "low_lighting",
    "motion_blur",
    "camera_crack",
    "defocus_blur",
    "speckle_noise",
    "lower_fov",
    "spatter",
)
DYNAMICS = (
    "motion_bias_constant",
    "motion_bias_stochastic",
    "motion_drift",
    "pyrobot_ilqr",
    "motor_failure",
)
PAIRED = ("defocus_blur", "speckle_noise", "spatter")
#: Partners of these; the last one only in the paper's Table 5.
PARTNERS = ("motion_bias_stochastic", "motion_drift", "pyrobot_ilqr")
#: The paper's Table 4: without noise, then with the noise of the Habitat Challenge.
CHALLENGE = (
    "no_noise",
    "low_lighting@5,no_noise",
    "spatter@5,no_noise",
    "gaussian_noise@3,depth_noise@2,pyrobot_proportional",
    "low_lighting@5,depth_noise@2,pyrobot_proportional",
    "spatter@5,depth_noise@2,pyrobot_proportional",
)
#: Figures 4, 7 and 8 show these.
BEHAVIOUR = (
    CLEAN,
    "defocus_blur@5",
    "speckle_noise@5",
    "motion_drift",
    "defocus_blur@5,motion_drift",
    "speckle_noise@5,motion_drift",
)
#: Rows of Tables 6 and 7.
BY_DIFFICULTY = (
    CLEAN,
    "low_lighting@5",
    "camera_crack",
    "spatter@5",
    "speckle_noise@5,motion_bias_stochastic",
    "spatter@5,motion_bias_stochastic",
    "speckle_noise@5,motion_drift",
    "spatter@5,motion_drift",
)
_TITLES = {
    "motion_bias_constant": "Motion Bias (C)",
    "motion_bias_stochastic": "Motion Bias (S)",
    "pyrobot_ilqr": "PyRobot (ILQR)",
    "pyrobot_proportional": "PyRobot (Proportional)",
    "lower_fov": "Lower FOV",
}


def conditions(severities: Sequence[int] = (5,), *, challenge: bool = False) -> list[str]:
    """Clean, all visual, all dynamics, and the pairs of both; Table 2 for severity 5 alone."""
    found = [CLEAN]
    for name in VISUAL:
        found += [f"{name}@{s}" for s in severities] if name in GRADED else [name]
    found += DYNAMICS
    partners = PARTNERS if len(severities) > 1 else PARTNERS[:2]
    for partner in partners:
        found += [f"{name}@{s},{partner}" for name in PAIRED for s in severities]
    return found + list(CHALLENGE if challenge else ())


def chosen(known: Sequence[str], only: str) -> list[str]:
    """The conditions of a list such as ``clean,spatter@5,motion_drift+spatter@3``.

    Parts of a composition are joined by "+". Names that are not among the usual conditions are run too;
    clean always is, because everything is compared with it.
    """
    if not only:
        return list(known)
    names = [text(parse(item.split("+"))) for item in only.split(",")]
    return [CLEAN, *(name for name in dict.fromkeys(names) if name != CLEAN)]


def title(condition: str) -> str:
    """A condition in words, as the paper's tables have it."""
    if condition == CLEAN:
        return "Clean"
    words = []
    for one in parse(condition):
        name = one.corruption.name
        severity = f" (S{one.severity})" if one.corruption.graded else ""
        words.append(_TITLES.get(name, name.replace("_", " ").title()) + severity)
    return " + ".join(words)


def kind(condition: str) -> str:
    """clean, vis, dyn or vis+dyn; other senses count as vis."""
    parts = {"dyn" if c.corruption.part == "drive" else "vis" for c in parse(condition)}
    return "+".join(sorted(parts, reverse=True)) or CLEAN
