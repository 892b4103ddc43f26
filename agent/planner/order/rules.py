"""Questions about the first rule or policy that holds an address, where rules name objects, groups and interfaces."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from agent.planner.order.read_entry import read_range
from agent.planner.order.read_rule import Rule, is_open, read_rule
from agent.planner.plan_records import Statement
from agent.planner.related.named_things import kind_among, stems
from agent.planner.scope import Scope
from agent.reader.english import stem
from agent.planner.words.label_names import column_of
from agent.planner.words.lexicon import Label
from agent.planner.write_conditions import Parameters
from graph_store.names import quote_name
from graph_store.records import Scalar

_ASKS = re.compile(
    r"\b(?:match\w*|hits?|first|appl(?:y|ies)|allow\w*|permit\w*|den(?:y|ies|ied)|block\w*|drop\w*|lets?|accept\w*|"
    r"catch\w*|decid\w*|handl\w*)\b",
    re.IGNORECASE,
)
_SAID = stems(
    "match", "matches", "matching", "hit", "hits", "first", "apply", "applies", "allow", "allows", "allowed", "permit",
    "permits", "permitted", "deny", "denies", "denied", "block", "blocks", "blocked", "drop", "drops", "let", "lets",
    "through", "accept", "accepts", "catch", "catches", "decide", "decides", "handle", "handles", "traffic", "packet",
    "packets", "address", "host", "source", "destination", "interface", "ip", "connection", "from", "to", "rule",
)  # fmt: skip
_OUT = frozenset({"out", "to", "towards", "toward", "via", "leaving", "egress", "through", "destination"})
_HIDDEN = frozenset({"key", "id", "type", "device", "path", "ordinal", "number", "document", "first_line"})
_MOST_RULES, _DEEPEST = 300, 4
Named = Mapping[str, Mapping[str, object]]


@dataclass(frozen=True, slots=True)
class _Packet:
    """What is asked about: addresses and interfaces by side; blank where the question does not say."""

    source: str
    destination: str
    inside: str
    outside: str


@dataclass(frozen=True, slots=True)
class _Read:
    """A rule as it stands in the graph, and whether it surely holds the packet."""

    id: Scalar
    rule: Rule
    sure: bool


def write_first_rule(scope: Scope) -> Statement | None:
    """Write the statement for the first rules of a device that hold an address; None when this is not asked."""
    if not _ASKS.search(scope.text) or len(scope.devices) != 1 or scope.asked.negations:
        return None
    packet = _packet(scope)
    kind = kind_among(scope, scope.words)
    if packet is None or kind is None:
        return None
    for name in kind.labels:
        label = scope.lexicon.labels[name]
        rules = _rules(scope, label)
        if rules:
            return _statement(scope, label, packet, _deciding(scope, rules, packet), kind.positions)
    return None


def _packet(scope: Scope) -> _Packet | None:
    """Read what the question says of a packet; None where that is no address, or too much."""
    sides = {"source": "", "destination": "", "inside": "", "outside": ""}
    for one in scope.located:
        if one.devices:
            continue
        before = scope.tokens[one.mention.index - 1].text.lower() if one.mention.index else ""
        far = before in _OUT
        if one.mention.shape in ("address", "prefix"):
            side = "destination" if far or sides["source"] else "source"
        elif any(
            found.property == "key" and found.label in scope.lexicon.address_owners
            for found in one.occurrences
        ):
            side = "outside" if far or sides["inside"] else "inside"
        else:
            return None
        if sides[side]:
            return None
        sides[side] = one.mention.text
    if not (sides["source"] or sides["destination"]):
        return None
    return _Packet(sides["source"], sides["destination"], sides["inside"], sides["outside"])


def _rules(scope: Scope, label: Label) -> list[tuple[Scalar, Rule]]:
    """Read the rules of a kind on the device, in their order; none where one of them cannot be read."""
    rows = scope.look_up.rows(
        f"MATCH (n:{quote_name(label.name)}) WHERE n.device = $device RETURN n.id, properties(n) ORDER BY n.ordinal",
        {"device": scope.devices[0]},
    )
    own = set(label.properties)
    read: list[tuple[Scalar, Rule]] = []
    for node, values in rows if len(rows) < _MOST_RULES else ():
        told = (
            {name: held for name, held in values.items() if name in own}
            if isinstance(values, Mapping)
            else {}
        )
        rule = read_rule({name: held for name, held in told.items() if name not in _HIDDEN})
        if rule is None or not isinstance(node, int | str):
            return []
        read.append((node, rule))
    return read


def _deciding(scope: Scope, rules: Sequence[tuple[Scalar, Rule]], packet: _Packet) -> list[_Read]:
    """Go through the rules up to the first that surely holds the packet."""
    names = {name for _, rule in rules for side in (rule.sources, rule.destinations) for name in side}
    named = _objects(scope, names)
    found: list[_Read] = []
    for node, rule in rules:
        held = [
            _holds(rule.sources, packet.source, named),
            _holds(rule.destinations, packet.destination, named),
            _through(rule.inside, packet.inside),
            _through(rule.outside, packet.outside),
            None if not is_open(rule.services) or rule.others else True,
        ]
        if rule.off or False in held:
            continue
        found.append(_Read(node, rule, None not in held))
        if found[-1].sure:
            break
    return found


def _through(names: Sequence[str], asked: str) -> bool | None:
    if is_open(names):
        return True
    return asked.lower() in {name.lower() for name in names} if asked else None


def _holds(names: Sequence[str], asked: str, named: Named, depth: int = 0) -> bool | None:
    """Tell whether names of addresses and groups hold one; None where that cannot be told."""
    if is_open(names):
        return True
    whole = read_range(asked) if asked else None
    if whole is None or depth > _DEEPEST:
        return None
    told = [_one_holds(name, (whole[0], whole[1]), asked, named, depth) for name in names]
    return True if True in told else None if None in told else False


def _one_holds(name: str, asked: tuple[int, int], text: str, named: Named, depth: int) -> bool | None:
    own = read_range(name)
    if own is not None:
        return own[0] <= asked[0] and asked[1] <= own[1]
    values = named.get(name)
    if values is None:
        return None
    prefixes = [read_range(str(held)) for key, held in values.items() if key.endswith("_prefix")]
    prefixes = prefixes or [read_range(str(held)) for held in values.values() if isinstance(held, str)]
    ranges = [one for one in prefixes if one is not None]
    if ranges:
        return any(one[0] <= asked[0] and asked[1] <= one[1] for one in ranges)
    members = [held for held in values.values() if isinstance(held, tuple | list)]
    inner = [str(one) for held in members for one in held] or [
        str(held) for key, held in values.items() if str(held) in named and str(held) != name and key
    ]
    return _holds(inner, text, named, depth + 1) if inner else None


def _objects(scope: Scope, names: set[str]) -> Named:
    """Return the properties of what rules name, and of what that names in turn."""
    found: dict[str, dict[str, object]] = {}
    left = set(names)
    for _ in range(_DEEPEST):
        rows = scope.look_up.rows(
            "MATCH (m:Entity) WHERE m.device = $device AND toString(m.key) IN $names AND NOT m:Undefined "
            "OPTIONAL MATCH (m)-[:HAS*1..2]->(part:Entity) "
            "RETURN m.key, properties(m), collect(DISTINCT toString(part.key))",
            {"device": scope.devices[0], "names": tuple(sorted(left))},
        )
        added: dict[str, dict[str, object]] = {}
        for key, values, parts in rows:
            told = values if isinstance(values, Mapping) else {}
            own = {name: held for name, held in told.items() if name not in _HIDDEN}
            own |= {"parts": parts} if parts else {}
            added[str(key)] = added.get(str(key), {}) | own
        known = set(found)
        found |= {key: values for key, values in added.items() if key not in known}
        left = {
            str(one)
            for values in added.values()
            for held in values.values()
            for one in (held if isinstance(held, tuple | list) else (held,))
        } - set(found)
        if not left:
            break
    return found


def _statement(
    scope: Scope, label: Label, packet: _Packet, found: Sequence[_Read], kind: frozenset[int]
) -> Statement | None:
    """Write the rules that may decide; where none holds it, decline: what is done then is not in the files."""
    parameters = Parameters()
    said = ", ".join(f"{side} {value}" for side, value in _sides(packet) if value)
    if not found:
        text = (
            f"MATCH (n:{quote_name(label.name)}) WHERE n.device = {parameters.add(scope.devices[0])} "
            f"RETURN n.device AS device, n.key AS {quote_name(column_of(label))} ORDER BY n.ordinal"
        )
        declined = f"None of the rules that were read on {scope.devices[0]} holds {said}."
        shown = ("device", column_of(label))
        return Statement(text, parameters.values, "list", shown, subject=label.name, declined=declined)
    ids = parameters.add(tuple(one.id for one in found))
    columns = {"device": "n.device", column_of(label): "n.key"}
    columns |= {
        name: f"n.{quote_name(name)}" for name in label.properties if stem(name) in (stem("name"), "action")
    }
    returned = ", ".join(f"{what} AS {quote_name(alias)}" for alias, what in columns.items())
    text = f"MATCH (n:{quote_name(label.name)}) WHERE n.id IN {ids} RETURN {returned} ORDER BY n.ordinal"
    unread = [
        f"'{word.text}'"
        for word in scope.words
        if word.index in scope.content and word.index not in kind and word.stem not in _SAID
    ]
    note = f"read as: the first of the device's rules, in their order, that holds {said}"
    if not found[-1].sure or len(found) > 1:
        note += "; those that ask for more decide only where that is met, too"
    note += f"; not read: {', '.join(unread)}" if unread else ""
    return Statement(text, parameters.values, "lookup", tuple(columns), subject=label.name, note=note)


def _sides(packet: _Packet) -> tuple[tuple[str, str], ...]:
    return (
        ("source", packet.source),
        ("destination", packet.destination),
        ("from", packet.inside),
        ("out", packet.outside),
    )
