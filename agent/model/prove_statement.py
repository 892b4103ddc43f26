"""Judges whether the rows that a statement cites prove all of it: its words, and which values belong together. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from agent.model.known_values import Claim, find_claims
from agent.model.row_evidence import OF_DEVICE, KnownNames, RowEvidence
from agent.model.show_rows import ShownRow, ShownRows
from agent.model.signed_words import (
    WORD,
    is_negation,
    short_for,
    signed_words,
    signs_of,
    stems_in,
    word_lists,
)

JOINT = re.compile(r",\s+(?:and\s+|or\s+|but\s+)?|;\s+|:\s+|\.\s+|(?<!\s)\s+(?:and|or|but|while|though)\s+")
OF_THE_ROWS = re.compile(
    r"(?:but )?(?:the|these|no) (?:rows?|data|lines?)(?: do| does)?(?: not)? (?:show|say|tell|name)s?\b"
)
"""Begins a statement about the rows, which denies nothing of the network."""
YES_OR_NO = re.compile(r"(?P<word>yes|no)\b\s*[,:;.\u2013-]\s*", re.IGNORECASE)
CLAIM = re.compile(r"0{2,}|[,;:()]")
"""A value, as it is masked, or a sign between phrases."""
NUMBER = re.compile(r"(?<![\w.:])\d+(?:\.\d+)?(?![\w.:])")
QUANTITY = re.compile(r"(\d+(?:\.\d+)?)(?:\s+[^\W\d_]+)?")
"""A number, alone or with its unit: "54 Celsius"."""
BARE_WORDS = 2


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a statement between commas and joints: its values, and its words with their signs."""

    start: int
    text: str
    claims: tuple[Claim, ...]
    words: tuple[tuple[str, bool, bool], ...]
    plain: tuple[str, ...]

    @property
    def bare(self) -> bool:
        """Say whether it is one value of a list, and nothing else."""
        return len(self.claims) == 1 and len(self.plain) <= BARE_WORDS


