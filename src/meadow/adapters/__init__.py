"""Adapters to other software: Gymnasium, and other renderers for speed comparisons."""
