"""Judges whether the rows that a statement cites prove all of it: its words, and which values belong together. Pure."""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from agent.model.clauses import (
    MOST_TOGETHER,
    Clause,
    Piece,
    is_in_place,
    is_subject,
    keeps_meaning,
    read_clauses,
    words_before,
)
from agent.model.known_values import Claim, KnownText, find_claims
from agent.model.prove_amounts import is_proved
from agent.model.row_evidence import OF_DEVICE, KnownNames, RowEvidence
from agent.model.show_rows import ShownRow, ShownRows
from agent.model.signed_words import (
    WORD,
    has_fixed_meaning,
    is_negation,
    short_for,
    signed_words,
    stems_in,
    stems_of,
    word_lists,
)
from agent.reader.english import stem

JOINT = re.compile(r",\s+(?:and\s+|or\s+|but\s+)?|;\s+|:\s+|\.\s+|(?<!\s)\s+(?:and|or|but|while|though)\s+")
OF_THE_ROWS = re.compile(
    r"(?:but )?(?:the|these|no) (?:rows?|data|lines?)(?: do| does)?(?: not)? (?:show|say|tell|name)s?\b"
)
"""Begins a statement about the rows, which denies nothing of the network."""
LEFT_OPEN = re.compile(
    r"(?:whether|which|who|what|why|when|where|how)\b[^.;]*, the (?:rows?|data|lines?) do(?:es)? not (?:show|say|tell)",
    re.IGNORECASE,
)
"""Says of the rows alone what they leave open."""
BRACKET = re.compile(r"\s\(([^()]*)\)")
QUOTED_WORDS = 4
OPEN_QUESTION = re.compile(
    r"\W*(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would)\b", re.IGNORECASE
)
"""Begins a question of which each word may be denied."""
YES_OR_NO = re.compile(r"(?P<word>yes|no)\b\s*[,:;.\u2013-]\s*", re.IGNORECASE)
DEFINITE = re.compile(r"The (?:[a-z]+ )?[a-z]+s (?:have|are|were|use|run)\b")
"""Says something of all."""
SUBJECT = re.compile(r"\b(?:ha(?:s|ve|d)|is|are|was|were)\b")
STATE = re.compile(
    r"\b(?:is|are|remains?|stays?)\s+(?:(?:not|now|still|currently|again)\s+)?`?([a-z]+)\b", re.IGNORECASE
)
"""A state that lasts, which what happened once does not prove."""
SHOWN = re.compile(r"\b(?:shown|found|listed|cited|these|those|them)\b", re.IGNORECASE)
MONTHS = {stem(name.lower()): at for at, name in enumerate(calendar.month_name) if at}
ORDER = {"befor": True, "abov": True, "behind": False, "after": False, "below": False}
BEGINS = re.compile(r"\b(?:begin|start)(?:s|ning|ing)? with\s+`?$", re.IGNORECASE)
BEGIN = re.compile(r"[\d.]+")
"""Of an address, of which no more is said."""
KIND_OF = re.compile(r"\b([A-Z]{2,8}) ([a-z]+)")
"""A short name that a question puts before what the rows are: "BGP neighbors"."""
IDENTITY = stems_of("key name")
"""Which thing it is, says what the column of its key is called besides."""
NUMBER = re.compile(r"(?<![\w.:])\d+(?:\.\d+)?(?![\w.:])")
ENTRY = re.compile(r";\s+(?=`[^`]+`:\s)")
"""Before an entry of a list that names what it is about."""
VERDICT = re.compile(
    r"(?:(?:they|both|these)\s+)?"
    r"(?:(?P<not>do(?: not|n't) match|differ|are (?:not (?:the same|equal|identical)|different))"
    r"|match|agree|are (?:the same|equal|identical))\s*[:;,\u2013-]\s+",
    re.IGNORECASE,
)
"""Says whether the values behind it are the same."""
NAMING = frozenset({"device", "key", "name", "interface"})
EACH_OF_THEM = re.compile(r"0(?:\s+\w+)?\s+each\W*$")
"""Behind a value, which holds for each: "9 times each"."""
QUANTITY = re.compile(r"(\d+(?:\.\d+)?)(?:\s+[^\W\d_]+)?")
"""A number, alone or with its unit: "54 Celsius"."""


