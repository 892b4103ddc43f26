"""Writes what ties two log records: that they are about the same thing, and that one is later than the other."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence

from agent.planner.plan_records import Meaning
from agent.planner.scope import Scope
from agent.reader.english import stem, stems_of
from agent.planner.words.lexicon import EVENT, HEADER, INTERNAL, Label, Lexicon
from agent.planner.write_conditions import Parameters, write_test
from graph_store.names import quote_name

MOST_PAIRS = 2_000_000
"""Up to so many pairs of records are compared."""
_OF_ORIGIN = ("host",)
_NOT_SHARED = (
    HEADER | INTERNAL | {"level", "severity", "priority", "host", "process", "component", "uid", "value"}
)
_NO_THINGS = frozenset(
    map(
        stem,
        (
            "reason",
            "cause",
            "result",
            "detail",
            "details",
            "state",
            "status",
            "code",
            "via",
            "speed",
            "method",
        ),
    )
)
"""What fields say that name no thing."""
_NESTING = frozenset(map(stem, ("detail", "details", "data", "info", "payload", "extra", "context", "event")))
"""What names of nested values begin with: `detail_path`."""
_EVERYWHERE = 0.9
_MOST_ORIGINS = 500
_SIGNS = ("'", ":", ",", ";", "(", ")", "[", "]", '"', "=")


def write_kinds(labels: Sequence[str]) -> str:
    """Write the labels of the records that are meant; all records, where none is named."""
    return "|".join(map(quote_name, labels)) or quote_name(EVENT)


def write_tests(variable: str, meaning: Meaning, parameters: Parameters) -> list[str]:
    """Write what a meaning tests of its records."""
    tests = [f"{variable}.device IN {parameters.add(meaning.devices)}"] if meaning.devices else []
    for one in meaning.conditions:
        test = write_test(variable, one, parameters)
        tests.append(f"NOT coalesce({test}, false)" if one.negated else test)
    return [test for test in tests if test]


def write_later(later: str, earlier: str) -> str:
    """Write that one record is later than another: by time, and in one file by their order."""
    return (
        f"({later}.timestamp > {earlier}.timestamp OR ({later}.timestamp = {earlier}.timestamp "
        f"AND {later}.path = {earlier}.path AND {later}.ordinal > {earlier}.ordinal))"
    )


def write_seconds(earlier: str, later: str) -> str:
    """Write the time between two records in seconds, with their fraction where the log has one."""
    return f"(datetime({later}.timestamp).epochMillis - datetime({earlier}.timestamp).epochMillis) / 1000.0"


def shared_fields(first: Sequence[Label], last: Sequence[Label], lexicon: Lexicon) -> tuple[str, ...]:
    """Return the fields that tell which records are about the same thing; those of all other records do not."""
    names = set.intersection(*(_own_fields(one) for one in (*first, *last)))
    return _telling(names, {one.name for one in (*first, *last)}, lexicon)


def naming_fields(first: Sequence[Label], last: Sequence[Label], lexicon: Lexicon) -> tuple[str, ...]:
    """Return the only field whose values name what some of the later records say in their text alone."""
    names = {
        name
        for name in set.intersection(*map(_own_fields, first))
        if not any(one.properties[name].is_number for one in first)
        and any(name in one.properties for one in last)
    }
    found = _telling(names, {one.name for one in (*first, *last)}, lexicon)
    return found if len(found) == 1 else ()


def contrary_fields(first: Meaning, last: Meaning) -> frozenset[str]:
    """Return the fields that tell two meanings apart: one state and another, or a state moved to, and moved from."""
    tests, others = _equals(first), _equals(last)
    own, other = set(tests) - set(others), set(others) - set(tests)
    apart = {name for name in set(tests) & set(others) if not tests[name] & others[name]}
    apart |= {one.property for one in last.conditions if one.negated and one.property in tests}
    return frozenset(apart | own | other) if apart or (own and other) else frozenset()


def _equals(meaning: Meaning) -> dict[str, frozenset[str]]:
    return {
        one.property: frozenset(map(str, one.values))
        for one in meaning.conditions
        if one.test == "equal" and not one.negated
    }


def of_thing(fields: Sequence[str], meaning: Meaning, text: str) -> tuple[str, ...]:
    """Keep the fields that are called as the text calls the thing, or that tell which one; else all but the reasons."""
    spoken = set(stems_of(text)) | _NESTING
    tested = {one.property for one in meaning.conditions if one.test == "equal" and not one.negated}
    named = tuple(name for name in fields if name in tested or set(stems_of(name)) <= spoken)
    return named or tuple(
        name for name in fields if not _NO_THINGS & (set(stems_of(name)) - _NESTING or set(stems_of(name)))
    )


def origins(labels: Sequence[Label], lexicon: Lexicon) -> tuple[str, ...]:
    """Return the fields that nearly all records have for a device, where no devices are known: "site", "edge"."""
    if len(lexicon.devices) > 1:
        return ()
    records = sum(one.count for one in lexicon.events)
    shared = set.intersection(*(_own_fields(one) for one in labels))
    having = {name: [one for one in lexicon.events if name in one.properties] for name in shared}
    return tuple(
        sorted(
            name
            for name in shared
            if sum(one.count for one in having[name]) >= _EVERYWHERE * records
            and 1 < max(one.properties[name].distinct for one in having[name]) <= _MOST_ORIGINS
            and not any(one.properties[name].is_number for one in having[name])
        )
    )


def _telling(names: Iterable[str], meant: Container[str], lexicon: Lexicon) -> tuple[str, ...]:
    others = [one for one in lexicon.events if one.name not in meant]
    records = sum(one.count for one in others)
    return tuple(
        sorted(
            name
            for name in names
            if not others
            or sum(one.count for one in others if name in one.properties) < _EVERYWHERE * records
        )
    )


def write_same(
    later: str, earlier: str, fields: Iterable[str], scope: Scope, labels: Sequence[Label]
) -> list[str]:
    """Write that two records are about the same thing of one device; one without the field says it in its text."""
    tests = []
    for name in fields:
        held = f"{later}.{quote_name(name)} = {earlier}.{quote_name(name)}"
        if all(name in one.properties for one in labels):
            tests.append(held)
        else:
            tests.append(
                f"({held} OR ({later}.{quote_name(name)} IS NULL AND {_says(later, earlier, name)}))"
            )
    origin = [name for name in _OF_ORIGIN if all(name in one.properties for one in labels)]
    same = [
        *tests,
        *(f"{later}.{quote_name(name)} = {earlier}.{quote_name(name)}" for name in origin),
        *([f"{later}.device = {earlier}.device"] if scope.lexicon.devices else []),
    ]
    return same or ["true"]


def labels_of(meaning: Meaning, lexicon: Lexicon) -> list[Label]:
    """Return the kinds of records that are meant; where none is named, those that have all fields that are tested."""
    named = [one for one in lexicon.events if one.name in meaning.labels]
    return named or [
        label
        for label in lexicon.events
        if all(
            any(_may_hold(label, name, one.values) for name in (one.property, *one.also))
            for one in meaning.conditions
            if one.test == "equal" and one.property
        )
    ]


def _may_hold(label: Label, name: str, values: Sequence[object]) -> bool:
    """Tell whether a kind of record has a field that may hold one of some values: surely not, where all are known."""
    found = label.properties.get(name)
    if found is None or found.distinct > len(found.examples):
        return found is not None
    return not values or any(value in found.examples for value in values)


def are_few(first: Sequence[Label], last: Sequence[Label]) -> bool:
    """Tell whether the records of two kinds can be compared one by one."""
    return sum(one.count for one in first) * sum(one.count for one in last) <= MOST_PAIRS


def _says(later: str, earlier: str, name: str) -> str:
    text = f"{later}.message"
    for sign in _SIGNS:
        text = f"replace({text}, {_quoted(sign)}, ' ')"
    return f"' ' + {text} + ' ' CONTAINS ' ' + toString({earlier}.{quote_name(name)}) + ' '"


def _quoted(sign: str) -> str:
    return f'"{sign}"' if sign == "'" else f"'{sign}'"


def _own_fields(label: Label) -> set[str]:
    return {
        name
        for name, found in label.properties.items()
        if name not in _NOT_SHARED
        and not found.is_flag
        and not (found.is_number and "duration" in found.kinds)
    }
