"""What a property's value may name: a name, the names of a list, the numbers of a range."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ingest.relations.read_addresses import read_address

_LIST = re.compile(r"[\w./:-]+(?:,[\w./:-]+)+")
_RANGE = re.compile(r"(\d{1,5})-(\d{1,5})")
_PLAIN = re.compile(r"[a-z]+")
MOST_OF_A_RANGE = 4096
LONGEST = 128


def read_names(text: str) -> Iterator[tuple[str, bool]]:
    """Yield the names in a value, each with whether it was written out; `10-12` yields numbers that were not."""
    text = text.strip("\"' ;")
    if not text or (len(text) > LONGEST and not _LIST.fullmatch(text)):
        return
    if any(sign.isspace() for sign in text):
        return
    for item in text.split(",") if _LIST.fullmatch(text) else (text,):
        numbers = _RANGE.fullmatch(item)
        if numbers is None:
            yield item, True
            continue
        first, last = map(int, numbers.groups())
        if first < last < first + MOST_OF_A_RANGE:
            yield from ((str(number), False) for number in range(first, last + 1))
        else:
            yield item, True


def is_number(name: str) -> bool:
    """Tell whether a name is only a number: many things are numbered alike."""
    return name.isdecimal()


def is_plain(name: str) -> bool:
    """Tell whether a name is one lower-case word, as the syntax's own words are."""
    return _PLAIN.fullmatch(name) is not None


def is_address(name: str) -> bool:
    """Tell whether a name is an address or a prefix."""
    return read_address(name) is not None


def is_particular(name: str) -> bool:
    """Tell whether a name looks given, not a word of prose: it holds a letter, and a digit or a sign inside."""
    inner = name[1:-1]
    return (
        len(name) >= 3
        and any(map(str.isalpha, name))
        and (any(map(str.isdigit, name)) or any(sign in inner for sign in "-_./:"))
    )
