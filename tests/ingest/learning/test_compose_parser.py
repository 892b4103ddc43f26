"""Parts written apart become one parser, and cannot disturb each other."""

from __future__ import annotations

import pytest

from ingest.errors import BadParserSource
from ingest.learn.compose_parser import compose_parser, run_alone
from ingest.sandbox import RawRecord, Sandbox

SPLIT = """
from __future__ import annotations
import re

NAMES = {"i": "interfaces", "r": "routes", "x": "broken", "h": "settings"}


def split(lines):
    return [NAMES.get(line[:1], "") for line in lines]
"""
INTERFACES = """
import re
PATTERN = re.compile(r'''i (\\S+)
'''.strip())
COUNT = 0


def helper(line):
    global COUNT
    COUNT += 1
    return PATTERN.match(line)[1]


def parse(lines):
    return [{"type": "Interface", "values": {"key": helper(line)}, "lines": [[i, i]]} for i, line in enumerate(lines)]


if __name__ == "__main__":
    print(parse([]))
"""
ROUTES = """
PATTERN = "another"


def helper(lines):
    return [{"type": "Hop", "values": {"address": lines[1].split()[1]}, "lines": [[1, 1]]}]


def parse(lines):
    return [{"type": "Route", "values": {"to": lines[0].split()[1]}, "lines": [[0, 0]], "children": helper(lines)}]
"""
BROKEN = "def parse(lines):\n    return [1 / 0]\n"
SETTINGS = """
def parse(lines):
    return [{"type": "Configuration", "values": {"hostname": lines[0].split()[1]}, "lines": [[0, len(lines) - 1]]}]
"""
LINES = ["h core", "i eth0", "r ten", "i eth1", "x oops", "r eleven", "h more", "?"]


def test_records_get_the_places_of_all_lines_and_a_root(sandbox: Sandbox) -> None:
    sources = {"interfaces": INTERFACES, "routes": ROUTES, "broken": BROKEN, "settings": SETTINGS}
    source = compose_parser(SPLIT, sources, "configuration")
    hop = RawRecord("Hop", {"address": "eleven"}, ((5, 5),))
    assert sandbox.run_parse(source, LINES) == [
        RawRecord(
            "Configuration",
            {"hostname": "core"},
            ((0, 0), (6, 6)),
            (
                RawRecord("Interface", {"key": "eth0"}, ((1, 1),)),
                RawRecord("Route", {"to": "ten"}, ((2, 2),), (hop,)),
                RawRecord("Interface", {"key": "eth1"}, ((3, 3),)),
            ),
        )
    ]


def test_a_log_has_no_root_and_keeps_the_order_of_its_lines(sandbox: Sandbox) -> None:
    source = compose_parser(SPLIT, {"interfaces": INTERFACES, "settings": SETTINGS}, "log")
    records = sandbox.run_parse(source, ["i b", "h x", "i a"])
    assert [(record.type, record.lines) for record in records] == [
        ("Interface", ((0, 0),)),
        ("Configuration", ((1, 1),)),
        ("Interface", ((2, 2),)),
    ]


BAD = {
    "no python": ("def parse(lines:\n", "SyntaxError"),
    "another function": ("def read(lines):\n    return []\n", "no function parse"),
    "nested too deep": (
        "x = " + "(" * 5000 + ")" * 5000 + "\ndef parse(lines):\n    return []\n",
        "_make_1: ",
    ),
}


@pytest.mark.parametrize(("source", "message"), BAD.values(), ids=BAD)
def test_a_part_that_cannot_be_used_is_named(source: str, message: str) -> None:
    with pytest.raises(BadParserSource, match=message):
        compose_parser(SPLIT, {"interfaces": source}, "log")


def test_a_section_gets_the_functions_of_the_library_that_it_calls() -> None:
    arguments = "lines, 'interface <Interface>', 'indented', others='keywords'"
    source = f"def parse(lines):\n    return read_configuration({arguments})\n"
    lines = ["interface Gi0/1", " no shutdown", " mtu 9100", "interface Gi0/2", " shutdown"]
    with Sandbox() as sandbox:
        ((root,),) = sandbox.try_parse(run_alone(source), [lines], parser="interfaces")  # type: ignore[misc]
    assert [(each.type, each.values) for each in root.children] == [
        ("Interface", {"key": "Gi0/1", "shutdown": False, "mtu": 9100}),
        ("Interface", {"key": "Gi0/2", "shutdown": True}),
    ]
