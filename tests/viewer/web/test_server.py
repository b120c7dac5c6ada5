"""The window's server: what it tells, and what it refuses."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from meadow.errors import InvalidValueError, MeadowError
from meadow.testing.asgi import Response, ask
from meadow.testing.runs import point_run
from meadow.viewer.web.messages import EpisodeView, HomeView, Index, RunTable
from meadow.viewer.web.server import (
    BURST,
    COOKIE,
    LARGEST_BODY,
    Gate,
    Refused,
    is_loopback,
    listen,
    make_app,
)
from meadow.viewer.web.site import WindowSite
from meadow.viewer.web.world import unpack

pytest.importorskip("starlette", reason="needs the extra view")

HERE = "localhost:8320"


class Page:
    """A browser at an address, with its cookies."""

    def __init__(self, app: Any, host: str = HERE) -> None:
        self._app, self._host = app, host
        self.cookie = ""

    def get(self, path: str, body: bytes | None = None, **headers: str) -> Response:
        given = {"host": self._host, "cookie": self.cookie, **headers}
        answer = ask(self._app, path, body, given)
        self.cookie = answer.headers.get("set-cookie", self.cookie).partition(";")[0]
        return answer


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return point_run(tmp_path_factory.mktemp("window"))


@pytest.fixture(scope="module")
def site(run: Path) -> WindowSite:
    return WindowSite([run, run.parent / "points.jsonl", run.parent / "a.json.gz"])


@pytest.fixture
def page(site: WindowSite) -> Page:
    return Page(make_app(site))


def test_the_page_and_all_that_the_index_names_can_be_read(page: Page) -> None:
    assert "text/html" in page.get("/").headers["content-type"]
    assert len(page.get("/window.js").body) < 1_000_000
    index = msgspec.json.decode(page.get("/data/index.json").body, type=Index)
    assert [one.agent for one in index.runs] == ["forward", ""]
    for run in index.runs:
        rows = page.get(f"/data/runs/{run.key}/rows.json").body
        table = msgspec.json.decode(rows, type=RunTable)
        assert len(table.rows) == run.episodes == 3
        for row in table.rows[:1]:
            place = f"/data/runs/{run.key}/episodes/{row.key}"
            view = msgspec.json.decode(page.get(f"{place}/episode.json").body, type=EpisodeView)
            header, _ = unpack(page.get(f"{place}/world.bin").body)
            assert header.steps == len(view.actions) == len(view.poses) - 1
    home = index.homes[0].key
    seen = msgspec.json.decode(page.get(f"/data/homes/{home}/home.json").body, type=HomeView)
    assert seen.views
    assert unpack(page.get(f"/data/homes/{home}/world.bin").body)[0].steps == 0


def test_marks_say_where_something_happened(page: Page, run: Path) -> None:
    view = page.get(f"/data/runs/{run.name}/episodes/point-0/episode.json").json()
    refused = [step for step, moved in enumerate(view["moved"], start=1) if not moved]
    assert refused
    assert [m["step"] for m in view["marks"] if m["kind"] == "collision"] == refused


@pytest.mark.parametrize(
    "path",
    [
        "/data/../secret", "/data/runs/RUN/spec.json", "/data/runs/RUN/episodes/..%2f..%2fspec/world.bin",
        "/data/runs/none/rows.json", "/spec.json", "/play/state", "/data/", "/data/runs",
    ],
)  # fmt: skip
def test_nothing_else_is_told(page: Page, run: Path, path: str) -> None:
    (run.parent / "secret").write_text("a secret")
    answer = page.get(path.replace("RUN", run.name))
    assert answer.status == 404
    assert "a secret" not in answer.text
    assert answer.json()["error"]


def test_only_this_machine_may_ask_without_a_token(page: Page) -> None:
    answer = page.get("/data/index.json", host="evil.example")
    assert answer.status == 403
    assert "evil.example" in answer.json()["error"]


def test_a_token_is_asked_for_and_then_kept_in_a_cookie(site: WindowSite) -> None:
    page = Page(make_app(site, token="the-token"), "192.168.0.7:8320")
    assert page.get("/data/index.json").status == 401
    assert page.get("/?token=wrong").status == 401
    answer = page.get("/?token=the-token")
    assert answer.status == 200
    assert "HttpOnly" in answer.headers["set-cookie"]
    assert page.cookie == f"{COOKIE}=the-token"
    assert page.get("/data/index.json").status == 200


def test_large_messages_and_other_pages_are_refused(site: WindowSite) -> None:
    def player(path: str, body: bytes | None) -> tuple[str, bytes]:
        return "text/plain", body or b""

    page = Page(make_app(site, player=player))
    assert page.get("/play/act", b"x").text == "x"
    assert page.get("/play/act", b"x" * (LARGEST_BODY + 1)).status == 413
    assert page.get("/play/act", b"x", origin="http://evil.example").status == 403
    assert page.get("/" + "x" * 2000).status == 414


def test_many_requests_are_too_many_until_time_passes() -> None:
    gate = Gate()
    for _ in range(BURST):
        gate.admit("one", 0.0)
    with pytest.raises(Refused, match="too many"):
        gate.admit("one", 0.0)
    gate.admit("another", 0.0)
    gate.admit("one", 1.0)


def test_errors_inside_are_a_sentence_for_the_page(site: WindowSite) -> None:
    def player(path: str, body: bytes | None) -> tuple[str, bytes]:
        raise ZeroDivisionError("the innermost")

    answer = Page(make_app(site, player=player)).get("/play/state")
    assert answer.status == 500
    assert "the innermost" not in answer.text
    assert "ZeroDivisionError" in answer.json()["error"]


def test_pages_are_never_framed_and_load_nothing_from_elsewhere(page: Page) -> None:
    headers = page.get("/").headers
    assert headers["x-frame-options"] == "DENY"
    assert "default-src 'self'" in headers["content-security-policy"]


def test_what_cannot_be_shown_is_named() -> None:
    with pytest.raises(InvalidValueError, match="expected a run directory, a home"):
        WindowSite(["no-such-thing"])


def test_two_runs_of_one_name_have_two_keys(run: Path) -> None:
    assert len(WindowSite([run, run]).runs) == 2


def test_a_taken_port_leads_to_the_next() -> None:
    first = listen("127.0.0.1", 0)
    port = first.getsockname()[1]
    second = listen("127.0.0.1", port)
    assert second.getsockname()[1] != port
    first.close()
    second.close()
    with pytest.raises(MeadowError, match="--port"):
        listen("192.0.2.1", 8320)


def test_loopback_has_a_few_names() -> None:
    assert is_loopback("127.0.0.1")
    assert not is_loopback("0.0.0.0")
