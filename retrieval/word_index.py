"""Finds chunks by words (BM25) and by vectors. Pure."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from graph_store.text_search.tokenize_line import search_tokens
from retrieval.records import Chunk
from retrieval.vectors import Nearest, NearestTexts, WordVectors

KEY_PHRASES = 6
MOST_BESIDE = 12


class WordIndex:
    """Chunks by their words and by their vectors: those of a model that are kept, else of the words."""

    def __init__(self, chunks: Sequence[Chunk], enriched: bool, kept: Nearest | None = None) -> None:
        texts = enrich(chunks) if enriched else [chunk.text for chunk in chunks]
        self._words = [Counter(search_tokens(text)) for text in texts]
        self._counts = Counter(word for words in self._words for word in words)
        self._mean = sum(words.total() for words in self._words) / max(len(self._words), 1)
        self.near = kept or NearestTexts(texts, WordVectors())

    def lexical(self, weights: Mapping[str, float]) -> list[float]:
        """Score every chunk for any of the words (BM25), each word with its weight."""
        inverse = {
            word: weight
            * math.log(1 + (len(self._words) - self._counts[word] + 0.5) / (self._counts[word] + 0.5))
            for word, weight in weights.items()
            if word in self._counts
        }
        return [
            sum(
                idf * words[word] * 2.2 / (words[word] + 1.2 * (0.25 + 0.75 * words.total() / self._mean))
                for word, idf in inverse.items()
                if word in words
            )
            for words in self._words
        ]

    def beside(self, words: Sequence[str]) -> list[str]:
        """Return words that stand beside these far more often than elsewhere."""
        beside: Counter[str] = Counter()
        for held in self._words:
            shared = sum(word in held for word in words)
            if shared:
                beside.update(dict.fromkeys(held, shared))
        scored = {
            word: count / math.sqrt(self._counts[word] + 5)
            for word, count in beside.items()
            if word not in words
        }
        return sorted(scored, key=lambda word: (-scored[word], word))[:MOST_BESIDE]


def enrich(chunks: Sequence[Chunk]) -> list[str]:
    """Add to each chunk its key phrases, the words that tell it from the others, and the names in its headings."""
    words = [Counter(search_tokens(chunk.text)) for chunk in chunks]
    counts = Counter(word for held in words for word in held)
    enriched = []
    for chunk, held in zip(chunks, words, strict=True):
        rarity = {word: held[word] * math.log(len(chunks) / counts[word] + 1) for word in held}
        telling = sorted(held, key=lambda word: (-rarity[word], word))[:KEY_PHRASES]
        document = chunk.lines[0].document
        names = [document.device, *re.split(r"[/._-]+", document.path), *chunk.trail]
        enriched.append(
            "\n".join([chunk.text, " ".join(telling), " ".join(dict.fromkeys(filter(None, names)))])
        )
    return enriched


# The words of a question, and of what may answer it: without those that only ask, and in any number.


_PARTS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[0-9]+")
_ASKING = frozenset(
    {"list", "show", "tell", "give", "many", "does", "did", "kind", "type", "present", "data"}
)


def content_words(question: str) -> list[str]:
    """Return the words of a question that may stand in lines, each once; all of them where none would be left."""
    from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS  # type: ignore[import-untyped]

    words = list(dict.fromkeys(search_tokens(question)))
    kept = [word for word in words if word not in ENGLISH_STOP_WORDS and not singular([word]) & _ASKING]
    return kept or words


def spoken_words(text: str) -> frozenset[str]:
    """Return the words of a text as they may be asked for: names in parts too (BgpNeighbor, branch-ash), singular."""
    parts = (part.lower() for part in _PARTS.findall(text))
    return singular([*search_tokens(text), *parts])


def singular(words: Iterable[str]) -> frozenset[str]:
    """Return words with what they may be the plural of: two texts are about one thing if any of these meet."""
    found = set()
    for word in words:
        found.add(word)
        if word.endswith("s") and len(word) > 3:
            found.update(word.removesuffix(end) for end in ("s", "es") if word.endswith(end))
    return frozenset(found)
