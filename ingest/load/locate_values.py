"""Finds the lines that show each of a record's values, the proof that a parser invented none."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from graph_store.records import FieldLines, Scalar, SourceLine, Value

PLACE = "<*>"
_NEGATIONS = frozenset({"no", "undo", "unset", "delete", "disable", "not"})
"""What a line says instead of `negated`; a `!` does so too."""
_NUMBERS = frozenset((int, float))
_NOWHERE = "\n"
"""Stands in no line; so is asked of a list, and of on and off."""
_WORD = re.compile(r"[a-z0-9]+")
_NUMBER = re.compile(r"[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?")
_NOT_BEHIND, _NOT_BEFORE = r"(?<![^\W_])(?<![^\W_][._:/@-])", r"(?![._:/@-]?[^\W_])"
"""What keeps a match from being a part of a longer word, address, name or prefix."""


def locate_values(
    values: Mapping[str, Value], lines: Sequence[SourceLine]
) -> tuple[tuple[FieldLines, ...], list[str]]:
    """Return for each property the numbers of the lines that show it, and the names of those that no line shows.

    A value stands in a line as written, as a number, as the address of a prefix, as the parts of a template in order,
    or as on or off beside the words of its name. Of several lines those count that have most words of the name, and
    among them those where the value is a word of its own: `2:1` does not show the number 2.
    """
    texts = [
        (line.number, " ".join(line.text.split()), set(_WORD.findall(line.text.lower()))) for line in lines
    ]
    shown = {name: _lines_of(name, value, texts) for name, value in values.items()}
    found = tuple(FieldLines(name, numbers) for name, numbers in shown.items() if numbers)
    return found, [name for name, numbers in shown.items() if not numbers]


def missing_values(values: Mapping[str, Value], line: SourceLine) -> list[str]:
    """Return the names of the values that one line does not show, by the rules of `locate_values`."""
    text = line.text
    other = {
        name: value
        for name, value in values.items()
        if (value if type(value) is str else str(value) if type(value) in _NUMBERS else _NOWHERE) not in text
    }
    return locate_values(other, (line,))[1] if other else []


def _lines_of(name: str, value: Value, texts: Sequence[tuple[int, str, set[str]]]) -> tuple[int, ...]:
    name_words = set(_WORD.findall(name))
    items = value if isinstance(value, tuple) else (value,)
    numbers: set[int] = set()
    for item in items:
        showing = [
            (len(name_words & words), number, text)
            for number, text, words in texts
            if _shows(text, words, item, name_words)
            or (name == "negated" and ("!" in text or not words.isdisjoint(_NEGATIONS)))
        ]
        if not showing:
            return ()
        most = max(score for score, _, _ in showing)
        best = {number: text for score, number, text in showing if score == most}
        numbers.update(_standing_alone(best, item))
    return tuple(sorted(numbers))


def _standing_alone(texts: Mapping[int, str], value: Scalar) -> set[int]:
    """Return those of several lines in which the value is a word of its own; all where it is in none."""
    if len(texts) == 1 or isinstance(value, bool):
        return set(texts)
    written = re.escape(" ".join(str(value).split("\n", 1)[0].split()))
    word = re.compile(rf"{_NOT_BEHIND}{written}{_NOT_BEFORE}")
    return {number for number, text in texts.items() if word.search(text)} or set(texts)


def _shows(text: str, words: set[str], value: Scalar, name_words: set[str]) -> bool:
    if isinstance(value, bool):
        return bool(words & name_words)
    written = " ".join(str(value).split("\n", 1)[0].split())
    if written in text:
        return True
    if isinstance(value, int | float):
        return any(float(token) == float(value) for token in _NUMBER.findall(text.replace(",", "")))
    if PLACE in written:
        return _has_parts(text, written.split(PLACE))
    return "/" in written and written.split("/")[0] in text


def _has_parts(text: str, parts: Sequence[str]) -> bool:
    """True when the parts of a template stand in the text one after the other; a template of places alone is none."""
    at = 0
    for part in parts:
        at = text.find(part.strip(), at)
        if at < 0:
            return False
        at += len(part.strip())
    return at > 0
