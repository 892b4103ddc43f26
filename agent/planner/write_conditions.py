"""Writes the tests of a meaning as Cypher; values go in as parameters, names between backticks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from agent.planner.plan_records import CLOCK, DAY, Condition, Parameter
from agent.planner.write_scaled import write_scaled
from graph_store.names import quote_name
from graph_store.text_search.tokenize_line import search_tokens

_SIGNS_OF_SIZE = {"least": ">=", "more": ">", "most": "<=", "less": "<"}
_SIGNS_OF_TIME = {"starts": "=", "after": ">=", "before": "<", "beyond": ">", "through": "<="}
_TIMES = {"timestamp": 0, DAY: 5, CLOCK: 11}
"""Where what a question names of a time begins in a time stamp."""
_SIGNS = """[',', ';', '"', '(', ')', '[', ']', '<', '>']"""


class Parameters:
    """Collects the values of a statement under fresh names."""

    def __init__(self) -> None:
        self.values: dict[str, Parameter] = {}

    def add(self, value: Parameter) -> str:
        """Return the `$name` that stands for a value."""
        for name, known in self.values.items():
            if known == value and type(known) is type(value):
                return f"${name}"
        name = f"v{len(self.values) + 1}"
        self.values[name] = value
        return f"${name}"


def as_number(address: str) -> str:
    """Write an IPv4 address, with or without prefix length, as its number."""
    octets = f"split(split(toString({address}), '/')[0], '.')"
    return f"reduce(total = 0, octet IN {octets} | total * 256 + toInteger(octet))"


def names_key(held: str, key: str) -> str:
    """Write that a property, one name or several, holds a key; numbers and texts are compared as texts."""
    return f"any(name IN ([] + {held}) WHERE toString(name) = toString({key}))"


def where(tests: Sequence[str]) -> str:
    """Write the tests that all have to hold; blank without any."""
    kept = [test for test in dict.fromkeys(tests) if test]
    return f" WHERE {' AND '.join(kept)}" if kept else ""


def write_test(variable: str, condition: Condition, parameters: Parameters) -> str:
    """Write a condition's test on a variable, without its negation; blank when being there is enough."""
    if condition.test == "line":
        text = str(condition.values[0]).lower()
        shown = f"' ' + l.search_text + ' ' CONTAINS {parameters.add(f' {text} ')}"
        if re.search(r"\s", text) or [text] != search_tokens(text):
            shown = f"toLower(l.text) CONTAINS {parameters.add(text)}"
        return f"EXISTS {{ MATCH ({variable})-[:HAS_LINE]->(l:Line) WHERE {shown} }}"
    if not condition.property:
        return ""
    if condition.also or condition.contrary or condition.stated:
        alone = replace(condition, also=(), contrary=(), stated=())
        tests = [
            write_test(variable, replace(alone, property=name), parameters)
            for name in (condition.property, *condition.also)
        ]
        tests += [
            write_test(variable, replace(alone, property=name, test="equal", values=values), parameters)
            for name, values in condition.stated
        ]
        tests += [f"false IN ([] + {variable}.{quote_name(name)})" for name in condition.contrary]
        return f"({' OR '.join(tests)})"
    name = f"{variable}.{quote_name(condition.property)}"
    if condition.property in _TIMES and condition.test in _SIGNS_OF_TIME:
        return _at_time(variable, condition, parameters)
    if condition.test == "equal":
        return _equal(name, condition, parameters)
    if condition.test == "present":
        return holds_value(name)
    if condition.test == "on":
        return f"true IN ([] + {name})"
    if condition.test == "within":
        low, high = (parameters.add(value) for value in condition.values)
        number = as_number("address")
        return f"any(address IN ([] + {name}) WHERE {number} >= {low} AND {number} <= {high})"
    if condition.test in ("contains", "inside", "begins"):
        words = [parameters.add(str(value).lower()) for value in condition.values]
        return f"any(item IN ([] + {name}) WHERE {' OR '.join(_in_text(condition.test, word) for word in words)})"
    if condition.test == "starts":
        starts = [parameters.add(str(value).lower()) for value in condition.values]
        return "(" + " OR ".join(f"toLower(toString({name})) STARTS WITH {start}" for start in starts) + ")"
    if condition.test in _SIGNS_OF_SIZE:
        size = write_scaled(condition.property, variable, condition.scale)
        return f"{size} {_SIGNS_OF_SIZE[condition.test]} {parameters.add(condition.values[0])}"
    return f"{name} {_SIGNS_OF_TIME[condition.test]} {parameters.add(condition.values[0])}"


def holds_value(name: str) -> str:
    """Test that a property is there, and that no line takes it back: then it is false."""
    return f"{name} IS NOT NULL AND NOT false IN ([] + {name})"


def _at_time(variable: str, condition: Condition, parameters: Parameters) -> str:
    """Write a test on as much of the time stamp as the question names; one of several times is enough."""
    tests = []
    for value in condition.values:
        start, named = _TIMES[condition.property], parameters.add(value)
        name = f"substring({variable}.timestamp, {start}, {len(str(value))})"
        tests.append(f"{name} {_SIGNS_OF_TIME[condition.test]} {named}")
    return tests[0] if len(tests) == 1 else f"({' OR '.join(tests)})"


def _in_text(test: str, word: str) -> str:
    """Write a test on one value, as text without case: a part of it, a whole word, or the beginning of a word."""
    text = "toLower(toString(item))"
    if test == "contains":
        return f"{text} CONTAINS {word}"
    words = f"split(reduce(text = {text}, sign IN {_SIGNS} | replace(text, sign, ' ')), ' ')"
    return f"{word} IN {words}" if test == "inside" else f"any(part IN {words} WHERE part STARTS WITH {word})"


def _equal(name: str, condition: Condition, parameters: Parameters) -> str:
    values = condition.values
    if len(values) == 1:
        value = parameters.add(values[0])
        return f"{name} = {value}" if condition.property == "key" else f"{value} IN ([] + {name})"
    several = parameters.add(tuple(values))
    return f"any(item IN ([] + {name}) WHERE item IN {several})"
