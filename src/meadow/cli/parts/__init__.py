"""Commands that list and describe what is registered."""
