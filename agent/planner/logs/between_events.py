"""Writes how long something lasted that one log record opens and another one closes: a session, a connection."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from agent.planner.logs.match_records import write_seconds
from agent.planner.plan_records import Condition, Meaning, Statement
from agent.planner.scope import Scope
from agent.reader.english import stem
from agent.planner.words.lexicon import HEADER, INTERNAL, Label
from agent.planner.write_conditions import Parameters, write_test
from graph_store.names import quote_name

_PAIRS = (
    ("opened", "closed"),
    ("started", "stopped"),
    ("started", "finished"),
    ("started", "ended"),
    ("started", "completed"),
    ("began", "ended"),
    ("beginning", "ending"),
    ("connected", "disconnected"),
    ("created", "deleted"),
    ("created", "destroyed"),
    ("up", "down"),
)
_STEMS = tuple((stem(first), stem(last)) for first, last in _PAIRS)
_NOT_SHARED = HEADER | INTERNAL | {"level", "host", "process", "component", "uid"}


def write_duration(meaning: Meaning, scope: Scope) -> Statement | None:
    """Write the time from the opening record to the closing one of the same thing; None without such a pair."""
    pair = _pair([label for label in scope.lexicon.events if label.name in meaning.labels])
    if pair is None or len(meaning.labels) != len(pair):
        return None
    first, last = pair
    shared = _shared(first, last)
    if not shared:
        return None
    parameters = Parameters()
    tests = [f"a.{quote_name(name)} = b.{quote_name(name)}" for name in shared]
    tests += ["a.path = b.path", "a.timestamp <= b.timestamp", "a.ordinal < b.ordinal"]
    tests += _tests("a", meaning.conditions, parameters) + _tests("b", meaning.conditions, parameters)
    seconds = f"{write_seconds('a', 'b')} AS seconds"
    names = [f"a.{quote_name(name)} AS {quote_name(name)}" for name in shared]
    columns = (*shared, "opened", "closed", "seconds")
    text = (
        f"MATCH (a:{quote_name(first.name)}), (b:{quote_name(last.name)}) WHERE {' AND '.join(tests)} "
        f"RETURN {', '.join(names)}, a.timestamp_text AS opened, b.timestamp_text AS closed, {seconds} "
        "ORDER BY a.timestamp, a.ordinal"
    )
    return Statement(text, parameters.values, "lookup", columns, note="The time between the two records.")


def _pair(labels: Sequence[Label]) -> tuple[Label, Label] | None:
    for opening, closing in _STEMS:
        first = [one for one in labels if opening in one.template_words]
        last = [one for one in labels if closing in one.template_words]
        if len(first) == len(last) == 1 and first != last:
            return first[0], last[0]
    return None


def _shared(first: Label, last: Label) -> tuple[str, ...]:
    """Return the properties that tell which records belong together."""
    names = sorted((set(first.properties) & set(last.properties)) - _NOT_SHARED)
    return tuple(name for name in names if not first.properties[name].is_flag)


def _tests(variable: str, conditions: Iterable[Condition], parameters: Parameters) -> list[str]:
    written = [(one, write_test(variable, one, parameters)) for one in conditions]
    return [f"NOT coalesce({test}, false)" if one.negated else test for one, test in written if test]
