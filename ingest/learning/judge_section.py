"""Judges a section's parser on the section's lines: what it explains, invents, misses or gets wrong."""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import SchemaError

from graph_store.records import SourceLine
from ingest.build_entities import own_indices
from ingest.compose_parser import run_alone
from ingest.judge_records import COMMENT, MOST_LOST, could_be_hosts, is_raw_text, is_trace
from ingest.learning.attempt import quote_places
from ingest.learning.learn_division import Documents, failure_text
from ingest.learning.records import Observed, Section
from ingest.locate_values import locate_values
from ingest.read_times import find_time
from ingest.records import Kind
from ingest.sandbox import ParserError, RawRecord, Sandbox
from ingest.says_something import says_something
from ingest.text_encoding import STAMP_CHARACTERS

ROOT, NEGATION = "Configuration", "Negation"
HEADER = ("timestamp_text", "message", "template")
TYPES_CHECKED = 3_000
_VARIABLE = re.compile(r"(?<!\S)[^\s\d]*+\d\S*+")


def judge_section(section: Section, documents: Documents, kind: Kind, sandbox: Sandbox) -> Observed:
    """Run `parse` on each document's lines of the section, as an ingest will.

    Problems are exceptions, lines that two records claim, values that their own lines do not show, types that the
    schema does not have or that disagree with it, and templates that keep what varies.
    """
    seen = _Seen(section, kind)
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
    return seen.found()


@dataclass(slots=True)
class _Seen:
    """What was seen in the records of all documents."""

    section: Section
    kind: Kind
    explained: set[tuple[str, int]] = field(default_factory=set)
    unseen: set[tuple[str, int]] = field(default_factory=set)
    loose: set[tuple[str, int]] = field(default_factory=set)
    twice: list[str] = field(default_factory=list)
    invented: dict[str, tuple[object, list[str]]] = field(default_factory=dict)
    disagreeing: dict[str, str] = field(default_factory=dict)
    filled: Counter[tuple[str, str]] = field(default_factory=Counter)
    templates: dict[tuple[str, str], set[str]] = field(default_factory=lambda: defaultdict(set))
    crowded: dict[str, list[str]] = field(default_factory=dict)
    messages: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    hosts: Counter[str] = field(default_factory=Counter)
    records: int = 0
    named: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        self.named = named_places(self.section.source)

    def take(self, records: Sequence[RawRecord], document: Sequence[SourceLine]) -> None:
        """Look at one document's records."""
        owners: dict[int, int] = {}
        for top, record in enumerate(records):
            for index in _leaf_lines(record):
                if index in owners and owners[index] != top:
                    self.twice.append(document[index].text)
                owners[index] = top
            for each in _all(record):
                self._look_at(each, document)

    def _look_at(self, record: RawRecord, document: Sequence[SourceLine]) -> None:
        self.records += 1
        indices = [index for first, last in record.lines for index in range(first, last + 1)]
        own = [document[index] for index in indices]
        values = {name: value for name, value in record.values.items() if value is not None}
        places = {(line.path, line.number) for line in own if says_something(line.text)}
        if record.type == COMMENT or not is_raw_text(record, indices, document):
            self.explained |= places
        if self._is_last_resort(record.type):
            self.unseen |= places
        elif self.kind == "configuration" and record.type != COMMENT:
            self.loose.update(self._loosely_read(record.type, values, own))
        shown = [document[index] for index in own_indices(record)]
        for name in locate_values(values, shown)[1] if record.type != FALLBACK else ():
            self.invented.setdefault(f"{record.type}.{name}", (values[name], [line.text for line in own[:3]]))
        for name, value in values.items():
            if isinstance(value, tuple) and (
                statements := [str(each) for each in value if _is_statement(each)]
            ):
                self.crowded.setdefault(f"{record.type}.{name}", statements)
        self.filled.update((record.type, name) for name in values)
        if self.kind == "log":
            self._look_at_event(record, values, own)
            self.lost += [
                line.text for line in own[1:] if not line.text[:1].isspace() and not is_trace(line.text)
            ]
        if self.records <= TYPES_CHECKED:
            self._check_types(record.type, values, own)

    def _is_last_resort(self, kind: str) -> bool:
        if self.kind == "log":
            return kind == FALLBACK
        return kind not in (*self.section.types, ROOT, COMMENT, NEGATION)

    def _loosely_read(
        self, kind: str, values: Mapping[str, object], own: Sequence[SourceLine]
    ) -> Iterator[tuple[str, int]]:
        """Yield the lines of which several words ended in one value that no rule names."""
        declared = properties(self.section.types.get(kind, {}))
        for name, value in values.items():
            if name in declared or name in self.named:
                continue
            for each in value if isinstance(value, tuple) else (value,):
                if isinstance(each, str) and " " in each:
                    yield from (
                        (line.path, line.number)
                        for line in own
                        if each in line.text and f'"{each}"' not in line.text
                    )

    def _look_at_event(
        self, record: RawRecord, values: Mapping[str, object], own: Sequence[SourceLine]
    ) -> None:
        if host := values.get("host"):
            self.hosts[str(host)] += 1
        timed = bool(own) and find_time(own[0].text[:STAMP_CHARACTERS]) is not None
        for name in HEADER if timed else HEADER[1:]:
            if not values.get(name):
                self.disagreeing.setdefault(
                    f"{record.type} {name}", f"{record.type}: a record has no {name!r}"
                )
        if record.type == FALLBACK:
            self.messages.append(str(values.get("message", "")))
            return
        template = str(values.get("template", ""))
        self.templates[record.type, _VARIABLE.sub("<*>", template)].add(template)

    def _check_types(self, kind: str, values: Mapping[str, object], own: Sequence[SourceLine]) -> None:
        schema = self.section.types.get(kind)
        if schema is None:
            return  # it is declared as it was seen
        plain = {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}
        for error in Draft202012Validator(
            {key: schema[key] for key in schema if key != "required"}
        ).iter_errors(plain):
            where = ".".join(map(str, (kind, *error.absolute_path)))
            told = (
                f"{where}: {error.message[:200]}; its lines:\n{quote_places([line.text for line in own], 4)}"
            )
            self.disagreeing.setdefault(where, told)

    def found(self) -> Observed:
        problems = [
            f"{name} has the value {value!r}, which its own lines do not show; copy values, or give the record "
            f"the lines they come from:\n{quote_places(texts)}"
            for name, (value, texts) in self.invented.items()
        ]
        problems += self.disagreeing.values()
        problems += [
            f"{name} is a list of whole statements; what repeats and has parts is a record of its own:\n"
            + quote_places(texts, 3)
            for name, texts in self.crowded.items()
            if len(texts) > 1
        ]
        if self.twice:
            problems.append(
                "two records claim the same line; each line belongs to one:\n" + quote_places(self.twice)
            )
        for (kind, _), written in self.templates.items():
            if len(written) > 1:
                problems.append(
                    f"{kind}: these templates differ only in a part that varies; write <*> for it:\n"
                    + quote_places(sorted(written), 3)
                )
        problems += self._implausible()
        return Observed(
            tuple(problems),
            tuple(self._never_filled()),
            frozenset(self.explained),
            frozenset(self.unseen),
            frozenset(self.loose),
            tuple(self.messages),
        )

    def _implausible(self) -> Iterator[str]:
        """Doubt the header of a log: lines that it does not match, hosts that are none."""
        if len(self.lost) > MOST_LOST * len(self.explained):
            yield (
                "the header does not match these lines, so that each counts as a part of the record before it:\n"
                + quote_places(self.lost)
            )
        if self.hosts and not could_be_hosts(tuple(self.hosts)):
            yield f"host: {', '.join(list(self.hosts)[:5])} are no names of hosts; name that group otherwise"

    def _never_filled(self) -> Iterator[str]:
        for kind, schema in self.section.types.items():
            names = [name for name in properties(schema) if not self.filled[kind, name]]
            if names:
                yield f"(no error, for your information) {kind}: never filled on the lines at hand: {', '.join(names)}"


