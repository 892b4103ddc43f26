"""Texts as vectors, and the nearest of them: TF-IDF with truncated SVD, or a model's embeddings through LangChain.

`Nearest` is what the modes know. Its simplest implementation keeps all vectors in memory; the other one is the graph
store's own index (`retrieval/kept_vectors.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

from graph_store.text_search.tokenize_line import search_tokens
from retrieval.errors import EmbeddingError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Matrix = NDArray[np.float32]

DIMENSIONS = 128
SEED = 0


class Embeds(Protocol):
    """Makes vectors; rows have length 1, or 0 where a text has no known word."""

    def fit(self, texts: Sequence[str]) -> Matrix:
        """Embed the texts, (n_texts, n_dimensions), and learn their words where the method does."""
        ...

    def embed(self, text: str) -> Matrix:
        """Embed one text, (n_dimensions,)."""
        ...


class Nearest(Protocol):
    """Finds the texts nearest to another one."""

    def nearest(self, text: str, most: int) -> list[tuple[int, float]]:
        """Return the places of the nearest texts with their cosines, best first. Raises EmbeddingError."""
        ...


class WordVectors:
    """TF-IDF over the words of the text index, reduced by truncated SVD where that makes it smaller. No model."""

    def __init__(self, dimensions: int = DIMENSIONS) -> None:
        self._dimensions = dimensions
        self._words: Any = None
        self._reduce: Any = None

    def fit(self, texts: Sequence[str]) -> Matrix:
        """Learn the words of the texts; the seed is fixed, so that the same texts give the same vectors."""
        from sklearn.decomposition import TruncatedSVD  # type: ignore[import-untyped]
        from sklearn.feature_extraction.text import TfidfVectorizer  # type: ignore[import-untyped]

        self._words = TfidfVectorizer(analyzer=search_tokens, sublinear_tf=True)
        found = self._words.fit_transform(texts)
        if min(found.shape) > self._dimensions + 1:
            self._reduce = TruncatedSVD(self._dimensions, random_state=SEED)
            return _unit(self._reduce.fit_transform(found))
        return _unit(found.toarray())

    def embed(self, text: str) -> Matrix:
        """Embed a text by the words that are known."""
        found = self._words.transform([text])
        made = self._reduce.transform(found) if self._reduce is not None else found.toarray()
        return _first(_unit(made))


class ModelVectors:
    """A model's embeddings: any endpoint that LangChain opens by name, as in "openai:text-embedding-3-small".

    Raises EmbeddingError.
    """

    def __init__(self, name: str) -> None:
        from langchain.embeddings import init_embeddings

        # OpenAI's own would get numbers of tokens, counted by a table that is fetched; other servers want the texts.
        own: dict[str, Any] = {"check_embedding_ctx_length": False} if name.startswith("openai:") else {}
        self._name = name
        try:
            self._model: Any = init_embeddings(name, **own)
        except Exception as error:  # whatever the provider's library raises
            raise EmbeddingError(name, str(error)) from error

    def fit(self, texts: Sequence[str]) -> Matrix:
        """Embed the texts without their secrets."""
        try:
            return _unit(self._model.embed_documents([_redacted(text) for text in texts]))
        except Exception as error:  # whatever the provider's library raises
            raise EmbeddingError(self._name, str(error)) from error

    def embed(self, text: str) -> Matrix:
        """Embed a text without its secrets."""
        return _first(self.fit([text]))


class NearestTexts:
    """Keeps the vectors in memory, and compares all of them, which numpy does for 100,000 in 10 ms."""

    def __init__(self, texts: Sequence[str], embeds: Embeds) -> None:
        self._embeds = embeds
        self._vectors = embeds.fit(texts) if texts else None

    def nearest(self, text: str, most: int) -> list[tuple[int, float]]:
        """Return the nearest texts."""
        if self._vectors is None:
            return []
        scores = [float(score) for score in self._vectors @ self._embeds.embed(text)]
        places = sorted(range(len(scores)), key=lambda place: (-scores[place], place))[:most]
        return [(place, scores[place]) for place in places]


def _unit(rows: Any) -> Matrix:
    import numpy as np

    made = np.asarray(rows, dtype=np.float32)
    lengths = np.linalg.norm(made, axis=1, keepdims=True)
    unit: Matrix = np.divide(made, lengths, out=np.zeros_like(made), where=lengths > 0)
    return unit


def _first(rows: Matrix) -> Matrix:
    row: Matrix = rows[0]
    return row


def _redacted(text: str) -> str:
    from language_model.redact import Redactor

    return "\n".join(Redactor().lines(text.split("\n")))
