"""Runs a parser over documents in the sandbox, and reports what it explains and what is wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from jsonschema import Draft202012Validator

from graph_store.records import SourceLine
from ingest.compose_parser import run_alone
from ingest.judge_records import owned_lines
from ingest.learn_parsers import FALLEN, is_catch_all
from ingest.locate_values import locate_values
from ingest.parser_folder import SPLIT, part_name
from ingest.records import Kind, Parser, Schema
from ingest.sandbox import ParserError, RawRecord, Sandbox, smallest_failing_input
from ingest.says_something import says_something

# Looks at a parser's records beside their lines: what they claim twice, invent, get wrong and never fill.


ROOT = "Configuration"
TYPES_CHECKED = 3_000
"""Records of one type whose values are held against the schema; more of them teach nothing new."""
LINES_KEPT = 5
VALUE_SHOWN = 80

Wrong = Literal["explained twice", "value not in its lines", "disagrees with the schema", "unknown section"]


@dataclass(frozen=True, slots=True)
class ParserFinding:
    """One thing that is wrong, seen `count` times, at first in `lines`; `about` is a type, a field or a section."""

    wrong: Wrong
    section: str
    about: str
    text: str
    lines: tuple[SourceLine, ...]
    count: int = 1


@dataclass(slots=True)
class RecordInspector:
    """Takes the records of one section (blank: of a parser without sections), document by document."""

    section: str
    schema: Schema
    findings: dict[tuple[Wrong, str], ParserFinding] = field(default_factory=dict)
    filled: Counter[tuple[str, str]] = field(default_factory=Counter)
    seen: Counter[str] = field(default_factory=Counter)
    validators: dict[str, Draft202012Validator | None] = field(default_factory=dict)

    def take(self, records: Sequence[RawRecord], document: Sequence[SourceLine]) -> None:
        """Look at the records of one document; their lines are indices into it."""
        for index in _claimed_twice(records):
            self._note("explained twice", "", "two records claim the same line", [document[index]])
        for record in all_records(records):
            self._look_at(record, document)

    def _look_at(self, record: RawRecord, document: Sequence[SourceLine]) -> None:
        self.seen[record.type] += 1
        values = {name: value for name, value in record.values.items() if value is not None}
        self.filled.update((record.type, name) for name in values)
        own = [document[index] for index in own_lines(record) or sorted(_lines_below(record))]
        located, missing = locate_values(values, own)
        for name in missing:
            shown = repr(values[name])
            shown = shown if len(shown) <= VALUE_SHOWN else f"{shown[:VALUE_SHOWN]}..."
            self._note(
                "value not in its lines",
                f"{record.type}.{name}",
                f"{shown} stands in none of the record's lines",
                own,
            )
        if self.seen[record.type] <= TYPES_CHECKED:
            places = {each.field: each.numbers for each in located}
            self._check_types(record.type, values, own, places)

    def _check_types(
        self,
        kind: str,
        values: Mapping[str, object],
        own: Sequence[SourceLine],
        places: Mapping[str, tuple[int, ...]],
    ) -> None:
        if kind not in self.validators:
            self.validators[kind] = _validator(self.schema, kind)
        validator = self.validators[kind]
        if validator is None:
            if kind != ROOT:
                self._note("disagrees with the schema", kind, "the schema has no such type", own)
            return
        plain = {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}
        for error in validator.iter_errors(plain):
            where = ".".join(map(str, (kind, *error.absolute_path)))
            numbers = places.get(str(error.absolute_path[0]), ()) if error.absolute_path else ()
            shown = [line for line in own if line.number in numbers] or own
            self._note("disagrees with the schema", where, error.message[:200], shown)

    def _note(self, wrong: Wrong, about: str, text: str, lines: Sequence[SourceLine]) -> None:
        """Keep the first text of its kind, with the first line of each of the first places."""
        old = self.findings.get((wrong, about))
        if old is None:
            self.findings[wrong, about] = ParserFinding(wrong, self.section, about, text, tuple(lines[:1]))
            return
        kept = old.lines if len(old.lines) >= LINES_KEPT else (*old.lines, *lines[:1])
        self.findings[wrong, about] = replace(old, lines=kept, count=old.count + 1)

    def never_filled(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Yield each type that was seen, with the declared fields that no record of it has."""
        for kind, schema in self.schema.get("$defs", {}).items():
            declared = schema.get("properties", {}) if isinstance(schema, Mapping) else {}
            wanted = [name for name, described in declared.items() if not _is_constant(described)]
            names = tuple(name for name in wanted if not self.filled[kind, name])
            if names and self.seen[kind]:
                yield kind, names


def all_records(records: Sequence[RawRecord]) -> Iterator[RawRecord]:
    """Yield records and those below them."""
    for record in records:
        yield record
        yield from all_records(record.children)


