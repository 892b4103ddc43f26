"""Answers what a filter does with a packet: "does EDGE-IN on r1 permit tcp from 10.0.0.1 to 10.1.1.1 port 22?".

Answered with the first match of the filter's entries, with a model and without, and only where every word is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from ipaddress import ip_address
from typing import TYPE_CHECKING

from agent.reader.english import word_list
from agent.records import Answer
from agent.render.draft import mark_lines
from findings.errors import NoSuchFilterError, UnknownPacketError
from graph_store.describe import read_names
from graph_store.graph import ReadableGraph

if TYPE_CHECKING:
    from findings.filters.first_match import Verdict
    from findings.filters.records import FilterEntry, Packet
    from findings.words import FilterWords

_WORD = re.compile(r"[^\s?,;()\"'`]+")
_SOURCE = frozenset({"from", "source", "src", "--src"})
_DESTINATION = frozenset({"to", "destination", "dst", "->", "--dst"})
_PORT = dict.fromkeys(("port", "dport", "--dport"), "destination_port")
_PORT |= dict.fromkeys(("sport", "--sport"), "source_port")
_LAST_PORT = 65535
_MOST_OPEN = 5
_MOST_LINES = 6


def answer_packet_question(text: str, graph: ReadableGraph) -> Answer | None:
    """Tell what the filter does with the packet; None where the text is another question. Raises GraphError."""
    said = {word.lower().strip(".:") for word in _WORD.findall(text)}
    if not said & word_list("packet_asks") or said & word_list("unsure") or not any(map(_address, said)):
        return None
    device, rest = _take_name(text, set(read_names(graph)))
    if not device:
        return None
    from findings.facts import read_network
    from findings.filters.first_match import decide_for_first, named_filter
    from findings.filters.read_filters import read_filters

    parts = read_network(graph, (device,)).devices
    filters = [one for part in parts for one in read_filters(part)]
    name, rest = _take_name(rest, {one.name for one in filters if one.entries or one.default_lines})
    packet = read_packet(rest) if name else None
    if packet is None:
        return None
    try:
        found = named_filter(device, name, filters, packet)
        return _answer(decide_for_first(found, packet, parts), packet)
    except (NoSuchFilterError, UnknownPacketError):
        return None


def _take_name(text: str, names: Iterable[str]) -> tuple[str, str]:
    """Return the longest of the names that the text has, and the text without it."""
    for name in sorted(names, key=len, reverse=True):
        found = re.search(rf"(?<![\w./-]){re.escape(name)}(?![\w/-]|\.\w)", text, re.IGNORECASE)
        if found:
            return name, f"{text[: found.start()]} {text[found.end() :]}"
    return "", text


def read_packet(text: str) -> Packet | None:
    """Read a packet: source, destination and its port, where no word says otherwise; None if a word is left."""
    from findings.filters.records import Packet
    from findings.words import read_filter_words

    words = read_filter_words()
    fillers = (
        word_list("function") | word_list("packet_words") | word_list("packet_asks") | {"proto", "--proto"}
    )
    packet, side, last, port = Packet(), "", "", ""
    for raw in _WORD.findall(text):
        word = raw.lower().strip(".:")
        if word in _SOURCE or word in _DESTINATION:
            side = "source" if word in _SOURCE else "destination"
        elif _address(word):
            side = side or ("destination" if packet.source else "source")
            if getattr(packet, side):
                return None
            packet, last, side = replace(packet, **{side: word}), side, ""
        elif word in _PORT:
            if word == "port" and last == "source" and packet.destination and not side:
                return None  # of which of the two is open
            of_source = side == "source" or (word == "port" and last == "source" and not side)
            port, side = ("source_port" if of_source else _PORT[word]), ""
        elif (service := _service(word, port, words)) is not None:
            protocol, number = service
            target = port or "destination_port"
            if (number is not None and getattr(packet, target) is not None) or (protocol and packet.protocol):
                return None
            given = {} if number is None else {target: number}
            packet = replace(packet, protocol=protocol or packet.protocol, **given)  # type: ignore[arg-type]
            port = port if number is None else ""
        elif word and word not in fillers:
            return None
    return None if port or side else packet


def _service(word: str, port: str, words: FilterWords) -> tuple[str, int | None] | None:
    """Return protocol and port that a word stands for: tcp, 22, tcp/22, ssh; None for another word."""
    protocol, _, number = word.partition("/")
    if protocol in words.protocols or (protocol in words.any_protocol and protocol != "any"):
        known = protocol if protocol in words.protocols else ""
        return (known, int(number)) if _is_port(number) else (known, None) if not number else None
    if _is_port(word):
        return "", int(word)
    if port and word in words.ports:
        return "", words.ports[word]
    protocol, _, number = words.services.get(word.upper(), "").partition("/")
    return (protocol, int(number)) if _is_port(number) else None


def _is_port(text: str) -> bool:
    return text.isdecimal() and int(text) <= _LAST_PORT


def _address(text: str) -> bool:
    try:
        return bool(ip_address(text))
    except ValueError:
        return False


def _answer(verdict: Verdict, packet: Packet) -> Answer:
    found, entry = verdict.filter, verdict.entry
    where = f"{found.name} on {found.device}"
    taken = f", taken for {' and '.join(verdict.assumed)}" if verdict.assumed else ""
    does = {"permit": "permits", "deny": "denies", "return": "gives back"}.get(verdict.action, "")
    lines = [line for one in found.entries for line in one.lines]
    cited = list(verdict.lines or dict.fromkeys((*lines[:1], *lines[-1:])))
    mark = mark_lines(cited, len(cited), _MOST_LINES)
    if entry and does:
        text = f"{where} {does} it{taken}: {_called(entry)} decides {mark}."
    elif entry:
        matches = f"{_called(entry)} ({entry.action}) matches {mark}"
        text = f"What {where} does is not known: {matches}, but others come first."
    elif does:
        done = {"permit": "permitted", "deny": "denied"}.get(verdict.action, verdict.action)
        text = f"{where} {does} it{taken}: no entry surely matches, and what none matches is {done} {mark}."
    else:
        text = f"What {where} does is not known: no entry surely matches {mark}."
    before, open_entries = ("Otherwise", verdict.otherwise) if taken else ("Before that", verdict.open)
    for one in open_entries[:_MOST_OPEN]:
        cited += one.lines
        why = "it asks for what the question leaves open"
        if one.open:
            why = f"it also asks for \u201c{', '.join(one.open)}\u201d, which says nothing of this packet"
        mark = mark_lines(one.lines, len(one.lines), _MOST_LINES)
        text += f"\n{before}, {_called(one)} ({one.action or 'no action known'}) may match: {why} {mark}."
    more = len(open_entries) - _MOST_OPEN
    text += f"\n{more} more entries may match." if more > 0 else ""
    return Answer(f"{text}\n(read as: {_said(packet)})", "answered", tuple(dict.fromkeys(cited)))


def _called(entry: FilterEntry) -> str:
    return f"entry {entry.name}" if entry.name else f"the entry at line {entry.lines[0].number}"


def _said(packet: Packet) -> str:
    parts = [packet.protocol or "any protocol"]
    ends = (("from", packet.source, packet.source_port), ("to", packet.destination, packet.destination_port))
    for word, address, port in ends:
        if address or port is not None:
            parts += [word, address, "" if port is None else f"port {port}"]
    return " ".join(filter(None, parts))
