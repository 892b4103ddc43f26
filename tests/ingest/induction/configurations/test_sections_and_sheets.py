"""Sections of assignments, lines under paths, and tables one after the other give one entity for each thing."""

from __future__ import annotations

import pytest

from ingest.sandbox import Sandbox
from reading.styles import find_style
from tests.ingest.induction.configurations.parsed_text import Values, parsed, unexplained, values_of

SECTIONS = """\
; lamps
[house]
owner = Ida Holm
lamps = hall, attic
[lamp hall]
watt = 40
colour = deep blue
; dim = yes
[lamp attic]
watt=60
[bell]
Tone = 440
[bell]
Tone = 880
[yard]
gate1 at=192.0.2.1 note="to the road"
gate2 at=192.0.2.2
"""
PATHS = """\
# made on a Monday
/house lamp
put name=hall watt=40
put name=attic watt=60 note="under \\
    the roof"
/house lamp address
put address=192.0.2.1/24 lamp=hall
put address=192.0.2.9/24 lamp=attic ports=80,443
/house gate rule
put do=open to=yard
put do=shut to=yard when="at night"
put do=shut
/house owner
fix name="Ida Holm"
/house bell
fix north muted=yes
fix [ find tone=440 ] name=south
"""
ONE_LINE_PATHS = """\
/house lamp put name=hall watt=40
/house lamp put name=attic watt=60
/house owner fix name=Ida
/bell put name=b1
"""
SHEETS = """\
mill5# list stock
NAME: "Door 1", DESCR: "oak, old"
PID: DR-1   , SN: 4711
NAME: "Door 2", DESCR: "steel"
PID: DR-2   , SN: 4712

mill5# list door state | brief
Door       Badge No OK? Kind   State
-----------------------------------------
north1     4711     yes oak    shut for good
south1     none     no  steel  open

mill5# list lamps
Colour  Lamp          Age (days)  Bulb
white   lamp1                 12  E27
white   lamp2                  3  E14
white   lamp3                  -  E27
"""
WIDE = """\
door,hall,badge 1,note,owner
north1,"Hall 7, north",4711,"the ""old"" door",
south1,,4712,,Ida
"""
NO_SHEETS = {
    "blocks with blank lines between": "lamp l1\n watt 40\n\nlamp l2\n watt 60\n\nbell b1\n tone 440\n",
    "words and numbers": "net lamp bell\nlet 1 2\nput 3 4\n\nnet lamp bell\n",
}
READ: dict[str, tuple[str, Values]] = {
    "sections of one first word, and repeated sections": (
        SECTIONS,
        [
            ("Lamp", {"key": "hall", "watt": 40, "colour": "deep blue"}),
            ("Lamp", {"key": "attic", "watt": 60}),
            ("Bell", {"key": 440, "tone": 440}),
            ("Bell", {"key": 880, "tone": 880}),
            ("YardMember", {"key": "gate1", "at": "192.0.2.1", "note": "to the road"}),
            ("YardMember", {"key": "gate2", "at": "192.0.2.2"}),
        ],
    ),
    "a section of its own sets the whole": (
        SECTIONS,
        [("Configuration", {"house_owner": "Ida Holm", "house_lamps": ("hall", "attic")})],
    ),
    "lines under a path are named by it, and continue behind a backslash": (
        PATHS,
        [
            ("HouseLamp", {"key": "hall", "name": "hall", "watt": 40}),
            ("HouseLamp", {"key": "attic", "name": "attic", "watt": 60, "note": "under the roof"}),
            ("HouseLampAddress", {"key": "192.0.2.1/24", "address": "192.0.2.1/24", "lamp": "hall"}),
            (
                "HouseLampAddress",
                {"key": "192.0.2.9/24", "address": "192.0.2.9/24", "lamp": "attic", "ports": (80, 443)},
            ),
        ],
    ),
    "lines that nothing names keep their order and have no key": (
        PATHS,
        [
            ("HouseGateRule", {"do": "open", "to": "yard"}),
            ("HouseGateRule", {"do": "shut", "to": "yard", "when": "at night"}),
            ("HouseGateRule", {"do": "shut"}),
        ],
    ),
    "lines under a path that name one thing, or find it": (
        PATHS,
        [
            ("HouseBell", {"key": "north", "muted": "yes"}),
            ("HouseBell", {"key": "south", "tone": 440, "name": "south"}),
        ],
    ),
    "paths and what they say on one line": (
        ONE_LINE_PATHS,
        [
            ("HouseLamp", {"key": "hall", "name": "hall", "watt": 40}),
            ("HouseLamp", {"key": "attic", "name": "attic", "watt": 60}),
            ("Bell", {"key": "b1", "name": "b1"}),
        ],
    ),
    "tables are named by their commands": (
        SHEETS,
        [
            (
                "DoorState",
                {
                    "key": "north1",
                    "door": "north1",
                    "badge_no": 4711,
                    "ok": "yes",
                    "kind": "oak",
                    "state": "shut for good",
                },
            ),
            (
                "DoorState",
                {
                    "key": "south1",
                    "door": "south1",
                    "badge_no": "none",
                    "ok": "no",
                    "kind": "steel",
                    "state": "open",
                },
            ),
            ("Lamp", {"key": "lamp1", "colour": "white", "lamp": "lamp1", "age_days": 12, "bulb": "E27"}),
            ("Lamp", {"key": "lamp2", "colour": "white", "lamp": "lamp2", "age_days": 3, "bulb": "E14"}),
            ("Lamp", {"key": "lamp3", "colour": "white", "lamp": "lamp3", "age_days": "-", "bulb": "E27"}),
        ],
    ),
    "names and values over several lines": (
        SHEETS,
        [
            ("Configuration", {"hostname": "mill5"}),
            (
                "Stock",
                {"key": "Door 1", "name": "Door 1", "descr": "oak, old", "pid": "DR-1", "sn": 4711},
            ),
            ("Stock", {"key": "Door 2", "name": "Door 2", "descr": "steel", "pid": "DR-2", "sn": 4712}),
        ],
    ),
    "a wide table with commas in quotes and empty cells": (
        WIDE,
        [
            (
                "Door",
                {
                    "key": "north1",
                    "door": "north1",
                    "hall": "Hall 7, north",
                    "badge_1": 4711,
                    "note": 'the "old" door',
                },
            ),
            ("Door", {"key": "south1", "door": "south1", "badge_1": 4712, "owner": "Ida"}),
        ],
    ),
}


