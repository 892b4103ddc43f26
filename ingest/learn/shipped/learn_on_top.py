"""Makes a parser of a format that ships: its tables, and rows learned without a model for what they do not know."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, count
from typing import Any

from ingest.errors import LearningTookTooLong
from ingest.files.says_something import says_something
from ingest.learn.builtin.configurations.describe_types import describe_types, split_words
from ingest.learn.builtin.configurations.induce_configuration import induce_grammar
from ingest.learn.builtin.configurations.render_parser import write_grammar
from ingest.learn.builtin.logs.header import induce_header
from ingest.learn.builtin.logs.templates import mine_templates
from ingest.learn.builtin.logs.values import property_schema
from ingest.learn.builtin.logs.write_parser import KINDS as WRITTEN_KINDS
from ingest.learn.builtin.logs.write_parser import EventRow, beginning_of, plan_events, raw_text
from ingest.learn.shipped.find_format import (
    NO_BEGIN,
    Format,
    begins_with_time,
    every_record,
    owned_by,
    share_read,
)
from ingest.learn.time_limit import LEARN_LIMIT_S, TimeIsOverError, time_limit
from ingest.records import SHIPPED, Parser, Sample
from reading.event_table import OTHER_EVENT
from reading.log import property_of
from reading.nested.say_pieces import statements_of
from reading.statements import Statement
from reading.templates import TemplateRow

KINDS = {name: kind for kind, name in WRITTEN_KINDS.items()}
"""The kinds of tables, as the schema names them."""
TEMPLATE = "template"
MOST_LINES = 6_000
MOST_ROWS = 250
_PARSE = re.compile(r"^def parse\(", re.MULTILINE)
_WORD = re.compile(r"[a-z]+|[0-9]+")
OURS = frozenset(("key", "text"))
OF_ENTRIES = frozenset(("flags", "sequence", "ge", "le", "eq", "negated", "inactive", "prefix"))
"""Words of properties that `reading` itself gives entries of lists and what does not hold: no table has them."""
_GROUP = re.compile(r"\(\?P<(\w+)>")

Record = dict[str, Any]


@dataclass(frozen=True, slots=True)
class OnTop:
    """A format's source with learned rows, and how many; `coverage` is what its own table reads, `unknown` what not."""

    source: str
    schema: Mapping[str, Any]
    rows: int
    coverage: float
    unknown: Sequence[str] = ()


def learn_on_top(shipped: Format, group: Sequence[Sample], taken: Container[str] = ()) -> Parser:
    """Return a parser for documents of a format that ships, with what was learned on top.

    It has the format's name, with a number where that is `taken`. Raises NothingLearned.
    """
    try:
        with time_limit(LEARN_LIMIT_S):
            documents = [sample.lines for sample in group]
            learn = _learn_log if shipped.kind == "log" else _learn_configuration
            learned = learn(shipped, documents)
    except TimeIsOverError as error:
        raise LearningTookTooLong(group[0].path, error.seconds) from error
    names = chain([shipped.name], (f"{shipped.name}-{number}" for number in count(2)))
    return Parser(
        name=next(each for each in names if each not in taken),
        kind=shipped.kind,
        schema=learned.schema,
        source=learned.source,
        model=SHIPPED,
        samples=tuple(sample.path for sample in group),
        coverage=learned.coverage,
        learning={
            "shipped": shipped.told,
            "rows_on_top": learned.rows,
            "unknown": learned.unknown,
            "files": shipped.tables.get("FILES", ""),
        },
    )


def _with_rows(source: str, rows: Sequence[str]) -> str:
    """Put tables of learned rows in front of `parse`."""
    found = _PARSE.search(source)
    if found is None or not rows:
        return source
    head, lines = source[: found.start()].rstrip(), "\n".join(rows)
    return f"{head}\n\n# Learned from files, on top of what ships.\n{lines}\n\n\n{source[found.start() :]}"


# Configurations: the learned grammar is put before the shipped one, whose names win where both know a place.


