"""Completes simple follow-up questions without a model: "and on X?", "which of those ...", "its ..."."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from agent.reader.english import function_words
from agent.records import Question

SHORT = re.compile(
    r"^\s*(?:and|what about|how about|same for|or)\b[\s,:]*+(?P<rest>.*[^\s?.!])[\s?.!]*+$", re.IGNORECASE
)
OF_THOSE = re.compile(
    r"\b(?:of (?:those|these|them)|(?:those|these) ones?|(?<=which )ones?|the (?:same|above) ones)\b",
    re.IGNORECASE,
)
THEM = re.compile(r"\b(?:those|these|them|they)\b", re.IGNORECASE)
POSSESSIVE = re.compile(r"\b(?:its|their)\b", re.IGNORECASE)
PRONOUN = re.compile(
    r"\b(?:it|that one|this one|(?<!are )(?<!is )(?<!were )(?<!was )there"
    r"|that (?:device|interface|instance|host|router|switch))\b",
    re.IGNORECASE,
)
ASKING = re.compile(
    r"^\s*(?:what|which|who|list|show|give|name|find|count|how many|are there|is there|tell me)\b"
    r"(?:\s+(?:is|are|was|were|me|us|all|every|of|the|any|do|does)\b)*\s*",
    re.IGNORECASE,
)
FRAGMENT = re.compile(
    r"^\s*(?:and )?(?:from|in|on|by|at|to|with|for) (?:which|what)(?: \w+){0,2}[\s?.!]*$", re.IGNORECASE
)
"""What only asks for one more fact: "in which direction?"."""
PREPOSITION = re.compile(r"^(on|in|for|of|at|from|to|by|with|between|per)\b\s*", re.IGNORECASE)
STRONG_VALUE = re.compile(
    r"'[^']+'|\"[^\"]+\"|`[^`]+`|(?<![^\s,;?!'\"])[^\s,;?!'\"]*[\d_/][^\s,;?!'\"]*(?<![.:])"
)
VALUE = re.compile(STRONG_VALUE.pattern + r"|\b[A-Z]{2,}[\w-]*")


class FollowUpReader:
    """Takes what a follow-up leaves out from the question before it; a device takes the place of a device."""

    def __init__(self, is_device: Callable[[str], bool]) -> None:
        self._is_device = is_device

    def stand_alone(self, question: Question) -> Question:
        """Restate a follow-up; a question that stands alone, or cannot be helped, stays as it is."""
        if not question.history:
            return question
        texts = [*(turn.question for turn in question.history), question.text]
        asked = texts[0]
        for text, before in zip(texts[1:], question.history, strict=True):
            asked = _restate(text, asked, before.answer, self._is_device)
        return replace(question, text=asked, history=())


def _restate(text: str, before: str, answer: str, is_device: Callable[[str], bool]) -> str:
    if FRAGMENT.match(text) and ASKING.match(before):
        return f"{before.rstrip(' ?.!')}, and {text.strip()}"
    short = _short(text, before, is_device)
    return _with_subject(text, before, answer) if short is None else short


def _short(text: str, before: str, is_device: Callable[[str], bool]) -> str | None:
    """Put what "and on X?" names in the place of what the question before named there."""
    match = SHORT.match(text)
    if match is None or (len(match["rest"].split()) > 3 and ASKING.match(match["rest"])):
        return None
    rest = match["rest"]
    values = VALUE.findall(rest)
    preposition = PREPOSITION.match(rest)
    old = _place_of(before, preposition[1] if preposition else "", values, is_device)
    if old is None:
        return f"{before.rstrip(' ?.!')} {rest}?"
    new = PREPOSITION.sub("", rest)
    return before[: old[0]] + new + before[old[1] :]


def _place_of(
    before: str, preposition: str, values: list[str], is_device: Callable[[str], bool]
) -> tuple[int, int] | None:
    """Find what stands behind the same preposition, or else the last value that looks alike."""
    found = list(VALUE.finditer(before))
    if preposition:
        anywhere = re.compile(rf"\b{preposition}\b[^?]*$", re.IGNORECASE)
        next_to = re.compile(rf"\b{preposition}\s+(?:\w+\s+)?$", re.IGNORECASE)
        behind = [one for one in found if anywhere.search(before[: one.start()])]
        found = [one for one in behind if next_to.search(before[: one.start()])] or behind
    if values and not found and is_device(_unquoted(values[0])):
        found = [one for one in VALUE.finditer(before) if is_device(_unquoted(one[0]))]
    if values:
        wanted = is_device(_unquoted(values[0]))
        found = [one for one in found if is_device(_unquoted(one[0])) == wanted] or found
    alike = [one for one in found if values and _shape(one[0]) == _shape(values[0])]
    similar = [one for one in found if values and _kind(one[0]) == _kind(values[0])]
    chosen = alike[-1:] or similar[:1] or found[-1:]
    return (chosen[0].start(), chosen[0].end()) if chosen and (values or preposition) else None


def _unquoted(value: str) -> str:
    return value.strip("'\"`")


def _shape(value: str) -> str:
    """Reduce a value to how it is built: "Ethernet0/1" is "a0/0", "10.0.0.1" is "0.0.0.0"."""
    return re.sub(r"(.)\1+", r"\1", re.sub(r"[A-Za-z]", "a", re.sub(r"\d", "0", _unquoted(value))))


def _kind(value: str) -> str:
    """Reduce it further: "Ethernet0/1" and "Loopback0" are both "a0"."""
    return re.sub(r"(/0)+", "", _shape(value))


def _with_subject(text: str, before: str, answer: str) -> str:
    """Put the subject of the question before in the place of a pronoun."""
    subject = ASKING.sub("", before).strip(" ?.!")
    value = _values(before) or _values(re.sub(r"\[[^]]*\]", "", answer))
    if OF_THOSE.search(text):
        return OF_THOSE.sub(lambda _: subject, text, count=1)
    possessive = POSSESSIVE.search(text)
    said = re.findall(r"[a-z]+", text[: possessive.start()].lower()) if possessive else []
    if possessive and value and function_words().issuperset(said):  # else "its" speaks of what is said
        restated = POSSESSIVE.sub("the", text, count=1)
        return re.sub(r"(?<![\s?.!])[\s?.!]*$", f" of {value}?", restated, count=1)
    if PRONOUN.search(text) and value:
        return PRONOUN.sub(lambda one: f"on {value}" if one[0].lower() == "there" else value, text, count=1)
    if THEM.search(text):
        return THEM.sub(lambda _: subject, text, count=1)
    return text


def _values(text: str) -> str:
    """Return the values of a text, with what stands between them: "Ethernet0/1 on r1"; "" when there are none."""
    found = list(STRONG_VALUE.finditer(text)) or list(VALUE.finditer(text))
    return text[found[0].start() : found[-1].end()] if found else ""
