"""Claims properties of the one thing that words describe: "which port is the alarm panel on, and in what vlan"."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from agent.reader.candidate_lines import term_query
from agent.reader.english import operations, split_name, stem, stem_list, word_list
from agent.reader.fact import (
    BlockNode,
    NodePath,
    called_things,
    find_columns,
    has_twin,
    is_kind_word,
    named_node,
    read_blocks,
    write_of_block,
)
from agent.reader.kinds import ROOT, Kind, is_name
from agent.reader.parse_question import ParsedQuestion
from agent.reader.proof import ReadingProof, is_whole
from agent.reader.question_terms import Term
from agent.reader.things import share_in
from agent.records import Query
from agent.value_index import ValueIndex, escape_term
from graph_store.records import members_of
from graph_store.text_search.tokenize_line import search_tokens

_MOST, _MOST_SAYING = 40, 400
_SURE = 0.95
_LINES = (
    "CALL db.index.fulltext.queryNodes('lines', $q) YIELD node WITH node WHERE node.document IN $serials "
    f"RETURN DISTINCT node.id, node.text LIMIT {_MOST_SAYING + 1}"
)
_HAVING = (
    "MATCH (n:Entity)-[r:HAS_LINE]->(l:Line) WHERE l.id IN $ids AND NOT n:Event AND NOT n:Finding "
    "RETURN l.id, n.id, n.type, n.key, r.fields"
)
_PLACED = re.compile(r"\b(?:in|at|on|of)\s+(?:the\s+|our\s+)?(?P<word>\w+)", re.IGNORECASE)
_AT = (
    "CALL db.index.fulltext.queryNodes('lines', $q) YIELD node WITH node WHERE node.document = $serial "
    "RETURN node.text LIMIT 1"
)
_PARTS = re.compile(r"[,+&]|\band\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Described:
    """A thing whose property `name` has some words of a question."""

    block: NodePath
    name: str
    words: Sequence[Term]

    @property
    def thing(self) -> BlockNode:
        """Return the thing itself."""
        return named_node(self.block)


def write_by_description(
    asked: ParsedQuestion, kinds: Sequence[Kind], look_up: ValueIndex, proof: ReadingProof
) -> Query | None:
    """Write the statement that shows the thing, and what else is asked of it; None where another may be meant.

    Each word has to stand in its description, or to name its kind or a property; no other thing or line has the words.
    """
    plain = word_list("asks") | word_list("joins") | word_list("seeks")
    terms = [one for one in asked.terms if one.is_value or one.text.lower() not in plain]
    documents = proof.scope(asked.devices)
    placed = {found["word"].lower() for found in _PLACED.finditer(asked.text)}
    telling = [one for one in terms if not _may_name(one, kinds)]
    telling = [one for one in telling if one.text.lower() not in placed] or telling
    is_plain = asked.is_timeless and len(asked.devices) < 2 and not asked.builds - plain
    if not is_plain or not telling or not all(map(is_whole, documents)):
        return None
    serials = tuple(one.serial for one in documents)
    lines = _lines(" ".join(f"+({term_query(one)})" for one in telling), serials, look_up)
    if not 0 < len(lines) <= _MOST:
        return None
    described = _described(lines, terms, look_up)
    read = (_read(one, terms, asked, kinds, look_up) for one in described)
    found = [one for one in read if one is not None]
    if len(found) != 1 or not _is_only(found[0][0], serials, asked.text, look_up):
        return None
    one, nodes, columns = found[0]
    document = next(each for each in documents if each.serial == one.thing.id >> 32)
    named = called_things(look_up, one.thing.key, [document])[document.serial]
    twins = read_blocks(look_up, [id_ for id_ in named if id_ != one.thing.id])
    if one.thing.id not in named or has_twin(one.block, [one.block, *twins]):
        return None
    return write_of_block(one.block, nodes, columns, document, proof, beside=(one.name,))


def _may_name(term: Term, kinds: Sequence[Kind]) -> bool:
    """Tell whether a word may name a kind or a property, or narrows nothing: what describes has to be another."""
    own = stem(term.text)
    properties = (one for kind in kinds if not kind.is_record for one in kind.properties)
    return (
        term.text.isdecimal() or is_name(kinds, term) or any(own in one.words for one in properties)
    ) and not (term.is_value and not term.text.isdecimal())


def _lines(query: str, serials: Sequence[int], look_up: ValueIndex) -> dict[int, str]:
    rows = look_up.rows(_LINES, {"q": query, "serials": tuple(serials)}, _MOST_SAYING + 1)
    return {int(str(id_)): str(text) for id_, text in rows}


def _described(lines: Mapping[int, str], terms: Sequence[Term], look_up: ValueIndex) -> Iterator[_Described]:
    """Yield the things whose free text stands in one of some lines, with the words that it has."""
    rows = look_up.rows(_HAVING, {"ids": tuple(lines)}, 20 * _MOST)
    names = {
        int(str(id_)): name
        for _, id_, kind, key, fields in rows
        for name in map(str, members_of(fields))
        if name in word_list("free_texts") and key and kind != ROOT
    }
    for block in read_blocks(look_up, [*names]):
        thing = named_node(block)
        text = str(thing.values.get(names[thing.id]) or "")
        words = [one for one in terms if share_in(text, one) >= _SURE]
        if words:
            yield _Described(block, names[thing.id], words)


def _read(
    one: _Described,
    terms: Sequence[Term],
    asked: ParsedQuestion,
    kinds: Sequence[Kind],
    look_up: ValueIndex,
) -> tuple[_Described, Sequence[BlockNode], dict[str, str]] | None:
    """Read all words that do not describe a thing as its kind and its properties; None where one is neither."""
    left = [term for term in terms if term not in one.words]
    asks = [term for term in left if not is_kind_word(term, one.thing, kinds)]
    asks = [term for term in asks if not _is_place(term, one.thing, asked, look_up)]
    spoken = set(re.findall("[a-z]+", asked.text.lower()))
    operating = {word for want in asked.wants - {"uses", "state"} for word in operations()[want] & spoken}
    if operating - {term.text.lower() for term in one.words}:
        return None  # "alarm" may describe a port
    if "port" in spoken and not _may_be_port(one.thing.type, one.thing.key):
        return None
    if not asks and not (spoken & word_list("seeks") or len(left) > len(asks)):
        return None
    nodes: Sequence[BlockNode] = [one.thing]
    columns = dict[str, str]()
    for part in _PARTS.split(asked.text):
        said = set(map(str.lower, re.findall(r"\w[\w.:/-]*\w|\w", part)))
        terms_of_part = [term for term in asks if term.text.lower() in said]
        found = find_columns(one.block, terms_of_part) if terms_of_part else None
        if terms_of_part and (found is None or (columns and found[0] != nodes)):
            return None
        nodes, columns = (found[0], columns | found[1]) if found else (nodes, columns)
    is_named = any(is_kind_word(term, one.thing, kinds) for term in left)
    of_port = word_list("of_attached").intersection
    if not is_named and _is_port(one.thing) and not all(map(of_port, map(split_name, columns))):
        return None  # the address of a port is not that of what is behind it
    return one, nodes, columns


def _is_port(thing: BlockNode) -> bool:
    return bool(word_list("ports").intersection(split_name(thing.type)))


def _is_place(term: Term, thing: BlockNode, asked: ParsedQuestion, look_up: ValueIndex) -> bool:
    """Tell whether a word says where the device of a thing is ("in Gent"), or is a part of its name ("on the core")."""
    word = term.text.lower()
    if stem(word) in stem_list("devices"):  # "on the mill switch", where the mill is known
        found = re.search(rf"\b(?:on|at|in)\s+(?:the|our)\s+(?:(\w+)\s+)?{word}\b", asked.text.lower())
        before = [one for one in asked.terms if found and one.text.lower() == found[1]]
        return bool(found) and (
            _is_place(before[0], thing, asked, look_up) if before else bool(asked.devices)
        )
    if not word.isalpha() or word not in {found["word"].lower() for found in _PLACED.finditer(asked.text)}:
        return False
    located = f"+({term_query(term)}) +(location OR system-location)"
    is_at = term.weight >= 1 and look_up.rows(_AT, {"q": located, "serial": thing.id >> 32}, 1)
    return word in split_name(str(thing.values.get("device"))) or bool(is_at)


def _is_only(one: _Described, serials: Sequence[int], text: str, look_up: ValueIndex) -> bool:
    """Tell whether no other line has the words, whole or inside of a longer one, and none of the text turns them."""
    described = str(one.thing.values[one.name])
    spoken = set(re.findall(r"\w+", text.lower()))
    if set(re.findall(r"\w+", described.lower())) & word_list("outdated") - spoken:
        return False
    query = " ".join(f"+({term_query(word)} OR {_inside(word)})" for word in one.words)
    lines = _lines(query, serials, look_up)
    rows = look_up.rows(_HAVING, {"ids": tuple(lines)}, 20 * _MOST_SAYING)
    of_line = defaultdict[int, list[bool]](list)
    for line, id_, kind, key, _ in rows:
        is_other = "port" in spoken and not _may_be_port(str(kind), str(key))
        of_line[int(str(line))].append(int(str(id_)) == one.thing.id or is_other)
    return 0 < len(lines) <= _MOST_SAYING and all(of_line[line] and all(of_line[line]) for line in lines)


def _may_be_port(kind: str, key: str) -> bool:
    """Tell whether a thing may be a port: an interface that is not a VLAN's, or a part or a setting of one."""
    portless = word_list("portless").intersection(split_name(key)[:1])
    return bool(word_list("ports").intersection(split_name(kind))) and not portless


def _inside(term: Term) -> str:
    """Write the search for a word as it stands inside of longer ones: `ricoh-mfp`."""
    text = term.text.lower() if term.is_value else stem(term.text)
    return " AND ".join(f"*{escape_term(one)}*" for one in search_tokens(text)) or escape_term(text)
