"""A chat client for any OpenAI-compatible server: free text, validated JSON, or a choice."""

from __future__ import annotations

import base64
import io
import json
import math
import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeVar

import msgspec

from meadow import secrets
from meadow.errors import InvalidValueError, MeadowError
from meadow.models.llm.cassette import Cassette, NotRecordedError
from meadow.models.llm.completion import Completion, Spent, read_completion
from meadow.models.llm.transport import ServerError, Transport
from meadow.models.protocols import Card, Choice, LanguageModel, Reply
from meadow.types import Array

T = TypeVar("T")
Message = Mapping[str, object]

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

#: Largest number of alternatives that servers report for a token.
TOP_TOKENS = 20


class AnswerError(MeadowError):
    """The model did not answer in the requested form, not even after the error was sent back to it."""


@dataclass
class Usage:
    """Tokens, requests and cost so far."""

    calls: int = 0
    replayed: int = 0
    retries: int = 0
    repairs: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float = 0.0
    seconds: float = 0.0


class ChatClient:
    """A language model on a server.

    Args:
        model: The server's name for it.
        base_url: Address of the server, e.g. ``http://localhost:8080/v1``.
        key: Sent as a bearer token; from ``OPENAI_API_KEY`` by default, never stored.
        timeout: Seconds for one whole exchange.
        retries: Further attempts after failures that may pass (429, 5xx, broken connections).
        temperature: 0 asks for the most likely answer.
        seed: Sent to the server.
        prices: Cost per million prompt and completion tokens.
        cassette: Directory of recorded answers.
        mode: ``off``, ``record`` or ``replay``.
        fallback: Chooses when the server's answer names no option, e.g. the ``prior``.
    """

    def __init__(
        self,
        model: str,
        base_url: str,
        *,
        key: str | None = None,
        timeout: float = 60.0,
        retries: int = 4,
        temperature: float = 0.0,
        seed: int = 0,
        prices: tuple[float, float] = (0.0, 0.0),
        cassette: str | Path | None = None,
        mode: str = "off",
        fallback: LanguageModel | None = None,
        transport: Transport | None = None,
    ) -> None:
        key = secrets.from_environment("OPENAI_API_KEY") if key is None else key
        self.model = model
        self.usage = Usage()
        self._params = {"temperature": temperature, "seed": seed}
        self._prices = prices
        self._tape = Cassette(cassette, mode)
        self._fallback = fallback
        self._transport = transport or Transport(
            base_url, key=key, timeout=timeout, retries=retries
        )
        self._takes_schema = True
        self._gives_logprobs = True

    def card(self) -> Card:
        """The card of the model: the server's name for it, without a hash of its weights."""
        notes = {
            "base_url": self._transport.base_url,
            **{k: str(v) for k, v in self._params.items()},
        }
        return Card(f"openai:{self.model}", "language-model", notes=notes)

    def chat(self, messages: Sequence[Message], *, max_tokens: int = 256, **extra: Any) -> Reply:
        """Return the answer to a conversation; ``extra`` goes into the request as it is."""
        return self._request(messages, max_tokens, extra)[0]

    def answer(self, messages: Sequence[Message], kind: type[T], *, max_tokens: int = 256) -> T:
        """Return an answer decoded as ``kind``, a msgspec struct or dataclass; asks twice if needed."""
        schema = plain_schema(kind)
        form = f"Answer in JSON of this schema: {json.dumps(schema)}"
        # The instruction comes first, so that the question is the last thing that the model reads.
        asked = _instructed(messages, form)
        reply = self._structured(asked, schema, max_tokens)
        try:
            return decode_json(reply.text, kind)
        except ValueError as error:
            self.usage.repairs += 1
            repair = f"That was not valid: {error}. Answer again, with the JSON alone."
            asked += [
                {"role": "assistant", "content": reply.text},
                {"role": "user", "content": repair},
            ]
        reply = self._structured(asked, schema, max_tokens)
        try:
            return decode_json(reply.text, kind)
        except ValueError as error:
            raise AnswerError(
                f"{self.model} answered {reply.text[:120]!r} instead of JSON ({error})"
            ) from error

    def choose(self, question: str, options: Sequence[str]) -> Choice:
        """Score options by log-probabilities, else by JSON, else by the option that the text names."""
        if not options or len(set(options)) < len(options):
            raise InvalidValueError(
                f"options {list(options)}: expected different ones, at least one"
            )
        choice = None
        if self._gives_logprobs and len(options) <= min(len(LETTERS), TOP_TOKENS):
            choice = self._by_logprobs(question, options)
        return choice or self._by_words(question, options)

    def _by_logprobs(self, question: str, options: Sequence[str]) -> Choice | None:
        lines = "\n".join(f"{letter}. {option}" for letter, option in zip(LETTERS, options))
        prompt = f"{question}\n{lines}\nAnswer with the letter alone."
        extra = {"logprobs": True, "top_logprobs": TOP_TOKENS}
        try:
            _, said = self._request([{"role": "user", "content": prompt}], 1, extra)
        except NotRecordedError:
            return None  # refusals are not recorded: the answer in words is there, if any
        except ServerError as error:
            if error.status not in (400, 422):
                raise
            self._gives_logprobs = False  # the server does not know the parameter
            return None
        # Of a server that knows it, one answer without a letter says nothing about the next question.
        self._gives_logprobs = bool(said.first_tokens)
        mass = letter_masses(said, len(options))
        total = math.fsum(mass)
        if total < 1e-6:
            return None
        return Choice(tuple(options), tuple(m / total for m in mass), "log-probabilities")

    def _by_words(self, question: str, options: Sequence[str]) -> Choice:
        kind: type[Any] = msgspec.defstruct("Answer", [("answer", Literal[tuple(options)])])
        prompt = f"{question}\nOptions: {'; '.join(options)}."
        try:
            picked = self.answer([{"role": "user", "content": prompt}], kind, max_tokens=64).answer
            return _certain(options, picked, "json")
        except AnswerError:
            text = self.chat(
                [{"role": "user", "content": f"{prompt} Answer with one of them."}]
            ).text
        named = find_option(text, options)
        if named is not None:
            return _certain(options, named, "text")
        if self._fallback is not None:
            choice = self._fallback.choose(question, options)
            return Choice(choice.options, choice.scores, f"fallback: {choice.how}")
        return Choice(tuple(options), (1.0 / len(options),) * len(options), "none")

    def _structured(
        self, messages: Sequence[Message], schema: dict[str, Any], max_tokens: int
    ) -> Reply:
        if self._takes_schema:
            wanted = {"name": "answer", "schema": schema}
            form = {"response_format": {"type": "json_schema", "json_schema": wanted}}
            try:
                return self._request(messages, max_tokens, form)[0]
            except NotRecordedError:
                pass  # refusals are not recorded: the answer without a schema is there, if any
            except ServerError as error:
                if error.status not in (400, 422):
                    raise
                self._takes_schema = False  # the schema is in the prompt as well
        return self._request(messages, max_tokens, {})[0]

    def _request(
        self, messages: Sequence[Message], max_tokens: int, extra: Mapping[str, Any]
    ) -> tuple[Reply, Completion]:
        body = {
            "model": self.model,
            "messages": [dict(m) for m in messages],
            "max_tokens": max_tokens,
            **self._params,
            **extra,
        }
        raw = self._tape.find(body)
        replayed, seconds = raw is not None, 0.0
        if raw is None:
            before, start = self._transport.retried, time.monotonic()
            try:
                raw = self._transport.post("/chat/completions", body)
            finally:
                seconds = time.monotonic() - start
                self.usage.retries += self._transport.retried - before
        said = read_completion(raw)
        if not replayed:  # a malformed answer must not be recorded
            self._tape.keep(body, raw)
        return self._count(said, seconds, replayed), said

    def _count(self, said: Completion, seconds: float, replayed: bool) -> Reply:
        spent = said.usage or Spent()
        reply = Reply(
            said.text,
            spent.prompt_tokens or 0,
            spent.completion_tokens or 0,
            seconds,
            replayed,
        )
        self.usage.calls += not replayed
        self.usage.replayed += replayed
        self.usage.prompt_tokens += reply.prompt_tokens
        self.usage.completion_tokens += reply.completion_tokens
        self.usage.seconds += seconds
        if not replayed:
            tokens = (reply.prompt_tokens, reply.completion_tokens)
            self.usage.cost += sum(n * p / 1e6 for n, p in zip(tokens, self._prices))
        return reply


