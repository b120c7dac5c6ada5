"""The chat client against a real HTTP server that misbehaves on request."""

from __future__ import annotations

import json
import math
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import msgspec
import numpy as np
import pytest

from meadow.errors import InvalidValueError, MeadowError
from meadow.models import load_model
from meadow.models.fakes import FakeLanguageModel
from meadow.models.llm import AnswerError, ChatClient, ServerError, image_part
from meadow.models.llm.client import find_option
from meadow.models.llm.transport import Transport


def said(text: str, **more: object) -> dict:
    usage = {"prompt_tokens": 10, "completion_tokens": 5}
    choice = {"message": {"role": "assistant", "content": text}, **more}
    return {"choices": [choice], "usage": usage}


class Server:
    """Serves one scripted behaviour per request, in order; the last one repeats."""

    def __init__(self) -> None:
        self.script: list[Callable[[BaseHTTPRequestHandler], None]] = []
        self.bodies: list[dict] = []
        self.keys: list[str | None] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                length = int(self.headers["Content-Length"])
                outer.bodies.append(json.loads(self.rfile.read(length)))
                outer.keys.append(self.headers["Authorization"])
                turn = min(len(outer.bodies), len(outer.script)) - 1
                outer.script[turn](self)

            def log_message(self, *args: object) -> None:
                pass

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._http.daemon_threads = True
        threading.Thread(target=self._http.serve_forever, args=(0.02,), daemon=True).start()
        self.url = f"http://127.0.0.1:{self._http.server_address[1]}/v1"

    def close(self) -> None:
        self._http.shutdown()
        self._http.server_close()


def answer(
    value: object, status: int = 200, **headers: str
) -> Callable[[BaseHTTPRequestHandler], None]:
    def act(handler: BaseHTTPRequestHandler) -> None:
        data = value if isinstance(value, bytes) else json.dumps(value).encode()
        handler.send_response(status)
        for name, content in headers.items():
            handler.send_header(name.replace("_", "-"), content)
        if "Content_Length" not in headers:
            handler.send_header("Content-Length", str(len(data)))
        handler.end_headers()
        handler.wfile.write(data)

    return act


def drip(handler: BaseHTTPRequestHandler) -> None:
    """One byte at a time, for ever: each arrives well within any socket timeout."""
    handler.send_response(200)
    handler.send_header("Content-Length", "100000")
    handler.end_headers()
    try:
        for _ in range(100):
            handler.wfile.write(b" ")
            time.sleep(0.02)
    except OSError:
        pass


@pytest.fixture
def server() -> Iterator[Server]:
    server = Server()
    yield server
    server.close()


def client(server: Server, waits: list[float] | None = None, **options) -> ChatClient:
    sleep = (waits if waits is not None else []).append
    transport = Transport(server.url, key="secret", timeout=5.0, retries=3, sleep=sleep)
    return ChatClient("tiny", server.url, transport=transport, **options)


HELLO = [{"role": "user", "content": "hello"}]


def test_a_chat_is_sent_counted_and_priced(server: Server) -> None:
    server.script = [answer(said("hi"))]
    model = client(server, prices=(2.0, 6.0))
    reply = model.chat(HELLO, max_tokens=7)
    assert (reply.text, reply.prompt_tokens, reply.completion_tokens) == ("hi", 10, 5)
    assert server.bodies[0]["messages"] == HELLO
    assert server.bodies[0]["max_tokens"] == 7
    assert server.bodies[0]["temperature"] == 0.0
    assert server.keys == ["Bearer secret"]
    assert model.usage.cost == pytest.approx((10 * 2 + 5 * 6) / 1e6)


@pytest.mark.parametrize(
    "trouble",
    [
        answer({"error": "slow down"}, 429),
        answer({"error": "oops"}, 500),
        answer({}, 503),
        answer(b"<html>bad gateway</html>"),
        answer(b'{"choices": [{"mess'),
        answer(b'{"choices": []', Content_Length="5000"),
        answer(b"[1, 2]"),
        lambda handler: handler.connection.close(),
    ],
    ids=["429", "500", "503", "garbage", "cut-json", "cut-connection", "list", "hang-up"],
)
def test_passing_trouble_is_retried(server: Server, trouble) -> None:
    server.script = [trouble, trouble, answer(said("at last"))]
    waits: list[float] = []
    model = client(server, waits)
    assert model.chat(HELLO).text == "at last"
    assert waits == [0.5, 1.0]
    assert model.usage.retries == 2


