"""GARAG: the reports nearest to a question weigh their sources, and the best extracts are returned.

The model's words, where reports have any, only help to find: what is shown is the original text, unaltered, with its
score. No model is called when a question is asked.
"""

from __future__ import annotations

from collections import defaultdict

from retrieval.indexes import Indexes
from retrieval.records import Retrieved, SearchRequest

NEAREST_REPORTS = 40
MOST_EXTRACTS = 20
OWN_SHARE = 0.5
"""What a chunk's own likeness to the question counts beside the weight that reports give it."""


def search_garag(indexes: Indexes, asked: SearchRequest) -> Retrieved:
    """Return the original chunks with the highest weights."""
    chunk_of = {line.id: place for place, chunk in enumerate(indexes.chunks) for line in chunk.lines}
    statements = [(statement, report) for report in indexes.told for statement in report.statements]
    weights: dict[int, float] = defaultdict(float)
    for place, score in indexes.near_statements.nearest(asked.question, NEAREST_REPORTS):
        if score <= 0:
            break
        statement, _ = statements[place]
        sources = {chunk_of[line] for line in statement.lines if line in chunk_of}
        for source in sources:
            weights[source] += score / len(sources) ** 0.5
    highest = max(weights.values(), default=0.0) or 1.0
    scores = {place: (1 - OWN_SHARE) * weight / highest for place, weight in weights.items()}
    for place, score in indexes.near_chunks.nearest(asked.question, NEAREST_REPORTS):
        scores[place] = scores.get(place, 0.0) + OWN_SHARE * max(score, 0.0)
    passages = indexes.chunk_passages(scores, MOST_EXTRACTS, lambda chunk: chunk.trail)
    return Retrieved(passages, indexes.notes)
