"""Rows of a grammar that are patterns: places with a name, a kind or several words, and parts that may be missing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from reading.escapes import undo
from reading.tokens import LISTED, convert, property_name
from reading.values import without_groups

ENTITY = re.compile(r"<([+#]?)([A-Z]\w*)(?:/([A-Z]\w*))?>")
"""The place of an entity's key: `<Interface>`, `<+ListEntry>` without a key, `<#ListEntry>`, `<List/ListEntry>`."""
SILENT, PAIRS, REST = "-", "*=*", "..."
BY_KEYWORDS = "<...>"
NEGATED = "negated"
"""The kind of a place that takes no text: `<shutdown:negated>`, true behind `no`, `undo`, `disable`, else false."""
_PIECE = re.compile(
    r"\\(?P<literal>\S+)|(?P<others><\.\.\.>)"
    r"|<(?P<mark>[+#]?)(?P<type>[A-Z]\w*+)?+(?:/(?P<entry>[A-Z]\w*+))?\.?(?P<name>[a-z_]\w*+)?(?::(?P<kind>(?:[^<>\\]|\\.)+))?>"
    r"|(?<=\[)\s*(?P<flag>[a-z][\w -]*?)\s*(?=\])|(?P<bracket>[\[\]])|(?P<space>\s+)|(?P<word>[^\s\[\]<]+|<)"
)
_SIGNS = re.compile(r"[\\<\[\]*]|^\.\.\.$")
_WORD = r"(\"(?:[^\"\\]|\\.)*\"|'[^']*'|\[[^\[\]]*\]|\{ [^{}]*\}|\S+?)"
_KINDS = {
    "": _WORD,
    "text": r"(.+?)",
    "int": r"(-?\d+)",
    "numbers": r"(\d{1,5}(?:(?:\s*[,-]\s*|\s+(?:to\s+)?)\d{1,5})*)",
    "ports": r"((?:[a-z]+ )?\S+(?: to \S+)?)",
    "pairs": r"(\S.*?)",
}
SEVERAL = ("numbers", "ports")
"""Kinds of places that name several things, an entity each."""
MOST_NUMBERS = 4_096
"""In one statement."""
_SPAN = re.compile(r"(\d+)(?:\s*(?:-|\bto\b)\s*(\d+))?")
_LAST_NUMBER = re.compile(r"((?:.*\D)?)(\d{1,5})")
_KIND = re.compile(r"[A-Za-z]+ ?")
"""What the first of several ports is called, and the others are, too, that only have numbers."""
_PAIR = re.compile(r"([^\s=\"]+)=(\"(?:[^\"\\]|\\.)*\"|\S*)|(\"(?:[^\"\\]|\\.)*\"|[^\s=\"]+)")


class RowPlace:
    """One place of a row: whose property it is, under which name, and how its text is read.

    `type` opens an entity where there is no `name`, or where `keyless` says that it has no key; with a name alone it
    is a property of the entity of that type which is open. `entry` is the type of the record that every line behind it
    is. `kind` is "", "int", "numbers" (an entity each, `1,10-12` or `1 10 to 12`), "ports" (also an entity each,
    `port1.0.1-1.0.3`), "text", "list", "pairs", "flag", "others" or a pattern.
    """

    __slots__ = ("entry", "key_pair", "keyless", "kind", "name", "type")

    def __init__(
        self, name: str, kind: str, type_: str = "", entry: str = "", *, keyless: bool = False
    ) -> None:
        self.name, self.type, self.entry, self.keyless = name, type_, entry, keyless
        self.kind, _, self.key_pair = kind.partition(" ") if kind.startswith("pairs") else (kind, "", "")

    def each(self, text: str) -> Sequence[str]:
        """Return what a text names, in order; the text itself where it is one name, or of too many."""
        if self.kind == "ports":
            return read_ports(text)
        if self.kind != "numbers" or text.isdecimal():
            return (text,)
        spans = [(int(first), int(last or first)) for first, last in _SPAN.findall(text)]
        if sum(last - first + 1 for first, last in spans) > MOST_NUMBERS:
            return (text,)
        return [str(number) for first, last in spans for number in range(first, last + 1)] or (text,)

    def value(self, text: str) -> object:
        """Read the text of the place: a number, a list, what is within quotes, or the text itself."""
        if self.kind == "flag":
            return True
        if self.kind == "list":
            return [convert(part) for part in LISTED.findall(text)]
        is_quoted = len(text) > 1 and text[0] == text[-1] == '"'
        return (undo(text[1:-1]) if is_quoted else text) if self.kind == "text" else convert(text)


