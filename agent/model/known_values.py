"""Collects what rows and lines say, and finds the claims of a sentence in it. Pure."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from ipaddress import ip_interface
from itertools import count
from typing import Literal

from agent.records import Row
from agent.render.draft import column_words
from agent.spellings import plain
from graph_store.records import Cell

ADDRESS = re.compile(
    r"(?<!\d)\d++(?:\.\d++){2,}|(?<![0-9a-f:])(?=[0-9a-f]*+:[0-9a-f]*+:)[0-9a-f:]++", re.IGNORECASE
)
MOMENT = re.compile(
    r"(?<!\d)(?:\d{4}-\d{2}-\d{2}|\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(?!\d)"
    r"|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec) {1,2}\d{1,2}\b"
)
"""A time, or a day, in small letters: the numbers in it count nothing."""
CLOCK = re.compile(r"(?<![\d:])\d{1,2}:\d{2}:\d{2}(?!\d)")
LONGEST_TIME = 40
DIGITS = re.compile(r"(?P<before>[^\W\d_]?)(?P<number>\d+(?:\.\d+)?)(?P<after>[^\W\d_]?)")
TOKEN = re.compile(r"[^\s,;=\"'()\[\]{}<>]+")
OPEN_ADDRESS = re.compile(r"\d+(?=.*\.[x*])(?:\.(?:\d+|x{1,3}|\*)){1,3}", re.IGNORECASE)
"""An address of which a part is left open, as in 10.0.x.x."""
FAMILIES = {
    "ipv4": re.compile(r"(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.]*\d)"),
    "ipv6": re.compile(r"(?<![0-9a-f:])(?=[0-9a-f:]*::|(?:[0-9a-f]+:){7})[0-9a-f]{1,4}:[0-9a-f:]*"),
}
SWITCH = {True: "true yes", False: "false no"}
SHORT_NAME = re.compile(r"([A-Za-z][A-Za-z-]*?) ?(\d[\d/.:]*)")
SPACES = re.compile(r"\s+")
NO_FRACTION = re.compile(r"(?<=:[0-9]{2})\.0+(?![0-9])")
"""Of a second: a time is the same with it and without."""
LETTERS = re.compile(r"[^\W\d_]{1,6}(?=\d)")
MAC = re.compile(r"[0-9a-f]{2}(?::[0-9a-f]{2}){5}")
CLASS = re.compile(r"\d[xX]{2}")
"""A class of codes, as in 5xx."""


class KnownText:
    """Texts in which a name or a number may stand; case does not count."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._raw = "\n".join(texts)
        self._folded = _folded(self._raw)

    def has(self, claim: Claim) -> bool:
        """Say whether the texts show a claim."""
        if claim.kind == "number":
            return self.has_number(claim.value)
        if claim.kind == "quote":
            pieces = [piece.strip(" .") for piece in re.split(r"…|\.\.\.", claim.value)]
            return all(self._quotes(_folded(piece)) for piece in pieces)
        return self.has_name(claim.value)

    def _quotes(self, piece: str) -> bool:
        """Say whether a text stands there, and does not begin or end inside a number."""
        before = r"(?<!\d)" if piece[:1].isdigit() else ""
        after = r"(?!\d)" if piece[-1:].isdigit() else ""
        return (
            piece in self._folded
            and re.search(f"{before}{re.escape(piece)}{after}", self._folded) is not None
        )

    def has_name(self, name: str) -> bool:
        """Say whether a name stands there, whole; of several joined ones, each."""
        if name.lower() in FAMILIES:
            return FAMILIES[name.lower()].search(self._folded) is not None or self._stands(name)
        if OPEN_ADDRESS.fullmatch(name):
            parts = [re.escape(part) if part.isdigit() else r"\d{1,3}" for part in name.split(".")]
            like = re.search(rf"(?<![\d.]){'[.]'.join(parts)}(?!\d)", self._folded)
            return self._stands(name) or like is not None
        if self._stands(name) or (name.isalpha() and name.isupper() and name.casefold() in self._folded):
            return True  # "OSPF" stands in "RouterOspf"
        if MAC.fullmatch(plain(name)):  # in any spelling
            mac = "[:.-]?".join(plain(name).split(":"))
            return re.search(rf"(?<![\w.:-]){mac}(?![\w:-]|\.\w)", self._folded) is not None
        letters = LETTERS.match(name)
        if letters and name[letters.end() :].isdigit() and self._stands(letters[0]):
            return self.has_number(name[letters.end() :])
        for joint in ("\u2013", "-", "/", "…", ".."):
            parts = name.split(joint)
            if len(parts) == 2 and all(len(part) > 2 and self._stands(part, joint) for part in parts):
                return joint != "/" or not parts[1].isdigit()  # "Gi0/100" is one name
        return False

    def has_number(self, value: str) -> bool:
        """Say whether a number stands there by itself, as it is or rounded to what is said."""
        number = float(value)
        if number in self._numbers:
            return True
        decimals = len(value.partition(".")[2])
        return decimals > 0 and any(round(one, decimals) == number for one in self._numbers)

    def spelling(self, name: str) -> str | None:
        """Return how the texts spell a name that was written short, or with the length of its prefix."""
        short = SHORT_NAME.fullmatch(name)
        if short:
            tokens = {token.strip(".:") for token in TOKEN.findall(self._raw)}
            full = (
                found for token in tokens if (found := SHORT_NAME.fullmatch(token)) and found[2] == short[2]
            )
            long = {found[0] for found in full if _is_short_for(short[1], found[1])}
            if len(long) == 1:
                return str(long.pop())
        head, slash, length = name.rpartition("/")
        is_prefix = slash and length.isdigit() and ADDRESS.fullmatch(head)
        return head if is_prefix and self._stands(head) and self._has_mask(name) else None

    def _has_mask(self, prefix: str) -> bool:
        """Say whether a mask stands there, in one of its forms, that is as long as a prefix."""
        try:
            network = ip_interface(prefix).network
        except ValueError:
            return False
        return any(self._stands(str(mask)) for mask in (network.netmask, network.hostmask))

    def _stands(self, name: str, joint: str = "") -> bool:
        """Say whether a name stands there whole, and not joined to something by this sign."""
        folded = _folded(name).strip()
        if not folded:
            return False
        before = r"(?<![^\W_])" if folded[0].isalnum() else ""
        after = r"(?![^\W_])" if folded[-1].isalnum() else ""
        if folded.isalpha():
            after = r"(?![^\W\d_])"  # "VLAN" stands in "vlan40"
        if folded[0].isdigit():
            before = r"(?<!\d)(?<!\d\.)" + (r"(?<!/)" if "/" in folded else "")
        if folded[-1].isdigit():
            after = r"(?!\d)" if ":" in folded else r"(?!\d)(?!\.\d)"
            after += r"(?!/\d)" if "/" in folded else ""
        if joint:
            before, after = rf"{before}(?<!{re.escape(joint)})", rf"{after}(?!{re.escape(joint)})"
        return re.search(before + re.escape(folded) + after, self._folded) is not None

    @cached_property
    def _numbers(self) -> frozenset[float]:
        """Numbers that stand by themselves: not inside an address, and not as a part of a name."""
        found = set()
        text = MOMENT.sub(" ", ADDRESS.sub(" ", self._folded))
        for match in DIGITS.finditer(text):
            at = match.start("number")
            part = "/" in (text[at - 1 : at], text[match.end("number") : match.end("number") + 1])
            if match["before"] in {"", "t"} and not part:  # the "T" of a timestamp
                found.add(float(match["number"]))
        return frozenset(found)


