"""Splits a line into the words it is found by: the analyzer of both graph stores.

Words are lower-case. Addresses, prefixes, MACs, UUIDs, times, BGP communities, paths, interface names and
names with hyphens, underscores or dots stay whole. `key=value`, `key:value`, `address:port`, `address#port` and
`user@host` are split. Punctuation around a word goes, except the slash that opens a path.
"""

from __future__ import annotations

import re
from functools import lru_cache
from ipaddress import AddressValueError, IPv6Address

_LONGEST = 255
"""Lucene's whitespace tokenizer cuts longer words into pieces of this length, so we do it for both stores."""

_LONGEST_WORD = 512
"""Longer words without a separator are cut before anything else, to bound the work."""

_SEPARATORS = str.maketrans(dict.fromkeys("\"'`()[]{}<>,;|=&?*@#\\^!~", " "))
_SEPARATED_ASCII = bytes(range(128)).decode().lower().translate(_SEPARATORS).encode() + bytes(range(128, 256))
"""The same for bytes, with lower case: a fifth of the time."""
_SURROGATES = re.compile("[\ud800-\udfff]+")
_FRINGE = re.compile(r"^[^\w/:]+|[^\w/:]+$")
_DOTS = re.compile(r"\.\.+")
_NAME = re.compile(r"\w+(?:[.-]\w+)*|/?\w+(?:[/-]\w+)*")
_IP4 = re.compile(r"[0-9]{1,3}(?:\.[0-9]{1,3}){3}")
_IP4_RANGE = re.compile(rf"({_IP4.pattern})-({_IP4.pattern})")
_IP6 = re.compile(r"(?=[0-9a-f.]*+:[0-9a-f.]*+:)([0-9a-f:.]++)(?:%([\w.-]+))?(/[0-9]{1,3})?")
_LENGTH = re.compile(r"[0-9]{1,2}")
_WITH_COLONS = re.compile(
    r"""[0-9]+(?::[0-9]+)+(?:\.[0-9]+)?z?                 # communities, times
      | [0-9a-f]{1,2}(?::[0-9a-f]{2}){2,}                 # MACs, world-wide names, fingerprints
      | (?:[0-9]{4}[-/.]?[0-9]{2}[-/.]?[0-9]{2}[t_])?     # ISO times, with and without the date
        [0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]+)?)?(?:z|[+-][0-9]{2}:?[0-9]{2})?""",
    re.VERBOSE,
)


def search_tokens(text: str) -> list[str]:
    """List the words of a text in their order; empty for a text of punctuation only."""
    return search_text(text).split()


def search_text(text: str) -> str:
    """Join the words of a text with single spaces: what both stores index under a whitespace tokenizer."""
    if text.isascii():
        words = text.encode().translate(_SEPARATED_ASCII).decode().split()
    else:
        words = text.lower().translate(_SEPARATORS).split()
    if len(text) > _LONGEST_WORD:
        words = [piece for word in words for piece in _pieces(word, _LONGEST_WORD)]
    return " ".join(filter(None, map(_spaced_tokens, words)))


@lru_cache(maxsize=1 << 16)
def _spaced_tokens(word: str) -> str:
    whole = _whole(word)
    if whole and len(whole) <= _LONGEST:
        return whole
    tokens = _word_tokens(_SURROGATES.sub("", word))
    return " ".join(piece for token in tokens for piece in _pieces(token, _LONGEST))


def _whole(word: str) -> str:
    """Recognise what needs no cutting, most words of most lines; blank for the others."""
    name = word.rstrip(".:")
    if _NAME.fullmatch(name) and name.count(".") < 6:
        return name
    return word if _WITH_COLONS.fullmatch(word) else ""


def _word_tokens(word: str) -> list[str]:
    """Cut one blank-free word until nothing changes, so that a word of the index, typed, is that word."""
    tokens: list[str] = []
    words = [word]
    while words:
        word = words.pop()
        whole = _whole(word)
        parts = [whole] if whole else _split_word(word)
        if whole or parts == [word]:
            tokens += parts
        else:
            words += reversed(parts)
    return tokens


def _pieces(text: str, length: int) -> list[str]:
    return [text[start : start + length] for start in range(0, len(text), length)]


def _split_word(word: str) -> list[str]:
    """Cut a word once, at its first colon, or its slashes or dots where these join rather than belong."""
    word = _FRINGE.sub("", word)
    scheme, separator, rest = word.partition("://")
    if separator:
        host, slash, path = rest.partition("/")
        return [part for part in (scheme, host, slash + path) if part]
    if ":" not in word:
        return _split_slashes(word)
    address = _address6(word) or _address6(word.rstrip(":/"))
    word = word.strip(":")
    if address or _WITH_COLONS.fullmatch(word):
        return address or [word]
    head, colon, tail = word.partition(":")
    return [part for part in (head, tail) if part] if colon else _split_slashes(word)


def _address6(word: str) -> list[str]:
    """Read an IPv6 address, perhaps with a zone or a prefix length; empty for anything else."""
    match = _IP6.fullmatch(word)
    if match is None:
        return []
    address, zone, length = match.groups()
    try:
        IPv6Address(address)
    except AddressValueError:
        return []
    return [address + (length or ""), *([zone] if zone else [])]


def _split_slashes(word: str) -> list[str]:
    """Keep paths, interface names and prefixes whole; free an IPv4 address from what slashes tie to it."""
    word = re.sub("^//+", "/", word.rstrip("/"))
    if "/" not in word:
        return _split_dots(word)
    tokens: list[str] = []
    path: list[str] = []
    parts = word.split("/")
    while parts:
        part = parts.pop(0)
        if not _IP4.fullmatch(part):
            path.append(part)
            continue
        if parts and _LENGTH.fullmatch(parts[0]) and int(parts[0]) <= 32:
            part += f"/{parts.pop(0)}"
        tokens += [*_path_tokens(path), part]
        path = []
    return tokens + _path_tokens(path)


def _path_tokens(parts: list[str]) -> list[str]:
    path = "/".join(parts)
    return [_FRINGE.sub("", path)] if path.strip("/") else []


def _split_dots(word: str) -> list[str]:
    word = _FRINGE.sub("", word.strip("/:"))
    between = _IP4_RANGE.fullmatch(word)
    if between:
        return list(between.groups())
    address, percent, zone = word.partition("%")
    if percent and _IP4.fullmatch(address):
        return [address, zone]
    return [part for part in _DOTS.split(word) if part]