class StatementProof:
    """Proves the statements of one answer."""

    def __init__(self, shown: ShownRows, question: str, names: KnownNames) -> None:
        self._shown = shown
        self._devices = names.devices
        self._rows = {row.number: RowEvidence(row, shown, names) for row in shown.rows}
        self._asked = tuple(signed_words(question))
        self._lent = _lent_words(question)
        self._borrowed: dict[str, None] | None = None
        self._kinds = {stem(kind.lower()): stem(noun.lower()) for kind, noun in KIND_OF.findall(question)}

    def holds(self, text: str, rows: Sequence[ShownRow]) -> bool:
        """Say whether the rows prove every word, and have the values together that the statement has together."""
        cited = [self._rows[row.number] for row in rows]
        if self.quotes(text, rows) or (LEFT_OPEN.fullmatch(text.strip()) and self._names_shown(text, cited)):
            return True
        if self._proves(text, cited):
            return True
        parts = ENTRY.split(text) if ENTRY.search(text) else []
        if len(parts) > 1:
            return all(self.holds(part, rows) for part in parts)
        verdict = VERDICT.match(text)
        if verdict is not None and self._agree(text[verdict.end() :], cited) is (verdict["not"] is None):
            return self.holds(text[verdict.end() :], rows)
        for found in BRACKET.finditer(text):
            before = [one for one in find_claims(text) if one.end <= found.start()]
            inside = [one for one in find_claims(found[1]) if not self._is_device(one)]
            if before and inside and text[before[-1].end : found.start()].strip("`") == "":
                named = [one for one in before if self._is_device(one) or one is before[-1]]
                about = " ".join(text[one.start : one.end] for one in named)
                rest = f"{text[: found.start()]}{text[found.end() :]}"
                return self.holds(rest, rows) and self.holds(f"{about} {found[1]}", rows)
        return False

    def borrows(self, text: str, rows: Sequence[ShownRow]) -> tuple[str, ...]:
        """Return the question's own words that a statement has beside what the rows prove; none where more is missing.

        Of a question that asks for a yes or no, and of words that tell a state, nothing is borrowed.
        """
        self._borrowed = {}
        holds, borrowed = self.holds(text, rows), tuple(self._borrowed)
        self._borrowed = None
        return borrowed if holds else ()

    def unshown(self, text: str, rows: Sequence[ShownRow]) -> tuple[str, ...]:
        """Return the words and names of a statement that no row has, as it writes them."""
        cited = [self._rows[row.number] for row in rows]
        found = [
            one.value
            for one in find_claims(text)
            if not one.counts and not any(row.has(one) for row in cited)
        ]
        for word in (word for piece in _pieces(text) for word in WORD.findall(piece.text)):
            forms = [form for form, _, _ in signed_words(word)]
            if forms and not any(self._is_known(form, cited) for form in forms):
                found.append(word)
        return tuple(dict.fromkeys(found))

    def quotes(self, text: str, rows: Sequence[ShownRow]) -> bool:
        """Say whether a statement is a whole sentence of a row, word by word."""
        words = text.replace("`", "").strip(" .;,")
        whole = re.compile(rf"(?:^|[.:;]\s){re.escape(words)}(?=$|[.;])", re.IGNORECASE)
        texts = (one for row in rows for one in self._rows[row.number].said)
        return len(words.split()) >= QUOTED_WORDS and any(whole.search(one) for one in texts)

    def _agree(self, text: str, cited: Sequence[RowEvidence]) -> bool | None:
        """Say whether the values that a text gives of one column are all the same; None where it gives no two."""
        given = find_claims(text)
        columns: dict[str, list[str]] = {}
        for row in cited:
            for name, cell in row.values.items():
                told = [one for one in given if not self._is_device(one) and name in row.cell_columns(one)]
                if told:
                    columns.setdefault(name, []).append(str(cell))
        shared = [
            set(cells)
            for name, cells in columns.items()
            if len(cells) == len(cited) > 1 and name not in NAMING
        ]
        return len(shared[0]) == 1 if len(shared) == 1 else None

    def _names_shown(self, text: str, cited: Sequence[RowEvidence]) -> bool:
        return all(any(row.has(one) for row in cited) for one in find_claims(text))

    def _proves(self, text: str, cited: Sequence[RowEvidence]) -> bool:
        pieces = _pieces(text)
        lasting = {found[1].lower() for found in STATE.finditer(text)} & word_lists()["states"]
        if lasting and any(row.happened for row in cited):
            return False
        return self._stands(pieces, text, cited) and all(
            self._amounts(piece, text, cited)
            and all(self._is_of_column(one, piece, cited) for one in self._of_rows(piece, cited))
            and (OF_THE_ROWS.match(text.lower()) or self._says(piece, cited))
            and self._quantified(piece, pieces, cited)
            and not (piece.equates and len(pieces) > 1)
            for piece in pieces
        )

    def goes_below(self, lead: str, item: str, rows: Sequence[ShownRow]) -> bool:
        """Say whether what stands before a list is true of an item."""
        text = f"{lead} {item}"
        return self._stands(_pieces(text), text, [self._rows[row.number] for row in rows])

    def without_yes(self, text: str) -> str:
        """Leave out a yes or no at the beginning that the rows and the question's own words do not bear out."""
        found = YES_OR_NO.match(text)
        if found is None:
            return text
        rest = text[found.end() :]
        said = {(word, sign) for word, sign, _ in signed_words(rest)}
        yes = found["word"].lower() == "yes"
        asked = {(word, sign == yes) for word, sign, _ in self._asked if word not in stems_in("plain")}
        answers = (
            bool(asked)
            and bool(said)
            and all(
                one in said or any(one[0] == stem(claim.value.lower()) for claim in find_claims(rest))
                for one in asked
            )
        )
        return text if answers else rest[:1].upper() + rest[1:]

    # Clauses.

    def _stands(self, pieces: Sequence[Piece], text: str, cited: Sequence[RowEvidence]) -> bool:
        """Say whether one row has all that each clause says of each value of its lists."""
        for piece in pieces:
            absent = [
                one for one in piece.claims if one.kind == "name" and not any(row.has(one) for row in cited)
            ]
            denies = any(is_negation(word.lower()) for word in piece.plain)
            if not denies and any(BEGIN.fullmatch(one.value) is None for one in absent):
                return False
        clauses = read_clauses(
            pieces,
            text,
            lambda piece: self._of_rows(piece, cited),
            self._alike,
            lambda values: any(all(row.has(one) for one in values) for row in cited),
            lambda piece: self._tells_extreme(piece, cited),
        )
        return all(self._is_shown(clause, text, cited) for clause in clauses)

    def _tells_extreme(self, piece: Piece, cited: Sequence[RowEvidence]) -> bool:
        words, lists, values = {*map(str.lower, piece.plain)}, word_lists(), self._of_rows(piece, cited)
        return any(
            bool(words & lists[name]) and self._is_extreme(values, cited, extreme)
            for name, extreme in (("most", max), ("least", min))
            if any(QUANTITY.fullmatch(one.value) for one in values)
        )

    def _is_shown(self, clause: Clause, text: str, cited: Sequence[RowEvidence]) -> bool:
        if any(OF_THE_ROWS.match(piece.text.lower()) for piece in clause.pieces):
            return True
        tuples = list(clause.tuples())
        if tuples == [()]:
            return all(self._has_words(clause, text, (), [row]) for row in cited if row.line is None)
        return len(tuples) <= MOST_TOGETHER and all(
            any(self._has(clause, text, values, row, cited) for row in cited) for values in tuples
        )

    def _has(
        self,
        clause: Clause,
        text: str,
        values: Sequence[Claim],
        row: RowEvidence,
        cited: Sequence[RowEvidence],
    ) -> bool:
        """Say whether a row, with those that hang together with it, has the values and what is said of them."""
        unit = [row, *(one for one in cited if one is not row and self._hang_together(row, one, values))]
        devices = [one for one in values if self._is_device(one) and text[: one.start][-1:] != "("]
        homes = {one: [part for part in unit if self._gives(part, one, devices, text)] for one in values}
        saying = [
            one for one in unit if not any(one.has(value) and one not in homes[value] for value in values)
        ]
        if not all(homes.values()) or row not in saying or not self._has_words(clause, text, values, saying):
            return False
        plain = WORD.findall(text.lower())
        words = frozenset({*plain, *(form for word in plain for form in stems_of(word))})
        return all(
            any(is_in_place(one, piece, part) and is_subject(one, piece, part) for part in homes[one])
            for piece in clause.pieces
            for one in piece.claims
            if one in homes
        ) and any(keeps_meaning(values, words, part) for part in unit)

    def _has_words(
        self, clause: Clause, text: str, values: Sequence[Claim], unit: Sequence[RowEvidence]
    ) -> bool:
        for word, sign in clause.words_of(values):
            if word in self._kinds and any(self._kinds[word] in row.of_conditions for row in unit):
                continue
            if word in ORDER and self._in_order(word, values, unit):
                continue
            if word in MONTHS and any(one.says_day(MONTHS[word], text) for one in unit):
                continue
            shown = self._shows(word, sign, values, unit[:1])
            shown = self._shows(word, sign, values, unit) if shown is None else shown
            if shown is None and not self._is_known(word, unit):
                if sign or self._borrowed is None or word not in self._lent:
                    return False
                if self._is_known(word, [*self._rows.values()]):  # of another row it is true
                    return False
                self._borrowed[self._lent[word]] = None
            elif shown is False:
                return False
        return True

    @staticmethod
    def _in_order(word: str, values: Sequence[Claim], unit: Sequence[RowEvidence]) -> bool:
        """Say whether the lines of a block that have the first value and the last one stand in this order."""
        numbers = [row.line.number for one in values for row in unit if row.line and row.has(one)]
        return len(numbers) > 1 and (numbers[0] < numbers[-1]) == ORDER[word]

    def _gives(self, row: RowEvidence, claim: Claim, devices: Sequence[Claim], text: str) -> bool:
        """Say whether a row has a value, and gives it to the device that is named before it, or right behind it.

        A value of a device that is not the row's own has to be said with that device. A device in brackets explains
        what stands before it, and owns nothing.
        """
        owners = frozenset[str]() if self._is_device(claim) else row.owners(claim)
        counted = (
            claim.counts
            and not row.has_cell(claim)
            and not row.fulfils(claim)
            and not KnownText(row.said if row.line else row.sentences).has(claim)
        )
        if not row.has(claim) or counted or not owners:
            return row.has(claim) and not counted
        behind = [one for one in devices if OF_DEVICE.fullmatch(text[claim.end : one.start])]
        before = [one for one in devices if one.end <= claim.start]
        named = {one.value.lower() for one in behind or [*before[:1], *before[-1:]]}
        return not named.isdisjoint(owners) or (
            not named and not owners.isdisjoint(row.own_devices or owners)
        )

    def _alike(self, one: Claim, other: Claim) -> bool:
        """Say whether two values stand in one column, each in a row of its own."""
        if one.kind != other.kind or (self._is_device(one) and self._is_device(other)):
            return one.kind == other.kind
        rows = self._rows.values()
        cells = [row.cell_columns(one) for row in rows], [row.cell_columns(other) for row in rows]
        if frozenset().union(*cells[0]) & frozenset().union(*cells[1]):
            return True
        having = [[row for row in rows if row.has(claim)] for claim in (one, other)]
        if any(
            row.shape and row.shape == like.shape and row is not like
            for row in having[0]
            for like in having[1]
        ):
            return True
        columns = [frozenset().union(*(row.columns_of(claim) for row in rows)) for claim in (one, other)]
        return bool(columns[0] & columns[1]) and not any(row.has(one) and row.has(other) for row in rows)

    # Words.

    def _says(self, piece: Piece, cited: Sequence[RowEvidence]) -> bool:
        """Say whether what is denied is denied in the rows, and what they only deny is."""
        named = [one for one in piece.claims if one.kind == "name" and not self._is_device(one)]
        about = [row for row in cited if any(row.has(one) for one in named)] or cited
        denied = any(row.denies(one) for one in piece.claims for row in about)
        denies = any(is_negation(word.lower()) for word in piece.plain)
        if denies and any(one.kind == "name" and not self._in_rows(one) for one in piece.claims):
            return bool(self._whole(cited)) and all(self._is_known(word, cited) for word, _, _ in piece.words)
        for word, sign, negated in piece.words:
            shown = None if word in stems_in("plain") else self._shows(word, sign, piece.claims, about)
            if shown is False:
                return False
            denied = denied or (negated and shown is True)
        only_denied = any(
            all(row.denies(one) for row in about if row.has(one)) for one in self._of_rows(piece, about)
        )
        return denied if denies else not only_denied

    def _shows(
        self, word: str, sign: bool, claims: Sequence[Claim], rows: Sequence[RowEvidence]
    ) -> bool | None:
        """Say whether rows show a word with this sign (True), only with the other one (False), or not at all."""
        columns = [row.of_columns[word] for row in rows if word in row.of_columns]
        if columns:
            right = sum(sign in signs for signs in columns)
            counted = any(one.kind == "number" and float(one.value) == right for one in claims)
            return right == len(columns) or (right > 0 and not sign and counted)
        values = [one for one in claims if not self._is_device(one)]
        texts = [signs for row in rows for signs in (row.of_texts_with(values), row.of_conditions)]
        found = [signs[word] for signs in texts if word in signs]
        return any(sign in signs for signs in found) if found else None

    @staticmethod
    def _is_known(word: str, cited: Sequence[RowEvidence]) -> bool:
        quantities = (stems_in(name) for name in ("plain", "field", "all", "only", "most", "least"))
        shown = any(word in row.signs or short_for(word) in row.words for row in cited)
        return shown or any(word in stems for stems in quantities)

    def _amounts(self, piece: Piece, text: str, cited: Sequence[RowEvidence]) -> bool:
        """Say whether each number of a piece is what it is said to be."""
        whole = self._whole(cited)
        totals = {self._shown.totals[row.query] for row in cited if row.query not in self._shown.limited}
        for claim in piece.claims:
            before = WORD.findall(text[: claim.start])[-1:]
            joined = re.compile(rf"\b{''.join(before)}{re.escape(claim.value)}\b", re.IGNORECASE)
            if before and any(joined.search(one) for row in cited for one in row.texts):
                continue
            month = MONTHS.get(stem((WORD.findall(text[claim.end :]) or [""])[0].lower()), 0)
            if (
                claim.kind != "number"
                or BEGINS.search(text[: claim.start])
                or any(row.says_day(month, text) for row in cited if month)
                or (claim.quoted and not claim.counts and any(row.fulfils(claim) for row in cited))
            ):
                continue
            others = [
                one for one in piece.claims if one is not claim and not one.counts and self._in_rows(one)
            ]
            agrees = partial(self._agrees, piece)
            if not is_proved(claim, text, others, cited, whole, agrees, totals):
                return False
        return True

    def _agrees(self, piece: Piece, row: RowEvidence) -> bool:
        devices = [one.value.lower() for one in piece.claims if self._is_device(one)]
        return row.own_devices.issuperset(devices if row.own_devices else ()) and all(
            sign in row.of_columns.get(word, (sign,)) for word, sign, _ in piece.words
        )

    # Values: which belong together, and to which device.

    def _of_rows(self, piece: Piece, cited: Sequence[RowEvidence]) -> tuple[Claim, ...]:
        """Return the values that rows have, but for numbers that may count rows."""
        return tuple(
            one
            for one in piece.claims
            if any(row.has(one) for row in cited)
            and (
                not one.counts
                or one.quoted
                or any(row.has_cell(one) or self._names(one, piece, row) for row in cited)
            )
        )

    @staticmethod
    def _names(claim: Claim, piece: Piece, row: RowEvidence) -> bool:
        """Say whether a number is a name behind the same word in a sentence: "entry 30"."""
        before = WORD.findall(piece.text[: claim.start - piece.start])[-1:]
        named = re.compile(rf"\b{before[0].lower()} {re.escape(claim.value)}\b") if before else None
        return named is not None and any(named.search(text.lower()) for text in row.sentences)

    def _hang_together(self, one: RowEvidence, other: RowEvidence, claims: Sequence[Claim]) -> bool:
        """Say whether two rows are lines of one block, or of two queries with a value that the statement shows."""
        if one.line is None or other.line is None or one.line.path != other.line.path:
            return one.query != other.query and any(
                one.has(claim) and other.has(claim) for claim in claims if not self._is_device(claim)
            )
        first, last = sorted((one.line, other.line), key=lambda line: line.number)
        if _indent(first.text) > _indent(last.text):
            return False
        least = min(_indent(last.text) - 1, _indent(first.text))
        between = (row.line for row in self._rows.values() if row.line and row.line.path == first.path)
        return not any(
            first.number < line.number < last.number and _indent(line.text) <= least for line in between
        )

    def _in_rows(self, claim: Claim) -> bool:
        return any(row.has(claim) for row in self._rows.values())

    def _is_device(self, claim: Claim) -> bool:
        return claim.kind == "name" and claim.value.lower() in self._devices

    @staticmethod
    def _is_of_column(claim: Claim, piece: Piece, cited: Sequence[RowEvidence]) -> bool:
        """Say whether the column that the words beside a value name has it, where they name one."""
        beside = {*words_before(claim, piece), *_word_behind(claim, piece)}
        words = {(name, found) for row in cited for name in row.values if (found := row.column_words(name))}
        named = {name for name, found in words if found <= beside}
        named |= {name for name, found in words if named and found <= beside | IDENTITY}
        before = WORD.findall(piece.text[: claim.start - piece.start])[-1:]
        beside_it = re.compile(rf"\b{''.join(before)}\W{{1,2}}{re.escape(claim.value)}(?!\w)", re.IGNORECASE)
        return not named or any(
            named & (row.columns_of(claim) | row.cell_columns(claim))
            or (before and any(beside_it.search(one) for one in row.said))
            for row in cited
        )

    # How many.

    def _quantified(self, piece: Piece, pieces: Sequence[Piece], cited: Sequence[RowEvidence]) -> bool:
        """Judge "all", "only" and "most", unless they are words of the rows."""
        words = {word.lower() for word in piece.plain} - {word for row in cited for word in row.words}
        words = {word for word in words if not any(stems_of(word) & row.of_columns.keys() for row in cited)}
        if EACH_OF_THEM.search(piece.text) or (len(cited) == 2 and "both" in words):
            words -= {"each", "both"}
        lists = word_lists()
        claims = [one for part in pieces for one in self._of_rows(part, cited)]
        return (
            (not (words & lists["all"] or DEFINITE.match(piece.text)) or self._is_all(piece, cited))
            and (not words & lists["only"] or self._is_only(piece, claims, cited))
            and (not words & lists["most"] or self._is_extreme(claims, cited, max))
            and (not words & lists["least"] or self._is_extreme(claims, cited, min))
        )

    def _whole(self, cited: Sequence[RowEvidence]) -> list[RowEvidence]:
        """Return all rows of the queries that are cited; none where not all are shown."""
        queries = {row.query for row in cited}
        if not all(self._shown.is_whole(query) and query not in self._shown.limited for query in queries):
            return []
        return [row for row in self._rows.values() if row.query in queries]

    def _is_all(self, piece: Piece, cited: Sequence[RowEvidence]) -> bool:
        """Say whether each row has what is said of all: of all found, none by this condition, or of a number."""
        values = [one for one in self._of_rows(piece, cited) if not one.counts]
        if not any(one.counts and float(one.value) == len(cited) for one in piece.claims):
            asked = any(cited[0].asks_for(one) for one in values if not self._is_device(one))
            judged = values or any(word in row.of_columns for word, _, _ in piece.words for row in cited)
            if asked or not judged or len(self._whole(cited)) != len(cited):
                return False
            subject = SUBJECT.split(piece.text)[0]
            if not SHOWN.search(subject) and not DEFINITE.match(piece.text) and cited[0].is_narrowed(subject):
                return False
        return all(row.has(one) for one in values for row in cited)

    def _is_only(self, piece: Piece, claims: Sequence[Claim], cited: Sequence[RowEvidence]) -> bool:
        """Say whether no other row has the rest of what is said, and something else in the place of what is alone."""
        rows = self._whole(cited)
        words = [match for match in WORD.finditer(piece.text) if match[0].lower() in word_lists()["only"]]
        named = [one for one in claims if not self._is_device(one)]
        alone = [one for one in named if piece.start + words[0].end() <= one.start and one in piece.claims][
            :1
        ] or named
        rest = [one for one in piece.claims if one not in alone and self._in_rows(one)]
        like = {row.shape for row in cited if any(row.has(one) for one in alone)}
        others = [
            row
            for row in rows
            if all(
                any(row.has(one) for one in [of, *rest] if one is of or self._alike(of, one)) for of in rest
            )
            and row.shape in like
            and all(sign in row.of_columns.get(word, (sign,)) for word, sign, _ in piece.words)
        ]
        return len(rows) == 1 or (bool(rows) and all(any(row.has(one) for one in alone) for row in others))

    def _is_extreme(
        self,
        claims: Sequence[Claim],
        cited: Sequence[RowEvidence],
        extreme: Callable[[Sequence[float]], float],
    ) -> bool:
        """Say whether a row was sorted first in this direction, or a number is the extreme of its column."""
        rows = self._whole(cited) or list(self._rows.values())
        statement = cited[0].asked.statement.upper()
        most = re.search(r"\bDESC|\bMAX\s*\(", statement) is not None
        least = ("ORDER BY" in statement and not most) or re.search(r"\bMIN\s*\(", statement) is not None
        first = len(cited) == 1 and cited[0].is_first and (most if extreme is max else least)
        numbers = {float(found[1]) for one in claims if (found := QUANTITY.fullmatch(one.value))}
        columns = [column for column in _columns(rows) if len(column) > 1 and numbers & {*column.values()}]
        cells = {id(row) for row in cited}
        ends = [(extreme([*column.values()]), column) for column in columns]
        return (
            any(
                end in numbers and cells.issuperset(row for row, number in column.items() if number == end)
                for end, column in ends
            )
            if columns
            else first
        )


