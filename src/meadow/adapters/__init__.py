"""Doors to other ecosystems."""