def _instructed(messages: Sequence[Message], form: str) -> list[Message]:
    """The conversation with exactly one system message, which many chat templates require."""
    if messages and messages[0]["role"] == "system":
        head, *rest = messages
        return [{"role": "system", "content": f"{head['content']}\n{form}"}, *rest]
    return [{"role": "system", "content": form}, *messages]


def _certain(options: Sequence[str], picked: str, how: str) -> Choice:
    return Choice(tuple(options), tuple(float(o == picked) for o in options), how)


def plain_schema(kind: type) -> dict[str, Any]:
    """The JSON schema of a class without references, which small models do not follow."""
    schema = msgspec.json.schema(kind)
    definitions = schema.pop("$defs", {})
    if "$ref" in schema:
        schema = definitions.pop(schema["$ref"].rpartition("/")[2])
    return schema | ({"$defs": definitions} if definitions else {})


def decode_json(text: str, kind: type[T]) -> T:
    """The first JSON object in a text, validated; other text and code fences around it are ignored."""
    text = re.sub(r"<think>.*?</think>", "", text, flags=re.DOTALL)
    start, end = text.find("{"), text.rfind("}")
    if start < 0 or end < start:
        raise ValueError("no JSON object in the answer")
    try:
        return msgspec.json.decode(text[start : end + 1].encode(), type=kind)
    except RecursionError as error:
        raise ValueError("the JSON is nested too deeply") from error


def find_option(text: str, options: Sequence[str]) -> str | None:
    """The option that a free answer names first; of overlapping ones the longest."""
    found = []
    for option in options:
        match = re.search(rf"(?<!\w){re.escape(option)}(?!\w)", text, re.IGNORECASE)
        if match:
            found.append((match.start(), -len(option), option))
    return min(found)[2] if found else None


def letter_masses(said: Completion, count: int) -> list[float]:
    """Probability of each of the first letters as the first token; zeros when not reported."""
    masses = [0.0] * count
    for token in said.first_tokens:
        letter = token.token.strip().upper()
        if len(letter) == 1 and letter in LETTERS[:count] and token.logprob is not None:
            masses[LETTERS.index(letter)] += math.exp(min(token.logprob, 0.0))
    return masses


def image_part(image: Array) -> dict[str, object]:
    """An RGB array as a message part with a data URL, for models that see."""
    from PIL import Image

    buffer = io.BytesIO()
    Image.fromarray(image).save(buffer, "PNG")
    data = base64.b64encode(buffer.getvalue()).decode()
    return {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{data}"}}