def test_the_server_says_how_long_to_wait(server: Server) -> None:
    server.script = [answer({}, 429, Retry_After="7"), answer(said("hi"))]
    waits: list[float] = []
    client(server, waits).chat(HELLO)
    assert waits == [7.0]


@pytest.mark.parametrize(("status", "says"), [(401, "OPENAI_API_KEY"), (404, "/v1"), (400, "400")])
def test_lasting_trouble_is_not_retried(server: Server, status: int, says: str) -> None:
    server.script = [answer({"error": "no"}, status)]
    with pytest.raises(ServerError, match=says) as error:
        client(server).chat(HELLO)
    assert len(server.bodies) == 1
    assert "secret" not in str(error.value)


def test_retries_end(server: Server) -> None:
    server.script = [answer({"error": "down"}, 500)]
    with pytest.raises(ServerError, match="500"):
        client(server).chat(HELLO)
    assert len(server.bodies) == 4


def test_dripping_bytes_do_not_hold_it_beyond_its_deadline(server: Server) -> None:
    server.script = [drip]
    transport = Transport(server.url, timeout=0.2, retries=0)
    with pytest.raises(ServerError, match="within 0.2 s"):
        ChatClient("tiny", server.url, transport=transport).chat(HELLO)


def test_nobody_listening_is_said() -> None:
    server = Server()
    url = server.url
    server.close()
    transport = Transport(url, timeout=2.0, retries=0)
    with pytest.raises(ServerError, match="Is the server running"):
        ChatClient("tiny", url, transport=transport).chat(HELLO)


def test_an_answer_without_choices_is_no_answer(server: Server) -> None:
    server.script = [answer({"object": "error"})]
    with pytest.raises(ServerError, match="no choices"):
        client(server).chat(HELLO)


DEEP = b"[" * 100_000 + b"]" * 100_000


@pytest.mark.parametrize(
    "odd",
    [
        {"choices": "many"},
        {"choices": [3]},
        {"choices": [{"message": "hi"}]},
        {"choices": [{"message": {"content": ["hi"]}}]},
        {"choices": [{"message": {"content": {"text": "hi"}}}]},
        said("hi") | {"usage": ["many"]},
        said("hi") | {"usage": {"prompt_tokens": "ten"}},
        said("hi") | {"usage": {"prompt_tokens": -5}},
        said("hi") | {"usage": {"completion_tokens": 1.5}},
        b'{"choices": [{"message": {"content": "hi"}}], "usage": {"prompt_tokens": NaN}}',
        b'{"choices": [{"message": {"content": "hi"}}], "usage": {"prompt_tokens": 1e999}}',
        b'{"choices": [{"message": {"content": ' + DEEP + b"}}]}",
        b'{"choices": [{"message": {"content": "\xff"}}]}',
        b'{"choices": [{"message": {"content": "\\ud800"}}]}',
        DEEP,
    ],
    ids=range(15),
)
def test_odd_answers_are_errors_of_the_server(server: Server, odd) -> None:
    server.script = [answer(odd)]
    with pytest.raises(ServerError):
        client(server).chat(HELLO)


@pytest.mark.parametrize(
    "logprobs",
    [
        "none",
        {"content": {"A": -1.0}},
        {"content": ["A"]},
        {"content": [{"top_logprobs": [{"token": "A", "logprob": 1000.0}]}]},
        {"content": [{"top_logprobs": [{"token": 7, "logprob": -1.0}]}]},
        {"content": [{"top_logprobs": [{"token": "A", "logprob": "likely"}]}]},
    ],
    ids=range(6),
)
def test_odd_log_probabilities_are_errors_of_the_server(server: Server, logprobs) -> None:
    server.script = [answer(said("A", logprobs=logprobs))]
    with pytest.raises(ServerError, match="logprobs"):
        client(server).choose("Where?", ROOMS)


def test_json_within_an_answer_may_be_nested_too_deeply(server: Server) -> None:
    server.script = [answer(said('{"more": ' + DEEP.decode() + "}"))]
    with pytest.raises(AnswerError, match="nested"):
        client(server).answer(HELLO, Place)


