"""Keeps earlier versions of documents beside the KG, read from the graph before they are replaced."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from chat.documents.compare_versions import TOP, Thing, Version
from chat.knowledge import chat_folder, make_folder
from chat.words.say import say
from conversations.records import digest
from graph_store.graph import ReadableGraph
from graph_store.records import ENTITY_PROPERTIES
from graph_store.server_file import write_private

VERSIONS = "versions"
MOST_ROWS = 500_000
KEPT = 20
CONFIGURATION = "configuration"
OURS = ENTITY_PROPERTIES | {"labels", "inferred"}
DOCUMENT = "MATCH (d:Document {path: $path, state: 'ready'}) RETURN d.serial, d.sha256, d.kind"
THINGS = "MATCH (e:Entity {document: $serial}) RETURN e ORDER BY e.ordinal"
PARENTS = "MATCH (p:Entity {document: $serial})-[:HAS]->(e:Entity) RETURN e.id, p.id"
OWN_LINES = (
    "MATCH (e:Entity {document: $serial})-[:HAS_LINE]->(l:Line) RETURN e.id, l.number ORDER BY l.number"
)
LINES = "MATCH (l:Line {document: $serial}) RETURN l.text ORDER BY l.number"


def read_version(path: str, graph: ReadableGraph) -> Version | None:
    """Read a configuration as it is loaded; None for a log, a text, or what is not there. Raises GraphError."""
    found = graph.read(DOCUMENT, {"path": path}, row_limit=1).rows
    if not found or found[0][2] != CONFIGURATION:
        return None
    serial = {"serial": found[0][0]}

    def read(statement: str) -> tuple[tuple[Any, ...], ...]:
        return graph.read(statement, serial, row_limit=MOST_ROWS).rows

    nodes = [row[0] for row in read(THINGS) if isinstance(row[0], dict)]
    places = {node["id"]: place for place, node in enumerate(nodes)}
    parents = dict(read(PARENTS))
    lines: dict[object, list[int]] = {}
    for entity, number in read(OWN_LINES):
        lines.setdefault(entity, []).append(int(number))
    things = tuple(
        Thing(
            str(node["type"]),
            str(node.get("key") or ""),
            places.get(parents.get(node["id"]), TOP),
            {name: value for name, value in node.items() if name not in OURS},
            tuple(lines.get(node["id"], ())),
        )
        for node in nodes
    )
    texts = tuple(str(row[0]) for row in read(LINES))
    return Version(path, str(found[0][1]), datetime.now(UTC).isoformat(timespec="seconds"), things, texts)


def keep_version(kg: str, version: Version) -> None:
    """Keep a version for its owner's eyes only; of each document the last ones stay. Raises OSError."""
    folder = make_folder(_folder(kg, version.path))
    name = version.taken.replace(":", "").replace("+0000", "Z")
    write_private(folder / f"{name}.json", json.dumps(asdict(version)))
    for old in sorted(folder.glob("*.json"))[:-KEPT]:
        old.unlink(missing_ok=True)


def last_version(kg: str, path: str, other_than: str) -> Version | None:
    """Read the newest version whose content is not `other_than` (a SHA-256); None where none is kept."""
    return next((found for found in map(_read, _files(kg, path)) if found.sha256 != other_than), None)


def numbered_version(kg: str, path: str, number: int) -> Version | None:
    """Read a version by its number: 1 is the newest that is kept. None where there are not so many."""
    files = _files(kg, path)
    return _read(files[number - 1]) if 0 < number <= len(files) else None


def kept_times(kg: str, path: str) -> list[str]:
    """Say when each kept version was replaced, newest first: "2026-11-21 10:00 UTC"."""
    names = [file.stem for file in _files(kg, path)]
    return [say("count.moment", time=f"{name[:10]} {name[11:13]}:{name[13:15]}") for name in names]


def versioned_paths(kg: str) -> list[str]:
    """Name the documents of which a version before is kept."""
    newest = [max(folder.glob("*.json"), default=None) for folder in (chat_folder(kg) / VERSIONS).glob("*")]
    return sorted(json.loads(file.read_text("utf-8"))["path"] for file in newest if file)


def forget_versions(kg: str, path: str) -> None:
    """Delete a document's versions. Raises OSError."""
    for file in _folder(kg, path).glob("*.json"):
        file.unlink(missing_ok=True)


def _read(file: Path) -> Version:
    found = json.loads(file.read_text("utf-8"))
    things = tuple(
        Thing(**{**thing, "values": _frozen(thing["values"]), "lines": tuple(thing["lines"])})
        for thing in found["things"]
    )
    return Version(**{**found, "things": things, "lines": tuple(found["lines"])})


def _frozen(values: Mapping[str, Any]) -> dict[str, Any]:
    """Make tuples of lists, as the graph gives them."""
    return {name: tuple(value) if isinstance(value, list) else value for name, value in values.items()}


def _files(kg: str, path: str) -> list[Path]:
    return sorted(_folder(kg, path).glob("*.json"), reverse=True)


def _folder(kg: str, path: str) -> Path:
    return chat_folder(kg) / VERSIONS / digest(path)
