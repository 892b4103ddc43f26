"""Exports the entity graph with its communities: GraphRAG's parquet tables, and GraphML for Gephi and the like."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from language_model.count_tokens import Estimate
from retrieval.compose_reports import Report
from retrieval.entity_graph import Edge, EntityNode
from retrieval.errors import MissingLibraryError
from retrieval.indexes import Indexes

Table = Sequence[Mapping[str, Any]]
_LONGEST_DESCRIPTION = 600


def graphrag_tables(indexes: Indexes) -> dict[str, Table]:
    """Return the tables by GraphRAG's names for them, with the columns of its versions 2 and 3.

    Text units are our chunks; ids are stable as long as the documents are.
    """
    nodes, edges = indexes.entities.nodes, indexes.entities.edges
    places = indexes.chunk_entities[1]
    degrees = Counter(end for edge in edges for end in (edge.source, edge.target))
    counts = Counter(node.title for node in nodes.values())
    titles = {  # what is called alike is told apart by its id, as tables refer to each other by titles
        name: node.title if counts[node.title] == 1 else f"{node.title} ({name})"
        for name, node in nodes.items()
    }
    of_edges = [sorted({*places[edge.source]} & {*places[edge.target]}) for edge in edges]
    reports = sorted(indexes.reports, key=lambda one: one.community.number)
    return {
        "entities": [_entity(n, node, titles, places, degrees) for n, node in enumerate(nodes.values())],
        "relationships": [
            _relationship(n, edge, titles, of_edges[n], degrees) for n, edge in enumerate(edges)
        ],
        "communities": [_community(report, indexes, places) for report in reports],
        "community_reports": [_report(report) for report in reports],
        "text_units": _text_units(indexes, of_edges),
        "documents": _documents(indexes),
    }


def write_graphrag(indexes: Indexes, folder: Path) -> dict[str, int]:
    """Write the tables as parquet files, and return how many rows each has. Raises MissingLibraryError."""
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError as error:
        raise MissingLibraryError("GraphRAG's tables", "pyarrow") from error
    folder.mkdir(parents=True, exist_ok=True)
    tables = graphrag_tables(indexes)
    for name, rows in tables.items():
        pq.write_table(pa.Table.from_pylist(list(rows)), folder / f"{name}.parquet")
    return {name: len(rows) for name, rows in tables.items()}


def write_graphml(indexes: Indexes, path: Path) -> dict[str, int]:
    """Write nodes and edges, each node with its finest community. Raises MissingLibraryError."""
    try:
        import networkx as nx
    except ImportError as error:
        raise MissingLibraryError("GraphML", "networkx") from error
    made = nx.Graph()
    community = {
        member: report.community.number
        for report in sorted(indexes.reports, key=lambda one: one.community.level)
        for member in report.community.members
    }
    for node in indexes.entities.nodes.values():
        made.add_node(
            node.id,
            label=_xml(node.title),
            type=_xml(node.type),
            device=_xml(node.device),
            count=node.count,
            community=community.get(node.id, -1),
        )
    for edge in indexes.entities.edges:
        made.add_edge(edge.source, edge.target, kind=edge.kind, weight=edge.weight)
    nx.write_graphml(nx.relabel_nodes(made, {name: _xml(name) for name in made}), path)
    return {"nodes": made.number_of_nodes(), "edges": made.number_of_edges()}


def _xml(text: str) -> str:
    """Leave out what XML cannot hold."""
    return "".join(sign for sign in text if sign in "\t\n\r" or ord(sign) >= 32)


def _units(places: Iterable[int]) -> list[str]:
    return [f"t{place}" for place in places]


def _entity(
    number: int,
    node: EntityNode,
    titles: Mapping[str, str],
    places: Mapping[str, Sequence[int]],
    degrees: Mapping[str, int],
) -> dict[str, Any]:
    top = (f"{name} {', '.join(value for value, _ in c.most_common(3))}" for name, c in node.values.items())
    return {
        "id": node.id,
        "human_readable_id": number,
        "title": titles[node.id],
        "type": node.type,
        "description": "; ".join(top)[:_LONGEST_DESCRIPTION],
        "text_unit_ids": _units(places[node.id]),
        "frequency": node.count,
        "degree": degrees[node.id],
        "x": 0.0,
        "y": 0.0,
    }


def _relationship(
    number: int, edge: Edge, titles: Mapping[str, str], units: Sequence[int], degrees: Mapping[str, int]
) -> dict[str, Any]:
    return {
        "id": f"r{number}",
        "human_readable_id": number,
        "source": titles[edge.source],
        "target": titles[edge.target],
        "description": f"{titles[edge.source]} {edge.kind} {titles[edge.target]}",
        "weight": edge.weight,
        "combined_degree": degrees[edge.source] + degrees[edge.target],
        "text_unit_ids": _units(units),
    }


def _placed(report: Report) -> dict[str, Any]:
    one = report.community
    return {
        "human_readable_id": one.number,
        "community": one.number,
        "level": one.level,
        "parent": -1 if one.parent is None else one.parent,
        "children": list(one.children),
        "title": report.title,
        "period": "",
        "size": len(one.members),
    }


def _community(report: Report, indexes: Indexes, places: Mapping[str, Sequence[int]]) -> dict[str, Any]:
    members = set(report.community.members)
    inside = [
        f"r{number}"
        for number, edge in enumerate(indexes.entities.edges)
        if edge.source in members and edge.target in members
    ]
    units = sorted({place for member in members for place in places[member]})
    return {
        "id": f"c{report.community.number}",
        **_placed(report),
        "entity_ids": sorted(members),
        "relationship_ids": inside,
        "text_unit_ids": _units(units),
    }


def _report(report: Report) -> dict[str, Any]:
    texts = [one.text for one in report.statements]
    return {
        "id": report.key + f"-{report.community.number}",
        **_placed(report),
        "summary": texts[0] if texts else "",
        "full_content": report.text,
        "rank": report.rank,
        "rating_explanation": "severity of its findings, and the logarithm of its size",
        "findings": [{"summary": text, "explanation": text} for text in texts],
        "full_content_json": json.dumps({"title": report.title, "findings": texts}),
    }


def _text_units(indexes: Indexes, of_edges: Sequence[Sequence[int]]) -> list[dict[str, Any]]:
    count, entities = Estimate(), indexes.chunk_entities[0]
    edges: dict[int, list[str]] = defaultdict(list)
    for number, held in enumerate(of_edges):
        for place in held:
            edges[place].append(f"r{number}")
    return [
        {
            "id": f"t{place}",
            "human_readable_id": place,
            "text": "\n".join(line.text for line in chunk.lines),
            "n_tokens": count(chunk.text),
            "document_ids": [str(chunk.lines[0].document.serial)],
            "document_id": str(chunk.lines[0].document.serial),
            "entity_ids": list(entities.get(place, ())),
            "relationship_ids": edges[place],
            "covariate_ids": list[str](),
        }
        for place, chunk in enumerate(indexes.chunks)
    ]


def _documents(indexes: Indexes) -> list[dict[str, Any]]:
    units: dict[int, list[int]] = defaultdict(list)
    for place, chunk in enumerate(indexes.chunks):
        units[chunk.lines[0].document.serial].append(place)
    return [
        {
            "id": str(one.serial),
            "human_readable_id": one.serial,
            "title": one.path,
            "text": "\n".join(
                line.text for place in units[one.serial] for line in indexes.chunks[place].lines
            ),
            "text_unit_ids": _units(units[one.serial]),
            "creation_date": "",
            "metadata": json.dumps({"kind": one.kind, "sha256": one.sha256}),
            "raw_data": json.dumps({"kind": one.kind, "sha256": one.sha256}),
        }
        for one in indexes.description.documents
    ]
