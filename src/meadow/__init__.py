"""Meadow: furnished homes, five benchmarks and one harness for language-driven navigation."""

__version__ = "0.1.0"

from meadow.environments import register_when_imported

register_when_imported()