class StatementRow:
    """A pattern, with its places in order; `silent` says nothing. `switch` is set by a row that ends with words.

    It is named by the words behind the last place, after a name of the same record by that, too. `first` is the word
    that a statement begins with to fit; blank where it may be any. `rest_by_keywords`: it fits whatever follows.
    `negation` names what is true where the statement is taken back.
    """

    def __init__(self, text: str) -> None:
        self.silent = text.split(None, 1)[0] == SILENT
        self.places: list[RowPlace] = []
        self._source, self._words, self.negation = "", list[str](), ""
        self._begun = self._inside = self._apart = self._spaced = False
        for found in _PIECE.finditer(text.split(None, 1)[1] if self.silent else text):
            self._take(found)
        self.switch = property_name(self._words) if self._words else ""
        first = text.split(None, 1)[0]
        self.first = "" if self.silent or _SIGNS.search(first) else first
        self.rest_by_keywords = bool(self.places) and self.places[-1].kind == "others"
        self.opens = any(place.type and (place.keyless or not place.name) for place in self.places)
        if self.switch and self.places and not self.opens:
            self.switch = f"{self.places[-1].name}_{self.switch}"
        self.pattern = re.compile(self._source, re.DOTALL)

    def opens_type(self, type_: str) -> bool:
        """Tell whether a place of the row opens an entity of this type."""
        return any(place.type == type_ and (place.keyless or not place.name) for place in self.places)

    def _take(self, found: re.Match[str]) -> None:
        """Add one sign of the row to the pattern."""
        bracket, word = found["bracket"], found["literal"] or found["word"]
        if found["space"]:
            self._spaced = True
        elif bracket:
            self._open() if bracket == "[" else self._close()
        elif found["flag"]:
            words = found["flag"].split()
            self._place(
                RowPlace(property_name(words), "flag"), "(" + r"\s+".join(map(re.escape, words)) + ")"
            )
        elif found["others"]:
            self._rest(RowPlace("", "others"))
        elif word in (REST, PAIRS) and not found["literal"]:
            self._rest(RowPlace(self._name() or "text", "text") if word == REST else RowPlace("", "pairs"))
        elif word in ("*", "**") and not found["literal"]:
            self._place(
                RowPlace(self._name(), "list" if word == "**" else ""), r"(\S.*?)" if word == "**" else _WORD
            )
        elif word:
            self._add(re.escape(word))
            self._words.append(word)
        else:
            self._named_place(found)

    def _named_place(self, found: re.Match[str]) -> None:
        kind, entity, name = found["kind"] or "", found["type"] or "", found["name"] or ""
        if not entity and not name:
            raise ValueError(f"{found.group()!r} names nothing")
        if kind == NEGATED:
            self.negation = name
            return
        place = RowPlace(name, kind, entity, found["entry"] or "", keyless=found["mark"] == "+")
        self._place(place, _KINDS.get(place.kind) or f"({without_groups(kind)})")

    def _place(self, place: RowPlace, source: str) -> None:
        self._add(source)
        self.places.append(place)
        self._words = []

    def _rest(self, place: RowPlace) -> None:
        """Let the place take the rest of the line, perhaps nothing."""
        self._source += r"(?:\s+(.+))?" if self._apart else r"(.+)?"
        self.places.append(place)
        self._words = []

    def _name(self) -> str:
        return property_name(self._words) if self._words else ""

    def _add(self, source: str) -> None:
        self._source += (r"\s+" if self._spaced and self._apart else "") + source
        self._spaced, self._apart = False, True
        self._begun = self._begun or not self._inside

    def _open(self) -> None:
        """Begin what may be missing: it takes the white space beside it along."""
        self._source += "(?:" + (r"\s+" if self._spaced and self._begun else "")
        self._inside, self._apart, self._spaced = True, False, False

    def _close(self) -> None:
        self._source += ")?" if self._begun else r"\s+)?"
        self._inside, self._apart, self._spaced = False, self._begun, False


def spellings(text: str) -> Iterator[str]:
    """Yield a row once for each of the words in `in|out`, so that each names what it tells."""
    for found in _PIECE.finditer(text):
        if (words := found["word"]) and "|" in words[1:-1]:
            for word in words.split("|"):
                yield from spellings(f"{text[: found.start()]}{word}{text[found.end() :]}")
            return
    yield text


def is_pattern(signs: Sequence[str]) -> bool:
    """Tell a row that becomes a pattern by its signs: places with names or kinds, parts that may be missing."""
    return signs[0] == SILENT or any(map(_is_pattern_sign, signs))


def _is_pattern_sign(sign: str) -> bool:
    if sign[0] == "\\" or ENTITY.fullmatch(sign):
        return False
    return sign == PAIRS or any(letter in sign for letter in "<[]")


def read_ports(text: str) -> Sequence[str]:
    """Return the names of a list of ports: `port1.0.1-1.0.3,sa1`, `ethernet 1/1/1 to 1/1/4`, `A1-A4`."""
    names = list[str]()
    for item in text.split(","):
        first, sign, last = item.rpartition(" to ") if " to " in item else item.rpartition("-")
        begun, ended = _LAST_NUMBER.fullmatch(first), _LAST_NUMBER.fullmatch(last)
        numbers = range(0)
        if sign and begun and ended and begun[1].endswith(ended[1]):
            numbers = range(int(begun[2]), min(int(ended[2]), int(begun[2]) + MOST_NUMBERS) + 1)
        names += [f"{begun[1]}{number}" for number in numbers if begun] or [item]
    kind = _KIND.match(names[0])
    return [f"{kind[0]}{name}" if kind and name[:1].isdigit() else name for name in names]


def read_pairs(text: str) -> Iterator[tuple[str, object]]:
    """Yield the pairs `name=value` of a text; a word without a value is a switch.

    A name that begins with a dot goes on from the name before it: `bands=2g .width=20` has `bands_width`.
    """
    before = ""
    for name, value, word in _PAIR.findall(text):
        full = before + name if name.startswith(".") else name or word
        before = full.partition(".")[0] if name else before
        yield property_name([full.strip('"')]), convert(value) if name else True
