"""Questions about when a configuration was changed or saved: what its comments say with a time."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agent.planner.plan_records import Statement
from agent.planner.scope import Scope
from agent.reader.english import stems_of
from agent.planner.words.lexicon import Label
from agent.planner.write_conditions import Parameters
from graph_store.names import quote_name

_CLOCK = re.compile(r"\b\d{1,2}:\d\d\b")
_ENOUGH, _SAME_BEGINNING, _LONGEST = 2, 6, 80


def write_dated_comments(scope: Scope) -> Statement | None:
    """Write the statement for the comments that have a time and say most of the question; None without any."""
    if any(not one.devices for one in scope.located):
        return None
    ranked = sorted(_ranked(scope), key=lambda one: (-one[0], one[3]))
    if not ranked or ranked[0][0] < _ENOUGH:
        return None
    _, label, name, beginning = ranked[0]
    parameters = Parameters()
    tests = [f"n.{quote_name(name)} STARTS WITH {parameters.add(beginning)}"]
    if scope.devices:
        tests.append(f"n.device IN {parameters.add(scope.devices)}")
    text = (
        f"MATCH (n:{quote_name(label.name)}) WHERE {' AND '.join(tests)} "
        f"RETURN n.device AS device, n.{quote_name(name)} AS {quote_name(name)} ORDER BY device"
    )
    note = "read as: what comments in the configurations say about it, with its time"
    return Statement(text, parameters.values, "lookup", ("device", name), subject=label.name, note=note)


def _ranked(scope: Scope) -> Iterator[tuple[int, Label, str, str]]:
    asked = [word.stem for word in scope.words]
    content = {word.stem for word in scope.words if word.index in scope.content}
    for label in scope.lexicon.things:
        if not {"comment", "remark"} & set(label.words):
            continue
        for name, found in label.properties.items():
            if name == "text":
                for text in _texts(scope, label.name, name):
                    said = stems_of(text)
                    agreed = sum(any(_alike(one, other) for other in said) for one in asked)
                    if all(any(_alike(one, other) for other in said) for one in content):
                        yield agreed, label, found.name, _beginning(text)


def _texts(scope: Scope, label: str, name: str) -> list[str]:
    value = f"n.{quote_name(name)}"
    statement = f"MATCH (n:{quote_name(label)}) WHERE {value} IS NOT NULL RETURN DISTINCT {value}"
    texts = [str(row[0]) for row in scope.look_up.rows(statement, {})]
    return [text for text in texts if _CLOCK.search(text)]


def _alike(first: str, second: str) -> bool:
    shorter = min(len(first), len(second))
    return first == second or (
        shorter >= _SAME_BEGINNING and first[:_SAME_BEGINNING] == second[:_SAME_BEGINNING]
    )


def _beginning(text: str) -> str:
    """Return a comment up to its first figure, which all of its kind begin with."""
    return re.split(r"\d|:", text, maxsplit=1)[0][:_LONGEST]
