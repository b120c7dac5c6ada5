"""Commands that train models and policies."""
