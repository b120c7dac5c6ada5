"""Step sixteen environments at once through Gymnasium."""

import gymnasium as gym

import meadow

print(f"Meadow {meadow.__version__} has registered its environments")
envs = gym.make_vec(
    "meadow/PointNav-v0",
    num_envs=16,
    vectorization_mode="vector_entry_point",
    houses=range(2),
    rooms=(1, 2),
)
observations, infos = envs.reset(seed=0)
print({name: value.shape for name, value in observations.items()})
total = 0.0
for _ in range(10):
    observations, rewards, terminated, truncated, infos = envs.step(envs.action_space.sample())
    total += rewards.sum()
print(f"10 steps of 16 robots brought a reward of {total:.2f}")
envs.close()
