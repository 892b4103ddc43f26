"""Reads lines of documents: as they are loaded, or with their secrets out of the files they came from."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from graph_store.graph import ReadableGraph
from graph_store.records import SourceLine
from ingest.files.find_files import FilesFound, InputFile, open_files
from ingest.files.read_lines import hash_file, pick_lines_as_they_are
from language_model.redaction.stand_in import STAND_IN
from workspace.errors import OriginalGoneError
from workspace.folders import file_of
from workspace.versions import named_version

LINES = """\
MATCH (d:Document {path: $path, state: 'ready'})
UNWIND $numbers AS number
MATCH (l:Line {id: d.serial * 4294967296 + number})
RETURN l.number AS number, l.text AS text ORDER BY number"""
ORIGIN = "MATCH (d:Document {path: $path, state: 'ready'}) RETURN d.location, d.sha256, d.bytes"


def read_texts(path: str, numbers: tuple[int, ...], graph: ReadableGraph, most: int) -> dict[int, str]:
    """Read lines of a document by their numbers, ascending. Raises GraphError."""
    rows = graph.read(LINES, {"path": path, "numbers": numbers}, row_limit=most).rows
    return {int(str(number)): str(text) for number, text in rows}


def original_lines(lines: Sequence[SourceLine], kg: str, graph: ReadableGraph) -> tuple[SourceLine, ...]:
    """Return lines with their secrets, as their files have them: for whoever may read the files.

    Raises OriginalGoneError where a file is not there any more, or is not the one that was loaded, and for lines of a
    version that was replaced: it is kept without its secrets. Lines of it that have none are returned as they are.
    """
    wanted: dict[str, set[int]] = defaultdict(set)
    for line in lines:
        if named_version(kg, line.path) is None:
            wanted[line.path].add(line.number)
        elif STAND_IN.search(line.text):
            raise OriginalGoneError(line.path, "this version was replaced, and is kept without its secrets")
    texts = {path: _texts(path, sorted(numbers), kg, graph) for path, numbers in wanted.items()}
    return tuple(replace(line, text=texts.get(line.path, {}).get(line.number, line.text)) for line in lines)


def opened_lines(
    lines: Sequence[SourceLine], kg: str, graph: ReadableGraph
) -> tuple[tuple[SourceLine, ...], str]:
    """Return lines with their secrets and "", or as they are loaded and why their secrets cannot be shown."""
    try:
        return original_lines(lines, kg, graph), ""
    except OriginalGoneError as error:
        return tuple(lines), f"{error}; the cited lines are shown without them"


def _texts(path: str, numbers: Sequence[int], kg: str, graph: ReadableGraph) -> dict[int, str]:
    for location, sha256, size in graph.read(ORIGIN, {"path": path}, row_limit=1).rows:
        kept = file_of(kg, path)
        place = kept if kept.is_file() else Path(str(location))
        given = next((one for one in (place, *place.parents) if one.is_file()), None)
        if given is None:
            break
        with open_files([given]) as found:
            file = _named(found, str(place.resolve()))
            if file is None or hash_file(file, most=int(str(size))).sha256 != sha256:
                raise OriginalGoneError(path, f"{place} is not as it was loaded")
            return {line.number: line.text for line in pick_lines_as_they_are(file, numbers)}
    raise OriginalGoneError(path, "its file is not there any more")


def _named(found: FilesFound, origin: str) -> InputFile | None:
    return next((file for file in found.files if file.origin == origin), None)