def _learn_configuration(shipped: Format, documents: Sequence[Sequence[str]]) -> OnTop:
    style, lead = str(shipped.tables["STYLE"]), str(shipped.tables.get("LEAD", ""))
    alone = list(map(shipped.parse, documents))
    trees, shares = [], []
    for lines, records in zip(documents, alone, strict=True):
        owned = owned_by(records)
        shares.append(share_read(lines, owned))
        trees.append(_left(statements_of(list(lines), style, lead), owned))
    rows, tables, learned, found = list[str](), dict[str, Any](), 0, alone
    if any(trees):
        grammar, entries = induce_grammar(trees, "flat" if style == "set" else style, documents)
        tables["GRAMMAR"] = f"{grammar}\n{shipped.tables['GRAMMAR']}"
        if entries and "ENTRY_LISTS" in shipped.tables:
            tables["ENTRY_LISTS"] = entries | shipped.tables["ENTRY_LISTS"]
        found = list(map(shipped.reading_with(tables), documents))
        if _things(alone) <= _things(found):
            learned = sum(line.strip() not in ("", "}") for line in grammar.splitlines())
            rows.append(f'GRAMMAR = {write_grammar(grammar)} + "\\n" + GRAMMAR')
            if "ENTRY_LISTS" in tables:
                rows.append(f"ENTRY_LISTS = {dict(sorted(entries.items()))!r} | ENTRY_LISTS")
        else:  # a name of one thing was taken for a keyword
            tables, found = {}, alone
    if any(share_read(lines, owned_by(one)) < 1 for lines, one in zip(documents, found, strict=True)):
        rows.append('OTHERS = "keywords"')  # for what stands in blocks where no learned row comes to
        found = list(map(shipped.reading_with({**tables, "OTHERS": "keywords"}), documents))
    schema = describe_types(chain.from_iterable(found))
    unknown = _unknown(shipped, describe_types(chain.from_iterable(alone)), schema)
    return OnTop(_with_rows(shipped.source, rows), schema, learned, sum(shares) / len(shares), unknown)


def _things(documents: Iterable[Iterable[Mapping[str, Any]]]) -> Counter[tuple[str, str]]:
    """Count the records of documents by type and key."""
    records = every_record(chain.from_iterable(documents))
    return Counter((one["type"], str(one["values"].get("key", ""))) for one in records)


def _unknown(shipped: Format, alone: Mapping[str, Any], schema: Mapping[str, Any]) -> list[str]:
    """Name the types and properties that the format's own table did not read, or whose words it does not have.

    With a `!` in front also the switches that hold on this make where nothing is written, with an `@` what its devices
    are called.
    """
    written = f"{shipped.tables['GRAMMAR']} {shipped.tables.get('WORDS', '')}"
    known_words = OF_ENTRIES.union(_WORD.findall(written.lower()))
    known = {
        name
        for name in _names(alone)
        if known_words.issuperset(_WORD.findall(name.rpartition(".")[2].lower()))
    }
    types = {name for name in _names(alone) if "." not in name}
    unwritten = [f"!{name}" for name in shipped.tables.get("UNWRITTEN", ())]
    called = [f"@{name}" for name in shipped.tables.get("CALLED", ())]
    return sorted(name for name in _names(schema) if name not in known | types) + unwritten + called


def _names(schema: Mapping[str, Any]) -> Iterable[str]:
    for kind, described in schema["$defs"].items():
        yield kind
        yield from (f"{kind}.{name}" for name in described["properties"] if name not in OURS)


def _left(statements: Iterable[Statement], owned: set[int]) -> list[Statement]:
    """Keep the statements that are not read, and those around them."""
    kept = []
    for statement in statements:
        statement.children = _left(statement.children, owned)
        if statement.children or not owned.issuperset(range(statement.first, statement.last + 1)):
            kept.append(statement)
    return kept


# Logs: the templates of messages that no shipped row knows come behind the shipped ones.


