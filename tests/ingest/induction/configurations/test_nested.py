"""JSON, YAML and XML configurations: what is read of them, and what is not."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest

from ingest.learn.builtin.configurations.induce_configuration import induce_configuration
from ingest.sandbox import RawRecord, Sandbox
from reading.styles import find_style
from tests.ingest.induction.configurations.parsed_text import unexplained

JSON = """\
{
  "lobby": {"hostname": "hall7", "site": "north"},
  "doors": {
    "door1": {"ipv4": "192.0.2.9", "netmask": "255.255.255.0", "locked": true, "guestList": "DAY"},
    "door2": {"ipv4": "198.51.100.2", "netmask": "255.255.255.252", "locked": false}
  },
  "lists": [
    {"name": "DAY", "entries": [
      {"seq": 10, "action": "admit", "badge": "blue"},
      {"seq": 20, "action": "refuse", "badge": "red"}]},
    {"name": "NIGHT", "entries": [{"seq": 5, "action": "admit", "badge": "black"}]}
  ],
  "clocks": ["192.0.2.53", "192.0.2.54"],
  "siren": null
}
"""
YAML = """\
# the tower
hostname: tower3
lobby:
  floor: 0
doors:
  - name: door1
    address: 192.0.2.9/24
    note: "main: east"
  - name: door2
    address: 198.51.100.2/30
    locked: false
lists:
  DAY-LIST1:
    action: admit
  NIGHT-LIST1:
    action: refuse
clocks: [192.0.2.53, 192.0.2.54]
greeting: |
  Welcome to
  the tower
"""
XML = """\
<?xml version="1.0"?>
<building>
  <!-- the mill -->
  <hostname>mill5</hostname>
  <doors>
    <door name="door1"><ip>192.0.2.9</ip><mask>255.255.255.0</mask></door>
    <door name="door2">
      <ip>198.51.100.2</ip>
      <locked/>
    </door>
  </doors>
  <rule id="10"><badge>R&amp;D</badge><action>admit</action></rule>
  <rule id="20"><badge>red</badge><action>refuse</action></rule>
