"""The shape of a line: what stays of it when everything that looks like a value is masked."""

from __future__ import annotations

import re
from functools import lru_cache

from ingest.records import Kind

REMEMBERED = 60
"""Longer words are masked anew each time they are met."""

_HEX = "[0-9A-Fa-f]"
_VARIES = re.compile(
    rf"(?<![^\W_])(?P<chain>{_HEX}{{2,}}(?:[-:.]{_HEX}{{2,}}){{2,}}|{_HEX}{{1,4}}(?::{_HEX}{{1,4}}){{4,7}})(?![^\W_])"
    rf"|(?<![\w:])(?P<short>(?:{_HEX}{{1,4}}:)*+:(?:{_HEX}{{1,4}}:)*+{_HEX}{{0,4}})(?![\w:])"
    r"|(?<![^\W_])(?P<letters>[^\W\d_]*+)\d[^\W_]*+"
)
_HEX_GROUP = re.compile(f"{_HEX}+")
_LONG_HEX = re.compile(f"{_HEX}{{6,}}")
_FREE_TEXT = re.compile(r"\"[^\"\s]*\s[^\"]*\"|(?<!\w)'[^'\s]*\s[^']*'(?!\w)")
_LIST = re.compile(r"0(?:,0){2,}")
_WORD = re.compile(r"[^\W\d_]{2,}")


def mask_line(text: str, kind: Kind) -> str:
    """Return the line with 0 for every word that holds a digit, behind the letters that open it (`Vlan10`: `Vlan0`).

    The parts of addresses and of hexadecimal ids are 0 each, long lists of numbers are as short as two. In
    configurations, quoted text with a blank in it is masked too; in logs it may be the message itself, and stays.
    """
    masked = _mask_values(text.rstrip())
    if "," in masked:
        masked = _LIST.sub("0,0", masked)
    if kind == "configuration" and ('"' in masked or "'" in masked):
        masked = _FREE_TEXT.sub('"text"', masked)
    return masked


def words_of(text: str) -> list[str]:
    """Return the terms of a line: its runs of two letters or more in lower case, without those of ids and addresses."""
    return [word.lower() for word in _WORD.findall(_mask_values(text))]


def _mask_values(text: str) -> str:
    """Mask word by word: no value has a blank inside, and most words of a log come again."""
    return " ".join(
        word if word.isalpha() else _mask_word(word) if len(word) < REMEMBERED else _VARIES.sub(_mask, word)
        for word in text.split(" ")
    )


@lru_cache(maxsize=1 << 16)
def _mask_word(word: str) -> str:
    return _VARIES.sub(_mask, word)


def _mask(found: re.Match[str]) -> str:
    whole = found[0]
    if found["letters"] is not None:
        return "0" if _LONG_HEX.fullmatch(whole) else f"{found['letters']}0"
    if not any(map(str.isdigit, whole)):
        return whole
    return _HEX_GROUP.sub("0", whole) if found["chain"] else "0::0"
