"""Shows statements outside every block: one row for each property that a question touches."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from agent.reader.kinds import RankedKind
from agent.reader.things import MOST_READ, MOST_ROWS, Thing, places_of
from agent.records import AnswerTable
from agent.render.draft import column_words, counted
from agent.value_index import ValueIndex
from graph_store.records import SourceLine

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
        for field in fields if isinstance(fields, tuple | list) else ():
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
