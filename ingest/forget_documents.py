"""Take documents out of the graph, and with them what was inferred from them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from findings.keep import keep_findings
from graph_store.describe import keep_description
from graph_store.graph import WritableGraph
from ingest.errors import NotLoaded
from ingest.known_documents import known_documents, newest_serial
from ingest.load_graph import remove_documents
from ingest.relations.infer_relations import infer_relations
from ingest.settle_paths import is_below


def forget_documents(paths: Sequence[str], graph: WritableGraph) -> tuple[str, ...]:
    """Remove the documents at these paths; return those that were there, in the order given.

    What an interrupted ingest left is removed as well, so that with no path this makes the graph whole again. From the
    first document on nobody is answered until all of them are gone. Raises GraphError.
    """
    known = known_documents(graph)
    gone = [path for path in dict.fromkeys(paths) if path in known]
    newest = newest_serial(graph, known)
    serials = [known[path].document.serial for path in gone]
    if serials:
        remove_documents(graph, serials, newest)
    infer_relations(graph)
    keep_findings(graph)
    keep_description(graph)
    return tuple(gone)


def choose_documents(named: Sequence[str], source: str, graph: WritableGraph) -> tuple[str, ...]:
    """Return the paths of documents that are meant: by path, by a folder of paths, or by where their files are.

    With `source` all of that source, or of `named` only those. Raises NotLoaded for a name by which none is meant.
    """
    documents = [each.document for each in known_documents(graph).values()]
    own = [one for one in documents if not source or one.source == source]
    if source and not own:
        names = sorted({one.source for one in documents} - {""})
        raise NotLoaded(source, f"no source has this name; there are: {', '.join(names) or 'none'}")
    chosen: dict[str, None] = {} if named else dict.fromkeys(one.path for one in own)
    for name in named:
        place = str(Path(name).resolve())
        found = [
            one.path
            for one in own
            if is_below(one.path, name.rstrip("/")) or (one.location and is_below(one.location, place))
        ]
        if not found:
            some = ", ".join(sorted(one.path for one in own)[:5]) + (", ..." if len(own) > 5 else "")
            raise NotLoaded(name, f"no loaded document is there; loaded are: {some or 'none'}")
        chosen.update(dict.fromkeys(found))
    return tuple(chosen)
