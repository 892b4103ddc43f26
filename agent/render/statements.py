"""Drafts an answer from a query's rows, in one way per intent. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from agent.records import Intent, Outcome, Reading, Row
from agent.render.draft import (
    Draft,
    DraftStatement,
    StatementGroup,
    column_words,
    counted,
    plural,
    shorten_inside,
    show_cell,
    subject_words,
)
from agent.render.overviews import (
    FIELD,
    NETWORK,
    PARTS,
    SPAN,
    RowsOverview,
    say_alike,
    say_fields,
    say_networks,
    say_parts,
    say_spans,
)
from agent.render.rows import (
    DEVICE,
    Listed,
    bare,
    count_column,
    is_name,
    list_rows,
    look_up_rows,
    property_columns,
)
from graph_store.cypher_tokens import Token, tokenize
from graph_store.records import Cell, Description

# Says of a value that a line takes back ("no ip address") that there is none.


NONE = "none"
_ALIAS = re.compile(r"\b\w+\.(?:`([^`]+)`|(\w+)) AS (?:`([^`]+)`|(\w+))")


def value_names(description: Description) -> frozenset[str]:
    """Return the properties that hold values wherever they stand: false is no value of theirs, and no switch."""
    found: dict[str, set[bool]] = {}
    for label in description.labels:
        for one in label.properties:
            if one.examples:
                is_flag = all(isinstance(example, bool) for example in one.examples)
                found.setdefault(one.name, set()).add(is_flag)
    return frozenset(name for name, flags in found.items() if flags == {False})


def say_taken_back(outcome: Outcome, names: Collection[str]) -> Outcome:
    """Put "none" in the place of a false value of the named properties, by whatever name the statement returns it."""
    aliases = {
        found[3] or found[4]: found[1] or found[2] for found in _ALIAS.finditer(outcome.query.statement)
    }
    return replace(outcome, rows=tuple(_said(row, aliases, names) for row in outcome.rows))


def _said(row: Row, aliases: Mapping[str, str], names: Collection[str]) -> Row:
    values = {
        column: _cell(cell, aliases.get(column, column.rpartition(".")[2].strip("`")), names)
        for column, cell in row.values.items()
    }
    return replace(row, values=values) if values != row.values else row


def _cell(cell: Cell, name: str, names: Collection[str]) -> Cell:
    if isinstance(cell, Mapping):
        return {inner: _cell(one, inner, names) for inner, one in cell.items()}
    if name not in names:
        return cell
    if cell is False:
        return NONE
    if isinstance(cell, Sequence) and not isinstance(cell, str) and any(one is False for one in cell):
        return [one for one in cell if one is not False] or NONE
    return cell


# Which property a statement counts or averages the values of.


def aggregated_property(statement: str) -> str:
    """Say which property's values a statement counts or averages; "" when it counts nodes."""
    tokens = tokenize(statement)
    for place, (token, after) in enumerate(pairwise(tokens)):
        if token.text.lower() in {"count", "avg"} and after.text == "(":
            inside = _inside(tokens[place + 2 :], token.depth)
            return _property_in(inside) or _unwound(tokens[:place], inside)
    return ""


def _inside(tokens: Sequence[Token], depth: int) -> list[Token]:
    end = next((place for place, token in enumerate(tokens) if token.depth <= depth), len(tokens))
    return list(tokens[:end])


def _property_in(tokens: Sequence[Token]) -> str:
    """Return the first property; of a CASE the one that it gives."""
    given = next((place for place, token in enumerate(tokens) if token.word == "THEN"), 0)
    found = (column_words(after.plain) for before, after in pairwise(tokens[given:]) if before.text == ".")
    return next(found, "")


def _unwound(tokens: Sequence[Token], inside: Sequence[Token]) -> str:
    """Return the property whose items an UNWIND gave a name to, where that name stands inside."""
    words = [token.word for token in tokens]
    if "UNWIND" not in words:
        return ""
    unwound = tokens[words.index("UNWIND") + 1 :]
    alias = next((after.plain for before, after in pairwise(unwound) if before.word == "AS"), "")
    return _property_in(unwound) if alias in {token.plain for token in inside} else ""


