"""Runs a parser over documents in the sandbox, and reports what it explains and what is wrong."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from jsonschema import Draft202012Validator

from graph_store.records import SourceLine
from ingest.files.says_something import says_something
from ingest.learn.choose_parsers import FALLEN, is_catch_all
from ingest.learn.compose_parser import ROOT, run_alone
from ingest.learn.judge_records import all_records, owned_lines, stated_lines
from ingest.learn.parser_folder import SPLIT, part_name
from ingest.load.build_entities import own_indices
from ingest.load.locate_values import locate_values
from ingest.records import Kind, Parser, Schema
from ingest.sandbox import ParserError, RawRecord, Sandbox, smallest_failing_input

# Looks at a parser's records beside their lines: what they claim twice, invent, get wrong and never fill.


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
        own = [document[index] for index in own_indices(record)]
        located, missing = locate_values(values, own)
        for name in missing:
            shown = repr(values[name])
            shown = shown if len(shown) <= VALUE_SHOWN else f"{shown[:VALUE_SHOWN]}..."
            text = f"{shown} stands in none of the record's lines"
            self._note("value not in its lines", f"{record.type}.{name}", text, own)
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
        if kind not in self.validators:  # a field that is missing is told elsewhere
            found = self.schema.get("$defs", {}).get(kind)
            self.validators[kind] = None
            if isinstance(found, Mapping):
                known = {key: value for key, value in found.items() if key != "required"}
                self.validators[kind] = Draft202012Validator(known)
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


def _lines_below(record: RawRecord) -> set[int]:
    return {index for each in all_records([record]) for index in stated_lines(each)}


def _claimed_twice(records: Sequence[RawRecord]) -> list[int]:
    """List lines that two records claim of which none stands below the other; a root's children count as its own."""
    lone = len(records) == 1 and records[0].type == ROOT
    tops = records[0].children if lone else records
    claims = Counter(index for top in tops for index in _lines_below(top))
    return sorted(index for index, count in claims.items() if count > 1)


# Runs a parser over files, section by section and whole.

Batch = Sequence[SourceLine]
SEARCH_S = 10.0


@dataclass(frozen=True, slots=True)
class VerifiedFile:
    """What a parser explains of one file, of the lines that say something.

    `last_resort` are lines that only a catch-all type explains; `sections` are those of the `unexplained`, or blank.
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
    """A section (or "split" or "parse") that fails `count` times, with the fewest lines that show it."""

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

    Sections also run on their own, as one that fails is silent in the whole. Coverage is that of the whole.
    """
    batches = [batch for each in files.values() for batch in each]
    whole = _run(sandbox, parser.source, batches, parser.name)
    found = _Verified(parser, sandbox)
    if SPLIT in parser.parts:
        found.take_sections(batches)
    else:
        found.inspect("", parser.source, batches, whole)
    rest = iter(whole)
    found_files = [found.file(path, each, [next(rest) for _ in each]) for path, each in files.items()]
    return found.result(tuple(found_files))


