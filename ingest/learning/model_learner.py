"""Learns formats with a model: what every stage found becomes one parser, with the story of its learning."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any, Protocol

from graph_store.records import SourceLine
from ingest.check_coverage import owned_lines
from ingest.compose_parser import compose_parser
from ingest.errors import NothingLearned
from ingest.induction.builtin_learner import BUILTIN, BuiltinLearner
from ingest.learning.complete_schema import complete_schema
from ingest.learning.judge_section import HEADER, properties
from ingest.learning.judge_split import Documents
from ingest.learning.learn_format import Learner, LearningReport
from ingest.learning.records import Division, LearnedFormat, Section
from ingest.learning.show_lines import PROMPTS
from ingest.parser_folder import SPLIT, part_name
from ingest.records import Kind, Parser, Sample, Spent
from ingest.sandbox import ParserError, RawRecord, Sandbox
from ingest.says_something import says_something
from language_model.budget import Usage
from language_model.errors import BudgetReached, ModelUnavailable


class Redacts(Protocol):
    """Replaces secrets in lines by placeholders, line by line."""

    def lines(self, lines: Sequence[str]) -> list[str]: ...


class Counts(Protocol):
    """Knows what calls have used so far."""

    @property
    def usage(self) -> Usage: ...


@dataclass(slots=True)
class ModelLearner:
    """Learns with a model; where it is away, or the budget is spent, the builtin way learns instead, with a note."""

    learner: Learner
    counts: Counts
    redactor: Redacts
    instead: BuiltinLearner
    mends: bool = True
    notes: list[str] = field(default_factory=list)

    @property
    def model(self) -> str:
        """Return the model's name."""
        return self.learner.calls.name

    def spent(self) -> Spent:
        """Return what has been used of the model."""
        used = self.counts.usage
        return Spent(
            used.calls, used.prompt_tokens, used.completion_tokens, used.cost_usd, used.recorded_calls
        )

    def usable(self, parser: Parser) -> bool:
        """What was induced without a model is learned again with it."""
        return parser.model != BUILTIN

    def learn(self, name: str, group: Sequence[Sample], known: Parser | None = None) -> Parser:
        """Learn a parser, or mend a known one. Raises NothingLearned, and ModelRefused and the like at the start."""
        documents = [self._redacted(sample) for sample in group]
        kind, before = group[0].kind, self.counts.usage
        try:
            learned, report = self.learner.learn(documents, kind, known_format(known) if known else None)
        except (BudgetReached, ModelUnavailable) as error:
            self.notes.append(f"{group[0].path}: learned without a model: {error}")
            return self.instead.learn(name, group)
        self.notes += [f"{name}: {failure}" for failure in report.failures]
        if not learned.sections:
            raise NothingLearned(group[0].path)
        used = _difference(self.counts.usage, before)
        return self._parser(name, kind, learned, report, documents, used)

    def _redacted(self, sample: Sample) -> list[SourceLine]:
        texts = self.redactor.lines(sample.lines)
        return [replace(line, text=text) for line, text in zip(sample.source_lines(), texts, strict=True)]

    def _parser(
        self,
        name: str,
        kind: Kind,
        learned: LearnedFormat,
        report: LearningReport,
        documents: Documents,
        used: Mapping[str, Any],
    ) -> Parser:
        sources = {section.name: section.source for section in learned.sections}
        source = compose_parser(learned.division.source, sources, kind)
        records, coverage = run_whole(source, documents, self.learner.sandbox)
        samples = tuple(dict.fromkeys(place for stage in report.stages.values() for place in stage.samples))
        parts = {SPLIT: learned.division.source, **{part_name(each): text for each, text in sources.items()}}
        learning = {
            "learned": date.today().isoformat(),
            "prompts_sha256": hash_prompts(),
            "tokenizer": self.learner.tokens.name,
            "usage": used,
            "stages": [stage.as_row() for stage in report.stages.values()],
            "sandbox": self.learner.sandbox.strength().summary(),
        }
        schema = complete_schema(learned, kind, records)
        model = self.learner.calls.name
        return Parser(name, kind, schema, source, model, samples, parts, (), coverage, learning)


def known_format(parser: Parser) -> LearnedFormat | None:
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
    """Leave out what was added to a type for the graph's sake."""
    fields = {
        name: {key: value for key, value in described.items() if not key.startswith("x-")}
        for name, described in properties(schema).items()
        if not (name in HEADER and "x-labels" in schema)
    }
    return {**{key: value for key, value in schema.items() if not key.startswith("x-")}, "properties": fields}


def run_whole(source: str, documents: Documents, sandbox: Sandbox) -> tuple[list[RawRecord], float]:
    """Run a whole parser over documents; return all records, and the share of lines that they explain."""
    records: list[RawRecord] = []
    explained = lines = 0
    outcomes = sandbox.try_parse(source, ([line.text for line in document] for document in documents))
    for document, outcome in zip(documents, outcomes, strict=True):
        found = [] if isinstance(outcome, ParserError) else outcome
        records += found
        owned = owned_lines(found, document)
        full = [line for line in document if says_something(line.text)]
        lines += len(full)
        explained += sum(line.number in owned for line in full)
    return records, explained / lines if lines else 1.0


def hash_prompts() -> str:
    """Name the wording of all prompts of learning."""
    texts = [path.read_text("utf-8") for path in sorted(PROMPTS.glob("*.md"))]
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()


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
