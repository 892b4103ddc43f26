"""Find secrets that run over lines: PEM blocks, hex dumps of certificates, keys wrapped over lines."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

NUMBERING = r"(?:\s*\d+\s*[|:]\s?)?"  # prompts number their lines
_BEGIN = re.compile(r"-{4,5} ?BEGIN [A-Z0-9 ]+-{4,5}(?!.*-{4,5} ?END)")
_END = re.compile(r"-{4,5} ?END [A-Z0-9 ]+-{4,5}")
_HEADER = re.compile(r"[\s|>#!*\d:\"']*(?:Proc-Type|DEK-Info|Comment|Version|Subject|x-\w+): ", re.IGNORECASE)
_BODY = re.compile(
    r"(?P<lead>(?:\s*\d+\s*[|:]\s)?[\s\"'>|#+]*)(?P<body>[A-Za-z0-9+/]{1,}={0,2})(?:\\[nr])*[\"',;+\\\s]*$"
)
_DUMP = re.compile(rf"(?P<lead>{NUMBERING}\s*)(?P<body>(?:[0-9A-Fa-f]{{2,8}}[ \t]+)*[0-9A-Fa-f]{{2,8}})\s*$")
_LONG_DUMP = re.compile(
    r"(?:[0-9A-Fa-f]{8}[ \t]+){3,}[0-9A-Fa-f]{2,8}|(?:[0-9A-Fa-f]{4}[ \t]+){6,}[0-9A-Fa-f]{2,4}"
)
_OPENS = re.compile(
    r"^\W*+(?:\d++\s*+[|:])?+\s*+(?:certificate|key-string|public-key-code|private-key|public-key|rsa-key)\b",
    re.I,
)
_WRAPPED = re.compile(r"[\"']?(?:AAAA[A-Z]\w[A-Za-z0-9+/]{10,}|[A-Za-z0-9+/]{40,})\\?$")


class Replacement(Enum):
    """How a line's part is replaced."""

    DUMP = "dump"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class BlockPart:
    """The part of one line that belongs to a secret over several lines."""

    start: int
    end: int
    shape: Replacement


def find_blocks(lines: Sequence[str]) -> dict[int, BlockPart]:
    """Give, by the lines' indices, what belongs to a secret that runs over lines."""
    parts: dict[int, BlockPart] = {}
    reader = _Reader()
    for index, line in enumerate(lines):
        part = reader.read(line)
        if part:
            parts[index] = part
    return parts


class _Reader:
    """Remembers between lines what kind of block it is in."""

    def __init__(self) -> None:
        self._pem = self._dump = self._wrapped = False

    def read(self, line: str) -> BlockPart | None:
        if self._pem:
            return self._in_pem(line)
        if "BEGIN " in line and _BEGIN.search(line):
            self._pem = True
            return None
        return self._outside(line)

    def _in_pem(self, line: str) -> BlockPart | None:
        body = _BODY.match(line)
        if body:
            return BlockPart(body.start("body"), body.end("body"), Replacement.TEXT)
        # A PEM block that was cut off ends at the first line that cannot be of it.
        self._pem = not _END.search(line) and (
            not line.strip(" \t|>#0123456789:") or bool(_HEADER.match(line))
        )
        return None

    def _outside(self, line: str) -> BlockPart | None:
        dump = _DUMP.match(line) if self._dump or line.lstrip()[:8].strip(" |:").isalnum() else None
        if dump and (self._dump or _LONG_DUMP.fullmatch(dump["body"])):
            self._dump = True
            return BlockPart(dump.start("body"), dump.end("body"), Replacement.DUMP)
        body = _BODY.match(line) if self._wrapped else None
        if body and len(body["body"]) > 3:
            self._wrapped = len(body["body"]) >= 40
            return BlockPart(body.start("body"), body.end("body"), Replacement.TEXT)
        self._dump = (
            ("key" in line or "cert" in line) and bool(_OPENS.match(line)) and not line.rstrip().endswith(";")
        )
        self._wrapped = len(line.strip(" \"'")) >= 40 and bool(
            _WRAPPED.match(line.rstrip(" \"'").rsplit(None, 1)[-1])
        )
        return None
