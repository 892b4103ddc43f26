"""What values look like, and how they are read: for configurations, logs and redaction alike."""

import re

OCTET = "(?:25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])"
IPV4 = rf"{OCTET}(?:\.{OCTET}){{3}}"
IPV6 = (
    r"(?:(?:[0-9A-Fa-f]{1,4}:){7}[0-9A-Fa-f]{1,4}"
    r"|(?:[0-9A-Fa-f]{1,4}:){1,6}(?::[0-9A-Fa-f]{1,4}){1,6}"
    r"|(?:[0-9A-Fa-f]{1,4}:){1,7}:|::(?:[0-9A-Fa-f]{1,4}:){0,6}[0-9A-Fa-f]{1,4})"
)
UUID = "[0-9A-Fa-f]{8}-(?:[0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}"
MAC_OF_BYTES = r"(?:[0-9A-Fa-f]{2}(?::[0-9A-Fa-f]{2}){5}|[0-9A-Fa-f]{2}(?:-[0-9A-Fa-f]{2}){5})"
MAC = rf"(?:{MAC_OF_BYTES}|[0-9A-Fa-f]{{4}}(?:\.[0-9A-Fa-f]{{4}}){{2}})"
"""With colons, hyphens or, in groups of four, dots: what is surely a MAC wherever it stands."""
_FOUR = "[0-9A-Fa-f]{4}"
ANY_MAC = rf"(?:{MAC}|{_FOUR}(?:-{_FOUR}){{2}}|{_FOUR}(?::{_FOUR}){{2}}|[0-9A-Fa-f]{{6}}-[0-9A-Fa-f]{{6}})"
"""Also `00e0-fc12-3456`, `00e0:fc12:3456` and `00e0fc-123456`: these can be other things, so only to hide or search."""
INTEGER = "-?(?:0|[1-9][0-9]{0,17})"
NUMBER = r"-?[0-9]{1,17}\.[0-9]{1,17}"
HOST = r"[A-Za-z0-9](?:[A-Za-z0-9_-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9_-]*[A-Za-z0-9])?)+"
INTERFACE = r"[A-Za-z]{2,}(?:-?[0-9]+(?:[/.:][0-9]+)+|-[0-9]+/[0-9]+(?:/[0-9]+)*(?:\.[0-9]+)?)"
INTERFACE_NAME = re.compile(
    r"(?i)[a-z-]+\d+[/.:]\d|(?:eth|gig|fast|ten|forty|hundred|[gxet]e-?\d|fa\d|gi\d|vl|lo\d|loop|port|po\d|bund|ae\d|irb|bvi|tun"
    r"|[lw]an|bond|br\d|bri|mgmt|manag|ser|dial|pp|swp|en[sp]|em\d|reth|fxp|atm|cell|null|veth|dot11|bluetooth)"
)
"""Beside a number at its end: names of interfaces, and not of anything else."""


def plain_number(value: object) -> object:
    """Read a text that is a plain whole number; anything else stays as it is."""
    if not (isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 16):
        return value
    return int(value) if str(int(value)) == value else value


def without_groups(pattern: str) -> str:
    """Make a place's own pattern free of groups that would count."""
    return re.sub(r"(?<!\\)\((?!\?)", "(?:", pattern)
