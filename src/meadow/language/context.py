"""What a word stands for where its neighbours decide it: sides and postures, or plain verbs."""

from __future__ import annotations

from collections.abc import Sequence

from meadow.language.tokens import Token
from meadow.language.vocabulary import ATTRIBUTE_SENSES

#: What may stand before "left" when it is a side: "the left", "on left", "two left", "top left".
_BEFORE_SIDES = {
    "determiner",
    "relation",
    "adjective",
    "number",
    "comma",
    "stop",
    *ATTRIBUTE_SENSES,
}


def in_context(tokens: Sequence[Token]) -> list[Token]:
    """The tokens, with sides and postures that are verbs turned into words without a meaning."""
    verbs = {
        index
        for index, token in enumerate(tokens)
        if ("side" in token.senses and not _is_side(tokens, index))
        or ("posture" in token.senses and _leads_to_place(tokens, index))
    }
    return [
        Token(token.text, {"filler": token.text}) if index in verbs else token
        for index, token in enumerate(tokens)
    ]


def _is_side(tokens: Sequence[Token], index: int) -> bool:
    """ "the left lamp", "on the left", but not "I left the lamp", "turn left", "right behind"."""
    if " " in tokens[index].text:
        return True
    if index + 1 < len(tokens) and "determiner" in tokens[index + 1].senses:
        return False
    before = tokens[index - 1] if index else None
    return before is None or before.text == "to" or bool(before.senses.keys() & _BEFORE_SIDES)


def _leads_to_place(tokens: Sequence[Token], index: int) -> bool:
    """ "sitting down on the sofa" says where, "a sitting bear" how."""
    for token in tokens[index + 1 :]:
        if "relation" in token.senses:
            return bool(token.senses["relation"] != "with")
        if "filler" not in token.senses:
            return False
    return False
