"""The shape of a line: what is left when its values are masked; and the distinct shapes of a log."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from graph_store.records import SourceLine
from ingest.records import Kind

REMEMBERED = 60
"""Longer words are masked anew each time."""

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
    """Replace what follows the letters of every word with a digit by 0: `Vlan10` becomes `Vlan0`.

    Each part of an address or hexadecimal id becomes 0, a long list of numbers `0,0`. Quoted text with a blank in it is
    masked in configurations; in logs it may be the message itself.
    """
    masked = _mask_values(text.rstrip())
    if "," in masked:
        masked = _LIST.sub("0,0", masked)
    if kind == "configuration" and ('"' in masked or "'" in masked):
        masked = _FREE_TEXT.sub('"text"', masked)
    return masked


def words_of(text: str) -> list[str]:
    """Return a line's terms in lower case: runs of at least two letters, outside of ids and addresses."""
    return [word.lower() for word in _WORD.findall(_mask_values(text))]


def _mask_values(text: str) -> str:
    """Mask word by word: no value holds a blank, and most words of a log come again."""
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


# The shapes of a log's records: what is left of a line when everything that looks like a value is masked.


MASKED_CHARACTERS = 600
"""Events do not differ behind them."""
CONTINUED = 2
"""Lines behind the first that show how a record goes on."""
VARIANTS = 3
"""Records of a shape that differ by more than numbers are all shown up to this many; of more, two."""
MOST_ALIKE = 3
"""Shapes that differ in one word only are shown up to this many on a page: it may be a name."""
FEWEST_WORDS = 4
PAGE_CHARACTERS = 7_000
LONGEST_LINE = 700
_GROUPED = re.compile(r"\[[^\[\]]*\]|\([^()]*\)|\{[^{}]*\}|<[^<>]*>|\"[^\"]*\"|(?<!\w)'[^']*'(?!\w)")
_DOTTED = re.compile(r"(?<![\w$-])[\w$-]++(?:[.:/\\@]++[\w$-]++){2,}+")
_NUMBERED = re.compile(r"(?<![\w-])(?=(?:[^\W\d]|-)*+\d)[\w-]++")
_CHAIN = re.compile(r"\*(?:[\s.,:/@_+-]*\*)+")


@dataclass(slots=True)
class RecordShape:
    """Records of one shape: how many, and the lines of a few that differ by more than numbers."""

    mask: str
    count: int = 0
    variants: dict[str, tuple[SourceLine, ...]] = field(default_factory=dict)

    @property
    def lines(self) -> list[SourceLine]:
        """The lines that show the shape."""
        shown = list(self.variants.values())
        return [line for lines in (shown if len(shown) <= VARIANTS else shown[:2]) for line in lines]

    def take(self, record: Sequence[SourceLine]) -> None:
        """Count a record, and keep it where it shows something new."""
        self.count += 1
        if len(self.variants) <= VARIANTS:
            self.variants.setdefault(_mask_numbers(record[0].text), tuple(record[: 1 + CONTINUED]))


def distinct_shapes(documents: Sequence[Sequence[SourceLine]]) -> list[RecordShape]:
    """Return the shapes of the records, the commonest first; equally common ones in the order of the files."""
    found: dict[str, RecordShape] = {}
    for record in _records(documents):
        mask = mask_record(record[0].text[:MASKED_CHARACTERS])
        found.setdefault(mask, RecordShape(mask)).take(record)
    return sorted(found.values(), key=lambda shape: -shape.count)


def take_page(shapes: Sequence[RecordShape]) -> list[RecordShape]:
    """Take the commonest shapes that fit a page, in an order that puts like ones together.

    Of many that differ in one word a few are taken: what the table then does not read is on a later page.
    """
    page: list[RecordShape] = []
    alike: Counter[str] = Counter()
    room = PAGE_CHARACTERS
    for shape in shapes:
        without_one = _without_one_word(shape.mask)
        if any(alike[mask] >= MOST_ALIKE for mask in without_one):
            continue
        alike.update(without_one)
        room -= sum(min(len(line.text), LONGEST_LINE) + 1 for line in shape.lines)
        if room < 0 and page:
            break
        page.append(shape)
    return sorted(page, key=lambda shape: shape.mask)


def _without_one_word(mask: str) -> list[str]:
    """Return the mask with each word left out, one at a time; nothing for a short one: its word is the event."""
    words = mask.split()
    if len(words) < FEWEST_WORDS:
        return []
    return [" ".join((*words[:place], "?", *words[place + 1 :])) for place in range(len(words))]


def mask_record(text: str) -> str:
    """Mask what is quoted or bracketed, names in three parts (of classes, hosts, files), and words with digits."""
    return _mask_numbers(_DOTTED.sub("*", _GROUPED.sub("*", text)))


def _mask_numbers(text: str) -> str:
    return " ".join(_CHAIN.sub("*", _NUMBERED.sub("*", text)).split())


def _records(documents: Sequence[Sequence[SourceLine]]) -> Iterator[tuple[SourceLine, ...]]:
    """Begin a record at each line that is not indented: the header is not known yet."""
    for document in documents:
        record: list[SourceLine] = []
        for line in document:
            if line.text.strip():
                if record and not line.text[0].isspace():
                    yield tuple(record)
                    record = []
                record.append(line)
        if record:
            yield tuple(record)
