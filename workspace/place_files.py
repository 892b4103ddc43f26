"""Finds, for a configuration that is dropped, the document that its device is loaded from under another name."""

from __future__ import annotations

import shutil
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from findings.facts import read_device
from findings.statements import read_statements
from graph_store.graph import ReadableGraph
from graph_store.records import SourceLine
from ingest.files.unpack import Taken

MOST_FILES = 20
"""Of more files nobody wants to be asked one by one: they are a folder of their own."""
MOST_BYTES = 5_000_000
MOST_DOCUMENTS = 100_000
_LOADED = "MATCH (d:Document {state: 'ready', kind: 'configuration'}) RETURN d.path, d.device"


def find_places(folder: Path, taken: Sequence[Taken], graph: ReadableGraph) -> dict[str, str]:
    """Return path of a file → path of the only loaded configuration of its device. Raises GraphError.

    Files whose own path is loaded, and those that name no device, are left out.
    """
    loaded = {
        str(path): str(device or "") for path, device in graph.read(_LOADED, row_limit=MOST_DOCUMENTS).rows
    }
    by_device: dict[str, list[str]] = defaultdict(list)
    for path, device in loaded.items():
        by_device[device.lower()].append(path)
    dropped = {one.path for one in taken}
    found = {}
    for path in dropped - loaded.keys() if len(taken) <= MOST_FILES else ():
        device = _named_device(folder / path)
        places = by_device.get(device.lower(), []) if device else []
        if len(places) == 1 and places[0] not in dropped:
            found[path] = places[0]
    return found if len(set(found.values())) == len(found) else {}


def _named_device(path: Path) -> str:
    if path.stat().st_size > MOST_BYTES:
        return ""
    texts = path.read_text(encoding="utf-8", errors="replace").splitlines()
    lines = [SourceLine(path.name, number, text) for number, text in enumerate(texts, 1)]
    if not lines:
        return ""
    facts = read_device("", *read_statements(lines))
    names = {one.value for one in facts.all("hostname")}
    return names.pop() if len(names) == 1 else ""


def move_files(folder: Path, taken: Sequence[Taken], places: Mapping[str, str]) -> tuple[Taken, ...]:
    """Give files the paths of the documents that they replace. Raises OSError."""
    for path, place in places.items():
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        shutil.move(folder / path, folder / place)
    return tuple(replace(one, path=places.get(one.path, one.path)) for one in taken)
