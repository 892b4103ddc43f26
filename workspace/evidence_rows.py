"""Keeps what an answer rests on, and reads its rows again, whole and with the properties of what they name."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace

from agent.execute import QueryLimits, run_query
from agent.reader.things import is_switched_off
from agent.records import Answer, Outcome, Row
from agent.render.draft import HIDDEN, show_cell
from graph_store.errors import GraphError, GraphServerError
from graph_store.graph import ReadableGraph
from graph_store.records import Cell, SourceLine
from graph_store.schema import quote_name
from reading.spoken_names import label_words

ALL_ROWS = QueryLimits(rows=1000, time_s=20.0)
"""What is read again for a table when the answer was made of a part of the rows."""
DRAWN_ROWS = 20_000
"""What is read again for a chart, which needs no lines."""
MOST_OUTCOMES = 3


@dataclass(frozen=True, slots=True)
class Evidence:
    """What an answer rests on, kept as long as its chat is open."""

    outcomes: tuple[Outcome, ...]
    lines: tuple[SourceLine, ...]


def keep_evidence(answer: Answer) -> Evidence:
    """Keep what can be shown of an answer."""
    outcomes = telling_outcomes(answer)
    of_rows = (line for one in outcomes for row in one.rows for line in row.lines)
    return Evidence(outcomes, tuple(dict.fromkeys(answer.citations or of_rows)))


def telling_outcomes(answer: Answer) -> tuple[Outcome, ...]:
    """Return the outcomes that have rows, the graph's first; only those that tell what is cited, where anything is."""
    found = [one for one in answer.outcomes if one.rows and not one.error]
    waiting, telling = set(answer.citations), []
    for one in sorted(found, key=lambda one: one.query.kind):
        lines = {line for row in one.rows for line in row.lines}
        if waiting & lines:
            telling.append(one)
            waiting -= lines
    return tuple((telling or (found if answer.status == "answered" else []))[:MOST_OUTCOMES])


def read_all_rows(evidence: Evidence, graph: ReadableGraph, *, drawn: bool = False) -> tuple[Outcome, ...]:
    """Run again what was cut, and add the properties of what is only named. Raises GraphServerError.

    What is only `drawn` needs no lines and no properties, and has room for more.
    """
    whole = (_more_rows(one, graph, drawn=drawn) if one.cut else one for one in evidence.outcomes)
    return tuple(whole) if drawn else tuple(add_properties(one, graph) for one in whole)


def _more_rows(outcome: Outcome, graph: ReadableGraph, *, drawn: bool) -> Outcome:
    if not drawn:
        found = run_query(outcome.query, graph, ALL_ROWS)
        return outcome if found.error or not found.rows else found
    try:
        table = graph.read(
            outcome.query.statement,
            outcome.query.parameters,
            row_limit=DRAWN_ROWS,
            time_limit_s=ALL_ROWS.time_s,
        )
    except GraphServerError:
        raise
    except GraphError:
        return outcome
    rows = tuple(Row(dict(zip(table.columns, row, strict=True)), (), 0) for row in table.rows)
    total = outcome.total_rows if table.cut else len(rows)
    return Outcome(outcome.query, rows, cut=table.cut, total_rows=total) if rows else outcome


NAMED = {"device", "name"}
OURS = HIDDEN | {"key", "device"}
MOST_PROPERTIES = 8
OF_NAMED = """\
MATCH (n:{label}) WHERE n.device IN $devices AND n.key IN $names
RETURN n.device AS device, n.key AS name, properties(n) AS own"""


def _only_names(row: Row) -> bool:
    others = {name: cell for name, cell in row.values.items() if name not in NAMED}
    return row.values.keys() >= NAMED and all(
        cell is None or is_switched_off(name, cell) for name, cell in others.items()
    )


def add_properties(outcome: Outcome, graph: ReadableGraph) -> Outcome:
    """Add to rows that only name things on devices what these have: first what varies, then what most of them have.

    They may also say which of them are switched off.

    Of two things with one name on one device nothing is added. Raises GraphServerError.
    """
    label = outcome.query.reading.subject if outcome.query.reading else ""
    if not label or not outcome.rows or not all(map(_only_names, outcome.rows)):
        return outcome
    devices, names = ([str(row.values[one]) for row in outcome.rows] for one in ("device", "name"))
    try:
        statement, asked = OF_NAMED.format(label=quote_name(label)), {"devices": devices, "names": names}
        read = graph.read(statement, asked, row_limit=DRAWN_ROWS, time_limit_s=ALL_ROWS.time_s)
    except GraphServerError:
        raise
    except GraphError:
        return outcome
    found: dict[tuple[Cell, Cell], dict[str, Cell]] = {}
    for device, name, own in read.rows:
        is_first = (device, name) not in found
        known = own if is_first and isinstance(own, Mapping) else {}
        own_name = f"{label_words(label)} name"  # where the column `name` has the number of a VLAN
        found[device, name] = {
            own_name if key == "name" else key: one
            for key, one in known.items()
            if key not in OURS and one != name
        }
    values = defaultdict[str, list[str]](list)
    for properties in found.values():
        for key, cell in properties.items():
            values[key].append(show_cell(cell))
    columns = sorted(values, key=lambda key: (len(set(values[key])) < 2, -len(values[key])))[:MOST_PROPERTIES]
    added = [found.get((row.values["device"], row.values["name"]), {}) for row in outcome.rows]
    rows = (
        replace(row, values={**row.values, **{key: properties.get(key) for key in columns}})
        for row, properties in zip(outcome.rows, added, strict=True)
    )
    return replace(outcome, rows=tuple(rows))
