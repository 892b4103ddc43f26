"""Runs a document's parser over it in the sandbox, batch by batch, and keeps what it says with its lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from graph_store.records import SourceLine
from ingest.build_entities import EntityBuilder
from ingest.check_coverage import count_tokens, owned_lines
from ingest.records import ParsedBatch, Parser
from ingest.sandbox import ParserError, Sandbox


def apply_parser(
    batches: Iterable[tuple[SourceLine, ...]], parser: Parser, builder: EntityBuilder, sandbox: Sandbox
) -> Iterator[ParsedBatch | ParserError]:
    """Yield each batch with the entities found in it; a batch whose parser fails comes with an error before it.

    Its lines are kept then, and explained by nothing.
    """
    waiting: list[tuple[SourceLine, ...]] = []

    def texts() -> Iterator[Sequence[str]]:
        for batch in batches:
            waiting.append(batch)
            yield [line.text for line in batch]

    for outcome in sandbox.try_parse(parser.source, texts(), parser=parser.name):
        lines = waiting.pop(0)
        if isinstance(outcome, ParserError):
            yield outcome
            yield ParsedBatch(lines, (), frozenset())
            continue
        builder.not_found.clear()
        entities = tuple(builder.build(outcome, lines))
        owned = owned_lines(outcome, lines)
        tokens, fields = count_tokens(lines, entities)
        yield ParsedBatch(lines, entities, owned, tokens, fields, tuple(builder.not_found))
