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
    bare,
    column_words,
    counted,
    shorten_inside,
    show_cell,
    subject_words,
)
from agent.render.overviews import EXAMPLE, draft_overview
from agent.render.rows import (
    DEVICE,
    Listed,
    count_column,
    is_name,
    list_rows,
    look_up_rows,
    property_columns,
)
from graph_store.cypher_tokens import Token, inside, tokenize
from graph_store.records import Cell, Description
from reading.spoken_names import plural

# Says of a value that a line takes back ("no ip address") that there is none.


NONE = "none"
_ALIAS = re.compile(r"\b\w+\.(?:`([^`]+)`|(\w+)) AS (?:`([^`]+)`|(\w+))")


def value_names(description: Description) -> frozenset[str]:
    """Return the properties that hold values wherever they stand: false is no value of theirs, and no switch."""
    described = [one for label in description.labels for one in label.properties if one.examples]
    flags = {one.name for one in described if all(isinstance(each, bool) for each in one.examples)}
    return frozenset(one.name for one in described if one.name not in flags)


def say_taken_back(outcome: Outcome, names: Collection[str]) -> Outcome:
    """Put "none" in the place of a false value of the named properties, by whatever name the statement returns it."""
    aliases = {
        found[3] or found[4]: found[1] or found[2] for found in _ALIAS.finditer(outcome.query.statement)
    }
    rows = []
    for row in outcome.rows:
        values = {
            column: _cell(cell, aliases.get(column, bare(column)), names)
            for column, cell in row.values.items()
        }
        rows.append(replace(row, values=values))
    return replace(outcome, rows=tuple(rows))


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


def _aggregated_property(statement: str) -> str:
    """Say which property's values a statement counts or averages; "" when it counts nodes."""
    tokens = tokenize(statement)
    for place, (token, after) in enumerate(pairwise(tokens)):
        if token.text.lower() in {"count", "avg"} and after.text == "(":
            among = inside(tokens, place + 1)
            return _property_in(among) or _unwound(tokens[:place], among)
    return ""


def _property_in(tokens: Sequence[Token]) -> str:
    """Return the first property; of a CASE the one that it gives."""
    given = next((place for place, token in enumerate(tokens) if token.word == "THEN"), 0)
    found = (column_words(after.plain) for before, after in pairwise(tokens[given:]) if before.text == ".")
    return next(found, "")


def _unwound(tokens: Sequence[Token], among: Sequence[Token]) -> str:
    """Return the property whose items an UNWIND gave a name to, where that name stands among tokens."""
    words = [token.word for token in tokens]
    unwound = tokens[words.index("UNWIND") + 1 :] if "UNWIND" in words else ()
    alias = next((after.plain for before, after in pairwise(unwound) if before.word == "AS"), "")
    return _property_in(unwound) if alias in {token.plain for token in among} else ""


# Drafts: one way per intent.


PLAIN = Reading("list")
MOST_COMMON_SHOWN = 5
LONGEST_EXAMPLE = 120
SAYING_NO = frozenset({"no", "false", "off"})
"""Values beside which "yes" would say the contrary."""
LOOKED_UP: frozenset[Intent] = frozenset({"lookup", "first", "last"})
SEVERAL = re.compile(
    r"\A(?>.*?\b(?:are|were)\b).*\b(?:most|least|frequently|commonly)\b|\btop \d|"
    r"\b(?:most|least) (?:common|frequent|\w+ed) \w+s\b",
    re.IGNORECASE | re.DOTALL,
)


def asks_for_several(question: str) -> bool:
    """Say whether a question about the most common wants more than the first: "what are the most common methods"."""
    return SEVERAL.search(question) is not None


def draft_rows(outcome: Outcome, several: bool = True) -> Draft:
    """Draft what the rows with evidence say; of the most common only the first, unless `several` were asked for."""
    rows = [row for row in outcome.rows if row.total_lines]
    reading = outcome.query.reading or PLAIN
    column = count_column(rows, reading)
    if reading.intent == "most_common" and not several and column:
        rows = [row for row in rows if row.values[column] == rows[0].values[column]]
    if rows and {"path", "number", "text"} <= {bare(name) for name in rows[0].values}:
        return _draft_quotes(outcome, rows)
    if column and len(rows) == len(rows[0].values) == 1:
        return _draft_count(outcome, rows[0], reading)
    return SAY.get(reading.intent, _draft_lookup)(outcome, rows, reading)


def _draft(outcome: Outcome, rows: Sequence[Row], lead: str, *groups: StatementGroup) -> Draft:
    return Draft(lead, groups, len(rows), outcome.total_rows if outcome.cut else len(rows))


def _draft_quotes(outcome: Outcome, rows: Sequence[Row]) -> Draft:
    """Quote source lines; equal ones once."""
    texts: dict[str, list[Row]] = {}
    for row in rows:
        texts.setdefault(row.lines[0].text.strip(), []).append(row)
    statements = []
    for text, same in texts.items():
        lines = tuple(line for row in same for line in row.lines)
        statements.append(DraftStatement(f'"{text}"', lines, sum(row.total_lines for row in same)))
    total = outcome.total_rows if outcome.cut and outcome.total_rows else len(rows)
    return _draft(outcome, rows, f"{counted(total, 'line')}:", StatementGroup("", tuple(statements)))


