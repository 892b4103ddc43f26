"""Reads any text file into SourceLines, one block at a time."""

from __future__ import annotations

import codecs
import hashlib
import zlib
from collections.abc import Iterator

from graph_store.records import SourceLine
from ingest.clean_text import clean_text
from ingest.errors import UnreadableInput
from ingest.find_files import FilesFound, InputFile, PassedOver, find_files
from ingest.kind_of import kind_of
from ingest.text_encoding import HEAD_BYTES, encoding_of, open_raw

__all__ = ["FilesFound", "InputFile", "PassedOver", "find_files", "hash_file", "kind_of", "read_lines"]

BLOCK_BYTES = 1 << 20


def hash_file(file: InputFile) -> str:
    """Give the SHA-256 of the file's bytes as they are on the disk, in hexadecimal."""
    digest = hashlib.sha256()
    try:
        with file.location.open("rb") as raw:
            while block := raw.read(BLOCK_BYTES):
                digest.update(block)
    except OSError as error:
        raise UnreadableInput(file.path, str(error.strerror or error)) from error
    return digest.hexdigest()


def read_lines(file: InputFile) -> Iterator[SourceLine]:
    r"""Yield the lines of a text file, cleaned of what a terminal left in them.

    Only `\n`, `\r\n` and `\r` end a line. No more than a block of the file is held in memory.
    Raises UnreadableInput when the file cannot be read to its end.
    """
    try:
        for number, raw in enumerate(_raw_lines(file), start=1):
            yield SourceLine(file.path, number, clean_text(_decode(raw)))
    except (OSError, EOFError, zlib.error) as error:
        raise UnreadableInput(file.path, str(error)) from error


def _decode(raw: bytes) -> str:
    """Read one line as UTF-8, or where it is none as Latin-1."""
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return raw.decode("latin-1")


def _raw_lines(file: InputFile) -> Iterator[bytes]:
    """Yield lines without their ends; a block's last piece waits for the next block."""
    pieces: list[bytes] = []
    for block in filter(None, _blocks(file)):
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


def _blocks(file: InputFile) -> Iterator[bytes]:
    """Yield the file as UTF-8 bytes, unpacked, without a byte order mark."""
    with open_raw(file.location) as raw:
        block = raw.read(HEAD_BYTES)
        encoding = encoding_of(block)
        block = block.removeprefix(codecs.BOM_UTF8)
        if encoding in ("utf-8", ""):
            while block:
                yield block
                block = raw.read(BLOCK_BYTES)
            return
        decoder = codecs.getincrementaldecoder(encoding)("replace")
        while block:
            yield decoder.decode(block).encode("utf-8", "replace")
            block = raw.read(BLOCK_BYTES)
        yield decoder.decode(b"", final=True).encode("utf-8", "replace")
