"""Corruptions of the dynamics: what the wheels make of an action."""
