"""``meadow view``: runs, suites and homes in the browser."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import tyro

from meadow.cli.terminal.options import NotNegative


@dataclass(frozen=True, kw_only=True)
class Config:
    """Show runs, suites and homes in the browser: tables, episodes in 3-D, two agents side by side.

    Example: meadow view runs/frontier runs/oracle
    Example: meadow view seed:7,rooms=6
    Example: meadow view runs/frontier --export window/
    """

    what: tyro.conf.Positional[tuple[str, ...]]
    """Run directories, homes (seed:7, a house file), suites or episode files."""
    export: Path | None = None
    """Write the page as files to this directory instead, for any web host."""
    glimpses: NotNegative = 40
    """Of each episode that is written, show at most N steps with what its agent saw and believed."""
    port: NotNegative = 8320
    """Port to listen on; the next free one where it is taken, any for 0."""
    host: str = "127.0.0.1"
    """Address to listen on; any but the loopback needs the token that is printed."""
    no_browser: bool = False
    """Do not open the browser."""


def run(config: Config) -> int:
    """Serve until interrupted, or write the files."""
    from meadow import optional
    from meadow.errors import InvalidValueError
    from meadow.viewer.web.site import WindowSite

    if not config.what:
        raise InvalidValueError("nothing to show: name a run directory, a home or a suite")
    if config.export is not None:
        return _export(config, config.export)
    optional.require("uvicorn")
    site = WindowSite(config.what)
    return serve_site(site, config.host, config.port, browser=not config.no_browser)


def _export(config: Config, out: Path) -> int:
    from meadow.cli.terminal.output import check_directory
    from meadow.cli.terminal.progress import StepProgress
    from meadow.viewer.web.export import export_site
    from meadow.viewer.web.site import WindowSite

    check_directory(out)
    site = WindowSite(config.what, live=False, glimpses=config.glimpses)
    with StepProgress("files") as progress:
        problems = export_site(site, out, progress)
    for problem in problems:
        print(f"left out: {problem}")
    print(f"{out}/index.html: try it with  python -m http.server -d {out}")
    return 1 if problems else 0


def serve_site(
    site: object, host: str, port: int, *, browser: bool, page: str = "", **more: object
) -> int:
    """Listen, say where, open the browser and answer until interrupted."""
    import webbrowser

    from meadow.viewer.web.server import is_loopback, listen, make_app, new_token, serve

    certificate, key = (str(more.pop(name, "") or "") for name in ("certificate", "key"))
    token = "" if is_loopback(host) else new_token()
    listener = listen(host, port)
    scheme = "https" if certificate else "http"
    shown = "127.0.0.1" if is_loopback(host) else host
    address = f"{scheme}://{shown}:{listener.getsockname()[1]}/"
    address += (f"?token={token}" if token else "") + page
    print(f"{address}   (Ctrl-C ends)", flush=True)
    if browser:
        webbrowser.open(address)
    serve(
        make_app(site, token=token, **more),  # type: ignore[arg-type]
        listener,
        certificate=certificate,
        key=key,
    )
    return 0
