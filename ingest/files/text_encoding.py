"""Recognizes text and its encoding by the first bytes, and logs and configurations by their structure."""

from __future__ import annotations

import codecs
import gzip
import io
import re
import zlib
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO, cast

from ingest.files.convert_document import convert_document, converts
from ingest.files.read_times import find_time
from ingest.records import Kind

HEAD_BYTES = 1 << 16
GZIP = b"\x1f\x8b"

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


# Tells a log from a configuration by its structure.

LEVEL_FIRST = re.compile(
    r"(?:<[0-9]{1,3}>|\W?(?:trace|debug|info|notice|warn|warning|err|error|crit|critical|alert|fatal|severe)\b(?!=))",
    re.IGNORECASE,
)
STAMP_CHARACTERS = 120
_EVENT = re.compile(r"(?:CEF:|LEEF:)?[0-9](?:\.[0-9]+)?\|(?:[^|]{0,200}\|){4,6}")
_SAID = re.compile(
    r"\w\[[0-9]+\]:|[0-9]\.[0-9]{1,3}[:#@][0-9]{2,5}\b|\b0x[0-9A-Fa-f]{6,}|(?:[A-Z][\w ]{1,40}: ?[^,:]{0,80},){2}"
    r"|\[\w+@[0-9]+ |(?i:\b(?:error|warning|warn|info|debug):\s)"
)
"""What programs say and no configuration does: a process with its id, a peer with its port, a list of findings."""
_SENTENCE = re.compile(
    r"(?:<[0-9]|[A-Za-z][\w.-]{0,30}(?:\[[0-9]+\])?[:|])(?=.*?(?:\b(?:is|was|has|not)\b|[a-z]{2}(?:ed|ing)\b))"
    r".*?(?:[0-9]|'|\")"
)
"""A program or a number in front, and behind it a verb and a value: a sentence that a program wrote."""
_DATED = re.compile(r"[0-9]{1,4}[-/][0-9]{1,2}[-/][0-9]{1,4}[ T,][0-9]{1,2}:[0-9]{2}")
SAYING = 0.4
SENTENCES = 0.4
UNINDENTED = 0.95


def kind_of(lines_sample: Sequence[str]) -> Kind:
    """Say what a file is from some of its lines: a log has a time or level in most, or one JSON object a line."""
    starts = [line for line in lines_sample if line.strip() and not line[0].isspace()]
    whole, filled = len(starts), sum(1 for line in lines_sample if line.strip())
    places = Counter(place for place in map(_time_place, starts) if place)
    together = max(places.values(), default=0)

    def most(share: float, holds: Callable[[str], object]) -> bool:
        return sum(1 for line in starts if holds(line)) >= share * whole

    is_log = whole > 0 and (
        (whole > 1 and most(0.8, _is_object))
        or most(0.5, LEVEL_FIRST.match)
        or together >= 0.5 * whole
        or (together > 2 and together >= 0.1 * whole)
        or (most(1.0, lambda line: line.count(",") > 2) and most(0.5, lambda line: _DATED.search(line[:60])))
        or (whole > 4 and most(SAYING, lambda line: _SAID.search(line[:600]) or _EVENT.search(line[:400])))
        or (
            whole > 4
            and whole >= UNINDENTED * filled
            and most(SENTENCES, lambda line: _SENTENCE.match(line[:300]))
        )
    )
    return "log" if is_log else "configuration"


def _is_object(line: str) -> bool:
    line = line.strip()
    return len(line) > 2 and line[0] == "{" and line[-1] == "}" and ":" in line


def _time_place(line: str) -> tuple[str, int] | None:
    """Name the format of the time that a line's header has, and how many words stand before it."""
    found = find_time(line[:STAMP_CHARACTERS])
    return (found.format, len(line[: found.start].split())) if found else None
