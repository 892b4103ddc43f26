"""What written statements really use: labels, properties, values, columns and what they say beside the answer."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from agent.planner.order.read_entry import read_range
from agent.planner.plan_records import Parameter, Statement
from agent.planner.scope import Scope
from agent.reader.english import stem, stems_of
from agent.planner.words.match_words import match_words
from agent.planner.words.question_words import Word

_LABEL = re.compile(r"[:|]`?(\w+)`?")
_CHOSEN = re.compile(r"\.id (?:=|IN) \$")
_PROPERTY = re.compile(r"\.`?(\w+)`?(?!\()")
_PRESENT = re.compile(r"IS NOT NULL|NOT false IN", re.IGNORECASE)
_DENIES = re.compile(r"\bNOT\b|<>|\bIS NULL\b|:`?Undefined\b|= 0\b|\bnone\(", re.IGNORECASE)
_DENIED = r"(?:\bNOT\b[^{}]*(?:\{[^{}]*)?|<> ?)\$%s\b"
_FITS = 0.3


@dataclass(frozen=True)
class Used:
    """What the statements of one question use."""

    statements: tuple[Statement, ...]
    stems: frozenset[str]
    values: tuple[str, ...]
    is_one_reading: bool = False
    """They were written from meanings, whose tests are all met by one thing, of values that are alternatives."""

    @cached_property
    def text(self) -> str:
        """Return the statements' text, without tests that something is there."""
        return _PRESENT.sub("", " ".join(one.text for one in self.statements))

    @cached_property
    def told(self) -> str:
        """Return what is said beside the answer."""
        return " ".join(
            (*(one.note for one in self.statements), *(one.subject for one in self.statements))
        ).lower()

    @property
    def denies(self) -> bool:
        """Tell whether any test is turned round."""
        return bool(_DENIES.search(self.text))

    @property
    def tells_spans(self) -> bool:
        """Tell whether the statements measure from one record to another: what these say was read clause by clause."""
        return any({"began", "ended"} & set(one.columns) for one in self.statements)

    @property
    def chose_things(self) -> bool:
        """Tell whether the statements ask for things that were chosen before: their parameters say no values."""
        return any(_CHOSEN.search(one.text) for one in self.statements)

    @property
    def compares(self) -> bool:
        """Tell whether sizes are compared, which may be written in other units than the question has."""
        return bool(re.search(r"[<>]=? *(?:\$|\d)", self.text))

    def explained(self, words: Sequence[Word]) -> frozenset[int]:
        """Return the positions of the words that a name, a value or a note stands for."""
        matched = match_words(tuple(self.stems), words).positions
        fitting = {place for place, weight in matched.items() if weight >= _FITS}
        return frozenset(fitting | {word.index for word in words if self.says(word.text)})

    def says(self, text: str) -> bool:
        """Tell whether a value, or what is said beside the answer, has a text in any form."""
        lowered = text.lower()
        return stem(text) in self.stems or any(lowered in one for one in (*self.values, self.told) if one)

    def has_value(self, text: str, others: Iterable[str] = ()) -> bool:
        """Tell whether a value of the question, or what it stands for, is a parameter or is said beside the answer."""
        lowered = text.lower().lstrip("-")
        same = any(lowered in one or (len(one) > 2 and one in lowered) for one in self.values)
        told = lowered in self.told or bool(
            re.search(rf"(?:LIMIT|SKIP|=|>|<) ?{re.escape(text)}\b", self.text)
        )
        return same or told or any(one.lower() in self.values for one in others) or self._bounds(text)

    def _bounds(self, text: str) -> bool:
        """Tell whether the parameters are the ends of a prefix."""
        bounds = read_range(text) if "/" in text else None
        return bounds is not None and (str(bounds[0]) in self.values or "IN_SUBNET" in self.text)

    def parameters_of(self, text: str) -> Iterator[tuple[Statement, str, Parameter]]:
        """List the parameters that hold a value."""
        for one in self.statements:
            for name, held in one.parameters.items():
                if text.lower() in _flat(held):
                    yield one, name, held

    def denied(self, text: str) -> bool:
        """Tell whether a test for a value is turned round."""
        return any(
            re.search(_DENIED % re.escape(name), one.text) for one, name, _ in self.parameters_of(text)
        )


def used_by(scope: Scope, statements: Sequence[Statement], is_one_reading: bool = False) -> Used:
    """Gather what statements use."""
    values = tuple(
        dict.fromkeys(
            value for one in statements for held in one.parameters.values() for value in _flat(held)
        )
    )
    known = scope.lexicon.labels
    names = {name.lower(): name for name in known}
    labels = {one for statement in statements for one in _LABEL.findall(statement.text)}
    labels |= {names[value] for value in values if value in names}
    properties = {one for statement in statements for one in _PROPERTY.findall(statement.text)}
    stems: set[str] = set()
    for name in labels & set(known):
        label = known[name]
        stems |= {*label.words, *label.template_words}
        stems |= {word for over in label.above for word in known[over].words}
    for name in properties:
        stems |= set(stems_of(name))
        stems |= {
            word
            for label in known.values()
            if name in label.properties
            for word in label.properties[name].words
        }
    for statement in statements:
        said = (*statement.columns, statement.group, statement.subject, statement.note)
        stems |= {one for text in said for one in stems_of(text)}
    stems |= {one for value in values for one in stems_of(value)}
    return Used(tuple(statements), frozenset(stems), values, is_one_reading)


def _flat(held: Parameter) -> tuple[str, ...]:
    several: Iterable[object] = held if isinstance(held, tuple) else (held,)
    return tuple(str(one).lower() for one in several)
