"""Judges a section's parser on the section's lines: what it explains, invents, misses or gets wrong."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import SchemaError

from graph_store.records import SourceLine
from ingest.files.log_or_configuration import STAMP_CHARACTERS
from ingest.files.read_times import find_time
from ingest.files.says_something import says_something
from ingest.learn.compose_parser import ROOT, run_alone
from ingest.learn.judge_records import (
    COMMENT,
    MOST_LOST,
    all_records,
    could_be_hosts,
    is_raw_text,
    is_trace,
    stated_lines,
)
from ingest.learn.model.attempt import quote_places
from ingest.learn.model.learn_division import failure_text
from ingest.learn.model.records import Documents, LinePlace, Observed, Section, place
from ingest.load.build_entities import own_indices
from ingest.load.locate_values import locate_values
from ingest.records import Kind
from ingest.sandbox import ParserError, RawRecord, Sandbox
from reading.records import NEGATION
from reading.tokens import property_name

FALLBACK = "OtherEvent"
HEADER = ("timestamp_text", "message", "template")
TYPES_CHECKED = 3_000
_VARIABLE = re.compile(r"(?<!\S)[^\s\d]*+\d\S*+")


def judge_section(section: Section, documents: Documents, kind: Kind, sandbox: Sandbox) -> Observed:
    """Run `parse` on each document's lines of the section, as an ingest will.

    Problems are exceptions, lines that two records claim, values that their own lines do not show, types that the
    schema does not have or that disagree with it, and templates that keep what varies.
    """
    seen = _Seen(section, kind, named_places(section.source))
    texts = [[line.text for line in document] for document in documents]
    source = run_alone(section.source)
    try:
        outcomes = list(sandbox.try_parse(source, texts, parser=section.name))
    except ParserError as error:
        return Observed((error.repair_text(),))
    for document, text, outcome in zip(documents, texts, outcomes, strict=True):
        if isinstance(outcome, ParserError):
            return Observed((failure_text(sandbox, source, text, "parse", outcome),))
        seen.take(outcome, document)
    return Observed(
        tuple(seen.problems()),
        tuple(seen.never_filled()),
        frozenset(seen.explained),
        frozenset(seen.unseen),
        frozenset(seen.loose),
        tuple(seen.messages),
    )


@dataclass(slots=True)
class _Seen:
    """What was seen in the records of all documents; `named` are the places in the templates of the source."""

    section: Section
    kind: Kind
    named: frozenset[str]
    explained: set[LinePlace] = field(default_factory=set)
    unseen: set[LinePlace] = field(default_factory=set)
    loose: set[LinePlace] = field(default_factory=set)
    twice: list[str] = field(default_factory=list)
    invented: dict[str, str] = field(default_factory=dict)
    disagreeing: dict[str, str] = field(default_factory=dict)
    filled: set[tuple[str, str]] = field(default_factory=set)
    templates: dict[tuple[str, str], set[str]] = field(default_factory=lambda: defaultdict(set))
    crowded: dict[str, list[str]] = field(default_factory=dict)
    messages: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    untimed: list[str] = field(default_factory=list)
    hosts: dict[str, None] = field(default_factory=dict)
    records: int = 0

    def take(self, records: Sequence[RawRecord], document: Sequence[SourceLine]) -> None:
        """Look at one document's records."""
        owners: dict[int, int] = {}
        for top, record in enumerate(records):
            parts = list(all_records([record]))
            for index in {index for each in parts for index in stated_lines(each)}:
                if index in owners and owners[index] != top:
                    self.twice.append(document[index].text)
                owners[index] = top
            for each in parts:
                self._look_at(each, document)

    def _look_at(self, record: RawRecord, document: Sequence[SourceLine]) -> None:
        self.records += 1
        kind, indices = record.type, stated_lines(record)
        own = [document[index] for index in indices]
        values = {name: value for name, value in record.values.items() if value is not None}
        places = {place(line) for line in own if says_something(line.text)}
        if kind == COMMENT or not is_raw_text(record, indices, document):
            self.explained |= places
        if self._is_last_resort(kind):
            self.unseen |= places
        elif self.kind == "configuration" and kind != COMMENT:
            self.loose.update(self._loosely_read(kind, values, own))
        shown = [document[index] for index in own_indices(record)]
        for name in locate_values(values, shown)[1] if kind != FALLBACK else ():
            quoted = quote_places([line.text for line in own[:3]])
            reason = (
                "which its own lines do not show; copy values, or give the record the lines they come from"
            )
            where = f"{kind}.{name}"
            self.invented.setdefault(where, f"{where} has the value {values[name]!r}, {reason}:\n{quoted}")
        for name, value in values.items():
            self.filled.add((kind, name))
            if isinstance(value, tuple) and (crowd := [str(each) for each in value if _is_statement(each)]):
                self.crowded.setdefault(f"{kind}.{name}", crowd)
        if self.kind == "log":
            self._look_at_event(kind, values, own)
        if (
            self.records <= TYPES_CHECKED and kind in self.section.types
        ):  # others are declared as they were seen
            self._check_values(kind, values, own)

    def _is_last_resort(self, kind: str) -> bool:
        if self.kind == "log":
            return kind == FALLBACK
        return kind not in (*self.section.types, ROOT, COMMENT, NEGATION)

    def _loosely_read(
        self, kind: str, values: Mapping[str, object], own: Sequence[SourceLine]
    ) -> Iterator[LinePlace]:
        """Yield lines of which several words became one value that no rule names.

        Keys are named: a row says what they hold, and that of a Negation is the whole statement.
        """
        declared = properties(self.section.types.get(kind, {}))
        for name, value in values.items():
            if name == "key" or name in declared or name in self.named:
                continue
            for each in value if isinstance(value, tuple) else (value,):
                if isinstance(each, str) and " " in each:
                    quoted = f'"{each}"'
                    yield from (place(line) for line in own if each in line.text and quoted not in line.text)

    def _look_at_event(self, kind: str, values: Mapping[str, object], own: Sequence[SourceLine]) -> None:
        if host := values.get("host"):
            self.hosts[str(host)] = None
        if not values.get("timestamp_text") and own and find_time(own[0].text[:STAMP_CHARACTERS]) is not None:
            self.untimed.append(own[0].text)
        for name in HEADER[1:]:
            if not values.get(name):
                quoted = quote_places([line.text for line in own[:3]])
                self.disagreeing.setdefault(f"{kind} {name}", f"{kind}: a record has no {name!r}:\n{quoted}")
        if kind == FALLBACK:
            self.messages.append(str(values.get("message", "")))
        else:
            template = str(values.get("template", ""))
            self.templates[kind, _VARIABLE.sub("<*>", template)].add(template)
        texts = [line.text for line in own[1:]]
        self.lost += [text for text in texts if not text[:1].isspace() and not is_trace(text)]

    def _check_values(self, kind: str, values: Mapping[str, object], own: Sequence[SourceLine]) -> None:
        plain = {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}
        schema = {key: value for key, value in self.section.types[kind].items() if key != "required"}
        for error in Draft202012Validator(schema).iter_errors(plain):
            where = ".".join(map(str, (kind, *error.absolute_path)))
            quoted = quote_places([line.text for line in own], 4)
            self.disagreeing.setdefault(where, f"{where}: {error.message[:200]}; its lines:\n{quoted}")

    def problems(self) -> Iterator[str]:
        """Say what is wrong, with the lines."""
        yield from self.invented.values()
        yield from self.disagreeing.values()
        for name, texts in self.crowded.items():
            if len(texts) > 1:
                reason = "is a list of whole statements; what repeats and has parts is a record of its own"
                yield f"{name} {reason}:\n{quote_places(texts, 3)}"
        if self.twice:
            reason = "two records claim the same line; each line belongs to one"
            yield f"{reason}:\n{quote_places(self.twice)}"
        for (kind, _), written in self.templates.items():
            if len(written) > 1:
                reason = "these templates differ only in a part that varies; write <*> for it"
                yield f"{kind}: {reason}:\n{quote_places(sorted(written), 3)}"
        if self.untimed:
            reason = "the header does not match these lines, or reads no timestamp_text from them"
            yield f"{reason}:\n{quote_places(self.untimed)}"
        if len(self.lost) > MOST_LOST * len(self.explained):
            reason = (
                "the header does not match these lines, so that each counts as a part of the record before it"
            )
            yield f"{reason}:\n{quote_places(self.lost)}"
        if self.hosts and not could_be_hosts(tuple(self.hosts)):
            yield f"host: {', '.join(list(self.hosts)[:5])} are no names of hosts; name that group otherwise"

    def never_filled(self) -> Iterator[str]:
        """Note the properties that no record has."""
        for kind, schema in self.section.types.items():
            if names := [name for name in properties(schema) if (kind, name) not in self.filled]:
                yield f"(no error, for your information) {kind}: never filled on the lines at hand: {', '.join(names)}"


