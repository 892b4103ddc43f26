"""Recognizes text and its encoding by the first bytes, and logs and configurations by their structure."""

from __future__ import annotations

import codecs
import gzip
import io
import re
import zlib
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Literal, cast

from ingest.convert_document import convert_document, converts
from ingest.read_times import find_time

HEAD_BYTES = 1 << 16

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
    """Open a file for reading bytes: unpacked when it begins like gzip; a PDF, Word or HTML document as Markdown.

    What unpacks to far more than any text raises OSError.
    """
    if converts(location):
        return io.BytesIO(convert_document(location))
    with location.open("rb") as file:
        packed = file.read(2) == b"\x1f\x8b"
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
    """Name the encoding of text that begins with `head`; blank for binary data.

    "utf-8" also stands for text in which some lines are Latin-1: the reader decides line by line.
    """
    for mark, encoding in BYTE_ORDER_MARKS:
        if head.startswith(mark):
            return encoding if _reads_as_text(head, encoding) else ""
    for encoding, zero_offset in (("utf-16-le", 1), ("utf-16-be", 0)):
        if _every_other_is_zero(head, zero_offset) and _reads_as_text(head, encoding):
            return encoding
    if _is_utf8(head):
        return "utf-8" if _share(head, CONTROLS) < 0.3 else ""
    return "utf-8" if _share(head, MORE_CONTROLS) < 0.1 else ""


def _every_other_is_zero(head: bytes, zero_offset: int) -> bool:
    zeros, others = head[zero_offset::2], head[1 - zero_offset :: 2]
    return len(head) >= 4 and zeros.count(0) > 0.6 * len(zeros) and others.count(0) < 0.1 * len(others)


def _reads_as_text(head: bytes, encoding: str) -> bool:
    text = codecs.getincrementaldecoder(encoding)("replace").decode(head)
    strange = sum(1 for character in text if (character < " " and character not in "\a\b\t\n\v\f\r\x1b"))
    return strange + text.count("\ufffd") <= 0.1 * len(text)


def _is_utf8(head: bytes) -> bool:
    try:
        codecs.getincrementaldecoder("utf-8")().decode(head)
    except UnicodeDecodeError:
        return False
    return True


def _share(head: bytes, what: bytes) -> float:
    return 1 - len(head.translate(None, what)) / max(1, len(head))


# Tells a log from a configuration by its structure.


Kind = Literal["log", "configuration"]

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
    """Say what a file is from some of its lines.

    A log has a time, a level or a priority in the same place of most records, or one JSON object a line;
    everything else is a configuration.
    """
    starts = [line for line in lines_sample if line.strip() and not line[0].isspace()]
    if not starts:
        return "configuration"
    if len(starts) > 1 and sum(map(_is_object, starts)) >= 0.8 * len(starts):
        return "log"
    if sum(1 for line in starts if LEVEL_FIRST.match(line)) >= 0.5 * len(starts):
        return "log"
    places = Counter(place for place in map(_time_place, starts) if place)
    together = max(places.values(), default=0)
    rows = [line.count(",") for line in starts]
    dated = sum(1 for line in starts if _DATED.search(line[:60]))
    if min(rows) > 2 and dated >= 0.5 * len(starts):
        return "log"
    said = sum(1 for line in starts if _SAID.search(line[:600]) or _EVENT.search(line[:400]))
    if len(starts) > 4 and said >= SAYING * len(starts):
        return "log"
    filled = sum(1 for line in lines_sample if line.strip())
    sentences = sum(1 for line in starts if _SENTENCE.match(line[:300]))
    if len(starts) > 4 and sentences >= SENTENCES * len(starts) and len(starts) >= UNINDENTED * filled:
        return "log"
    return (
        "log"
        if together >= 0.5 * len(starts) or (together > 2 and together >= 0.1 * len(starts))
        else "configuration"
    )


def _is_object(line: str) -> bool:
    line = line.strip()
    return len(line) > 2 and line[0] == "{" and line[-1] == "}" and ":" in line


def _time_place(line: str) -> tuple[str, int] | None:
    """Name the format of the time that a line's header has, and how many words stand before it."""
    found = find_time(line[:STAMP_CHARACTERS])
    return (found.format, len(line[: found.start].split())) if found else None
