"""Remember secrets that were seen, and find them again wherever they stand as a token."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from language_model.redaction.find_shaped import Span
from language_model.redaction.value_looks import Looks, looks_of

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
