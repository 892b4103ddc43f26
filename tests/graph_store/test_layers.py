"""The layers of read-only below the guard: what the embedded server itself refuses its reader."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from graph_store.bolt_graph import BoltGraph
from graph_store.bolt_session import BoltAddress, BoltSession
from graph_store.errors import StatementFailedError
from graph_store.server_file import read_server

HOSTILE = {
    "a new node": "CREATE (n:Evil)",
    "a new node of a known type": "CREATE (n:Device {name: 'evil'})",
    "a merge": "MERGE (n:Device {name: 'evil'})",
    "a set": "MATCH (n:Device) SET n.name = 'evil'",
    "a set of a label": "MATCH (n:Device) SET n:Evil",
    "a remove": "MATCH (n:Device) REMOVE n.name",
    "a delete": "MATCH (n:Device) DELETE n",
    "a detach delete": "MATCH (n) DETACH DELETE n",
    "a new relation": "MATCH (n:Device) CREATE (n)-[:EVIL]->(n)",
    "a foreach": "MATCH (n:Device) FOREACH (x IN [1] | SET n.name = 'evil')",
    "a write in a subquery": "CALL { CREATE (n:Evil) RETURN n } RETURN n",
    "a new index": "CREATE INDEX FOR (n:Evil) ON (n.a)",
    "a dropped constraint": "DROP CONSTRAINT ON (n:Device) ASSERT n.name IS UNIQUE",
    "a file": "LOAD CSV FROM 'file:///etc/hostname' AS row RETURN row",
    "a file by its bare name": "LOAD CSV FROM '/etc/hostname' AS row RETURN row",
    "an address": "LOAD CSV FROM 'http://127.0.0.1/' AS row RETURN row",
    "SQL": "INSERT INTO Device SET name = 'evil'",
    "another user": 'CREATE USER eve SET PASSWORD "x"',
}


@pytest.fixture(scope="module")
def reader(embedded: BoltGraph, embedded_folder: Path) -> Iterator[BoltSession]:
    embedded.read("RETURN 1 AS one")  # a server that an earlier test ended is started again
    server = read_server(embedded_folder)
    assert server is not None
    login = (server.credentials.reader, server.credentials.reader_password)
    session = BoltSession(BoltAddress(f"bolt://127.0.0.1:{server.bolt_port}", "kg", login, login))
    yield session
    session.close()


@pytest.mark.parametrize("statement", HOSTILE.values(), ids=HOSTILE)
def test_the_server_refuses_its_reader(
    embedded_graph: BoltGraph, reader: BoltSession, statement: str
) -> None:
    graph = embedded_graph
    graph.write("CREATE (d:Device {name: 'r1'})")
    before = graph.read("MATCH (n) RETURN n, labels(n)")
    with pytest.raises(StatementFailedError):
        reader.write_all([(statement, {})])
    assert graph.read("MATCH (n) RETURN n, labels(n)") == before
    assert graph.read("MATCH ()-[r]->() RETURN count(r)").rows == ((0,),)
