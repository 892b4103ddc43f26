"""Finds the lines that say what a question denies, each with the blocks around it: where there are some, who knows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from agent.reader.candidate_lines import term_query
from agent.reader.english import split_name, stem, word_list
from agent.reader.question_terms import Term
from agent.reader.things import Thing
from agent.spellings import is_same
from agent.value_index import ValueIndex, escape_term
from graph_store.records import Document, members_of
from graph_store.text_search.tokenize_line import search_tokens

_MOST_LINES = 2_000
"""Lines that say a word of what is denied; of more, nothing is said to be absent."""
_SURE = 0.4
"""What an alias must weigh to be looked for in the lines, too."""
_SAYING = (
    "CALL db.index.fulltext.queryNodes('lines', $q) YIELD node AS l WITH l WHERE l.document IN $documents "
    f"WITH l LIMIT {_MOST_LINES} OPTIONAL MATCH (m:Entity)-[r:HAS_LINE]->(l) WHERE NOT (m:Finding OR m:Undefined) "
    "RETURN l.document, l.text, m.id, r.fields"
)
_BLOCKS = (
    "MATCH (n:Entity) WHERE n.id IN $ids MATCH (n)<-[:HAS*0..8]-(m:Entity) WHERE NOT m:Configuration "
    "OPTIONAL MATCH (m)-[:HAS_LINE]->(l:Line) RETURN n.id, m.id, m.key, collect(l.text)"
)
_INSIDE = (
    "MATCH (n:Entity)-[:HAS*1..8]->(m:Entity)-[:HAS_LINE]->(l:Line) WHERE n.id IN $ids AND NOT n:Configuration "
    "RETURN n.id, -1, '', collect(l.text)"
)


@dataclass(frozen=True, slots=True)
class SayingLine:
    """A line that says what is denied, and the blocks that it stands in: ids and keys, the innermost first.

    `fields` are the properties that it gives the innermost.
    """

    document: int
    text: str
    ids: tuple[int, ...]
    keys: tuple[str, ...]
    fields: frozenset[str]


def lines_saying(
    look_up: ValueIndex, terms: Sequence[Term], documents: Sequence[Document]
) -> list[SayingLine] | None:
    """Return the lines that say all words, alone or with their block; None where these are too many."""
    if not documents or not terms:
        return []
    found: list[SayingLine] = []
    for term in terms:
        scope = {"q": _query(term), "documents": [one.serial for one in documents]}
        rows = look_up.rows(_SAYING, scope, _MOST_LINES)
        if len(rows) >= _MOST_LINES:
            continue
        ids = {int(str(row[2])) for row in rows if row[2] is not None}
        blocks = defaultdict[int, list[tuple[int, str, str]]](list)
        for statement in (_BLOCKS, _INSIDE):
            for owner, id_, key, texts in look_up.rows(statement, {"ids": sorted(ids)}, 10 * _MOST_LINES):
                text = " ".join(map(str, members_of(texts)))
                blocks[int(str(owner))].append((int(str(id_)), str(key or ""), text))
        for serial, line, owner, fields in rows:
            around = blocks.get(int(str(owner)), []) if owner is not None else []
            said = " ".join([str(line), *(one[2] for one in around)])
            if all(_is_said(one, said) for one in terms):
                around.sort(key=lambda one: one[0] != owner)
                ids_, keys = tuple(one[0] for one in around), tuple(one[1] for one in around)
                given = frozenset(map(str, members_of(fields)))
                found.append(SayingLine(int(str(serial)), str(line), ids_, keys, given))
        return found
    return None


def _query(term: Term) -> str:
    """Write the search for a term, also as a part of a name that is indexed whole: `class` of `access-class`."""
    if term.is_value:
        return term_query(term)
    words = [escape_term(word) for word, share in term.stems.items() if share >= _SURE and word]
    return " OR ".join([term_query(term), *(f"/(.*[-._])?{word}.*/" for word in words)])


def _is_said(term: Term, text: str) -> bool:
    if term.is_value:
        return term.text.lower() in text.lower() or any(
            is_same(term.text, one) for one in search_tokens(text)
        )
    words = {word for word, share in term.stems.items() if share >= _SURE}
    return any(stem(part).startswith(word) for part in split_name(text) for word in words)


def may_have(thing: Thing, line: SayingLine, names: Collection[str]) -> bool:
    """Tell whether a line may give a thing some property: in its block, by its name, or by what it inherits."""
    if line.document != thing.id >> 32 or (line.ids[:1] == (thing.id,) and line.fields.intersection(names)):
        return False
    inherited = [
        str(cell)
        for name, cell in thing.values.items()
        if word_list("inherits").intersection(split_name(name))
    ]
    said = {*search_tokens(line.text)}
    return (
        thing.id in line.ids
        or (bool(thing.parent) and thing.parent in line.keys[:1])
        or any(said >= {*search_tokens(one)} for one in (thing.key, *inherited) if one)
        or any(one in line.keys for one in inherited)
    )