def own_lines(record: RawRecord) -> list[int]:
    """Return the indices of a record's own lines."""
    return [index for first, last in record.lines for index in range(first, last + 1)]


def _lines_below(record: RawRecord) -> set[int]:
    return {index for each in all_records([record]) for index in own_lines(each)}


def _claimed_twice(records: Sequence[RawRecord]) -> list[int]:
    """List lines that two records claim of which none stands below the other; a root's children count as its own."""
    lone = len(records) == 1 and records[0].type == ROOT
    claims = Counter(
        index for top in (records[0].children if lone else records) for index in _lines_below(top)
    )
    return sorted(index for index, count in claims.items() if count > 1)


def _validator(schema: Schema, kind: str) -> Draft202012Validator | None:
    """Return what checks a type's values; a field that is missing is told elsewhere."""
    found: Any = schema.get("$defs", {}).get(kind)
    if not isinstance(found, Mapping):
        return None
    return Draft202012Validator({key: value for key, value in found.items() if key != "required"})


def _is_constant(described: object) -> bool:
    """True for a field that every record has by its schema."""
    return isinstance(described, Mapping) and "const" in described


Batch = Sequence[SourceLine]
Place = tuple[str, int]
SEARCH_S = 10.0


@dataclass(frozen=True, slots=True)
class VerifiedFile:
    """What a parser explains of one file, of the lines that say something.

    `last_resort` are lines that only a type for anything at all explains. `sections` names the section of each of
    the `unexplained`: blank where there is none.
    """

    path: str
    kind: Kind
    lines: int
    unexplained: tuple[SourceLine, ...]
    sections: tuple[str, ...]
    last_resort: tuple[SourceLine, ...]

    @property
    def coverage(self) -> float:
        """The share of lines that are among some entity's input lines, as the paper defines it."""
        return 1 - len(self.unexplained) / self.lines if self.lines else 1.0

    @property
    def known(self) -> float:
        """The share of lines that more than a last resort explains: what an ingest goes by."""
        return self.coverage - (len(self.last_resort) / self.lines if self.lines else 0.0)


@dataclass(frozen=True, slots=True)
class SectionFailure:
    """A section (or "split", or "parse" where there are none) that fails, `count` times.

    `lines` are the fewest that show it.
    """

    section: str
    reason: str
    lines: tuple[SourceLine, ...]
    count: int = 1


@dataclass(frozen=True, slots=True)
class VerifiedParser:
    """What one parser was seen to do. `never_filled` and `never_seen` may be due to the files; they are not wrong."""

    parser: Parser
    files: tuple[VerifiedFile, ...]
    failures: tuple[SectionFailure, ...]
    findings: tuple[ParserFinding, ...]
    never_filled: tuple[tuple[str, tuple[str, ...]], ...]
    never_seen: tuple[str, ...]

    def fallen(self) -> tuple[VerifiedFile, ...]:
        """Return the files that are explained over 2 points less than what the parser was learned from."""
        least = self.parser.coverage - FALLEN - 1e-9
        return tuple(file for file in self.files if file.known < least)

    @property
    def wrong(self) -> bool:
        """True where a section fails, a record is wrong or coverage has fallen."""
        return bool(self.failures or self.findings or self.fallen())


def verify_parser(parser: Parser, files: Mapping[str, Sequence[Batch]], sandbox: Sandbox) -> VerifiedParser:
    """Run a parser over files (path → batches, as an ingest cuts them).

    Its sections run on their own, since one that fails would be silent in the whole. Coverage is that of the whole.
    """
    batches = [batch for each in files.values() for batch in each]
    whole = _run(sandbox, parser.source, batches, parser.name)
    found = _Verified(parser, sandbox)
    if SPLIT in parser.parts:
        found.take_sections(batches)
    else:
        found.inspect("", parser.source, batches, whole)
    told = []
    rest = iter(whole)
    for path, each in files.items():
        told.append(found.file(path, each, [next(rest) for _ in each]))
    return found.result(tuple(told))


