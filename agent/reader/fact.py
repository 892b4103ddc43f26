"""Claims one property of the one thing that a question names: "what is the MTU of ge-0/0/1 on r1"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from agent.reader.candidate_lines import term_query
from agent.reader.english import aliases, facts, split_name, stem, stems_of, word_list, word_table
from agent.reader.kinds import PLACES, ROOT, Kind
from agent.reader.parse_question import SPOKEN, ParsedQuestion
from agent.reader.proof import Claimed, ReadingProof, stands_for_one
from agent.reader.question_terms import Term, fits_value
from agent.records import Query, Reading
from agent.render.draft import column_words
from agent.value_index import ValueIndex
from graph_store.records import Cell, Document, Value, each_of
from graph_store.schema import quote_name
from reading.spoken_names import label_words

SURE, OF_KIND = 0.9, 0.5
"""What an alias must weigh to stand for a property's word, and for a word of a kind whose thing is named."""
_MOST, _MOST_SAYING, _TOGETHER = 20_000, 2_000, 50
_CALLED = (
    "UNWIND $begins AS low MATCH (n:Entity) WHERE n.id >= low AND n.id < low + 4294967296 AND "
    "(toLower(n.key) = $text OR toLower(n.key) "
    "STARTS WITH $address OR toLower(n.key) STARTS WITH $head AND toLower(n.key) ENDS WITH $tail) "
    "RETURN n.id AS id, n.type AS type, n.key AS key"
)
_SAYING = (
    "CALL db.index.fulltext.queryNodes('lines', $q) YIELD node WITH node LIMIT 2000 RETURN node.document"
)
_NODE = (
    "RETURN n.id AS named, m.id AS id, m.type AS type, properties(m) AS own, labels(m) AS labels, "
    "length(p) AS depth"
)
_ABOVE = f"MATCH (n:Entity) WHERE n.id IN $ids MATCH p = (n)<-[:HAS*1..8]-(m:Entity) {_NODE}"
_WITHIN = f"MATCH (n:Entity) WHERE n.id IN $ids MATCH p = (n)-[:HAS*0..8]->(m:Entity) {_NODE}"


@dataclass(frozen=True, slots=True)
class BlockNode:
    """A thing of a block: `depth` is 0 for the one that is named, 1 for its children, -1 for what it stands in."""

    id: int
    type: str
    values: Mapping[str, Cell]
    labels: frozenset[str]
    depth: int

    @property
    def key(self) -> str:
        return str(self.values.get("key") or "")

    @property
    def is_off(self) -> bool:
        return any(self.values.get(name) in (True, "yes") for name in word_list("off"))


NodePath = Sequence[BlockNode]
"""A thing with what it stands in and what stands in it, the outermost first."""


def write_fact(
    asked: ParsedQuestion, kinds: Sequence[Kind], look_up: ValueIndex, proof: ReadingProof
) -> Query | None:
    """Write the statement that shows what a question asks of one thing; None where anything is in doubt.

    The proof is scoped: only the thing, what it stands in and has in it, and statements at the top must be known.
    """
    terms = [term for term in asked.terms if term.text.lower() not in word_list("asks")]
    words = [term for term in terms if not term.is_value]
    given = [term for term in terms if term.is_value]
    if len(given) != 1 or not words or len(asked.devices) > 1 or not is_asked_plainly(asked, terms):
        return None
    document = _document(asked, given[0], look_up, proof)
    if document is None:
        return None
    blocks = read_blocks(look_up, called_things(look_up, given[0].text, [document])[document.serial])
    fitting = []
    for block in blocks:
        thing = named_node(block)
        left = [term for term in words if not is_kind_word(term, thing, kinds)]
        is_named = len(left) < len(words)
        found = find_columns(block, left) if is_named or not given[0].text.isdecimal() else None
        if found is not None and (
            is_named or len(nodes_above(block)) == min(len(nodes_above(one)) for one in blocks)
        ):
            fitting.append((block, found))
    if len(fitting) != 1 or has_twin(fitting[0][0], blocks):
        return None
    block, (nodes, columns) = fitting[0]
    return write_of_block(block, nodes, columns, document, proof)


def write_of_block(
    block: NodePath,
    nodes: Sequence[BlockNode],
    columns: Mapping[str, str],
    document: Document,
    proof: ReadingProof,
    beside: Sequence[str] = (),
) -> Query | None:
    """Write the statement that shows columns of a thing or of nodes in it, if all that may touch them was read.

    `beside` are properties of the thing that are shown, too.
    """
    thing, above = named_node(block), nodes_above(block)
    claimed = Claimed(
        frozenset(one.type for one in block),
        frozenset({*stems_of(thing.type), *(word for name in columns for word in stems_of(name))}),
        frozenset(one.key.lower() for one in (thing, *nodes) if one.key),
        frozenset((one.type, name) for one in block for name in one.values if one.type != ROOT),
    )
    if any(one.is_off for one in above) or not proof.is_read([document], claimed):
        return None
    return _query(thing, nodes, columns, beside)


