"""Claims which things of a kind are described by a name: "which port is HAL-PC17 on", "which port goes to esx08"."""

from __future__ import annotations

from collections.abc import Sequence

from agent.reader.candidate_lines import term_query
from agent.reader.claim import whole_name
from agent.reader.english import word_list, word_table
from agent.reader.kinds import ROOT, Kind
from agent.reader.parse_question import ParsedQuestion
from agent.reader.proof import ReadingProof, is_whole
from agent.reader.things import share_in
from agent.records import Query, Reading
from agent.value_index import ValueIndex
from graph_store.records import members_of
from graph_store.schema import quote_name
from reading.spoken_names import label_words, plural

_MOST = 40
_LINES = "CALL db.index.fulltext.queryNodes('lines', $q) YIELD node RETURN DISTINCT node.id LIMIT 41"
_HAVING = (
    "MATCH (n:Entity)-[r:HAS_LINE]->(l:Line) WHERE l.id IN $ids AND NOT n:Event AND NOT n:Finding "
    "RETURN n.id AS id, labels(n) AS labels, properties(n) AS own, r.fields AS fields, l.id AS line"
)
_CONFIGURED = "MATCH (l:Line) WHERE l.id IN $ids RETURN l.id, l.document"


def write_described(
    asked: ParsedQuestion, kinds: Sequence[Kind], look_up: ValueIndex, proof: ReadingProof
) -> Query | None:
    """Write the statement that lists things with their descriptions; None where a line says the name otherwise.

    All words but the kind's name and those of asking have to stand in each description.
    """
    terms = [one for one in asked.terms if one.text.lower() not in word_list("asks") | word_list("joins")]
    given = [one for one in terms if one.is_value]
    is_plain = asked.is_timeless and not asked.wants - {"uses", "state"}
    left = asked.builds - word_list("asks") - word_list("joins")
    if not given or not is_plain or left or len(asked.devices) > 1:
        return None
    documents = proof.scope(asked.devices)
    serials = {one.serial for one in documents}
    query = " ".join(f"+({term_query(one)})" for one in given)
    ids = tuple(int(str(row[0])) for row in look_up.rows(_LINES, {"q": query}, _MOST + 1))
    lines = [one for one in ids if one >> 32 in serials]
    rows = look_up.rows(_HAVING, {"ids": tuple(lines)}, 8 * _MOST)
    called = {**word_table("called"), **word_table("called_behind")}
    for kind in (one for one in kinds if not one.is_record and one.label != ROOT):
        used = next(filter(None, (whole_name(name, terms, called) for name in kind.names)), ())
        words = [one for one in terms if one not in used]
        if not used or words == terms:
            continue
        described: dict[int, int] = {}
        names = set[str]()
        for id_, labels, own, fields, line in rows:
            held = {*map(str, members_of(fields))} & word_list("free_texts")
            texts = [str(own.get(name)) for name in held] if isinstance(own, dict) else []
            if kind.label in members_of(labels) and any(
                all(share_in(text, term) >= 0.95 for term in words) for text in texts
            ):
                described[int(str(line))] = int(str(id_))
                names |= held
        is_all = lines and len(ids) <= _MOST and {*described} == {*lines}
        if is_all and len(names) == 1 and all(map(is_whole, documents)):
            return _query(kind, tuple(described.values()), names.pop(), " ".join(one.text for one in words))
    return None


def _query(kind: Kind, ids: Sequence[int], name: str, words: str) -> Query:
    off = [one.name for one in kind.properties if one.name in word_list("off")]
    shown = "".join(f", n.{quote_name(one)} AS {quote_name(one)}" for one in (name, *off))
    note = f"read as: {plural(label_words(kind.label))} whose {name} has \u201c{words}\u201d"
    return Query(
        "cypher",
        f"MATCH (n:{quote_name(kind.label)}) WHERE n.id IN $ids RETURN n.device AS device, n.key AS name{shown}",
        {"ids": tuple(ids)},
        reading=Reading("list", kind.label, note=note),
    )
