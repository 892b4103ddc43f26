"""Texts as vectors (TF-IDF with SVD, or a model's embeddings), kept in the graph store's vector index.

`Nearest` is what the modes know: all vectors in memory, or the graph store's own index.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, Protocol, get_args

from graph_store.graph import ReadableGraph, VectorGraph, vector_index_name
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

    def __init__(self) -> None:
        self._words: Any = None
        self._reduce: Any = None

    def fit(self, texts: Sequence[str]) -> Matrix:
        """Learn the words of the texts; the seed is fixed, so that the same texts give the same vectors."""
        from sklearn.decomposition import TruncatedSVD  # type: ignore[import-untyped]
        from sklearn.feature_extraction.text import TfidfVectorizer  # type: ignore[import-untyped]

        self._words = TfidfVectorizer(analyzer=search_tokens, sublinear_tf=True)
        found = self._words.fit_transform(texts)
        if min(found.shape) > DIMENSIONS + 1:
            self._reduce = TruncatedSVD(DIMENSIONS, random_state=SEED)
            return _unit(self._reduce.fit_transform(found))
        return _unit(found.toarray())

    def embed(self, text: str) -> Matrix:
        """Embed a text by the words that are known."""
        found = self._words.transform([text])
        made = self._reduce.transform(found) if self._reduce is not None else found.toarray()
        row: Matrix = _unit(made)[0]
        return row


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
        """Embed the texts."""
        try:
            return _unit(self._model.embed_documents(list(texts)))
        except Exception as error:  # whatever the provider's library raises
            raise EmbeddingError(self._name, str(error)) from error

    def embed(self, text: str) -> Matrix:
        """Embed a text."""
        row: Matrix = self.fit([text])[0]
        return row


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


# Vectors of a model in the graph store's own vector index: Neo4j's, or the embedded store's (ArcadeDB's LSM index).
# A vector is kept by a digest of its text, so only new texts are embedded. The graph knows the name of the embeddings:
# questions are embedded by the same. Vectors of words are not kept: they are learned from all texts as these are read.


Kind = Literal["Chunk", "Report", "Statement"]
KINDS: tuple[Kind, ...] = get_args(Kind)
STALE = "The graph has changed since its vectors were made, so words are compared; `wirelore embed` makes them anew."
AT_ONCE = 128
_FIRST_SEARCH_S = 600.0
"""The embedded store builds its index at the first search after a start or a change."""
_MOST = 1_000_000
_SET = "MATCH (s:VectorSet {kind: $kind}) RETURN s.embeddings, s.digest"
_KEEP_SET = "MERGE (s:VectorSet {kind: $kind}) SET s.embeddings = $embeddings, s.digest = $digest"
_NEAREST = (
    "CALL db.index.vector.queryNodes($index, $most, $vector) YIELD node, score "
    "RETURN node.key AS key, score ORDER BY score DESC, key"
)


class KeptVectors:
    """Finds the nearest texts by the index of the graph."""

    def __init__(self, graph: ReadableGraph, kind: Kind, texts: Sequence[str], embeds: Embeds) -> None:
        self._graph = graph
        self._kind = kind
        self._embeds = embeds
        self._places: dict[str, list[int]] = defaultdict(list)
        for place, text in enumerate(texts):
            self._places[_digest(text)].append(place)

    def nearest(self, text: str, most: int) -> list[tuple[int, float]]:
        """Return the nearest texts; both stores tell (1 + cosine) / 2."""
        vector = [float(one) for one in self._embeds.embed(text)]
        if not any(vector) or not self._places:
            return []
        values = {"index": vector_index_name(_label(self._kind)), "most": most, "vector": vector}
        rows = self._graph.read(_NEAREST, values, row_limit=most, time_limit_s=_FIRST_SEARCH_S).rows
        found = [
            (place, 2 * float(str(score)) - 1) for key, score in rows for place in self._places[str(key)]
        ]
        return found[:most]


def open_kept(graph: ReadableGraph, kind: Kind, texts: Sequence[str]) -> tuple[KeptVectors | None, bool]:
    """Open the vectors that the graph keeps of these texts, if it does; say, too, whether they are of other texts."""
    rows = graph.read(_SET, {"kind": kind}, row_limit=1).rows
    if not rows:
        return None, False
    name, digest = map(str, rows[0])
    if digest != _digest(*texts):
        return None, True
    return KeptVectors(graph, kind, texts, ModelVectors(name)), False


def keep_vectors(graph: VectorGraph, kind: Kind, texts: Sequence[str], name: str) -> int:
    """Embed the texts that the graph has no vectors of, and return how many these were; others' vectors go.

    What is written stays when a call fails. Raises EmbeddingError and GraphError.
    """
    embeds, label = ModelVectors(name), _label(kind)
    wanted = {_digest(text): text for text in texts}
    rows = graph.read(_SET, {"kind": kind}, row_limit=1).rows
    there: set[str] | None = None
    if rows and str(rows[0][0]) == name:
        there = {str(row[0]) for row in graph.read(f"MATCH (n:{label}) RETURN n.key", row_limit=_MOST).rows}
    missing = [key for key in wanted if key not in (there or ())]
    for start in range(0, len(missing), AT_ONCE):
        keys = missing[start : start + AT_ONCE]
        made = embeds.fit([wanted[key] for key in keys])
        if there is None:
            graph.define_vectors(label, made.shape[1])
            graph.write_all([(_KEEP_SET, {"kind": kind, "embeddings": name, "digest": ""})])
            there = set()
        vectors: list[dict[str, Any]] = [
            {"key": key, "vector": [float(one) for one in row]}
            for key, row in zip(keys, made, strict=True)
            if row.any()
        ]
        add = f"UNWIND $rows AS row CREATE (n:{label} {{key: row.key}}) SET n.embedding = row.vector"
        graph.write_all([(add, {"rows": vectors})])
    stale = [key for key in there or () if key not in wanted]
    for start in range(0, len(stale), AT_ONCE):
        drop = f"UNWIND $keys AS key MATCH (n:{label} {{key: key}}) DETACH DELETE n"
        graph.write_all([(drop, {"keys": stale[start : start + AT_ONCE]})])
    graph.write_all([(_KEEP_SET, {"kind": kind, "embeddings": name, "digest": _digest(*texts)})])
    if texts and missing:
        KeptVectors(graph, kind, texts, embeds).nearest(texts[0], 1)
    return len(missing)


def _label(kind: Kind) -> str:
    return f"{kind}Vector"


def _digest(*texts: str) -> str:
    made = hashlib.sha256()
    for text in texts:
        made.update(hashlib.sha256(text.encode()).digest())
    return made.hexdigest()[:32]
