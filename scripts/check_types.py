"""Check types over the whole package: no package may have more errors than ``types.json`` allows.

python scripts/check_types.py            # fails when a package got worse
python scripts/check_types.py --write    # lowers the allowed numbers after a clean-up; never raises one
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[1]
ALLOWED = ROOT / "types.json"
_ERROR = re.compile(r"^src/meadow/(\w+)(?:\.py)?[/:].*: error: ")


def counted() -> tuple[Counter[str], str]:
    """Errors of each package under mypy's strict rules, and what mypy said."""
    command = [sys.executable, "-m", "mypy", "--no-error-summary", "src/meadow"]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if told.returncode not in (0, 1):
        sys.exit(f"mypy could not run:\n{told.stdout}{told.stderr}")
    found = (match.group(1) for line in told.stdout.splitlines() if (match := _ERROR.match(line)))
    return Counter(found), told.stdout


def main() -> int:
    """Compare with what is allowed."""
    allowed: dict[str, int] = json.loads(ALLOWED.read_text())
    found, told = counted()
    if "--write" in sys.argv:
        lower = {name: min(found[name], allowed.get(name, 0)) for name in sorted(allowed)}
        ALLOWED.write_text(json.dumps({k: v for k, v in lower.items() if v}, indent=2) + "\n")
    worse = {name: count for name, count in found.items() if count > allowed.get(name, 0)}
    for name, count in sorted(worse.items()):
        lines = [line for line in told.splitlines() if line.startswith(f"src/meadow/{name}")]
        print("\n".join(lines))
        print(f"{name}: {count} type errors, {allowed.get(name, 0)} allowed; mend the new ones\n")
    better = [name for name, count in allowed.items() if found[name] < count]
    if better and not worse and "--write" not in sys.argv:
        print(
            f"fewer errors than allowed in {', '.join(better)}: run scripts/check_types.py --write"
        )
    print(
        f"{sum(found.values())} type errors, none of them new" if not worse else "types got worse"
    )
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main())
