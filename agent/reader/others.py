"""Finds what else in the same files may be of the kind that a claim is about, though its label says otherwise."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

from agent.reader.english import stem, stems_of, word_table
from agent.reader.kinds import Kind
from agent.reader.things import Thing, make_thing
from agent.render.draft import show_cell
from agent.value_index import ValueIndex
from graph_store.records import Cell, Document, members_of
from graph_store.schema import quote_name
from graph_store.text_search.tokenize_line import search_tokens

_MOST = 20_000
_OTHERS = (
    "MATCH (n:Entity) WHERE n.document IN $documents AND NOT (n:{label} OR n:Negation OR n:Finding OR n:Comment) "
    "OPTIONAL MATCH (p:Entity)-[:HAS]->(n) OPTIONAL MATCH (n)<-[r]-(:Entity) WHERE r.inferred IS NOT NULL "
    "OPTIONAL MATCH (l:Line) WHERE l.id = n.document * 4294967296 + n.first_line "
    "RETURN n.id, properties(n), p.type, p.key, collect(DISTINCT type(r)), l.text"
)
_ABOVE = (
    "MATCH (n:Entity) WHERE n.id IN $ids MATCH (n)<-[:HAS*1..8]-(m:Entity) WHERE NOT m:Configuration "
    "RETURN n.id, m.type, m.key"
)
_LINES = "MATCH (n:Entity)-[:HAS_LINE]->(l:Line) WHERE n.id IN $ids RETURN n.id, n.key, l.text"
_RANGE = re.compile(r"(\d+)(?:-(\d+))?")


class Others:
    """Things of other labels in some documents; those `like` a kind may be of it: they, or what uses them, say so."""

    def __init__(self, look_up: ValueIndex, kind: Kind, documents: Iterable[Document]) -> None:
        self._look_up = look_up
        statement = _OTHERS.format(label=quote_name(kind.label))
        rows = look_up.rows(statement, {"documents": [one.serial for one in documents]}, _MOST)
        self.is_cut = len(rows) >= _MOST
        self.things: list[Thing] = []
        self.like: list[Thing] = []
        called = word_table("called")
        self._names = {
            (*name[:-1], word)
            for name in filter(None, kind.names)
            for word in (name[-1], *called.get(name[-1], "").split())
        }
        for key, own, parent_type, parent, relations, text in rows:
            if isinstance(own, Mapping) and own.get("key"):
                thing = make_thing(int(str(key)), own, str(parent or ""), str(parent_type or ""))
                self.things.append(thing)
                opening = (search_tokens(str(text or ""))[:words] for words in {*map(len, self._names)})
                said = [str(own.get("type")), *map("_".join, opening), *map(str, members_of(relations))]
                if self._is_like(*map(stems_of, said)):
                    self.like.append(thing)

    def _is_like(self, type_: Sequence[str], *said: Sequence[str]) -> bool:
        """Tell whether a type is called as the kind or is a sort of it, or what is said of a thing ends so."""
        parts = {stem(one) for name in self._names for one in word_table("parts").get(name[-1], "").split()}
        is_called = any(words[-len(name) :] == name for words in said for name in self._names)
        return type_ in self._names or bool(parts.intersection(type_[-1:])) or is_called

    def beside(self, things: Sequence[Thing]) -> list[Thing]:
        """Return those that may be of the kind and are none of some things, nor parts of them."""
        known = {(one.device, one.key.lower()) for one in things if one.key}
        return [thing for thing in self.like if known.isdisjoint(_wholes(thing))]

    def names(self, things: Iterable[Thing], values: Collection[str]) -> bool:
        """Tell whether something has one of some values, and the name of a thing that is no number."""
        keys = {one.key.lower() for one in things if not one.key.isdecimal()}
        for one in self.things:
            texts = [text for cell in (one.key, one.parent, *one.values.values()) for text in _parts(cell)]
            if not keys.isdisjoint(texts) and any(
                text == one or (_RANGE.fullmatch(text) and may_hold(text, one))
                for text in texts
                for one in values
            ):
                return True
        return False

    def are_one_each(self, things: Sequence[Thing]) -> bool:
        """Tell whether no thing is two of one name: `ip-filter 10` and `ipv6-filter 10`, a neighbor in two VRFs."""
        if self._are_in_several_places(things):
            return False
        heads: dict[str, set[frozenset[str]]] = defaultdict(set)
        for key, name, text in self._look_up.rows(_LINES, {"ids": [one.id for one in things]}, _MOST):
            if not name:
                continue
            start, found, _ = str(text).lower().partition(str(name).lower())
            before = found and search_tokens(start)
            if before and any(stems_of(before[-1])[-1:] == name[-1:] for name in self._names):
                heads[str(key)].add(frozenset(one for one in before if not one.isdecimal()))
        return all(len(one) == 1 for one in heads.values())

    def _are_in_several_places(self, things: Sequence[Thing]) -> bool:
        """Tell whether two things of a device have one name, and stand in different blocks."""
        named: dict[tuple[str, str], list[int]] = defaultdict(list)
        for one in things:
            named[one.device, one.key.lower()].append(one.id)
        alike = [ids for ids in named.values() if len(ids) > 1]
        above: dict[int, set[tuple[str, str]]] = defaultdict(set)
        rows = (
            self._look_up.rows(_ABOVE, {"ids": [one for ids in alike for one in ids]}, _MOST) if alike else ()
        )
        for key, *block in rows:
            above[int(str(key))].add((str(block[0]), str(block[1])))
        return any(above[one] != above[ids[0]] for ids in alike for one in ids)


def _wholes(thing: Thing) -> set[tuple[str, str]]:
    """Return what a thing is, or may be a part of, by device and key: `ge-0/0/1.7` of `ge-0/0/1`."""
    key = thing.key.lower()
    return {(thing.device, part) for part in (key, re.split("[.:]", key)[0], thing.parent.lower())}


def may_hold(cell: Cell, value: str) -> bool:
    """Tell whether a list or range may have a value: one of numbers has it or has not, of others that is open."""
    for part in _parts(cell)[1:]:
        found = _RANGE.fullmatch(part)
        if not found or not value.isdecimal() or int(found[1]) <= int(value) <= int(found[2] or found[1]):
            return True
    return False


def _parts(cell: Cell) -> list[str]:
    """Return the text of a value, and what stands in it between commas and spaces."""
    text = show_cell(cell).lower()
    return [text, *filter(None, re.split(r"[,\s]+", text))]
