"""Questions whether a named thing is on or off: its own switch is shown, whichever of both that says."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agent.planner.configurations.contrary_switches import OFF, ON
from agent.planner.plan_records import Statement
from agent.planner.related.named_things import NamedThing, leaves_words, named_thing, stems
from agent.planner.scope import Scope
from agent.planner.words.label_names import column_of, has_key
from agent.planner.words.lexicon import HEADER, INTERNAL, Label, Property
from agent.planner.words.match_words import match_words
from agent.planner.write_conditions import Parameters
from graph_store.names import quote_name

_ASKS = re.compile(
    r"^\s*(?:is|are|was|were|has|have|does|do)\b.*\b(?:enabled?|disabled?|(?:in)?active|(?:de)?activated|"
    r"(?:switched|turned|shut) (?:on|off|down)|shut(?:down)?|running|up|down|on|off)\b"
    r"\W*(?:(?:on|of|for) \S+)?\W*$",
    re.IGNORECASE,
)
_VALUES = (
    frozenset({"yes", "no", "true", "false", "on", "off", "up", "down", "active", "inactive"}) | ON | OFF
)
_STATES = stems("status", "state", "admin", "mode")
_SAID = ON | OFF | _STATES | stems(
    "switched", "turned", "running", "up", "down", "on", "off", "service", "feature", "access", "still", "currently",
)  # fmt: skip


def write_switch_state(scope: Scope) -> Statement | None:
    """Write the statement for the switches of the thing that is named; None where it has none, or more is asked."""
    if scope.asked.negations or not _ASKS.search(scope.text):
        return None
    for name, thing in _named(scope):
        label = scope.lexicon.labels[name]
        switches = [one for one in label.properties.values() if _is_switch(one)]
        places = {*thing.positions, *match_words(label.words, scope.words).positions}
        if switches and not leaves_words(scope, places, _SAID):
            statement = _statement(scope, label, tuple(map(str, thing.keys)), switches)
            if statement is not None:
                return statement
    return None


def _named(scope: Scope) -> Iterator[tuple[str, NamedThing]]:
    """Return the thing that is named, by each of its labels; a word of the graph's own may be a name, too: ssh."""
    thing = named_thing(scope, _SAID)
    if thing is not None:
        yield from ((name, thing) for name in thing.labels)
    if thing is not None or any(not one.devices for one in scope.located):
        return
    for label in scope.lexicon.things:
        if not has_key(label) or not any(_is_switch(one) for one in label.properties.values()):
            continue
        for word in scope.words:
            keys = scope.look_up.holds(label.name, "key", word.text) if word.index in scope.content else ()
            if keys:
                yield label.name, NamedThing((label.name,), keys, frozenset({word.index}))


def _is_switch(found: Property) -> bool:
    """Tell whether a property is called after a state and says yes or no, or is called a state and names one."""
    if found.name in HEADER | INTERNAL or not found.examples:
        return False
    called = bool(set(found.words) & (ON | OFF))
    if not called and not set(found.words) & _STATES:
        return False
    return (called and found.is_flag) or all(str(one).lower() in _VALUES for one in found.examples)


def _statement(
    scope: Scope, label: Label, keys: tuple[str, ...], switches: list[Property]
) -> Statement | None:
    parameters = Parameters()
    tests = [f"toString(n.key) IN {parameters.add(keys)}"]
    if scope.devices:
        tests.append(f"n.device IN {parameters.add(scope.devices)}")
    names = [quote_name(one.name) for one in switches]
    said = " OR ".join(f"n.{name} IS NOT NULL" for name in names)
    column = column_of(label)
    shown = ", ".join(f"n.{name} AS {name}" for name in names)
    text = (
        f"MATCH (n:{quote_name(label.name)}) WHERE {' AND '.join([*tests, f'({said})'])} "
        f"RETURN DISTINCT n.device AS device, n.key AS {quote_name(column)}, {shown} ORDER BY device"
    )
    columns = ("device", column, *(one.name for one in switches))
    if not scope.look_up.rows(text, parameters.values):
        return (
            None if any(one.is_flag for one in switches) else _unsaid(text, said, parameters, columns, label)
        )
    return Statement(text, parameters.values, "lookup", columns, subject=label.name)


def _unsaid(
    text: str, said: str, parameters: Parameters, columns: tuple[str, ...], label: Label
) -> Statement:
    """Decline where other things of the kind say yes or no, and this one says nothing."""
    every = text.replace(f" AND ({said})", "")
    names = " or ".join(f"'{name.replace('_', ' ')}'" for name in columns[2:])
    declined = f"This question was not answered: no line says {names} of it."
    return Statement(every, parameters.values, "lookup", columns, subject=label.name, declined=declined)
