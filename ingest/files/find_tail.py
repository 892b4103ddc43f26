"""Tells whether a log only grew since it was loaded, and where its new part begins."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from threading import Thread

from graph_store.records import SourceLine
from ingest.errors import UnreadableInput
from ingest.files.convert_document import converts
from ingest.files.encoding import GZIP, HEAD_BYTES, encoding_of
from ingest.files.find_files import InputFile
from ingest.files.read_lines import WHOLE, FileHash, Span, hash_file, read_lines
from ingest.load.apply_parsers import begins_record
from ingest.load.load_graph import KnownDocument


@dataclass(frozen=True, slots=True)
class Tail:
    """What was appended to a log, which has `bytes` bytes now; `before` is the SHA-256 of what was there."""

    file: InputFile
    span: Span
    bytes: int
    before: str

    def lines(self) -> Iterator[SourceLine]:
        """Yield the appended lines with their places in the whole file."""
        return read_lines(self.file, self.span)

    def follows(self, ends: Mapping[int, str]) -> bool:
        """Say whether the file still has these lines, its first and last (of a very long last one, the end).

        A rotated file has others. Lines that were dropped are not asked for.
        """
        start = max(0, self.span.start - HEAD_BYTES)
        before = read_lines(self.file, Span(start, self.span.start - start))
        last = deque((line.text for line in before), maxlen=1)
        first = next((line.text for line in read_lines(self.file)), "")
        shown = {1: first, self.span.first_number - 1: last[0] if last else ""}
        return all(shown[number] == text for number, text in ends.items())

    def only_grew(self, found: FileHash) -> bool:
        """Say whether what was there is as it was."""
        return found.prefix == self.before and found.bytes == self.bytes


class TailHashes:
    """Hashes logs that grew, in a thread of its own: their ends are loaded meanwhile."""

    def __init__(self, tails: Iterable[Tail]) -> None:
        self._waiting = [(tail, Future[FileHash]()) for tail in tails]
        self._found = {tail.file.path: future for tail, future in self._waiting}
        if self._waiting:  # a daemon: whoever interrupts an ingest does not wait for the rest of a long log
            Thread(target=self._hash_all, name="hash-logs", daemon=True).start()

    def of(self, tail: Tail) -> FileHash:
        """Wait for a log's hash. Raises UnreadableInput."""
        return self._found[tail.file.path].result()

    def _hash_all(self) -> None:
        """Hash every file as far as it went when it was looked at, and its old part on the way."""
        for tail, future in self._waiting:
            try:
                future.set_result(hash_file(tail.file, tail.span.start, tail.bytes))
            except BaseException as error:  # who waits for it gets it
                future.set_exception(error)


def find_tail(file: InputFile, known: KnownDocument) -> Tail | None:
    """Return what was appended if the file only grew, by whole records; else None. Raises UnreadableInput."""
    old = known.document
    if old.kind != "log" or old.bytes == 0 or converts(file.location):
        return None
    try:
        size = file.location.stat().st_size
        if size <= old.bytes:
            return None
        with file.location.open("rb") as raw:
            head = raw.read(HEAD_BYTES)
            raw.seek(old.bytes - 1)
            ended = raw.read(1) == b"\n"
    except OSError as error:
        raise UnreadableInput(file.path, str(error.strerror or error)) from error
    if not ended or head.startswith(GZIP) or encoding_of(head) != "utf-8":
        return None
    tail = Tail(file, Span(old.bytes, size - old.bytes, known.counts.lines + 1), size, old.sha256)
    first = next(tail.lines(), None)
    return tail if first is not None and begins_record(first.text) else None


def whole_span(file: InputFile, size: int) -> Span:
    """Return the span of the bytes that were hashed, as a log may grow meanwhile; of a packed or converted file all."""
    with file.location.open("rb") as raw:
        packed = raw.read(2) == GZIP
    return WHOLE if packed or converts(file.location) else Span(bytes=size)
