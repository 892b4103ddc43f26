"""Finds out whether a log only grew since it was loaded, and where what was appended begins."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from graph_store.records import SourceLine
from ingest.known_documents import KnownDocument
from ingest.read_lines import WHOLE, FileHash, InputFile, Span, read_lines
from ingest.split_batches import begins_record
from ingest.text_encoding import encoding_of

PACKED = b"\x1f\x8b"


@dataclass(frozen=True, slots=True)
class Tail:
    """What was appended to a log; `sha256` and `bytes` are of the whole file."""

    file: InputFile
    span: Span
    sha256: str
    bytes: int

    def lines(self) -> Iterator[SourceLine]:
        """Yield the appended lines with their places in the whole file."""
        return read_lines(self.file, self.span)


def find_tail(file: InputFile, known: KnownDocument, hashed: FileHash) -> Tail | None:
    """Return what was appended; None where the file was rotated or changed, or its end cannot be read alone.

    The end stands alone when what was there ended with a line's end, and what follows begins a record.
    """
    old = known.document
    grown = known.counts is not None and 0 < old.bytes < hashed.bytes
    if not grown or old.kind != "log" or hashed.prefix != old.sha256 or known.counts is None:
        return None
    if not _ends_whole(file, old.bytes):
        return None
    span = Span(old.bytes, hashed.bytes - old.bytes, known.counts.lines + 1)
    tail = Tail(file, span, hashed.sha256, hashed.bytes)
    first = next(islice(tail.lines(), 1), None)
    return tail if first is not None and begins_record(first.text) else None


def whole_span(file: InputFile, size: int) -> Span:
    """Return the span of the bytes that were hashed: a log that is being written may have grown since."""
    with file.location.open("rb") as raw:
        packed = raw.read(2) == PACKED
    return WHOLE if packed else Span(bytes=size)


def _ends_whole(file: InputFile, size: int) -> bool:
    """Say whether the first bytes end with a line's end, in a file that is neither packed nor in wide characters."""
    with file.location.open("rb") as raw:
        head = raw.read(1 << 16)
        raw.seek(size - 1)
        ended = raw.read(1) == b"\n"
    return ended and not head.startswith(PACKED) and encoding_of(head) == "utf-8"
