"""Questions about the default route: the prefix of length 0 (RFC 4632, RFC 4291) however a file writes it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agent.planner.order.read_entry import ALLOWING, DENYING
from agent.planner.plan_records import Statement
from agent.planner.related.named_things import leaves_words, stems
from agent.planner.scope import Scope
from agent.planner.values.tie_values import holds_addresses
from agent.reader.english import stems_of
from agent.planner.words.lexicon import ROOT
from agent.planner.write_conditions import Parameters
from agent.records import Intent
from graph_store.names import quote_name
from graph_store.records import Scalar

_ASKED = re.compile(
    r"\bdefault (?:static )?(?:ip(?:v[46])? )?(?:route|gateway)s?\b|\bgateways? of last resort\b", re.I
)
_GATEWAY = re.compile(r"\bdefault gateways?\b", re.I)
_ROUTE = re.compile(r"\brout(?:e|es|ing)\b", re.I)
_SAID = stems(
    "default", "static", "ip", "ipv4", "ipv6", "route", "routes", "gateway", "gateways", "last", "resort", "next",
    "hop", "nexthop", "hops", "configured", "via", "point", "points", "exit", "out", "leave", "interface", "port",
    "address",
)  # fmt: skip
_ADDRESS = re.compile(
    r"(?<![\w.:])(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f]*:[0-9a-f:]*:[0-9a-f:]+)(?![\w.:])", re.I
)
_WHOLE = ("0.0.0.0/0", "::/0")
_NOTHING = frozenset(one.removesuffix("/0") for one in _WHOLE)
_LITERAL = "default"
_INTERFACE = re.compile(r"(?<![\w.:/-])(?!ipv[46]\b)[A-Za-z][A-Za-z-]*\d[\w/.:-]*")
_OPENS = re.compile(r"[{\[(]\s*$")
_FEW_LINES = 8
_DECLINED = "What has no default route is not answered: one may be learned, too."
_READ = "[(n)-[:HAS_LINE]->(x:Line) | [x.number, x.text]]"


def write_default_route(scope: Scope) -> Statement | None:
    """Write the statement for the routes to everywhere; None where none was read, or something else is asked."""
    named = [one for one in scope.located if not one.devices and one.mention.text.lower() != _LITERAL]
    if named or not _ASKED.search(scope.text):
        return None
    if leaves_words(scope, (), _SAID) or (_GATEWAY.search(scope.text) and _has_property(scope)):
        return None
    routes = [*_covering(scope), *_literal(scope)]
    if not routes:
        return None
    parameters = Parameters()
    tests = " OR ".join(
        f"(n.id = {parameters.add(node)} AND l.number IN {parameters.add(numbers)})"
        for node, numbers in routes
    )
    match = f"MATCH (n:Entity)-[:HAS_LINE]->(l:Line) WHERE {tests}"
    note = "read as: configured routes to 0.0.0.0/0 or ::/0"
    declined = _DECLINED if scope.asked.negations else ""
    if scope.asked.intent == "count" and not declined:
        text = f"{match} RETURN count(DISTINCT n.device) AS devices"
        return Statement(text, parameters.values, "count", ("devices",), subject="device", note=note)
    text = (
        f"{match} WITH n, l ORDER BY l.number "
        "RETURN n.device AS device, n.id AS id, collect(trim(l.text)) AS route ORDER BY device"
    )
    intent: Intent = "exists" if scope.asked.intent == "exists" else "list"
    return Statement(
        text,
        parameters.values,
        intent,
        ("device", "id", "route"),
        subject="route",
        note=note,
        declined=declined,
    )


def _has_property(scope: Scope) -> bool:
    """Tell whether a property is called a default gateway, which other readers find."""
    found = (one.words for label in scope.lexicon.things for one in label.properties.values())
    return any({"default", "gateway"} <= set(words) for words in found)


def _covering(scope: Scope) -> Iterator[tuple[Scalar, tuple[Scalar, ...]]]:
    """Return what was read to hold all addresses, and is a route."""
    parameters = Parameters()
    match = (
        f"MATCH (n:Entity)-[r:COVERS]->(s:Subnet) WHERE s.prefix IN {parameters.add(_WHOLE)}{_on(scope, parameters)} "
        f"RETURN n.id, n.type, r.lines, {_READ}"
    )
    for node, kind, own, lines in scope.look_up.rows(match, parameters.values):
        yield from _route(node, str(kind), own, lines)


def _literal(scope: Scope) -> Iterator[tuple[Scalar, tuple[Scalar, ...]]]:
    """Return what is called "default" where others of its kind are called by prefixes, and is a route."""
    for label in scope.lexicon.things:
        for found in label.properties.values():
            if not holds_addresses(found) or not scope.look_up.holds(label.name, found.name, _LITERAL):
                continue
            parameters = Parameters()
            test = f"{parameters.add(_LITERAL)} IN ([] + n.{quote_name(found.name)}){_on(scope, parameters)}"
            match = f"MATCH (n:{quote_name(label.name)}) WHERE {test} RETURN n.id, n.type, [], {_READ}"
            for node, kind, own, lines in scope.look_up.rows(match, parameters.values):
                yield from _route(node, str(kind), own, lines)


def _route(
    node: object, kind: str, own: object, lines: object
) -> Iterator[tuple[Scalar, tuple[Scalar, ...]]]:
    """Keep what its lines show to be a route: they name a next hop, or an interface, and neither permit nor deny."""
    read = {one[0]: str(one[1]) for one in lines} if isinstance(lines, list | tuple) else {}
    read = {number: text for number, text in read.items() if not _OPENS.search(text) or _ADDRESS.search(text)}
    said = set(own) if isinstance(own, list | tuple) else set()
    kept = (
        read
        if len(read) <= _FEW_LINES and kind != ROOT
        else {number: text for number, text in read.items() if number in said}
    )
    words = {word for text in kept.values() for word in re.findall(r"[a-z]+", text.lower())}
    hops = {one for text in kept.values() for one in _ADDRESS.findall(text)} - _NOTHING
    routes = "rout" in stems_of(kind) or any(_ROUTE.search(text) for text in kept.values())
    leaves = hops or (routes and any(_INTERFACE.search(text) for text in kept.values()))
    if isinstance(node, int | str) and leaves and not words & (ALLOWING | DENYING):
        yield node, tuple(sorted(number for number in kept if isinstance(number, int)))


def _on(scope: Scope, parameters: Parameters) -> str:
    return f" AND n.device IN {parameters.add(scope.devices)}" if scope.devices else ""
