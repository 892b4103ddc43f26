"""Keeps configurations and captures that an ingest replaces, beside the KG."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from conversations.records import digest
from graph_store.graph import ReadableGraph, WritableGraph
from graph_store.records import Cell, Document, members_of
from graph_store.server_file import write_private
from timeline.changes import ChangedDocument, drop_changes, version_name, write_changes
from workspace.folders import chat_folder, make_folder

if TYPE_CHECKING:
    from ingest.load.load_graph import Replaced

VERSIONS = "versions"
MOST_LINES = 500_000
TOGETHER = 20_000
"""Lines that are read together."""
KEPT, KEPT_DAYS = 50, 365
"""How many versions of a document are kept at most, and for how long after they were replaced."""
READ_S = 120.0
COMPARED = ("configuration", "capture")
"""The kinds of documents whose versions are kept."""
FIELDS = "RETURN d.path, d.sha256, d.kind, d.device, d.loaded, d.author, d.serial, d.lines"
DOCUMENT = f"MATCH (d:Document {{path: $path, state: 'ready'}}) {FIELDS}"
BY_SERIAL = f"UNWIND $serials AS s MATCH (d:Document {{serial: s, state: 'ready'}}) {FIELDS}"
LINES = "UNWIND $ids AS id MATCH (l:Line {id: id}) RETURN l.document, collect(l.number), collect(l.text)"


@dataclass(frozen=True, slots=True)
class Version:
    """A document as it was loaded. `loaded` is when its content came, "" for not known.

    `taken` is when it was replaced, or, while it is loaded, read (UTC, ISO 8601). `added` and `removed` count the
    lines by which what replaced it differs; None where that was not counted. `author` made it, "" for not known.
    """

    path: str
    sha256: str
    taken: str
    lines: tuple[str, ...] = ()
    serial: int = 0
    loaded: str = ""
    device: str = ""
    added: int | None = None
    removed: int | None = None
    author: str = ""


def read_version(path: str, graph: ReadableGraph) -> Version | None:
    """Read a document as it is loaded; None for a log, a text, or what is not there. Raises GraphError."""
    found = graph.read(DOCUMENT, {"path": path}, row_limit=1).rows
    document = next(map(read_document, found), None)
    if document is None or document.kind not in COMPARED or document.lines > MOST_LINES:
        return None
    lines = _read_lines(graph, [(document.serial, document.lines)])[document.serial]
    return _version(document, datetime.now(UTC).isoformat(timespec="seconds"), lines)


def read_document(row: Sequence[Cell]) -> Document:
    """Read what `FIELDS` return."""
    path, sha256, kind, device, loaded, author = (str(cell or "") for cell in row[:6])
    serial, lines = (int(str(cell or 0)) for cell in row[6:])
    return Document(path, sha256, kind, serial, lines, device=device, loaded=loaded, author=author)


def keep_replaced(kg: str, graph: WritableGraph, replaced: Sequence[Replaced]) -> Sequence[str]:
    """Keep the documents that an ingest is about to replace or prune, and what changes in them.

    Returns what is not kept, and why. Not kept are logs, texts, and what is replaced by the same content. An ingest
    that is killed afterwards, and is run again, keeps none twice. Raises OSError and GraphError.
    """
    serials = [serial for serial, _ in replaced]
    rows = graph.read(BY_SERIAL, {"serials": serials}, row_limit=len(serials) or 1).rows
    olds = {document.serial: document for document in map(read_document, rows) if document.kind in COMPARED}
    pairs = [(olds[serial], new) for serial, new in replaced if serial in olds]
    for old, new in pairs:
        _move_versions(kg, old.path, new.path if new else old.path)
    changed = [(old, new) for old, new in pairs if new is None or new.sha256 != old.sha256]
    kept = [pair for pair in changed if _lines_of(pair) <= MOST_LINES]
    for some in _in_batches(kept):
        _keep(kg, graph, some)
    if replaced:
        first = (datetime.now(UTC) - timedelta(days=KEPT_DAYS)).isoformat(timespec="seconds")
        _drop_old(kg, first)
        drop_changes(graph, first)
    return [
        f"{(new or old).path}: its version before is not kept: it has more than {MOST_LINES:,} lines"
        for old, new in changed
        if _lines_of((old, new)) > MOST_LINES
    ]


_Pair = tuple[Document, Document | None]
"""A document, and the one that takes its place, if any."""


def _lines_of(pair: _Pair) -> int:
    return max(document.lines for document in pair if document)


def _in_batches(pairs: Sequence[_Pair]) -> Iterator[list[_Pair]]:
    """Yield what is read together."""
    some: list[_Pair] = []
    for pair in pairs:
        some.append(pair)
        if sum(document.lines for each in some for document in each if document) > TOGETHER:
            yield some
            some = []
    if some:
        yield some


def _keep(kg: str, graph: WritableGraph, pairs: Sequence[_Pair]) -> None:
    """Write the changes first: until the new documents are ready nobody sees them, and if they are not, they go."""
    documents = [document for pair in pairs for document in pair if document]
    lines = _read_lines(graph, [(document.serial, document.lines) for document in documents])
    now = datetime.now(UTC).isoformat(timespec="seconds")
    versions = [
        replace(_version(old, (new and new.loaded) or now, lines[old.serial]), path=(new or old).path)
        for old, new in pairs
    ]
    changed = [
        (_changed(old, new), lines[old.serial], lines[new.serial]) for old, new in pairs if new is not None
    ]
    counts = dict(zip((one.serial for one, *_ in changed), write_changes(graph, changed), strict=True))
    oldest: dict[int, str] = {}
    for (old, new), version in zip(pairs, versions, strict=True):
        added, removed = counts[new.serial] if new else (None, None)
        oldest[old.serial] = keep_version(kg, replace(version, added=added, removed=removed))
    drop_changes(graph, of_documents={serial: time for serial, time in oldest.items() if time})


def _version(document: Document, taken: str, lines: Sequence[str]) -> Version:
    named = document.serial, document.loaded, document.device
    return Version(document.path, document.sha256, taken, tuple(lines), *named, author=document.author)


def _changed(old: Document, new: Document) -> ChangedDocument:
    return ChangedDocument(
        new.path, new.device or old.device, new.serial, old.kind, new.sha256, old.loaded, new.loaded
    )


def _read_lines(graph: ReadableGraph, documents: Sequence[tuple[int, int]]) -> dict[int, list[str]]:
    """Read the lines of documents by serial, each with how many it has."""
    found: dict[int, list[str]] = {serial: [""] * count for serial, count in documents}
    ids = [serial * 2**32 + number for serial, count in documents for number in range(1, count + 1)]
    for start in range(0, len(ids), TOGETHER):
        some = {"ids": ids[start : start + TOGETHER]}
        table = graph.read(LINES, some, row_limit=len(documents) or 1, time_limit_s=READ_S)
        for serial, numbers, texts in table.rows:
            lines = found[int(str(serial))]
            for number, text in zip(members_of(numbers), members_of(texts), strict=True):
                lines[int(str(number)) - 1] = str(text)
    return found


# The files of the kept versions: a line that says what it is, then its lines, compressed.


def keep_version(kg: str, version: Version, *, in_order: bool = True) -> str:
    """Keep a version, readable for its owner only, and drop those beyond the limit. Raises OSError.

    `in_order` puts it behind those that are kept already, whatever the clock says.

    One that is there already was kept by an ingest that was killed: it is replaced now, not then. Where versions were
    dropped, returns when the oldest that is left was replaced; else "".
    """
    folder = make_folder(_folder(kg, version.path))
    kept = sorted(folder.glob("*.json*"))
    mark = f".{version.serial:010}-{version.sha256}.json.gz"
    for again in (each for each in kept if each.name.endswith(mark)):
        again.unlink()
    kept = [each for each in kept if not each.name.endswith(mark)]
    before = kept[-1:] if in_order else []  # a clock that was set back changes no order
    taken = max(version.taken, *map(_taken, before), "")
    file = folder / f"{taken.replace(':', '').replace('+0000', 'Z')}{mark}"
    header = json.dumps({**asdict(version), "lines": len(version.lines)}, ensure_ascii=False)
    written = "\n".join((header, *version.lines)).encode("utf-8", "surrogatepass")
    write_private(file, gzip.compress(written, mtime=0))
    kept = sorted(folder.glob("*.json*"))
    for old in kept[:-KEPT]:
        old.unlink(missing_ok=True)
    return _taken(kept[-KEPT]) if len(kept) > KEPT else ""


def last_version(kg: str, path: str, other_than: str) -> Version | None:
    """Read the newest version whose content is not `other_than` (a SHA-256); None where none is kept."""
    return next((found for found in map(_read, _files(kg, path)) if found.sha256 != other_than), None)


def numbered_version(kg: str, path: str, number: int, loaded: int = 0) -> Version | None:
    """Read a version by its number: 1 is the newest that is kept. None where there are not so many.

    `loaded` is the serial of the loaded one, which an ingest that was killed may have kept already.
    """
    files = _files(kg, path, loaded)
    return _read(files[number - 1]) if 0 < number <= len(files) else None


def named_version(kg: str, name: str) -> Version | None:
    """Read a kept version by its name in citations, as "r1.cfg@2026-11-24T100000Z"; the time may have its colons.

    None where none is kept by that name, and where several that differ are.
    """
    path, _, time = name.rpartition("@")
    named = version_name(path, time)
    files = [file for file in _files(kg, path) if version_name(path, _read_header(file).loaded) == named]
    found = [_read(file) for file in files[:2]]
    return (
        found[0] if found and all(one.sha256 == found[0].sha256 for one in map(_read_header, files)) else None
    )


def kept_headers(kg: str, path: str, loaded: int = 0) -> Iterator[Version]:
    """Read what is known of the kept versions of a document but their lines, newest first."""
    return map(_read_header, _files(kg, path, loaded))


def kept_times(kg: str, path: str, loaded: int = 0) -> list[str]:
    """Return when each kept version was replaced, newest first: "2026-11-21 10:00 UTC"."""
    return [f"{_taken(file)[:16].replace('T', ' ')} UTC" for file in _files(kg, path, loaded)]


def versioned_paths(kg: str) -> list[str]:
    """Return the paths of documents that have a kept version."""
    newest = [max(folder.glob("*.json*"), default=None) for folder in (chat_folder(kg) / VERSIONS).glob("*")]
    return sorted(_read_header(file).path for file in newest if file)


def forget_versions(kg: str, path: str) -> None:
    """Delete a document's versions. Raises OSError."""
    for file in _folder(kg, path).glob("*.json*"):
        file.unlink(missing_ok=True)


