"""Splits a question that asks for several things. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass

from agent.reader.question_terms import looks_given, read_terms

_ASKING = (
    r"(?:how (?:many|much|long|often)|(?:(?:in|on|at|from|to|with) )?which|what(?:s|'s)?|who(?:se|m)?|when|where|why|"
    r"is|are|does|do|did|was|were|list|show|give|count|name)\b"
)
_JOINTS = re.compile(
    rf"(?<=[?;])\s+|[.]\s+(?=[A-Z])|(?<!\s)(?:\s*+,)?\s++(?:and|&|then)\s+(?={_ASKING})|,\s+(?={_ASKING})",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"'[^']*'(?!\w)|\"[^\"]*\"|`[^`]*`")
_POINTING = re.compile(r"\b(?:its|their|it|they|them|that|this|those|these|there|one|ones)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class QuestionPart:
    """One part of a question; `whole` names what the part before it named, where it names nothing itself.

    `leans` tells that it cannot be read without the part before it.
    """

    text: str
    whole: str
    leans: bool = False


def split_question(text: str) -> tuple[QuestionPart, ...]:
    """Return the parts in order."""
    quoted = [match.span() for match in _QUOTED.finditer(text)]
    pieces, start = [], 0
    for joint in _JOINTS.finditer(text):
        if not any(low < joint.start() < high for low, high in quoted):
            pieces.append(text[start : joint.start()])
            start = joint.end()
    parts: list[QuestionPart] = []
    for piece in (*pieces, text[start:]):
        plain = piece.strip(" ,;?.!")
        if plain and read_terms(plain):
            parts.append(_part(plain, parts))
        elif plain and parts:
            before = parts.pop()
            parts.append(QuestionPart(f"{before.text}, {plain}", f"{before.whole}, {plain}", before.leans))
        elif plain:
            parts.append(QuestionPart(plain, plain))
    return tuple(parts)


def _part(plain: str, before: list[QuestionPart]) -> QuestionPart:
    names = _names(plain)
    given = _names(before[-1].whole) if before else []
    if not before or (names and not _POINTING.search(plain)):
        return QuestionPart(plain, plain)
    missing = [one for one in given if one not in names]
    return QuestionPart(plain, f"{plain} {' '.join(missing)}".strip(), leans=True)


def _names(text: str) -> list[str]:
    return [one.text for one in read_terms(text) if one.is_value or looks_given(one.text)]
