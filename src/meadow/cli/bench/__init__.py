"""Commands that measure Meadow's own speed."""
