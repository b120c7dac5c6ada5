"""A server that repeats the key in all that it says, and no file of a run that holds it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import zlib
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from meadow.cli.main import run
from meadow.testing.tiny_suite import write_tiny_suite

KEY = "sk-4f9Qz81xK7"

#: Asks before every episode, with a cassette, and says what it heard: in its trace, or as an error.
AGENT = """
import logging
from meadow.agents import AGENTS
from meadow.agents.reference import RandomAgent
from meadow.models import load_model

logging.basicConfig(level=logging.DEBUG)

@AGENTS.register("test-chatty")
class Chatty(RandomAgent):
    def __init__(self, url="", tape=""):
        super().__init__()
        self._model = load_model(f"openai:tiny@{url}", cassette=tape, mode="record", retries=1)

    def reset(self, brief):
        super().reset(brief)
        self._heard = self._model.chat([{"role": "user", "content": f"{brief.seed}"}]).text
        if "raise" in self._heard:
            raise RuntimeError(f"heard {self._heard}")

    def trace(self):
        return {"heard": self._heard}
"""


class Echo(BaseHTTPRequestHandler):
    """Answers with its headers: as an answer, as an error that passes, or as one that lasts."""

    asked = 0

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        Echo.asked += 1
        key = self.headers["Authorization"]
        status = {2: 503, 4: 401}.get(Echo.asked, 200)
        escaped = "".join(f"\\u{ord(c):04x}" for c in key)
        text = f'"{key} {escaped}{" raise" if Echo.asked == 5 else ""}"'
        body = f'{{"choices": [{{"message": {{"content": {text}}}}}], "{key}": "{key}"}}'.encode()
        self.send_response(status, f"said {key}")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: object) -> None:
        pass


@pytest.fixture
def url() -> Iterator[str]:
    Echo.asked = 0
    http = ThreadingHTTPServer(("127.0.0.1", 0), Echo)
    threading.Thread(target=http.serve_forever, args=(0.02,), daemon=True).start()
    yield f"http://127.0.0.1:{http.server_address[1]}/v1"
    http.shutdown()
    http.server_close()


def meadow(tmp_path: Path, *arguments: object) -> subprocess.CompletedProcess:
    plugin = tmp_path / "chatty.py"
    plugin.write_text(AGENT)
    environment = {**os.environ, "OPENAI_API_KEY": KEY, "MEADOW_PLUGINS": str(plugin)}
    command = [sys.executable, "-m", "meadow", *map(str, arguments)]
    return subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, check=False)


def contents(folder: Path) -> Iterator[tuple[Path, bytes]]:
    """Every file, and what is packed inside of it."""
    for file in filter(Path.is_file, folder.rglob("*")):
        data = file.read_bytes()
        yield file, data
        for start in range(len(data)):
            if data[start : start + 1] in (b"\x78", b"\x1f"):
                for bits in (15, 31):
                    try:
                        yield file, zlib.decompressobj(bits).decompress(data[start:])
                    except zlib.error:
                        continue


def test_no_artefact_of_a_run_holds_the_key(url, tmp_path) -> None:
    suite = write_tiny_suite(tmp_path / "suite", 4, max_steps=3)
    out, tape = tmp_path / "run", tmp_path / "tape"
    options = ("--option", f"url={url}", "--option", f"tape={tape}")
    ran = meadow(
        tmp_path,
        "eval",
        suite,
        "--agent",
        "test-chatty",
        *options,
        "-o",
        out,
        "--executor",
        "inline",
    )
    assert (out / "rows.jsonl").is_file(), ran.stderr
    rows = [json.loads(line) for line in (out / "rows.jsonl").read_text().splitlines()]
    errors = [row.get("error", "") for row in rows]
    assert any("401" in error for error in errors)
    assert any("heard" in error for error in errors)
    assert list(tape.glob("*.json"))
    reported = meadow(tmp_path, "report", out, "-o", tmp_path / "report")
    assert reported.returncode == 0, reported.stderr
    said = ran.stdout + ran.stderr + reported.stdout + reported.stderr
    assert KEY.encode() not in said
    hidden = 0
    for file, data in contents(tmp_path):
        assert KEY.encode() not in data, file
        hidden += b"[redacted]" in data
    assert hidden > 3  # the server's words are there, without the key


@pytest.mark.parametrize("option", ["url=http://me:hunter22@127.0.0.1:9/v1", f"tape={KEY}"])
def test_options_with_a_password_or_the_key_never_reach_the_spec(
    monkeypatch, capsys, tmp_path, option
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    suite = write_tiny_suite(tmp_path / "suite", 1, max_steps=3)
    out = tmp_path / "run"
    assert run(["eval", str(suite), "--agent", "random", "--option", option, "-o", str(out)]) == 2
    shown = capsys.readouterr()
    assert "OPENAI_API_KEY" in shown.err
    assert not out.exists()
    assert not any(word in shown.err + shown.out for word in ("hunter22", KEY))
