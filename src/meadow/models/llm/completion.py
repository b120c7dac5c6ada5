"""The answer of a chat server, as far as Meadow reads it; an answer of another form is a server error."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from meadow import secrets
from meadow.models.llm.transport import ServerError

#: Tolerance for log-probabilities above 0, which some servers report because of rounding.
LogProb = Annotated[float, msgspec.Meta(le=0.01)]
TokenCount = Annotated[int, msgspec.Meta(ge=0, le=10**9)]


class Alternative(msgspec.Struct, frozen=True):
    """A token that the model might have chosen."""

    token: str = ""
    logprob: LogProb | None = None


class Position(msgspec.Struct, frozen=True):
    """A position in the answer."""

    top_logprobs: list[Alternative] | None = None


class LogProbs(msgspec.Struct, frozen=True):
    """The likeliest tokens at every position."""

    content: list[Position] | None = None


class Said(msgspec.Struct, frozen=True):
    """The message of an answer; its content may be missing."""

    content: str | None


class CompletionChoice(msgspec.Struct, frozen=True):
    """One of the alternative answers to a request."""

    message: Said
    logprobs: LogProbs | None = None


class Spent(msgspec.Struct, frozen=True):
    """The number of tokens of a request and its answer."""

    prompt_tokens: TokenCount | None = None
    completion_tokens: TokenCount | None = None


class Completion(msgspec.Struct, frozen=True):
    """The answer to a request."""

    choices: Annotated[list[CompletionChoice], msgspec.Meta(min_length=1)]
    usage: Spent | None = None

    @property
    def text(self) -> str:
        """The text of the answer."""
        return self.choices[0].message.content or ""

    @property
    def first_tokens(self) -> list[Alternative]:
        """The likeliest first tokens; empty when not reported."""
        logprobs = self.choices[0].logprobs
        places = (logprobs and logprobs.content) or []
        return (places[0].top_logprobs if places else None) or []


def read_completion(raw: dict[str, Any]) -> Completion:
    """The answer of a server, or of a cassette, validated."""
    try:
        return msgspec.convert(raw, Completion)
    except (msgspec.ValidationError, RecursionError) as error:
        shown = secrets.redact(str(raw))[:200] if isinstance(error, msgspec.ValidationError) else ""
        raise ServerError(
            f"the server's answer has no choices as expected ({error}): {shown}"
        ) from error
