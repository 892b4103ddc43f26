"""Recognizes text and its encoding by the first bytes."""

from __future__ import annotations

import codecs
import gzip
import io
import zlib
from pathlib import Path
from typing import IO, cast

from ingest.files.convert_document import convert_document, converts

HEAD_BYTES = 1 << 16
GZIP = b"\x1f\x8b"
ZIP = (b"PK\x03\x04", b"PK\x05\x06")

UNPACKED_RATIO, UNPACKED_FROM = 250, 100_000_000
"""A packed text may be so many times as large when unpacked; what is smaller than so many bytes always may."""

BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)

TAR_AT, TAR = 257, b"ustar"

CONTROLS = bytes(set(range(32)) - set(b"\a\b\t\n\v\f\r\x1b")) + b"\x7f"
MORE_CONTROLS = CONTROLS + bytes(range(0x80, 0xA0))


def open_raw(location: Path) -> IO[bytes]:
    """Open a file as bytes: gzip unpacked, documents as Markdown. Raises OSError for what unpacks to far too much."""
    if converts(location):
        return io.BytesIO(convert_document(location))
    with location.open("rb") as file:
        packed = file.read(2) == GZIP
    return cast("IO[bytes]", _Unpacked(location)) if packed else location.open("rb")


class _Unpacked(gzip.GzipFile):
    """Unpacks a file, and stops where it unpacks to far more than any text would."""

    def __init__(self, location: Path) -> None:
        self._packed = location.open("rb")
        super().__init__(fileobj=self._packed)
        self._most = max(UNPACKED_FROM, location.stat().st_size * UNPACKED_RATIO)

    def close(self) -> None:
        super().close()
        self._packed.close()

    def read(self, size: int | None = -1) -> bytes:
        block = super().read(size)
        if self.tell() > self._most:
            raise OSError(f"unpacks to more than {UNPACKED_RATIO} times its size: no text does")
        return block


def read_head(location: Path) -> bytes:
    """Read the first bytes, unpacked. Raises OSError, EOFError, also for a damaged archive."""
    try:
        with open_raw(location) as file:
            return file.read(HEAD_BYTES)
    except zlib.error as error:
        raise OSError(f"damaged gzip data ({error})") from error


def is_tar(head: bytes) -> bool:
    """Say whether unpacked bytes begin as a tar archive does."""
    return head[TAR_AT : TAR_AT + len(TAR)] == TAR


def encoding_of(head: bytes) -> str:
    """Name the encoding of text that begins with `head`; blank for binary data. Latin-1 lines may stand in "utf-8"."""
    for mark, encoding in BYTE_ORDER_MARKS:
        if head.startswith(mark):
            return encoding if _reads_as_text(head, encoding) else ""
    for encoding, zero_at in (("utf-16-le", 1), ("utf-16-be", 0)):
        zeros, others = head[zero_at::2], head[1 - zero_at :: 2]
        wide = zeros.count(0) > 0.6 * len(zeros) and others.count(0) < 0.1 * len(others)
        if len(head) >= 4 and wide and _reads_as_text(head, encoding):
            return encoding
    try:
        codecs.getincrementaldecoder("utf-8")().decode(head)
        strange, most = CONTROLS, 0.3
    except UnicodeDecodeError:
        strange, most = MORE_CONTROLS, 0.1
    return "utf-8" if 1 - len(head.translate(None, strange)) / max(1, len(head)) < most else ""


def _reads_as_text(head: bytes, encoding: str) -> bool:
    text = codecs.getincrementaldecoder(encoding)("replace").decode(head)
    strange = sum(1 for character in text if (character < " " and character not in "\a\b\t\n\v\f\r\x1b"))
    return strange + text.count("\ufffd") <= 0.1 * len(text)
