"""Runs a document's parser over it in the sandbox, batch by batch, and keeps what it says with its lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from graph_store.records import SourceLine
from ingest.build_entities import EntityBuilder
from ingest.check_coverage import count_tokens, owned_lines
from ingest.records import ParsedBatch, Parser
from ingest.sandbox import ParserError, RawRecord, Sandbox

ALL_COUNTED = 16
EVERY = 8
"""Of the first 16 batches (2 MB) the variable tokens are counted, then of every 8th, which stands for eight."""


def apply_parser(
    batches: Iterable[tuple[SourceLine, ...]], parser: Parser, builder: EntityBuilder, sandbox: Sandbox
) -> Iterator[ParsedBatch | ParserError]:
    """Yield each batch with the entities found in it; a batch whose parser fails comes with an error before it.

    Its lines are kept then, and explained by nothing; so are all lines when the parser cannot even be loaded.
    """
    waiting: list[tuple[SourceLine, ...]] = []
    rest = iter(batches)

    def texts() -> Iterator[Sequence[str]]:
        for batch in rest:
            waiting.append(batch)
            yield [line.text for line in batch]

    try:
        outcomes = sandbox.try_parse(parser.source, texts(), parser=parser.name)
        for position, outcome in enumerate(outcomes):
            lines = waiting.pop(0)
            if isinstance(outcome, ParserError):
                yield outcome
                yield ParsedBatch(lines, (), frozenset())
            else:
                yield _built(outcome, lines, builder, _weight(position))
    except ParserError as rejected:
        yield rejected
        for lines in (*waiting, *rest):
            yield ParsedBatch(lines, (), frozenset())


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
