"""Questions about what was before, after or close to another record: "within a minute after xe0/3 lost carrier"."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from agent.planner.logs.event_clauses import Clause, named_values, read_clause
from agent.planner.logs.event_statements import MESSAGE, TIME
from agent.planner.logs.read_closely import Reading, read_closely
from agent.planner.logs.write_events import EventWriter
from agent.planner.plan_records import Condition, Statement
from agent.planner.scope import Scope, read_scope
from agent.planner.words.lexicon import EVENT
from agent.planner.words.question_words import Mention

_NUMBERS = {
    **dict.fromkeys(("a", "an", "one", "the", ""), 1.0), "half an": 0.5, "two": 2.0, "three": 3.0, "four": 4.0,
    "five": 5.0, "six": 6.0, "seven": 7.0, "eight": 8.0, "nine": 9.0, "ten": 10.0, "fifteen": 15.0, "thirty": 30.0,
}  # fmt: skip
_UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400}
_MANY = "|".join(sorted(filter(None, _NUMBERS), key=len, reverse=True))
_WINDOW = (
    rf"(?:with)?in (?:the )?(?:(?:first|last|next) )?(?:(?P<many>\d+|{_MANY}) )?"
    r"(?P<unit>seconds?|secs?|s|minutes?|mins?|m|hours?|h|days?) (?:right |just |immediately )?"
    r"(?P<side>after|before|of|following|preceding|prior to|leading up to)"
)
_RELATION = re.compile(
    rf"\b(?:{_WINDOW}|(?P<near>right |immediately |directly |straight )?"
    r"(?P<way>after|before|following|prior to|since|until))(?= )",
    re.IGNORECASE,
)
_TAIL = re.compile(r",? (?:and )?(?:who|whom|which|what|when|where|how)\b.*|[?!.]+\s*$|,.*", re.IGNORECASE)
_EARLIER = ("before", "preceding", "prior to", "leading up to", "until")


@dataclass(frozen=True, slots=True)
class _Relation:
    """Which side of a record is meant, how far in seconds (0: any), and whether only the next record is."""

    side: str
    seconds: float
    near: bool


@dataclass(frozen=True, slots=True)
class _Anchor:
    """The one record that a question tells a time by."""

    clause: Clause
    time: datetime
    written: str
    message: str
    identifier: int
    statement: Statement


def write_beside(scope: Scope) -> tuple[Statement, ...]:
    """Write what is asked for on one side of another record, and that record; nothing where either stays open."""
    if not scope.lexicon.events:
        return ()
    for found in _RELATION.finditer(scope.text):
        main, clause = _parted(scope.text, found)
        behind = read_scope(clause, scope.lexicon, scope.look_up).tokens
        if (
            not main
            or not clause
            or (behind and isinstance(behind[0], Mention) and behind[0].shape == "time")
        ):
            continue
        written = _write(main, clause, _relation(found), scope)
        if written:
            return written
    return ()


def _parted(text: str, found: re.Match[str]) -> tuple[str, str]:
    """Return the question without the clause, and the clause: up to the next question word or comma."""
    before, behind = text[: found.start()].strip(" ,"), text[found.end() :]
    tail = _TAIL.search(behind)
    clause, rest = (behind[: tail.start()], behind[tail.start() :]) if tail else (behind, "")
    return f"{before}{rest}".strip(" ,"), clause.strip()


def _relation(found: re.Match[str]) -> _Relation:
    if found["side"]:
        many = (found["many"] or "").lower()
        size = float(many) if many.isdigit() else _NUMBERS[many]
        return _Relation(_side(found["side"]), size * _UNITS[found["unit"][0].lower()], False)
    return _Relation(_side(found["way"]), 0.0, bool(found["near"]))


def _side(word: str) -> str:
    lowered = word.lower()
    return "around" if lowered == "of" else "before" if lowered in _EARLIER else "after"


def _write(main: str, clause: str, relation: _Relation, scope: Scope) -> tuple[Statement, ...]:
    own = read_scope(main, scope.lexicon, scope.look_up)
    reading = read_closely(_with_order(own, relation))
    if reading is None:
        return ()
    named = named_values(own)
    told = read_clause(clause, scope, named)
    anchor = _anchor(told) if told is not None and told.is_one else None
    if anchor is None:
        return ()
    meaning = replace(
        reading.meaning,
        conditions=(*reading.meaning.conditions, *_window(anchor, relation)),
        note=f"{reading.meaning.note} {_said(anchor, relation)}".strip(),
    )
    writer = EventWriter(meaning, reading.scope)
    if not writer.count_matched() and reading.scope.asked.intent not in ("exists", "count"):
        return ()
    written = EventWriter(meaning, reading.scope).write()
    return (*(replace(one, note=meaning.note) for one in written), anchor.statement)


def _with_order(scope: Scope, relation: _Relation) -> Scope:
    """Ask for the next record only, where "right after" is said."""
    if not relation.near or scope.asked.intent not in ("list", "lookup"):
        return scope
    asked = scope.asked
    return replace(
        scope,
        asked=replace(asked, intent="last") if relation.side == "before" else replace(asked, intent="first"),
    )


def _anchor(clause: Clause) -> _Anchor | None:
    reading: Reading = clause.reading
    writer = EventWriter(reading.meaning, reading.scope)
    writer.count_matched()
    way = " DESC" if clause.which == "last" else ""
    order = f"ORDER BY e.timestamp{way}, e.ordinal{way} LIMIT 1"
    rows = writer.look_up.rows(
        f"{writer.pattern} RETURN e.timestamp, e.timestamp_text, e.message, e.id {order}",
        writer.parameters.values,
    )
    if not rows or not isinstance(rows[0][0], str):
        return None
    time, written, message, identifier = rows[0]
    text = f"{writer.pattern} RETURN {TIME}, {MESSAGE} {order}"
    note = f"the record that it is told by. {reading.meaning.note}".strip()
    shown = Statement(text, writer.parameters.values, "lookup", ("timestamp", "message"), note=note)
    return _Anchor(
        clause, datetime.fromisoformat(str(time)), str(written), str(message), int(str(identifier)), shown
    )


def _window(anchor: _Anchor, relation: _Relation) -> tuple[Condition, ...]:
    """Test that a record is on the side of another one, and not farther than is said; nor that record itself."""
    low = anchor.time - timedelta(seconds=relation.seconds)
    high = anchor.time + timedelta(seconds=relation.seconds)
    step = timedelta(microseconds=1) if anchor.time.microsecond else timedelta(seconds=1)
    tests = [Condition(EVENT, "id", "equal", (anchor.identifier,), negated=True)]
    if relation.side != "before":
        tests.append(_moment(anchor.time if relation.side == "after" else low, "after"))
    elif relation.seconds:
        tests.append(_moment(low, "after"))
    if relation.side != "after":
        tests.append(_moment(anchor.time + step if relation.side == "before" else high + step, "before"))
    elif relation.seconds:
        tests.append(_moment(high + step, "before"))
    return tuple(tests)


def _moment(time: datetime, test: str) -> Condition:
    written = time.strftime("%Y-%m-%dT%H:%M:%S") + (f".{time.microsecond:06}" if time.microsecond else "")
    return Condition(EVENT, "timestamp", "after" if test == "after" else "before", (written,))


def _said(anchor: _Anchor, relation: _Relation) -> str:
    far = f"{relation.seconds:g} s " if relation.seconds else ""
    return f"read as: {far}{relation.side} '{anchor.message}' at {anchor.written}."
