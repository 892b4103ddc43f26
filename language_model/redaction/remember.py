"""Remember secrets that were seen, and find them again wherever they stand as a token."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache

from language_model.redaction.find_shaped import ENVELOPE, Span
from language_model.redaction.placeholders import number_in
from language_model.redaction.secret_words import ALGORITHM, PLAIN

# Judge a value by its looks: a plain word, a number, something public, code, or likely a secret.


class Looks(Enum):
    """What a value can be, before its line is asked."""

    NEVER = "never"  # code, a pattern, an address, a word of the language, a placeholder
    WORD = "word"  # letters only: "letmein", but also any word nobody listed
    NUMBER = "number"
    RANDOM = "random"  # letters mixed with digits, signs or inner capitals


_PUBLIC = re.compile(
    r"\d{1,3}(?:\.\d{1,3}){3}(?:[/:]\d+)?|(?=.*::?.*:)[0-9A-Fa-f:]{2,39}(?:/\d+)?|(?:[0-9a-f]{4}\.){2}[0-9a-f]{4}"
    r"|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\d\S*|\d+(?:\.\d+)?(?:[a-z]{1,3}|%)?|\d+:\d+(?::\d+)*"
    r"|(?:ssh|v|ikev|level|snmpv|type|tls|tlsv|group|wpa)-?\d[.\dc]*|[a-z]+://[^@]*|\.{0,2}/[\w./-]+|v?\d+(?:\.\d+)+",
    re.IGNORECASE,
)
_CODE = re.compile(
    r"[(\[{<\\^%|+)\]}>.,:;=-].*|\$\{?\w+\}?|[A-Za-z_][\w.]*[(\[].*|[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+|[rbf]?[\"'].*|[*?_.x#-]+|(?=\S*?\(\))\S++"
)
_WORD = re.compile(r"[A-Za-z][A-Za-z_-]*")
_INNER_CAPITAL = re.compile(r"[a-z][A-Z]|[A-Z]{2}[a-z]")


@lru_cache(maxsize=50_000)
def looks_of(value: str, *, quoted: bool = False) -> Looks:
    """Judge one value; inside quotes anything but a variable, a template or a public thing may be a secret."""
    if ENVELOPE.fullmatch(value) and number_in(value) is None:
        return Looks.RANDOM
    if not value or value.lower() in PLAIN or number_in(value) is not None or ALGORITHM.fullmatch(value):
        return Looks.NEVER
    if value.isascii() and value.isdigit():
        return Looks.NUMBER
    if _PUBLIC.fullmatch(value) or not re.search(r"\w", value):
        return Looks.NEVER
    if _is_code(value, quoted=quoted):
        return Looks.NEVER
    if _WORD.fullmatch(value):
        return Looks.RANDOM if _INNER_CAPITAL.search(value) and "_" not in value else Looks.WORD
    return Looks.RANDOM


def is_random(value: str, *, least: int = 8) -> bool:
    """Say whether letters and digits are mixed in a way that no identifier of a program is."""
    if len(value) < least or not (re.search(r"\d", value) and re.search(r"[A-Za-z]", value)):
        return False
    return (
        not re.fullmatch(r"[A-Za-z]+(?:[_-][A-Za-z]+)*[_-]?\d{1,3}(?:[/.:]\d{1,4})*", value)
        or len(value) >= 24
    )


def _is_code(value: str, *, quoted: bool) -> bool:
    if quoted:
        return bool(re.match(r"\s|.*\s$|[{<(\\]\S*[})>]?$|%[sd]$|\$\{?\w+\}?$", value))
    if (
        re.fullmatch(r"[-+.=:^%|,;<>].*", value)
        and re.search(r"\d", value)
        and re.search(r"[A-Za-z]{2}", value)
    ):
        return bool(re.search(r"[()\[\]{}\\\"']", value))
    return bool(_CODE.fullmatch(value))


_CORE = re.compile(r"[A-Za-z0-9]{3,}")
_KINDS = tuple(re.compile(kind) for kind in (r"[a-z]", r"[A-Z]", r"\d", r"[^A-Za-z0-9]"))
_SHORTEST = 6
_MANY = 200  # more secrets than this are looked up by the text's words, fewer by searching for each


def is_worth_remembering(secret: str) -> bool:
    """Say whether a secret is so unlike a word that it may be replaced wherever it stands.

    "public", "cisco", "admin" and "Cisco-Admin" are words: they are replaced only behind what announces them.
    """
    if len(secret) < _SHORTEST:
        return False
    if secret.isascii() and secret.isdigit():
        return len(secret) >= 8
    looks = looks_of(secret, quoted=True)
    if looks is Looks.WORD:
        return len(secret) >= 16 and not re.search(r"[_-]", secret)
    if re.fullmatch(r"[A-Z]?[a-z]+[_-]?\d{1,3}|[A-Z]+[_-]?\d{1,3}", secret) and len(secret) < 10:
        return False  # "vlan10", "DSG159"
    if re.fullmatch(r"[A-Za-z-]+\d{1,3}(?:[/.:]\d{1,4})+", secret) or looks is Looks.NEVER:
        return False  # "Ethernet0/1"
    return sum(bool(kind.search(secret)) for kind in _KINDS) >= 2


@dataclass(slots=True)
class Memory:
    """Secrets by the longest run of letters and digits in them, so that a text is read once for all of them."""

    _by_core: dict[str, list[tuple[str, int, str]]] = field(default_factory=dict)
    _signs: dict[str, str] = field(default_factory=dict)

    def add(self, secret: str, stand_in: str) -> None:
        """Remember a secret as it is, and as programs print it."""
        for spelling in {secret, json.dumps(secret)[1:-1], repr(secret)[1:-1]}:
            cores = list(_CORE.finditer(spelling))
            if not cores:
                self._signs[spelling] = stand_in
                continue
            core = max(cores, key=lambda match: len(match[0]))
            self._by_core.setdefault(core[0], []).append((spelling, core.start(), stand_in))

    def find(self, text: str) -> Iterator[tuple[Span, str]]:
        """Yield where remembered secrets stand as tokens, each with its stand-in."""
        if len(self._by_core) > _MANY or any(core in text for core in self._by_core):
            for run in _CORE.finditer(text):
                known = self._by_core.get(run[0])
                if known:
                    yield from self._at(text, run.start(), known)
        for spelling, stand_in in self._signs.items():
            at = text.find(spelling)
            while at >= 0:
                yield (at, at + len(spelling)), stand_in
                at = text.find(spelling, at + len(spelling))

    def _at(self, text: str, core: int, known: list[tuple[str, int, str]]) -> Iterator[tuple[Span, str]]:
        for spelling, offset, stand_in in known:
            start = core - offset
            end = start + len(spelling)
            if start >= 0 and text.startswith(spelling, start) and _is_token(text, start, end):
                yield (start, end), stand_in


def _is_token(text: str, start: int, end: int) -> bool:
    before, after = text[start - 1 : start], text[end : end + 1]
    return not (before.isalnum() and text[start].isalnum()) and not (
        after.isalnum() and text[end - 1].isalnum()
    )
