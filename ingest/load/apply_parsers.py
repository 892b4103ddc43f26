"""Splits a document into batches, and runs its parser over them in the sandbox."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from graph_store.records import SourceLine
from ingest.captures.capture_records import read_capture
from ingest.captures.doubt_capture import doubt_capture
from ingest.files.read_times import find_time
from ingest.learn.judge_records import count_tokens, owned_lines
from ingest.load.build_entities import EntityBuilder
from ingest.load.doubt_configuration import doubt_names, doubt_script
from ingest.records import Kind, ParsedBatch, Parser
from ingest.sandbox import ParserError, RawRecord, Sandbox

ALL_COUNTED = 8
EVERY = 8
"""Of the first 8 batches (2 MB) the variable tokens are counted, then of every 8th, which stands for eight."""


Outcome = Sequence[RawRecord] | ParserError | None
"""What a parser said of a batch; None where it could not be asked."""


def apply_parser(
    batches: Iterable[tuple[SourceLine, ...]], parser: Parser, builder: EntityBuilder, sandbox: Sandbox
) -> Iterator[ParsedBatch | ParserError]:
    """Yield each batch with its entities; a batch whose parser fails comes after its error, explained by nothing."""
    for position, (lines, outcome) in enumerate(run_parser(batches, parser, sandbox)):
        if isinstance(outcome, ParserError):
            yield outcome
        if lines:
            records = None if isinstance(outcome, ParserError) else outcome
            yield build_batch(lines, records, builder, position, parser.kind)


def run_parser(
    batches: Iterable[tuple[SourceLine, ...]], parser: Parser, sandbox: Sandbox
) -> Iterator[tuple[tuple[SourceLine, ...], Outcome]]:
    """Yield each batch with what the parser says of it; a parser that cannot be loaded is told first, without lines."""
    if parser.kind == "capture":
        yield from ((lines, read_capture(lines).records) for lines in batches)
        return
    waiting: list[tuple[SourceLine, ...]] = []
    rest = iter(batches)

    def texts() -> Iterator[Sequence[str]]:
        for batch in rest:
            waiting.append(batch)
            yield [line.text for line in batch]

    try:
        for outcome in sandbox.try_parse(parser.source, texts(), parser=parser.name):
            yield waiting.pop(0), outcome
    except ParserError as rejected:
        yield (), rejected
        for lines in (*waiting, *rest):
            yield lines, None


def build_batch(
    lines: tuple[SourceLine, ...],
    records: Sequence[RawRecord] | None,
    builder: EntityBuilder,
    position: int,
    kind: Kind,
) -> ParsedBatch:
    """Make the entities of a document's batch at that position; without records its lines stand alone.

    So do those of a configuration in which the settings of several devices are mixed.
    """
    if kind == "configuration" and (mixed := doubt_names(lines)):
        return ParsedBatch(lines, (), frozenset(), doubts=mixed)
    if records is None:
        return ParsedBatch(lines, (), frozenset())
    builder.not_found.clear()
    entities, tables = builder.build_batch(records, lines)
    owned, not_found = owned_lines(records, lines), tuple(builder.not_found)
    doubts = doubt_capture(lines, entities) if kind == "capture" else ()
    doubts += doubt_script(lines, owned) if kind == "configuration" else ()
    batch = ParsedBatch(lines, tuple(entities), owned, 0, 0, not_found, doubts, tuple(tables))
    weight = 1 if position < ALL_COUNTED else 0 if position % EVERY else EVERY
    if not weight:
        return batch
    tokens, fields = count_tokens(lines, batch.all_entities())
    return replace(batch, tokens=tokens * weight, fields=fields * weight)


# Cuts a document into what the sandbox gets: a configuration whole, a log where a record starts.

BATCH_CHARACTERS = 256 * 1024
MOST_CHARACTERS = 2 * BATCH_CHARACTERS
LONG_CHARACTERS = BATCH_CHARACTERS // 4
UNCUT = ("configuration", "capture")
"""Kinds of documents that are never cut: what a line means depends on lines far before it."""


def split_batches(lines: Iterable[SourceLine], kind: Kind) -> Iterator[tuple[SourceLine, ...]]:
    """Yield the lines in batches of about 256 KiB; how a log is cut changes nothing in what is parsed.

    A log is cut before a line that begins a record: one that is not indented and, where the log has times, has one;
    after 512 KiB before any line. A record that begins with a very long line is a batch of its own: if the parser
    fails on it, nothing else is lost.
    """
    batch: list[SourceLine] = []
    size = 0
    for line in lines:
        long = len(line.text) >= LONG_CHARACTERS or (batch and len(batch[0].text) >= LONG_CHARACTERS)
        full = kind not in UNCUT and (size >= BATCH_CHARACTERS or (long and size > 0))
        if full and (kind == "text" or begins_record(line.text) or size >= MOST_CHARACTERS):
            yield tuple(batch)
            batch, size = [], 0
        batch.append(line)
        size += len(line.text) + 1
    if batch:
        yield tuple(batch)


def begins_record(text: str) -> bool:
    """True for a line that looks like the first of a log record."""
    return bool(text) and not text[0].isspace() and (text[0] == "{" or find_time(text[:120]) is not None)
