"""Furniture: what people sit, sleep and work at, and what they store things in."""
