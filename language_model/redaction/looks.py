"""Judges a value by its looks: a plain word, a number, something public, code, or likely a secret."""

from __future__ import annotations

import re
from enum import Enum
from functools import lru_cache

from language_model.redaction.find_shaped import ENVELOPE
from language_model.redaction.secret_words import ALGORITHM, CODE, ENDINGS, PLAIN, name_of
from reading.values import MAC


class Looks(Enum):
    """What a value can be, before its line is asked."""

    NEVER = "never"  # code, a pattern, an address, a word of the language
    WORD = "word"  # letters only: "letmein", but also any word nobody listed
    NUMBER = "number"
    RANDOM = "random"  # letters mixed with digits, signs or inner capitals


_PUBLIC = re.compile(
    rf"{MAC}|"
    r"\d{1,3}(?:\.\d{1,3}){3}(?:[/:]\d+)?|(?=.*::?.*:)[0-9A-Fa-f:]{2,39}(?:/\d+)?"
    r"|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\d\S*|\d{1,7}(?:\.\d+)?(?:[a-z]{1,3}|%)?|\d+:\d+(?::\d+)*"
    r"|(?:ssh|v|ikev|level|snmpv|type|tls|tlsv|group|wpa)-?\d[.\dc]*|[a-z]+://[^@]*|\.{0,2}/[\w./-]+|v?\d+(?:\.\d+)+|HTTP/[\d.]+",
    re.IGNORECASE,
)
_CODE = re.compile(
    r"[(\[{<\\^%|+)\]}>.,:;=-].*|[A-Za-z_][\w.]*[(\[].*|[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+|[rbf]?[\"'].*|[*?_.x#-]+|(?=\S*?\(\))\S++"
)
_VARIABLE = re.compile(r"\$(?:\{\w++\}?|\w++\}?)")
_WORD = re.compile(r"[A-Za-z][A-Za-z_-]*")
_DOTTED = re.compile(r"(?P<first>[A-Za-z]+)(?:\.[A-Za-z]+)*\.(?P<last>[A-Za-z]+)")
_INNER_CAPITAL = re.compile(r"[a-z][A-Z]|[A-Z]{2}[a-z]")


@lru_cache(maxsize=50_000)
def looks_of(value: str, *, quoted: bool = False) -> Looks:
    """Judge one value; inside quotes anything but a variable, a template or a public thing may be a secret."""
    if ENVELOPE.fullmatch(value):
        return Looks.RANDOM
    if not value or value.lower() in PLAIN or ALGORITHM.fullmatch(value):
        return Looks.NEVER
    if value.isascii() and value.isdigit():
        return Looks.NUMBER
    dotted = _DOTTED.fullmatch(value)
    if dotted and dotted["first"].lower() not in CODE and dotted["last"].lower() not in ENDINGS:
        return Looks.WORD if name_of(dotted["last"]) is None else Looks.NEVER
    if _PUBLIC.fullmatch(value) or not re.search(r"\w", value) or _is_code(value, quoted=quoted):
        return Looks.NEVER
    if _WORD.fullmatch(value):
        return Looks.RANDOM if _INNER_CAPITAL.search(value) and "_" not in value else Looks.WORD
    return Looks.RANDOM


def is_random(value: str, *, least: int = 8) -> bool:
    """Say whether letters and digits are mixed in a way that no identifier of a program is."""
    if len(value) < least or not (re.search(r"\d", value) and re.search(r"[A-Za-z]", value)):
        return False
    identifier = re.fullmatch(r"[A-Za-z]+(?:[_-][A-Za-z]+)*[_-]?\d{1,3}(?P<port>[/.:]\d{1,4})*", value)
    return identifier is None or (len(value) >= 24 and not identifier["port"])


def is_variable(value: str) -> bool:
    """Say whether a value is a variable of a shell or template, and no key as Foundry's `$U2kyXj1k`."""
    is_key = is_random(value[1:]) and not (value.islower() or value.isupper() or "_" in value)
    return _VARIABLE.fullmatch(value) is not None and not is_key


def _is_code(value: str, *, quoted: bool) -> bool:
    if quoted:
        return bool(re.match(r"\s|.*\s$|\{\{[^{}'\"]*+\}\}$|[{<(\\]\S*[})>]?$|%[sd]$|\$\{?\w+\}?$", value))
    signs_first = re.fullmatch(r"[-+.=:^%|,;<>].*", value)
    if signs_first and re.search(r"\d", value) and re.search(r"[A-Za-z]{2}", value):
        return bool(re.search(r"[()\[\]{}\\\"']", value))
    return bool(_CODE.fullmatch(value)) or is_variable(value)
