"""Shows what is one step away from the things that a question names: what they name, what names them, their links."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from ipaddress import ip_interface
from types import MappingProxyType

from agent.reader.candidate_lines import term_query
from agent.reader.english import split_name, word_list
from agent.reader.kinds import PLACES, ROOT
from agent.reader.parse_question import ParsedQuestion
from agent.reader.proof import ReadingProof
from agent.reader.question_terms import Term
from agent.reader.things import Thing, make_thing, name_of, places_of, share_in
from agent.records import AnswerTable
from agent.render.draft import column_words, show_cell
from agent.tables.named_things import CHOSEN
from agent.value_index import ValueIndex
from graph_store.records import Cell, each_of
from reading.spoken_names import label_words

MOST_STEPS = 5
MOST_BLOCKS = 5
"""Blocks of lines of named things and of what these name."""
NAMING = 3
"""As how many steps it counts that something names a thing: what the thing names is nearer."""
MOST_PARTS = 6
MOST_TOGETHER = 3
"""Things of one sort that are reached by one property; more are named in one row."""
MOST_NAMES, MOST_FOUND = 24, 400
MOST_HITS = 5_000
"""Lines that have the names, short ones first, among which those of configurations are looked for."""
LONGEST = 220
_PARTS = (
    "MATCH (n:Entity)-[:HAS*1..2]->(m:Entity) WHERE n.id IN $ids AND NOT m:Event "
    "RETURN n.id, m.id, properties(m), m.type, n.key LIMIT 400"
)
_OUT = (
    "MATCH (n:Entity)-[r]->(m:Entity) WHERE n.id IN $ids AND r.inferred IS NOT NULL AND NOT m:Undefined "
    "OPTIONAL MATCH (p:Entity)-[:HAS]->(m) RETURN n.id, type(r), m.id, properties(m), m.type, p.key, p.type LIMIT 200"
)
_IN = (
    "MATCH (n:Entity)<-[r]-(m:Entity) WHERE n.id IN $ids AND r.inferred IS NOT NULL AND NOT m:Event "
    "OPTIONAL MATCH (p:Entity)-[:HAS]->(m) RETURN n.id, type(r), m.id, properties(m), m.type, p.key, p.type LIMIT 200"
)
_LINKS = (
    "MATCH (n:Entity)-[:IN_SUBNET]->(s:Subnet)<-[:IN_SUBNET]-(m:Entity) WHERE n.id IN $ids AND m.device <> n.device "
    "OPTIONAL MATCH (p:Entity)-[:HAS]->(m) RETURN n.id, s.prefix, m.id, properties(m), m.type, p.key, p.type LIMIT 12"
)
_SAYING = (
    "CALL db.index.fulltext.queryNodes('lines', $q) YIELD node AS l "
    f"WITH l LIMIT {MOST_HITS} WITH l WHERE l.document IN $documents WITH l LIMIT {MOST_FOUND} "
    "MATCH (m:Entity)-[:HAS_LINE]->(l) WHERE NOT (m:Event OR m:Finding OR m:Undefined) "
    "OPTIONAL MATCH (p:Entity)-[:HAS]->(m) RETURN DISTINCT m.id, properties(m), m.type, p.id, p.key, p.type"
)
_TAGGED = (
    "CALL db.index.fulltext.queryNodes('lines', $q) YIELD node AS l "
    f"WITH l LIMIT {MOST_HITS} WITH l WHERE l.document IN $documents "
    "MATCH (m:Interface)-[:HAS_LINE]->(l) OPTIONAL MATCH (p:Entity)-[:HAS]->(m) "
    "RETURN DISTINCT m.id, properties(m), m.type, p.key, p.type LIMIT 200"
)
_VLANS = "MATCH (n:Vlan) WHERE n.id IN $ids RETURN n.device, n.key, n.vlan_id"
_OF_VLANS = (
    "MATCH (m:Interface) WHERE any(one IN $numbers WHERE m.key ENDS WITH one) "
    "RETURN m.id, properties(m), m.type LIMIT 200"
)


@dataclass(frozen=True, slots=True)
class Step:
    """A thing that is one step away, of which type, and how it is reached; `far` counts the steps."""

    thing: Thing
    kind: str
    how: str
    far: int
    parts: tuple[Thing, ...] = ()


def of_blocks(things: Sequence[Thing], steps: Sequence[Step]) -> list[Thing]:
    """Return the things whose lines are shown: those that a question names, and the best of what these name."""
    reached = (one.thing for one in steps if 0 < one.far < NAMING)
    return [*things, *reached][:MOST_BLOCKS]


class StepReader:
    """Shows the steps of one graph; make a new one when the graph has changed."""

    def __init__(self, look_up: ValueIndex, proof: ReadingProof) -> None:
        self._look_up = look_up
        self._proof = proof

    def show(
        self, asked: ParsedQuestion, things: Sequence[Thing], steps: Sequence[Step]
    ) -> list[AnswerTable]:
        """Show the steps that were found from a few things that a question names; no table where there are none."""
        near = [one for one in steps if one.far < NAMING or _fit(one, asked.terms)]
        rows = _together(steps if "uses" in asked.wants else near or steps)[:MOST_STEPS]
        if not rows:
            return []
        devices = list(dict.fromkeys(one.device for one in things))
        of_devices = ([one.key or one.parent for one in things if one.device == each] for each in devices)
        listed = (", ".join(dict.fromkeys(one)) for one in of_devices)
        names = " and ".join(f"{some} on {each}" for some, each in zip(listed, devices, strict=True))
        is_alone = all({one.thing.device for one in row} <= {*devices} for row in rows) and len(devices) == 1
        columns = ("by", "thing", *(() if is_alone else ("device",)), "says")
        cells = [
            (
                row[0].how,
                f"{label_words(row[0].kind)} {', '.join(name_of(one.thing) for one in row)}",
                *(() if is_alone else (row[0].thing.device,)),
                _says(row[0], asked.terms) if len(row) == 1 else "",
            )
            for row in rows
        ]
        cited = tuple(tuple(place for one in row for place in places_of(one.thing)) for row in rows)
        return [AnswerTable(f"one step from {names}", columns, tuple(cells), len(rows), cited)]

    def find(self, asked: ParsedQuestion, things: Sequence[Thing]) -> list[Step]:
        """Return what is reached from things, what fits the words of the question best first."""
        steps = {one.thing.id: one for one in reversed(self._steps(things))}
        terms = () if "lack" in asked.wants else asked.terms  # what lacks a word is asked for, too
        return sorted(
            steps.values(), key=lambda one: (-_fit(one, terms), one.far, one.thing.path, one.thing.line)
        )

    def related(self, things: Sequence[Thing]) -> list[Step]:
        """Return what things name by the relations of the graph."""
        return self._related({one.id: one for one in things}, back=False) if things else []

    def _steps(self, things: Sequence[Thing]) -> list[Step]:
        """Return what is reached from things and their parts, nearest first, with its own parts."""
        near = {one.id: one for one in things}
        parts = self._parts(near)
        own = {**near, **{part.id: part for some in parts.values() for part, _ in some}}
        steps = [
            Step(part, kind, "part of it", 0) for some in parts.values() for part, kind in some if part.values
        ]
        first = [*self._related(own), *self._named(own), *self._of_vlans(own)]
        steps += first
        targets = {
            one.thing.id: one.thing
            for one in first
            if one.far == 1 and one.thing.device in {each.device for each in things}
        }
        second = [*self._related(targets, back=False), *self._of_vlans(targets)]
        steps += [replace(one, far=2) for one in second]
        of_steps = self._parts({one.thing.id: one.thing for one in steps if one.far})
        return [
            replace(one, parts=tuple(part for part, _ in of_steps.get(one.thing.id, ())))
            for one in steps
            if one.thing.id not in near and one.kind != "Negation"
        ]

    def _parts(self, things: Mapping[int, Thing]) -> dict[int, list[tuple[Thing, str]]]:
        found: dict[int, list[tuple[Thing, str]]] = {}
        for owner, key, own, kind, above in self._look_up.rows(_PARTS, {"ids": list(things)}, MOST_FOUND):
            if isinstance(own, Mapping):
                part = make_thing(int(str(key)), own, str(above or ""), "")
                found.setdefault(int(str(owner)), []).append((part, str(kind)))
        return found

    def _related(self, things: Mapping[int, Thing], back: bool = True) -> list[Step]:
        """Follow the relations of the graph: what things name, what names them, and what is in their subnets."""
        found: list[Step] = []
        for statement, said, far in ((_OUT, "", 1), (_LINKS, "same subnet", 1), (_IN, "named by: ", NAMING)):
            if back or statement is _OUT:
                for _, how, key, own, kind, above, kind_above in self._look_up.rows(
                    statement, {"ids": list(things)}, MOST_FOUND
                ):
                    if isinstance(own, Mapping) and kind != ROOT:
                        thing = make_thing(
                            int(str(key)), own, _above(above, kind_above), str(kind_above or "")
                        )
                        words = f"{said} {how}" if statement is _LINKS else said + _relation(str(how))
                        found.append(Step(thing, str(kind), words, far))
        return [one for one in found if one.thing.id not in things]

    def _named(self, things: Mapping[int, Thing]) -> list[Step]:
        """Find by the lines of configurations what things name, and what names them or their addresses."""
        devices = tuple({one.device for one in things.values()})
        names = {name: how for one in things.values() for name, how in _names_of(one).items()}
        addresses = {address for one in things.values() for address in _addresses_of(one)}
        sought = [*names, *addresses][:MOST_NAMES]
        query = " OR ".join(
            f"({asked})" for one in sought if (asked := term_query(Term(one, MappingProxyType({}))))
        )
        serials = [one.serial for one in self._proof.scope(() if addresses else devices)]
        if not query:
            return []
        called = {name for one in things.values() for name in (_called(one), one.key.lower())}
        keys = {name.lower() for name in names} & called
        found: list[Step] = []
        scope = {"q": query, "documents": serials}
        for key, own, kind, owner, above, kind_above in self._look_up.rows(_SAYING, scope, MOST_FOUND):
            known = {int(str(one)) for one in (key, owner) if one is not None}
            if not isinstance(own, Mapping) or kind in (ROOT, "Comment") or not known.isdisjoint(things):
                continue
            thing = make_thing(int(str(key)), own, _above(above, kind_above), str(kind_above or ""))
            if thing.device in devices and (how := names.get(thing.key) or names.get(_called(thing))):
                found.append(Step(thing, str(kind), how, 1))
                continue
            for name, cell in thing.values.items():
                texts = set() if _is_mask(name) else {one.lower() for one in _texts(cell)}
                if (thing.device in devices and texts & keys) or texts & addresses:
                    found.append(Step(thing, str(kind), f"named by: {column_words(name)}", NAMING))
                    break
        return found

    def _of_vlans(self, things: Mapping[int, Thing]) -> list[Step]:
        """Find the interfaces that route those of the things that are VLANs: by their names, or tagged with the number.

        Those of the VLAN's own device come first; an address on another device is its gateway where that has none.
        """
        numbers = {
            (str(device), str(number) if number is not None else str(key))
            for device, key, number in self._look_up.rows(_VLANS, {"ids": list(things)}, MOST_FOUND)
        }
        if not numbers:
            return []
        sought = {one for _, one in numbers}
        found: dict[int, Step] = {}
        for key, own, kind in self._look_up.rows(_OF_VLANS, {"numbers": sorted(sought)}, MOST_FOUND):
            called = own.get("key") if isinstance(own, Mapping) else ""
            name = re.fullmatch(r"([A-Za-z-]+?)[ ._-]?(\d+)", str(called or ""))
            is_routed = name and name[1].lower() in word_list("routed_vlans") and name[2] in sought
            if name and is_routed and isinstance(own, Mapping):
                thing = make_thing(int(str(key)), own, "", "")
                found[thing.id] = Step(thing, str(kind), f"VLAN {name[2]}", 1)
        query = " OR ".join(term_query(Term(one, MappingProxyType({}))) for one in sorted(sought))
        scope = {"q": query, "documents": [one.serial for one in self._proof.scope(())]}
        for key, own, kind, above, kind_above in self._look_up.rows(_TAGGED, scope, MOST_FOUND):
            if isinstance(own, Mapping):
                thing = make_thing(int(str(key)), own, _above(above, kind_above), str(kind_above or ""))
                number = _tag_of(thing)
                if number in sought and any(_addresses_of(thing)):
                    found.setdefault(thing.id, Step(thing, str(kind), f"VLAN {number}", 1))
        own_devices = {device for device, _ in numbers}
        return sorted(found.values(), key=lambda one: one.thing.device not in own_devices)


def _tag_of(thing: Thing) -> str:
    """Return the number of the VLAN that an interface is tagged with; blank for a port of VLANs, or none."""
    no_tags = word_list("no_tags")
    for name, cell in thing.values.items():
        words = {*split_name(name)}
        if words & word_list("tags") and not words & no_tags and show_cell(cell).isdecimal():
            return show_cell(cell)
    return ""


def _above(key: Cell, kind: Cell) -> str:
    return str(key or "") if kind != ROOT else ""


def _called(thing: Thing) -> str:
    return f"{thing.parent}.{thing.key}".lower() if thing.parent else thing.key.lower()


def _relation(how: str) -> str:
    return how.lower().replace("_", " ")


def _texts(cell: Cell) -> list[str]:
    return [text for one in each_of(cell) if not isinstance(one, bool) for text in str(one).split()]


def _names_of(thing: Thing) -> dict[str, str]:
    """Return the names that somebody chose in a thing's values and key, and in which property each stands."""
    free = word_list("free_texts")
    found = {thing.key: "same name"} if CHOSEN.fullmatch(thing.key) else {}
    for name, cell in thing.values.items():
        if not free.intersection(split_name(name)):
            found |= {text: column_words(name) for text in _texts(cell) if CHOSEN.fullmatch(text)}
    return found


