"""Splits documents into chunks of about a thousand tokens, as a model sees them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from graph_store.records import SourceLine
from ingest.records import Kind
from ingest.sampling.find_blocks import Block, find_blocks
from ingest.sampling.mask_line import mask_line
from ingest.says_something import says_something
from language_model.count_tokens import TokenCounter

# The records of sampling: chunks, and what was chosen of them.


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


@dataclass(frozen=True, slots=True)
class Sampling:
    """The chosen chunks in the order chosen, and the share of `keywords` shown after each of them (0 to 1).

    `clusters` and `terms` are the paper's n_c and n_t.
    """

    samples: tuple[SampleChunk, ...]
    coverage: tuple[float, ...]
    keywords: tuple[str, ...]
    clusters: int
    terms: int


@dataclass(frozen=True, slots=True)
class SearchStep:
    """One (n_c, n_t) that the search tried: how many samples it needs, and the keyword coverage they reach."""

    clusters: int
    terms: int
    samples: int
    coverage: float


# Cuts documents into chunks of about a thousand tokens, the form in which a model sees them while it learns.


# Shows what is alike once: units and, of blocks longer than a chunk, what is inside them.


Shape = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ChunkUnit:
    """Lines that stay in one chunk, and the lines of the blocks around them; a unit left out has no lines."""

    context: tuple[SourceLine, ...]
    lines: tuple[SourceLine, ...]
    tokens: int


class DistinctUnits:
    """Turns blocks into pieces of at most `limit` tokens with their context, and remembers the shapes it has seen."""

    def __init__(self, kind: Kind, tokens: TokenCounter, limit: int, distinct: bool) -> None:
        self.kind = kind
        self.counter = tokens
        self.limit = limit
        self.distinct = distinct
        self._seen: set[tuple[Shape, Shape]] = set()

    def pieces(self, block: Block, context: tuple[SourceLine, ...] = ()) -> list[ChunkUnit]:
        """Return the pieces of one block. A line that fits in no chunk with its context goes without it.

        Only a line that alone is longer than the limit exceeds it.
        """
        lines = block.lines
        if self.distinct and self._is_known(lines, context):
            return [ChunkUnit(context, (), 0)]
        tokens = self.count(lines)
        if tokens + self.count(context) <= self.limit:
            return [ChunkUnit(context, lines, tokens)]
        if len(lines) == 1:
            return [ChunkUnit((), lines, tokens)]
        if not block.children:
            block = Block(lines[:1], tuple(Block((line,)) for line in lines[1:]))
        return list(self._cut(block, context))

    def count(self, lines: Sequence[SourceLine]) -> int:
        """Return the tokens of lines, each with its newline."""
        return sum(self.counter(f"{line.text}\n") for line in lines)

    def _is_known(self, lines: Sequence[SourceLine], context: Sequence[SourceLine]) -> bool:
        key = (self._shape(context), self._shape(lines))
        known = key in self._seen
        self._seen.add(key)
        return known

    def _shape(self, lines: Sequence[SourceLine]) -> Shape:
        """Mask the lines that hold a word; neighbours that look the same count once."""
        masked = (mask_line(line.text, self.kind) for line in lines if says_something(line.text))
        return tuple(shape for shape, _ in groupby(masked))

    def _cut(self, block: Block, context: tuple[SourceLine, ...]) -> Iterator[ChunkUnit]:
        """Yield the pieces of a long block: what opens it stays with its first piece, what closes it with its last."""
        inner = self._inner_context(block, context)
        pieces = [piece for child in block.children for piece in self.pieces(child, inner)]
        if block.head:
            opening = ChunkUnit(context, block.head, self.count(block.head))
            joined = self._join(opening, pieces[0], opening.context) if pieces[0].context == inner else None
            if joined:
                pieces[0] = joined
            else:
                pieces[:0] = self._rows(opening)
        if block.tail:
            closing = ChunkUnit(inner, block.tail, self.count(block.tail))
            joined = self._join(pieces[-1], closing, pieces[-1].context) if pieces[-1].lines else None
            if joined:
                pieces[-1] = joined
            else:
                pieces.extend(self._rows(closing))
        yield from pieces

    def _inner_context(self, block: Block, context: tuple[SourceLine, ...]) -> tuple[SourceLine, ...]:
        """Add what opens a block to the lines around it; no more than half a chunk is spent on repeating them."""
        for head in (block.head, block.head[:1], ()):
            if self.count(context) + self.count(head) <= self.limit // 2:
                return context + head
        return context

    def _join(self, first: ChunkUnit, second: ChunkUnit, context: tuple[SourceLine, ...]) -> ChunkUnit | None:
        """Put two pieces together, if they fit in a chunk."""
        tokens = first.tokens + second.tokens
        if not second.lines or tokens + self.count(context) > self.limit:
            return None
        return replace(first, lines=first.lines + second.lines, tokens=tokens)

    def _rows(self, piece: ChunkUnit) -> list[ChunkUnit]:
        """Take a piece apart line by line where it is too long for a chunk."""
        if piece.tokens + self.count(piece.context) <= self.limit:
            return [piece]
        room = self.limit - self.count(piece.context)
        rows = [ChunkUnit(piece.context, (line,), self.count((line,))) for line in piece.lines]
        return [row if row.tokens <= room else replace(row, context=()) for row in rows]


LIMIT = 1_000


@dataclass(slots=True)
class _Growing:
    """A chunk while it is filled."""

    header: tuple[SourceLine, ...]
    tokens: int
    alike: int = 0
    lines: list[SourceLine] = field(default_factory=list)

    def add(self, piece: ChunkUnit) -> None:
        self.lines.extend(piece.lines)
        self.tokens += piece.tokens


def split_chunks(
    documents: Sequence[Sequence[SourceLine]],
    kind: Kind,
    tokens: TokenCounter,
    limit: int = LIMIT,
    distinct: bool = True,
) -> list[SampleChunk]:
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
        SampleChunk(chunk.lines[0].path, chunk.header, tuple(chunk.lines), chunk.alike, chunk.tokens)
        for chunk in chunks
    ]
