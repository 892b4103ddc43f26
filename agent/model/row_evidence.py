"""Tells of a shown row which words it says, with which sign, and which device each of its values belongs to. Pure."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import PurePosixPath

from agent.evidence.node_patterns import read_items
from agent.model.column_meanings import (
    IDENTITIES,
    clauses_of,
    column_meanings,
    condition_texts,
    conditions,
    gathers,
    label_signs,
)
from agent.model.known_values import SWITCH, Claim, KnownRow, KnownText, form_of, is_time, texts_of
from agent.model.moments import SECONDS, Moment, days_compared, moments_in
from agent.model.show_rows import COUNTED, ShownRow, ShownRows
from agent.model.signed_words import (
    WORD,
    Signs,
    long_for,
    opposed,
    parts_of,
    short_for,
    signed_words,
    signs_of,
    stems_in,
    stems_of,
    words_of_codes,
)
from agent.records import Query
from graph_store.records import Cell, Description, SourceLine, each_of

FEWEST_OF_CODE = 3
OF_DEVICE = re.compile(r"\W*(?<=\s)(?:of|on|at|in|by)\s+(?:the\s+)?`?")
"""Stands between a value and the device that it belongs to."""
DEVICE = re.compile(r"(?<![\w.-])[\w.-]*\w")
VARIES = re.compile(r"(?<!\S)[^\s\d]*+\d\S*+|\"[^\"]*\"|'[^']*'")
KEY = re.compile(r"(?<!\w)(\w{1,40})\"?[=:]\s?\"?$")
LONGEST_NAME = 40
LONGEST_KEY = 44
"""Characters of a key before its value, with the signs between."""
DEVICE_COLUMNS = frozenset({"device", "devices", "host", "hostname", "name"})
DENIED_CONDITIONS = frozenset({"NOT", "NULL", "FALSE"})
NUMBERS = re.compile(r"\d{1,9}(?:-\d{1,9})?(?:, ?\d{1,9}(?:-\d{1,9})?)*")
"""A list of numbers and of spans of numbers, and nothing else: what is not in it is none of it."""
LISTED = re.compile(r"\d{1,9}(?:, ?\d{1,9})+")
NOTHING: frozenset[Cell] = frozenset({False, ""})


@dataclass(frozen=True, slots=True)
class KnownNames:
    """The names of the graph: its devices in small letters, and the stems of its labels, properties and relations.

    `numbered` are the parts of these with a digit, in small letters: "phase1name".
    """

    devices: frozenset[str] = frozenset()
    stems: frozenset[str] = frozenset()
    numbered: frozenset[str] = frozenset()

    @classmethod
    def of(cls, description: Description) -> KnownNames:
        """Collect the names."""
        names = {
            part
            for label in description.labels
            for part in (label.name, *(one.name for one in label.properties))
        }
        names |= {kind for _, kind, _, _ in description.relations}
        devices = frozenset(name.lower() for name in description.devices)
        parts = (part for name in names for part in name.lower().split("_"))
        numbered = frozenset(part for part in parts if not part.isalpha())
        return cls(devices, frozenset(signs_of(name.replace("_", " ") for name in names)), numbered)

    def begin_with(self, word: str) -> bool:
        """Say whether a name begins with a word that ends in a digit: no thing is called so."""
        numbered = re.compile(rf"{re.escape(word.lower())}[a-z]")
        return word[-1:].isdigit() and any(numbered.match(one) for one in self.numbered)


class RowEvidence:
    """A shown row. Of one that gathers several nodes, the lines prove words but no values: each is of one node."""

    def __init__(self, shown: ShownRow, rows: ShownRows, names: KnownNames) -> None:
        self.query = shown.query
        self.values = shown.row.values
        self.lines = shown.row.lines
        self.asked = rows.queries[shown.query]
        self._gathers = gathers(self.asked)
        self._known = KnownRow(replace(shown.row, lines=()) if self._gathers else shown.row)
        self._switches = [SWITCH[cell] for cell in self.values.values() if isinstance(cell, bool)]
        self._switches += ["null"] * (None in self.values.values())
        self._meanings = column_meanings(self.asked)
        named = (" ".join(self.column_words(name)) for name in self.values)
        fulfilled = list(condition_texts(self.asked))
        self._fulfilled = KnownText(fulfilled)
        texts = self._cell_texts if self._gathers else self.texts
        self._text = KnownText([*texts, *self._switches, *named, *fulfilled])
        self.names_something = self._known.names_something
        self._names = names
        of_query = [row.row.values for row in rows.of_query(shown.query)]
        self.is_first = of_query[0] is self.values
        self.device_columns = _device_columns(self.asked, of_query, names.devices)

    @cached_property
    def line(self) -> SourceLine | None:
        """Return the line that the row is, where it is one."""
        texts = {str(self.values[name]).strip() for name in ("text", "line") if name in self.values}
        shown = [line for line in self.lines if line.text.strip() in texts]
        return shown[0] if len(shown) == 1 else None

    @cached_property
    def moments(self) -> frozenset[str]:
        """Return the times that its cells are."""
        return frozenset(cell for cell in self.values.values() if isinstance(cell, str) and is_time(cell))

    @cached_property
    def shape(self) -> str:
        """Return the line with signs in the place of what varies among lines of its kind."""
        return VARIES.sub("*", self.line.text.strip()) if self.line else ""

    @cached_property
    def texts(self) -> list[str]:
        """Return the texts of its cells and lines."""
        return [*self._cell_texts, *(text for line in self.lines for text in (line.text, line.path))]

    @cached_property
    def said(self) -> list[str]:
        """Return the texts without the paths of its lines, which say nothing."""
        paths = {line.path for line in self.lines}
        return [text for text in self.texts if text not in paths]

    @cached_property
    def _cell_texts(self) -> list[str]:
        return [text for cell in self.values.values() for text in texts_of(cell)]

    @cached_property
    def own_devices(self) -> frozenset[str]:
        """Return the devices that its columns name, in small letters."""
        return frozenset(
            str(self.values[name]).lower() for name in self.device_columns if self.values.get(name)
        )

    def cell_columns(self, claim: Claim) -> frozenset[str]:
        """Return the columns whose cell is this value."""
        return frozenset(
            name for name, cell in self.values.items() if _plain(str(cell)) == _plain(claim.value)
        )

    @cached_property
    def listing(self) -> Mapping[str, Sequence[str]]:
        """Return the items of each column with a list, in small letters."""
        cells = {
            name: cell.split(",") if isinstance(cell, str) and LISTED.fullmatch(cell) else cell
            for name, cell in self.values.items()
        }
        return {
            name: [str(one).strip().lower() for one in cell]
            for name, cell in cells.items()
            if isinstance(cell, tuple | list)
        }

    def lists(self, claim: Claim) -> frozenset[str]:
        """Return the columns whose cell is a list that has this value."""
        return frozenset(name for name, items in self.listing.items() if claim.value.lower() in items)

    def only_part_of_lists(self, claims: Sequence[Claim]) -> list[str]:
        """Return the columns of whose list some values are claimed, and others are not."""
        named = {one.value.lower() for one in claims}
        return [name for name, items in self.listing.items() if named & {*items} and {*items} - named]

    def has(self, claim: Claim) -> bool:
        """Say whether it shows a value."""
        return self._text.has(claim) or self.calls(claim)

    def calls(self, claim: Claim) -> bool:
        """Say whether columns, labels or conditions are called so: "sentbyte" is what "bytes_sent" is."""
        if claim.kind != "name":
            return False
        if set("0123456789") & set(claim.value):
            name = claim.value
            return name in self.values and stems_of(name) <= self.column_words(name)
        if re.search(rf"[:|]{re.escape(claim.value)}\b", self.asked.statement, re.IGNORECASE):
            return True
        words = stems_of(" ".join(parts_of(claim.value)) or claim.value)
        return bool(words) and words <= {*self.of_columns, *self.of_conditions}

    def keys_of(self, claim: Claim) -> list[frozenset[str]]:
        """Return the stems of the keys that texts give a value: of "srcip=10.0.0.1"."""
        found = []
        for text in self._cell_texts:
            for match in re.finditer(rf"{re.escape(claim.value)}(?![\w.:/-])", text, re.IGNORECASE):
                key = KEY.search(text[max(0, match.start() - LONGEST_KEY) : match.start()])
                found += [unjoined(stems_of(key[1]))] if key else []
        return found

    @cached_property
    def number_columns(self) -> frozenset[str]:
        """Return the columns with a number, or with numbers in a text."""
        cells = self.values.items()
        return frozenset(name for name, cell in cells if type(cell) is int or NUMBERS.fullmatch(str(cell)))

    def fulfils(self, claim: Claim) -> bool:
        """Say whether a condition of its statement asks for this value."""
        return self._fulfilled.has(claim)

    def spans(self, claim: Claim) -> bool:
        """Say whether a cell is a list of numbers and spans that this number is among: 41 in "10,40-42"."""
        return claim.kind == "number" and any(
            lists_number(cell, claim.value) for cell in self.values.values()
        )

    def has_cell(self, claim: Claim) -> bool:
        """Say whether a cell is this value."""
        return bool(self.cell_columns(claim))

    def has_in_lines_only(self, claim: Claim) -> bool:
        """Say whether only its lines have a value: what its cells say need not be about it."""
        of_line = any(KnownText([line.text]).has(claim) for line in self.lines)
        return of_line and not (self.columns_of(claim) or self.fulfils(claim))

    def columns_of(self, claim: Claim) -> frozenset[str]:
        """Return the columns that show a value."""
        return self._known.columns(claim)

    def column_words(self, column: str) -> frozenset[str]:
        """Return the stems of what a column really is, whatever its statement calls it."""
        own = stems_of(column.rpartition(".")[2])
        return own if self._meanings is None else self._meanings.get(column, frozenset())

    def _called(self, column: str) -> frozenset[str]:
        """Return what a statement calls a column, as far as that is what it is."""
        return stems_of(column) & self.column_words(column) or self.column_words(column)

    def said_words(self, column: str) -> frozenset[str]:
        """Return the stems of what a column really is; of a mere name, also of what the statement calls it."""
        own = self.column_words(column)
        return own if own - stems_of(" ".join(IDENTITIES)) else own | stems_of(column)

    @cached_property
    def of_columns(self) -> Signs:
        """Return the signs of the words of columns: denied where there is nothing in the cell."""
        found: dict[str, frozenset[bool]] = {}
        for name, cell in self.values.items():
            is_number = type(cell) is int and not COUNTED.search(name)
            nothing = cell in (None, ()) or (isinstance(cell, bool | int | str) and cell in NOTHING)
            signs = {True, False} if nothing and is_number else {nothing}  # an area 0 is one
            opposite = {word for word, denied, _ in signed_words(name.replace("_", " ")) if denied}
            for word in self.column_words(name):
                found[word] = found.get(word, frozenset()) | {(word in opposite) != one for one in signs}
        return found

    @cached_property
    def filled(self) -> frozenset[str]:
        """Return the stems of what columns are called that have something, other than the device's."""
        filled = (name for name, cell in self.values.items() if cell and name not in self.device_columns)
        return frozenset().union(*(stems_of(name) | self.column_words(name) for name in filled))

    @cached_property
    def of_cells(self) -> Signs:
        """Return the signs of the words of cells."""
        return signs_of(self._cell_texts)

    @cached_property
    def of_texts(self) -> Signs:
        """Return the signs of the words of cells and lines."""
        return signs_of([*self.said, *self._switches, *words_of_codes(self.said)])

    @cached_property
    def of_conditions(self) -> Signs:
        """Return the signs of the statement's labels, and of the properties in conditions that all rows fulfil."""
        return {**self.of_labels, **self.of_properties}

    @cached_property
    def of_labels(self) -> Signs:
        """Return the signs of the words of the statement's labels: "up" is denied by LinkDown."""
        return label_signs(self.asked)

    @cached_property
    def headings(self) -> frozenset[str]:
        """Return the words by which its statement calls columns with a text, other than what they really are."""
        filled = (name for name, cell in self.values.items() if isinstance(cell, str) and cell)
        return frozenset(word for name in filled for word in stems_of(name) - self.column_words(name))

    @cached_property
    def of_properties(self) -> Signs:
        """Return the signs of the properties in conditions that all rows fulfil."""
        found: dict[str, frozenset[bool]] = {}
        for condition in conditions(self.asked):
            against = any(token.word in DENIED_CONDITIONS or token.text == "<>" for token in condition)
            names = " , ".join(token.plain.replace("_", " ") for token in condition if token.is_name)
            for word, denied, _ in signed_words(names):
                if word in self._names.stems:
                    found[word] = found.get(word, frozenset()) | {denied != against}
        return found

    @cached_property
    def times(self) -> Sequence[Moment]:
        """Return the days and clocks of its texts, and of what its statement compares."""
        texts = self._cell_texts if self._gathers else self.said
        compared = [self.asked.statement, *map(str, self.asked.parameters.values())]
        found = [one.moment for text in texts for one in moments_in(text)]
        return [*found, *(one for text in compared for one in days_compared(text))]

    @cached_property
    def seconds(self) -> Sequence[float]:
        """Return the lengths of time that its columns of numbers tell."""
        cells = ((self.column_words(name) | stems_of(name), cell) for name, cell in self.values.items())
        return [
            float(cell) * SECONDS[unit]
            for words, cell in cells
            if isinstance(cell, int | float) and not isinstance(cell, bool)
            for unit in ("second", "minute", "hour", "day")
            if unit in words
        ]

    def spelling(self, name: str) -> str | None:
        """Return how a text writes a name that is written short: "Gi0/1"."""
        return self._text.spelling(name)

    def is_nothing(self, column: str) -> bool:
        """Say whether there is nothing in a cell."""
        cell = self.values.get(column)
        return cell in (None, ()) or (isinstance(cell, bool | str) and cell in NOTHING)

    def columns_called(self, words: Collection[str]) -> list[str]:
        """Return the columns of which these are most words: two of them, or all."""
        own = {name: self._called(name) - stems_in("plain") for name in self.values}
        having = {name: len(one & {*words}) for name, one in own.items()}
        most = max(having.values(), default=0)
        best = [name for name, number in having.items() if number == most > 0 and not _denies(name)]
        return [name for name in best if most > 1 or own[name] <= {*words}]

    def says(self, form: str, denied: bool) -> bool:
        """Say whether a text, a column, a label or a condition has a word, by its stem; one with an opposite so."""
        if form in opposed():
            where = (self.of_texts, self.of_columns, self.of_conditions)
            return any(denied in signs.get(form, ()) for signs in where)
        forms = ({form}, {short_for(form)}, long_for(form))
        return any(each and all(one in self.signs or one in self.words for one in each) for each in forms)

    @cached_property
    def signs(self) -> Signs:
        """Return the words of all of these."""
        return {**self.of_conditions, **self.of_texts, **self.of_columns}

    @cached_property
    def words(self) -> frozenset[str]:
        """Return the words of texts and columns as they are written, in small letters."""
        words = {word.lower() for text in self.texts for word in WORD.findall(text)}
        return frozenset(words.union(*map(stems_of, words)))

    def tells(self, claim: Claim) -> bool:
        """Say whether it has a value, or each of its lines has it as a word: then all that it gathers does."""
        is_word = claim.kind == "name" or (claim.kind == "number" and is_code(claim))
        if self.has(claim) or not is_word or not self.lines:
            return self.has(claim)
        return all(KnownText([line.text]).has_name(claim.value) for line in self.lines)

    def is_like(self, other: RowEvidence) -> bool:
        """Say whether two rows are of one device, and differ in no name or address that both have."""
        if self.query != other.query or self.own_devices != other.own_devices:
            return False
        pairs = ((cell, other.values.get(name)) for name, cell in self.values.items())
        return all(
            one == like
            for one, like in pairs
            if isinstance(one, str) and isinstance(like, str) and len(one) <= LONGEST_NAME
            if form_of(one) in {"numbered", "address"} and form_of(like) in {"numbered", "address"}
        )

    def owners(self, claim: Claim) -> frozenset[str]:
        """Return the devices that the row gives a value to: its own, or the one that a text names with it."""
        own = set(self.own_devices)
        found: set[str] = set()
        for name, cell in self.values.items():
            for text in () if name == "about" or name in self.device_columns else texts_of(cell):
                if KnownText([text]).has(claim):
                    alone = text.lower() == claim.value.lower()
                    found |= self._of_file(text) or (own if alone else self._named_with(text, claim) or own)
        for line in () if found or self._gathers else self.lines:
            if KnownText([line.text]).has(claim):
                path = PurePosixPath(line.path).stem.lower()
                found |= {path} & self._names.devices or self._named_with(line.text, claim) or own
        return frozenset(found)

    def _of_file(self, text: str) -> frozenset[str]:
        """Return the device of the file whose lines say a cell, where these are not of the row's own device."""
        paths = (line.path for line in self.lines if text and text in line.text)
        files = {PurePosixPath(path).stem.lower() for path in paths} & self._names.devices
        return frozenset(files if files.isdisjoint(self.own_devices) else ())

    def _named_with(self, text: str, claim: Claim) -> set[str]:
        """Return the devices that a text names right before a value, or right behind it after "of" or "on"."""
        folded, value = text.lower(), claim.value.lower()
        named = [match for match in DEVICE.finditer(folded) if match[0] in self._names.devices]
        found: set[str] = set()
        at = folded.find(value) if named else -1
        while at >= 0:
            end = at + len(value)
            behind = [match[0] for match in named if OF_DEVICE.fullmatch(folded[end : match.start()])]
            found |= set(behind[:1] or [match[0] for match in named if match.start() < at][-1:])
            at = folded.find(value, end)
        return found


