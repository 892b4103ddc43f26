"""Makes the schema of a learned format whole: what the model declared, and what its records were seen to hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ingest.induction.configurations.describe_types import describe_types, split_words
from ingest.learning.judge_section import HEADER, properties
from ingest.learning.records import LearnedFormat
from ingest.learning.table_types import FALLBACK
from ingest.records import Kind, Schema
from ingest.sandbox import RawRecord

DIALECT = "https://json-schema.org/draft/2020-12/schema"
EVENT = "Event"


def complete_schema(learned: LearnedFormat, kind: Kind, records: Iterable[RawRecord]) -> Schema:
    """Return the JSON Schema of a format: `properties` are its sections, `$defs` its entity types.

    What the model did not declare is declared as it was seen in `records`. Types of a log carry the label Event.
    """
    observed = describe_types(_as_mapping(record) for record in records)["$defs"]
    declared: dict[str, dict[str, Any]] = {}
    for section in learned.sections:
        for name, schema in section.types.items():
            declared.setdefault(name, dict(schema))
    names = sorted(declared.keys() | observed.keys())
    return {
        "$schema": DIALECT,
        "type": "object",
        "properties": dict(_sections(learned)),
        "$defs": {name: _type(name, declared.get(name, {}), observed.get(name, {}), kind) for name in names},
    }


def _sections(learned: LearnedFormat) -> Iterator[tuple[str, dict[str, Any]]]:
    types = {section.name: section.types for section in learned.sections}
    for name, description in learned.division.sections.items():
        items = [{"$ref": f"#/$defs/{each}"} for each in types.get(name, ())]
        yield (
            name,
            {"description": description, "type": "array", **({"items": {"anyOf": items}} if items else {})},
        )


def _type(name: str, declared: Mapping[str, Any], observed: Mapping[str, Any], kind: Kind) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    for each in {**properties(declared), **properties(observed)}:
        said, seen = properties(declared).get(each), properties(observed).get(each, {})
        fields[each] = {"x-words": split_words(each), **seen, **(said if isinstance(said, dict) else {})}
    whole = {**declared, "type": "object", "x-words": split_words(name), "properties": fields}
    whole["x-children"] = observed.get("x-children", [])
    if kind == "log":
        for each in HEADER:
            fields.setdefault(each, {"type": "string", "x-words": split_words(each)})
        whole["x-labels"] = [EVENT]
        if name == FALLBACK:
            whole["x-fallback"] = True
    return whole


def _as_mapping(record: RawRecord) -> dict[str, Any]:
    values = {
        name: list(value) if isinstance(value, tuple) else value for name, value in record.values.items()
    }
    return {
        "type": record.type,
        "values": {name: value for name, value in values.items() if value is not None},
        "children": [_as_mapping(child) for child in record.children],
    }
