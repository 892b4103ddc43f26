"""Splits names of fields that join two of the field's short words without a sign: srcip, dstport, oldstate."""

from __future__ import annotations

import re
from functools import cache

_SIDES = {
    "src": "src",
    "source": "src",
    "dst": "dst",
    "dest": "dst",
    "destination": "dst",
    "old": "old",
    "new": "new",
    "prev": "previous",
    "local": "local",
    "remote": "remote",
    "in": "in",
    "out": "out",
    "min": "minimum",
    "max": "maximum",
    "avg": "average",
    "orig": "original",
    "client": "client",
    "server": "server",
    "peer": "peer",
}
_THINGS = (
    "ip|ipv4|ipv6|port|addr|address|zone|state|status|mac|user|host|intf|if|iface|interface|bytes|packets|pkts|as|asn|"
    "vlan|country|dev|device|level|value|net|network|subnet|mask|version"
)
_JOINED = re.compile(rf"({'|'.join(sorted(_SIDES, key=len, reverse=True))})({_THINGS})")


@cache
def split_joined(word: str) -> tuple[str, ...]:
    """Return the two words that a name of one word joins, or the word itself."""
    found = _JOINED.fullmatch(word)
    return (_SIDES[found[1]], found[2]) if found else (word,)