def _learn_log(shipped: Format, documents: Sequence[Sequence[str]]) -> OnTop:
    lines = list(chain.from_iterable(documents))
    lines = lines[:: -(-len(lines) // MOST_LINES) or 1]
    headers = _other_headers(shipped, lines)
    rows, tables = list[str](), dict[str, Any]()
    if headers:
        listed = isinstance(shipped.tables["HEADER"], str)
        rows.append(_table("HEADER", "HEADER" if listed else "*HEADER", map(raw_text, headers)))
        tables["HEADER"] = [*([shipped.tables["HEADER"]] if listed else shipped.tables["HEADER"]), *headers]
    other = str(shipped.tables.get("OTHER", OTHER_EVENT))
    found = shipped.reading_with(tables)(lines)
    keyed = "EVENTS" not in shipped.tables or any(shipped.tables.get(each) for each in ("BODIES", "COLUMNS"))
    left = [str(one["values"].get("message", "")) for one in found if one["type"] == other]
    head = {name: kind for each in _all_tables(shipped.tables) for name, kind in _head(each).items()}
    events = [] if keyed else plan_events(mine_templates(left), list(head))[:MOST_ROWS]
    if events:
        rows.append(
            _table("EVENTS", "*EVENTS", (f"({each.type!r}, {raw_text(each.text)})" for each in events))
        )
        tables["EVENTS"] = [*shipped.tables["EVENTS"], *((each.type, each.text) for each in events)]
    records = shipped.reading_with(tables)(lines) if events else found
    known = sum(one["type"] != other or keyed for one in records)
    schema = _schema(shipped.tables, events, describe_types(map(_whole, records))["$defs"], other, keyed)
    source = _with_rows(shipped.source, rows)
    return OnTop(source, schema, len(events) + len(headers), known / len(records) if records else 0.0)


def _table(name: str, known: str, rows: Iterable[str]) -> str:
    """Write a table that holds the shipped one, and further rows."""
    return f"{name} = [\n" + "".join(f"    {row},\n" for row in (known, *rows)) + "]"


def _other_headers(shipped: Format, lines: Sequence[str]) -> list[str]:
    """Learn headers for the lines with a time that begin in none of the shipped ways."""
    flush = (line for line in lines if says_something(line) and line[0] not in NO_BEGIN)
    left = [line for line in flush if not any(each.match(line) for each in shipped.begins)]
    begun = list(filter(begins_with_time, left))
    return list(map(beginning_of, induce_header(begun).patterns)) if begun else []


def _whole(record: Record) -> Record:
    return {"children": [], **record}


def _head(tables: Mapping[str, Any]) -> dict[str, str]:
    """Return the properties of all records with their kinds: those of headers and of keys."""
    header = tables["HEADER"]
    kinds: Mapping[str, str] = tables.get("KINDS", {})
    names = dict.fromkeys(_GROUP.findall(header if isinstance(header, str) else " ".join(header)))
    head = {name: KINDS.get(kinds.get(name, ""), "string") for name in names} | {"message": "string"}
    keys: Mapping[str, str] = tables.get("KEYS", {})
    named = [
        *(keys[key] if key in keys else property_of(key) for key in tables.get("COLUMNS", ())),
        *keys.values(),
    ]
    for each in named:
        name, _, kind = each.partition(":")
        head.setdefault(name, KINDS.get(kind, "string"))
    return head


def _all_tables(tables: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return the tables of a format, or of each that a log of several has."""
    members: Iterable[Mapping[str, Any]] = tables.get("FORMATS", {}).values()
    return [{name.upper(): value for name, value in each.items()} for each in members] or [tables]


def _places(kind: str, template: str) -> dict[str, str]:
    row = TemplateRow(kind, template)
    row.compile()
    return {name: KINDS.get(sort, "string") for name, sort in row.places}


def _schema(
    tables: Mapping[str, Any],
    learned: Sequence[EventRow],
    observed: Mapping[str, Any],
    other: str,
    keyed: bool,
) -> dict[str, Any]:
    """Describe the types: what the tables say of them, and what their records were seen to hold."""
    types: dict[str, dict[str, str]] = {}
    whole: dict[str, str] = {}
    for own in _all_tables(tables):
        head = _head(own)
        whole |= head
        for kind, template in own.get("EVENTS", ()):
            types.setdefault(kind, {TEMPLATE: "string"}).update(head | _places(kind, template))
        _, by_value = own.get("TYPES", ("", {}))
        for kind in by_value.values():
            types.setdefault(kind, {TEMPLATE: "string"}).update(head)
    for each in learned:
        types.setdefault(each.type, {**whole, TEMPLATE: "string"}).update(_places(each.type, each.text))
    for kind in observed:  # what the code of a format names
        types.setdefault(kind, {**whole, TEMPLATE: "string"})
    types.setdefault(other, {**whole, TEMPLATE: "string"} if keyed else whole)
    defined: dict[str, dict[str, Any]] = {}
    for kind, fields in sorted(types.items()):
        seen = observed.get(kind, {}).get("properties", {})
        properties = {name: property_schema(sort, name.split("_")) for name, sort in fields.items()}
        defined[kind] = {
            "type": "object",
            "properties": {**properties, **seen},
            "x-words": split_words(kind),
            "x-labels": ["Event"],
        }
        if kind == other and not keyed:
            defined[kind]["x-fallback"] = True
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": defined}
