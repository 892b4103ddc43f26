"""Tells whether a log only grew since it was loaded, and where its new part begins."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from itertools import islice
from threading import Thread

from graph_store.records import SourceLine
from ingest.apply_parsers import begins_record
from ingest.convert_document import converts
from ingest.errors import UnreadableInput
from ingest.known_documents import KnownDocument
from ingest.read_lines import WHOLE, FileHash, InputFile, Span, hash_file, read_lines
from ingest.text_encoding import HEAD_BYTES, encoding_of

PACKED = b"\x1f\x8b"


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
        """Say whether the file shows these lines, the first and the last that were there; a rotated one does not.

        Those that were dropped are not asked for. Whether all between them is as it was, only its hash tells.
        """
        last = self.span.first_number - 1
        shown = {1: _first_line(self.file), last: _last_line(self.file, self.span.start)}
        return all(shown[number] == text for number, text in ends.items())

    def only_grew(self, found: FileHash) -> bool:
        """Say whether what was there is as it was."""
        return found.prefix == self.before and found.bytes == self.bytes


class TailHashes:
    """Hashes logs that grew, in a thread of its own: their ends are loaded meanwhile."""

    def __init__(self, tails: Iterable[Tail]) -> None:
        self._found: dict[str, Future[FileHash]] = {}
        waiting: list[tuple[Tail, Future[FileHash]]] = []
        for tail in tails:
            future = self._found[tail.file.path] = Future[FileHash]()
            waiting.append((tail, future))
        if waiting:  # a daemon: whoever interrupts an ingest does not wait for the rest of a long log
            Thread(target=_hash_all, args=(waiting,), name="hash-logs", daemon=True).start()

    def of(self, tail: Tail) -> FileHash:
        """Wait for a log's hash. Raises UnreadableInput."""
        return self._found[tail.file.path].result()


def find_tail(file: InputFile, known: KnownDocument) -> Tail | None:
    """Return what was appended if the file only grew; None where it did not, or its end cannot be read alone.

    The end stands alone when what was there ended with a line's end, and what follows begins a record.
    Raises UnreadableInput.
    """
    old = known.document
    if old.kind != "log" or known.counts is None or old.bytes == 0 or converts(file.location):
        return None
    try:
        size = file.location.stat().st_size
        if size <= old.bytes or not _ends_whole(file, old.bytes):
            return None
    except OSError as error:
        raise UnreadableInput(file.path, str(error.strerror or error)) from error
    tail = Tail(file, Span(old.bytes, size - old.bytes, known.counts.lines + 1), size, old.sha256)
    first = next(islice(tail.lines(), 1), None)
    return tail if first is not None and begins_record(first.text) else None


def whole_span(file: InputFile, size: int) -> Span:
    """Return the span of the bytes that were hashed: a log that is being written may have grown since.

    What is unpacked or converted has other bytes than the file, and is read whole.
    """
    with file.location.open("rb") as raw:
        packed = raw.read(2) == PACKED
    return WHOLE if packed or converts(file.location) else Span(bytes=size)


def _hash_all(waiting: Iterable[tuple[Tail, Future[FileHash]]]) -> None:
    """Hash every file as far as it went when it was looked at, and its old part on the way."""
    for tail, future in waiting:
        try:
            future.set_result(hash_file(tail.file, tail.span.start, tail.bytes))
        except BaseException as error:  # who waits for it gets it
            future.set_exception(error)


def _first_line(file: InputFile) -> str:
    return next((line.text for line in read_lines(file)), "")


def _last_line(file: InputFile, size: int) -> str:
    """Return the last line of a file's first bytes; the end of one that is longer than a head."""
    start = max(0, size - HEAD_BYTES)
    text = ""
    for line in read_lines(file, Span(start, size - start)):
        text = line.text
    return text


def _ends_whole(file: InputFile, size: int) -> bool:
    """Say whether the first bytes end with a line's end, in a file that is neither packed nor in wide characters."""
    with file.location.open("rb") as raw:
        head = raw.read(1 << 16)
        raw.seek(size - 1)
        ended = raw.read(1) == b"\n"
    return ended and not head.startswith(PACKED) and encoding_of(head) == "utf-8"
