"""Runs one parser over documents in the sandbox and tells what it explains and what is wrong with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from graph_store.records import SourceLine
from ingest.check_coverage import owned_lines
from ingest.compose_parser import run_alone
from ingest.inspect_records import Finding, RecordInspector, all_records, own_lines
from ingest.learn_parsers import FALLEN, is_catch_all
from ingest.parser_folder import SPLIT, part_name
from ingest.records import Kind, Parser
from ingest.sandbox import ParserError, RawRecord, Sandbox, smallest_failing_input
from ingest.says_something import says_something

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
class Failure:
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
    failures: tuple[Failure, ...]
    findings: tuple[Finding, ...]
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
        self.failures: list[Failure] = []
        self.inspectors: list[RecordInspector] = []
        self.strange: list[Finding] = []
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
                    Finding("unknown section", "split", name, text, tuple(lines[:5]), len(lines))
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
        self.failures.append(Failure(section, reason, lines, len(failed)))

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
