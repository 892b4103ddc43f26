"""Reads which secrets a graph holds, so that a value is masked whatever a statement makes of it.

A row shows what its own lines tell is secret. An aggregate, a path or the description of the store gives values
without their lines; those are known from here.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from threading import Lock
from weakref import WeakKeyDictionary

from graph_store.errors import GraphError, GraphServerError
from graph_store.graph import ReadableGraph
from language_model.redact import Redactor
from language_model.redaction.secret_words import STEMS

MOST_LINES = 200_000
"""Lines of configurations that are read."""
MOST_FOUND = 20_000
"""Lines of all documents that are found by the words that announce secrets."""
MOST_SECRETS = 5_000
TOGETHER = 5_000
DOCUMENTS = "MATCH (d:Document {state: 'ready'}) RETURN d.serial, d.kind, d.lines, d.sha256 ORDER BY d.serial"
LINES = "UNWIND $ids AS id MATCH (l:Line {id: id}) RETURN l.text"
SEARCH = "CALL db.index.fulltext.queryNodes('lines', $q) YIELD node RETURN node.text"
LINE_IDS = 4294967296

Documents = tuple[tuple[object, ...], ...]
_known: WeakKeyDictionary[ReadableGraph, tuple[Documents, tuple[str, ...]]] = WeakKeyDictionary()
_lock = Lock()


def graph_secrets(graph: ReadableGraph) -> tuple[str, ...]:
    """Return the secrets of configurations, and of lines with words such as "password": read once for what is loaded.

    Raises GraphError.
    """
    with _lock:
        documents: Documents = tuple(map(tuple, graph.read(DOCUMENTS, row_limit=1_000_000).rows))
        before = _known.get(graph)
        if before is not None and before[0] == documents:
            return before[1]
        redactor = Redactor()
        found = dict.fromkeys(
            chain.from_iterable(redactor.secrets(texts) for texts in _texts(graph, documents))
        )
        secrets = tuple(list(found)[:MOST_SECRETS])
        _known[graph] = documents, secrets
        return secrets


def _texts(graph: ReadableGraph, documents: Documents) -> Iterator[list[str]]:
    left = MOST_LINES
    for serial, kind, lines, _ in documents:
        if kind != "configuration":
            continue
        count = min(left, int(str(lines or 0)))
        left -= count
        ids = range(int(str(serial)) * LINE_IDS + 1, int(str(serial)) * LINE_IDS + count + 1)
        texts: list[str] = []
        for start in range(0, count, TOGETHER):
            rows = graph.read(LINES, {"ids": list(ids[start : start + TOGETHER])}, row_limit=TOGETHER).rows
            texts += [str(row[0]) for row in rows]
        yield texts
    try:
        rows = graph.read(SEARCH, {"q": " OR ".join(f"{stem}*" for stem in STEMS)}, row_limit=MOST_FOUND).rows
    except GraphServerError:
        raise
    except GraphError:  # too many words begin so: the configurations are known
        rows = ()
    yield from ([str(row[0])] for row in rows)
