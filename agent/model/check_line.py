"""Holds a line of a model's reply against the rows that it cites: its values, which of them belong together, its words.

The words of an answer are always the model's own: what is checked here decides which of them are marked, and whether
the line answers anything. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from agent.model.cited_line import CitedLine
from agent.model.count_rows import counts
from agent.model.denied_values import DENIAL, denied_values
from agent.model.gaps import OF_THE_ROWS, gap_of
from agent.model.known_values import CLASS, Claim, KnownText, find_claims, mask
from agent.model.misnamed_values import misnamed_values
from agent.model.moments import moments_in, shown_days, shown_lengths
from agent.model.read_reply import SAID_QUOTED, Said
from agent.model.row_evidence import KnownNames, RowEvidence, is_code
from agent.model.show_rows import ShownRow, ShownRows
from agent.model.signed_words import opposed, signed_words, stems_in, words_by_stem
from agent.model.wrong_negations import wrong_negations
from agent.model.wrong_quantities import wrong_quantities

MOST_ADDED = 5
"""Rows that are cited for a line that cites none, or wrong ones."""
SAME = re.compile(r"\b(?:same|match|equal|identical|alike)\b", re.IGNORECASE)
"""What a line denies of two values, and not of what they are."""
CLOCK = re.compile(r"(?<![\d:])(\d{1,2}:\d{2})(?=(?::\d{2})?(?!\d|:\d))")
WORD_BEFORE = re.compile(r"(?<![^\W\d_])([^\W\d_]+)\s+`?$")
PAGE = re.compile(r"(?:(?:[a-z][a-z0-9+.-]{0,30}:)?//|mailto:|www\.)[^\s`\"“”<>]+", re.IGNORECASE)
INSTRUCTION = re.compile(
    r"\b(?:you|your|please|should|ought to|must|needs? to|ha(?:s|ve) to|recommend\w*|make sure)\b"
    r"|^\W*(?:(?:never|always|now|then|just|do not|don't)\s+)*"
    r"(?:run|execute|click|visit|open|contact|call|email|ask|turn|switch|disable|enable|install|download|delete|remove"
    r"|restart|reboot|reload|upgrade|change|set|send|enter|type|paste|go|see|check|use|follow|ignore|avoid|stop|shut"
    r"|unplug|replace|reset|clear|move)\s+(?!by\b|(?:down|up|off|on)\s+(?:is|are|was|were)\b|(?:is|are|was|were)\b)",
    re.IGNORECASE,
)
"""Words that tell the reader what to do."""


@dataclass(frozen=True, slots=True)
class Checked:
    """A line with the rows behind it. `absent` are its values and words that no row has, `apart` values that rows have
    of something else. A word of the question is known where rows add a value to it. `answers`: there are neither, and
    rows add a value to the question, or prove all words about what they are about. A `gap` says what no row shows."""

    text: str
    rows: tuple[ShownRow, ...]
    absent: tuple[str, ...] = ()
    apart: tuple[str, ...] = ()
    answers: bool = False
    gap: bool = False


class LineCheck:
    """Checks the lines of one answer."""

    def __init__(self, shown: ShownRows, question: str, names: KnownNames) -> None:
        self._shown = shown
        self._devices = names.devices
        self._known_names = names
        self._rows = {row.number: RowEvidence(row, shown, names) for row in shown.rows}
        self._all = KnownText([text for row in self._rows.values() for text in row.texts])
        dated = (one for row in self._rows.values() for one in row.times)
        self._years = {one.year for one in dated if one.year}
        self._question = KnownText([question])
        self._asked = _with_opposites(question)

    def check(self, said: Said) -> Checked | None:
        """Return a line as it is, with what is wrong about it; None where no row is behind it, or it gives orders."""
        if not self._may_be_said(said.text) or not re.search(r"\w", said.text):
            return None
        if not (said.rows or said.places) and self._is_known(gap := gap_of(said.text)):
            return Checked(gap, (), gap=True)
        unquoted = SAID_QUOTED.sub(_blanks, said.text)
        dates = [(one.start, one.end) for one in moments_in(unquoted) if one.moment.month]
        rows = self._behind(said, find_claims(_without(said.text, dates)))
        if not rows:
            return None
        cited = [self._rows[row.number] for row in rows]
        times = self._times(unquoted, said.text, cited)
        text = _without(said.text, times)
        claims = [_spelled(one, cited) for one in find_claims(text)]
        text = OF_THE_ROWS.sub(_blanks, text)
        held = [one for one in claims if self._holds(one, text, cited)]
        others = [one for one in claims if one not in held and text[one.start : one.end].strip()]
        names = [one for one in others if one.value.isalpha() and not one.quoted]  # as "DHCP"
        columns = [one for one in others if any(one.value in row.values for row in cited)]
        strange = [one for one in others if one not in names and one not in columns]
        line = CitedLine(text, cited, self._devices)
        denied, wrong = denied_values(held, text, cited, self._devices, [*self._rows.values()])
        apart = [
            *wrong,
            *line.apart(held, denied),
            *misnamed_values(held, text, cited, lambda one: self._counted(one, text, cited)),
            *self._contradicted(line, held, denied),
        ]
        words = [
            *self._unshown(text, cited),
            *(one.value for one in names if not any(row.tells(one) for row in cited)),
            *(one.value for one in columns if self._unshown(one.value.replace("_", " "), cited)),
        ]
        own = [word for word in words if not self._is_asked(word)]
        new = [one for one in held if not self._question.has(one)]
        dated = any(not self._question.has(Claim("quote", said.text[slice(*one)], 0, 0)) for one in times)
        told = dated or any(not one.is_among(self._devices) for one in new) or (bool(new) and not own)
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
        return not things or any(row.has(one) for one in claims if not one.is_among(self._devices))

    def _is_known(self, gap: str) -> bool:
        """Say whether there is a gap, all values of which stand in the question or the rows."""
        return bool(gap) and all(self._question.has(one) or self._all.has(one) for one in find_claims(gap))

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
            self._question.has(one) or any(self._rows[row.number].tells(one) for row in rows)
            for one in values
        ):
            return rows
        having = [row for row in self._shown.rows if all(self._rows[row.number].tells(one) for one in values)]
        return tuple(having) if values and len(having) <= MOST_ADDED and having else rows

    # Values: whether rows have them.

    def _times(self, unquoted: str, text: str, cited: Sequence[RowEvidence]) -> list[tuple[int, int]]:
        """Return where a line tells days, and lengths of time, that its rows show in their own way."""
        moments = [one for row in cited for one in row.times]
        seconds = [one for row in cited for one in row.seconds]
        days = shown_days(unquoted, moments, self._years)
        return [*days, *shown_lengths(unquoted, text, moments, seconds)]

    def _holds(self, claim: Claim, text: str, cited: Sequence[RowEvidence]) -> bool:
        if any(row.has(claim) or row.fulfils(claim) or row.spans(claim) for row in cited) or self._is_joined(
            claim, text, cited
        ):
            return True
        written = Claim("quote", text[claim.start : claim.end].strip("` "), 0, 0)
        if (
            claim.quoted
            and written.value
            and not written.value.isdigit()
            and any(row.has(written) for row in cited)
        ):
            return True
        if claim.kind == "number":
            return self._counted(claim, text, cited) or (
                is_code(claim) and any(row.tells(claim) for row in cited)
            )
        if self._spans(claim, text, cited):
            return True
        # What only the question names may be said where it is denied, or the rows are numbers about it.
        named = any(row.names_something for row in cited)
        freely = DENIAL.search(text) is not None or not named or CLASS.fullmatch(claim.value)
        of_the_field = not claim.quoted and self._known_names.begin_with(claim.value)
        return self._question.has(claim) and bool(freely or of_the_field)

    def _counted(self, claim: Claim, text: str, cited: Sequence[RowEvidence]) -> bool:
        return float(claim.value) in counts(claim, text, cited, self._shown, [*self._rows.values()])

    @staticmethod
    def _is_joined(claim: Claim, text: str, cited: Sequence[RowEvidence]) -> bool:
        """Say whether a number is a part of a name: "VLAN 40" where a row has "Vlan40"."""
        before = WORD_BEFORE.search(text[: claim.start])
        return (
            claim.kind == "number"
            and before is not None
            and any(row.has(Claim("name", before[1] + claim.value, 0, 0)) for row in cited)
        )

    def _spans(self, claim: Claim, text: str, cited: Sequence[RowEvidence]) -> bool:
        """Say whether it is one of two times of the question between which all cited rows are."""
        asked = [one for one in CLOCK.findall(text) if self._question.has(Claim("name", one, 0, 0))]
        if claim.value not in asked or len(set(asked)) < 2:
            return False
        first, *_, last = sorted(one.zfill(5) for one in asked)
        times = [[one.zfill(5) for cell in row.said for one in CLOCK.findall(cell)] for row in cited]
        return all(all(first <= one <= last for one in of_row) and of_row for of_row in times)

    # Words.

    @staticmethod
    def _unshown(text: str, cited: Sequence[RowEvidence]) -> list[str]:
        """Return the words outside of values that say something, and that no cited row has, nor what asked for it."""
        masked = _masked(text)
        called = words_by_stem(masked)
        said = sorted({(form, denied) for form, denied, _ in signed_words(masked)})  # "shut down" is one
        told = (
            form
            for form, denied in said
            if not (_says_little(form) or any(row.says(form, denied) for row in cited))
        )
        return [called.get(form, form) for form in dict.fromkeys(told)]

    def _contradicted(
        self, line: CitedLine, claims: Sequence[Claim], denied_claims: Collection[Claim]
    ) -> list[str]:
        """Return the words whose negation is that of no row, and those of quantity which rows do not bear out."""
        said = find_claims(line.text)
        words = [one for one in said if one.value.isalpha() and not (one.quoted or line.is_device(one))]
        masked = mask(line.text, [one for one in said if one not in words])
        if SAME.search(masked):
            return []
        wrong = wrong_negations(line, masked, claims, denied_claims)
        return wrong + wrong_quantities(line, masked, claims, [*self._rows.values()])

    def _is_asked(self, word: str) -> bool:
        return not self._asked.isdisjoint(_with_opposites(word))


def _with_opposites(text: str) -> set[tuple[str, bool]]:
    """Return the stems of a text's words; of one with an opposite which of both it is."""
    return {(form, denied and form in opposed()) for form, denied, _ in signed_words(text)}


def _spelled(claim: Claim, cited: Sequence[RowEvidence]) -> Claim:
    """Read a name that is written short as rows write it."""
    if claim.kind != "name" or any(row.has(claim) for row in cited):
        return claim
    long = next((name for row in cited if (name := row.spelling(claim.value))), claim.value)
    return replace(claim, value=long)


def _blanks(found: re.Match[str]) -> str:
    return " " * len(found[0])


def _without(text: str, places: Iterable[tuple[int, int]]) -> str:
    """Put blanks in places of a text; everything else stays where it is."""
    for start, end in places:
        text = f"{text[:start]}{' ' * (end - start)}{text[end:]}"
    return text


def _says_little(form: str) -> bool:
    return form in stems_in("plain", "field", "counted", "all", "only", "most", "least")


def _masked(text: str) -> str:
    return mask(text, find_claims(text))
