"""Reads any text file into SourceLines, one block at a time."""

from __future__ import annotations

import codecs
import hashlib
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import IO

from graph_store.records import SourceLine
from ingest.clean_text import clean_text
from ingest.errors import UnreadableInput
from ingest.find_files import FilesFound, InputFile, PassedOver, find_files
from ingest.kind_of import kind_of
from ingest.text_encoding import HEAD_BYTES, encoding_of, open_raw

__all__ = [
    "WHOLE",
    "FileHash",
    "FilesFound",
    "InputFile",
    "PassedOver",
    "Span",
    "find_files",
    "hash_file",
    "kind_of",
    "pick_lines",
    "read_lines",
]

BLOCK_BYTES = 1 << 20


@dataclass(frozen=True, slots=True)
class Span:
    """A part of a file: where it starts, how many bytes it has (None: to the end), and the number of its first line.

    Of a packed file or one in UTF-16 only the whole is a span.
    """

    start: int = 0
    bytes: int | None = None
    first_number: int = 1


WHOLE = Span()


@dataclass(frozen=True, slots=True)
class FileHash:
    """The SHA-256 of a file's bytes as they are on the disk, in hexadecimal, and how many they are.

    `prefix` is that of its first bytes, as many as were asked for; blank when it has fewer.
    """

    sha256: str
    bytes: int
    prefix: str = ""


def hash_file(file: InputFile, prefix_bytes: int = 0, most: int | None = None) -> FileHash:
    """Hash a file, or `most` of its bytes, and its first ones on the way. Raises UnreadableInput."""
    digest, prefix, size = hashlib.sha256(), "", 0
    try:
        with file.location.open("rb") as raw:
            while block := raw.read(_block(size, prefix_bytes, most)):
                digest.update(block)
                size += len(block)
                if size == prefix_bytes:
                    prefix = digest.hexdigest()
    except OSError as error:
        raise UnreadableInput(file.path, str(error.strerror or error)) from error
    return FileHash(digest.hexdigest(), size, prefix)


def _block(done: int, prefix_bytes: int, most: int | None) -> int:
    """Return how much to read next, so that a block ends where the first bytes end, and where all do."""
    until = prefix_bytes if done < prefix_bytes else most
    return BLOCK_BYTES if until is None else min(BLOCK_BYTES, max(0, until - done))


def read_lines(file: InputFile, span: Span = WHOLE) -> Iterator[SourceLine]:
    r"""Yield the lines of a text file, cleaned of what a terminal left in them.

    Only `\n`, `\r\n` and `\r` end a line. No more than a block of the file is held in memory.
    Raises UnreadableInput when the file cannot be read to its end.
    """
    try:
        for number, raw in enumerate(_raw_lines(file, span), start=span.first_number):
            yield SourceLine(file.path, number, clean_text(_decode(raw)))
    except (OSError, EOFError, zlib.error) as error:
        raise UnreadableInput(file.path, str(error)) from error


def pick_lines(
    file: InputFile, choose: Callable[[int], Iterable[int]], span: Span = WHOLE
) -> list[SourceLine]:
    """Return some lines of a file: `choose` is told how many there are, and names their numbers, ascending.

    The file is read twice, and only the chosen lines are decoded. Raises UnreadableInput.
    """
    try:
        wanted = iter(choose(sum(1 for _ in _raw_lines(file, span))))
        picked: list[SourceLine] = []
        number = next(wanted, 0)
        for found, raw in enumerate(_raw_lines(file, span), start=1):
            if found == number:
                picked.append(SourceLine(file.path, number, clean_text(_decode(raw))))
                number = next(wanted, 0)
                if not number:
                    break
    except (OSError, EOFError, zlib.error) as error:
        raise UnreadableInput(file.path, str(error)) from error
    return picked


def _decode(raw: bytes) -> str:
    """Read one line as UTF-8, or where it is none as Latin-1."""
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return raw.decode("latin-1")


def _raw_lines(file: InputFile, span: Span) -> Iterator[bytes]:
    """Yield lines without their ends; a block's last piece waits for the next block."""
    pieces: list[bytes] = []
    for block in filter(None, _blocks(file, span)):
        lines = block.splitlines(keepends=True)
        if pieces and pieces[-1].endswith(b"\r"):
            if block.startswith(b"\n"):
                del lines[0]
            yield b"".join(pieces)[:-1]
            pieces = []
        if not lines:
            continue
        last = lines.pop()
        for line in lines:
            if pieces:
                line = b"".join((*pieces, line))
                pieces = []
            yield line.rstrip(b"\r\n")
        pieces.append(last)
        if last.endswith(b"\n"):
            yield b"".join(pieces).rstrip(b"\r\n")
            pieces = []
    if pieces:
        yield b"".join(pieces).rstrip(b"\r\n")


def _blocks(file: InputFile, span: Span) -> Iterator[bytes]:
    """Yield the file as UTF-8 bytes, unpacked, without a byte order mark."""
    with open_raw(file.location) as raw:
        pieces = _pieces(raw, span)
        block = next(pieces, b"")
        encoding = encoding_of(block)
        block = block.removeprefix(codecs.BOM_UTF8)
        if encoding in ("utf-8", "") or span.start:
            yield block
            yield from pieces
            return
        decoder = codecs.getincrementaldecoder(encoding)("replace")
        for piece in chain((block,), pieces):
            yield decoder.decode(piece).encode("utf-8", "replace")
        yield decoder.decode(b"", final=True).encode("utf-8", "replace")


def _pieces(raw: IO[bytes], span: Span) -> Iterator[bytes]:
    """Yield the bytes of a span, the first few alone: they tell the encoding."""
    if span.start:
        raw.seek(span.start)
    left = span.bytes
    size = HEAD_BYTES
    while block := raw.read(size if left is None else min(size, left)):
        yield block
        size = BLOCK_BYTES
        left = None if left is None else left - len(block)
