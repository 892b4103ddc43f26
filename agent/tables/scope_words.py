"""Writes what the scope of a question is, finds the words that name it, and the days between the first and the last."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import date, timedelta
from http import HTTPStatus
from itertools import takewhile

from agent.reader.english import split_name, word_list
from agent.reader.events import EventScope
from agent.reader.parse_question import ParsedQuestion
from agent.reader.question_terms import Term, looks_given
from agent.render.draft import counted
from agent.value_index import ValueIndex, quoted_phrase
from graph_store.records import Document

FEWEST_OF_ERROR = 9
"""Letters of an error's name in a question: a shorter one, as conflict or gone, says something else as well."""
_SAID = "CALL db.index.fulltext.queryNodes('lines', $q) YIELD node RETURN node.number LIMIT 1"
_LOG_WORDS = ("log", "logs", "file")


def asks_who_did(asked: ParsedQuestion) -> bool:
    """Tell whether a question asks who did something, not who has or uses something."""
    return "who" in re.findall("[a-z]+", asked.text.lower()) and not asked.wants & {"uses", "state"}


def asks_what_happened(asked: ParsedQuestion) -> bool:
    """Tell whether a question is about what happened to a thing, or how often, rather than about what it is."""
    return asked.asks_for_events or bool(asked.wants & {"past", "each", "trouble", "signs", "changed"})


def is_timed(asked: ParsedQuestion) -> bool:
    """Tell whether an answer shows what happened in order: all its times are then in the zone of the same logs."""
    return asked.asks_for_events or bool(asked.since) or "changed" in asked.wants


def scope_words(asked: ParsedQuestion, scope: EventScope) -> str:
    """Say of what records are: with which words, in how many files, on which devices, when."""
    words = f" with {scope.words}" if scope.words else ""
    if asked.documents:
        words += f" in {counted(len(asked.documents), 'file')}"
    if asked.devices:
        words += f" on {', '.join(asked.devices)}"
    if asked.window is not None:
        parts = " and ".join(f"{start} to {end}" for start, end in asked.window.hours)
        clock = f" {parts}" if asked.window.start else ""
        words += f", {', '.join(map(_day_words, asked.window.days))}{clock}"
    return words


def _day_words(day: str) -> str:
    """Write the end of a date: "day 05" where it is of any month."""
    return f"day {day[1:]}" if day.count("-") == 1 else day.lstrip("-")


def days_between(dates: Sequence[str]) -> tuple[str, ...]:
    """Return all dates from the first to the last of a few."""
    try:
        first, last = date.fromisoformat(dates[0]), date.fromisoformat(dates[-1])
    except (IndexError, ValueError):
        return tuple(dates)
    return tuple(str(first + timedelta(days=day)) for day in range(min((last - first).days, 5000) + 1))


def quote_names(
    text: str, is_ordinary: Callable[[str], bool], is_device: Callable[[Term], object], look_up: ValueIndex
) -> str:
    """Quote names of several words that have a capital or are in the graph: Sftp-Partners, but no port-channel."""

    def quoted(found: re.Match[str]) -> str:
        name = found[0]
        is_plain = all(map(is_ordinary, name.lower().split("-"))) or looks_given(name)
        if is_plain or is_device(Term(name, {})):
            return name
        return f'"{name}"' if name != name.lower() or look_up.find(name) else name

    return re.sub(r"(?<![\w\"'./-])\w+(?:-\w+)+(?![\w\"'./-])", quoted, text)


def quote_keys(text: str, is_ordinary: Callable[[str], bool], look_up: ValueIndex) -> str:
    """Quote plain words that are names of things, and write a number as a name with its word: Vlan99, of "vlan 99"."""

    def quoted(found: re.Match[str]) -> str:
        name, number = found["word"], found["number"]
        whole = f"{name}{number}"
        if number:
            return f'"{whole}"' if len(name) > 1 and _is_key(whole, look_up) else found[0]
        is_plain = name.lower() in word_list("function") or is_ordinary(name.lower())
        return name if is_plain or not _is_key(name, look_up) else f'"{name}"'

    return re.sub(
        r"(?<![\w\"'./-])(?P<word>[A-Za-z]+)(?:[ -](?P<number>\d+))?(?![\w\"'/-]|\.\w)", quoted, text
    )


_PORT = re.compile(r"\b(?:port|interface|intf|int)\s+(?P<number>\d+)(?![\w/:-]|\.\d)", re.IGNORECASE)
_PORTS = (
    "MATCH (n:Interface) WHERE n.device = $device AND n.key ENDS WITH $number RETURN DISTINCT n.key AS key"
)


