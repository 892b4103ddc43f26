"""Splits a document into batches, and runs its parser over them in the sandbox."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from graph_store.records import SourceLine
from ingest.build_entities import EntityBuilder
from ingest.judge_records import count_tokens, owned_lines
from ingest.read_times import find_time
from ingest.records import Kind, ParsedBatch, Parser
from ingest.sandbox import ParserError, RawRecord, Sandbox

ALL_COUNTED = 16
EVERY = 8
"""Of the first 16 batches (2 MB) the variable tokens are counted, then of every 8th, which stands for eight."""


Outcome = Sequence[RawRecord] | ParserError | None
"""What a parser said of a batch; None where it could not be asked."""


def apply_parser(
    batches: Iterable[tuple[SourceLine, ...]], parser: Parser, builder: EntityBuilder, sandbox: Sandbox
) -> Iterator[ParsedBatch | ParserError]:
    """Yield each batch with the entities found in it; a batch whose parser fails comes with an error before it.

    Its lines are kept then, and explained by nothing; so are all lines when the parser cannot even be loaded.
    """
    for position, (lines, outcome) in enumerate(run_parser(batches, parser, sandbox)):
        if isinstance(outcome, ParserError):
            yield outcome
        if lines:
            yield build_batch(lines, None if isinstance(outcome, ParserError) else outcome, builder, position)


def run_parser(
    batches: Iterable[tuple[SourceLine, ...]], parser: Parser, sandbox: Sandbox
) -> Iterator[tuple[tuple[SourceLine, ...], Outcome]]:
    """Yield each batch with what the parser says of it; a parser that cannot be loaded is told first, without lines."""
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
    lines: tuple[SourceLine, ...], records: Sequence[RawRecord] | None, builder: EntityBuilder, position: int
) -> ParsedBatch:
    """Make the entities of a document's batch at that position; without records its lines stand alone."""
    if records is None:
        return ParsedBatch(lines, (), frozenset())
    return _built(records, lines, builder, _weight(position))


def _weight(position: int) -> int:
    """Say for how many batches the tokens of the one at that position stand."""
    if position < ALL_COUNTED:
        return 1
    return 0 if position % EVERY else EVERY


def _built(
    records: Sequence[RawRecord], lines: tuple[SourceLine, ...], builder: EntityBuilder, weight: int
) -> ParsedBatch:
    """Make entities of one batch's records, with what they explain."""
    builder.not_found.clear()
    entities = tuple(builder.build(records, lines))
    tokens, fields = count_tokens(lines, entities) if weight else (0, 0)
    return ParsedBatch(
        lines,
        entities,
        owned_lines(records, lines),
        tokens * weight,
        fields * weight,
        tuple(builder.not_found),
    )


# Cuts a document into what the sandbox gets: a configuration whole, a log where a record starts.


BATCH_CHARACTERS = 128 * 1024
MOST_CHARACTERS = 4 * BATCH_CHARACTERS
LONG_CHARACTERS = BATCH_CHARACTERS // 2


def split_batches(lines: Iterable[SourceLine], kind: Kind) -> Iterator[tuple[SourceLine, ...]]:
    """Yield the lines in batches of about 128 KiB; parsing does not depend on where a log is cut.

    A log is cut only before a line that begins a record: one that is not indented and, where the log has
    time stamps, has one. After 512 KiB without such a line it is cut all the same. A record that begins with a very
    long line stands in a batch of its own: where the parser fails on it, it fails on nothing else.
    """
    batch: list[SourceLine] = []
    size = 0
    for line in lines:
        long = len(line.text) >= LONG_CHARACTERS or (batch and len(batch[0].text) >= LONG_CHARACTERS)
        full = kind != "configuration" and (size >= BATCH_CHARACTERS or (long and size > 0))
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
