"""Claims what a named block says ("entry 40 of GUEST-IN"), and where a name is used ("who uses MGMT-NETS")."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from agent.reader.candidate_lines import term_query, text_places
from agent.reader.english import field_words, split_name, stem, stem_list, word_list
from agent.reader.fact import NodePath, called_things, is_kind_word, named_node, nodes_above, read_blocks
from agent.reader.kinds import PLACES, Kind
from agent.reader.parse_question import SPOKEN, ParsedQuestion
from agent.reader.proof import ReadingProof, is_whole
from agent.reader.question_terms import Term
from agent.records import Query, Reading
from agent.value_index import ValueIndex
from graph_store.records import Document, Value, each_of
from graph_store.schema import quote_name
from reading.spoken_names import label_words

MOST_DOCUMENTS, MOST_LINES, MOST_SAYING, MOST_GATHERED = 40, 60, 2_000, 100
_SHORT = re.compile(r"[A-Za-z-]*\s?(\d+(?:[/:]\d+)*)")
"""A number, or a name that its number alone may stand for: `channel-group 20`."""
_ACTIVE = re.compile(r"\b(?:use|using|refer|apply|reference)\b", re.IGNORECASE)
_MENTIONS = ("mentioned", "appear", "appears")
_HAVING = "CALL db.index.fulltext.queryNodes('lines', $q) YIELD node RETURN DISTINCT node.document"
_LINES = (
    "MATCH (t:Entity)-[:HAS*0..8]->(m:Entity)-[:HAS_LINE]->(l:Line) WHERE t.id IN $ids "
    "RETURN DISTINCT l.path AS path, l.number AS number, l.text AS text ORDER BY path, number"
)
_NAMED = (
    "MATCH (n:Entity) WHERE n.id >= $low AND n.id < $low + 4294967296 AND n.key IN $names RETURN n.id, n.type"
)
_PLACES = (
    "UNWIND $begins AS low MATCH (l:Line) WHERE l.id >= low AND l.id < low + 4294967296 AND "
    "toLower(l.text) CONTAINS $name OPTIONAL MATCH (s:Entity)-[:HAS_LINE]->(l) WHERE s.key <> '' AND NOT "
    "(s:Configuration OR s:Finding OR s:Undefined) OPTIONAL MATCH (p:Entity)-[:HAS]->(s) WHERE NOT p:Configuration "
    "RETURN l.path AS path, l.number AS number, l.text AS text, "
    "head(collect(coalesce(p.key + ' / ', '') + s.key)) AS within ORDER BY path, number"
)
_USES = (
    "MATCH (n:{label})<-[r]-(s:Entity) WHERE n.id = $id AND r.inferred IS NOT NULL AND s.document = n.document "
    "OPTIONAL MATCH (p:Entity)-[:HAS]->(s) RETURN DISTINCT s.device AS device, p.key AS within, s.type AS kind, "
    "s.key AS name, s.name AS called, toLower(replace(type(r), '_', ' ')) AS by, s[r.property] AS value "
    "ORDER BY within, name"
)
_SAYING = (
    "MATCH (l:Line) WHERE l.id >= $low AND l.id < $low + 4294967296 AND toLower(l.text) CONTAINS $name "
    "OPTIONAL MATCH (s:Entity)-[:HAS_LINE]->(l) OPTIONAL MATCH (s)-[r]->(n:Entity) "
    "WHERE n.id = $id AND r.inferred IS NOT NULL OPTIONAL MATCH (t:Entity)-[:HAS*0..8]->(s) WHERE t.id = $id "
    "RETURN l.id, count(r) + count(t)"
)
"""Of each line with a name how often it is said there by the thing of that name, or by what refers to it."""


def write_block(
    asked: ParsedQuestion, kinds: Sequence[Kind], look_up: ValueIndex, proof: ReadingProof
) -> Query | None:
    """Write the statement that shows the one block, or what refers to it; None where anything is in doubt."""
    spoken = {word.partition("'")[0] for word in re.findall("[a-z']+", asked.text.lower())}
    uses = "uses" in asked.wants and bool(spoken & word_list("uses"))
    if not asked.is_timeless or asked.wants - {"uses", "state"}:
        return None
    plain = word_list("asks") | word_list("tells") | (word_list("uses") if uses else set())
    terms = [term for term in asked.terms if term.is_value or term.text.lower() not in plain]
    tokens = SPOKEN.findall(asked.text)
    values = {term.text for term in terms if term.is_value}
    of_field = {*map(stem, field_words())}
    named = [one for one in tokens if "-" in one or (one.isupper() and stem(one) not in of_field)]
    values |= {token for token in named if token not in asked.devices and look_up.find(token)}
    called = {word for kind in kinds for name in kind.names for word in name} | stem_list("gathered")
    split = {token: token.split("-") for token in tokens if "-" in token}
    of_kinds = {token: parts for token, parts in split.items() if called.issuperset(map(stem, parts))}
    given = [token for token in tokens if token in values and token not in of_kinds]
    # Of "object-group" the last word tells, also where the whole is the name of something.
    unsaid = {part for token in given for part in re.split(r"\W", token)}
    unsaid |= {part for parts in of_kinds.values() for part in parts[:-1]}
    words = [
        one for one in terms if not (one.is_value or one.text in unsaid or _says_device(one, asked.text))
    ]
    last = [parts[-1] for token, parts in of_kinds.items() if token in values]
    words += [Term(word, {stem(word): 1.0}) for word in last]
    if asked.builds - plain or not given or len(given) > 1 + (not uses):
        return None
    documents = _having(given[0], proof.scope(asked.devices), look_up)
    found = list(_fitting(documents, given, words, kinds, look_up))
    if uses and _ACTIVE.search(asked.text.partition(given[0])[2]):
        return None  # "what does X use"
    is_mention = any(one.text.lower() in _MENTIONS for one in asked.terms)
    if uses and (is_mention or not found) and not words:
        return _lines(given[0], proof.scope(asked.devices), look_up)
    if uses:
        return _used(*found[0], look_up) if len(found) == 1 else None
    by_name = [called_things(look_up, name, documents) for name in given]
    having = [one.serial for one in documents if all(things.get(one.serial) for things in by_name)]
    is_one_each = len(found) == 1 or sorted(one.serial for one, _ in found) == sorted(having)
    return _said(found, look_up) if is_one_each and all(is_whole(one) for one, _ in found) else None


def _says_device(term: Term, text: str) -> bool:
    """Tell whether a word stands for a device: "on the firewall"."""
    place = rf"\b(?:on|of|at|from)\s+(?:the|our|this)\s+{re.escape(term.text)}\b"
    return stem(term.text) in stem_list("devices") and re.search(place, text, re.IGNORECASE) is not None


def _having(name: str, documents: Sequence[Document], look_up: ValueIndex) -> list[Document]:
    """Return the documents with a name, of several; none where that is not known."""
    rows = look_up.rows(_HAVING, {"q": term_query(Term(name, {}))}, MOST_SAYING)
    having = [one for one in documents if one.serial in {row[0] for row in rows}]
    return having if len(rows) < MOST_SAYING and len(having) <= MOST_DOCUMENTS else []


def _fitting(
    documents: Sequence[Document],
    given: Sequence[str],
    words: Sequence[Term],
    kinds: Sequence[Kind],
    look_up: ValueIndex,
) -> Iterator[tuple[Document, NodePath]]:
    """Yield the blocks of a name, or of one inside of the other, that all words are kinds of."""
    by_serial = {one.serial: one for one in documents}
    for place, name in enumerate(given):
        others = {one.lower() for one in (*given[:place], *given[place + 1 :])}
        called = called_things(look_up, name, documents).values()
        for block in read_blocks(look_up, [key for keys in called for key in keys]):
            above = [one for one in nodes_above(block) if one.key.lower() in others]
            nodes = [named_node(block), *above]
            fit = all(any(is_kind_word(term, one, kinds) for one in nodes) for term in words)
            if fit and len(above) >= len(others) and (words or others or not name.isdecimal()):
                yield by_serial[nodes[0].id >> 32], block


def _said(found: Sequence[tuple[Document, NodePath]], look_up: ValueIndex) -> Query | None:
    """Show the lines of a thing, or of those that are called so in each document."""
    gathered = [id_ for pair in found for id_ in _gathered(*pair, look_up)]
    ids = (*(named_node(block).id for _, block in found), *gathered)
    rows = look_up.rows(_LINES, {"ids": ids}, MOST_LINES + 1)
    if not 0 < len(rows) <= MOST_LINES:
        return None
    more = ", and what it gathers" * bool(gathered)
    things = ((named_node(block), _name(block)) for _, block in found)
    each = dict.fromkeys(
        f"{label_words(one.type)} {name} on {one.values.get('device')}" for one, name in things
    )
    note = f"read as: what {' and '.join(each)} {'say' if len(each) > 1 else 'says'}{more}"
    return Query("cypher", _LINES, {"ids": ids}, reading=Reading("list", "Line", note=note))


def _gathered(document: Document, block: NodePath, look_up: ValueIndex) -> list[int]:
    """Return the groups and objects that a group names, and those that these name; nothing for another thing."""
    found, blocks = list[int](), [block]
    own = named_node(block).id
    while blocks and len(found) < MOST_GATHERED:
        inner = blocks.pop(0)
        if not set(map(stem, split_name(named_node(inner).type))) & stem_list("gathering"):
            continue
        held = [one.values for one in inner if one.depth >= 0]
        cells = (cell for values in held for name, cell in values.items() if name not in ("key", *PLACES))
        names = {str(one) for cell in cells for one in each_of(cell)}
        names.discard("")
        scope: dict[str, Value] = {"low": document.serial << 32, "names": tuple(sorted(names))}
        for id_, kind in look_up.rows(_NAMED, scope, MOST_GATHERED):
            key = int(str(id_))
            if key not in (own, *found) and set(map(stem, split_name(str(kind)))) & stem_list("gathered"):
                found.append(key)
                blocks.extend(read_blocks(look_up, [key]))
    return found


def _used(document: Document, block: NodePath, look_up: ValueIndex) -> Query | None:
    """Show what refers to a thing, where each line that says its name is its own, or of what refers to it."""
    thing = named_node(block)
    scope = {"id": thing.id, "low": document.serial << 32, "name": thing.key.lower()}
    rows = look_up.rows(_SAYING, scope, MOST_SAYING)
    statement = _USES.format(label=quote_name(thing.type))
    is_said = rows and len(rows) < MOST_SAYING and all(count for _, count in rows)
    is_short = _has_short_name(thing.key, (document,), look_up)
    if is_short or not is_said or not look_up.rows(statement, {"id": thing.id}, 1):
        return None
    note = f"read as: what refers to {label_words(thing.type)} {thing.key} on {thing.values.get('device')}"
    return Query("cypher", statement, {"id": thing.id}, reading=Reading("list", thing.type, note=note))


def _lines(name: str, documents: Sequence[Document], look_up: ValueIndex) -> Query | None:
    """Show all lines of configurations that have a value which is no name of a thing."""
    begins = tuple(one.serial << 32 for one in documents)
    scope: dict[str, Value] = {"begins": begins, "name": name.lower()}
    rows = look_up.rows(_PLACES, scope, MOST_LINES + 1)
    whole = re.compile(rf"(?<![\w.]){re.escape(name)}(?!\w|\.\d)", re.IGNORECASE)
    if not all(whole.search(str(row[2])) for row in rows) or _has_short_name(name, documents, look_up):
        return None
    serials = {one.path: one.serial for one in documents}
    if text_places(look_up, [(serials[str(row[0])] << 32) + int(str(row[1])) for row in rows]):
        return None  # a banner or a comment sets nothing
    reading = Reading("list", "Line", note=f"read as: all lines of configurations with {name}")
    return Query("cypher", _PLACES, scope, reading=reading) if 0 < len(rows) <= MOST_LINES else None


def _has_short_name(name: str, documents: Sequence[Document], look_up: ValueIndex) -> bool:
    """Tell whether a number or a short name of some documents may stand for a name: `channel-group 20`, `Po20`."""
    short = _SHORT.fullmatch(name)
    if short is None or short[1] == name or not short[1].isdecimal():
        return short is not None  # a port may be one of a range
    letters = name.lower().removesuffix(short[1])
    scope: dict[str, Value] = {"begins": tuple(one.serial << 32 for one in documents), "name": short[1]}
    rows = look_up.rows(_PLACES, scope, MOST_SAYING)
    alone = re.compile(rf"(?<![\w.:/-])([a-z-]*){short[1]}(?![\w.:/-])")
    said = {found for row in rows for found in alone.findall(str(row[2]).lower())}
    return len(rows) >= MOST_SAYING or any(letters.startswith(one) for one in said - {letters})


def _name(block: NodePath) -> str:
    return " / ".join(one.key for one in block if one.depth <= 0 and one.key)
