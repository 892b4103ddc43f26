"""One deadline for a query with all that is read beside it: the person has the refusal then, and the server is free."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.execute import QueryLimits, run_query
from agent.records import Query
from graph_store.arcadedb_http import list_statements
from graph_store.bolt_graph import BoltGraph
from graph_store.open_graph import open_graph
from graph_store.server_file import read_server

LIMIT_S = 2.0
LATE_S = 1.0
ENDED_WITHIN_S = 2.0
STUCK_WITHIN_S = 20.0
"""How long a server may go on with an expression that never looks at the time, on a busy machine; 6 s by itself."""

EXPENSIVE = {
    "a product that is counted": "MATCH (a:Thing), (b:Thing), (c:Thing) WHERE a.id + b.id + c.id < 0 RETURN count(*)",
    "a product in order": "MATCH (a:Thing), (b:Thing) RETURN a.id * b.id AS x ORDER BY x LIMIT 5",
    "every path": "MATCH p = (a:Hop)-[:NEXT*1..12]-(b:Hop) RETURN count(p)",
    "forty parts": " UNION ALL ".join(
        f"MATCH (a:Thing), (b:Thing) WHERE a.id + b.id < {-number} RETURN count(*) AS n"
        for number in range(40)
    ),
}
STUCK = (
    "MATCH (t:Thing) WITH collect(t.id) AS ids "
    "RETURN size([x IN ids WHERE any(y IN ids WHERE any(z IN ids WHERE x + y + z < 0))]) AS n"
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a KG."""
    return tmp_path_factory.mktemp("deadline") / "kg"


@pytest.fixture(scope="module")
def things(folder: Path) -> Iterator[BoltGraph]:
    """Return 4,000 nodes, and 20 that are all connected."""
    with open_graph(str(folder), create=True, idle_s=0.5) as graph:
        graph.write("UNWIND range(1, 4000) AS id CREATE (:Thing {id: id})")
        graph.write("UNWIND range(1, 20) AS id CREATE (:Hop {id: id})")
        graph.write("MATCH (a:Hop), (b:Hop) CREATE (a)-[:NEXT]->(b)")
        yield graph


@pytest.mark.parametrize("statement", EXPENSIVE.values(), ids=EXPENSIVE)
def test_what_takes_too_long_is_refused_in_time_and_ends(
    things: BoltGraph, folder: Path, statement: str
) -> None:
    _refused_in_time(things, statement)
    _ends_within(ENDED_WITHIN_S, folder)


def test_rows_that_nobody_reads_keep_no_statement(things: BoltGraph, folder: Path) -> None:
    assert things.read("MATCH (a:Thing), (b:Thing), (c:Thing) RETURN a.id, b.id, c.id", row_limit=50).cut
    _ends_within(ENDED_WITHIN_S, folder)


def test_what_never_looks_at_the_time_is_refused_in_time_and_ends_with_its_server(
    things: BoltGraph, folder: Path
) -> None:
    record = read_server(folder)
    assert record is not None
    _refused_in_time(things, STUCK)
    deadline = time.monotonic() + STUCK_WITHIN_S
    while record.server.process() is not None:
        assert time.monotonic() < deadline
        time.sleep(0.1)
    assert things.read("MATCH (h:Hop) RETURN count(h)").rows == ((20,),)


def _refused_in_time(graph: BoltGraph, statement: str) -> None:
    began = time.monotonic()
    outcome = run_query(Query("cypher", statement), graph, QueryLimits(time_s=LIMIT_S))
    assert time.monotonic() - began < LIMIT_S + LATE_S
    assert outcome.error == "no result within 2.0 s"


def _ends_within(seconds: float, folder: Path) -> None:
    """Wait until the server runs nothing for the reader."""
    record = read_server(folder)
    assert record is not None
    deadline = time.monotonic() + seconds
    while list_statements(record.http_port, record.credentials):
        assert time.monotonic() < deadline
        time.sleep(0.05)
