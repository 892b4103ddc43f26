"""Finds the lines that show each of a record's values, the proof that a parser invented none."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from ipaddress import ip_interface

from graph_store.records import FieldLines, Scalar, SourceLine, Value
from reading.by_words import GOES_ON
from reading.container_pieces import join_pieces
from reading.escapes import undo_all
from reading.rows import read_ports

PLACE = "<*>"
_NEGATIONS = frozenset({"no", "undo", "unset", "delete", "disable", "not"})
"""What a line says instead of `negated`; a `!` does so too."""
_DEACTIVATIONS = frozenset({"deactivate", "delete", "unset"})
"""What a line says instead of `inactive`."""
_SWITCHES = {True: "disable", False: "enable"}
"""What a line says instead of `shutdown`, on or off."""
_OF_SWITCHES = frozenset(
    {
        "enable",
        "enabled",
        "disable",
        "disabled",
        "is",
        "has",
        "set",
        "active",
        "configured",
        "present",
        "in",
        "out",
    }
)
"""Words of a switch's name that its line need not have; the last one of the others it does."""
NUMBERS = frozenset((int, float))
_NOWHERE = "\n"
"""Stands in no line; so is asked of a list, and of on and off."""
_TOKEN = re.compile(r"[^\s,;()\[\]{}\"']+")
_WORD = re.compile(r"[a-z0-9]+")
_NUMBER = re.compile(r"[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?")
_RANGE = re.compile(r"(?<![\w.])(\d{1,5})(?: ?- ?| to )(\d{1,5})(?![\w.])")
_ROW = re.compile(r"(?<![\w./:-])([A-Za-z][\w./:-]{0,60}) to ([A-Za-z][\w./:-]{0,60})")
_LAST_NUMBER = re.compile(r"(.*?)(\d{1,5})")
_SPAN = re.compile(r"(?<![\w.])(\d{1,5})(?:(?: ?- ?| to )(\d{1,5}))?(?![\w.])")
_SPANS = re.compile(r"\d{1,5}(?:-\d{1,5})?(?:,\d{1,5}(?:-\d{1,5})?)*")
_NOT_BEHIND, _NOT_BEFORE = r"(?<![^\W_])(?<![^\W_][._:/@-])", r"(?![._:/@-]?[^\W_])"
"""What keeps a match from being a part of a longer word, address, name or prefix."""


def locate_values(
    values: Mapping[str, Value], lines: Sequence[SourceLine]
) -> tuple[tuple[FieldLines, ...], list[str]]:
    """Return for each property the numbers of the lines that show it, and the names of those that no line shows.

    A value stands in a line as written, as what the line's escapes mean, as a number, as the address of a prefix, as
    the parts of a template in order, as a range (`1-5` in `1 to 5`), or as on or off beside the words of its name. It
    may go on behind a backslash in the next line; of a text of several lines each stands in one. Of several lines those
    count that have most words of the name, and among them those where the value is a word of its own: `2:1` does not
    show the number 2. A switch stands where fewest other words do: `ip routing`, not `ip routing vrf RED`.
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
    other = {name: value for name, value in values.items() if as_written(value) not in text}
    return locate_values(other, (line,))[1] if other else []


def as_written(value: Value) -> str:
    """Return a value as its line most often has it."""
    return value if type(value) is str else str(value) if type(value) in NUMBERS else _NOWHERE


def _lines_of(name: str, value: Value, texts: Sequence[tuple[int, str, set[str]]]) -> tuple[int, ...]:
    name_words = _WORD.findall(name)
    items = value if isinstance(value, tuple) else (value,)
    numbers: set[int] = set()
    for item in (part for one in items for part in _parts(one)):
        showing = [
            (_likeness(words, item, name_words), number, text)
            for number, text, words in texts
            if _shows(text, words, item, name_words)
            or (name == "inactive" and not words.isdisjoint(_DEACTIVATIONS))
            or (name == "shutdown" and isinstance(item, bool) and _SWITCHES[item] in words)
            or (name == "negated" and ("!" in text or not words.isdisjoint(_NEGATIONS)))
        ]
        if not showing:
            apart = (
                _lines_of_prefix(texts, item)
                or _lines_that_go_on(texts, item)
                or _lines_of_pieces(texts, item)
            )
            if not apart:
                return ()
            numbers.update(apart)
            continue
        most = max(score for score, _, _ in showing)
        best = {number: text for score, number, text in showing if score == most}
        numbers.update(_standing_alone(best, item))
    return tuple(sorted(numbers))


def _likeness(words: set[str], value: Scalar, name_words: Sequence[str]) -> tuple[int, int]:
    """Count the words of a name that a line has; of lines with as many, a switch stands in that with fewest others."""
    others = words.difference(name_words, _OF_SWITCHES, _NEGATIONS) if isinstance(value, bool) else ()
    return len(words.intersection(name_words)), -len(others)


def _lines_of_prefix(texts: Sequence[tuple[int, str, set[str]]], value: Scalar) -> tuple[int, ...]:
    """Return the lines of an address and of its mask, where the two stand in statements of their own."""
    try:
        asked = ip_interface(value if isinstance(value, str) and "/" in value else "")
    except ValueError:
        return ()
    own = (str(asked.ip), str(asked.network.netmask))
    places = [next((number for number, text, _ in texts if each in _TOKEN.findall(text)), 0) for each in own]
    return tuple(places) if all(places) else ()


def _lines_that_go_on(texts: Sequence[tuple[int, str, set[str]]], value: Scalar) -> tuple[int, ...]:
    """Return the lines over which a text goes on behind a backslash at the end of each."""
    joined, numbers = "", list[int]()
    for number, text, _ in texts:
        joined = joined if numbers and numbers[-1] == number - 1 else ""
        numbers = [*numbers, number] if joined else [number]
        joined = (joined.removesuffix(GOES_ON) if joined.endswith(GOES_ON) else "") + text
        if len(numbers) > 1 and " ".join(str(value).split()) in _meant(joined):
            return tuple(numbers)
        if not text.endswith(GOES_ON):
            joined = ""
    return ()


def _lines_of_pieces(texts: Sequence[tuple[int, str, set[str]]], value: Scalar) -> tuple[int, ...]:
    """Return the lines that are the pieces of one, as a container's runtime cuts it, where the whole shows a value.

    Blanks do not count: a line may be cut at one.
    """
    joined, places = join_pieces([text for _, text, _ in texts])
    written = "".join(str(value).split())
    for line, own in zip(joined, places, strict=True):
        if len(own) > 1 and any(
            written in "".join(one.split()) for one in (line, _meant(line), _meant(_meant(line)))
        ):
            return tuple(texts[place][0] for place in own)
    return ()


def _parts(value: Scalar) -> Sequence[Scalar]:
    """Return a text's lines: each has to be shown."""
    if not isinstance(value, str) or "\n" not in value:
        return (value,)
    return [line for line in value.split("\n") if line.strip()] or ("",)


