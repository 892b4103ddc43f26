"""Follow whether lines stand in a block about SNMP, where a community is a password."""

from __future__ import annotations

import re
from collections.abc import Iterator

from language_model.redaction.find_shaped import Span

_INDENT = re.compile(r"(?:\s*\d+\s*[|:] )?(\s*)")
_HOST = re.compile(
    r"^(?:(?!\bsnmp).)*+\bsnmp\S*\s(?:.*\s)?(?:trap-|target-)?(?:host|target|trapsink|trap2sink|server)\s+\S+\s(?P<rest>.*)",
    re.IGNORECASE,
)
_VERSION = re.compile(r"\b(?:version|v)\s?(?P<number>1|2c|3)\s+(?P<rest>.*)", re.IGNORECASE)
_OPTIONS = re.compile(
    r"(?:traps?|informs?|vrf\s+\S+|use-vrf\s+\S+|source\S*\s+\S+|udp-port\s+\d+|port\s+\d+|params|community|securityname"
    r"|[0-9])\s+",
    re.IGNORECASE,
)
_NAMED = re.compile(r"\b(?:set\s+name|name\s*=)\s*(?P<quote>\"?)(?P<value>[^\s\"]+)(?P=quote)(?=\s|$)")
_WORDS = re.compile(
    r"(?:filter-vrf|use-vrf|source|source-interface|address|version|v[123]c?|all|udp-domain|udp-port|vrf|port|traps?|informs?|enable|disable)",
    re.IGNORECASE,
)
_FLAT = re.compile(
    r"^[\s\d|:]*(?:(?:ro|rw)community6?\s+(?P<ro>\S+)|com2sec6?\s+(?:-Cn\s+\S+\s+)?\S+\s+\S+\s+(?P<com>\S+))"
)


class SnmpBlocks:
    """Reads lines in order. A block ends at a line indented no deeper than its head, or at the next `/section`."""

    def __init__(self) -> None:
        self._indent: int | None = None
        self._section = self._communities = False

    def read(self, line: str) -> bool:
        """Take the next line, and say whether it stands in a block about SNMP."""
        mentions = "snmp" in line or "SNMP" in line
        if not mentions and self._indent is None and not self._section:
            return False
        if not line.strip():
            return self._section or self._indent is not None
        margin = _INDENT.match(line)
        indent = len(margin[1]) if margin else 0
        rest = line[margin.end() :] if margin else line
        if mentions:
            if self._indent is None or indent <= self._indent:
                self._indent = indent
            self._section = rest.startswith("/") if rest.startswith("/") else self._section
            self._communities = "community" in line
            return True
        if rest.startswith("/"):
            self._section = False
        if self._indent is not None and indent <= self._indent:
            self._indent = None
        self._communities = self._communities or ("community" in line and self._inside)
        return self._inside

    @property
    def _inside(self) -> bool:
        return self._section or self._indent is not None

    def named(self, line: str) -> Iterator[Span]:
        """Yield the communities that no word "community" stands before: of hosts, and names in community tables."""
        flat = _FLAT.search(line) if "com" in line[:20] else None
        if flat:
            yield flat.span("ro" if flat["ro"] else "com")
        if self._inside and self._communities:
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
    if value and not _WORDS.fullmatch(value[1]):
        yield value.span(1)
