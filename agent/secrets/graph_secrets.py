"""Reads which secrets a graph holds, so that a value is masked whatever a statement makes of it.

A row shows what its own lines tell is secret. An aggregate, a path or the description of the store gives values
without their lines; those are known from here.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, groupby
from operator import itemgetter
from threading import Lock
from weakref import WeakKeyDictionary

from graph_store.errors import GraphError, GraphServerError
from graph_store.graph import ReadableGraph
from language_model.redact import Redactor
from language_model.redaction.secret_words import STEMS

MOST_LINES = 200_000
"""Lines of configurations that are read."""
MOST_FOUND = 20_000
"""Lines of logs that are found by the words that announce secrets."""
MOST_SECRETS = 5_000
TIME_S = 60.0
DOCUMENTS = "MATCH (d:Document {state: 'ready'}) RETURN d.serial, d.sha256 ORDER BY d.serial"
LINES = """\
MATCH (d:Document {state: 'ready', kind: 'configuration'})
UNWIND range(1, d.lines) AS number
MATCH (l:Line {id: d.serial * 4294967296 + number})
RETURN d.serial, l.text ORDER BY d.serial, number"""
SEARCH = "CALL db.index.fulltext.queryNodes('lines', $q) YIELD node RETURN node.text"

Documents = tuple[tuple[object, ...], ...]
_known: WeakKeyDictionary[ReadableGraph, dict[bool, tuple[Documents, tuple[str, ...]]]] = WeakKeyDictionary()
_lock = Lock()


def graph_secrets(graph: ReadableGraph, *, logs: bool) -> tuple[str, ...]:
    """Return the secrets of the configurations, and with `logs` of lines with words such as "password" anywhere.

    They are read once for what is loaded: some 0.1 ms a line. Raises GraphError.
    """
    with _lock:
        documents: Documents = tuple(map(tuple, graph.read(DOCUMENTS, row_limit=1_000_000).rows))
        before = _known.setdefault(graph, {}).get(logs)
        if before is not None and before[0] == documents:
            return before[1]
        redactor = Redactor()
        texts = chain(_configurations(graph), _announced(graph) if logs else ())
        found = dict.fromkeys(chain.from_iterable(map(redactor.secrets, texts)))
        secrets = tuple(list(found)[:MOST_SECRETS])
        _known[graph][logs] = documents, secrets
        return secrets


def _configurations(graph: ReadableGraph) -> Iterator[list[str]]:
    """Read the lines of each configuration, in their order: what a line is about may stand in the line before it."""
    rows = graph.read(LINES, row_limit=MOST_LINES, time_limit_s=TIME_S).rows
    for _, lines in groupby(rows, key=itemgetter(0)):
        yield [str(text) for _, text in lines]


def _announced(graph: ReadableGraph) -> Iterator[list[str]]:
    try:
        rows = graph.read(SEARCH, {"q": " OR ".join(f"{stem}*" for stem in STEMS)}, row_limit=MOST_FOUND).rows
    except GraphServerError:
        raise
    except GraphError:  # too many words begin so: the configurations are known
        return
    yield from ([str(row[0])] for row in rows)
