"""Tells how files that are dropped relate to what is loaded: under their names, or from their device under another."""

from __future__ import annotations

import shutil
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from findings.facts import read_device
from findings.statements import read_statements
from graph_store.graph import ReadableGraph
from graph_store.records import SourceLine
from ingest.files.find_files import InputFile
from ingest.files.read_lines import hash_file
from ingest.files.unpack import Taken

MOST_FILES = 20
"""Of more files nobody wants to be asked one by one: they are a folder of their own."""
MOST_BYTES = 5_000_000
MOST_DOCUMENTS = 1_000_000
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


# How files relate to the documents that are loaded under their names.


_ALL_LOADED = "MATCH (d:Document {state: 'ready'}) RETURN d.path, d.sha256, d.bytes, d.kind"
LOG = "log"
"""A configuration with more at its end is another one; a log has grown."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """How what was dropped relates to what is loaded: paths that are new, equal, grown at the end, or else changed."""

    new: tuple[str, ...] = ()
    equal: tuple[str, ...] = ()
    grown: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()

    def without(self, paths: Collection[str]) -> Arrival:
        """Return the same without some paths."""
        kinds = (self.new, self.equal, self.grown, self.changed)
        return Arrival(*(tuple(path for path in kind if path not in paths) for kind in kinds))


def compare_arrivals(folder: Path, taken: Sequence[Taken], graph: ReadableGraph) -> Arrival:
    """Hash the files in a folder and compare. Raises GraphError and UnreadableInput."""
    loaded = {str(row[0]): row[1:] for row in graph.read(_ALL_LOADED, row_limit=MOST_DOCUMENTS).rows}
    found: dict[str, list[str]] = {"new": [], "equal": [], "grown": [], "changed": []}
    for path in (one.path for one in taken):
        how = "new"
        if path in loaded:
            sha256, size, kind = loaded[path]
            log_bytes = int(str(size or 0)) if kind == LOG else 0
            hashed = hash_file(InputFile(path, folder / path), log_bytes)
            has_grown = log_bytes and hashed.prefix == sha256
            how = "equal" if hashed.sha256 == sha256 else "grown" if has_grown else "changed"
        found[how].append(path)
    return Arrival(**{how: tuple(paths) for how, paths in found.items()})