class _Verified:
    """What has been seen so far of one parser."""

    def __init__(self, parser: Parser, sandbox: Sandbox) -> None:
        self.parser, self.sandbox = parser, sandbox
        self.failures: list[SectionFailure] = []
        self.inspectors: list[RecordInspector] = []
        self.strange: list[ParserFinding] = []
        self.section_of: dict[Place, str] = {}

    def take_sections(self, batches: Sequence[Batch]) -> None:
        """Split all batches, then run each section's own source over its lines."""
        sources = {
            name: run_alone(self.parser.parts[part_name(name)])
            for name in self.parser.schema.get("properties", {})
            if part_name(name) in self.parser.parts
        }
        divided: dict[str, list[Batch]] = {}
        failed: list[tuple[Batch, ParserError]] = []
        for batch in batches:
            try:
                names = self.sandbox.run_split(self.parser.parts[SPLIT], [line.text for line in batch])
            except ParserError as error:
                failed.append((batch, error))
                continue
            for name, lines in _by_name(names, batch).items():
                divided.setdefault(name, []).append(lines)
                self.section_of.update({(line.path, line.number): name for line in lines})
        if failed:
            self._fails("split", self.parser.parts[SPLIT], failed, "split")
        declared = self.parser.schema.get("properties", {})
        for name, parts in divided.items():
            if name in sources:
                self.inspect(name, sources[name], parts, _run(self.sandbox, sources[name], parts, name))
            elif name and name not in declared:
                lines = [line for part in parts for line in part]
                text = f"split returns {name!r}; sections: {', '.join(declared)}"
                self.strange.append(
                    ParserFinding("unknown section", "split", name, text, tuple(lines[:5]), len(lines))
                )

    def inspect(
        self,
        section: str,
        source: str,
        batches: Sequence[Batch],
        outcomes: Sequence[list[RawRecord] | ParserError],
    ) -> None:
        """Look at what one source returned, batch by batch."""
        inspector = RecordInspector(section, self.parser.schema)
        failed: list[tuple[Batch, ParserError]] = []
        for batch, outcome in zip(batches, outcomes, strict=True):
            if isinstance(outcome, ParserError):
                failed.append((batch, outcome))
            else:
                inspector.take(outcome, batch)
        self.inspectors.append(inspector)
        if failed:
            self._fails(section or "parse", source, failed, "parse")

    def _fails(
        self, section: str, source: str, failed: Sequence[tuple[Batch, ParserError]], function: str
    ) -> None:
        batch, error = failed[0]
        texts = [line.text for line in batch]
        smallest = smallest_failing_input(
            self.sandbox, source, texts, function=function, parser=section, within_s=SEARCH_S
        )
        lines = tuple(batch[smallest.first : smallest.first + len(smallest.lines)]) if smallest else ()
        reason = (smallest.error if smallest else error).what
        self.failures.append(SectionFailure(section, reason, lines, len(failed)))

    def file(
        self, path: str, batches: Sequence[Batch], outcomes: Sequence[list[RawRecord] | ParserError]
    ) -> VerifiedFile:
        """Tell what the whole parser explains of a file."""
        lines = 0
        unexplained: list[SourceLine] = []
        last_resort: list[SourceLine] = []
        for batch, outcome in zip(batches, outcomes, strict=True):
            records = [] if isinstance(outcome, ParserError) else outcome
            full = [line for line in batch if says_something(line.text)]
            owned = owned_lines(records, batch)
            vague, known = self._by_type(records)
            lines += len(full)
            unexplained += [line for line in full if line.number not in owned]
            last_resort += [batch[index] for index in sorted(vague - known) if batch[index].number in owned]
        sections = tuple(self.section_of.get((line.path, line.number), "") for line in unexplained)
        return VerifiedFile(path, self.parser.kind, lines, tuple(unexplained), sections, tuple(last_resort))

    def _by_type(self, records: Sequence[RawRecord]) -> tuple[set[int], set[int]]:
        """Return the lines of records of a last resort, and those of all others."""
        vague: set[int] = set()
        known: set[int] = set()
        for record in all_records(records):
            (vague if is_catch_all(record.type, self.parser) else known).update(own_lines(record))
        return vague, known

    def result(self, files: tuple[VerifiedFile, ...]) -> VerifiedParser:
        """Put together what all sections showed."""
        seen = set().union(*(inspector.seen for inspector in self.inspectors)) if self.inspectors else set()
        findings = [each for inspector in self.inspectors for each in inspector.findings.values()]
        return VerifiedParser(
            parser=self.parser,
            files=files,
            failures=tuple(self.failures),
            findings=(*self.strange, *findings),
            never_filled=self._never_filled(),
            never_seen=tuple(
                name
                for name in self.parser.schema.get("$defs", {})
                if name not in seen and not is_catch_all(name, self.parser)
            ),
        )

    def _never_filled(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Name fields that no section fills: a type may belong to several."""
        together = RecordInspector("", self.parser.schema)
        for inspector in self.inspectors:
            together.filled.update(inspector.filled)
            together.seen.update(inspector.seen)
        return tuple(together.never_filled())


def _run(
    sandbox: Sandbox, source: str, batches: Sequence[Batch], name: str
) -> list[list[RawRecord] | ParserError]:
    """Run a source over batches; one that cannot be loaded fails on all of them."""
    texts = ([line.text for line in batch] for batch in batches)
    try:
        return list(sandbox.try_parse(source, texts, parser=name))
    except ParserError as rejected:
        return [rejected for _ in batches]


def _by_name(names: Sequence[str], batch: Batch) -> dict[str, list[SourceLine]]:
    divided: dict[str, list[SourceLine]] = {}
    for name, line in zip(names, batch, strict=True):
        divided.setdefault(name, []).append(line)
    return divided