@pytest.mark.parametrize(
    "url",
    [
        "http://me:hunter22@localhost/v1",
        "http://hunter22@localhost/v1",
        "http://me:hunter/22@localhost/v1",
        "http://localhost/v1?key=x#@hunter22",
        "http://localhost:port/v1",
        "http://localhost:99999/v1",
        "http://[::1/v1",
        "http://local host/v1",
        "http://localhost/v1\nX: y",
    ],
)
def test_addresses_that_hold_a_login_or_are_none_are_refused(url: str) -> None:
    with pytest.raises(InvalidValueError, match="base URL") as error:
        Transport(url)
    assert "hunter" not in str(error.value)


class Place(msgspec.Struct):
    room: str
    likely: float


def test_json_is_asked_for_and_validated(server: Server) -> None:
    server.script = [answer(said('Sure!\n```json\n{"room": "kitchen", "likely": 0.8}\n```'))]
    assert client(server).answer(HELLO, Place) == Place("kitchen", 0.8)
    assert server.bodies[0]["response_format"]["type"] == "json_schema"


def test_the_schema_joins_the_system_message(server: Server) -> None:
    server.script = [answer(said('{"room": "attic", "likely": 1.0}'))]
    client(server).answer([{"role": "system", "content": "Be brief."}, *HELLO], Place)
    roles = [message["role"] for message in server.bodies[0]["messages"]]
    assert roles == ["system", "user"]
    assert server.bodies[0]["messages"][0]["content"].startswith("Be brief.")


def test_bad_json_is_repaired_once(server: Server) -> None:
    good = answer(said('{"room": "attic", "likely": 1.0}'))
    server.script = [answer(said('{"room": 3}')), good]
    model = client(server)
    assert model.answer(HELLO, Place).room == "attic"
    assert model.usage.repairs == 1
    assert "Expected `str`" in server.bodies[1]["messages"][-1]["content"]


def test_json_that_stays_bad_is_an_error(server: Server) -> None:
    server.script = [answer(said("I would rather not"))]
    with pytest.raises(AnswerError, match="rather not"):
        client(server).answer(HELLO, Place)
    assert len(server.bodies) == 2


def test_servers_without_schemas_are_asked_in_words(server: Server) -> None:
    good = answer(said('{"room": "attic", "likely": 1.0}'))
    server.script = [answer({"error": "response_format?"}, 400), good]
    model = client(server)
    assert model.answer(HELLO, Place).room == "attic"
    model.answer(HELLO, Place)
    assert ["response_format" in body for body in server.bodies] == [True, False, False]


ROOMS = ["kitchen", "living room", "bathroom"]


def test_choice_by_log_probabilities(server: Server) -> None:
    top = [("B", 0.6), (" b", 0.1), ("A", 0.2), ("The", 0.1)]
    tokens = [{"token": token, "logprob": math.log(p)} for token, p in top]
    server.script = [answer(said("B", logprobs={"content": [{"top_logprobs": tokens}]}))]
    choice = client(server).choose("Where is the sofa?", ROOMS)
    assert (choice.best, choice.how) == ("living room", "log-probabilities")
    assert choice.scores == pytest.approx((2 / 9, 7 / 9, 0.0))


@pytest.mark.parametrize(
    ("texts", "best", "how"),
    [
        (["?", '{"answer": "bathroom"}'], "bathroom", "json"),
        (["?", "dunno", "dunno", "In the Living Room, of course."], "living room", "text"),
        (["?", "dunno"], "kitchen", "none"),
    ],
)
def test_choice_without_log_probabilities(
    server: Server, texts: list[str], best: str, how: str
) -> None:
    server.script = [answer(said(text)) for text in texts]
    choice = client(server).choose("Where is the sofa?", ROOMS)
    assert (choice.best, choice.how) == (best, how)
    assert sum(choice.scores) == pytest.approx(1.0)


def test_a_fallback_chooses_when_the_answer_names_nothing(server: Server) -> None:
    server.script = [answer(said("dunno"))]
    fallback = FakeLanguageModel(choices={"Where?": "bathroom"})
    choice = client(server, fallback=fallback).choose("Where?", ROOMS)
    assert (choice.best, choice.how) == ("bathroom", "fallback: fake")


def test_options_must_differ(server: Server) -> None:
    with pytest.raises(InvalidValueError, match="different"):
        client(server).choose("Where?", ["attic", "attic"])


