"""Maps that agents build from what they sense."""
