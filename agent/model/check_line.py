"""Holds a line of a model's reply against the rows that it cites: its values, which of them belong together, its words.

The words of an answer are always the model's own: what is checked here decides which of them are marked, and whether
the line answers anything. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from agent.model.known_values import Claim, KnownText, find_claims
from agent.model.read_reply import SAID_QUOTED, Said
from agent.model.row_evidence import OF_DEVICE, KnownNames, RowEvidence
from agent.model.show_rows import ShownRow, ShownRows
from agent.model.signed_words import WORD, Signs, signed_words, stems_in, stems_of, word_lists
from agent.render.draft import show_cell

MOST_ADDED = 5
"""Rows that are cited for a line that cites none, or wrong ones."""
LIST_WORDS = 5
JOINT = re.compile(r",?(?<!\s)\s+and\s+|,\s+|;\s+")
OF_THE_ROWS = re.compile(
    r"\b(?:rows?|data|lines?) (?:do|does|did) not (?:show|say|tell|name)\b", re.IGNORECASE
)
"""In a line about the rows, which denies nothing of the network."""
SAME = re.compile(r"\b(?:same|match|equal|identical|alike)\b", re.IGNORECASE)
"""What a line denies of two values, and not of what they are."""
DENIAL = re.compile(
    r"\b(?:no|not|none|never|nothing|neither|nor|without|lacks?|missing)\b|n't\b", re.IGNORECASE
)
TOTAL = re.compile(r"\b(?:in total|altogether|in all|total|sum|together)\b", re.IGNORECASE)
BEGINS = re.compile(r"\b(?:begin|start)(?:s|ning|ing)? with\s+`?$", re.IGNORECASE)
BEGIN_OF_ADDRESS = re.compile(r"\d{1,3}(?:\.\d{1,3}){0,2}\.?")
WORD_BEFORE = re.compile(r"(?<![^\W\d_])([^\W\d_]+)\s+`?$")
PAGE = re.compile(r"(?:(?:[a-z][a-z0-9+.-]{0,30}:)?//|mailto:|www\.)[^\s`\"“”<>]+", re.IGNORECASE)
INSTRUCTION = re.compile(
    r"\b(?:you|your|please|should|ought to|must|needs? to|ha(?:s|ve) to|recommend\w*|make sure)\b"
    r"|^\W*(?:(?:never|always|now|then|just|do not|don't)\s+)*"
    r"(?:run|execute|click|visit|open|contact|call|email|ask|turn|switch|disable|enable|install|download|delete|remove"
    r"|restart|reboot|reload|upgrade|change|set|send|enter|type|paste|go|see|check|use|follow|ignore|avoid|stop|shut"
    r"|unplug|replace|reset|clear|move)\s+(?!by\b)",
    re.IGNORECASE,
)
"""Words that tell the reader what to do."""


@dataclass(frozen=True, slots=True)
class Checked:
    """A line with the rows behind it. `absent` are its values and words that no row has, `apart` values that rows have
    of something else. A word of the question is known where rows add a value to it. `answers`: there are neither, and
    rows add a value to the question, or prove all words about what they are about."""

    text: str
    rows: tuple[ShownRow, ...]
    absent: tuple[str, ...] = ()
    apart: tuple[str, ...] = ()
    answers: bool = False


class LineCheck:
    """Checks the lines of one answer."""

    def __init__(self, shown: ShownRows, question: str, names: KnownNames) -> None:
        self._shown = shown
        self._devices = names.devices
        self._rows = {row.number: RowEvidence(row, shown, names) for row in shown.rows}
        self._all = KnownText([text for row in self._rows.values() for text in row.texts])
        self._question = KnownText([question])
        self._asked = {form for form, _, _ in signed_words(question)}

    def check(self, said: Said) -> Checked | None:
        """Return a line as it is, with what is wrong about it; None where no row is behind it, or it gives orders."""
        if not self._may_be_said(said.text) or not re.search(r"\w", said.text):
            return None
        claims = find_claims(said.text)
        rows = self._behind(said, claims)
        if not rows:
            return None
        cited = [self._rows[row.number] for row in rows]
        held = [one for one in claims if self._holds(one, said.text, cited)]
        names = [
            one for one in claims if one not in held and one.value.isalpha() and not one.quoted
        ]  # as "DHCP"
        strange = [one for one in claims if one not in held and one not in names]
        apart = [*self._apart(held, said.text, cited), *self._contradicted(said.text, held, cited)]
        words = [*self._unshown(said.text, cited), *(one.value for one in names)]
        own = [word for word in words if not self._is_asked(word)]
        new = [one for one in held if not self._question.has(one)]
        told = any(not self._is_device(one) for one in new) or (bool(new) and not own)
        absent = dict.fromkeys([*(one.value for one in strange), *(own if told else words)])
        named = told or (not words and any(self._names(held, row) for row in cited))
        answers = not absent and not apart and named
        return Checked(said.text, rows, (*absent,), (*dict.fromkeys(apart),), answers)

    def _names(self, claims: Sequence[Claim], row: RowEvidence) -> bool:
        """Say whether a line names what a row is about: one of a port tells nothing of its switch."""
        things = [
            name
            for name, cell in row.values.items()
            if isinstance(cell, str) and name not in row.device_columns
        ]
        return not things or any(row.has(one) for one in claims if not self._is_device(one))

    # The rows behind a line.

    def _may_be_said(self, text: str) -> bool:
        """Say whether rows have every web address, and the reader is told to do nothing, but for what is quoted."""
        pages = (match[0].rstrip(".,;:!?)]'\"`") for match in PAGE.finditer(text))
        if not all(self._all.has(Claim("quote", page, 0, 0)) for page in pages):
            return False
        return INSTRUCTION.search(SAID_QUOTED.sub("", text)) is None

    def _behind(self, said: Said, claims: Sequence[Claim]) -> tuple[ShownRow, ...]:
        """Return the rows that a line cites, by number or by one of their lines; else few that have all its values."""
        by_line = {
            row.number
            for path, number in said.places
            for row in self._shown.rows
            if any(
                line.number == number and (path == line.path or line.path.endswith(f"/{path}"))
                for line in row.row.lines
            )
        }
        cited = {*said.rows, *by_line}
        rows = tuple(row for row in self._shown.rows if row.number in cited)
        values = [one for one in claims if not one.counts and self._all.has(one)]
        if rows and all(
            self._question.has(one) or any(self._rows[row.number].has(one) for row in rows) for one in values
        ):
            return rows
        having = [row for row in self._shown.rows if all(self._rows[row.number].has(one) for one in values)]
        return tuple(having) if values and len(having) <= MOST_ADDED and having else rows

    # Values: whether rows have them.

    def _holds(self, claim: Claim, text: str, cited: Sequence[RowEvidence]) -> bool:
        if any(row.has(claim) or row.fulfils(claim) for row in cited) or self._is_joined(claim, text, cited):
            return True
        written = Claim("quote", text[claim.start : claim.end].strip("`"), 0, 0)
        if claim.quoted and not written.value.isdigit() and any(row.has(written) for row in cited):
            return True
        if claim.kind == "number":
            day = any(row.says_day(claim.value, text[claim.end :]) for row in cited)
            return day or self._begins_address(claim, text) or float(claim.value) in self._counts(text, cited)
        if claim.kind == "name" and any(row.abbreviates(claim.value) for row in cited):
            return True
        # What only the question names may be said where it is denied, or the rows are numbers about it.
        named = any(row.names_something for row in cited)
        return self._question.has(claim) and (DENIAL.search(text) is not None or not named)

    @staticmethod
    def _is_joined(claim: Claim, text: str, cited: Sequence[RowEvidence]) -> bool:
        """Say whether a number is a part of a name: "VLAN 40" where a row has "Vlan40"."""
        before = WORD_BEFORE.search(text[: claim.start])
        return (
            claim.kind == "number"
            and before is not None
            and any(row.has(Claim("name", before[1] + claim.value, 0, 0)) for row in cited)
        )

    def _begins_address(self, claim: Claim, text: str) -> bool:
        """Say whether a row has an address that begins so: "begin with 10.11" where one has 10.11.0.9."""
        said = text[claim.start : claim.end].strip("`")
        begins = BEGINS.search(text[: claim.start]) and BEGIN_OF_ADDRESS.fullmatch(said)
        return begins is not None and self._all.has_name(".".join([*said.strip(".").split("."), *"xxx"][:4]))

    def _counts(self, text: str, cited: Sequence[RowEvidence]) -> set[float]:
        """Return the numbers that count what is cited: rows, values of a column, sums, the things of a list."""
        queries = {row.query for row in cited}
        if TOTAL.search(text):
            return {float(total) for query in queries for total in self._shown.sums(query).values()}
        found = {float(len(cited)), float(len(_list_items(text)))}
        found |= {float(sum(row.query == query for row in cited)) for query in queries}
        for query in queries:
            total, of_query = self._shown.totals[query], self._shown.of_query(query)
            found |= set() if total is None else {float(total)}
            if self._shown.is_whole(query):
                for column in of_query[0].row.values:
                    values = {show_cell(row.row.values.get(column)) for row in of_query}
                    found.add(float(len(values - {""})))
        return found

    # Values: which belong together.

    def _apart(self, claims: Sequence[Claim], text: str, cited: Sequence[RowEvidence]) -> list[str]:
        """Return the values that no row has together with those that the line gives them to.

        A line is read as entries: values of one row behind each other. One like an earlier value (of the same column,
        or a device) goes on with its list, or begins the next entry.
        """
        wrong: list[str] = []
        entry: list[list[Claim]] = []
        for claim in claims:
            explains = self._is_device(claim) and text[: claim.start].endswith("(")
            if explains or (claim.counts and not claim.quoted) or not any(row.has(claim) for row in cited):
                continue
            alike = [at for at, slot in enumerate(entry) if self._is_alike(slot[-1], claim, cited)]
            before = entry[: alike[-1]] if alike else entry
            fits = self._fit(before, claim, text, cited)
            if not alike and not fits:
                wrong.append(claim.value)
            elif alike and alike[-1] == len(entry) - 1 and fits:
                entry[-1].append(claim)
            elif alike:
                entry = [*(before if fits else ()), [claim]]
            else:
                entry.append([claim])
        return wrong

    def _fit(
        self, entry: Sequence[Sequence[Claim]], claim: Claim, text: str, cited: Sequence[RowEvidence]
    ) -> bool:
        """Say whether a value belongs to an entry: to what it is about, and to one of the devices before it.

        An entry is about its first value which not all rows have.
        """
        slots = [slot for slot in entry if not self._is_device(slot[0])]
        about = (slot for slot in slots if not all(row.has(slot[0]) for row in cited))
        return self._is_owned(entry, claim, text, cited) and all(
            self._together(one, claim, cited) for one in next(about, ())
        )

    def _is_owned(
        self, entry: Sequence[Sequence[Claim]], claim: Claim, text: str, cited: Sequence[RowEvidence]
    ) -> bool:
        """Say whether rows give a value to a device before it, or right behind it; to each one of a list before it."""
        owners = self._owners(claim, text, cited)
        behind = OF_DEVICE.match(text[claim.end :])
        rest = text[claim.end + behind.end() :].lower() if behind else ""
        if self._is_device(claim) or not owners or any(rest.startswith(one) for one in owners):
            return True
        devices = {one.value.lower() for slot in entry for one in slot if self._is_device(one)}
        listed = {one.value.lower() for one in entry[-1]} & devices if entry and len(entry[-1]) > 1 else set()
        return listed <= owners and (not devices or not devices.isdisjoint(owners))

    @staticmethod
    def _owners(claim: Claim, text: str, cited: Sequence[RowEvidence]) -> frozenset[str]:
        """Return the devices that rows give a value to, in the column that the line speaks of, if it speaks of one."""
        having = [row for row in cited if row.has(claim)]
        said = stems_of(text) - stems_in("plain")
        named = [
            row for row in having if any(row.column_words(name) & said for name in row.cell_columns(claim))
        ]
        return frozenset().union(*(row.owners(claim) for row in named or having))

    def _together(self, one: Claim, other: Claim, cited: Sequence[RowEvidence]) -> bool:
        """Say whether a row has two values, or rows that hang together, or no query shows both of them."""
        having = [[row for row in cited if row.has(claim)] for claim in (one, other)]
        if any(
            row is like or self._hang_together(row, like, (one, other))
            for row in having[0]
            for like in having[1]
        ):
            return True
        return {row.query for row in having[0]}.isdisjoint(row.query for row in having[1])

    def _hang_together(self, one: RowEvidence, other: RowEvidence, claims: Sequence[Claim]) -> bool:
        """Say whether two rows are lines of one file, or of two queries with a value that the line of a reply has."""
        if one.line is not None and other.line is not None:
            return one.line.path == other.line.path
        shared = (claim for claim in claims if not self._is_device(claim))
        return one.query != other.query and any(one.has(claim) and other.has(claim) for claim in shared)

    def _is_alike(self, one: Claim, other: Claim, cited: Sequence[RowEvidence]) -> bool:
        """Say whether two values stand in one column, each in a row of its own, or are both devices of rows."""
        if self._is_device(one) or self._is_device(other):
            both = any(row.has(one) and row.has(other) for row in cited)
            return self._is_device(one) and self._is_device(other) and not both
        columns = [frozenset().union(*(row.columns_of(claim) for row in cited)) for claim in (one, other)]
        lines = [{row.shape for row in cited if row.shape and row.has(claim)} for claim in (one, other)]
        apart = not any(row.has(one) and row.has(other) for row in cited)
        cells = [frozenset().union(*(row.cell_columns(claim) for row in cited)) for claim in (one, other)]
        return bool(cells[0] & cells[1]) or (apart and bool(columns[0] & columns[1] or lines[0] & lines[1]))

    def _is_device(self, claim: Claim) -> bool:
        return claim.kind == "name" and claim.value.lower() in self._devices

    # Words.

    @staticmethod
    def _unshown(text: str, cited: Sequence[RowEvidence]) -> list[str]:
        """Return the words outside of values that say something, and that no cited row has, nor what asked for it."""
        masked = _masked(text)
        called = _words_by_stem(masked)
        forms = sorted({form for form, _, _ in signed_words(masked)})  # "shut down" is one
        told = (form for form in forms if not (_says_little(form) or any(row.says(form) for row in cited)))
        return [called.get(form, form) for form in told]

    def _contradicted(self, text: str, claims: Sequence[Claim], cited: Sequence[RowEvidence]) -> list[str]:
        """Return the words whose negation is that of no row, and those of quantity which rows do not bear out."""
        about = [
            row for row in cited if any(row.has_cell(one) for one in claims if not self._is_device(one))
        ] or cited
        masked = _masked(text)
        if OF_THE_ROWS.search(masked) or SAME.search(masked):
            return []
        columns = _joined(signs for row in about for signs in (row.of_columns, row.of_properties))
        texts = _joined(row.of_texts for row in about)
        denied_by_row = {form for row in about for form, signs in row.of_columns.items() if signs == {True}}
        affirmed = {form for form, signs in texts.items() if signs == {False}} - denied_by_row
        headings = {word for row in about for word in row.headings}
        called = _words_by_stem(masked)
        wrong = [
            called.get(form, form)
            for form, denied, _ in signed_words(masked)
            if form not in stems_in("plain") | stems_in("field")
            and (denied or form not in headings)
            and (denied not in columns.get(form, {denied}) or (denied and form in affirmed))
        ]
        said = {word.lower() for word in WORD.findall(masked)}
        values = [one for one in claims if not one.counts and not self._is_device(one)]
        rest = [
            row
            for row in self._rows.values()
            if row not in cited and row.query in {one.query for one in cited}
        ]
        if (
            said & word_lists()["all"]
            and values
            and not all(any(row.has(v) for v in values) for row in cited)
        ):
            wrong += sorted(said & word_lists()["all"])
        first = next((word.lower() for word in WORD.findall(masked)), "")
        if first in word_lists()["only"] and any(row.has(one) for one in values[1:] for row in rest):
            wrong.append(first)
        return wrong

    def _is_asked(self, word: str) -> bool:
        return any(form in self._asked for form, _, _ in signed_words(word))


def _joined(signs: Iterable[Signs]) -> dict[str, set[bool]]:
    found: dict[str, set[bool]] = {}
    for one in signs:
        for form, denied in one.items():
            found.setdefault(form, set()).update(denied)
    return found


def _words_by_stem(text: str) -> dict[str, str]:
    return {next(signed_words(word), ("",))[0]: word for word in WORD.findall(text)}


def _says_little(form: str) -> bool:
    lists = ("plain", "field", "counted", "all", "only", "most", "least")
    return any(form in stems_in(name) for name in lists)


def _masked(text: str) -> str:
    """Leave out the values of a text."""
    for one in reversed(find_claims(text)):
        text = f"{text[: one.start]}0{text[one.end :]}"
    return text


def _list_items(text: str) -> list[str]:
    """Return the things that a text lists, behind its colon if it has one."""
    listed = text.rpartition(": ")[2]
    items = [item for item in JOINT.split(listed) if item.strip()]
    return items if len(items) > 1 and all(len(item.split()) <= LIST_WORDS for item in items) else []
