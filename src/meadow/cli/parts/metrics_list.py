"""``meadow metrics list``."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Config:
    """Explain every metric of a run's rows and tables.

    Files hold rates as fractions of 1; tables print them in per cent.
    """


def run(config: Config) -> int:
    """Print each metric with its unit and meaning."""
    from meadow.cli.terminal.help import listing, plain_text
    from meadow.evaluation.report.tables import metric_meaning, metric_title
    from meadow.metrics import METRICS

    entries = []
    for entry in METRICS:
        unit = metric_title(entry.name).partition(" (")[2].rstrip(")")
        text = plain_text(metric_meaning(entry.name))
        entries.append((f"{entry.name} ({unit})" if unit else entry.name, text))
    print(listing(entries, indent=""), end="")
    print(
        "\nA mean leaves out episodes in which the metric is None; n counts the others.\n"
        "Intervals are 95 % bootstrap intervals over homes."
    )
    return 0
