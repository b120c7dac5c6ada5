"""The window as files that any web host serves, without a server of ours."""

from __future__ import annotations

from pathlib import Path

from meadow import serialize
from meadow.errors import MeadowError
from meadow.protocols import Progress
from meadow.viewer.web.server import PAGE, bundled
from meadow.viewer.web.site import WindowSite, takes_long


def export_site(site: WindowSite, out: str | Path, progress: Progress | None = None) -> list[str]:
    """Write the page and all that it shows; what was written before is kept, so the same call goes on.

    Returns what could not be written and why, e.g. an episode whose home is missing.
    """
    out = Path(out)
    paths, problems = list(site.paths()), []
    for name in sorted({name for name, _ in PAGE.values()}):
        _write(out / name, bundled(name))
    for done, path in enumerate(paths, start=1):
        file = out / "data" / path
        # Worlds and glimpses follow from the replay and take longest; all else may have changed.
        if not ((path.endswith(".bin") or takes_long(path)) and file.is_file()):
            try:
                _write(file, site.read(path))
            except MeadowError as error:
                problems.append(f"{path}: {error}")
        if progress:
            progress(done, len(paths), {})
    return problems


def _write(file: Path, data: bytes) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    serialize.write_bytes(file, data, sync=False)
