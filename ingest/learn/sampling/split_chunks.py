"""Splits documents into chunks of about a thousand tokens, as a model sees them while it learns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from graph_store.records import SourceLine
from ingest.files.says_something import says_something
from ingest.learn.sampling.find_blocks import SampledBlock, find_blocks
from ingest.learn.sampling.mask_line import mask_line
from ingest.records import Kind
from language_model.count_tokens import TokenCounter

CHUNK_TOKENS = 1_000


@dataclass(frozen=True, slots=True)
class SampleChunk:
    """What a model sees of one document while it learns.

    `header` repeats the lines of the blocks that the chunk stands in; they are not its own. `lines` are its own, in
    order; their numbers have gaps where alike units were left out. `alike` counts the units left out here because one
    like them is in this or an earlier chunk. `tokens` are those of header and lines.
    """

    path: str
    header: tuple[SourceLine, ...]
    lines: tuple[SourceLine, ...]
    alike: int
    tokens: int


@dataclass(slots=True)
class _Growing:
    """A chunk while it is filled."""

    header: tuple[SourceLine, ...]
    tokens: int
    alike: int
    lines: list[SourceLine] = field(default_factory=list)


def split_chunks(
    documents: Sequence[Sequence[SourceLine]],
    kind: Kind,
    tokens: TokenCounter,
    limit: int = CHUNK_TOKENS,
    distinct: bool = True,
) -> list[SampleChunk]:
    """Return the chunks of documents of one syntax, in their order; none spans two documents.

    They are cut between records and outermost blocks; one that is longer than `limit` is cut inside, and every further
    chunk repeats what opens the blocks around it. No line is an own line of two chunks. With `distinct`, a unit like
    one before (see mask_line) is left out and counted; without it every line is in exactly one chunk. A chunk exceeds
    the limit only where one line does.
    """
    cutter = _Cutter(kind, tokens, limit, distinct)
    chunks: list[_Growing] = []
    waiting = 0
    for document in documents:
        current: _Growing | None = None
        for piece in (piece for block in find_blocks(document, kind) for piece in cutter.pieces(block)):
            if not piece.lines:
                if current is None:
                    waiting += 1
                else:
                    current.alike += 1
                continue
            if current is None or current.tokens + piece.tokens > limit:
                current = _Growing(piece.context, cutter.count(piece.context), waiting)
                chunks.append(current)
                waiting = 0
            current.lines.extend(piece.lines)
            current.tokens += piece.tokens
        if chunks:
            chunks[-1].alike, waiting = chunks[-1].alike + waiting, 0
    return [
        SampleChunk(chunk.lines[0].path, chunk.header, tuple(chunk.lines), chunk.alike, chunk.tokens)
        for chunk in chunks
    ]


def join_chunks(chunks: Sequence[SampleChunk], limit: int = CHUNK_TOKENS) -> list[SampleChunk]:
    """Join neighbours that have at most `limit` tokens together, so that a sample is worth its call.

    A chunk that repeats the header of a block it continues begins a new one. The path is the first one's; every line
    knows its own.
    """
    joined: list[SampleChunk] = []
    for chunk in chunks:
        last = joined[-1] if joined else None
        if last is None or chunk.header or last.tokens + chunk.tokens > limit:
            joined.append(chunk)
        else:
            alike, tokens = last.alike + chunk.alike, last.tokens + chunk.tokens
            joined[-1] = replace(last, lines=(*last.lines, *chunk.lines), alike=alike, tokens=tokens)
    return joined


# Cuts blocks, and shows what is alike once: units and, of blocks longer than a chunk, what is inside them.


@dataclass(frozen=True, slots=True)
class _Piece:
    """Lines that stay in one chunk, and the lines of the blocks around them; a piece left out has no lines."""

    context: tuple[SourceLine, ...]
    lines: tuple[SourceLine, ...]
    tokens: int


@dataclass(slots=True)
class _Cutter:
    """Turns blocks into pieces of at most `limit` tokens with their context, and remembers the shapes it has seen."""

    kind: Kind
    counter: TokenCounter
    limit: int
    distinct: bool
    seen: set[tuple[tuple[str, ...], tuple[str, ...]]] = field(default_factory=set)

    def pieces(self, block: SampledBlock, context: tuple[SourceLine, ...] = ()) -> list[_Piece]:
        """Return the pieces of one block. A line that fits in no chunk with its context goes without it."""
        lines = block.lines
        if self.distinct:
            shapes = (self._shape(context), self._shape(lines))
            if shapes in self.seen:
                return [_Piece(context, (), 0)]
            self.seen.add(shapes)
        tokens = self.count(lines)
        if tokens + self.count(context) <= self.limit:
            return [_Piece(context, lines, tokens)]
        if len(lines) == 1:
            return [_Piece((), lines, tokens)]
        if not block.children:
            block = SampledBlock(lines[:1], tuple(SampledBlock((line,)) for line in lines[1:]))
        return self._cut(block, context)

    def count(self, lines: Sequence[SourceLine]) -> int:
        """Return the tokens of lines, each with its newline."""
        return sum(self.counter(f"{line.text}\n") for line in lines)

    def _shape(self, lines: Sequence[SourceLine]) -> tuple[str, ...]:
        """Mask the lines that hold a word; neighbours that look the same count once."""
        masked = (mask_line(line.text, self.kind) for line in lines if says_something(line.text))
        return tuple(shape for shape, _ in groupby(masked))

    def _cut(self, block: SampledBlock, context: tuple[SourceLine, ...]) -> list[_Piece]:
        """Cut a long block: what opens it stays with its first piece, what closes it with its last."""
        inner = self._inner_context(block, context)
        pieces = [piece for child in block.children for piece in self.pieces(child, inner)]
        if block.head:
            opening = _Piece(context, block.head, self.count(block.head))
            if pieces[0].context == inner and (joined := self._join(opening, pieces[0])):
                pieces[0] = joined
            else:
                pieces[:0] = self._rows(opening)
        if block.tail:
            closing = _Piece(inner, block.tail, self.count(block.tail))
            if pieces[-1].lines and (joined := self._join(pieces[-1], closing)):
                pieces[-1] = joined
            else:
                pieces += self._rows(closing)
        return pieces

    def _inner_context(self, block: SampledBlock, context: tuple[SourceLine, ...]) -> tuple[SourceLine, ...]:
        """Add what opens a block to the lines around it; no more than half a chunk is spent on repeating them."""
        for head in (block.head, block.head[:1]):
            if self.count(context) + self.count(head) <= self.limit // 2:
                return context + head
        return context

    def _join(self, first: _Piece, second: _Piece) -> _Piece | None:
        """Put two pieces together, if they fit in a chunk."""
        tokens = first.tokens + second.tokens
        if not second.lines or tokens + self.count(first.context) > self.limit:
            return None
        return replace(first, lines=first.lines + second.lines, tokens=tokens)

    def _rows(self, piece: _Piece) -> list[_Piece]:
        """Take a piece apart line by line where it is too long for a chunk."""
        room = self.limit - self.count(piece.context)
        if piece.tokens <= room:
            return [piece]
        rows = [_Piece(piece.context, (line,), self.count((line,))) for line in piece.lines]
        return [row if row.tokens <= room else replace(row, context=()) for row in rows]
