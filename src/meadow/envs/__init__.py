"""Worlds to train in: homes, rewards, teachers, corruptions, single and batched environments."""
