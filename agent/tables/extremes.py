"""Claims the one log record with most or least of something: "largest upload seen by fw1", "slowest request"."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from agent.reader.english import stem, stem_list, stems_of, word_list, word_table
from agent.reader.kinds import Kind
from agent.reader.parse_question import SPOKEN, ParsedQuestion
from agent.reader.question_terms import Term
from agent.reader.record_words import fields_named
from agent.records import Query, Reading
from agent.render.draft import column_words
from agent.tables.amounts import ORDERS, is_read_log, meant, measure_words
from agent.value_index import ValueIndex
from graph_store.records import Document, Value
from graph_store.schema import quote_name

_LOGS = "MATCH (e:Event) WHERE e.device IN $devices RETURN DISTINCT e.document"
_SCOPE = "MATCH (e:Event) WHERE e.document IN $documents AND (size($devices) = 0 OR e.device IN $devices)"


def write_extreme(
    asked: ParsedQuestion, kinds: Sequence[Kind], look_up: ValueIndex, logs: Sequence[Document]
) -> Query | None:
    """Write the statement of the record; None where anything is in doubt.

    Its log is that of the device, or the one whose name has words of the question. It has to be read whole, with one
    field of the kind, and no two records may have as much. Each other word names a field of the record.
    """
    spoken = {word.lower() for word in SPOKEN.findall(asked.text)}
    operations = meant("amounts", spoken)
    measures = meant("measures", spoken - word_list("measured"))
    plain = word_list("asks") | word_list("records") | word_list("of_extremes") | measure_words()
    if len(operations) != 1 or operations[0] not in ORDERS or len(measures) != 1:
        return None
    if spoken & (word_list("function") | word_list("unsure")) - plain:
        return None
    if not asked.is_timeless or any(one.is_value for one in asked.terms):
        return None
    words = [one for one in asked.terms if one.text.lower() not in plain]
    logs = _logs(words, asked.devices, look_up, logs)
    scope: dict[str, Value] = {"documents": tuple(one.serial for one in logs), "devices": asked.devices}
    numbers = {one.name for kind in kinds if kind.is_record for one in kind.properties if one.is_number}
    fields = {one.name: one.words for kind in kinds if kind.is_record for one in kind.properties if one.count}
    name = _measured(fields, numbers, measures[0], meant("directions", spoken), look_up, scope)
    having = _having(name, measures[0], look_up, scope) if name else set()
    logs = [one for one in logs if one.serial in having]
    if not logs or not all(is_read_log(one, look_up) for one in logs):
        return None
    order, extreme = ORDERS[operations[0]]
    match = f"{_SCOPE} AND e.{quote_name(name)} IS NOT NULL"
    sorting = f"ORDER BY e.{quote_name(name)} {order} LIMIT"
    cells = ", ".join(f"e.{quote_name(one)}" for one in fields)
    rows = look_up.rows(f"{match} RETURN {cells}, e.type {sorting} 2", scope, 2)
    place = [*fields].index(name)
    kinds_of = look_up.rows(f"{match} RETURN e.type, count(*) AS n ORDER BY n DESC LIMIT 1", scope, 1)
    if rows[0][-1] != kinds_of[0][0]:
        return None  # of a few records of another kind: the tunnel among sessions
    if len(rows) > 1 and rows[0][place] == rows[1][place]:
        return None
    held = {one: fields[one] for one, cell in zip(fields, rows[0], strict=False) if cell is not None}
    named = [fields_named(held, [one]) for one in words if not all(_is_in_name(one, each) for each in logs)]
    if not all(named):
        return None
    parties = [one for one in word_table("parties") if one in held]
    shown = [
        quote_name(one) for one in dict.fromkeys((name, *(one for each in named for one in each), *parties))
    ]
    returned = ", ".join(
        ["e.device AS device", "e.timestamp_text AS time", *(f"e.{one} AS {one}" for one in shown)]
    )
    note = f"read as: the record with the {extreme} {column_words(name)} in {' and '.join(one.path for one in logs)}"
    reading = Reading("list", "log record", note=note)
    return Query("cypher", f"{match} RETURN {returned} {sorting} 1", scope, reading=reading)


def _logs(
    words: Sequence[Term], devices: Sequence[str], look_up: ValueIndex, logs: Sequence[Document]
) -> list[Document]:
    """Return the logs with records of the devices; those whose names have words of the question, where some have."""
    found = list(logs)
    if devices:
        serials = {row[0] for row in look_up.rows(_LOGS, {"devices": tuple(devices)})}
        found = [one for one in logs if one.serial in serials]
    for term in words:
        if stem(term.text) not in stem_list("devices"):  # "the firewall" is no name of one
            found = [one for one in found if _is_in_name(term, one)] or found
    return found


def _is_in_name(term: Term, log: Document) -> bool:
    """Tell whether a word, or what is called so, is one of the names of a file and of its format."""
    called = {stem(term.text), *word_table("called").get(stem(term.text), "").split()}
    return not called.isdisjoint(stems_of(f"{log.path} {log.parser.partition('@')[0]}"))


def _measured(
    fields: Mapping[str, frozenset[str]],
    numbers: Collection[str],
    measure: str,
    ways: Sequence[str],
    look_up: ValueIndex,
    scope: Mapping[str, Value],
) -> str:
    """Return the one field in the scope that says what is measured, of one direction; "" where that is open."""
    names = [name for name, words in fields.items() if not words.isdisjoint(measure.split())]
    counts = ", ".join(f"count(e.{quote_name(name)})" for name in names)
    rows = look_up.rows(f"{_SCOPE} RETURN {counts}", scope, 1) if names else ()
    found = [name for name, count in zip(names, rows[0], strict=True) if count] if rows else []
    for way in ways:
        others = {word for other in word_table("directions") if other != way for word in other.split()}
        found = [name for name in found if not fields[name] & others]
        found = found if all(fields[name].intersection(way.split()) for name in found) else []
    return found[0] if len(found) == 1 and found[0] in numbers else ""


def _having(name: str, measure: str, look_up: ValueIndex, scope: Mapping[str, Value]) -> set[int]:
    """Return the logs with a field; none where a record of such a kind lacks it, or others say what is measured."""
    returned = f"e.document, e.type + ' ' + coalesce(e.template, ''), count(*), count(e.{quote_name(name)})"
    found = set[int]()
    for serial, text, count, having in look_up.rows(f"{_SCOPE} RETURN {returned}", scope):
        says = any(word.startswith(tuple(measure.split())) for word in stems_of(str(text)))
        if having != count and (having or says):
            return set()
        found |= {int(str(serial))} if having else set()
    return found