def _draft_count(outcome: Outcome, row: Row, reading: Reading) -> Draft:
    (number,) = row.values.values()
    noun = _aggregated_property(outcome.query.statement) or subject_words(reading) or "matches"
    said = counted(number, noun) if isinstance(number, int) else f"{show_cell(number)} {noun}"
    statement = DraftStatement(said, row.lines, row.total_lines)
    lead = "Yes:" if reading.intent == "exists" else ""
    return _draft(outcome, [row], lead, StatementGroup("", (statement,)))


def _draft_list(outcome: Outcome, rows: Sequence[Row], reading: Reading) -> Draft:
    if count_column(rows, reading):
        return _draft_counts(outcome, rows, reading)
    if len(rows) == 1 and subject_words(reading) != DEVICE and reading.intent != "exists":
        return _draft_lookup(outcome, rows, reading)
    listed = list_rows(rows, reading)
    names = [one for one in rows[0].values if is_name(one, reading)]
    named = {tuple(show_cell(row.values.get(one)) for one in (DEVICE, *names)) for row in rows}
    repeated = bool(names) and len(named) < len(rows)  # several rows about one thing do not count the things
    lead = _list_lead(outcome, listed, subject_words(reading), len(rows) != listed.count or repeated)
    return _draft(outcome, rows, lead, *listed.groups)


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
    lead = "" if asked else f"{(subject_words(reading) or 'found').capitalize()}:"
    if len(asked) == 1 and not any(is_name(column, reading) for column in rows[0].values):
        lead = f"{column_words(asked[0]).capitalize()}:"
    return _draft(outcome, rows, lead, *listed.groups)


def _draft_exists(outcome: Outcome, rows: Sequence[Row], reading: Reading) -> Draft:
    """Say that there are such; where what was found is taken back or says no, only what is said of it."""
    there = [row for row in rows if set(_told(row, reading)) != {NONE}]
    draft = _draft_list(outcome, there or rows, reading)
    if not there or any(cell in SAYING_NO for row in there for cell in _told(row, reading)):
        return draft
    return replace(draft, lead=f"Yes: {draft.lead}".strip())


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
    kinds = EXAMPLE in columns
    named = [row for row in rows if not columns or any(row.values[one] is not None for one in columns)]
    statements = tuple(_count_statement(row, column, columns, reading) for row in named)
    lead = "Kinds of messages, each with an example and how many there are:" if kinds else ""
    if len(columns) == 1 and not kinds:
        words = column_words(columns[0])
        lead = f"{words.capitalize()}:" if reading.intent in LOOKED_UP else f"By {words}:"
    return _draft(outcome, rows, lead, StatementGroup("", statements))


def _count_statement(row: Row, column: str, columns: Sequence[str], reading: Reading) -> DraftStatement:
    said = [(column_words(one), show_cell(row.values[one])) for one in columns if row.values[one] is not None]
    name = ", ".join(f"{words} {cell}" if len(said) > 1 else cell for words, cell in said)
    kinds = EXAMPLE in columns
    if kinds:
        name = f'"{shorten_inside(show_cell(row.values[EXAMPLE]), LONGEST_EXAMPLE)}"'
    number = show_cell(row.values[column])
    if reading.intent in LOOKED_UP:
        times = "" if number == "1" else f" ({number} times)"
        return DraftStatement(f"{name}{times}", row.lines, row.total_lines)
    return DraftStatement(f"{name}: {number}", row.lines, row.total_lines, counted=True, overview=kinds)


def _draft_summary(outcome: Outcome, rows: Sequence[Row], reading: Reading) -> Draft:
    """Say what an overview found: fields, times of files, what is the same in several fields, or counts."""
    found = draft_overview(rows, reading)
    if found is None:
        return _draft_counts(outcome, rows, reading)
    lead, groups = found
    said = sum(len(group.statements) for group in groups)
    return Draft(lead, groups, said, outcome.total_rows if outcome.cut and said == len(rows) else said)


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
    noun = _aggregated_property(outcome.query.statement) or subject_words(reading)
    statements = []
    for row in rows:
        cells = [(column_words(name), cell) for name, cell in row.values.items() if cell is not None]
        said = ", ".join(f"{words} {show_cell(_rounded(cell))}" for words, cell in cells)
        statements.append(DraftStatement(said, row.lines, row.total_lines))
    lead = f"{noun.capitalize()}:" if noun else ""
    return _draft(outcome, rows, lead, StatementGroup("", tuple(statements)))


def _rounded(cell: object) -> float | int | str:
    if isinstance(cell, float):
        return float(f"{cell:.4g}") if abs(cell) < 1000 else round(cell, 1)
    return cell if isinstance(cell, int | str) else str(cell)


SAY: Mapping[Intent, Callable[[Outcome, Sequence[Row], Reading], Draft]] = {
    "list": _draft_list,
    "count": _draft_counts,
    "most_common": _draft_most_common,
    "average": _draft_average,
    "exists": _draft_exists,
    "summary": _draft_summary,
}