PLAIN = Reading("list")
MOST_COMMON_SHOWN = 5
EXAMPLE = "example"
LONGEST_EXAMPLE = 120
SAYING_NO = frozenset({"no", "false", "off"})
"""Values beside which "yes" would say the contrary."""
LOOKED_UP: frozenset[Intent] = frozenset({"lookup", "first", "last"})
SEVERAL = re.compile(
    r"\A(?>.*?\b(?:are|were)\b).*\b(?:most|least|frequently|commonly)\b|\btop \d|"
    r"\b(?:most|least) (?:common|frequent|\w+ed) \w+s\b",
    re.IGNORECASE | re.DOTALL,
)
Say = Callable[[Outcome, Sequence[Row], Reading], Draft]


def draft_rows(outcome: Outcome, several: bool = True) -> Draft:
    """Draft what the rows with evidence say; rows without evidence are left out.

    Of the most common, those that are behind the first are shown when `several` were asked for.
    """
    rows = [row for row in outcome.rows if row.total_lines]
    reading = outcome.query.reading or PLAIN
    if reading.intent == "most_common" and not several:
        rows = _top(rows, reading)
    if _quotes(rows):
        return _draft_quotes(outcome, rows)
    if len(rows) == 1 and _is_count(rows, reading):
        return _draft_count(outcome, rows, reading)
    return SAY[reading.intent](outcome, rows, reading)


def _quotes(rows: Sequence[Row]) -> bool:
    return bool(rows) and {"path", "number", "text"} <= {bare(column) for column in rows[0].values}


def _draft_quotes(outcome: Outcome, rows: Sequence[Row]) -> Draft:
    """Quote source lines; equal ones once."""
    texts: dict[str, list[Row]] = {}
    for row in rows:
        texts.setdefault(row.lines[0].text.strip(), []).append(row)
    statements = tuple(
        DraftStatement(
            f'"{text}"',
            tuple(line for row in same for line in row.lines),
            sum(row.total_lines for row in same),
        )
        for text, same in texts.items()
    )
    total = outcome.total_rows if outcome.cut and outcome.total_rows else len(rows)
    return _draft(f"{counted(total, 'line')}:", (StatementGroup("", statements),), outcome, rows)


def _is_count(rows: Sequence[Row], reading: Reading) -> bool:
    return len(rows[0].values) == 1 and bool(count_column(rows, reading))


def _top(rows: Sequence[Row], reading: Reading) -> list[Row]:
    """Return the first of counted rows, with those that are level with it."""
    column = count_column(rows, reading)
    return [row for row in rows if not column or row.values[column] == rows[0].values[column]]


def asks_for_several(question: str) -> bool:
    """Say whether a question about the most common wants more than the first: "what are the most common methods"."""
    return SEVERAL.search(question) is not None


def _draft(lead: str, groups: tuple[StatementGroup, ...], outcome: Outcome, rows: Sequence[Row]) -> Draft:
    total = outcome.total_rows if outcome.cut else len(rows)
    return Draft(lead, groups, len(rows), total)


def _draft_count(outcome: Outcome, rows: Sequence[Row], reading: Reading) -> Draft:
    number = rows[0].values[count_column(rows, reading)]
    noun = aggregated_property(outcome.query.statement) or subject_words(reading) or "matches"
    said = counted(number, noun) if isinstance(number, int) else f"{show_cell(number)} {noun}"
    statement = DraftStatement(said, rows[0].lines, rows[0].total_lines)
    lead = "Yes:" if reading.intent == "exists" else ""
    return _draft(lead, (StatementGroup("", (statement,)),), outcome, rows)


def _draft_list(outcome: Outcome, rows: Sequence[Row], reading: Reading) -> Draft:
    if count_column(rows, reading):
        return _draft_counts(outcome, rows, reading)
    if len(rows) == 1 and subject_words(reading) != DEVICE and reading.intent != "exists":
        return _draft_lookup(outcome, rows, reading)
    listed = list_rows(rows, reading)
    stands_for_several = len(rows) != listed.count or _names_repeat(rows, reading)
    lead = _list_lead(outcome, listed, subject_words(reading), stands_for_several)
    return _draft(lead, listed.groups, outcome, rows)


