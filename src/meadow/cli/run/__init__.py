"""Commands that run agents and look at what came out."""
