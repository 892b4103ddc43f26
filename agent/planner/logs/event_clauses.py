"""Reads a clause of a question as the log records that it names: "xe0/3 lost carrier", "it restarted"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

from agent.planner.logs.read_closely import Reading, read_closely
from agent.planner.logs.write_events import EventWriter
from agent.planner.plan_records import Condition
from agent.planner.scope import Scope, read_scope
from agent.reader.english import aliases, stem, stems_of
from agent.planner.words.lexicon import EVENT, HEADER
from agent.planner.words.match_words import plain_words
from agent.planner.words.question_words import Mention, Word
from graph_store.records import Scalar

Which = Literal["first", "last", ""]
_PRONOUN = re.compile(r"^(?:it|they|he|she|that|this)\b", re.IGNORECASE)
_EMPTY_NOUN = re.compile(
    r"^\s*(?:the )?(?:run|one|attempt|time|moment|occasion|record|event|entry|message)s? (?:that|which|when|where) ",
    re.IGNORECASE,
)
"""What only says that something was: "the run that failed"."""
_FILLER = re.compile(r"\b(?:again|finally|eventually|next|subsequently|then)\b", re.IGNORECASE)
_WHICH: tuple[tuple[Which, re.Pattern[str]], ...] = (
    ("first", re.compile(r"\b(?:first|earliest|initially)\b")),
    ("last", re.compile(r"\b(?:last|latest|final)\b")),
)
_ORDERING = re.compile("|".join(pattern.pattern for _, pattern in _WHICH), re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Clause:
    """What a clause means, and which of several records it is about."""

    reading: Reading
    which: Which
    count: int
    text: str

    @property
    def is_one(self) -> bool:
        """Tell whether exactly one record is meant."""
        return self.count == 1 or bool(self.which)


def all_have(clause: Clause, name: str) -> bool:
    """Tell whether all records of a clause have a field: some of a kind may lack it."""
    having = replace(clause.reading.meaning, properties=(name,))
    return EventWriter(having, clause.reading.scope).count_matched() == clause.count


def read_clause(
    text: str, scope: Scope, named: Sequence[str] = (), subject: str = "", state: str = ""
) -> Clause | None:
    """Read a clause; "it" is the `subject`, and what is `named` before narrows it, where it names nothing itself.

    The word of a `state` counts, however plain it is.
    None comes back when any of its words stays open, or when it names no record.
    """
    said = _FILLER.sub(" ", text).strip(" ,.?!")
    which: Which = next((way for way, pattern in _WHICH if pattern.search(said.lower())), "")
    said = _EMPTY_NOUN.sub("", _ORDERING.sub(" ", said))
    whole = _PRONOUN.sub(subject or " and ".join(named) or "it", said)
    whole, left_out = _without_unknown(whole, scope)
    forms = [whole]
    own = read_scope(whole, scope.lexicon, scope.look_up)
    if named and not any(isinstance(token, Mention) and token.shape != "time" for token in own.tokens):
        forms.insert(0, f"{whole} for {' and '.join(named)}")
    for form in forms:
        own = with_content(read_scope(form, scope.lexicon, scope.look_up), state)
        reading = _with_state(_with_field(read_closely(_as_statement(own))), state, scope)
        if reading is not None and _is_told(reading, state):
            note = f"{reading.meaning.note} {left_out}".strip()
            meaning = replace(reading.meaning, properties=(), group="", measure="", note=note)
            count = EventWriter(meaning, reading.scope).count_matched()
            if count:
                return Clause(Reading(meaning, reading.scope), which, count, text.strip())
    return None


def _without_unknown(text: str, scope: Scope) -> tuple[str, str]:
    """Leave out a word before a noun that no line says in any form: "scheduled jobs"; and say so."""
    tokens = read_scope(text, scope.lexicon, scope.look_up).tokens
    for word, behind in pairwise(tokens):
        if not isinstance(word, Word) or not isinstance(behind, Word):
            continue
        named = word.text.isupper() and any(isinstance(one, Mention) for one in tokens)
        plain = (
            word.sort == "content"
            and behind.sort in ("content", "generic")
            and (named or (word.text.islower() and behind.sort == "content"))
        )
        if not plain or scope.lexicon.knows(word.stem):
            continue
        if not any(scope.look_up.occurs(form) for form in (word.text, *aliases(word.stem))):
            left_out = f"'{word.text}' was left out: no line says it."
            return re.sub(rf"\b{re.escape(word.text)} ", "", text, count=1), left_out
    return text, ""


def named_values(scope: Scope) -> tuple[str, ...]:
    """Return the values that a question names, other than times and numbers."""
    return tuple(
        one.mention.text
        for one in scope.located
        if one.mention.shape not in ("time", "number") and not one.is_missing
    )


def with_content(scope: Scope, text: str) -> Scope:
    """Let a word count that builds sentences elsewhere: "up" as a state."""
    tokens = tuple(
        replace(token, sort="content") if isinstance(token, Word) and token.text.lower() == text else token
        for token in scope.tokens
    )
    words = plain_words(tokens)
    places = {word.index for word in words if word.text.lower() == text}
    return replace(scope, tokens=tokens, words=words, content=scope.content | places)


def _with_field(reading: Reading | None) -> Reading | None:
    """Mean the records that have a field where nothing but the field is said: "error" of `got an error 401`."""
    if reading is None or reading.narrows or not reading.meaning.properties:
        return reading
    test = Condition(EVENT, reading.meaning.properties[0], "present")
    return replace(reading, meaning=replace(reading.meaning, conditions=(test,)))


def _with_state(reading: Reading | None, state: str, scope: Scope) -> Reading | None:
    """Test the only field that ever holds a state, where its word was looked for in lines: `UPDOWN` says it, too."""
    if reading is None or not state:
        return reading
    held = fields_holding(state, scope)
    if len(held) != 1:
        return reading
    ((name, value),) = held.items()
    tests = tuple(
        replace(one, property=name, test="equal", values=(value,))
        if one.test == "line" and str(one.values[0]).lower() == state
        else one
        for one in reading.meaning.conditions
    )
    return replace(reading, meaning=replace(reading.meaning, conditions=tests))


def fields_holding(state: str, scope: Scope) -> dict[str, Scalar]:
    """Return the fields of log records that ever hold a state, each with the state as it is written there."""
    known = {one.name for one in scope.lexicon.events}
    return {
        one.property: one.value
        for one in scope.look_up.find(state)
        if one.label in known and one.property not in HEADER and str(one.value).lower() == state
    }


def _is_told(reading: Reading, state: str) -> bool:
    """Tell whether kinds of records are meant, or some that are tested; a state by kinds, or as a value."""
    tested = reading.meaning.conditions
    said = {
        part for one in tested if one.test == "equal" for value in one.values for part in stems_of(str(value))
    }
    return bool(reading.meaning.labels or (tested and (not state or stem(state) in said)))


def _as_statement(scope: Scope) -> Scope:
    """Let nothing be asked for but the records themselves."""
    return replace(scope, asked=replace(scope.asked, intent="list", phrases=(), negations=()))