def _names_repeat(rows: Sequence[Row], reading: Reading) -> bool:
    """Tell whether several rows are about one thing, so that they do not count the things."""
    columns = [one for one in rows[0].values if is_name(one, reading)]
    named = [
        (show_cell(row.values.get(DEVICE)), *(show_cell(row.values[one]) for one in columns)) for row in rows
    ]
    return bool(columns) and len(set(named)) < len(named)


def _list_lead(outcome: Outcome, listed: Listed, noun: str, stands_for_several: bool) -> str:
    """Say how many there are, where, and what they have in common; no number where names stand for several."""
    total = outcome.total_rows if outcome.cut and outcome.total_rows else listed.count
    place = f" on {listed.device}" if listed.device else ""
    common = f" ({listed.common})" if listed.common else ""
    if not noun:
        return f"{listed.device}{common}:".strip() if listed.device or common else ""
    if noun == DEVICE and listed.device:
        return f"{listed.device}{common}:"
    if stands_for_several and noun != DEVICE:
        return f"{plural(noun).capitalize()}{place}{common}:"
    return f"{counted(total, noun)}{place}{common}:"


def _draft_lookup(outcome: Outcome, rows: Sequence[Row], reading: Reading) -> Draft:
    if count_column(rows, reading):
        return _draft_counts(outcome, rows, reading)
    listed = look_up_rows(rows, reading) if len(rows) == 1 or subject_words(reading) != DEVICE else None
    if listed is None:
        return _draft_list(outcome, rows, reading)
    asked = property_columns(rows[0], reading)
    bare_value = len(asked) == 1 and not any(is_name(column, reading) for column in rows[0].values)
    lead = f"{column_words(asked[0]).capitalize()}:" if bare_value else ""
    if not asked:
        lead = f"{(subject_words(reading) or 'found').capitalize()}:"
    return _draft(lead, listed.groups, outcome, rows)


def _draft_exists(outcome: Outcome, rows: Sequence[Row], reading: Reading) -> Draft:
    """Say that there are such; where what was found is taken back or says no, only what is said of it."""
    there = [row for row in rows if not _is_taken_back(row, reading)]
    draft = _draft_list(outcome, there or rows, reading)
    if not there or any(cell in SAYING_NO for row in there for cell in _told(row, reading)):
        return draft
    return replace(draft, lead=f"Yes: {draft.lead}".strip() if draft.lead else "Yes:")


def _is_taken_back(row: Row, reading: Reading) -> bool:
    """Tell whether lines only say of a row that what it is asked for is not there."""
    told = _told(row, reading)
    return bool(told) and all(cell == NONE for cell in told)


def _told(row: Row, reading: Reading) -> list[str]:
    """Return the texts that a row says of what it names."""
    cells = [row.values[column] for column in property_columns(row, reading)]
    return ["no" if cell is False else cell if isinstance(cell, str) else "" for cell in cells]


def _draft_counts(outcome: Outcome, rows: Sequence[Row], reading: Reading) -> Draft:
    """Say what each group counts, in the order of the rows."""
    column = count_column(rows, reading)
    if not column:
        return _draft_list(outcome, rows, reading)
    left_out = {column, "first", "last", "template" if EXAMPLE in rows[0].values else ""}
    columns = [name for name in rows[0].values if name not in left_out]
    named = [row for row in rows if not columns or any(row.values[one] is not None for one in columns)]
    statements = tuple(_count_statement(row, column, columns, reading) for row in named)
    return _draft(_counts_lead(columns, reading), (StatementGroup("", statements),), outcome, rows)


def _draft_summary(outcome: Outcome, rows: Sequence[Row], reading: Reading) -> Draft:
    """Say what an overview found: fields, times of files, what is the same in several fields, or counts."""
    found = _overview(rows, reading)
    if found is None:
        return _draft_counts(outcome, rows, reading)
    said = sum(len(group.statements) for group in found.groups)
    total = outcome.total_rows if outcome.cut and said == len(rows) else said
    return Draft(found.lead, found.groups, said, total)


