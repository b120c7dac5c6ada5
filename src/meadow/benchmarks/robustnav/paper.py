"""Figures of the paper: Table 2, success and SPL in per cent, and the numbers of its method.

General parts of Meadow have the numbers of the method as their defaults; a test compares them. The
network (visual encoder, goal encoder, combiner, GRU, two heads) and the augmentation are those of the
paper's appendix too, except that ours also feels its last action and gets a bearing as sine and cosine.
"""

from __future__ import annotations

#: Width in pixels of the frames that are corrupted.
FRAME_WIDTH = 400
#: Rewards: for a Stop where it counts, for each metre closer, for every action.
REWARDS = {"success": 10.0, "closer": 1.0, "step": -0.01}
#: PPO and DD-PPO; the learning rate falls to zero.
PPO = {
    "num_steps": 128,
    "epochs": 4,
    "num_minibatches": 1,
    "learning_rate": 3e-4,
    "gae_lambda": 0.95,
    "clip_coef": 0.1,
    "vf_coef": 0.5,
    "entropy_coef": 0.01,
    "max_grad_norm": 0.5,
}
#: Discount of later rewards.
GAMMA = 0.99
#: Steps in the target world that an adapting policy is allowed.
ADAPTATION_STEPS = 166_000

#: Our names of the paper's agents, in the order of its columns.
AGENTS = ("pointnav-rgb", "pointnav-rgbd", "objectnav-rgb", "objectnav-rgbd")

#: Condition -> (success, SPL) of each agent.
TABLE_2: dict[str, tuple[tuple[float, float], ...]] = {
    "clean": ((98.82, 83.13), (98.54, 84.60), (31.05, 14.26), (35.62, 17.20)),
    "low_lighting@5": ((94.36, 75.15), (99.45, 84.97), (10.78, 4.59), (21.64, 9.98)),
    "motion_blur@5": ((95.72, 73.37), (99.36, 85.36), (10.59, 4.03), (20.27, 8.29)),
    "camera_crack": ((82.07, 63.83), (95.72, 81.21), (7.21, 3.57), (24.29, 12.50)),
    "defocus_blur@5": ((75.89, 53.55), (99.09, 85.54), (5.02, 2.42), (19.18, 7.90)),
    "speckle_noise@5": ((67.42, 48.57), (98.73, 84.66), (9.04, 3.66), (18.63, 7.52)),
    "lower_fov": ((42.49, 31.73), (89.08, 73.59), (9.77, 3.90), (9.86, 4.77)),
    "spatter@5": ((33.58, 24.72), (98.91, 84.81), (6.76, 2.93), (21.10, 9.06)),
    "motion_bias_constant": ((92.81, 77.83), (93.36, 79.46), (31.51, 14.09), (31.96, 15.38)),
    "motion_bias_stochastic": ((94.72, 76.95), (96.72, 79.08), (30.87, 14.15), (35.62, 16.39)),
    "motion_drift": ((95.72, 76.19), (93.36, 75.08), (29.68, 13.58), (34.06, 17.03)),
    "pyrobot_ilqr": ((96.00, 67.79), (95.45, 69.27), (32.51, 11.26), (36.35, 13.62)),
    "motor_failure": ((20.56, 17.63), (20.56, 17.62), (4.20, 2.43), (6.39, 3.67)),
    "defocus_blur@5,motion_bias_stochastic": (
        *((76.52, 51.08), (97.18, 79.46), (5.57, 2.00), (18.54, 7.23)),
    ),
    "speckle_noise@5,motion_bias_stochastic": (
        *((62.69, 43.31), (95.81, 78.27), (7.85, 3.73), (18.54, 8.16)),
    ),
    "spatter@5,motion_bias_stochastic": (
        *((33.30, 23.33), (95.81, 78.85), (7.85, 3.09), (21.28, 9.26)),
    ),
    "defocus_blur@5,motion_drift": ((74.25, 50.99), (95.54, 76.66), (4.57, 1.93), (17.35, 6.97)),
    "speckle_noise@5,motion_drift": ((64.42, 44.73), (94.36, 75.23), (8.49, 3.67), (19.82, 8.61)),
    "spatter@5,motion_drift": ((32.94, 23.44), (95.45, 76.61), (6.85, 2.68), (19.54, 8.86)),
}


def printed(agent: str, condition: str) -> tuple[float, float] | None:
    """Success and SPL of the paper's agent of that name, or None where it prints none."""
    if agent not in AGENTS or condition not in TABLE_2:
        return None
    return TABLE_2[condition][AGENTS.index(agent)]