@dataclass(slots=True)
class _Verified:
    """What has been seen so far of one parser; `section_of` says of a line, by path and number, where it belongs."""

    parser: Parser
    sandbox: Sandbox
    failures: list[SectionFailure] = field(default_factory=list)
    inspectors: list[RecordInspector] = field(default_factory=list)
    strange: list[ParserFinding] = field(default_factory=list)
    section_of: dict[tuple[str, int], str] = field(default_factory=dict)

    def take_sections(self, batches: Sequence[Batch]) -> None:
        """Split all batches, then run each section's own source over its lines."""
        declared, parts = self.parser.schema.get("properties", {}), self.parser.parts
        divided: dict[str, list[list[SourceLine]]] = defaultdict(list)
        failed: list[tuple[Batch, ParserError]] = []
        for batch in batches:
            try:
                names = self.sandbox.run_split(parts[SPLIT], [line.text for line in batch])
            except ParserError as error:
                failed.append((batch, error))
                continue
            by_name: dict[str, list[SourceLine]] = defaultdict(list)
            for name, line in zip(names, batch, strict=True):
                by_name[name].append(line)
                self.section_of[line.path, line.number] = name
            for name, lines in by_name.items():
                divided[name].append(lines)
        if failed:
            self._fails("split", parts[SPLIT], failed, "split")
        for name, some in divided.items():
            if name in declared and part_name(name) in parts:
                source = run_alone(parts[part_name(name)])
                self.inspect(name, source, some, _run(self.sandbox, source, some, name))
            elif name and name not in declared:
                lines = [line for each in some for line in each]
                text = f"split returns {name!r}; sections: {', '.join(declared)}"
                finding = ParserFinding("unknown section", "split", name, text, tuple(lines[:5]), len(lines))
                self.strange.append(finding)

    def inspect(
        self,
        section: str,
        source: str,
        batches: Sequence[Batch],
        outcomes: Sequence[Sequence[RawRecord] | ParserError],
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
        self, path: str, batches: Sequence[Batch], outcomes: Sequence[Sequence[RawRecord] | ParserError]
    ) -> VerifiedFile:
        """Tell what the whole parser explains of a file."""
        lines = 0
        unexplained: list[SourceLine] = []
        last_resort: list[SourceLine] = []
        for batch, outcome in zip(batches, outcomes, strict=True):
            records = [] if isinstance(outcome, ParserError) else outcome
            full = [line for line in batch if says_something(line.text)]
            owned = owned_lines(records, batch)
            vague: set[int] = set()
            known: set[int] = set()
            for record in all_records(records):
                (vague if is_catch_all(record.type, self.parser) else known).update(stated_lines(record))
            lines += len(full)
            unexplained += [line for line in full if line.number not in owned]
            last_resort += [batch[index] for index in sorted(vague - known) if batch[index].number in owned]
        sections = tuple(self.section_of.get((line.path, line.number), "") for line in unexplained)
        return VerifiedFile(path, self.parser.kind, lines, tuple(unexplained), sections, tuple(last_resort))

    def result(self, files: tuple[VerifiedFile, ...]) -> VerifiedParser:
        """Put together what all sections showed; a type may belong to several."""
        seen: Counter[str] = Counter()
        filled: Counter[tuple[str, str]] = Counter()
        for inspector in self.inspectors:
            seen.update(inspector.seen)
            filled.update(inspector.filled)
        types = self.parser.schema.get("$defs", {})
        never_filled = {
            kind: tuple(name for name in _wanted_fields(schema) if not filled[kind, name])
            for kind, schema in types.items()
            if seen[kind]
        }
        findings = [each for inspector in self.inspectors for each in inspector.findings.values()]
        return VerifiedParser(
            parser=self.parser,
            files=files,
            failures=tuple(self.failures),
            findings=(*self.strange, *findings),
            never_filled=tuple((kind, names) for kind, names in never_filled.items() if names),
            never_seen=tuple(
                name for name in types if not seen[name] and not is_catch_all(name, self.parser)
            ),
        )


def _wanted_fields(schema: object) -> list[str]:
    """Return a type's declared fields, but for those that every record has by its schema."""
    declared = schema.get("properties", {}) if isinstance(schema, Mapping) else {}
    return [
        name
        for name, described in declared.items()
        if not (isinstance(described, Mapping) and "const" in described)
    ]


def _run(
    sandbox: Sandbox, source: str, batches: Sequence[Batch], name: str
) -> list[Sequence[RawRecord] | ParserError]:
    """Run a source over batches; one that cannot be loaded fails on all of them."""
    texts = ([line.text for line in batch] for batch in batches)
    try:
        return list(sandbox.try_parse(source, texts, parser=name))
    except ParserError as rejected:
        return [rejected for _ in batches]