def _overview(rows: Sequence[Row], reading: Reading) -> RowsOverview | None:
    columns = {bare(column) for column in rows[0].values} if rows else set[str]()
    if columns == FIELD:
        return say_fields(rows)
    if columns == PARTS:
        return say_parts(rows)
    if columns == NETWORK:
        return say_networks(rows)
    if columns == SPAN:
        return say_spans(rows)
    column = count_column(rows, reading)
    others = [name for name in columns if name != column] if column else []
    if len(others) < 2 or EXAMPLE in columns:
        return None
    return say_alike(rows, [name for name in rows[0].values if name != column], column)


def _counts_lead(columns: Sequence[str], reading: Reading) -> str:
    if EXAMPLE in columns:
        return "Kinds of messages, each with an example and how many there are:"
    if len(columns) != 1:
        return ""
    words = column_words(columns[0])
    return f"{words.capitalize()}:" if reading.intent in LOOKED_UP else f"By {words}:"


def _count_statement(row: Row, column: str, columns: Sequence[str], reading: Reading) -> DraftStatement:
    said = [(column_words(one), show_cell(row.values[one])) for one in columns if row.values[one] is not None]
    name = (
        ", ".join(f"{words} {cell}" for words, cell in said)
        if len(said) > 1
        else "".join(cell for _, cell in said)
    )
    if EXAMPLE in columns:
        name = f'"{shorten_inside(show_cell(row.values[EXAMPLE]), LONGEST_EXAMPLE)}"'
    number = show_cell(row.values[column])
    if reading.intent in LOOKED_UP:
        return DraftStatement(
            name if number == "1" else f"{name} ({number} times)", row.lines, row.total_lines
        )
    kinds = EXAMPLE in columns
    return DraftStatement(f"{name}: {number}", row.lines, row.total_lines, counted=True, overview=kinds)


def _draft_most_common(outcome: Outcome, rows: Sequence[Row], reading: Reading) -> Draft:
    column = count_column(rows, reading)
    if not column:
        return _draft_list(outcome, rows, reading)
    draft = _draft_counts(replace(outcome, cut=False), rows[:MOST_COMMON_SHOWN], reading)
    numbers = [number for row in rows if isinstance(number := row.values[column], int)]
    noun = " and ".join(column_words(name) for name in rows[0].values if name != column)
    order = "Least" if numbers == sorted(numbers) != sorted(numbers, reverse=True) else "Most"
    lead = f"{order} common {noun}, with the number of times"
    level = sum(row.values.get(column) == rows[0].values[column] for row in outcome.rows)
    if level > 1 and level == len(outcome.rows) and not outcome.cut:
        lead = f"No {noun} comes first: all {level} are level"
    elif level > MOST_COMMON_SHOWN:
        lead = f"{lead} ({level} are level)"
    return replace(draft, lead=f"{lead}:", total_rows=draft.shown_rows)


def _draft_average(outcome: Outcome, rows: Sequence[Row], reading: Reading) -> Draft:
    noun = aggregated_property(outcome.query.statement) or subject_words(reading)
    statements = []
    for row in rows:
        said = ", ".join(
            f"{column_words(column)} {show_cell(_rounded(cell))}"
            for column, cell in row.values.items()
            if cell is not None
        )
        statements.append(DraftStatement(said, row.lines, row.total_lines))
    return _draft(
        f"{noun.capitalize()}:" if noun else "", (StatementGroup("", tuple(statements)),), outcome, rows
    )


def _rounded(cell: object) -> float | int | str:
    if isinstance(cell, float):
        return float(f"{cell:.4g}") if abs(cell) < 1000 else round(cell, 1)
    return cell if isinstance(cell, int | str) else str(cell)


SAY: dict[Intent, Say] = {
    "list": _draft_list,
    "lookup": _draft_lookup,
    "count": _draft_counts,
    "most_common": _draft_most_common,
    "average": _draft_average,
    "maximum": _draft_lookup,
    "minimum": _draft_lookup,
    "first": _draft_lookup,
    "last": _draft_lookup,
    "exists": _draft_exists,
    "summary": _draft_summary,
}
