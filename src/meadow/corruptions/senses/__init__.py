"""Corruptions of what is sensed over time: late, lost or drifting."""
