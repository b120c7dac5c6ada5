"""Requests to the window's server: paths and messages of every kind, fifty in a case."""

from __future__ import annotations

import itertools
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from meadow.evaluation.run.spec import make_spec
from meadow.seeding import Stream
from meadow.testing.asgi import ask
from meadow.testing.fuzz.mutate import change_json
from meadow.testing.fuzz.targets import TARGETS, FuzzTarget
from meadow.testing.runs import point_episodes, point_run

#: Requests in a case; with 200 cases there are 10,000.
REQUESTS = 50
#: Stands in files beside the run, and must stand in no answer.
SECRET = "the-secret-of-the-machine"
_PATHS = (
    "", "index.html", "window.js", "data/index.json", "data/runs/RUN/rows.json", "play/state",
    "data/runs/RUN/episodes/point-0/episode.json", "data/runs/RUN/episodes/point-0/world.bin",
    "data/runs/RUN/episodes/point-0/glimpses/0.json", "data/runs/RUN/episodes/point-0/glimpses/-1.json",
    "data/runs/RUN/episodes/point-0/glimpses/999999.json", "play/world.bin", "play/changes.bin",
    "data/homes/HOME/home.json", "data/runs/RUN/spec.json", "play/film/0.png", "play/view/depth.png",
    "data/../secret.txt", "data/runs/RUN/../../secret.txt", "data/runs/RUN/episodes/../../secret.txt",
    "../secret.txt", "%2e%2e/secret.txt", "data/runs/RUN/episodes/%2e%2e%2fsecret/world.bin",
    "data//etc/passwd", "data/runs//rows.json", "data/runs/RUN/episodes/point-0/", "bundle/window.js",
    "window.js/..", "data/index.json\x00", "play/view/../../secret.png", "play/film/-1.png",
)  # fmt: skip
_HOSTS = (*("localhost:8320",) * 8, *("127.0.0.1",) * 8, "[::1]:8320", "evil.example", "", "\xff")
_BODIES = (
    b'{"seq":1,"action":"MoveAhead"}', b'{"seq":1,"action":"Fly"}', b'{"seq":-1,"text":"a mug"}', b"{", b"",
    b'{"seq":1e400,"action":"Stop"}', b'{"seq":1,"action":"Stop","more":1}', b"[" * 3000, b"x" * 70_000,
    b'{"seq":1,"yaw":0.5,"pitch":-0.2}', b'{"seq":-1,"yaw":0,"pitch":0,"hand":[1,2,1],"squeeze":0.5}',
    b'{"seq":1,"yaw":1e308,"pitch":1e308,"hand":[1e308,-1e308,0],"walk":7,"open":true,"stop":false}',
    b'{"seq":2,"yaw":0,"pitch":0,"hand":[1,2],"walk":1}', b'{"seq":2,"yaw":"left","pitch":null}',
    b'{"seq":1,"action":"RotateLeft"}', b'{"seq":2,"action":"RotateLeft"}', b"\xff\xfe", b"null",
)  # fmt: skip


def _change(data: bytes, rng: Stream) -> bytes:
    """Fifty requests, of which about half are changed."""
    requests = []
    for _ in range(REQUESTS):
        path, body = rng.choice(_PATHS), rng.choice(_BODIES)
        post = rng.integer(0, 2) == 0
        acts = ("play/act", "play/answer", "play/follow")
        path = rng.choice(acts) if post and rng.integer(0, 1) else path
        if rng.integer(0, 1):
            path = _bent(path, rng)
        headers = {"host": rng.choice(_HOSTS)}
        if rng.integer(0, 3) == 0:
            headers["origin"] = rng.choice(("http://evil.example", "http://localhost:8320", "null"))
        if rng.integer(0, 3) == 0:
            headers["cookie"] = rng.choice(("meadow-token=x", "=;=;;", "a" * 5000))
        text = body.decode("latin-1")
        requests.append({"post": post, "path": path, "headers": headers, "body": text})
    changed = json.dumps(requests).encode()
    return change_json(changed, rng) if rng.integer(0, 2) == 0 else changed


def _bent(path: str, rng: Stream) -> str:
    at = rng.integer(0, len(path))
    piece = ("../", "%00", "\x00", "//", "é", "?token=", "#", "a" * 2000, "..\\", "%2f", "RUN")
    return path[:at] + rng.choice(piece) + path[at + rng.integer(0, 3) :]


@TARGETS.register("window")
def requests_to_window(folder: Path) -> FuzzTarget:
    """Requests: none fails inside, none tells what lies beside the run, all are answered soon."""
    (folder / "secret.txt").write_text(SECRET)
    run = point_run(folder)
    (run / "secret.json").write_text(json.dumps(SECRET))
    played = itertools.count()
    episodes = point_episodes(folder)

    def feed(data: bytes) -> None:
        from meadow.viewer.web.play import PlaySession
        from meadow.viewer.web.server import make_app
        from meadow.viewer.web.site import WindowSite

        try:
            requests = [one for one in json.loads(data) if isinstance(one, Mapping)]
        except (ValueError, TypeError):
            return
        out = folder / f"played-{next(played)}"
        session = PlaySession(make_spec("points", episodes, "person"), episodes, out)
        session.start()
        app = make_app(WindowSite([run, folder / "a.json.gz"]), player=session)
        try:
            for request in requests:
                _check(app, request, {"RUN": run.name, "HOME": "a.json.gz"})
        finally:
            session.close()

    return FuzzTarget((b"[]",), _change, feed)


def _check(app: Any, request: Mapping[str, Any], names: Mapping[str, str]) -> None:
    """Ask, and raise for an answer that no request may get."""
    path = "/" + str(request.get("path", ""))
    for name, real in names.items():
        path = path.replace(name, real)
    headers = request.get("headers")
    body = str(request.get("body", "")).encode("latin-1", "replace")
    given = headers if isinstance(headers, Mapping) else {}
    answer = ask(app, path, body if request.get("post") else None, given)
    assert 200 <= answer.status < 500, f"{path!r}: status {answer.status}"
    assert SECRET.encode() not in answer.body, f"{path!r} told the secret"
