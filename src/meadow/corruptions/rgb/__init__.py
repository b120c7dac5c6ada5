"""Corruptions of the colour image."""