def _is_statement(value: object) -> bool:
    """True for a text of at least three words with values among them: a statement that should have been taken apart."""
    words = str(value).split()
    return len(words) > 2 and sum(any(map(str.isdigit, word)) for word in words) > 1


def properties(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the properties that a type's schema declares."""
    found = schema.get("properties")
    return found if isinstance(found, Mapping) else {}


def _all(record: RawRecord) -> Iterator[RawRecord]:
    yield record
    for child in record.children:
        yield from _all(child)


def _leaf_lines(record: RawRecord) -> set[int]:
    return {index for each in _all(record) for first, last in each.lines for index in range(first, last + 1)}


# Finds the entity types and the properties that a learned source names, in its table or in the records it makes.


# Checks the entity types that a model wrote: well-formed JSON Schemas, flat enough to become nodes.


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
    properties = schema.get("properties", {})
    if not isinstance(properties, dict):
        return [f"{name}: properties is {type(properties).__name__}; expected an object"]
    if len(properties) > MOST_PROPERTIES:
        return [
            f"{name}: {len(properties)} properties; expected at most {MOST_PROPERTIES}; make child entities"
        ]
    problems = [
        f"{name}: property {each!r} is not possible; expected snake_case, as in 'ip_address'"
        for each in properties
        if not _PROPERTY_NAME.fullmatch(each)
    ]
    problems += [
        f"{name}.{each}: nested too deep; expected text, number, true/false or an array of them, and child "
        "records for what has parts"
        for each, described in properties.items()
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


FALLBACK = "OtherEvent"
_PLACE = re.compile(r"<(?:\w+\.)?(\w+)(?:[:=](?:[^<>\\]|\\.)+)?>")
_TYPES = re.compile(r"[A-Z][A-Za-z0-9]*(?:/[A-Z][A-Za-z0-9]*)*")


def declare_types(source: str, declared: Mapping[str, Any]) -> dict[str, Any]:
    """Return the types of a source; a schema that the model wrote stays where it is one.

    What the others hold is left open: the records show it.
    """
    types: dict[str, Any] = {
        kind: schema
        for kind, schema in declared.items()
        if isinstance(schema, dict) and not type_problems({kind: schema})
    }
    for text in _texts(source):
        for kind in text.split("/") if _TYPES.fullmatch(text) else ():
            if kind != FALLBACK and not type_problems({kind: {}}):
                types.setdefault(kind, {"type": "object", "properties": {}})
    return types


def named_places(source: str) -> frozenset[str]:
    """Return the names of all places in the templates of a source."""
    return frozenset(name for text in _texts(source) for name in _PLACE.findall(text))


def _texts(source: str) -> Iterator[str]:
    """Yield the texts of a source in order; nothing of one that is no Python."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError):
        return
    found = [
        node for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    for node in sorted(found, key=lambda node: (node.lineno, node.col_offset)):
        yield str(node.value)