def _addresses_of(thing: Thing) -> Iterable[str]:
    """Yield the addresses of hosts that a thing has: no masks, and no networks."""
    for name, cell in thing.values.items():
        for text in () if _is_mask(name) else _texts(cell):
            try:
                address = ip_interface(text)
            except ValueError:
                continue
            if not address.ip.is_unspecified and (
                address.network.num_addresses == 1 or address.ip != address.network.network_address
            ):
                yield str(address.ip)


def _is_mask(name: str) -> bool:
    return not word_list("masks").isdisjoint(split_name(name))


def _fit(step: Step, terms: Sequence[Term]) -> float:
    """Return how many words of the question a step says: its type, its properties, their values."""
    texts = [label_words(step.kind), step.how, step.thing.key, step.thing.parent]
    texts += [text for one in (step.thing, *step.parts) for text in _pairs(one)]
    said = " ".join(texts)
    return sum(term.weight * share_in(said, term) for term in terms)


def _pairs(thing: Thing) -> list[str]:
    return [
        f"{column_words(name)} {show_cell(cell)}"
        for name, cell in thing.values.items()
        if name not in PLACES and show_cell(cell) and not name.endswith("_prefix")
    ]


def _says(step: Step, terms: Sequence[Term]) -> str:
    """Write the properties of a step, those first that the question names, then its parts."""
    pairs = _pairs(step.thing)
    addresses = tuple(_addresses_of(step.thing))
    pairs.sort(key=lambda pair: not any(one in pair for one in addresses))
    pairs.sort(key=lambda pair: -sum(share_in(pair, term) for term in terms))
    parts = [" ".join(filter(None, (one.key, ", ".join(_pairs(one))))) for one in step.parts]
    more = [f"{len(parts) - MOST_PARTS} more"] if len(parts) > MOST_PARTS else []
    text = "; ".join([*pairs, *filter(None, parts[:MOST_PARTS]), *more])
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "\u2026"


def _together(steps: Sequence[Step]) -> list[list[Step]]:
    """Put into one row the many things of one sort that are reached alike; each other one has a row."""
    groups: dict[tuple[str, str, str], list[Step]] = {}
    for one in steps:
        groups.setdefault((one.how, one.kind, one.thing.device), []).append(one)
    rows: list[list[Step]] = []
    for one in steps:
        group = groups[one.how, one.kind, one.thing.device]
        if len(group) <= MOST_TOGETHER:
            rows.append([one])
        elif group not in rows:
            rows.append(group)
    return rows
