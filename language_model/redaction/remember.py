"""Remembers secrets to find them wherever they appear as a token, and makes their stand-ins."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache

from language_model.redaction.find_shaped import ENVELOPE, Span
from language_model.redaction.secret_words import ALGORITHM, PLAIN

_CLASSES = (12, 24, 48, 96, 192)  # a plain secret's length is told only as one of these
_TEXT = re.compile(r"redacted(\d+)x*")
_HEX = re.compile(r"(?:0x)?05ec2e7(\d{3,})", re.IGNORECASE)
_NUMBER = re.compile(r"7327387(\d{3,})")  # "secrets" on a telephone
_CRYPT_HEAD = re.compile(
    r"(\$[\w-]+\$(?:rounds=\d+\$|v=\d+\$|[a-z]=\d+(?:,[a-z]=\d+)*\$|\d{1,2}\$(?=[^$]+$))*|\{\w[\w-]*\})((?s:.+))"
)
_HEX_ONLY = re.compile(r"(?:0x)?(?=[a-f]*+\d)[0-9a-f]++", re.IGNORECASE)


def number_in(token: str) -> int | None:
    """Read a placeholder's number; None when the token is not one."""
    head = _CRYPT_HEAD.fullmatch(token)
    body = head[2] if head else token.rstrip("=")
    match = _TEXT.search(body) if head or ENVELOPE.fullmatch(token) else _TEXT.fullmatch(body)
    match = match or _HEX.fullmatch(body) or _NUMBER.fullmatch(body)
    return int(match[1]) if match else None


def placeholder(secret: str, number: int) -> str:
    """Make one token of the secret's shape: its hash's prefix, envelope, alphabet and class of length."""
    envelope = ENVELOPE.fullmatch(secret)
    if envelope:
        edge = envelope[1]
        return f"{edge}{_text(len(secret) - 2 * len(edge), number)}{edge}"
    head = _CRYPT_HEAD.fullmatch(secret)
    if head:
        return head[1] + _segments(head[2], number)
    if secret.isascii() and secret.isdigit():
        return f"7327387{number:03}"
    digits = secret.removeprefix("0x")
    in_one_case = digits.isdigit() or digits.isupper() or digits.islower()
    if in_one_case and len(secret) >= 8 and _HEX_ONLY.fullmatch(secret):
        return _hex(secret, number)
    padding = len(secret) - len(secret.rstrip("=")) if len(secret) >= 20 else 0
    return _text(len(secret) - padding, number) + "=" * padding


def dump_placeholder(line: str, number: int) -> str:
    """Make a line of a hex dump with the same groups."""
    groups = [len(group) for group in re.findall(r"[0-9A-Fa-f]+", line)]
    digits = f"05EC2E7{number:0{max(sum(groups) - 7, 3)}}"
    made = []
    for size in groups[:-1]:
        made.append(digits[:size])
        digits = digits[size:]
    return " ".join(filter(None, [*made, digits]))


def _segments(rest: str, number: int) -> str:
    """Fill a hash's parts (salt, digest), of which a format fixes the lengths."""
    parts = rest.split("$")
    longest = max(range(len(parts)), key=lambda index: len(parts[index]))
    return "$".join(
        f"redacted{number}".ljust(len(part), "x") if index == longest else "x" * len(part)
        for index, part in enumerate(parts)
    )


def _hex(secret: str, number: int) -> str:
    start = secret[:2] if secret[:2].lower() == "0x" else ""
    size = len(secret) - len(start)
    made = f"05ec2e7{number:0{max(size - 7, 3)}}"
    return start + (made.upper() if secret[len(start) :].isupper() else made)


def _text(size: int, number: int) -> str:
    most = next((most for most in _CLASSES if size <= most), _CLASSES[-1])
    made = f"redacted{number}"
    return made if most == _CLASSES[0] else made.ljust(most - 4, "x")


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
    if _PUBLIC.fullmatch(value) or not re.search(r"\w", value) or _is_code(value, quoted=quoted):
        return Looks.NEVER
    if _WORD.fullmatch(value):
        return Looks.RANDOM if _INNER_CAPITAL.search(value) and "_" not in value else Looks.WORD
    return Looks.RANDOM


def is_random(value: str, *, least: int = 8) -> bool:
    """Say whether letters and digits are mixed in a way that no identifier of a program is."""
    if len(value) < least or not (re.search(r"\d", value) and re.search(r"[A-Za-z]", value)):
        return False
    identifier = re.fullmatch(r"[A-Za-z]+(?:[_-][A-Za-z]+)*[_-]?\d{1,3}(?:[/.:]\d{1,4})*", value)
    return identifier is None or len(value) >= 24


def _is_code(value: str, *, quoted: bool) -> bool:
    if quoted:
        return bool(re.match(r"\s|.*\s$|[{<(\\]\S*[})>]?$|%[sd]$|\$\{?\w+\}?$", value))
    signs_first = re.fullmatch(r"[-+.=:^%|,;<>].*", value)
    if signs_first and re.search(r"\d", value) and re.search(r"[A-Za-z]{2}", value):
        return bool(re.search(r"[()\[\]{}\\\"']", value))
    return bool(_CODE.fullmatch(value))


_CORE = re.compile(r"[A-Za-z0-9]{3,}")
_KINDS = tuple(re.compile(kind) for kind in (r"[a-z]", r"[A-Z]", r"\d", r"[^A-Za-z0-9]"))
_SHORTEST = 6
_MANY = 200  # more secrets than this are looked up by the text's words, fewer by searching for each


def is_worth_remembering(secret: str) -> bool:
    """Say whether a secret may be replaced wherever it stands, unlike words such as "public" and "Cisco-Admin"."""
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
    joined_before = before.isalnum() and text[start].isalnum()
    return not joined_before and not (after.isalnum() and text[end - 1].isalnum())
