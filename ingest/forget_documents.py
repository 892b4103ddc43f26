"""Take documents out of the graph, and with them what was inferred from them."""

from __future__ import annotations

from collections.abc import Sequence

from graph_store.describe import keep_description
from graph_store.graph import WritableGraph
from ingest.known_documents import known_documents, newest_serial
from ingest.load_graph import RETIRE, remove_documents
from ingest.relations.infer_relations import infer_relations

_EMPTY_DEVICES = "MATCH (v:Device) WHERE NOT (v)-[:HAS_DOCUMENT]->() DETACH DELETE v"


def forget_documents(paths: Sequence[str], graph: WritableGraph) -> tuple[str, ...]:
    """Remove the documents at these paths; return those that were there, in the order given.

    What an interrupted ingest left is removed as well, so that with no path this makes the graph whole again. From the
    first document on nobody is answered until all of them are gone. Raises GraphError.
    """
    known = known_documents(graph)
    gone = [path for path in dict.fromkeys(paths) if path in known]
    newest = newest_serial(graph, known)
    serials = [known[path].document.serial for path in gone]
    graph.write_all([(RETIRE, {"serial": serial}) for serial in serials])
    remove_documents(graph, serials, newest)
    graph.write_all([(_EMPTY_DEVICES, {})])
    infer_relations(graph)
    keep_description(graph)
    return tuple(gone)
