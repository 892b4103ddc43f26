"""Questions about the autonomous systems that things mention: as numbers, in communities, and in names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from agent.planner.plan_records import Statement
from agent.planner.related.named_things import Kind, leaves_words, other_names, stems
from agent.planner.scope import Scope
from agent.planner.words.lexicon import HEADER, INTERNAL, ROOT
from agent.planner.words.match_words import match_words
from agent.planner.write_conditions import Parameters
from graph_store.names import quote_name
from graph_store.records import Scalar

_ASKED = re.compile(
    r"\b(?:AS(?:es|Ns?)?|ASN?s? numbers?|[Aa]utonomous [Ss]ystems?(?: \(AS\))?)(?: numbers?)?\b.*"
    r"\b(?:mention(?:s|ed)?|appear(?:s|ed)?|occur(?:s|red)?|show up|named|referred)\b"
)
_SAID = stems(
    "as", "ases", "asn", "autonomous", "system", "systems", "number", "numbers", "mentioned", "mention", "mentions",
    "appear", "appears", "occur", "occurs", "named", "show", "referred", "value", "values", "name", "names",
)  # fmt: skip
_NUMBERS = stems("as", "asn", "autonomous")
_COMMUNITY = re.compile(r"(?<![\w:.])(?:[a-z]+:)?(\d{1,10}):\d{1,10}(?::\d{1,10})?(?![\w:.])", re.IGNORECASE)
_NAME = re.compile(r"(?<![^\W_])as(\d{1,10})(?![^\W_])", re.IGNORECASE)
_RESERVED = frozenset({0, 65535, 4294967295})
_MOST_READ, _MOST_SAID = 5000, 40


@dataclass(frozen=True, slots=True)
class Mentioned:
    """An AS number that a value of an entity mentions."""

    number: int
    node: Scalar
    text: str


def write_as_mentions(scope: Scope) -> Statement | None:
    """Write the statement for the AS numbers that some things mention; None where something else is asked."""
    if not _ASKED.search(scope.text) or scope.asked.intent == "count" or scope.asked.negations:
        return None
    if other_names(scope, _SAID):
        return None
    kind = _kind(scope)
    if leaves_words(scope, kind.positions if kind else (), _SAID) or not (kind or scope.devices):
        return None
    found: dict[int, Mentioned] = {}
    for one in _mentioned(scope, kind):
        found.setdefault(one.number, one)
    if not 0 < len(found) <= _MOST_SAID:
        return None
    parameters = Parameters()
    parts = [
        f"MATCH (n:Entity)-[:HAS_LINE]->(l:Line) WHERE n.id = {parameters.add(one.node)} "
        f"AND toLower(l.text) CONTAINS {parameters.add(one.text.lower())} "
        f"RETURN {parameters.add(number)} AS autonomous_system, {parameters.add(one.text)} AS written"
        for number, one in sorted(found.items())
    ]
    note = (
        "read as: numbers that are called AS numbers, the first halves of communities (RFC 1997, 4360, 8092), "
        "and names like as65001"
    )
    columns = ("autonomous_system", "written")
    return Statement(
        " UNION ".join(parts), parameters.values, "list", columns, subject="autonomous_system", note=note
    )


def _kind(scope: Scope) -> Kind | None:
    """Find what the question looks in: all labels that the words beside the AS say whole, or those above them."""
    words = [word for word in scope.words if word.stem not in _SAID]
    matched = {
        label.name: match_words(label.words, words).positions
        for label in scope.lexicon.things
        if label.name != ROOT
    }
    most = max((sum(places.values()) for places in matched.values()), default=0.0)
    labels = [name for name, places in matched.items() if places and sum(places.values()) >= most]
    labels.sort(key=lambda name: (len(scope.lexicon.labels[name].words), name))
    places = frozenset(place for name in labels for place in matched[name])
    return Kind(tuple(labels), places) if labels else None


def _mentioned(scope: Scope, kind: Kind | None) -> Iterator[Mentioned]:
    parameters = Parameters()
    below = {other for name in (kind.labels if kind else ()) for other in scope.lexicon.labels[name].below}
    names = list(dict.fromkeys([*(kind.labels if kind else ()), *sorted(below)]))
    names = names or [label.name for label in scope.lexicon.things]
    where = f" WHERE n.device IN {parameters.add(scope.devices)}" if scope.devices else ""
    for name in names:
        match = (
            f"MATCH (n:{quote_name(name)}){where} WITH n ORDER BY n.document, n.ordinal LIMIT {_MOST_READ} "
        )
        rows = scope.look_up.rows(f"{match} RETURN collect([n.id, properties(n)])", parameters.values)
        for node, values in rows[0][0] if rows and isinstance(rows[0][0], list | tuple) else ():
            if isinstance(values, Mapping) and isinstance(node, int | str):
                yield from _in_entity(scope, name, node, values)


def _in_entity(scope: Scope, label: str, node: Scalar, values: Mapping[str, object]) -> Iterator[Mentioned]:
    kind = scope.lexicon.labels[label]
    is_process = "bgp" in kind.words and bool(kind.below)  # "router bgp 65001" is called by its AS
    for name, held in values.items():
        if name in HEADER or (name in INTERNAL and name != "key"):
            continue
        found = kind.properties.get(name)
        for value in held if isinstance(held, list | tuple) else [held]:
            if isinstance(value, bool) or not isinstance(value, int | str):
                continue
            called = is_process if name == "key" else found is not None and bool(_NUMBERS & set(found.words))
            for number, text in numbers_in(str(value), called):
                yield Mentioned(number, node, text)


def numbers_in(text: str, is_number: bool) -> Iterator[tuple[int, str]]:
    """Return the AS numbers in a value, each with what is written; the value `is_number` where it is called so."""
    if is_number and re.fullmatch(r"\d{1,10}(?: \d{1,10})*", text):
        yield from ((int(one), one) for one in text.split())
    for match in _COMMUNITY.finditer(text):
        if int(match[1]) not in _RESERVED:
            yield int(match[1]), match[0]
    for match in _NAME.finditer(text):
        yield int(match[1]), match[0]
