"""Finds secrets by shape alone: crypt hashes, web tokens, key material, passwords in URLs."""

from __future__ import annotations

import re
from collections.abc import Iterator

from language_model.redaction.shapes import SHAPES, rows_of

Span = tuple[int, int]

CRYPT = re.compile(
    r"\$(?:\d{1,2}[a-z]?|2[abxy]|apr1|g?y|argon2(?:id|i|d)|pbkdf2[\w-]*|bcrypt[\w-]*|scrypt|sha1|md5)\$[^\s\"'`;,<>()\[\]{}|\\]{4,}"
)
ENVELOPE = re.compile(r"([%@$^#!*]{2,4})(?=\S{6,}\1)(?=\S*\w)\S+?\1(?=[\s\"';]|$)")


def _shapes() -> Iterator[tuple[str, re.Pattern[str], int, bool]]:
    for signs, (_, pattern) in rows_of(SHAPES):
        found = re.compile(pattern.removeprefix("MIXED ").replace("·", ""))
        yield from ((sign, found, min(found.groups, 1), pattern.startswith("MIXED ")) for sign in signs)


_SHAPES = (("$", CRYPT, 0, False), *_shapes())
"""What a line in small letters must hold, the pattern, its group, and whether digits must be mixed in."""
_USER = re.compile(
    r"[\s\d|:]*(?:set |add |local-|mgmt-)?user(?:name)?\s.*?\s\"?(?P<hash>[0-9A-Fa-f]{32,})(?=[\"\s]|$)",
    re.IGNORECASE,
)
_PUBLIC = re.compile(r"pub(?!lish)|(?<!un)authori[sz]ed", re.IGNORECASE)
_SSH_KEY = re.compile(
    r"(?:(?:ssh|ecdsa|sk)-[\w@.-]++ )?AAAA(?!C3NzaC1lZDI1NTE5[\w+/]{49})[A-Z][A-Z0-9](?:NzaC1|VjZHNh|NrL[XW])"
    r"[\w+/]*+={0,2}(?: [^=:]*+)?"
)
"""The name of its kind in base64 begins one; a longer one of Ed25519 holds the private half, too."""
_COOKIE = re.compile(r"\bcookie[\"']?:", re.IGNORECASE)
_CRUMB = re.compile(r"(?<![^\s;:\"'])[^\s;:=,\"']{1,64}+=([^\s;,\"']{6,})")
_SESSION = re.compile(r"[\w.-]{0,40}?(?:sess\w{0,9}|sid|token|auth)=", re.IGNORECASE)
_ORACLE = re.compile(r"(?<![\w.$/-])[\w.$-]++/([^\s/:@'\"]{4,64})@(?=\w)")
_LOGIN = re.compile(
    r"(?<![^\s\"'=({\[,])(?!(?:sips?|mailto|xmpp|tel|im|acct|urn|h323):)[A-Za-z][\w.-]{0,40}+:([^\s/:@'\"<>]{6,64})@(?=[\w.-]+)"
)
"""A user and a password before a server, without a scheme: `mail server "user:password@host"`."""
LEAST_RUN = 20
_RUN = re.compile(rf"[A-Za-z0-9+/_-]{{{LEAST_RUN},}}={{0,2}}")
RUN_SIGNS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/_-")
_TAGGED = re.compile(r"(?:[A-Za-z]{2,6}[-_]){1,2}([A-Za-z0-9_]{20,})")
_PATH_WORD = re.compile(r"(?<![A-Za-z0-9+])[a-z]{5,}(?![A-Za-z0-9+])")
_SPELLED = re.compile(r"(?:[A-Z]?[a-z]{2,}+|[0-9]{1,6}+|[-_/])++")
"""Words and numbers, as in the name of an interface."""
_CAPITALS = re.compile(r"[A-Z]{4}[A-Z0-9]{16}")
_MIXED = (re.compile(r"[a-z]"), re.compile(r"[A-Z]"), re.compile(r"[0-9]"))


def find_shaped(line: str) -> Iterator[Span]:
    """Yield where values stand that nothing but a secret looks like; spans may overlap."""
    lowered = line.lower()
    for hint, pattern, group, mixed in _SHAPES:
        if hint in lowered:
            for match in pattern.finditer(line):
                place = group if match[group] else match.lastindex or 0
                if not mixed or _random(match[place], 1):
                    yield match.span(place)
    user = _USER.match(line) if "user" in lowered and not line[:1].isupper() else None
    if user:
        yield user.span("hash")
    cookie = _COOKIE.search(line) if "cookie" in lowered else None
    if cookie:
        for match in _CRUMB.finditer(line, cookie.end()):
            if (len(match[1]) > 11 and _random(match[1], 1)) or _SESSION.match(match[0]):
                yield match.span(1)
    if "/" in line and "@" in line and "://" not in line:
        yield from (match.span(1) for match in _ORACLE.finditer(line) if _random(match[1], 1))
    if "@" in line and ":" in line:
        yield from (match.span(1) for match in _LOGIN.finditer(line) if _random(match[1], 1))
    for match in _RUN.finditer(line):  # long runs in which nobody writes words, paths or identifiers
        run = match[0]
        public = is_public_key(run) or _PUBLIC.search(line, max(0, match.start() - 20), match.start())
        if not public and is_random_run(run) and not goes_on(line, *match.span()):
            yield match.span()


def is_public_key(text: str) -> bool:
    """Say whether a text is a public key as SSH writes it."""
    return _SSH_KEY.fullmatch(text) is not None


def is_random_run(run: str) -> bool:
    """Say whether letters and digits are mixed in a long run as nobody mixes them in a word, path or identifier."""
    if run.islower() or _SPELLED.fullmatch(run):
        return False
    if run.isupper():
        return bool(_CAPITALS.fullmatch(run)) and _random(run, 1)
    tagged = _TAGGED.fullmatch(run)
    if tagged:
        return _random(tagged[1], 2)
    return (
        len(run.rstrip("=")) >= 40
        and _random(run, 3)
        and run.count("/") * 12 < len(run)
        and run.count("_") < 3
        and not _PATH_WORD.search(run)
        and not all(part.isalpha() or part.isdecimal() for part in re.split("[-_+/=]+", run) if part)
    )


def goes_on(line: str, start: int, end: int) -> bool:
    """Say whether the run is only a part of a path, a name with dots or a percent-encoded text."""
    return line[start - 1 : start] in (".", ":", "%") or (
        line[end : end + 1] in (".", ":", "%") and line[end + 1 : end + 2].isalnum()
    )


def _random(text: str, least: int) -> bool:
    """Say whether digits and at least `least` letters of each case (of one case, when 1) are mixed in it."""
    if len(_MIXED[2].findall(text)) < least:
        return False
    if least == 1:
        return not text.isdigit()
    return len(_MIXED[1].findall(text)) >= least and len(_MIXED[0].findall(text)) >= least
