"""Cuts documents into chunks of about a thousand tokens, the form in which a model sees them while it learns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from graph_store.records import SourceLine
from ingest.records import Kind
from ingest.sampling.distinct_units import DistinctUnits, Piece
from ingest.sampling.find_blocks import find_blocks
from ingest.sampling.records import Chunk
from language_model.count_tokens import TokenCounter

LIMIT = 1_000


@dataclass(slots=True)
class _Growing:
    """A chunk while it is filled."""

    header: tuple[SourceLine, ...]
    tokens: int
    alike: int = 0
    lines: list[SourceLine] = field(default_factory=list)

    def add(self, piece: Piece) -> None:
        self.lines.extend(piece.lines)
        self.tokens += piece.tokens


def split_chunks(
    documents: Sequence[Sequence[SourceLine]],
    kind: Kind,
    tokens: TokenCounter,
    limit: int = LIMIT,
    distinct: bool = True,
) -> list[Chunk]:
    """Return the chunks of documents of one syntax, in their order; none spans two documents.

    They are cut between units (see split_units); a unit longer than `limit` is cut inside, and every further chunk
    repeats what opens the blocks around it. No line is an own line of two chunks. With `distinct`, a unit like one
    before (see mask_line) is left out and counted; without it every line is in exactly one chunk. A chunk exceeds
    the limit only where one line does.
    """
    units = DistinctUnits(kind, tokens, limit, distinct)
    chunks: list[_Growing] = []
    waiting = 0
    for document in documents:
        current: _Growing | None = None
        for piece in (piece for block in find_blocks(document, kind) for piece in units.pieces(block)):
            if not piece.lines:
                waiting += 1
            elif current is None or current.tokens + piece.tokens > limit:
                current = _Growing(piece.context, units.count(piece.context))
                chunks.append(current)
            if piece.lines and current:
                current.add(piece)
            if current:
                current.alike, waiting = current.alike + waiting, 0
        if chunks:
            chunks[-1].alike, waiting = chunks[-1].alike + waiting, 0
    return [
        Chunk(chunk.lines[0].path, chunk.header, tuple(chunk.lines), chunk.alike, chunk.tokens)
        for chunk in chunks
    ]
