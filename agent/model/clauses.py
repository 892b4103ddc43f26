"""Reads a statement as clauses: lists of values that one row has to have together, and the words said of them. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice, product

from agent.model.known_values import Claim
from agent.model.row_evidence import RowEvidence
from agent.model.signed_words import WORD, is_negation, roles, signed_words, stems_in, stems_of, word_lists

MOST_TOGETHER = 300
"""Combinations of a clause's values that are looked at; a clause with more is not proved."""
SENTENCE_WORDS = 4
LAST_WORDS = re.compile(r"(?<![^\d.,;:()\"])[^\d.,;:()\"]*$")
"""Behind the last value or sign."""
BARE_WORDS = 2
ENDS = re.compile(r"[;.]\s+$")
SAYS = re.compile(r"\b(?:ha(?:s|ve|d)|is|are|was|were)\b")
CLAIM = re.compile(r"0{2,}|[,;:()]")
"""A value, as it is masked, or a sign between phrases."""


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

    @property
    def equates(self) -> bool:
        """Say whether all that it says of its one value is that it is as another one: "as does `r2`"."""
        said = {word.lower() for word in self.plain} & word_lists()["equating"]
        return bool(said) and len(self.claims) == 1 and not telling(self)


@dataclass(slots=True)
class Clause:
    """`slots` are lists of values: each value of one goes with each of the others.

    `inherited` are lists of the clause before; `beside` are the words before a value.
    """

    slots: list[list[Claim]] = field(default_factory=list)
    pieces: list[Piece] = field(default_factory=list)
    inherited: list[list[Claim]] = field(default_factory=list)
    words: set[tuple[str, bool]] = field(default_factory=set)
    beside: dict[Claim, frozenset[str]] = field(default_factory=dict)

    def tuples(self) -> Iterator[tuple[Claim, ...]]:
        """Yield the values that have to stand together."""
        yield from islice(product(*self.inherited, *self.slots), MOST_TOGETHER + 1)

    def words_of(self, values: Sequence[Claim]) -> set[tuple[str, bool]]:
        """Return the words that are said of some of the values, with their signs."""
        lists = [one for slot in self.slots if len(slot) > 1 for one in slot]
        others = {word for one in lists if one not in values for word in self.beside[one]}
        own = {word for one in values for word in self.beside.get(one, ())}
        return {(word, sign) for word, sign in self.words if word in own or word not in others}


def telling(piece: Piece) -> set[tuple[str, bool]]:
    """Return the words of a piece that say something, with their signs."""
    little = stems_in("plain") | stems_in("field")
    little |= stems_in("counted") if any(one.counts for one in piece.claims) else frozenset()
    return {(word, sign) for word, sign, _ in piece.words if word not in little}


def words_before(claim: Claim, piece: Piece) -> list[str]:
    """Return the stems of the words right before a value; "AS" in capitals is one that says something."""
    found = []
    for word in reversed(WORD.findall(CLAIM.split(piece.text[: claim.start - piece.start])[-1])):
        form = next(signed_words(word), ("", False, False))[0]
        if not form or (form in stems_in("plain") and not (word.isupper() and len(word) > 1)):
            break
        found.append(form)
    return found


def read_clauses(
    pieces: Sequence[Piece],
    text: str,
    values_of: Callable[[Piece], Sequence[Claim]],
    alike: Callable[[Claim, Claim], bool],
    together: Callable[[Sequence[Claim]], bool],
    apart: Callable[[Piece], bool],
) -> list[Clause]:
    """Join the pieces of a statement: a value like an earlier one goes on with its list, or begins the next clause.

    A clause without words of its own has those of the one before, and the values before the one that it replaces.
    One with words of its own that no row has `together` with the one before has its first value.
    """
    clauses: list[Clause] = []
    for piece in pieces:
        values = list(values_of(piece))
        last = clauses[-1] if clauses else Clause()
        slots = [*last.inherited, *last.slots]
        slot = next((one for one in reversed(last.slots) if values and alike(values[0], one[0])), None)
        counts = any(one.counts for one in piece.claims)
        own = telling(piece)
        listed = slot is not None and (
            (len(values) == 1 and slot is slots[-1] and not counts) or (len(slots) == 1 and not last.words)
        )
        listed = listed and (len(slots) == 1 or piece.bare or own <= last.words)
        counted = counts and bool(values) and any(one.counts for old in last.pieces for one in old.claims)
        begins = ENDS.search(text[: piece.start]) is not None
        other = begins or (own and values and slots and not together([*(one[-1] for one in slots), *values]))
        if (
            slot is not None
            and not last.words
            and not begins
            and not any(SAYS.search(one.text) for one in last.pieces)
        ):
            listed = listed or together([*(one[-1] for one in slots), *values])
        now = last
        if slot is not None and listed:
            if not together([slot[-1], values[0]]) or len(values) == 1:
                slot.append(values.pop(0))
        elif not clauses or slot is not None or counted or other or apart(piece):
            now = Clause()
            clauses.append(now)
            replaced = (at for at, one in enumerate(slots) if any(alike(value, one[0]) for value in values))
            now.inherited = slots[: next(replaced, len(slots))]
            if counted or not (own or SAYS.search(piece.text)):
                now.words = set(last.words)
            elif slot is None and (own or not begins):
                now.inherited = slots[:1]
            elif not own:
                now.inherited = []
        now.pieces.append(piece)
        now.words |= own
        now.slots += [[one] for one in values]
        now.beside |= {one: frozenset(words_before(one, piece)) for one in values_of(piece)}
    return clauses


