"""Corruptions of the depth image."""
