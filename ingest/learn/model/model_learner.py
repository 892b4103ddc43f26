"""Learns formats with a model, and joins the results of all stages into one parser."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from graph_store.records import SourceLine
from ingest.errors import NothingLearned
from ingest.learn.builtin.builtin_learner import BUILTIN, BuiltinLearner
from ingest.learn.builtin.configurations.describe_types import describe_types, split_words
from ingest.learn.compose_parser import compose_parser
from ingest.learn.judge_records import owned_lines
from ingest.learn.model.attempt import PROMPTS
from ingest.learn.model.judge_section import FALLBACK, HEADER, properties
from ingest.learn.model.learn_format import LearningReport, Progress, learn_format
from ingest.learn.model.records import Division, Documents, LearnedFormat, Section, left_over
from ingest.learn.parser_folder import SPLIT, part_name
from ingest.records import Kind, Parser, Sample, Schema, Spent
from ingest.sandbox import ParserError, RawRecord, Sandbox
from language_model.budget import BudgetedCalls, Usage
from language_model.count_tokens import TokenCounter
from language_model.errors import BudgetReached, ModelUnavailable
from language_model.open_calls import Rename

DIALECT = "https://json-schema.org/draft/2020-12/schema"
EVENT = "Event"


@dataclass(slots=True)
class ModelLearner:
    """Learns with a model; when it is unavailable or the budget is spent, learns without it and notes that.

    `rename` gives addresses other names before the model sees a line.
    """

    calls: BudgetedCalls
    sandbox: Sandbox
    tokens: TokenCounter
    rename: Rename | None
    progress: Progress
    mends: bool = True
    notes: list[str] = field(default_factory=list)

    @property
    def model(self) -> str:
        """Return the model's name."""
        return self.calls.name

    def spent(self) -> Spent:
        """Return what has been used of the model."""
        used = self.calls.usage
        return Spent(
            used.calls, used.prompt_tokens, used.completion_tokens, used.cost_usd, used.recorded_calls
        )

    def usable(self, parser: Parser) -> bool:
        """What was induced without a model is learned again with it."""
        return parser.model != BUILTIN

    def learn(self, name: str, group: Sequence[Sample], known: Parser | None = None) -> Parser:
        """Learn a parser, or mend a known one. Raises NothingLearned, and ModelRefused and the like at the start."""
        documents = [self._renamed(sample) for sample in group]
        kind, before = group[0].kind, self.calls.usage
        try:
            mended = _known_format(known) if known else None
            learned, report = learn_format(
                documents, kind, mended, self.calls, self.sandbox, self.tokens, self.progress
            )
        except (BudgetReached, ModelUnavailable) as error:
            self.notes.append(f"{group[0].path}: learned without a model: {error}")
            return BuiltinLearner().learn(name, group)
        self.notes += [f"{name}: {failure}" for failure in report.failures]
        if not learned.sections:
            raise NothingLearned(group[0].path)
        sources = {section.name: section.source for section in learned.sections}
        source = compose_parser(learned.division.source, sources, kind)
        records, coverage = run_whole(source, documents, self.sandbox)
        return Parser(
            name,
            kind,
            _complete_schema(learned, kind, records),
            source,
            self.model,
            samples=tuple(dict.fromkeys(each for stage in report.stages.values() for each in stage.samples)),
            parts={SPLIT: learned.division.source} | {part_name(each): sources[each] for each in sources},
            coverage=coverage,
            learning=self._story(report, before),
        )

    def _story(self, report: LearningReport, before: Usage) -> dict[str, Any]:
        texts = [path.read_text("utf-8") for path in sorted(PROMPTS.glob("*.md"))]
        return {
            "learned": date.today().isoformat(),
            "prompts_sha256": hashlib.sha256("\0".join(texts).encode()).hexdigest(),
            "tokenizer": self.tokens.name,
            "usage": _difference(self.calls.usage, before),
            "stages": [stage.as_row() for stage in report.stages.values()],
            "sandbox": self.sandbox.strength().summary(),
        }

    def _renamed(self, sample: Sample) -> list[SourceLine]:
        lines, rename = sample.source_lines(), self.rename
        return lines if rename is None else [replace(line, text=rename(line.text)) for line in lines]


