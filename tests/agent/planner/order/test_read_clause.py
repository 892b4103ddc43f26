"""How the clauses of route-maps and policies are read, in several ways of writing."""

from __future__ import annotations

import pytest

from agent.planner.order.read_clause import Clause, ClauseLine, Held, read_clause
from agent.planner.order.read_entry import read_range

CASES: dict[str, tuple[str, dict[int, tuple[Held, ...]], Clause]] = {
    "a clause without conditions holds everything": ("map X deny 20", {}, Clause(False, True)),
    "a list that holds the route": (
        "map X permit 10\n match list A\n set metric 5",
        {2: (True,)},
        Clause(True, True),
    ),
    "a list that does not": ("map X permit 10\n match list A", {2: (False,)}, Clause(True, False)),
    "one of two lists in a line": (
        "map X permit 10\n match list A B",
        {2: (False, True)},
        Clause(True, True),
    ),
    "a list that cannot be read": (
        "map X permit 10\n match list A",
        {2: (None,)},
        Clause(True, None, ("match list A",)),
    ),
    "a condition that is not understood": (
        "map X permit 10\n match list A\n match tag 7",
        {2: (True,)},
        Clause(True, None, ("match tag 7",)),
    ),
    "what fails anyway is not open": (
        "map X permit 10\n match list A\n match tag 7",
        {2: (False,)},
        Clause(True, False),
    ),
    "two lines of one kind that disagree": (
        "map X permit 10\n match list A\n match list B",
        {2: (True,), 3: (False,)},
        Clause(True, None, ("match list ..., of several",)),
    ),
    "a line that neither asks nor sets": (
        "map X permit 10\n continue 30",
        {},
        Clause(True, None, ("continue 30",)),
    ),
    "a list that the clause's own line refers to": (
        "permit tcp group A any",
        {1: (True,)},
        Clause(True, None, ("permit tcp group A any",)),
    ),
    "a description asks nothing": ("map X permit 10\n description match nobody", {}, Clause(True, True)),
    "blocks, with prefixes that are alternatives": (
        "term a {\n  from {\n    filter 172.16.0.0/12 exact;\n    filter 10.0.0.0/8 orlonger;\n  }\n  then reject;\n}",
        {},
        Clause(False, True),
    ),
    "blocks, with a protocol": (
        "term a {\n  from {\n    protocol bgp;\n  }\n  then {\n    metric 5;\n    accept;\n  }\n}",
        {},
        Clause(True, None, ("protocol bgp",)),
    ),
    "whole paths": (
        "set policy P term a from filter 10.0.0.0/8 longer\nset policy P term a then accept",
        {},
        Clause(True, True),
    ),
    "a prefix of another length": (
        "term a {\n  from filter 10.0.0.0/8 exact;\n  then accept;\n}",
        {},
        Clause(True, False),
    ),
    "nothing says what it does": ("term a {\n  then metric 5;\n}", {}, Clause(None, True)),
}


@pytest.mark.parametrize(("text", "held", "expected"), CASES.values(), ids=CASES)
def test_read_clause(text: str, held: dict[int, tuple[Held, ...]], expected: Clause) -> None:
    route = read_range("10.20.0.0/16")
    assert route is not None
    lines = [
        ClauseLine(number, line, held.get(number, ())) for number, line in enumerate(text.splitlines(), 1)
    ]
    assert read_clause(lines, route) == expected