class StatementProof:
    """Proves the statements of one answer."""

    def __init__(self, shown: ShownRows, question: str, names: KnownNames) -> None:
        self._shown = shown
        self._devices = names.devices
        self._rows = {row.number: RowEvidence(row, shown, names, question) for row in shown.rows}
        self._question = signs_of([question])

    def holds(self, text: str, rows: Sequence[ShownRow]) -> bool:
        """Say whether the rows prove every word, and have the values together that the statement has together."""
        cited = [self._rows[row.number] for row in rows]
        pieces = _pieces(text)
        return self._binds(pieces, text, cited) and all(
            self._owned(piece, text, cited)
            and self._named(piece, self._about(piece, pieces, text), cited)
            and (OF_THE_ROWS.match(text.lower()) or self._says(piece, cited))
            and self._quantified(piece, pieces, cited)
            for piece in pieces
        )

    def without_yes(self, text: str) -> str:
        """Leave out a yes or no at the beginning that the rows and the question's own words do not bear out."""
        found = YES_OR_NO.match(text)
        if found is None:
            return text
        rest = text[found.end() :]
        against = any(is_negation(word.lower()) for word in WORD.findall(rest))
        for word in self._question.keys() - stems_in("plain"):
            said = [row.signs[word] for row in self._rows.values() if word in row.signs]
            against = against or bool(said and not any(self._question[word] & signs for signs in said))
        return text if against == (found["word"].lower() == "no") else rest[:1].upper() + rest[1:]

    # Words.

    def _says(self, piece: Piece, cited: Sequence[RowEvidence]) -> bool:
        """Say whether each word stands in the rows, with its sign; what is denied has to be denied there."""
        named = [one for one in piece.claims if one.kind == "name" and not self._is_device(one)]
        about = [row for row in cited if any(row.has(one) for one in named)] or cited
        denied = any(row.denies(one) for one in piece.claims for row in about)
        denies = any(is_negation(word.lower()) for word in piece.plain)
        if denies and any(one.kind == "name" and not self._in_rows(one) for one in piece.claims):
            return bool(self._whole(cited)) and all(self._is_known(word, cited) for word, _, _ in piece.words)
        for word, sign, negated in piece.words:
            if word in stems_in("plain"):
                continue
            shown = self._shows(word, sign, piece, about)
            counts = word in stems_in("counted") and any(one.counts for one in piece.claims)
            if shown is False or (shown is None and not counts and not self._is_known(word, cited)):
                return False
            denied = denied or (negated and shown is True)
        only_denied = any(
            all(row.denies(one) for row in about if row.has(one)) for one in self._of_rows(piece, about)
        )
        return denied if denies else not only_denied

    def _shows(self, word: str, sign: bool, piece: Piece, rows: Sequence[RowEvidence]) -> bool | None:
        """Say whether rows show a word with this sign (True), only with the other one (False), or not at all."""
        columns = [row.of_columns[word] for row in rows if word in row.of_columns]
        if columns:
            right = sum(sign in signs for signs in columns)
            counted = any(one.kind == "number" and float(one.value) == right for one in piece.claims)
            return right == len(columns) or (right > 0 and not sign and counted)
        values = [one for one in piece.claims if not self._is_device(one)]
        texts = [signs for row in rows for signs in (row.of_texts_with(values), row.of_conditions)]
        found = [signs[word] for signs in texts if word in signs]
        found = found or [self._question[word]] if word in self._question else found
        return any(sign in signs for signs in found) if found else None

    @staticmethod
    def _is_known(word: str, cited: Sequence[RowEvidence]) -> bool:
        quantities = (stems_in(name) for name in ("plain", "field", "all", "only", "most", "least"))
        shown = any(word in row.signs or short_for(word) in row.words for row in cited)
        return shown or any(word in stems for stems in quantities)

    # Values: which belong together, and to which device.

    def _binds(self, pieces: Sequence[Piece], text: str, cited: Sequence[RowEvidence]) -> bool:
        """Say whether each piece's values stand in one row, or in joined ones; a bare value with those beside it."""
        found = [self._of_rows(piece, cited) for piece in pieces]
        full = [bool(claims) and not piece.bare for piece, claims in zip(pieces, found, strict=True)]
        for at, (piece, claims) in enumerate(zip(pieces, found, strict=True)):
            if len(claims) > 1 and not self._together(claims, cited, self._about(piece, pieces, text)):
                return False
            if len(claims) != 1:
                continue
            before = next((found[place] for place in range(at - 1, -1, -1) if full[place]), ())
            after = next((found[place] for place in range(at + 1, len(pieces)) if full[place]), ())
            near = [others for others in ((before, after) if piece.bare else (before[:1],)) if others]
            beside = [_in_its_place(claims[0], others, cited) for others in near]
            if beside and not any(self._together(others, cited) for others in beside):
                return False
        return True

    def _of_rows(self, piece: Piece, cited: Sequence[RowEvidence]) -> tuple[Claim, ...]:
        """Return the values that rows have, but for numbers that may count rows."""
        return tuple(
            one
            for one in piece.claims
            if any(row.has(one) for row in cited)
            and (not one.counts or one.quoted or any(row.has_cell(one) for row in cited))
        )

    def _together(
        self, claims: Sequence[Claim], cited: Sequence[RowEvidence], about: frozenset[str] = frozenset()
    ) -> bool:
        for row in cited:
            left = [one for one in claims if not self._gives(row, one, about)]
            for other in cited:
                if left and other is not row and self._hang_together(row, other, claims):
                    left = [one for one in left if not self._gives(other, one, about)]
            if not left:
                return True
        return False

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

    def _about(self, piece: Piece, pieces: Sequence[Piece], text: str) -> frozenset[str]:
        """Return the devices that a piece names, not in brackets, or that stand alone right before it: "On r1,"."""
        place = pieces.index(piece)
        before = pieces[place - 1 : place] if place else []
        parts = [piece, *(one for one in before if len(one.claims) == 1)]
        named = (
            frozenset(
                one.value.lower()
                for one in part.claims
                if self._is_device(one) and text[: one.start][-1:] != "("
            )
            for part in parts
        )
        return next(filter(None, named), frozenset())

    def _gives(self, row: RowEvidence, claim: Claim, devices: frozenset[str]) -> bool:
        """Say whether a row has a value, and gives it to one of the devices; to any where there are none."""
        if not row.has(claim):
            return False
        owners = row.owners(claim) if devices and not self._is_device(claim) else frozenset[str]()
        return not owners or not owners.isdisjoint(devices)

    def _owned(self, piece: Piece, text: str, cited: Sequence[RowEvidence]) -> bool:
        """Say whether rows give the values of a piece to the device that it names: to its first, or the nearest.

        A device in brackets explains what stands before it, and owns nothing.
        """
        devices = [one for one in piece.claims if self._is_device(one) and text[: one.start][-1:] != "("]
        for claim in self._of_rows(piece, cited) if devices else ():
            before = [one.value.lower() for one in devices if one.end <= claim.start]
            behind = (one for one in devices if OF_DEVICE.fullmatch(text[claim.end : one.start]))
            owners = {one.value.lower() for one in behind} or {*before[:1], *before[-1:]}
            given = [row.owners(claim) for row in cited if row.has(claim)]
            if owners and not self._is_device(claim) and all(one and not one & owners for one in given):
                return False
        return True

    def _named(self, piece: Piece, about: frozenset[str], cited: Sequence[RowEvidence]) -> bool:
        """Say whether words stand in a row with a value of the piece, those beside a value in its row and column.

        Rows that give the value to a device that the piece is not about do not count.
        """
        values = [one for one in self._of_rows(piece, cited) if not self._is_device(one)]
        giving = {one: [row for row in cited if self._gives(row, one, about)] for one in values}
        having = [row for row in cited if any(row in rows for rows in giving.values())]
        telling = {word for word, _, _ in piece.words} - stems_in("plain") - stems_in("field")
        return all(self._stands_with(word, having, cited) for word in telling if values) and all(
            self._is_of_column(one, piece, rows, cited)
            and all(self._stands_with(word, rows, cited) for word in _words_before(one, piece))
            for one, rows in giving.items()
        )

    def _stands_with(self, word: str, having: Sequence[RowEvidence], cited: Sequence[RowEvidence]) -> bool:
        saying = [row for row in cited if word in row.signs]
        return not saying or any(row in having or self._in_block(row, having) for row in saying)

    @staticmethod
    def _is_of_column(
        claim: Claim, piece: Piece, giving: Sequence[RowEvidence], cited: Sequence[RowEvidence]
    ) -> bool:
        """Say whether the column that the words beside a value name has it, where they name one."""
        beside = {*_words_before(claim, piece), *_word_behind(claim, piece)}
        named = {
            name
            for row in cited
            for name in row.values
            if (words := row.column_words(name)) and words <= beside
        }
        return not named or any(named & row.columns_of(claim) for row in giving)

    def _in_block(self, row: RowEvidence, others: Sequence[RowEvidence]) -> bool:
        """Say whether a line stands below another one, or above it, in its block."""
        return any(
            row.line
            and one.line
            and _indent(row.line.text) != _indent(one.line.text)
            and self._hang_together(row, one, ())
            for one in others
        )

    # How many.

    def _quantified(self, piece: Piece, pieces: Sequence[Piece], cited: Sequence[RowEvidence]) -> bool:
        """Judge "all", "only" and "most", unless they are words of the rows."""
        words = {word.lower() for word in piece.plain} - {word for row in cited for word in row.words}
        lists = word_lists()
        claims = [one for part in pieces for one in self._of_rows(part, cited)]
        return (
            (not words & lists["all"] or self._is_all(piece, cited))
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
        return all(row.has(one) for one in values for row in cited)

    def _is_only(self, piece: Piece, claims: Sequence[Claim], cited: Sequence[RowEvidence]) -> bool:
        """Say whether no other row has the rest of what is said, and something else in the place of what is alone."""
        rows = self._whole(cited)
        words = [match for match in WORD.finditer(piece.text) if match[0].lower() in word_lists()["only"]]
        named = [one for one in claims if not self._is_device(one)]
        alone = [one for one in named if piece.start + words[0].end() <= one.start and one in piece.claims][
            :1
        ] or named
        rest = [one for one in claims if one not in alone and one in piece.claims]
        like = {row.shape for row in cited if any(row.has(one) for one in alone)}
        others = [
            row
            for row in rows
            if all(row.has(one) for one in rest)
            and row.shape in like
            and all(sign in row.of_columns.get(word, (sign,)) for word, sign, _ in piece.words)
        ]
        return len(rows) == 1 or (bool(rows) and all(any(row.has(one) for one in alone) for row in others))

    def _is_extreme(
        self, claims: Sequence[Claim], cited: Sequence[RowEvidence], extreme: Callable[[list[float]], float]
    ) -> bool:
        """Say whether a row was sorted first in this direction, or a number is the extreme of its column."""
        rows = self._whole(cited) or list(self._rows.values())
        statement = cited[0].asked.statement.upper()
        most = re.search(r"\bDESC|\bMAX\s*\(", statement) is not None
        least = ("ORDER BY" in statement and not most) or re.search(r"\bMIN\s*\(", statement) is not None
        first = len(cited) == 1 and cited[0].is_first and (most if extreme is max else least)
        numbers = {float(found[1]) for one in claims if (found := QUANTITY.fullmatch(one.value))}
        columns = [column for column in _columns(rows) if len(column) > 1 and numbers & set(column)]
        return any(extreme(column) in numbers for column in columns) if columns else first


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip())


