"""Asks for one row more than LIMIT 1 does, and keeps it where it is equal to the first in what they were sorted by."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from agent.evidence.node_patterns import expression_text, read_items
from agent.records import Query, Reading, Row
from graph_store.cypher_tokens import split_clauses, tokenize

LIMIT_1 = re.compile(r"(\blimit\s++)1$", re.IGNORECASE)


def ask_for_next(query: Query) -> Query:
    """Return the query with the next row behind the one that it wants; itself where it wants more or does not sort."""
    statement, changed = LIMIT_1.subn(r"\g<1>2", query.statement.rstrip().removesuffix(";").rstrip())
    if not changed or not _sorted_by(statement):
        return query
    return replace(
        query, statement=statement, reading=replace(query.reading or Reading("list"), and_next=True)
    )


def without_next(query: Query, rows: tuple[Row, ...]) -> tuple[Row, ...]:
    """Leave out the next row, unless it ties with the first."""
    if query.reading is None or not query.reading.and_next:
        return rows
    columns = _sorted_by(query.statement)
    equal = len(rows) > 1 and all(rows[0].values.get(name) == rows[1].values.get(name) for name in columns)
    return rows if equal else rows[:1]


def ends_with_limit(query: Query) -> str:
    """Return the number of the LIMIT that a statement ends with; "" without one."""
    clauses = split_clauses(tokenize(query.statement.strip().rstrip(";")))
    if not clauses or clauses[-1].keyword != "LIMIT" or not clauses[-1].tokens:
        return ""
    text = clauses[-1].tokens[0].text
    return str(query.parameters.get(text.removeprefix("$"))) if text.startswith("$") else text


def _sorted_by(statement: str) -> Sequence[str]:
    """Return the columns that a statement sorts by; none where one of them is not returned."""
    clauses = split_clauses(tokenize(statement))
    orders = [clause for clause in clauses if clause.keyword == "ORDER"]
    returned = [clause for clause in clauses if clause.keyword == "RETURN"]
    if not orders or len(returned) != 1:
        return ()
    columns = {}
    for item in read_items(returned[0])[0]:
        name = item[-1].plain if len(item) > 2 and item[-2].word == "AS" else expression_text(statement, item)
        columns.update({name: name, expression_text(statement, item): name})
    keys = _outside_brackets(statement[orders[-1].tokens[0].end : orders[-1].tokens[-1].end])
    bare = [
        re.sub(r"(?<!\s)\s+(?:asc|desc)(?:ending)?$", "", key.strip(), flags=re.IGNORECASE) for key in keys
    ]
    return [columns[key] for key in bare] if all(key in columns for key in bare) else ()


def _outside_brackets(text: str) -> Sequence[str]:
    """Part a text at the commas that stand in no brackets."""
    parts, depth, begun = [], 0, 0
    for at, sign in enumerate(text):
        depth += (sign in "([{") - (sign in ")]}")
        if sign == "," and depth == 0:
            parts.append(text[begun:at])
            begun = at + 1
    return [*parts, text[begun:]]
