"""The surveyors in the benchmark's homes."""

from __future__ import annotations

import numpy as np

from meadow.benchmarks.excalibur.surveyors import rgb_surveyor
from meadow.episodes.houses import load_house
from meadow.episodes.suites import load_suite
from meadow.evaluation.run.rollout import run_episode
from meadow.sim.simulator import MeadowSimulator
from meadow.tasks import TASKS


def test_without_depth_and_pose_it_still_goes_about() -> None:
    episode = load_suite("excalibur-mini")[0]
    agent = rgb_surveyor()
    agent._eyes.every = 10**9  # what things there are is of no interest here
    simulator = MeadowSimulator(episode.embodiment, arm=episode.arm)
    house = load_house(episode.house)
    record = run_episode(simulator, TASKS.make("excalibur"), agent, episode, house)
    places = np.array([(pose[0], pose[1]) for pose in record.poses])[: episode.max_steps]
    steps = np.linalg.norm(np.diff(places, axis=0), axis=1)
    assert (steps > 0.1).sum() > 0.1 * episode.max_steps
    assert np.ptp(places, axis=0).max() > 1.5
