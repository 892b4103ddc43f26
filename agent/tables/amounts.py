"""Adds up what a field of log records holds: "total bytes from 10.0.0.5", "top talkers", "average response time"."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from agent.reader.english import stem, word_list, word_table
from agent.reader.events import EventScope
from agent.reader.kinds import Kind
from agent.reader.parse_question import SPOKEN, ParsedQuestion
from agent.reader.proof import is_whole
from agent.reader.record_words import fields_named
from agent.records import COUNT, FIRST, AnswerTable, Query, Reading
from agent.render.draft import column_words
from agent.value_index import ValueIndex
from graph_store.records import Document, Value
from graph_store.schema import holds, quote_name
from reading.spoken_names import label_words
from timeline.show_timeline import show_time

MOST_ROWS, MOST_BESIDE = 5, 5
ORDERS = {"high": ("DESC", "largest"), "low": ("ASC", "smallest")}
"""How records are sorted for what is asked, and what the first one then is."""
_UNREAD = "MATCH (l:Line) WHERE l.id = $low + 1 AND NOT (l)<-[:HAS_LINE]-() RETURN l.text"
_PLACE = "node.document * 4294967296 + node.first_line"


@dataclass(frozen=True, slots=True)
class Amounts:
    """What is added up: number fields of a kind of records, of those with some `values`, for each value of `by`.

    `used` are the words of the question that say so.
    """

    kind: Kind
    operation: str
    fields: tuple[str, ...]
    by: tuple[str, ...]
    values: Mapping[str, str]
    used: frozenset[str]
    is_sure: bool
    """Each value is in one field only, or that field is named."""

    def match(self, where: str) -> tuple[str, dict[str, Value]]:
        """Write the beginning of a statement, and its parameters; `where` narrows it further."""
        tests = [holds(f"node.{quote_name(name)}", f"$held{at}") for at, name in enumerate(self.values)]
        tests += [where.removeprefix("WHERE ").strip()] if where else []
        whole = f" WHERE {' AND '.join(tests)}" if tests else ""
        held: dict[str, Value] = {f"held{at}": value for at, value in enumerate(self.values.values())}
        return f"MATCH (node:{quote_name(self.kind.label)}){whole}", held

    def said(self) -> str:
        """Say which records are meant."""
        of = "".join(f", {column_words(name)} {value}" for name, value in self.values.items())
        return f"{label_words(self.kind.label)}{of}"


def read_amounts(asked: ParsedQuestion, kinds: Sequence[Kind], look_up: ValueIndex) -> list[Amounts]:
    """Return what is to be added up, of each kind of records with such a field and most of the values."""
    spoken = {word.lower() for word in SPOKEN.findall(asked.text)}
    operation, *_ = [*meant("amounts", spoken), ""]
    stems, ways = meant("measures", spoken), meant("directions", spoken)
    if not operation or not stems or spoken & {*word_table("outcomes")["bad"].split()}:
        return []
    found = []
    for kind in (one for one in kinds if one.is_record):
        numbers = {one.name: one.words for one in kind.properties if one.is_number and one.count}
        fields = [name for name, words in numbers.items() if words.intersection(*[" ".join(stems).split()])]
        fields = [name for name in fields if numbers[name].intersection(" ".join(ways).split())] or fields
        if fields:
            found.append(_of_kind(kind, operation, fields[:2], asked, look_up))
    most = max((len(one.values) for one in found), default=0)
    return [one for one in found if len(one.values) == most]


def meant(table: str, spoken: Set[str]) -> list[str]:
    """Return what the words of a question mean in a table, in its order."""
    return [name for name, words in word_table(table).items() if spoken & {*words.split()}]


@cache
def measure_words() -> frozenset[str]:
    """Return the words that ask for amounts and say of what."""
    tables = map(word_table, ("amounts", "measures", "directions"))
    return frozenset(word for table in tables for words in table.values() for word in words.split())


def _of_kind(
    kind: Kind, operation: str, fields: Sequence[str], asked: ParsedQuestion, look_up: ValueIndex
) -> Amounts:
    """Read the other words as values of other fields, and as fields by which amounts are parted."""
    known = {one.name: one.words for one in kind.properties if one.count and one.name not in fields}
    roles = {way: set(map(stem, words.split())) for way, words in word_table("roles").items()}
    values: dict[str, str] = {}
    used: set[str] = set()
    is_sure = True
    for before, term in pairwise((None, *asked.terms)):
        if term is None or not term.is_value:
            continue
        held = {
            one.property
            for one in look_up.find(term.text)
            if one.label == kind.label and one.property in known
        }
        naming = fields_named(known, [before]) if before is not None and not before.is_value else []
        named = [name for name in naming if name in held]
        for way, words in roles.items():
            if f" {way} {term.text}" in asked.text:
                named = named or [name for name in held if known[name] & words]
        is_sure &= bool(naming) or (len(held) == 1 and bool(known[min(held)] & roles["from"]))
        if len(named or held) == 1:
            values[(named or list(held))[0]] = term.text
            used |= {term.text, *([before.text] if named and before is not None and naming else [])}
    known = {
        name: words
        for name, words in known.items()
        if not words & {"dat", "tim", "timestamp"} and name not in values
    }
    senders = [name for name, words in known.items() if words & roles["from"]]
    by: dict[str, str] = {}
    for term in asked.terms:
        if not (term.is_value or term.text in used or term.text.lower() in measure_words()):
            named = (senders if stem(term.text) in roles["from"] else []) or fields_named(known, [term])
            by |= dict.fromkeys(named[:1], term.text)
    if operation == "most" and not by:
        by = dict.fromkeys(senders[:1], "")
    return Amounts(
        kind, operation, tuple(fields), tuple(by)[:2], values, frozenset({*used, *by.values()}), is_sure
    )


def table_of_amounts(
    look_up: ValueIndex, found: Amounts, scope: EventScope
) -> tuple[AnswerTable, list[int]] | None:
    """Show sums and means, or the records with the largest values; and the line of each row."""
    match, held = found.match(scope.where)
    field = f"node.{quote_name(found.fields[0])}"
    known = {one.name for one in found.kind.properties if one.count}
    is_single = found.operation in ("high", "low")
    beside = [
        name
        for name in dict.fromkeys((*found.by, *(word_table("parties") if is_single else ())))
        if name in known
    ]
    columns = {column_words(name): f"node.{quote_name(name)}" for name in beside[:MOST_BESIDE]}
    said = column_words(found.fields[0])
    if is_single:
        order = f"{field} {ORDERS[found.operation][0]}"
        columns = {said: field, FIRST: "node.timestamp", **columns}
        match += f" {'AND' if ' WHERE ' in match else 'WHERE'} {field} IS NOT NULL"
    else:
        order = f"sum({field}) DESC"
        columns |= {f"sum of {column_words(name)}": f"sum(node.{quote_name(name)})" for name in found.fields}
        if not found.by:
            columns |= {
                f"mean {said}": f"avg({field})",
                "smallest": f"min({field})",
                "largest": f"max({field})",
            }
        columns |= {COUNT: "count(*)", f"without {said}": f"count(*) - count({field})"}
    place = _PLACE if is_single else f"min({_PLACE})"
    returned = ", ".join(f"{text} AS c{at}" for at, text in enumerate((*columns.values(), place)))
    rows = look_up.rows(
        f"{match} RETURN {returned} ORDER BY {order} LIMIT {MOST_ROWS}",
        {**scope.parameters, **held},
        MOST_ROWS,
    )
    summed = [row for row in rows if None not in (row[0], row[-1])]  # a sum of no records has no line
    shown = tuple(
        tuple(
            show_time(str(cell or "")) if name == FIRST else cell
            for name, cell in zip(columns, row, strict=False)
        )
        for row in summed
    )
    title = f"{said} of {found.said()}"
    title = f"{title}, the {ORDERS[found.operation][1]}" if is_single else f"{title}, added up"
    table = AnswerTable(title, tuple(columns), shown, len(shown), ((),) * len(shown))
    return (table, [int(str(row[-1])) for row in summed]) if shown else None


def write_amounts(
    asked: ParsedQuestion, kinds: Sequence[Kind], look_up: ValueIndex, logs: Sequence[Document]
) -> Query | None:
    """Write the statement of a sum or mean whose field all records have, and which uses all words; else None.

    Each log with such records has to be read whole, and no other kind of records may have the field.
    """
    found = read_amounts(asked, kinds, look_up)
    if len(found) != 1 or not asked.is_timeless or len(asked.devices) > 1:
        return None
    one = found[0]
    plain = (
        word_list("recorded")
        | word_list("asks")
        | word_list("records")
        | {"over", "traffic", "through"}
        | measure_words()
    )
    used = {word.lower() for text in (*one.used, *asked.devices) for word in SPOKEN.findall(text)}
    named = {word for name in one.kind.names for word in name}
    left = {word.lower() for word in SPOKEN.findall(asked.text)} - plain - used
    match, held = one.match("WHERE node.device IN $devices" if asked.devices else "")
    held |= {"devices": asked.devices} if asked.devices else {}
    field, name = f"node.{quote_name(one.fields[0])}", quote_name(one.fields[0])
    rows = look_up.rows(f"{match} RETURN node.document, count(*), count({field})", held)
    whole = {log.serial for log in logs if is_read_log(log, look_up)}
    is_read = rows and all(count == having and serial in whole for serial, count, having in rows)
    is_sum = one.operation in ("sum", "mean") and len(one.fields) == 1 and one.is_sure and not one.by
    ways = meant("directions", {word.lower() for word in SPOKEN.findall(asked.text)})
    known = next((each.words for each in one.kind.properties if each.name == one.fields[0]), frozenset[str]())
    is_meant = all(
        known.intersection(way.split()) for way in ways
    )  # bytes of both ways are not what was sent
    if not is_read or not is_sum or not is_meant or any(stem(word) not in named for word in left):
        return None
    note = f"read as: the {one.operation} of {column_words(one.fields[0])} of {one.said()}"
    function = "avg" if one.operation == "mean" else "sum"
    statement = f"{match} RETURN {function}({field}) AS {name}, count(*) AS records"
    return Query("cypher", statement, held, reading=Reading("lookup", one.kind.label, note=note))


def is_read_log(log: Document, look_up: ValueIndex) -> bool:
    """Tell whether each line of a log is explained, but for a first one that only names columns."""
    rows = look_up.rows(_UNREAD, {"low": log.serial << 32}, 1)
    is_header = bool(rows) and re.search(r"\d{2}|^[^,;|\t]*$", str(rows[0][0])) is None
    return is_whole(log) or (log.state == "ready" and log.lines - log.lines_explained == 1 and is_header)
