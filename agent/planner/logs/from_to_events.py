"""Questions about the time from one log record to another: "how long between the link loss and the reboot?"."""

from __future__ import annotations

import re

from agent.planner.logs.event_clauses import Clause, named_values, read_clause
from agent.planner.logs.match_records import (
    are_few,
    labels_of,
    write_kinds,
    write_later,
    write_seconds,
    write_tests,
)
from agent.planner.plan_records import Statement
from agent.planner.scope import Scope
from agent.planner.write_conditions import Parameters

_ASKED = r"(?:how (?:long|much time)|what (?:time|interval|period)|the time)"
_TOOK = r"(?:did it take|was it|passed|elapsed|went by|lay|is there|was there|does it take|did (?:that|this) take)"
_FORMS = (
    re.compile(
        rf"\b{_ASKED}\b(?: {_TOOK})?(?: ,)? from (?P<a>.+?) (?:until|till|to) (?P<b>.+)", re.IGNORECASE
    ),
    re.compile(rf"\b{_ASKED}\b(?: {_TOOK})? between (?P<a>.+?) and (?P<b>.+)", re.IGNORECASE),
    re.compile(
        rf"\b{_ASKED}\b(?: {_TOOK})? after (?P<a>.+?) (?:until|till|before|did|was|were) (?P<b>.+)",
        re.IGNORECASE,
    ),
    re.compile(rf"\b{_ASKED}\b (?:did it take(?: for)?|until) (?P<b>.+?) after (?P<a>.+)", re.IGNORECASE),
)
"""`a` is the record that the time begins with, and `b` the one that it ends with."""
_SUBJECT = re.compile(r"\s+(?:first|last|was|were|had|has|got|\w+ing|\w+ed|opens?|closes?)\b", re.IGNORECASE)


def write_from_to(scope: Scope) -> Statement | None:
    """Write the time from a record to the next one of another kind; None where the question asks for no such time."""
    if not scope.lexicon.events:
        return None
    text = scope.text.strip(" ?.!")
    for form in _FORMS:
        found = form.search(text)
        if found is None or (
            found.start() > 0 and text[: found.start()].strip().lower() not in ("and", "so")
        ):
            continue
        named = named_values(scope)
        first = read_clause(found["a"], scope, named)
        last = read_clause(found["b"], scope, named, _subject(found["a"])) if first else None
        if first is not None and last is not None:
            return _write(first, last, scope)
    return None


def _subject(clause: str) -> str:
    """Return what a clause is about: "the door", of "the door was opened"."""
    return _SUBJECT.split(clause, maxsplit=1)[0].strip()


def _write(first: Clause, last: Clause, scope: Scope) -> Statement | None:
    a, b = first.reading.meaning, last.reading.meaning
    if not first.is_one or (a.labels, a.conditions, a.devices) == (b.labels, b.conditions, b.devices):
        return None
    if not are_few(labels_of(a, scope.lexicon), labels_of(b, scope.lexicon)):
        return None
    parameters = Parameters()
    tests = [*write_tests("a", a, parameters), *write_tests("b", b, parameters), write_later("b", "a")]
    seconds = f"{write_seconds('a', 'b')} AS seconds"
    way = " DESC" if first.which == "last" else ""
    end = " DESC" if last.which == "last" else ""
    text = (
        f"MATCH (a:{write_kinds(a.labels)}), (b:{write_kinds(b.labels)}) WHERE {' AND '.join(tests)} "
        f"RETURN a.message AS began, a.timestamp_text AS began_at, b.message AS ended, b.timestamp_text AS ended_at, "
        f"{seconds} ORDER BY a.timestamp{way}, a.ordinal{way}, b.timestamp{end}, b.ordinal{end} LIMIT 1"
    )
    if not scope.look_up.rows(text, parameters.values):
        return None
    which = "the last" if last.which == "last" else "the next"
    note = f"read as: the time from that record to {which} one that says the end. {a.note} {b.note}"
    columns = ("began", "began_at", "ended", "ended_at", "seconds")
    return Statement(
        text, parameters.values, "lookup", columns, subject="log record", note=" ".join(note.split())
    )
