"""What escapes mean stands in the values, in every style, and the lines still show it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from graph_store.records import SourceLine
from ingest.learn.shipped.find_format import format_of
from ingest.load.locate_values import locate_values
from reading.escapes import undo_string
from reading.read_bodies import read_object
from reading.tokens import convert

CASES = {
    "FortiOS": (
        "fortinet-fortios",
        ["config firewall policy", "edit 7", r'set name "block \"old\" C:\\hosts"', "next", "end"],
        "name",
        'block "old" C:\\hosts',
    ),
    "Junos": (
        "juniper-junos",
        ["interfaces {", "ge-0/0/0 {", r'description "to \"core\"";', "}", "}"],
        "description",
        'to "core"',
    ),
    "RouterOS, over two lines": (
        "mikrotik-routeros",
        [
            "/ip firewall filter",
            r'add action=drop comment="costs 5\$, \"no\" que\ ',
            '    stion\\?" chain=input',
        ],
        "comment",
        'costs 5$, "no" question?',
    ),
    "pfSense": (
        "opnsense-pfsense-xml",
        [
            "<pfsense>",
            "<filter>",
            "<rule>",
            "<descr>bad &amp; &quot;net&quot; &#233;</descr>",
            "</rule>",
            "</filter>",
            "</pfsense>",
        ],
        "descr",
        'bad & "net" é',
    ),
    "Suricata": (
        "suricata-eve",
        [
            (
                r'{"timestamp":"2025-01-01T00:00:00.1+0000","event_type":"http","src_ip":"10.0.0.1",'
                r'"http":{"url":"\/a?x=\"1\"","http_user_agent":"caf\u00e9\tbot"}}'
            )
        ],
        "url",
        '/a?x="1"',
    ),
    "FortiOS log": (
        "fortinet-fortios-log",
        [
            (
                r'date=2025-01-01 time=00:00:01 devname="fw" type="utm" subtype="webfilter" level="warning" '
                r'user="corp\\pat" msg="URL \"bad\" blocked"'
            )
        ],
        "user",
        "corp\\pat",
    ),
    "structured data": (
        "juniper-structured-log",
        [
            (
                "<14>1 2025-01-01T00:00:00.000Z fw RT_FLOW - RT_FLOW_SESSION_DENY "
                r'[junos@2636.1.1.1.2.39 reason="said \"no\" \] C:\\x" source-address="10.0.0.1"] denied'
            )
        ],
        "reason",
        'said "no" ] C:\\x',
    ),
}


def records_of(records: list[dict[str, Any]]) -> Iterator[Mapping[str, Any]]:
    for record in records:
        yield record
        yield from records_of(record.get("children", []))


@pytest.mark.parametrize(("name", "lines", "field", "value"), CASES.values(), ids=CASES)
def test_escapes_are_undone_and_shown(name: str, lines: list[str], field: str, value: str) -> None:
    shipped = format_of(name)
    assert shipped is not None
    lines = [line.rstrip(" ") for line in lines]
    found = next(each for each in records_of(shipped.parse(lines)) if field in each["values"])
    assert found["values"][field] == value
    first, last = found["lines"][0][0], found["lines"][-1][1]
    shown = [SourceLine("f", at, lines[at]) for at in range(first, last + 1)]
    assert locate_values({field: value}, shown)[1] == []


def test_an_escape_that_is_not_in_the_line_shows_nothing() -> None:
    line = SourceLine("f", 1, r'name "block \"old\" hosts"')
    assert locate_values({"name": 'block "new" hosts'}, [line])[1] == ["name"]


@pytest.mark.parametrize(
    ("written", "meant"),
    [(r"x\u0000y", "x\ufffdy"), (r"\ud800", "\ufffd"), (r"\ud83d\ude00", "\U0001f600")],
    ids=["NUL", "half a character", "both halves"],
)
def test_what_no_store_keeps_takes_no_other_value_with_it(written: str, meant: str) -> None:
    text = f'{{"time":"2026-11-27T09:00:00Z","user":"{written}","event":"login"}}'
    pairs = dict(read_object(text))
    assert pairs == {"time": "2026-11-27T09:00:00Z", "user": meant, "event": "login"}
    assert undo_string(written) == meant
    assert locate_values(pairs, (SourceLine("a.jsonl", 1, text),))[1] == []


def test_a_list_within_a_list_stays_text_so_that_one_script_spoils_no_file() -> None:
    assert convert("[IP::addr [IP::client_addr] equals 7]") == ["IP::addr", "[IP::client_addr]", "equals", 7]