_SHORT = re.compile(
    r"(?<![\w./-])[A-Za-z]{2,8}(?P<number>\d{1,4}(?:/\d{1,4}){1,4}(?:[.:]\d{1,5})?)(?![\w/-])"
)
_ENDING = "MATCH (n:Interface) WHERE n.key ENDS WITH $number RETURN DISTINCT n.key"


def spell_out(text: str, look_up: ValueIndex) -> str:
    """Write short names of ports, and names of HTTP's errors, as the data has them."""
    return _spell_statuses(_spell_ports(text, look_up), look_up)


def _spell_ports(text: str, look_up: ValueIndex) -> str:
    """Write short names of ports that the data lacks as those that it has: Ten-GigabitEthernet1/0/14, of XGE1/0/14."""

    def spelled(found: re.Match[str]) -> str:
        if look_up.find(found[0]):
            return found[0]
        from findings.links import is_called

        rows = look_up.rows(_ENDING, {"number": found["number"]})
        names = {str(row[0]) for row in rows if is_called(str(row[0]), found[0].lower())}
        return names.pop() if len(names) == 1 else found[0]

    return _SHORT.sub(spelled, text)


def _spell_statuses(text: str, look_up: ValueIndex) -> str:
    """Write names of HTTP's errors (RFC 9110) that no line has as codes of responses: 502, of "bad gateways"."""

    def spelled(found: re.Match[str]) -> str:
        code = next(str(status.value) for status in _ERRORS if re.fullmatch(_named(status), found[0], re.I))
        is_status = any("status" in split_name(one.property) for one in look_up.find(code))
        said = look_up.rows(_SAID, {"q": quoted_phrase(found[0].lower())}, 1) if is_status else ()
        return code if is_status and not said else found[0]

    return _NAMES_OF_ERRORS.sub(spelled, text)


def _named(status: HTTPStatus) -> str:
    """Write the pattern of an error's name, also of several, and as it is spelled in Britain."""
    words = (re.sub("z", "[sz]", re.escape(word)) for word in status.phrase.split())
    return rf"{'[ -]'.join(words)}s?"


_ERRORS = [one for one in HTTPStatus if one.value >= 400 and len(one.phrase) >= FEWEST_OF_ERROR]
_NAMES_OF_ERRORS = re.compile(rf"\b(?:{'|'.join(map(_named, _ERRORS))})\b", re.IGNORECASE)


def name_ports(text: str, devices: Sequence[str], look_up: ValueIndex) -> str:
    """Write a port's number as its name, where one port of the one device ends so: ge-0/0/11, of "port 11"."""

    def named(found: re.Match[str]) -> str:
        number = found["number"]
        rows = look_up.rows(_PORTS, {"device": devices[0], "number": number})
        ends = re.compile(rf"(?P<kind>[A-Za-z-]*)(?:[\d/]*/)?0*{number}")
        names = [(str(row[0]), ends.fullmatch(str(row[0]))) for row in rows]
        ports = [
            name
            for name, end in names
            if end and not (end["kind"] and end["kind"].lower().strip("-") in word_list("unnumbered"))
        ]
        return f'port "{ports[0]}"' if len(ports) == 1 else found[0]

    return _PORT.sub(named, text) if len(devices) == 1 else text


def _is_key(name: str, look_up: ValueIndex) -> bool:
    return any(one.property == "key" and str(one.value).lower() == name.lower() for one in look_up.find(name))


def of_log(asked: ParsedQuestion, logs: Iterable[Document]) -> ParsedQuestion:
    """Read "the web access log" as the one log whose name has these words."""
    lower = asked.text.lower().split()
    found: dict[int, list[str]] = {}
    for one in logs:
        named = {*re.findall("[a-z]+", one.path.lower().rpartition("/")[2])}
        for place in (at for at, word in enumerate(lower) if word.strip(",.;:?!") in _LOG_WORDS):
            words = [*takewhile(named.__contains__, reversed(lower[:place]))]
            if len(words) > len(found.get(one.serial, ())):
                found[one.serial] = words
    most = max(map(len, found.values()), default=0)
    best = [serial for serial, words in found.items() if len(words) == most]
    return without_words(asked, found[best[0]], documents=(best[0],)) if len(best) == 1 else asked


def without_words(
    asked: ParsedQuestion, words: Iterable[str], devices: Sequence[str] = (), documents: Sequence[int] = ()
) -> ParsedQuestion:
    """Return a question without the words that name devices or documents."""
    text, left = asked.text, {*words}
    for word in left:
        text = re.sub(rf"\b{re.escape(word)}\b", "", text, count=1, flags=re.IGNORECASE)
    terms = tuple(one for one in asked.terms if not left & {one.text, one.text.lower()})
    devices, documents = tuple(devices) or asked.devices, tuple(documents) or asked.documents
    return replace(asked, text=text, terms=terms, devices=devices, documents=documents)
