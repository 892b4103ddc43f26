"""Which lines name a node that is asked for by its place alone."""

from __future__ import annotations

import pytest

from agent.choose_lines import MatchedNode, choose_lines
from agent.companion_records import Handle
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