def test_the_longest_of_overlapping_options_is_meant() -> None:
    assert find_option("the coffee table.", ["coffee", "table", "coffee table"]) == "coffee table"
    assert find_option("tablets", ["table"]) is None


def test_a_tape_answers_without_the_server(server: Server, tmp_path) -> None:
    server.script = [answer(said("hi"))]
    recorder = client(server, cassette=tmp_path, mode="record", prices=(1.0, 1.0))
    first = recorder.chat(HELLO)
    assert recorder.chat(HELLO).replayed
    server.script = [answer({}, 500)]
    player = client(server, cassette=tmp_path, mode="replay")
    again = player.chat(HELLO)
    assert (again.text, again.replayed) == (first.text, True)
    assert (player.usage.calls, player.usage.replayed, player.usage.cost) == (0, 1, 0.0)
    assert len(server.bodies) == 1
    assert "secret" not in "".join(p.read_text() for p in tmp_path.iterdir())


def test_a_question_that_was_not_recorded_is_an_error_in_replay(server: Server, tmp_path) -> None:
    player = client(server, cassette=tmp_path, mode="replay")
    with pytest.raises(MeadowError, match="no answer to 'hello'"):
        player.chat(HELLO)
    with pytest.raises(InvalidValueError, match="record"):
        client(server, cassette=tmp_path, mode="rewind")


def test_a_tape_of_a_server_that_refuses_parameters_is_replayed(server: Server, tmp_path) -> None:
    refused = answer({"error": "no such parameter"}, 400)
    words = answer(said('{"answer": "bathroom"}'))
    server.script = [refused, refused, words, answer(said('{"room": "attic", "likely": 1.0}'))]
    recorder = client(server, cassette=tmp_path, mode="record")
    first = recorder.choose("Where?", ROOMS), recorder.answer(HELLO, Place)
    asked = len(server.bodies)
    player = client(server, cassette=tmp_path, mode="replay")
    assert (player.choose("Where?", ROOMS), player.answer(HELLO, Place)) == first
    assert first[0].how == "json"
    assert len(server.bodies) == asked


def test_one_answer_without_a_letter_leaves_log_probabilities_to_the_next(server: Server) -> None:
    def tokens(token: str) -> dict:
        return {"content": [{"top_logprobs": [{"token": token, "logprob": -0.1}]}]}

    server.script = [
        answer(said("I", logprobs=tokens("I"))),
        answer(said('{"answer": "bathroom"}')),
        answer(said("A", logprobs=tokens("A"))),
    ]
    model = client(server)
    assert model.choose("Where is it?", ROOMS).how == "json"
    assert model.choose("And this?", ROOMS).how == "log-probabilities"


def test_bad_answers_are_not_taped(server: Server, tmp_path) -> None:
    server.script = [answer({"choices": []})]
    with pytest.raises(ServerError):
        client(server, cassette=tmp_path, mode="record").chat(HELLO)
    assert not list(tmp_path.iterdir())


def test_the_environment_gives_address_and_key(server: Server, monkeypatch) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", server.url)
    monkeypatch.setenv("OPENAI_API_KEY", "from-env")
    server.script = [answer(said("hi"))]
    model = load_model("openai:tiny", kind="language-model")
    model.chat(HELLO)
    assert server.keys == ["Bearer from-env"]
    assert "from-env" not in str(model.card())


def test_the_environment_gives_a_cassette_that_needs_no_server_later(
    server: Server, monkeypatch, tmp_path
) -> None:
    monkeypatch.setenv("MEADOW_CASSETTE", str(tmp_path))
    server.script = [answer(said("hi"))]
    assert load_model(f"openai:tiny@{server.url}").chat(HELLO).text == "hi"
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    with pytest.raises(InvalidValueError, match="OPENAI_BASE_URL"):
        load_model("openai:tiny")
    monkeypatch.setenv("MEADOW_CASSETTE_MODE", "replay")
    again = load_model("openai:tiny").chat(HELLO)
    assert (again.text, again.replayed, len(server.bodies)) == ("hi", True, 1)
    monkeypatch.setenv("MEADOW_CASSETTE_MODE", "rewind")
    with pytest.raises(InvalidValueError, match="rewind"):
        load_model(f"openai:tiny@{server.url}")


def test_images_travel_as_data_urls() -> None:
    part = image_part(np.zeros((2, 2, 3), np.uint8))
    assert part["image_url"]["url"].startswith("data:image/png;base64,iVBOR")
