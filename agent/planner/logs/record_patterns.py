"""Finds what is the same in many log records: "are there recurring patterns in the server requests?"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from agent.planner.logs.event_words import EventProperty
from agent.planner.plan_records import Condition
from agent.planner.scope import LOG_STEMS, Scope
from agent.reader.value_index import ValueIndex
from agent.reader.english import stem
from agent.planner.words.lexicon import EVENT
from agent.planner.words.question_words import Word
from agent.planner.write_conditions import Parameters, write_test
from graph_store.names import quote_name

_ASKS = re.compile(r"\b(?:patterns?|recurring|recurr?ent|repetitive|repeat(?:ed|ing|s)?)\b", re.IGNORECASE)
_RECORDS = frozenset(
    stem(word) for word in ("log", "event", "message", "record", "entry", "line", "syslog", "data", "pattern")
)
"""Words for all records: they narrow nothing."""
_CODES = frozenset(stem(word) for word in ("status", "code", "response", "result"))
_FIRST_CODE, _LAST_CODE = 100, 599
_ALL = 0.9
_SHORT = 2
_MOST_VALUES = 12
_EACH = 5
"""A field groups records when each of its few values is there about so often."""
_TEXT = frozenset({"string"})
_VARIES = "[0-9]+|[0-9a-fA-F-]{16,}|.*[0-9a-fA-F]{12,}.*"
"""A part of a path that names one thing, and no kind of thing: a number, or what is long and made of such signs."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """The columns that records are grouped by, and how many records there are."""

    columns: tuple[str, ...]
    records: int


def asks_for_patterns(text: str) -> bool:
    """Tell whether a question asks for what recurs."""
    return _ASKS.search(text) is not None


def records_named(
    scope: Scope, fields: Sequence[EventProperty], known: Sequence[Condition]
) -> tuple[tuple[Condition, ...], str]:
    """Read the nouns that patterns are asked of: "requests" have the field called so, "server" stands in its values.

    The second is how that is said. A word that no field is called by and no value shows narrows nothing.
    """
    if known:
        return (), ""
    words = {one.index: one for one in scope.words if one.stem not in _RECORDS and not _ASKS.search(one.text)}
    for called in reversed(words.values()):
        field = _field_called(called, fields)
        if field is not None:
            return _narrowed(scope, field, _before(called, words))
    return (), ""


def _before(called: Word, words: Mapping[int, Word]) -> list[Word]:
    """Return the words that stand directly before another: "server" of "server requests"."""
    found: list[Word] = []
    place = called.index - 1
    while place in words:
        found.append(words[place])
        place -= 1
    return [one for one in found if len(one.text) > _SHORT]


def _field_called(word: Word, fields: Iterable[EventProperty]) -> EventProperty | None:
    """Return the field of most records that a word for a kind of record names; a path before others."""
    if word.stem not in LOG_STEMS:
        return None
    called = [one for one in fields if word.stem in one.words]
    return max(called, key=lambda one: ("path" in one.kinds, one.count, one.name), default=None)


def _narrowed(scope: Scope, field: EventProperty, words: Sequence[Word]) -> tuple[tuple[Condition, ...], str]:
    conditions = [Condition(EVENT, field.name, "present")]
    said = field.name.replace("_", " ")
    shown = []
    for word in words:
        test = Condition(
            EVENT, field.name, "contains", (word.stem if word.text.endswith("s") else word.text,)
        )
        if _is_met(scope.look_up, test):
            conditions.append(test)
            shown.append(f"'{test.values[0]}'")
    holding = f" that holds {' and '.join(shown)}" if shown else ""
    return tuple(conditions), f" with a {said}{holding}"


def _is_met(look_up: ValueIndex, condition: Condition) -> bool:
    parameters = Parameters()
    test = write_test("e", condition, parameters)
    return bool(look_up.rows(f"MATCH (e:{EVENT}) WHERE {test} RETURN 1 LIMIT 1", parameters.values))


def find_pattern(
    matched: str, parameters: Parameters, fields: Sequence[EventProperty], look_up: ValueIndex
) -> Pattern | None:
    """Choose the columns that say what is the same in the matched records; None where only their templates do.

    Grouped is by the path that all records say, opened where it varies, and by what else they say and has few values.
    """
    paths = [one for one in fields if "path" in one.kinds]
    texts = [one for one in fields if _is_category(one)]
    codes = [one for one in fields if _is_code(one)]
    if not paths:
        return None
    records, counted = _count(matched, parameters, [*paths, *texts, *codes], look_up)
    said = {name: values for name, (saying, values) in counted.items() if saying >= _ALL * records}
    path = next((one.name for one in paths if one.name in said), "")
    if not path or not records:
        return None
    few = {name for name, values in said.items() if 1 < values <= min(_MOST_VALUES, records // _EACH)}
    columns = [_column(one.name) for one in texts if one.name in few]
    columns.append(f"{_opened(path)} AS {quote_name(path)}")
    columns += [_column(one.name) for one in codes if one.name in few]
    return Pattern(tuple(columns), records)


def _is_category(field: EventProperty) -> bool:
    """Tell whether the values are words, and no names that a machine made up."""
    made_up = all(re.fullmatch(_VARIES, str(one)) for one in field.examples)
    return field.kinds == _TEXT and not made_up


def _is_code(field: EventProperty) -> bool:
    numbers = bool(field.examples) and all(
        isinstance(one, int) and _FIRST_CODE <= one <= _LAST_CODE for one in field.examples
    )
    return numbers and bool(_CODES & set(field.words))


def _count(
    matched: str, parameters: Parameters, fields: Sequence[EventProperty], look_up: ValueIndex
) -> tuple[int, dict[str, tuple[int, int]]]:
    """Count the records, and for each field those whose message shows its value, and the values."""
    columns = ["count(*)"]
    for field in fields:
        name = f"e.{quote_name(field.name)}"
        columns += [
            f"sum(CASE WHEN e.message CONTAINS toString({name}) THEN 1 ELSE 0 END)",
            f"count(DISTINCT {name})",
        ]
    named = ", ".join(f"{column} AS c{place}" for place, column in enumerate(columns))
    rows = look_up.rows(f"{matched} RETURN {named}", parameters.values)
    numbers = [int(str(cell or 0)) for cell in rows[0]] if rows else [0] * len(columns)
    pairs = zip(numbers[1::2], numbers[2::2], strict=True)
    return numbers[0], {field.name: pair for field, pair in zip(fields, pairs, strict=True)}


def _column(name: str) -> str:
    return f"e.{quote_name(name)} AS {quote_name(name)}"


def _opened(path: str) -> str:
    """Write a path with * for its parts that name one thing, and for what stands behind its question mark."""
    parts = f"split(split(toString(e.{quote_name(path)}), '?')[0], '/')"
    part = f"CASE WHEN part =~ '{_VARIES}' THEN '*' ELSE part END"
    text = f"reduce(text = '', part IN {parts} | text + '/' + {part})"
    query = f"CASE WHEN toString(e.{quote_name(path)}) CONTAINS '?' THEN '?*' ELSE '' END"
    return f"substring({text}, 1) + {query}"
