"""Questions about the ports of a bundle: a port channel, trunk or bond that is named, or that goes to a device."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agent.planner.across.link_ends import naming
from agent.planner.plan_records import Statement
from agent.planner.related.named_things import leaves_words, stems
from agent.planner.scope import DEVICE_STEMS, Scope
from agent.reader.english import split_name, stem
from agent.planner.words.label_names import has_key
from agent.planner.words.lexicon import HEADER, INTERNAL, ROOT
from agent.planner.write_conditions import Parameters
from graph_store.names import quote_name

_BUNDLE = stems(
    "lag", "bundle", "trunk", "channel", "portchannel", "bond", "bonding", "aggregate", "aggregation", "etherchannel",
    "team", "uplink", "po", "trk", "ae", "reth", "mlag", "lacp",
)  # fmt: skip
_HELD_BY = stems(
    "channel", "lag", "bundle", "trunk", "aggregate", "aggregation", "bond", "portchannel", "group", "team", "master",
    "slave", "slaves", "member", "members", "lacp", "etherchannel", "gigether", "8023ad",
)  # fmt: skip
_LISTED = stems("slave", "slaves", "member", "members", "port", "ports", "interface", "interfaces")
_ASKED = re.compile(
    r"\b(?:ports?|interfaces?|members?|slaves?|links?|legs?)\b.*\b(?:in|of|make up|makes up|form|forms|belong|part of|"
    r"bundled|behind|to)\b",
    re.IGNORECASE,
)
_SAID = _BUNDLE | stems(
    "port", "interface", "member", "slave", "link", "leg", "physical", "make", "makes", "form", "forms", "belong",
    "part", "bundled", "up", "group", "to", "towards", "going", "goes", "leading", "which", "underlying", "individual",
)  # fmt: skip
_NUMBER = re.compile(r"\d+$")


@dataclass(frozen=True, slots=True)
class Bundle:
    """The device and name of a bundle, and the words that it may be called by."""

    device: str
    name: str

    @property
    def called(self) -> tuple[str, ...]:
        """Return its name, and its number where it is called as a bundle is, by which its ports may say it."""
        kinds = _BUNDLE & {stem(part) for part in split_name(self.name)}
        number = _NUMBER.search(self.name) if kinds else None
        return tuple(dict.fromkeys((self.name.lower(), *([number[0]] if number else []))))


def write_bundle_ports(scope: Scope) -> Statement | None:
    """Write the statement for the ports of a bundle; None where none is named or found, or a word is left."""
    if (
        not _ASKED.search(scope.text)
        or scope.asked.negations
        or scope.asked.intent not in ("list", "lookup", "count")
    ):
        return None
    named = [one for one in scope.located if not one.devices]
    if len(named) > 1 or any(one.is_missing for one in named):
        return None
    if not named and not any(word.stem in _BUNDLE for word in scope.words):
        return None
    explained = {one.mention.index for one in scope.located}
    if leaves_words(scope, explained, _SAID | DEVICE_STEMS):
        return None
    bundles = _called(scope, named[0].mention.text) if named else _towards(scope)
    if len(bundles) != 1:
        return None
    ids = tuple(dict.fromkeys((*_by_property(scope, bundles[0]), *_by_key(scope, bundles[0]))))
    if ids:
        return _statement(scope, bundles[0], ids)
    return _listed(scope, bundles[0]) if named else None


def _called(scope: Scope, name: str) -> list[Bundle]:
    """Find the bundle of a name: it, or what the question says, is called like a bundle."""
    spoken = any(word.stem in _BUNDLE | {stem("member"), stem("slave")} for word in scope.words)
    if not spoken and not _BUNDLE & {stem(part) for part in split_name(name)}:
        return []
    on_devices = " AND n.device IN $devices" if scope.devices else ""
    text = (
        f"MATCH (n:Entity) WHERE toLower(toString(n.key)) = $name AND n.type <> 'Configuration'{on_devices} "
        "RETURN DISTINCT n.device, n.key"
    )
    rows = scope.look_up.rows(text, {"name": name.lower(), "devices": scope.devices})
    return [Bundle(str(device), str(key)) for device, key in rows]


def _towards(scope: Scope) -> list[Bundle]:
    """Find the bundles whose descriptions name a device, on the other one where the question names both."""
    found = []
    for far in scope.devices:
        near = [one for one in scope.devices if one != far]
        on_devices = " AND n.device IN $near" if near else " AND n.device <> $far"
        text = (
            f"MATCH (n:Entity) WHERE n.type <> 'Configuration' AND n.key IS NOT NULL{on_devices} "
            "AND any(name IN keys(n) WHERE name IN $texts AND toLower(toString(n[name])) =~ $whole) "
            "RETURN DISTINCT n.device, n.key"
        )
        texts = ("description", "descr", "name", "comment", "note", "remark", "label", "description_to")
        rows = scope.look_up.rows(
            text, {"near": tuple(near), "far": far, "texts": texts, "whole": naming(far)}
        )
        if _before_is_to(scope, far):
            found += [Bundle(str(device), str(key)) for device, key in rows if str(key)]
    return [one for one in found if (*_by_property(scope, one), *_by_key(scope, one))]


def _before_is_to(scope: Scope, device: str) -> bool:
    """Tell whether a device is where something goes: "to sw-hall"."""
    places = [one.mention.index for one in scope.located if device in one.devices]
    return any(
        scope.tokens[place - 1].text.lower() in ("to", "towards", "toward") for place in places if place
    )


def _holders(scope: Scope) -> Iterator[tuple[str, str]]:
    """List the properties by which ports say which bundle they are in."""
    for label in scope.lexicon.things:
        for found in label.properties.values():
            hidden = found.name in INTERNAL or found.name in HEADER or found.is_flag
            own = set(found.words) & _HELD_BY or (set(label.words) & _BUNDLE and found.name != "key")
            if label.name != ROOT and has_key(label) and not hidden and own:
                yield label.name, found.name


def _by_property(scope: Scope, bundle: Bundle) -> Iterator[int | str]:
    for label, name in _holders(scope):
        text = (
            f"MATCH (n:{quote_name(label)}) WHERE n.device = $device AND toLower(toString(n.key)) <> $name "
            f"AND any(one IN ([] + n.{quote_name(name)}) WHERE toLower(toString(one)) IN $called) RETURN n.id"
        )
        asked = {"device": bundle.device, "called": bundle.called, "name": bundle.name.lower()}
        for row in scope.look_up.rows(text, asked):
            if isinstance(row[0], int | str):
                yield row[0]


def _by_key(scope: Scope, bundle: Bundle) -> Iterator[int | str]:
    """List the ports under which the bundle stands as a part of their own: "channel-group 5 mode active"."""
    labels = [one.name for one in scope.lexicon.things if set(one.words) & _HELD_BY and ROOT not in one.name]
    for label in labels:
        text = (
            f"MATCH (n:Entity)-[:HAS]->(g:{quote_name(label)}) WHERE n.device = $device "
            "AND n.type <> 'Configuration' AND toLower(toString(g.key)) IN $called RETURN n.id"
        )
        for row in scope.look_up.rows(text, {"device": bundle.device, "called": bundle.called}):
            if isinstance(row[0], int | str):
                yield row[0]


def _statement(scope: Scope, bundle: Bundle, ids: Sequence[int | str]) -> Statement:
    parameters = Parameters()
    held = sorted({name for _, name in _holders(scope)})
    value = f"coalesce({', '.join(f'n.{quote_name(one)}' for one in held)}, '')" if held else "''"
    text = (
        f"MATCH (n:Entity) WHERE n.id IN {parameters.add(tuple(ids))} "
        f"RETURN DISTINCT n.device AS device, n.key AS port, {value} AS bundle ORDER BY device, port"
    )
    note = f"read as: what says that it is in {bundle.name} of {bundle.device}"
    return Statement(text, parameters.values, "list", ("device", "port", "bundle"), subject="port", note=note)


def _listed(scope: Scope, bundle: Bundle) -> Statement | None:
    """List the ports that the bundle names itself."""
    for label in scope.lexicon.things:
        names = [
            one.name
            for one in label.properties.values()
            if set(one.words) & _HELD_BY
            and set(one.words) & _LISTED
            and one.name != "key"
            and not one.is_flag
        ]
        if label.name == ROOT or not names:
            continue
        parameters = Parameters()
        on_device = f"n.device = {parameters.add(bundle.device)} AND n.key = {parameters.add(bundle.name)}"
        parts = [
            f"MATCH (n:{quote_name(label.name)}) WHERE {on_device} AND n.{quote_name(name)} IS NOT NULL "
            f"UNWIND ([] + n.{quote_name(name)}) AS port RETURN DISTINCT n.device AS device, n.key AS bundle, port"
            for name in names
        ]
        text = " UNION ".join(parts)
        if scope.look_up.rows(text, parameters.values):
            note = f"read as: what {bundle.name} of {bundle.device} lists as its own"
            columns = ("device", "bundle", "port")
            return Statement(text, parameters.values, "list", columns, subject="port", note=note)
    return None