def is_asked_plainly(asked: ParsedQuestion, terms: Sequence[Term]) -> bool:
    """Tell whether a question asks for what is, and has no word that sentences are turned by but those of asking."""
    said = SPOKEN.findall(asked.text)  # "entry 10 of filter 10" has one name twice
    is_once = all(said.count(term.text) < 2 for term in terms if term.is_value)
    return (
        asked.is_timeless
        and is_once
        and not (asked.wants - {"uses", "state"} or asked.builds - word_list("asks"))
    )


def _document(asked: ParsedQuestion, name: Term, look_up: ValueIndex, proof: ReadingProof) -> Document | None:
    """Return the configuration of the device that is named, else the only one that says the name."""
    found = proof.scope(asked.devices)
    if not asked.devices:
        rows = look_up.rows(_SAYING, {"q": term_query(name)}, _MOST_SAYING)
        serials = {int(str(row[0])) for row in rows} if len(rows) < _MOST_SAYING else set()
        found = tuple(one for one in found if one.serial in serials)
    return found[0] if len(found) == 1 else None


def called_things(look_up: ValueIndex, name: str, documents: Sequence[Document]) -> dict[int, list[int]]:
    """Return the ids of the things of a name, whole or short ("gi0/1"), by document; none where two names fit there."""
    text = name.lower()
    short = re.fullmatch(r"([a-z][a-z-]*)(\d[\d/.:]*)", text)
    head, tail = (short[1], short[2]) if short else (text, text)
    begins = tuple(one.serial * 2**32 for one in documents)
    scope = {"begins": begins, "text": text, "address": f"{text}/", "head": head, "tail": tail}
    rows = look_up.rows(_CALLED, scope, _MOST)
    called: dict[int, list[tuple[int, str]]] = {one.serial: [] for one in documents}
    for id_, kind, key in rows if len(rows) < _MOST else ():
        if kind != ROOT:
            called[int(str(id_)) >> 32].append((int(str(id_)), str(key)))
    for serial, found in called.items():
        exact = [one for one in found if one[1].lower() == text]
        fitting = exact or [one for one in found if fits_value(text, one[1].lower())]
        names = {key.lower() for _, key in fitting}
        called[serial] = fitting if len(names) == 1 and stands_for_one(names) else []
    return {serial: [id_ for id_, _ in found] for serial, found in called.items()}


def read_blocks(look_up: ValueIndex, keys: Sequence[int]) -> list[NodePath]:
    """Read things, each with what it stands in and what stands in it."""
    found: dict[int, dict[int, BlockNode]] = {key: {} for key in keys}
    for start in range(0, len(keys), _TOGETHER):
        asked = {"ids": list(keys[start : start + _TOGETHER])}
        for statement, sign in ((_ABOVE, -1), (_WITHIN, 1)):
            for named, id_, kind, own, labels, depth in look_up.rows(statement, asked, _TOGETHER * _MOST):
                values = own if isinstance(own, Mapping) else {}
                place = sign * int(str(depth))
                node = BlockNode(int(str(id_)), str(kind), values, frozenset(_texts(labels)), place)
                found[int(str(named))][node.id] = node
    return [sorted(one.values(), key=lambda node: node.depth) for one in found.values()]


def named_node(block: NodePath) -> BlockNode:
    """Return the thing that a block is read of."""
    return next(one for one in block if one.depth == 0)


def nodes_above(block: NodePath) -> list[BlockNode]:
    """Return what a block stands in, but for the file."""
    return [one for one in block if one.depth < 0 and one.type != ROOT]


def has_twin(block: NodePath, blocks: Sequence[NodePath]) -> bool:
    """Tell whether another thing of the name has the same labels, or stands in a table or instance of its own."""
    others = [one for one in blocks if one is not block]
    above = (one for other in others for one in nodes_above(other))
    return any(named_node(one).labels == named_node(block).labels for one in others) or any(
        word_list("apart") & {*split_name(one.type), *split_name(one.key)} for one in above
    )


def is_kind_word(term: Term, thing: BlockNode, kinds: Sequence[Kind]) -> bool:
    """Tell whether a word is one of the names of the kinds that a thing is of."""
    named = [one for one in kinds if not one.is_record and (thing.labels & {one.label, *one.spans})]
    names = [stems_of(thing.type), *(name for one in named for name in one.names)]
    weights = aliases(stem(term.text))
    return term.text.lower() in words_beside(names) or any(
        weights.get(word, 0.0) >= OF_KIND for name in names for word in name
    )


def words_beside(names: Iterable[Sequence[str]]) -> set[str]:
    """Return what may be said beside the names of a kind: the "address pool" is a pool."""
    return {word for name in names for one in name for word in word_table("beside").get(one, "").split()}


_Found = tuple[Sequence[BlockNode], dict[str, str]]
"""Nodes of one type, and what is shown of them: the property of each column."""


