"""Searches document structure, as in DB-GPT's GraphRAG: keywords find chunks, a path locates them.

A document includes sections, a section includes chunks, a chunk's next one follows it. From a hit the search goes to
the chunks that follow and precede it in its section, and to chunks of other documents that name the same entities.
"""

from __future__ import annotations

from collections.abc import Iterable

from retrieval.indexes import Indexes
from retrieval.records import Chunk, Retrieved, SearchRequest
from retrieval.word_index import content_words

MOST_HITS = 8
MOST_PASSAGES = 14
NEXT = 0.5
"""What a neighbour in the same section has of a hit's score."""
SHARED = 0.3
"""What a chunk that shows an entity of a hit has of its score."""


def search_documents(indexes: Indexes, asked: SearchRequest) -> Retrieved:
    """Find chunks by keywords, go on to what is next to them and what names the same, and tell where each stands."""
    index = indexes.advanced(True)
    lexical = index.lexical(dict.fromkeys(content_words(asked.question), 1.0))
    highest = max(lexical, default=0.0)
    hits = sorted(range(len(lexical)), key=lambda place: (-lexical[place], place))[:MOST_HITS]
    scores: dict[int, float] = {place: lexical[place] / highest for place in hits if lexical[place] > 0}
    for place, score in list(scores.items()):
        for other, share in _hops(indexes, place):
            scores[other] = max(scores.get(other, 0.0), share * score)
    return Retrieved(indexes.chunk_passages(scores, MOST_PASSAGES, trace), indexes.notes)


def trace(chunk: Chunk) -> tuple[str, ...]:
    """Return the path from the document down to the chunk: document, sections, lines."""
    first, last = chunk.lines[0], chunk.lines[-1]
    heads = tuple(head for head in chunk.trail if head != first.text.strip())
    where = f"lines {first.number} to {last.number}" if first is not last else f"line {first.number}"
    return (first.document.path, *heads, where)


def _hops(indexes: Indexes, place: int) -> Iterable[tuple[int, float]]:
    here = indexes.chunks[place]
    for other in (place - 1, place + 1):
        if 0 <= other < len(indexes.chunks):
            there = indexes.chunks[other]
            if here.lines[0].document == there.lines[0].document and here.trail[:1] == there.trail[:1]:
                yield other, NEXT
    entities, of_entity = indexes.chunk_entities
    for entity in entities.get(place, ()):
        others = of_entity[entity]
        if len(others) <= MOST_HITS:
            yield from ((other, SHARED) for other in others if other != place)
