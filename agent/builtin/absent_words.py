"""Tells which words of a question prove that there is nothing, and which only say that it was not understood."""

from __future__ import annotations

import re
from collections.abc import Iterable

from agent.reader.english import aliases, function_words, generic_words, phrases, split_name, stem
from agent.planner.words.quantities import read_quantity

_PREFIX = re.compile(r"[0-9a-f.:]+/\d+", re.IGNORECASE)
_PORT = re.compile(r"[A-Za-z]+/\d+")
_ORDINAL = re.compile(r"\d{1,2}(?:st|nd|rd|th)", re.IGNORECASE)
_STANDARD = re.compile(r"802\.\d+[A-Za-z]*", re.IGNORECASE)
_ENGLISH = re.compile(r"[a-z]+(?:[-'\u2019/ ][a-z]+)*")
_HOW = frozenset(["long", "often", "many", "much", "far"])
_FORMS = frozenset(
    ["MAC", "IP", "URL", "URI", "UUID", "GUID", "ID", "PID", "FQDN", "DN", "CIDR", "OUI", "UTC"]
)
"""Kinds of values, which lines show without a name for them."""
_CONTEXT = 3
"""So many words of the question are quoted where the first of them says nothing alone."""


def is_name(word: str, question: str) -> bool:
    """Tell a name or value, which is there or not, from what others may stand for or be computed from.

    Others may stand for plain words, also joined ones ("dual-homed"), for prefixes, ports ("tcp/631"), sizes and their
    units ("10ms", "5 GHz"), days ("the 3rd"), standards ("802.1X"), and for whatever the question does not write so.
    A quoted text is there or not; a word with a capital at the beginning may be any word.
    """
    quoted = re.search(rf"['\"`\u201c\u2018]{re.escape(word)}['\"`\u201d\u2019]", question)
    if quoted is not None:
        return True
    spoken = word.lower() in function_words() | generic_words() and not word.isupper()
    if spoken or not word.strip() or word not in question or question.lstrip().startswith(word):
        return False
    if re.search(rf"\b\d+(?:\.\d+)? ?{re.escape(word)}\b", question):
        return False
    written_otherwise = (_PREFIX, _PORT, _ORDINAL, _STANDARD, _ENGLISH)
    computed = any(form.fullmatch(word) for form in written_otherwise) or " " in word
    stands_for = len(aliases(stem(word))) > 1 or (word.lower(),) in phrases() or word in _FORMS
    return not (computed or stands_for) and (word.isdigit() or read_quantity(word) is None)


def telling(words: Iterable[str], question: str) -> tuple[str, ...]:
    """Return the words in a form that tells which part was not understood: "not on call" for "not"."""
    shown = (as_asked(word, question) if tells(word) else _in_context(word, question) for word in words)
    return tuple(dict.fromkeys(one for one in shown if one))


def as_asked(word: str, question: str) -> str:
    """Return the question's own word where a reader names what it may stand for; blank where none does."""
    if word.lower() in question.lower():
        return word
    parts = {stem(part) for part in split_name(word)}
    said = re.findall(r"\w[\w-]*", question)
    short = (one for one in said if parts & set(map(stem, phrases().get((one.lower(),), ()))))
    return next((one for one in said if parts & set(aliases(stem(one)))), next(short, ""))


def tells(word: str) -> bool:
    """Tell whether a word says anything alone: "not", "who" and "long" do not."""
    return not all(one in function_words() or one in _HOW for one in word.lower().split())


def _in_context(word: str, question: str) -> str:
    """Quote a small word with what follows it, and "how" before it."""
    if len(word.split()) >= _CONTEXT:
        return word
    spelled = r"\w*n[o'\u2019]?t" if word.lower() == "not" else rf"(?:how )?\b{re.escape(word)}"
    found = re.search(rf"{spelled}\b(?:\s+[^\s,;?!]+){{0,{_CONTEXT - 1}}}", question, re.IGNORECASE)
    return found[0].strip(" .") if found else ""
