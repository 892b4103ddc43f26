"""What a sentence claims that rows can prove: numbers, names and quoted text. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

PIECE = re.compile(r"`(?P<code>[^`]+)`|[\"“](?P<quote>[^\"“”]+)[\"”]|(?P<word>[^\s`\"“”]+)")
EDGES = "?.,;:!()[]{}'\u2019…*<>"
NUMBER = re.compile(r"[-+]?(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?(?:\s?(?:%|[a-zA-Zµ]{1,3}))?")
NUMBER_WORDS = {
    word: number
    for number, word in enumerate(
        """
        two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
        eighteen nineteen twenty
        """.split(),  # noqa: SIM905 - a list of words reads better without quotes
        start=2,
    )
}
GIVEN = re.compile(
    r"(?=.*?\d).+|(?=.*?\w[_@]\w).+|/\w.*|[A-Z][A-Z\d]*+(?:-[A-Z\d]++)++|[^\W_]{2,}+(?:\.[^\W_]{2,}+)++|[A-Z]{4,}"
)
PROPER = re.compile(r"[A-Z][a-z]+(?:[A-Z][a-z]*)*")
CALENDAR = frozenset(
    """
    January February March April May June July August September October November December
    Monday Tuesday Wednesday Thursday Friday Saturday Sunday
    Jan Feb Mar Apr Jun Jul Aug Sep Oct Nov Dec Mon Tue Wed Thu Fri Sat Sun
    """.split()  # noqa: SIM905 - a list of words reads better without quotes
)
NOUN = re.compile(r"\s+(?:(?:of the|distinct|different|other|more|such)\s+)?[a-zA-Z]")

Kind = Literal["name", "number", "quote"]


@dataclass(frozen=True, slots=True)
class Claim:
    """A part of a text. A number that a noun follows may be a count; `value` is the number, or the bare text."""

    kind: Kind
    value: str
    start: int
    end: int
    counts: bool = False


def find_claims(text: str) -> tuple[Claim, ...]:
    """Return the claims in order; common words are none, months and days neither."""
    return tuple(_claims(text))


def _claims(text: str) -> Iterator[Claim]:
    begins = True
    for piece in PIECE.finditer(text):
        if piece["code"] is not None:
            yield _of_value(piece["code"].strip(), piece.start(), piece.end(), text)
        elif piece["quote"] is not None:
            yield Claim("quote", piece["quote"].strip(), piece.start(), piece.end())
        else:
            yield from _of_word(piece["word"], piece.start(), text, begins)
        begins = piece[0].rstrip('*)"”').endswith((".", ":", "!", "?")) or piece[0] in {"-", "•"}


def _of_value(value: str, start: int, end: int, text: str) -> Claim:
    if NUMBER.fullmatch(value):
        return _number(value, start, end, text)
    return Claim("name", value, start, end)


def _of_word(word: str, offset: int, text: str, begins: bool) -> Iterator[Claim]:
    bare = re.sub(r"['\u2019]s$", "", word.strip(EDGES))
    start = offset + word.find(bare) if bare else offset
    end = start + len(bare)
    if not bare:
        return
    if NUMBER.fullmatch(bare):
        yield _number(bare, start, end, text)
    elif bare.lower() in NUMBER_WORDS and NOUN.match(text[end:]):
        yield Claim("number", str(NUMBER_WORDS[bare.lower()]), start, end, counts=True)
    elif GIVEN.fullmatch(bare) or (not begins and PROPER.fullmatch(bare) and bare not in CALENDAR):
        yield Claim("name", bare, start, end)


def _number(text: str, start: int, end: int, around: str) -> Claim:
    match = NUMBER.fullmatch(text)
    value = (match[1].replace(",", "") + (match[2] or "")) if match else text
    unit = match is not None and text[-1].isalpha()
    return Claim("number", value, start, end, counts=not unit and bool(NOUN.match(around[end:])))
