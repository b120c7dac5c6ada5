"""Meadow: furnished homes, benchmarks and one harness for language-driven navigation.

Two published benchmarks are here, PASTURE and RobustNav; LangNavBench, DOZE and EXCALIBUR are to come.
"""

__version__ = "0.1.0"

from meadow.adapters.gymnasium import register_when_imported
from meadow.compiled import keep_compiled_code

keep_compiled_code()
register_when_imported()
