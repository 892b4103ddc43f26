"""Which lines name a node that is asked for by its place alone."""

from __future__ import annotations

import pytest

from agent.evidence.choose_lines import MatchedNode, choose_lines
from agent.evidence.companion import Handle
from graph_store.records import SourceLine

DEVICE_ONLY = Handle("_e1", "entity", frozenset({"device"}))
CASES = {
    "a configuration is shown by the line that names its device": (("Configuration", "", "r1"), 2),
    "one that no line names is shown by its first line": (("Configuration", "", "r9"), 1),
    "a device name is no name of a part": (("Interface", "", "r1"), 1),
    "a part whose name no line is known to tell is shown by the line that has it": (
        ("Section", "r1", "x"),
        2,
    ),
}


@pytest.mark.parametrize(("named", "number"), CASES.values(), ids=CASES)
def test_naming_line(named: tuple[str, str, str], number: int) -> None:
    texts = {"version 1": "version", "hostname r1": "hostname", "hostname r10": "other"}
    lines: dict[SourceLine, frozenset[str] | None] = {
        SourceLine("r1.cfg", place, text): frozenset({field})
        for place, (text, field) in enumerate(texts.items(), 1)
    }
    kind, key, device = named
    chosen = choose_lines([(MatchedNode(kind, key, lines, device), DEVICE_ONLY)], ())
    assert [line.number for line in chosen] == [number]


ENTITY = Handle("_e1", "entity", frozenset({"key", "remote_as"}))
LINE = Handle("_e2", "line", frozenset({"text"}))
NEIGHBOR = {
    SourceLine("r1.cfg", 1, "neighbor 10.0.0.9 peer group fabric"): frozenset({"key"}),
    SourceLine("r1.cfg", 2, " remote-as 65001"): frozenset({"remote_as"}),
    SourceLine("r1.cfg", 3, "neighbor 10.0.0.9 route-map OUT out"): frozenset({"route_map"}),
}
SPOKEN = {
    "a name that the row says is shown": ((), {"10.0.0.9", "65001"}, (), [1, 2]),
    "a name that the statement compares with is shown": (("10.0.0.9",), {"65001"}, (), [1, 2]),
    "a name that is asked for, and in whose place the row says another, is not shown": (
        (),
        {"ge-0/0/3", "65001"},
        (),
        [2],
    ),
    "a name that a line of the row says needs no second line": ((), {"10.0.0.9"}, (3,), [2, 3]),
    "a line that does not say the name is no substitute": ((), {"10.0.0.9"}, (2,), [1, 2]),
}


@pytest.mark.parametrize(("values", "cells", "matched", "numbers"), SPOKEN.values(), ids=SPOKEN)
def test_name_is_shown_where_it_is_spoken_of(
    values: tuple[str, ...], cells: set[str], matched: tuple[int, ...], numbers: list[int]
) -> None:
    lines: dict[SourceLine, frozenset[str] | None] = dict(NEIGHBOR)
    row = [(MatchedNode("Neighbor", "10.0.0.9", lines), ENTITY)]
    row += [(MatchedNode("", "", {line: None}), LINE) for line in lines if line.number in matched]
    assert [line.number for line in choose_lines(row, values, frozenset(cells))] == numbers


def test_of_a_node_met_twice_the_way_to_itself_is_not_shown() -> None:
    lines: dict[SourceLine, frozenset[str] | None] = {
        SourceLine("r1.cfg", 1, "neighbor 10.0.0.9 peer group fabric"): frozenset({"key", "peer_group"}),
        SourceLine("r1.cfg", 2, "neighbor 10.0.0.9 description spine3"): frozenset({"description"}),
    }
    asked = Handle("_e1", "entity", frozenset({"key", "peer_group", "description"}))
    holder = Handle("_e2", "entity", frozenset({"key", "description"}))
    own, group = MatchedNode("Neighbor", "10.0.0.9", lines), MatchedNode("Neighbor", "fabric", dict(lines))
    twice = choose_lines([(own, asked), (own, holder)], ("spine3",), frozenset({"10.0.0.9"}))
    assert [line.number for line in twice] == [2]
    handed_on = choose_lines([(own, asked), (group, holder)], ("spine3",), frozenset({"10.0.0.9"}))
    assert [line.number for line in handed_on] == [1, 2]
