"""Shows statements outside every block: one row for each property that a question touches."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from agent.reader.english import split_name, stem, stems_of, word_list
from agent.reader.fact import says
from agent.reader.kinds import ROOT, RankedKind
from agent.reader.proof import Claimed, ReadingProof
from agent.reader.question_terms import Term
from agent.reader.things import MOST_READ, MOST_ROWS, Thing, places_of
from agent.records import AnswerTable, Query, Reading
from agent.render.draft import column_words, counted
from agent.value_index import ValueIndex
from graph_store.records import ENTITY_PROPERTIES, LINE_PROPERTIES, Document, SourceLine, members_of
from graph_store.schema import holds, quote_name

_FIELD_LINES = (
    "UNWIND $ids AS id MATCH (n:Entity {id: id})-[r:HAS_LINE]->(l:Line) WHERE r.fields IS NOT NULL "
    "RETURN n.id AS id, r.fields AS fields, l.path AS path, l.number AS number, l.text AS text"
)


def table_of_settings(look_up: ValueIndex, ranked: RankedKind, things: Sequence[Thing]) -> AnswerTable | None:
    """Show the settings of each device that the question names, with the line of each."""
    names = list(dict.fromkeys(name for found in ranked.touched.values() for name in found))
    having = [thing for thing in things if any(name in thing.values for name in names)]
    if not having or not names:
        return None
    lines: dict[tuple[int, str], list[SourceLine]] = defaultdict(list)
    ids = [thing.id for thing in having[:MOST_ROWS]]
    for key, fields, path, number, text in look_up.rows(_FIELD_LINES, {"ids": ids}, MOST_READ):
        for field in members_of(fields):
            lines[int(str(key)), str(field)].append(SourceLine(str(path), int(str(number)), str(text)))
    rows, cited = [], []
    for name in names:
        for thing in having:
            if name in thing.values:
                rows.append((column_words(name), thing.device or thing.path, thing.values[name]))
                cited.append(tuple(lines.get((thing.id, name), places_of(thing))))
    return AnswerTable(
        f"settings on {counted(len(having), 'device')}",
        ("setting", "device", "value"),
        tuple(rows[:MOST_ROWS]),
        len(rows),
        tuple(cited[:MOST_ROWS]),
    )


def write_setting(terms: Sequence[Term], documents: Sequence[Document], proof: ReadingProof) -> Query | None:
    """Write the statement that shows the one setting at the top of one configuration that all terms name."""
    if len(documents) != 1 or not terms or any(term.is_value for term in terms):
        return None
    found = []
    for name in (
        proof.settings(documents[0]) - ENTITY_PROPERTIES - LINE_PROPERTIES
    ):  # those are the store's own
        words = [one for one in split_name(name) if one not in word_list("function") | word_list("unsaid")]
        used = [term for term in terms if any(says(term, stem(one)) for one in words)]
        if len(used) == len(terms) and all(any(says(term, stem(one)) for term in terms) for one in words):
            found.append(name)
    words_said = frozenset(word for name in found for word in stems_of(name))
    claimed = Claimed(frozenset(), words_said, frozenset())
    if len(found) != 1 or not proof.is_read(documents, claimed):
        return None
    is_switch = holds(f"c.{quote_name(found[0])}", "'true'")
    match = f"MATCH (c:{ROOT}) WHERE c.document = $serial AND NOT {is_switch}"
    note = f"read as: {column_words(found[0])} of {documents[0].device}"
    return Query(
        "cypher",
        f"{match} RETURN c.device AS device, c.{quote_name(found[0])} AS {quote_name(found[0])}",
        {"serial": documents[0].serial},
        reading=Reading("list", ROOT, note=note),
    )