def find_columns(block: NodePath, terms: Sequence[Term]) -> _Found | None:
    """Find what the words name: properties of the thing itself, or of the things of one type that stand in it."""
    thing, inside, found = named_node(block), list[BlockNode](), dict[str, str]()
    own = columns_named(thing, thing.values, terms)
    for one in (node for node in block if node.depth == 1 and node.type != "Negation"):
        called = "_".join(word for word in split_name(one.type) if word not in split_name(thing.type))
        columns = columns_named(
            one, {**one.values, **({called: one.key} if called and one.key else {})}, terms
        )
        if columns is None or (columns and one.is_off):
            return None
        if columns:
            inside.append(one)
            found |= {name: name if name in one.values else "key" for name in columns}
    if own is None or bool(own) == bool(inside) or len({one.type for one in inside}) > 1:
        return None
    if inside and any(_is_alike(one, inside) for one in block if one.depth == 1):
        return None
    shown: _Found = ([thing], {name: name for name in own}) if own else (inside, found)
    return None if _is_negated(block, *shown) else shown


def _is_alike(node: BlockNode, shown: Sequence[BlockNode]) -> bool:
    """Tell whether a thing stands beside those that are shown as one of them: a member of another kind, or a group."""
    words = set(split_name(shown[0].type))
    return node not in shown and not node.key and words <= set(split_name(node.type))


def _is_negated(block: NodePath, nodes: Sequence[BlockNode], columns: Mapping[str, str]) -> bool:
    """Tell whether a statement of the block negates what is shown; the negation of another value does not."""
    for name in columns.values():
        cells = [one.values[name] for one in block if one.type == "Negation" and name in one.values]
        shown = {text for node in nodes for text in _texts(node.values.get(name))}
        if any(cell is True or shown & _texts(cell) for cell in cells):
            return True
    return False


def _texts(cell: Cell) -> set[str]:
    return {str(one) for one in each_of(cell)}


def columns_named(node: BlockNode, names: Iterable[str], terms: Sequence[Term]) -> list[str] | None:
    """Return the properties that all terms name; None where a word would be missing that is not mostly left out.

    "Address" names `ip_address`, but "mtu" does not name `ip_mtu`.
    """
    if len(terms) == 1 and (meant := word_table("alone").get(terms[0].text.lower())):
        terms = [Term(meant, {stem(meant): 1.0})]
    modes = {stem(str(cell)) for name, cell in node.values.items() if name.endswith(("mode", "type"))}
    found: dict[str, tuple[bool, bool]] = {}
    for name in set(names) - PLACES - {"key"} - {f"{one}_prefix" for one in names}:
        words = set(map(stem, name.split("_")))
        heads = {word for word in words if any(says(term, word) for term in terms)}
        loose = {stem(term.text) for term in terms if not any(says(term, word) for word in words)}
        if heads and loose <= modes.union(*(facts(head)[0] for head in heads)):
            found[name] = not loose, bool(words - heads.union(modes, *(facts(head)[1] for head in heads)))
    found = {name: one for name, one in found.items() if one[0]} or found
    said = {stem(term.text) for term in terms}
    if any(lacks for _, lacks in found.values()) and said not in [
        set(map(stem, one.split("_"))) for one in found
    ]:
        return None
    listed = set(map(stem, word_list("modes")))
    others = listed - (modes & listed or {"access"})  # what is set for a trunk, on a port that is none
    return sorted(
        name for name, (_, lacks) in found.items() if not lacks and others.isdisjoint(stems_of(name))
    )


def says(term: Term, word: str) -> bool:
    """Tell whether a term surely stands for a word of a name."""
    return aliases(word).get(stem(term.text), 0.0) >= SURE or term.stems.get(word, 0.0) >= SURE


def _query(
    thing: BlockNode, nodes: Sequence[BlockNode], columns: Mapping[str, str], beside: Sequence[str]
) -> Query:
    noun, kind = label_words(thing.type), nodes[0].type
    returned = ["t.device AS device", f"t.key AS {_column(thing.type)}"]
    parameters: dict[str, Value] = {"id": thing.id}
    match, where, last = f"MATCH (t:{quote_name(thing.type)})", "t.id = $id", "t"
    if nodes[0] is not thing:
        match, where, last = f"{match}-[:HAS]->(n:{quote_name(kind)})", f"{where} AND n.id IN $ids", "n"
        parameters["ids"] = tuple(one.id for one in nodes)
        if "key" not in columns.values() and all(one.key for one in nodes):
            returned.append(f"n.key AS {_column(kind)}")
    returned += [f"{last}.{quote_name(held)} AS {quote_name(name)}" for name, held in columns.items()]
    off = [name for name in thing.values if name in word_list("off") and name not in columns]
    shown = (name for name in dict.fromkeys([*beside, *off]) if name not in columns)
    returned += [f"t.{quote_name(name)} AS {quote_name(name)}" for name in shown]
    asks = " and ".join(map(column_words, columns or beside))
    said = f"{noun} {thing.key} on {thing.values.get('device')}, its {asks}"
    statement = f"{match} WHERE {where} RETURN DISTINCT {', '.join(returned)}"
    return Query(
        "cypher", statement, parameters, reading=Reading("list", thing.type, note=f"read as: {said}")
    )


def _column(type_name: str) -> str:
    return quote_name(re.sub(r"\W+", "_", label_words(type_name)))