@pytest.mark.parametrize(("text", "expected"), READ.values(), ids=READ)
def test_entities(text: str, expected: Values, sandbox: Sandbox) -> None:
    assert values_of(text, (kind for kind, _ in expected), sandbox) == expected


TEXTS = {"sections": SECTIONS, "paths": PATHS, "sheets": SHEETS, "a wide table": WIDE}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_every_line_with_a_word_is_explained(text: str, sandbox: Sandbox) -> None:
    assert unexplained(text, sandbox) == []


@pytest.mark.parametrize("text", NO_SHEETS.values(), ids=NO_SHEETS)
def test_what_is_no_row_of_tables(text: str) -> None:
    assert find_style(text.splitlines())[0] == "indented"


BLOCKS_OF_ONE_WORD = """\
begin house lamp
  open north
    set watt 40
    set colour white
  shut
  open south
    set watt 60
  shut
stop
begin house bell
  open b1
    set tone 440
    set loud on
    set pause 5
  shut
stop
begin road gate
  open g1
    set toll 5
    set lock on
    set guard Ida
    set width 3
  shut
stop
"""


def test_a_word_that_opens_everything_names_nothing(sandbox: Sandbox) -> None:
    assert [(each.type, each.values["key"]) for each in parsed(BLOCKS_OF_ONE_WORD, sandbox)[1:]] == [
        ("HouseLamp", "north"),
        ("HouseLamp", "south"),
        ("HouseBell", "b1"),
        ("RoadGate", "g1"),
    ]
