"""Finds secrets that a sentence of a log tells: "the password was changed to X", "password (X) rejected"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from language_model.redaction.find_shaped import Span
from language_model.redaction.looks import Looks, is_random, looks_of

LINKS = "is are was were be been being has set changed reset updated now to as"
"""Words between a name and its value that tell what it is, or what became of it."""
_LINK = LINKS.replace(" ", "|")
_NAMES = (
    "pass(?:word|wd|phrase|code)|pwd|secret|psk|community"
    "|(?:api|pre-?shared|shared|private|access|encryption)[ -]key"
)
_VALUE = r"[^\s\"'()\[\]<>,;:]{6,128}+"
_TOLD = re.compile(
    rf"(?<![\w.-])(?:{_NAMES})(?![\w-])"
    rf"(?P<how>(?:\s++(?:string|name|value)(?![\w-]))?+(?:\s++(?:for|of)\s++(?:user\s++)?+\S++)?+(?:\s++(?:{_LINK})(?![\w-]))*+"
    rf"(?:\s++from\s++[\"']?(?P<old>{_VALUE})[\"']?\s++to\s++|\s*+(?:->|=>|[:=])?+\s*+(?:(?P<quote>[\"'])(?=[^\"']{{6,128}}(?P=quote))|[\"'(]?+)))"
    rf"(?P<new>(?(quote)[^\"']++|{_VALUE}))",
    re.IGNORECASE,
)
TELLS = re.compile(
    rb"(?:[ \t]++(?:(?:for|of)[ \t]++(?:user[ \t]++)?+\S++|from|string|name|%s)(?![\w-]))++"
    rb"[ \t:=>(\"'\[-]*+(?=[^\s\"'):]*[0-9])(?=[^\s\"'):]*[a-z])[^\s\"'):]{6}" % _LINK.encode()
)
"""What stands behind a name, in small letters, where a value is told."""


def find_told(line: str) -> Iterator[Span]:
    """Yield what is told of a name where letters and digits are mixed in it; other words tell of a secret."""
    is_snmp = "snmp" in line.lower()
    for told in _TOLD.finditer(line):
        if told["how"].strip() in ("", ":", "=") and not (is_snmp and told[0][:1] in "cC"):
            continue
        for group in ("old", "new"):
            value = (told[group] or "").rstrip(".!?")
            if is_random(value, least=6) and looks_of(value, quoted=" " in value) is Looks.RANDOM:
                yield told.start(group), told.start(group) + len(value)
