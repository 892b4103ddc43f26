"""Finds secrets that span lines (PEM blocks, certificates, wrapped keys), and communities in SNMP blocks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from language_model.redaction.find_shaped import Span

NUMBERING = r"(?:\s*\d+\s*[|:]\s?)?"  # prompts number their lines
_BEGIN = re.compile(r"-{4,5} ?BEGIN [A-Z0-9 ]+-{4,5}(?!.*-{4,5} ?END)")
_END = re.compile(r"-{4,5} ?END [A-Z0-9 ]+-{4,5}")
_HEADER = re.compile(r"[\s|>#!*\d:\"']*(?:Proc-Type|DEK-Info|Comment|Version|Subject|x-\w+): ", re.IGNORECASE)
_BODY = re.compile(
    r"(?P<lead>(?:\s*\d+\s*[|:]\s)?[\s\"'>|#+]*)(?P<body>[A-Za-z0-9+/]{1,}={0,2})(?:\\[nr])*[\"',;+\\\s]*$"
)
_WORD = re.compile(r"[a-z]{1,19}")
_COUNTED = re.compile(r"\s*+Private-Lines: (?P<lines>[0-9]{1,3})\s*+$")
"""PuTTY's keys say how many lines follow."""
_DUMP = re.compile(rf"(?P<lead>{NUMBERING}\s*)(?P<body>(?:[0-9A-Fa-f]{{2,8}}[ \t]+)*[0-9A-Fa-f]{{2,8}})\s*$")
_LONG_DUMP = re.compile(
    r"(?:[0-9A-Fa-f]{8}[ \t]+){3,}[0-9A-Fa-f]{2,8}|(?:[0-9A-Fa-f]{4}[ \t]+){6,}[0-9A-Fa-f]{2,4}"
)
_OPENS = re.compile(
    r"^\W*+(?:\d++\s*+[|:])?+\s*+(?:certificate|key-string|public-key-code|private-key|public-key|rsa-key)\b",
    re.I,
)
_WRAPPED = re.compile(r"[\"']?(?!AAAA[A-Z])[A-Za-z0-9+/]{40,}\\?$")


class BlockPart(NamedTuple):
    """The part of one line that belongs to a secret over several lines."""

    start: int
    end: int


class SecretBlocks:
    """Reads lines in order, and remembers in which kind of block it is."""

    def __init__(self) -> None:
        self._pem = self._dump = self._wrapped = False
        self._counted = 0

    @property
    def inside(self) -> bool:
        """Say whether the next line may be of a secret that began before it."""
        return self._pem or self._dump or self._wrapped or self._counted > 0

    def read(self, line: str) -> BlockPart | None:
        """Take the next line, and return what of it belongs to a secret that runs over lines."""
        if self._counted:
            self._counted -= 1
            return BlockPart(len(line) - len(line.lstrip()), len(line.rstrip()))
        counted = _COUNTED.match(line) if "Private-Lines" in line else None
        if counted:
            self._counted = int(counted["lines"])
            return None
        if self._pem:
            body = _BODY.match(line)
            if body and not _WORD.fullmatch(body["body"]):
                return BlockPart(*body.span("body"))
            # A PEM block that was cut off ends at the first line that cannot be of it.
            blank = not line.strip(" \t|>#0123456789:")
            self._pem = not _END.search(line) and (blank or bool(_HEADER.match(line)))
            return None
        if "BEGIN " in line and _BEGIN.search(line):
            self._pem = True
            return None
        return self._outside(line)

    def _outside(self, line: str) -> BlockPart | None:
        dump = _DUMP.match(line) if self._dump or line.lstrip()[:8].strip(" |:").isalnum() else None
        if dump and (self._dump or _LONG_DUMP.fullmatch(dump["body"])):
            self._dump = True
            return BlockPart(*dump.span("body"))
        body = _BODY.match(line) if self._wrapped else None
        if body and len(body["body"]) > 3 and not _WORD.fullmatch(body["body"]):  # "next" ends a block
            self._wrapped = len(body["body"]) >= 40
            return BlockPart(*body.span("body"))
        opens = ("key" in line or "cert" in line) and _OPENS.match(line)
        self._dump = bool(opens) and not line.rstrip().endswith(";")
        words = line.rstrip(" \"'").rsplit(None, 1) if len(line.strip(" \"'")) >= 40 else []
        last = words[-1] if words else ""
        self._wrapped = bool(_WRAPPED.match(last))
        return None


