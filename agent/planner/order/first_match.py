"""Questions about what a list does with an address: the first entry that holds it decides, in the list's order."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from agent.planner.order.clauses import write_clauses
from agent.planner.order.read_entry import Entry, read_entry, read_range
from agent.planner.order.read_service import port_number
from agent.planner.plan_records import Statement
from agent.planner.related.named_things import NamedThing, kind_among, leaves_words, other_names, stems
from agent.planner.scope import Scope
from agent.planner.words.label_names import column_name
from agent.planner.words.lexicon import Label
from agent.planner.words.match_words import match_words
from agent.planner.words.question_words import Mention
from agent.planner.write_conditions import Parameters
from graph_store.names import quote_name
from graph_store.records import Scalar

_ASKS = re.compile(
    r"\b(?:permit\w*|den(?:y|ies|ied)|allow\w*|block\w*|drop\w*|reject\w*|accept\w*|match\w*|hit\w*|pass\w*|"
    r"let\w* through|filter\w*|first match|do(?:es)?\b.*\b(?:with|to)|treat\w*|handl\w*|happen\w*|decid\w*)\b",
    re.IGNORECASE,
)
_PROTOCOL = re.compile(r"\b(tcp|udp|icmp|gre|esp|sctp)\b", re.IGNORECASE)
_PORT = re.compile(r"\b(?:ports?|tcp|udp)[ /](?:port )?([\w-]+)", re.IGNORECASE)
_SAID = stems(
    "permit", "permits", "permitted", "deny", "denies", "denied", "allow", "allowed", "block", "blocked", "drop",
    "dropped", "reject", "rejected", "accept", "accepted", "match", "matches", "matched", "hit", "first", "pass",
    "entry", "line", "rule", "address", "host", "source", "destination", "packet", "packets", "traffic", "ip",
    "route", "prefix", "through", "let", "filter", "filtered", "network", "term", "sequence", "clause", "do", "does",
    "treat", "handle", "happen", "happens", "decide", "decides", "tcp", "udp", "icmp", "port", "protocol", "connection",
    "open", "opening", "connect", "connecting", "send", "sending", "going", "browsing", "trying", "access", "session",
)  # fmt: skip
_TO = frozenset(["to", "towards", "destination", "reach", "for"])
_MOST_ENTRIES = 300


@dataclass(frozen=True, slots=True)
class Asked:
    """The addresses that are asked about, by place, 0 for the source and 1 for the destination, and the service."""

    ranges: tuple[tuple[int, tuple[int, int, int]], ...]
    texts: tuple[str, ...]
    protocol: str = ""
    port: int | None = None

    @property
    def said(self) -> str:
        """Say what is asked about: "10.0.0.1 to 10.0.0.9, tcp port 22"."""
        port = f"port {self.port}" if self.port is not None else ""
        service = " ".join(filter(None, (self.protocol, port)))
        return ", ".join(filter(None, (" to ".join(self.texts), service)))


@dataclass(frozen=True, slots=True)
class Listed:
    """One entry of a list as it stands in the graph."""

    id: int
    text: str
    entry: Entry


def write_first_match(scope: Scope) -> Statement | None:
    """Write the statement for the entries that decide over an address; None when this is not asked."""
    if not _ASKS.search(scope.text):
        return None
    addresses = [one.mention for one in scope.located if one.mention.shape in ("address", "prefix")]
    protocol, port, said = _read_service(scope)
    names = [
        one
        for one in other_names(scope, _SAID)
        if one.mention not in addresses
        and one.mention.text.lower() not in said
        and not (
            one.mention.maybe
            and any(_is_at(scope, to) and to.index == one.mention.index + 2 for to in addresses)
        )
    ]
    if not addresses or len(addresses) > 2 or len(names) != 1:
        return None
    asked = _read_asked(scope, addresses)
    asked = replace(asked, protocol=protocol, port=port) if asked else None
    thing = _list_named(scope, names[0].mention)
    if asked is None or thing is None:
        return None
    kind = kind_among(scope, [word for word in scope.words if word.index in thing.positions])
    explained = thing.positions | (kind.positions if kind else frozenset()) | {one.index for one in addresses}
    explained |= {one.index for one in scope.tokens if one.text.lower() in said}
    explained |= {
        place
        for name in thing.labels
        for place in match_words(scope.lexicon.labels[name].words, scope.words).positions
    }
    explained |= {one.index - 2 for one in addresses if _is_at(scope, one)}
    if leaves_words(scope, explained, _SAID):
        return None
    for name in thing.labels:
        statement = _statement(scope, scope.lexicon.labels[name], thing, asked)
        if statement is not None:
            return statement
    return None


def _read_service(scope: Scope) -> tuple[str, int | None, frozenset[str]]:
    """Return the protocol and the port that a question names, and the words that do."""
    protocol = _PROTOCOL.search(scope.text)
    named = [one[1] for one in _PORT.finditer(scope.text) if port_number(one[1]) is not None]
    port = port_number(named[0]) if named else None
    words = [*([protocol[1]] if protocol else []), *named[:1]]
    words += [f"{one}/{other}" for one, other in pairwise(words)]
    return protocol[1].lower() if protocol else "", port, frozenset(word.lower() for word in words)


def _is_at(scope: Scope, address: Mention) -> bool:
    """Tell whether an address says where something is that the word before only describes: "a guest at 10.0.0.9"."""
    return address.index > 1 and scope.tokens[address.index - 1].text.lower() == "at"


def _list_named(scope: Scope, mention: Mention) -> NamedThing | None:
    located = next(one for one in scope.located if one.mention == mention)
    found = [
        one
        for one in located.occurrences
        if one.property == "key"
        and one.label in scope.lexicon.labels
        and scope.lexicon.labels[one.label].below
    ]
    if not found:
        return None
    labels = tuple(dict.fromkeys(one.label for one in found))
    words = {word for name in labels for word in scope.lexicon.labels[name].words}
    near = {word.index for word in scope.words if abs(word.index - mention.index) <= 3 and word.stem in words}
    keys = tuple(dict.fromkeys(one.value for one in found))
    return NamedThing(labels, keys, frozenset({mention.index, *near}))


def _read_asked(scope: Scope, addresses: Sequence[Mention]) -> Asked | None:
    ranges: list[tuple[int, tuple[int, int, int]]] = []
    for mention in addresses:
        found = read_range(mention.text)
        if found is None:
            return None
        before = [token.text.lower() for token in scope.tokens[max(0, mention.index - 2) : mention.index]]
        place = (
            1
            if _TO & set(before) and (len(addresses) > 1 or "to" in before or "destination" in before)
            else 0
        )
        ranges.append((place, found))
    if len({place for place, _ in ranges}) != len(ranges):
        ranges = [(place, found) for place, (_, found) in enumerate(ranges)]
    return Asked(tuple(ranges), tuple(one.text for one in addresses))


def _statement(scope: Scope, label: Label, thing: NamedThing, asked: Asked) -> Statement | None:
    if len(asked.ranges) == 1 and not asked.protocol and asked.port is None:
        clauses = write_clauses(scope, label, thing.keys, asked.ranges[0][1], asked.said)
        if clauses is not None:
            return clauses
    lists = _entries(scope, label, thing.keys)
    if not lists or not any(lists.values()):
        return None
    routes = "prefix" in label.words
    by_list = [_deciding(entries, asked, routes) for entries in lists.values()]
    deciding = [one for entries in by_list for one in entries]
    name = column_name(label.name)
    held = asked.said
    if not deciding:
        return _nothing_holds(scope, label, thing, held)
    parameters = Parameters()
    text = (
        f"MATCH (up:{quote_name(label.name)})-[:HAS]->(n)-[:HAS_LINE]->(l:Line) "
        f"WHERE n.id IN {parameters.add(tuple(one.id for one in deciding))} "
        f"RETURN up.device AS device, up.key AS {quote_name(name)}, trim(l.text) AS entry ORDER BY device, n.ordinal"
    )
    open_ended = any(_asks_more(one.entry, asked, routes) for one in deciding)
    more = "; one that asks for more decides only where that is met, too" if open_ended else ""
    role = "the route" if routes else "the destination" if asked.ranges[0][0] == 1 else "the source"
    role = "source and destination" if len(asked.ranges) > 1 else role
    verdicts = {entries[0].entry.allows for entries in by_list if entries}
    if not open_ended and len(verdicts) == 1 and all(by_list):
        more = "; so it is permitted" if verdicts.pop() else "; so it is denied"
    note = f"read as: the first entry, in the list's order, that holds {held} as {role}{more}"
    return Statement(
        text, parameters.values, "lookup", ("device", name, "entry"), subject=label.name, note=note
    )


def _nothing_holds(scope: Scope, label: Label, thing: NamedThing, held: str) -> Statement:
    parameters = Parameters()
    name = column_name(label.name)
    tests = [f"toString(n.key) IN {parameters.add(tuple(str(key) for key in thing.keys))}"]
    tests += [f"n.device IN {parameters.add(scope.devices)}"] if scope.devices else []
    result = parameters.add(f"no entry holds {held}")
    text = (
        f"MATCH (n:{quote_name(label.name)}) WHERE {' AND '.join(tests)} "
        f"RETURN n.device AS device, n.key AS {quote_name(name)}, {result} AS result ORDER BY device"
    )
    note = "such lists usually deny what no entry permits; the files do not say it"
    return Statement(
        text, parameters.values, "lookup", ("device", name, "result"), subject=label.name, note=note
    )


def _entries(
    scope: Scope, label: Label, keys: Sequence[Scalar]
) -> Mapping[tuple[str, str], Sequence[Listed]]:
    """Read the entries of the lists of a name, by device and list; an entry of several lines cannot be read."""
    parts = tuple(name for name, steps in label.below.items() if steps == 1)
    tests = "toString(up.key) IN $keys AND n.type IN $parts"
    tests += " AND up.device IN $devices" if scope.devices else ""
    text = (
        f"MATCH (up:{quote_name(label.name)})-[:HAS]->(n:Entity)-[:HAS_LINE]->(l:Line) WHERE {tests} "
        "RETURN n.device, up.id, n.id, l.text, coalesce(n.seq, n.sequence, n.number, toInteger(n.key)) AS place "
        "ORDER BY n.device, up.id, n.ordinal"
    )
    parameters = {"keys": tuple(str(key) for key in keys), "parts": parts, "devices": scope.devices}
    rows = scope.look_up.rows(text, parameters)
    if len(rows) >= _MOST_ENTRIES or len({row[2] for row in rows}) != len(rows):
        return {}
    if all(isinstance(row[4], int) for row in rows):
        rows = tuple(sorted(rows, key=lambda row: (str(row[0]), str(row[1]), int(str(row[4])))))
    lists: dict[tuple[str, str], list[Listed]] = defaultdict(list)
    for device, above, node, line, _ in rows:
        entry = read_entry(str(line))
        if entry is not None:
            lists[str(device), str(above)].append(Listed(int(str(node)), str(line), entry))
    return lists


def _deciding(entries: Sequence[Listed], asked: Asked, routes: bool) -> list[Listed]:
    """Return the entries that may decide, up to the first that asks for nothing else."""
    found = []
    for one in entries:
        if not _holds(one.entry, asked, routes):
            continue
        found.append(one)
        if not _asks_more(one.entry, asked, routes):
            break
    return found


def _holds(entry: Entry, asked: Asked, routes: bool) -> bool:
    if routes:
        low, high, length = asked.ranges[0][1]
        within = bool(entry.operands) and entry.operands[0].holds(low, high)
        return entry.holds_route(low, high, length) if entry.is_route else within
    operands = entry.operands
    for place, (low, high, _) in asked.ranges:
        if place < len(operands) and not operands[place].holds(low, high):
            return False
        if place == 1 and len(operands) == 1:
            return False
    return bool(operands) and entry.service.meets(asked.protocol, asked.port) != "no"


def _asks_more(entry: Entry, asked: Asked, routes: bool) -> bool:
    if routes:
        return not entry.is_route
    given = {place for place, _ in asked.ranges}
    others = [one for place, one in enumerate(entry.operands) if place not in given]
    return entry.service.meets(asked.protocol, asked.port) == "more" or any(not one.is_all for one in others)
