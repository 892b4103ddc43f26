"""Advanced RAG as Elastic describes it: enriched chunks, synonyms, HyDE, two scores combined, reverse packing.

Each technique is a switch, so that an ablation is one command. Without a model HyDE's hypothetical answer is made of
the words that stand beside the question's in the data.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping

from pydantic import BaseModel

from graph_store.records import Description
from retrieval.indexes import Indexes
from retrieval.records import Retrieved, SearchRequest
from retrieval.word_index import WordIndex, content_words

LEXICAL, VECTOR = 0.3, 0.7
"""How the two scores are combined, each as a share of its highest."""
RANK_OFFSET = 60
"""Of reciprocal rank fusion: how little the first ranks count more than the next."""
MOST_CHUNKS = 12
CANDIDATES = 60
SYNONYM_WEIGHT = 0.5
_PARTS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")


class _Hypothetical(BaseModel):
    answer: str


def synonyms(description: Description) -> Mapping[str, frozenset[str]]:
    """Return words that mean the same here: what types of one common label are called, and the label's own words."""
    found: dict[str, set[str]] = defaultdict(set)
    for label in description.labels:
        kinds = {name: {part.lower() for part in _PARTS.findall(name)} for name, _ in label.spans}
        own = {part.lower() for part in _PARTS.findall(label.name)}
        others = set().union(*kinds.values()) - own if kinds else set()
        for word in own | others:
            found[word] |= (own | others) - {word}
    return {word: frozenset(others) for word, others in found.items() if len(others) <= 6}


def search_advanced(indexes: Indexes, asked: SearchRequest) -> Retrieved:
    """Search by words and by vectors, and combine what both find."""
    options = asked.options
    advanced = indexes.advanced(options.uses("enrichment"))
    weights = dict.fromkeys(content_words(asked.question), 1.0)
    if options.uses("synonyms"):
        known = synonyms(indexes.description)
        near = {other for word in weights for other in known.get(word.removesuffix("s"), ())}
        weights |= {word: SYNONYM_WEIGHT for word in near if word not in weights}
    lexical = dict(enumerate(advanced.lexical(weights)))
    vector: dict[int, float] = {}
    if options.uses("vectors"):
        vector = dict(advanced.near.nearest(_hypothetical(advanced, asked), CANDIDATES))
    scores = _combine(lexical, vector, options.uses("rank-fusion"))
    passages = indexes.chunk_passages(scores, MOST_CHUNKS, lambda chunk: chunk.trail)
    if asked.model is not None and options.uses("reverse-packing"):
        passages = passages[::-1]
    return Retrieved(passages, indexes.notes)


def _hypothetical(advanced: WordIndex, asked: SearchRequest) -> str:
    """Write what an answer might look like, and search with that: its vector is nearer to a real one's."""
    if not asked.options.uses("hyde"):
        return asked.question
    if asked.model is None:
        return " ".join([asked.question, *advanced.beside(content_words(asked.question))])
    return f"{asked.question}\n{asked.model.ask('hyde', {'question': asked.question}, _Hypothetical).answer}"


def _combine(lexical: Mapping[int, float], vector: Mapping[int, float], by_rank: bool) -> dict[int, float]:
    """Add the shares of the highest scores, and reciprocal ranks where that is on."""
    scores: dict[int, float] = defaultdict(float)
    for weight, found in ((LEXICAL, lexical), (VECTOR, vector)):
        highest = max(found.values(), default=0.0)
        ranked = sorted(found, key=lambda place: (-found[place], place))[:CANDIDATES]
        for rank, place in enumerate(ranked):
            if found[place] > 0:
                scores[place] += weight * found[place] / highest
                scores[place] += RANK_OFFSET / (RANK_OFFSET + rank) if by_rank else 0.0
    return scores