def is_code(claim: Claim) -> bool:
    """Say whether a number may be a code, as 502 of a response: it counts nothing, and stands nowhere by chance."""
    return not claim.counts and claim.value.isdecimal() and len(claim.value) >= FEWEST_OF_CODE


def _denies(column: str) -> bool:
    """Say whether a column's name says the opposite of what is in it: "undefined_name"."""
    return any(denied for _, denied, _ in signed_words(column.replace("_", " ")))


def lists_number(cell: Cell, value: str) -> bool | None:
    """Say whether a cell is a list of numbers that has this one, or one of these; None where it is none."""
    items = [str(one) for one in each_of(cell)]
    if not items or not all(NUMBERS.fullmatch(item) for item in (value, *items)):
        return None
    spans = [span for item in items for span in _spans(item)]
    return any(first <= end and begin <= last for first, last in spans for begin, end in _spans(value))


def _spans(numbers: str) -> list[tuple[int, int]]:
    spans = [span.split("-") for span in numbers.replace(" ", "").split(",")]
    return [(int(span[0]), int(span[-1])) for span in spans]


def unjoined(stems: frozenset[str]) -> frozenset[str]:
    """Leave out names that are joined of words, which are there as well: of "srcip" there are "src" and "ip"."""
    return frozenset(one for one in stems if not parts_of(one)) or stems


def _plain(text: str) -> str:
    return " ".join(text.lower().split())


def _device_columns(
    query: Query, rows: Sequence[Mapping[str, Cell]], devices: frozenset[str]
) -> tuple[str, ...]:
    """Return the columns that say a row's device: by what the statement returns there, and by what stands there."""
    returned = {}
    for clause in clauses_of(query):
        for item in read_items(clause)[0] if clause.keyword == "RETURN" else ():
            if len(item) > 2 and item[-2].word == "AS":
                returned[item[-1].plain] = item[-3].plain
    cells = {name: {str(row[name]).lower() for row in rows if row.get(name)} for name in rows[0]}
    return tuple(
        name
        for name, values in cells.items()
        if values <= devices
        and {returned.get(name, name.rpartition(".")[2]), *name.split("_")} & DEVICE_COLUMNS
    )