def is_time(text: str) -> bool:
    """Say whether a text is a time of a day, with a date or without."""
    return CLOCK.search(text) is not None and len(text) <= LONGEST_TIME


def _is_short_for(short: str, name: str) -> bool:
    """Say whether a name begins so, or is joined of words that do: "GE" of GigabitEthernet."""
    initials = "".join(sign for sign in name if sign.isupper())
    return name.lower().startswith(short.lower()) or (len(initials) > 1 and short == initials)


def form_of(value: str) -> str:
    """Say what kind of value it is: a time, an address, another one with digits, or a word."""
    if is_time(value) or MOMENT.search(value.lower()):
        return "time"
    if ADDRESS.search(value):
        return "address"
    return "numbered" if any(sign.isdigit() for sign in value) else "word"


def _folded(text: str) -> str:
    return NO_FRACTION.sub("", SPACES.sub(" ", text.casefold()))


class KnownRow(KnownText):
    """One row with its lines; it also tells in which of its columns a claim stands."""

    def __init__(self, row: Row) -> None:
        self.cells = {name: texts_of(cell) for name, cell in row.values.items()}
        columns = [text for name in row.values for text in (name, column_words(name))]
        texts = [text for text in columns if not _names_a_thing(text)]
        texts += [SWITCH[cell] for cell in row.values.values() if isinstance(cell, bool)]
        texts += [text for cell in self.cells.values() for text in cell]
        texts += [text for line in row.lines for text in (line.text, line.path)]
        super().__init__(texts)
        self.names_something = any(isinstance(cell, str) for cell in row.values.values())

    def columns(self, claim: Claim) -> frozenset[str]:
        """Return the columns that show a claim."""
        return frozenset(name for name, texts in self.cells.items() if KnownText(texts).has(claim))


