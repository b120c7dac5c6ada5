"""What the studies of published papers have in common."""