def run_whole(source: str, documents: Documents, sandbox: Sandbox) -> tuple[list[RawRecord], float]:
    """Run a whole parser over documents; return all records, and the share of lines that they explain."""
    records: list[RawRecord] = []
    left = lines = 0
    outcomes = sandbox.try_parse(source, ([line.text for line in document] for document in documents))
    for document, outcome in zip(documents, outcomes, strict=True):
        found = [] if isinstance(outcome, ParserError) else outcome
        records += found
        owned = owned_lines(found, document)
        full = left_over(document, ())
        lines += len(full)
        left += sum(line.number not in owned for line in full)
    return records, (lines - left) / lines if lines else 1.0


def _difference(now: Usage, before: Usage) -> dict[str, Any]:
    cost = (
        None if now.cost_usd is None or before.cost_usd is None else round(now.cost_usd - before.cost_usd, 6)
    )
    return {
        "calls": now.calls - before.calls,
        "prompt_tokens": now.prompt_tokens - before.prompt_tokens,
        "completion_tokens": now.completion_tokens - before.completion_tokens,
        "replayed_calls": now.recorded_calls - before.recorded_calls,
        "replayed_prompt_tokens": now.recorded_prompt_tokens - before.recorded_prompt_tokens,
        "replayed_completion_tokens": now.recorded_completion_tokens - before.recorded_completion_tokens,
        "cost_usd": cost,
        "seconds": round(now.seconds - before.seconds, 1),
    }


# Makes the schema of a learned format whole: what the model declared, and what its records were seen to hold.


def _complete_schema(learned: LearnedFormat, kind: Kind, records: Iterable[RawRecord]) -> Schema:
    """Return the JSON Schema of a format: `properties` are its sections, `$defs` its entity types.

    What the model did not declare is taken from `records`. Types of a log carry the label Event.
    """
    observed = describe_types(_as_mapping(record) for record in records)["$defs"]
    declared: dict[str, Mapping[str, Any]] = {}
    for section in learned.sections:
        declared = {**section.types, **declared}
    types = {section.name: section.types for section in learned.sections}
    sections: dict[str, dict[str, Any]] = {}
    for name, description in learned.division.sections.items():
        items = [{"$ref": f"#/$defs/{each}"} for each in types.get(name, ())]
        sections[name] = {"description": description, "type": "array"}
        if items:
            sections[name]["items"] = {"anyOf": items}
    return {
        "$schema": DIALECT,
        "type": "object",
        "properties": sections,
        "$defs": {
            name: _type(name, declared.get(name, {}), observed.get(name, {}), kind)
            for name in sorted(declared.keys() | observed.keys())
        },
    }


def _type(name: str, declared: Mapping[str, Any], observed: Mapping[str, Any], kind: Kind) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    for each in {**properties(declared), **properties(observed)}:
        declared_property, seen = properties(declared).get(each), properties(observed).get(each, {})
        fields[each] = {
            "x-words": split_words(each),
            **seen,
            **(declared_property if isinstance(declared_property, dict) else {}),
        }
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
        name: list(value) if isinstance(value, tuple) else value
        for name, value in record.values.items()
        if value is not None
    }
    children = [_as_mapping(child) for child in record.children]
    return {"type": record.type, "values": values, "children": children}


# Takes a parser apart again, to mend it.


def _known_format(parser: Parser) -> LearnedFormat | None:
    """Take a parser apart again; None where it was not learned in sections."""
    if SPLIT not in parser.parts:
        return None
    described = {name: str(item.get("description", "")) for name, item in properties(parser.schema).items()}
    types = parser.schema.get("$defs", {})
    sections = []
    for name, item in properties(parser.schema).items():
        if part_name(name) in parser.parts:
            refs = [ref["$ref"].rpartition("/")[2] for ref in item.get("items", {}).get("anyOf", [])]
            own = {each: _plain(types[each]) for each in refs if each in types}
            sections.append(Section(name, own, parser.parts[part_name(name)]))
    return LearnedFormat(Division(described, parser.parts[SPLIT]), tuple(sections))


def _plain(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Leave out what was added to a type for the graph."""
    fields = {
        name: {key: value for key, value in described.items() if not key.startswith("x-")}
        for name, described in properties(schema).items()
        if not (name in HEADER and "x-labels" in schema)
    }
    return {**{key: value for key, value in schema.items() if not key.startswith("x-")}, "properties": fields}