def _names_a_thing(column: str) -> bool:
    """Say whether a column's name, which the statement chose, is more than a word for what stands in it."""
    return any(sign.isdigit() for sign in column) or any(
        claim.kind != "name" or PROPER.fullmatch(claim.value) for claim in find_claims(f"- {column} as")
    )


def texts_of(cell: Cell) -> list[str]:
    """Return the texts of a cell and of what is in it; a switch has none."""
    if cell is None or isinstance(cell, bool):
        return []
    if isinstance(cell, Mapping):
        return [text for one in cell.values() for text in texts_of(one)]
    if isinstance(cell, Sequence) and not isinstance(cell, str):
        return [text for one in cell for text in texts_of(one)]
    return [str(cell)]


# What a sentence claims that rows can prove: numbers, names and quoted text. Pure.


PIECE = re.compile(r"`(?P<code>[^`]+)`|[\"“](?P<quote>[^\"“”]+)[\"”]|(?P<word>[^\s`\"“”]+)")
EDGES = "?.,;:!()[]{}'\u2019…*<>"
NUMBER = re.compile(r"[-+]?(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?(?:\s?(?:%|[a-zA-Zµ]{1,3}))?")
_NUMBERS = (
    "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
)
NUMBER_WORDS = dict(zip((_NUMBERS + "eighteen nineteen twenty").split(), count(2), strict=False))
TIMES = {"once": 1, "twice": 2}
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
    """A part of a text, maybe in backticks or quotes.

    A number that a noun follows may be a count; `value` is the number, or the bare text.
    """

    kind: Kind
    value: str
    start: int
    end: int
    counts: bool = False
    quoted: bool = False

    def is_among(self, names: Collection[str]) -> bool:
        """Say whether it is one of some names, which are in small letters."""
        return self.kind == "name" and self.value.lower() in names


def find_claims(text: str) -> tuple[Claim, ...]:
    """Return the claims in order; common words are none, months and days neither."""
    found: list[Claim] = []
    begins = True
    for piece in PIECE.finditer(text):
        start, end = piece.span()
        if piece["code"] is not None:
            value = piece["code"].strip()
            is_number = NUMBER.fullmatch(value)
            claim = _number(value, start, end, text) if is_number else Claim("name", value, start, end)
            found.append(replace(claim, quoted=True))
        elif piece["quote"] is not None:
            found.append(Claim("quote", piece["quote"].strip(), start, end, quoted=True))
        else:
            found += _of_word(piece["word"], start, text, begins)
        begins = piece[0].rstrip('*)"”').endswith((".", ":", "!", "?")) or piece[0] in {"-", "•"}
    return tuple(found)


def mask(text: str, claims: Iterable[Claim]) -> str:
    """Put zeros in the places of claims; everything else stays where it is."""
    for one in claims:
        text = f"{text[: one.start]}{'0' * (one.end - one.start)}{text[one.end :]}"
    return text


def _of_word(word: str, offset: int, text: str, begins: bool) -> Iterator[Claim]:
    bare = re.sub(r"['\u2019]s$", "", word.strip(EDGES))
    start = offset + word.find(bare)
    end = start + len(bare)
    if CLASS.fullmatch(bare):
        yield Claim("name", bare, start, end)
    elif NUMBER.fullmatch(bare):
        yield _number(bare, start, end, text)
    elif bare.lower() in TIMES:
        yield Claim("number", str(TIMES[bare.lower()]), start, end, counts=True)
    elif bare.lower() in NUMBER_WORDS and (NOUN.match(text[end:]) or text.startswith((":", ","), end)):
        yield Claim("number", str(NUMBER_WORDS[bare.lower()]), start, end, counts=True)
    elif GIVEN.fullmatch(bare) or (not begins and PROPER.fullmatch(bare) and bare not in CALENDAR):
        yield Claim("name", bare, start, end)


def _number(text: str, start: int, end: int, around: str) -> Claim:
    match = NUMBER.fullmatch(text)
    value = (match[1].replace(",", "") + (match[2] or "")) if match else text
    unit = match is not None and text[-1].isalpha()
    noun = NOUN.match(around[end:])
    is_day = any(word in CALENDAR for word in around[end:].split(maxsplit=1)[:1])
    return Claim("number", value, start, end, counts=noun is not None and not unit and not is_day)