def is_in_place(claim: Claim, piece: Piece, row: RowEvidence) -> bool:
    """Say whether a row gives a value the part that the word before it says: from or to, since or until."""
    said = _role(piece.text[: claim.start - piece.start])
    columns = [name for name in row.columns_of(claim) if str(row.values[name]).lower() == claim.value.lower()]
    shown = {
        next((roles()[word] for word in row.column_words(name) if word in roles()), "") for name in columns
    }
    texts = [text for text in row.texts if claim.value.lower() in text.lower()]
    shown |= {
        _role(text[: found.start()])
        for text in (row.sentences if columns else texts)
        for found in re.finditer(rf"(?<!\w){re.escape(claim.value)}(?!\w)", text, re.IGNORECASE)
    }
    if not shown or said in shown:
        return True
    if not shown & {"", "at"}:
        return not said
    if said not in {"from", "to"}:
        return True
    held = {
        roles().get(word)
        for name, cell in row.values.items()
        if cell is not None
        for word in row.column_words(name)
    }
    held |= {roles().get(word) for text in texts for word in stems_of(text)}
    return said not in held


def _role(text: str) -> str:
    """Return the part that the last word of place or time before a value gives it."""
    words = [word.lower() for word in WORD.findall(LAST_WORDS.findall(text)[0])]
    parts = (roles()[form] for word in reversed(words) for form in stems_of(word) if form in roles())
    return next(parts, "")


def is_subject(claim: Claim, piece: Piece, row: RowEvidence) -> bool:
    """Say whether the sentences of a row that have a value and the next word of a statement have them in this order."""
    rest = piece.text[claim.end - piece.start :].lstrip("`")
    before = {
        word.lower() for word in WORD.findall(LAST_WORDS.findall(piece.text[: claim.start - piece.start])[0])
    }
    if rest[:1] in {":", ",", ")"} or before & word_lists()["place"]:
        return True
    words = WORD.findall(re.split(r"0{2,}|\d", rest)[0])
    word = next(
        (
            one.lower()
            for one in words
            if is_negation(one.lower()) or stems_of(one) - stems_in("plain") - stems_in("field")
        ),
        "",
    )
    if not word:
        return True
    sentences = [text.lower() for text in row.sentences if claim.value.lower() in text.lower()]
    stems = stems_of(word)
    if any(stems & row.column_words(name) for name in row.columns_of(claim)):  # the unit in its column's name
        return True
    for text in sentences:
        said = [
            found.start()
            for found in WORD.finditer(text)
            if found[0] == word or (stems and stems_of(found[0]) & stems)
        ]
        places = list(re.finditer(rf"(?<!\w){re.escape(claim.value.lower())}(?!\w)", text))
        if (
            said
            and places
            and not any(
                found.start() < at
                or ": " in text[at : found.start()]
                or text[: found.start()].endswith(("by ", "for "))
                for found in places
                for at in said
            )
        ):
            return False
    return True


def keeps_meaning(values: Sequence[Claim], words: frozenset[str], row: RowEvidence) -> bool:
    """Say whether no word of a row's sentence that turns its meaning is left out between the values of a statement."""
    texts = [text.lower() for text in row.sentences]
    for text in texts:
        found = [text.find(one.value.lower()) for one in values]
        if min(found, default=-1) < 0 or len(values) < 2:
            continue
        between = text[min(found) : max(found)]
        turns = {word for word in WORD.findall(between) if word in word_lists()["turns"] or is_negation(word)}
        if any(word not in words and not stems_of(word) & words for word in turns):
            return False
    return True