def _is_statement(value: object) -> bool:
    """True for three words or more with two values among them: a statement that should have been taken apart."""
    words = str(value).split()
    return len(words) > 2 and sum(any(map(str.isdigit, word)) for word in words) > 1


def properties(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the properties that a type's schema declares."""
    found = schema.get("properties")
    return found if isinstance(found, Mapping) else {}


# The entity types of a section: those that the model wrote, if they are well-formed JSON Schemas flat enough to become
# nodes, and those that the source names, in its table or in the records it makes.


MOST_TYPES, MOST_PROPERTIES = 40, 80
_TYPE_NAME = re.compile(r"[A-Z][A-Za-z0-9]{0,60}")
_PROPERTY_NAME = re.compile(r"[a-z_][a-z0-9_]{0,80}")
_FLAT = frozenset({"string", "integer", "number", "boolean", "null"})


def type_problems(types: Mapping[str, Any]) -> list[str]:
    """List what is wrong; nothing when every entry is a schema of flat values."""
    problems = (
        [] if 0 < len(types) <= MOST_TYPES else [f"{len(types)} entity types; expected 1 to {MOST_TYPES}"]
    )
    for name, schema in types.items():
        if not _TYPE_NAME.fullmatch(name):
            problems.append(f"entity type {name!r} is not possible; expected CamelCase, as in 'AccessList'")
        problems += _schema_problems(name, schema)
    return problems


def _schema_problems(name: str, schema: object) -> list[str]:
    if not isinstance(schema, dict):
        return [f"{name}: the schema is {type(schema).__name__}; expected an object"]
    try:
        Draft202012Validator.check_schema(schema)
    except SchemaError as error:
        where = ".".join(map(str, error.absolute_path))
        return [f"{name}: no JSON Schema (Draft 2020-12) at {where or 'its top'}: {error.message[:200]}"]
    fields = schema.get("properties", {})
    if not isinstance(fields, dict):
        return [f"{name}: properties is {type(fields).__name__}; expected an object"]
    if len(fields) > MOST_PROPERTIES:
        return [f"{name}: {len(fields)} properties; expected at most {MOST_PROPERTIES}; make child entities"]
    problems = [
        f"{name}: property {each!r} is not possible; expected snake_case, as in 'ip_address'"
        for each in fields
        if not _PROPERTY_NAME.fullmatch(each)
    ]
    problems += [
        f"{name}.{each}: nested too deep; expected text, number, true/false or an array of them, and child "
        "records for what has parts"
        for each, described in fields.items()
        if not _is_flat(described)
    ]
    return problems


def _is_flat(described: object) -> bool:
    if not isinstance(described, dict):
        return isinstance(described, bool)
    kinds = described.get("type", "string")
    listed = kinds if isinstance(kinds, list) else [kinds]
    if "array" in listed:
        items = described.get("items", {})
        return isinstance(items, dict) and "array" not in str(items.get("type")) and _is_flat(items)
    return set(listed) <= _FLAT and "properties" not in described


_PLACE = re.compile(r"<(?:[+#]?\w+\.)?([a-z_]\w*)(?:[:=](?:[^<>\\]|\\.)+)?>")
_TYPE_PLACE = re.compile(r"<[+#]?([A-Z]\w*)(?:/([A-Z]\w*))?[.:>]")
_TEXT_ROW = re.compile(r"(?<![^\n<>*])([^\n<>*]+) (?:\.\.\.|\*\*)$", re.MULTILINE)
_TYPES = re.compile(r"[A-Z][A-Za-z0-9]*(?:/[A-Z][A-Za-z0-9]*)*")


def declare_types(source: str, declared: Mapping[str, Any]) -> dict[str, Any]:
    """Return the types of a source with the model's schemas, where they are valid; the others are left open."""
    types: dict[str, Any] = {
        kind: schema
        for kind, schema in declared.items()
        if isinstance(schema, dict) and not type_problems({kind: schema})
    }
    for text in texts_of(source):
        named = text.split("/") if _TYPES.fullmatch(text) else chain.from_iterable(_TYPE_PLACE.findall(text))
        for kind in named:
            if kind != FALLBACK and not type_problems({kind: {}}):
                types.setdefault(kind, {"type": "object", "properties": {}})
    return types


def named_places(source: str) -> frozenset[str]:
    """Return the names of all places in the rows and templates of a source, and of those for texts and lists."""
    texts = list(texts_of(source))
    named = {name for text in texts for name in _PLACE.findall(text)}
    return frozenset(
        named | {str(property_name(words.split())) for text in texts for words in _TEXT_ROW.findall(text)}
    )


def texts_of(source: str) -> Iterator[str]:
    """Yield the texts of a source in order; none if it is no Python."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError):
        return
    found = [node for node in ast.walk(tree) if isinstance(node, ast.Constant)]
    for node in sorted(found, key=lambda node: (node.lineno, node.col_offset)):
        if isinstance(node.value, str):
            yield node.value