def _move_versions(kg: str, before: str, path: str) -> None:
    """Have a document's versions follow it to another path."""
    if before != path and (files := _files(kg, before)):
        folder = make_folder(_folder(kg, path))
        for file in files:
            file.replace(folder / file.name)


def _drop_old(kg: str, first: str) -> None:
    """Drop what was replaced before a time, and what a process that was killed had half written."""
    for file in (chat_folder(kg) / VERSIONS).glob("*/*"):
        if file.suffix == ".part" or (".json" in file.suffixes and _taken(file) < first):
            file.unlink(missing_ok=True)


def _read(file: Path) -> Version:
    content = file.read_bytes()
    text = (gzip.decompress(content) if file.suffix == ".gz" else content).decode("utf-8", "surrogatepass")
    header, *lines = text.split("\n")
    found = json.loads(header)
    kept = found["lines"] if isinstance(found["lines"], list) else lines
    return _of_header(found, file, tuple(kept))


def _read_header(file: Path) -> Version:
    with gzip.open(file) if file.suffix == ".gz" else file.open("rb") as stream:
        return _of_header(json.loads(stream.readline().decode("utf-8", "surrogatepass")), file)


def _of_header(found: Mapping[str, Any], file: Path, lines: tuple[str, ...] = ()) -> Version:
    """Make a version; an older format has further values, and its lines among them."""
    names = set(Version.__dataclass_fields__) - {"lines", "taken"}
    values = {name: value for name, value in found.items() if name in names}
    return Version(**values, taken=_taken(file), lines=lines)


def _taken(file: Path) -> str:
    """Return when a version was replaced, out of its file's name: "2026-11-21T10:00:00+00:00"."""
    name = file.name
    return f"{name[:13]}:{name[13:15]}:{name[15:17]}+00:00"


def _files(kg: str, path: str, loaded: int = 0) -> list[Path]:
    """Return the files of the kept versions, newest first, without that of the `loaded` serial."""
    found = sorted(_folder(kg, path).glob("*.json*"), reverse=True)
    return [file for file in found if not loaded or f".{loaded:010}-" not in file.name]


def _folder(kg: str, path: str) -> Path:
    return chat_folder(kg) / VERSIONS / digest(path)