# Follow whether lines stand in a block about SNMP, where a community is a password.


_MARGIN = re.compile(r"(?:\s*\d+\s*[|:] )?(?P<indent>\s*)(?P<rest>(?s:.*))")
_HOST = re.compile(
    r"^(?:(?!\bsnmp).)*+\bsnmp\S*\s(?!(?:\S+\s+)?(?:location|contact|description)\b)(?:.*\s)?(?:trap-|target-)?(?:host|target|trapsink|trap2sink|server)\s+\S+\s(?P<rest>.*)",
    re.IGNORECASE,
)
_VERSION = re.compile(r"\b(?:version|v)\s?(?P<number>1|2c|3)\s+(?P<rest>.*)", re.IGNORECASE)
_OPTIONS = re.compile(
    r"(?:traps?|informs?|vrf\s+\S+|use-vrf\s+\S+|source\S*\s+\S+|udp-port\s+\d+|port\s+\d+|params|community|securityname|clear|encrypted"
    r"|[0-9]|(?:[0-9]{1,3}\.){3}[0-9]{1,3}|[0-9a-f]{0,4}:[0-9a-f:.]{2,39})\s+",
    re.IGNORECASE,
)
_NAMED = re.compile(r"\b(?:set\s+name|name\s*=)\s*(?P<quote>\"?)(?P<value>[^\s\"]+)(?P=quote)(?=\s|$)")
_ADDRESS = re.compile(r"(?:[0-9]{1,3}\.){3}[0-9]{1,3}")
_WORDS = re.compile(
    r"(?:filter-vrf|use-vrf|source|source-interface|address|version|v[123]c?|all|udp-domain|udp-port|vrf|port|traps?|informs?|enable|disable)",
    re.IGNORECASE,
)


class SnmpBlocks:
    """Reads lines in order. A block ends at a line indented no deeper than its head, or at the next `/section`."""

    def __init__(self) -> None:
        self._indent: int | None = None
        self._section = self._communities = False

    def read(self, line: str) -> bool:
        """Take the next line, and say whether it stands in a block about SNMP."""
        mentions = "snmp" in line or "SNMP" in line
        if not mentions and not self.inside:
            return False
        if not line.strip():
            return self.inside
        margin = _MARGIN.match(line)
        indent, rest = (len(margin["indent"]), margin["rest"]) if margin else (0, line)
        if mentions:
            if self._indent is None or indent <= self._indent:
                self._indent = indent
            self._section = self._section or rest.startswith("/")
            self._communities = "community" in line
            return True
        self._section = self._section and not rest.startswith("/")
        if self._indent is not None and indent <= self._indent:
            self._indent = None
        self._communities = self._communities or ("community" in line and self.inside)
        return self.inside

    @property
    def inside(self) -> bool:
        """Say whether the next line may stand in the block."""
        return self._section or self._indent is not None

    def named(self, line: str) -> Iterator[Span]:
        """Yield the communities that no word "community" stands before: of hosts, and names in community tables."""
        if self.inside and self._communities:
            yield from (match.span("value") for match in _NAMED.finditer(line))
        host = _HOST.search(line) if "nmp" in line and not re.search(r"\d\d:\d\d:\d\d", line) else None
        if host:
            yield from _of_host(line, host.start("rest"))


def _of_host(line: str, at: int) -> Iterator[Span]:
    version = _VERSION.search(line, at)
    if version and version["number"] == "3":
        return
    at = version.start("rest") if version else at
    while option := _OPTIONS.match(line, at):
        at = option.end()
    value = re.compile(r"\"?([^\s\";]+)").match(line, at)
    if value and not _WORDS.fullmatch(value[1]) and not _ADDRESS.fullmatch(value[1]):
        yield value.span(1)
