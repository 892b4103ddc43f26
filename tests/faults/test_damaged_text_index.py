"""A text index that cannot be read is made again from the graph, by a reader and by an ingest."""

from __future__ import annotations

import shutil

from graph_store.open_graph import open_graph
from tests.faults.killable_ingest import IDLE_S, ingest_whole
from tests.faults.two_networks import Network

SEARCH = "CALL db.index.fulltext.queryNodes('lines', 'linkd') YIELD node RETURN count(node)"
MATCHED = "MATCH (l:Line) WHERE l.text CONTAINS ' linkd: ' RETURN count(l)"


def test_it_is_made_again(network: Network) -> None:
    expected = network.graph.read(MATCHED).rows
    meta = network.folder / "text" / "meta.json"
    meta.write_text("damaged", "utf-8")
    with open_graph(str(network.folder), idle_s=IDLE_S) as graph:
        assert graph.read(SEARCH).rows == expected
    meta.write_text("damaged", "utf-8")
    ingest_whole(network.jobs[1])
    assert network.faults(1) == []
    shutil.rmtree(network.folder / "text")
    ingest_whole(network.jobs[0])
    assert network.faults(0) == []
    assert network.graph.read(SEARCH).rows == network.graph.read(MATCHED).rows == expected