def _standing_alone(texts: Mapping[int, str], value: Scalar) -> set[int]:
    """Return those of several lines in which the value is a word of its own; all where it is in none."""
    if len(texts) == 1 or isinstance(value, bool):
        return set(texts)
    written = re.escape(" ".join(str(value).split()))
    word = re.compile(rf"{_NOT_BEHIND}{written}{_NOT_BEFORE}")
    return {number for number, text in texts.items() if word.search(text)} or set(texts)


def _shows(text: str, words: set[str], value: Scalar, name_words: Sequence[str]) -> bool:
    if isinstance(value, bool):
        telling = [word for word in name_words if word not in _OF_SWITCHES]
        return telling[-1] in words if telling else not words.isdisjoint(name_words)
    written = " ".join(str(value).split())
    written = written[1:] if written[:1] == "!" and "!" in text else written
    if written in text or (isinstance(value, str) and _is_meant(written, text)):
        return True
    if name_words == ["key"] and written.isdecimal() and _in_a_range(text, int(written)):
        return True
    if name_words == ["key"] and _in_a_row(text, written):
        return True
    if isinstance(value, int | float):
        return any(float(token) == float(value) for token in _NUMBER.findall(text.replace(",", "")))
    if _SPANS.fullmatch(written) and _has_spans(text, written):
        return True
    if PLACE in written:
        return _has_parts(text, written)
    return "/" in written and _has_prefix(text, written)


def _is_meant(written: str, text: str) -> bool:
    """Tell whether a line's escapes mean a text; an object in a text in an object has them twice."""
    return written in _meant(text) or ("\\" in text and written in _meant(_meant(text)))


@lru_cache(maxsize=4096)
def _meant(text: str) -> str:
    """Return a line as its escapes mean it."""
    return " ".join(undo_all(text).split())


def _in_a_range(text: str, number: int) -> bool:
    """Tell whether a text names a number as one of several: `10-19`, `10 to 19`."""
    return any(int(first) <= number <= int(last) for first, last in _RANGE.findall(text))


def _has_spans(text: str, written: str) -> bool:
    """Tell whether a text names all numbers of a list; it may name more, which a later line has taken out."""
    held, asked = (
        [(int(first), int(last or first)) for first, last in _SPAN.findall(one)] for one in (text, written)
    )
    return all(any(low <= first <= last <= high for low, high in held) for first, last in asked)


def _in_a_row(text: str, name: str) -> bool:
    """Tell whether a text names a thing as one of several that differ in their last number: `xe-0/0/1 to xe-0/0/4`."""
    named = _LAST_NUMBER.fullmatch(name)
    if named is None:
        return False
    in_full = ([_LAST_NUMBER.fullmatch(one) for one in pair] for pair in _ROW.findall(text))
    if any(
        first[1] == last[1] == named[1] and int(first[2]) <= int(named[2]) <= int(last[2])
        for first, last in in_full
        if first and last
    ):
        return True
    return any(
        name in read_ports(some) for some in (*text.split(), text.partition(" ")[2]) if len(some) < 200
    )


def _has_parts(text: str, template: str) -> bool:
    """True when a template's words stand in the text in this order; a template of places alone is none.

    Where a word touches a place, the text goes on with something else than a letter: `i<*>e` is no "interface".
    """
    parts = [part for part in template.split(PLACE) if part.strip()]
    return bool(parts) and _template(template).search(text) is not None


@lru_cache(maxsize=4096)
def _template(template: str) -> re.Pattern[str]:
    parts = (re.escape(part.strip()) for part in template.split(PLACE))
    begin, end = r"(?<![^\W\d_])", r"(?![^\W\d_])"
    bounded = (
        f"{begin if part[0].isalpha() else ''}{part}{end if part[-1].isalpha() else ''}"
        for part in parts
        if part
    )
    return re.compile(".*?".join(bounded))


def _has_prefix(text: str, prefix: str) -> bool:
    """True when the text has the address of a prefix, and its length as a mask, a wildcard, a number, or not at all."""
    try:
        asked = ip_interface(prefix)
    except ValueError:
        return False
    network = asked.network
    lengths = {str(network.netmask), str(network.hostmask), str(network.prefixlen), hex(int(network.netmask))}
    tokens = _TOKEN.findall(text)
    at = [place for place, token in enumerate(tokens) if token.partition("/")[0] == str(asked.ip)]
    whole = network.prefixlen == network.max_prefixlen
    return bool(at) and (whole or not lengths.isdisjoint(tokens[min(at) + 1 :]))