def _lent_words(question: str) -> dict[str, str]:
    """Return the words that a question may lend to its answer, by stem: no states, and nothing that counts."""
    lists = word_lists()
    barred = frozenset().union(*(lists[name] for name in ("states", "turns", "all", "only", "most", "least")))
    found: dict[str, str] = {}
    for word in WORD.findall(question) if OPEN_QUESTION.match(question) is None else ():
        if word.lower() not in barred and not has_fixed_meaning(word.lower()):
            found |= {form: word for form, _, _ in signed_words(word)}
    return found


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip())


def _word_behind(claim: Claim, piece: Piece) -> list[str]:
    """Return the stem of the word right behind a number, which may be what it counts."""
    behind = re.match(r"`?\s+([^\W\d_]+)", piece.text[claim.end - piece.start :])
    return [word for word, _, _ in signed_words(behind[1])] if behind and claim.kind == "number" else []


def _columns(rows: Sequence[RowEvidence]) -> Iterator[dict[int, float]]:
    """Yield the numbers of each column by the id of their row, and those at each place of its texts."""
    found: dict[object, dict[int, float]] = {}
    for row in rows:
        for name, cell in row.values.items():
            for place, number in enumerate(NUMBER.findall(str(cell))):
                found.setdefault((row.query, name, place), {})[id(row)] = float(number)
    yield from found.values()


def _pieces(text: str) -> list[Piece]:
    """Cut a statement at its joints; nothing is cut inside of a value."""
    claims = find_claims(text)
    masked = text
    for one in claims:
        masked = masked[: one.start] + "0" * (one.end - one.start) + masked[one.end :]
    edges = [0, *(edge for joint in JOINT.finditer(masked) for edge in joint.span()), len(text)]
    pieces = []
    for start, end in zip(edges[::2], edges[1::2], strict=True):
        inside = tuple(one for one in claims if start <= one.start < end)
        words = masked[start:end]
        pieces.append(Piece(start, words, inside, tuple(signed_words(words)), tuple(WORD.findall(words))))
    return pieces
