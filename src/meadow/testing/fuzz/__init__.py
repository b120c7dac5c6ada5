"""A fuzzer: valid files are changed at random, and reading them must end in Meadow's own errors.

    python -m meadow.testing.fuzz --cases 200 --seed 1 -o fuzz.json

A *target* is one kind of input: valid samples, how they are changed, and a function that reads a changed
one and uses it as Meadow would. A case passes when that function returns or raises a
:class:`~meadow.errors.MeadowError`. Any other exception, a crash of the process, more than 20 seconds of
work and more than 2 GB of memory are failures. Cases depend on seed, target and number alone.

A new target is one registered function in ``targets.py``.
"""

from __future__ import annotations

from meadow.testing.fuzz.runner import FuzzFailure, Tally, fuzz
from meadow.testing.fuzz.targets import TARGETS, FuzzTarget
from meadow.testing.fuzz.window import requests_to_window

__all__ = ["TARGETS", "FuzzFailure", "FuzzTarget", "Tally", "fuzz", "requests_to_window"]
