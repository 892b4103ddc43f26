"""Tell how dropped files relate to the documents that are loaded under their names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from chat.loading.load_view import Arrival
from graph_store.graph import ReadableGraph
from ingest.read_lines import InputFile, hash_file
from ingest.unpack import Taken

LOADED = "MATCH (d:Document {state: 'ready'}) RETURN d.path, d.sha256, d.bytes, d.kind"
MOST_DOCUMENTS = 1_000_000
LOG = "log"


@dataclass(frozen=True, slots=True)
class _Loaded:
    """A loaded file; `log_bytes` is 0 for what is no log: a configuration with more at its end is another one."""

    sha256: str
    log_bytes: int


def compare_arrivals(folder: Path, taken: Sequence[Taken], graph: ReadableGraph) -> Arrival:
    """Hash the files in a folder and compare. Raises GraphError and UnreadableInput."""
    rows = graph.read(LOADED, row_limit=MOST_DOCUMENTS).rows
    loaded = {
        str(path): _Loaded(str(sha256), int(str(size or 0)) if kind == LOG else 0)
        for path, sha256, size, kind in rows
    }
    found = [(one.path, _relation(folder, one.path, loaded)) for one in taken]
    return Arrival(*(_paths(found, kind) for kind in ("new", "equal", "grown", "changed")))


def _relation(folder: Path, path: str, loaded: Mapping[str, _Loaded]) -> str:
    if path not in loaded:
        return "new"
    known = loaded[path]
    hashed = hash_file(InputFile(path, folder / path), known.log_bytes)
    if hashed.sha256 == known.sha256:
        return "equal"
    return "grown" if known.log_bytes and hashed.prefix == known.sha256 else "changed"


def _paths(found: Iterable[tuple[str, str]], wanted: str) -> tuple[str, ...]:
    return tuple(path for path, kind in found if kind == wanted)