def _words_before(claim: Claim, piece: Piece) -> list[str]:
    """Return the stems of the words right before a value; "AS" in capitals is one that says something."""
    found = []
    for word in reversed(WORD.findall(CLAIM.split(piece.text[: claim.start - piece.start])[-1])):
        form = next(signed_words(word), ("", False, False))[0]
        if not form or (form in stems_in("plain") and not (word.isupper() and len(word) > 1)):
            break
        found.append(form)
    return found


def _word_behind(claim: Claim, piece: Piece) -> list[str]:
    """Return the stem of the word right behind a number, which may be what it counts."""
    behind = re.match(r"`?\s+([^\W\d_]+)", piece.text[claim.end - piece.start :])
    return [word for word, _, _ in signed_words(behind[1])] if behind and claim.kind == "number" else []


def _columns(rows: Sequence[RowEvidence]) -> Iterator[list[float]]:
    """Yield the numbers of each column, and those at each place of its texts."""
    found: dict[object, list[float]] = {}
    for row in rows:
        for name, cell in row.values.items():
            for place, number in enumerate(NUMBER.findall(str(cell))):
                found.setdefault((row.query, name, place), []).append(float(number))
    yield from found.values()


def _in_its_place(claim: Claim, others: Sequence[Claim], cited: Sequence[RowEvidence]) -> list[Claim]:
    """Return a list's value with what is said of the one beside it: the first of the same column is left out."""
    columns = {name for row in cited for name in row.columns_of(claim)}
    like = next((one for one in others if any(columns & row.columns_of(one) for row in cited)), None)
    return [claim, *(one for one in others if one is not like)]


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