</building>
"""
Shown = tuple[str, dict[str, Any], tuple[tuple[int, int], ...]]


def parsed(sandbox: Sandbox, text: str, *learned_from: str) -> list[Shown]:
    source = induce_configuration([each.splitlines() for each in learned_from or (text,)]).parse_source
    return list(_shown(sandbox.run_parse(source, text.splitlines())))


def _shown(records: Sequence[RawRecord]) -> Sequence[Shown]:
    found: list[Shown] = []
    for record in records:
        found.append((record.type, dict(record.values), tuple(record.lines)))
        found += _shown(record.children)
    return found


STYLES = {
    "an object": (JSON, "json"),
    "an object on one line": (json.dumps(json.loads(JSON)), "json"),
    "maps and lists by indentation": (YAML, "yaml"),
    "elements": (XML, "xml"),
    "blocks in braces": ("door d1 {\n  lock on;\n}\nclock {\n  at 192.0.2.1;\n}\n", "braces"),
    "statements with a colon here and there": ("door d1\n lock: on\n bell off\n paint red\n", "indented"),
}


@pytest.mark.parametrize(("text", "style"), STYLES.values(), ids=STYLES)
def test_styles(text: str, style: str) -> None:
    assert find_style(text.splitlines())[0] == style


def test_json(sandbox: Sandbox) -> None:
    assert parsed(sandbox, JSON)[1:] == [
        (
            "Door",
            {
                "key": "door1",
                "ipv4": "192.0.2.9",
                "ipv4_prefix": "192.0.2.9/24",
                "netmask": "255.255.255.0",
                "locked": True,
                "guest_list": "DAY",
            },
            ((3, 3),),
        ),
        (
            "Door",
            {
                "key": "door2",
                "ipv4": "198.51.100.2",
                "ipv4_prefix": "198.51.100.2/30",
                "netmask": "255.255.255.252",
                "locked": False,
            },
            ((4, 4),),
        ),
        ("List", {"key": "DAY", "name": "DAY"}, ((7, 7), (9, 9))),
        ("Entry", {"key": 10, "seq": 10, "action": "admit", "badge": "blue"}, ((8, 8),)),
        ("Entry", {"key": 20, "seq": 20, "action": "refuse", "badge": "red"}, ((9, 9),)),
        ("List", {"key": "NIGHT", "name": "NIGHT"}, ((10, 10),)),
        ("Entry", {"key": 5, "seq": 5, "action": "admit", "badge": "black"}, ((10, 10),)),
        ("Clock", {"key": "192.0.2.53"}, ((12, 12),)),
        ("Clock", {"key": "192.0.2.54"}, ((12, 12),)),
    ]
    assert parsed(sandbox, JSON)[0][1] == {"lobby_hostname": "hall7", "lobby_site": "north"}


def test_yaml(sandbox: Sandbox) -> None:
    found = parsed(sandbox, YAML)
    assert found[0][1] == {
        "hostname": "tower3",
        "lobby_floor": 0,
        "greeting": "Welcome to\nthe tower",
    }
    assert found[1:] == [
        (
            "Door",
            {"key": "door1", "name": "door1", "address": "192.0.2.9/24", "note": "main: east"},
            ((5, 7),),
        ),
        (
            "Door",
            {"key": "door2", "name": "door2", "address": "198.51.100.2/30", "locked": False},
            ((8, 10),),
        ),
        ("List", {"key": "DAY-LIST1", "action": "admit"}, ((12, 13),)),
        ("List", {"key": "NIGHT-LIST1", "action": "refuse"}, ((14, 15),)),
        ("Clock", {"key": "192.0.2.53"}, ((16, 16),)),
        ("Clock", {"key": "192.0.2.54"}, ((16, 16),)),
        ("Comment", {"text": "the tower"}, ((0, 0),)),
    ]


def test_xml(sandbox: Sandbox) -> None:
    found = [each for each in parsed(sandbox, XML) if each[0] != "Comment"]
    assert found[0][1] == {"hostname": "mill5"}
    assert found[1:] == [
        (
            "Door",
            {
                "key": "door1",
                "name": "door1",
                "ip": "192.0.2.9",
                "ip_prefix": "192.0.2.9/24",
                "mask": "255.255.255.0",
            },
            ((5, 5),),
        ),
        ("Door", {"key": "door2", "name": "door2", "ip": "198.51.100.2", "locked": True}, ((6, 9),)),
        ("Rule", {"key": 10, "id": 10, "badge": "R&D", "action": "admit"}, ((11, 11),)),
        ("Rule", {"key": 20, "id": 20, "badge": "red", "action": "refuse"}, ((12, 12),)),
    ]


def test_one_line_says_the_same_as_many(sandbox: Sandbox) -> None:
    small = json.dumps(json.loads(JSON))
    without_lines = [each[:2] for each in parsed(sandbox, small)]
    assert without_lines == [each[:2] for each in parsed(sandbox, JSON)]


@pytest.mark.parametrize("text", [JSON, YAML, XML], ids=["JSON", "YAML", "XML"])
def test_every_line_with_a_word_is_explained(text: str, sandbox: Sandbox) -> None:
    assert [line for line in unexplained(text, sandbox) if '"siren"' not in line] == []


UNKNOWN = {
    "other keys": (JSON, '{"lamps": {"lamp1": {"watt": 5}}}'),
    "another style": (XML, json.dumps(json.loads(JSON))),
    "elements of other names": (XML, "<house><lamp watt='5'/><lamp watt='6'/></house>"),
}


@pytest.mark.parametrize(("known", "text"), UNKNOWN.values(), ids=UNKNOWN)
def test_what_a_parser_does_not_know_it_does_not_explain(sandbox: Sandbox, known: str, text: str) -> None:
    assert parsed(sandbox, text, known) == []


BROKEN = {
    "an end that is missing": JSON[: JSON.index('"clocks"')],
    "a comma too many": JSON.replace('"siren": null', '"siren": null,'),
    "an element that is not closed": XML.replace("</building>", ""),
}


@pytest.mark.parametrize("text", BROKEN.values(), ids=BROKEN)
def test_what_is_well_formed_before_an_error_is_read(sandbox: Sandbox, text: str) -> None:
    assert sum(kind == "Door" for kind, _, _ in parsed(sandbox, text)) == 2


def test_depth_is_bounded(sandbox: Sandbox) -> None:
    assert parsed(sandbox, '{"door": ' + "[" * 5000 + "1" + "]" * 5000 + "}") is not None


COLUMNS = """\
Door    Badge No  State
------  --------  -----
north1  4711      open
south1  4712      shut for good
"""
SEPARATED = """\
door,badge,note
north1,4711,"open, mostly"
south1,4712,shut
"""
TABLES = {
    "columns under names": (COLUMNS, {"badge_no": 4712, "state": "shut for good"}, 3),
    "values between commas": (SEPARATED, {"badge": 4712, "note": "shut"}, 2),
    "values between semicolons": (SEPARATED.replace(",", ";"), {"badge": 4712, "note": "shut"}, 2),
    "values between bars": (
        "| door | badge |\n|---|---|\n| north1 | 4711 |\n| south1 | 4712 |\n",
        {"badge": 4712},
        3,
    ),
}


@pytest.mark.parametrize(("text", "values", "line"), TABLES.values(), ids=TABLES)
def test_tables(sandbox: Sandbox, text: str, values: dict[str, Any], line: int) -> None:
    found = parsed(sandbox, text)
    assert [each[0] for each in found] == ["Configuration", "Door", "Door"]
    assert found[2] == ("Door", {"key": "south1", "door": "south1", **values}, ((line, line),))


NO_TABLES = {
    "statements that repeat a word": "door north1 badge\ndoor south1 badge\ndoor east1 badge\n",
    "a line of names over nothing": "door badge state\n",
    "names with digits": "door1,badge1\nnorth,4711\nsouth,4712\n",
    "rows of other lengths": "door,badge\nnorth1,4711\nsouth1\n",
    "blocks": "door north1\n badge 4711\n state open\n",
}


@pytest.mark.parametrize("text", NO_TABLES.values(), ids=NO_TABLES)
def test_what_is_no_table(text: str) -> None:
    assert find_style(text.splitlines())[0] in ("indented", "flat")
