"""What stands between signs on one line, is repeated without a name, or is said by reference is read one by one."""

from __future__ import annotations

import pytest

from ingest.sandbox import Sandbox
from tests.ingest.induction.configurations.parsed_text import Values, parsed, unexplained, values_of

ANCHORS = """\
---
usual: &usual
  watt: 40
  dimmed: true
floor: tower3
lamps:
  - name: lamp1
    <<: *usual
    at: 192.0.2.1/24
  - name: lamp2
    <<: *usual
    watt: 60
rooms:
  10: {name: hall, lit by: [lamp1, lamp2], locked: false}
  20: {name: attic, lit by: [lamp2]}
clocks: &clocks [192.0.2.60, 192.0.2.61]
bells:
  follow: *clocks
doors: [{name: d1, note: "to: yard, main"},
  {name: d2}]
"""
TWO_HOUSES = """\
# two houses
---
house: mill
doors:
  - name: d1
    note: a note of
      two lines
---
house: barn
doors:
  - name: d1
  - name: d2
"""
SAME_NAMES = (
    '{"paths": [{"name": "out", "via": "192.0.2.1"}, {"name": "out", "via": "192.0.2.2"}, {"name": "in"}]}'
)
ON_IN_A_LIST = '{"lamps": [{"name": "l1", "lampOff": true, "watt": 5}, {"name": "l2", "lampOff": false}]}'
ONE_LINERS = """\
/* lamps of
   the tower */
room hall1 { lamp l1; watt 40; }
room attic1 {
    lamp l2; # dim
    watts 10, 20;
    set { colour "deep; blue"; }
    long 192.0.2.1
        port 80;
}
shutters { north { } south { } }
"""
NAMELESS = """\
tower {
    lamp {
        watt 40;
        lamp_name hall.lamp;
    }
    lamp {
        watt 60;
        lamp_name attic.lamp;
        dim;
    }
}
"""
NAMELESS_INDENTED = NAMELESS.replace("{", "").replace("}", "").replace(";", "")
CLOSED_BY_WORDS = """\
build lamp list
    put "hall"
        with watt 40
        with colours red green blue
        with reach 192.0.2.1 255.255.255.0
        with dimmer on
    done
    put "attic"
        with watt 60
        without dimmer
        with shade dark
    done
finish
build bell table
    put 1
        with tone 440
        with rings "main door"
        with pause 3
    done
    put 2
        with tone 880
        with loud yes
    done
finish
"""
MASKED = """\
net 192.0.2.0 netmask 255.255.255.0 {
  gate 192.0.2.1;
}
net 198.51.100.0 netmask 255.255.255.128 {
  gate 198.51.100.1;
}
"""

STANZAS = """\
wake lamp1
lamp lamp1
    watt 40
    rails rail5 rail6

wake lamp2
lamp lamp2 loop always
    watt 60
    hours 10 20

wake crown
lamp crown
    watt 90
    hours 10

wake lamp4
lamp lamp4 loop once
    watt 75
    hours 7 to 9 12
"""
SEPARATED = """\
#
 release 7.1
#
 bell tower 10.60.1.5
#
lamp lamp1
 watt 40
 undo dim rail1
#
 bell volume 7
#
lamp lamp2
 watt 60
 dim rail2
 dim rail3
#
lamp lamp3
 undo dim rail4
#
"""
READ: dict[str, tuple[str, Values]] = {
    "a statement and a block of one name are two things; names are listed": (
        STANZAS,
        [
            ("Lamp", {"key": "lamp1", "watt": 40, "rails": ("rail5", "rail6")}),
            ("Lamp", {"key": "lamp2", "loop": "always", "watt": 60, "hours": (10, 20)}),
            ("Lamp", {"key": "crown", "watt": 90, "hours": 10}),
            ("Lamp", {"key": "lamp4", "loop": "once", "watt": 75, "hours": ("7-9", 12)}),
        ],
    ),
    "behind a sign that stands alone an indented line is in no block; what is taken back is no entity": (
        SEPARATED,
        [
            ("Configuration", {"release": "7.1", "bell_tower": "10.60.1.5", "bell_volume": 7}),
            ("Lamp", {"key": "lamp1", "watt": 40}),
            ("Negation", {"key": "dim rail1", "negated": True, "dim": "rail1"}),
            ("Lamp", {"key": "lamp2", "watt": 60}),
            ("Dim", {"key": "rail2"}),
            ("Dim", {"key": "rail3"}),
            ("Lamp", {"key": "lamp3"}),
            ("Negation", {"key": "dim rail4", "negated": True, "dim": "rail4"}),
        ],
    ),
    "what an anchor names is said where it is repeated, and its own members win": (
        ANCHORS,
        [
            (
                "Lamp",
                {"key": "lamp1", "name": "lamp1", "watt": 40, "dimmed": True, "at": "192.0.2.1/24"},
            ),
            ("Lamp", {"key": "lamp2", "name": "lamp2", "dimmed": True, "watt": 60}),
        ],
    ),
    "maps on one line": (
        ANCHORS,
        [
            ("Room", {"key": 10, "name": "hall", "locked": False}),
            ("Room", {"key": 20, "name": "attic"}),
            ("Door", {"key": "d1", "name": "d1", "note": "to: yard, main"}),
            ("Door", {"key": "d2", "name": "d2"}),
        ],
    ),
    "lists on one line, and repeated by name": (
        ANCHORS,
        [
            ("LitBy", {"key": "lamp1"}),
            ("LitBy", {"key": "lamp2"}),
            ("LitBy", {"key": "lamp2"}),
            ("Clock", {"key": "192.0.2.60"}),
            ("Clock", {"key": "192.0.2.61"}),
            ("BellsFollow", {"key": "192.0.2.60"}),
            ("BellsFollow", {"key": "192.0.2.61"}),
        ],
    ),
    "several documents of one file": (
        TWO_HOUSES,
        [
            ("Entry", {"key": "mill", "house": "mill"}),
            ("Door", {"key": "d1", "name": "d1", "note": "a note of two lines"}),
            ("Entry", {"key": "barn", "house": "barn"}),
            ("Door", {"key": "d1", "name": "d1"}),
            ("Door", {"key": "d2", "name": "d2"}),
        ],
    ),
    "elements of one name stay two": (
        SAME_NAMES,
        [
            ("Path", {"key": "out", "name": "out", "via": "192.0.2.1"}),
            ("Path", {"key": "out", "name": "out", "via": "192.0.2.2"}),
            ("Path", {"key": "in", "name": "in"}),
        ],
    ),
    "on and off inside the elements of a list": (
        ON_IN_A_LIST,
        [
            ("Lamp", {"key": "l1", "name": "l1", "lamp_off": True, "watt": 5}),
            ("Lamp", {"key": "l2", "name": "l2", "lamp_off": False}),
        ],
    ),
    "several statements of one line, and one of several lines": (
        ONE_LINERS,
        [
            ("Room", {"key": "hall1", "lamp": "l1", "watt": 40}),
            (
                "Room",
                {
                    "key": "attic1",
                    "lamp": "l2",
                    "watts": (10, 20),
                    "set_colour": "deep; blue",
                    "long": "192.0.2.1",
                    "port": 80,
                },
            ),
        ],
    ),
    "blocks without a name are told apart by what is in them": (
        NAMELESS,
        [
            ("TowerLamp", {"key": "hall.lamp", "watt": 40, "lamp_name": "hall.lamp"}),
            ("TowerLamp", {"key": "attic.lamp", "watt": 60, "lamp_name": "attic.lamp", "dim": True}),
        ],
    ),
    "the same by indentation": (
        NAMELESS_INDENTED,
        [
            ("TowerLamp", {"key": "hall.lamp", "watt": 40, "lamp_name": "hall.lamp"}),
            ("TowerLamp", {"key": "attic.lamp", "watt": 60, "lamp_name": "attic.lamp", "dim": True}),
        ],
    ),
    "a mask behind an address is its mask": (
        MASKED,
        [
            (
                "Net",
                {
                    "key": "192.0.2.0",
                    "prefix": "192.0.2.0/24",
                    "netmask": "255.255.255.0",
                    "gate": "192.0.2.1",
                },
            ),
            (
                "Net",
                {
                    "key": "198.51.100.0",
                    "prefix": "198.51.100.0/25",
                    "netmask": "255.255.255.128",
                    "gate": "198.51.100.1",
                },
            ),
        ],
    ),
}


@pytest.mark.parametrize(("text", "expected"), READ.values(), ids=READ)
def test_entities(text: str, expected: Values, sandbox: Sandbox) -> None:
    assert values_of(text, (kind for kind, _ in expected), sandbox) == expected


def test_a_word_that_opens_every_leaf_and_words_that_close_blocks_say_nothing(sandbox: Sandbox) -> None:
    found = parsed(CLOSED_BY_WORDS, sandbox)
    assert [
        (dict(each.values), each.lines) for each in found if each.type not in ("Configuration", "Comment")
    ] == [
        (
            {
                "key": "hall",
                "watt": 40,
                "colours": ("red", "green", "blue"),
                "reach": "192.0.2.1",
                "reach_prefix": "192.0.2.1/24",
                "reach_mask": "255.255.255.0",
                "dimmer": "on",
            },
            ((1, 6),),
        ),
        ({"key": "attic", "watt": 60, "without": "dimmer", "shade": "dark"}, ((7, 11),)),
        ({"key": 1, "tone": 440, "rings": "main door", "pause": 3}, ((14, 18),)),
        ({"key": 2, "tone": 880, "loud": "yes"}, ((19, 22),)),
    ]
    assert found[0].values == {}


TEXTS = {name: text for name, (text, _) in READ.items()} | {"closing words": CLOSED_BY_WORDS}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_every_line_with_a_word_is_explained(text: str, sandbox: Sandbox) -> None:
    assert unexplained(text, sandbox) == []


LOOPS = {
    "an alias of itself": "a: &a\n  b: *a\nc:\n  d: 1\n",
    "aliases of aliases of aliases": "a0: &a0 [x, y]\n"
    + "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 20)),
}


@pytest.mark.parametrize("text", LOOPS.values(), ids=LOOPS)
def test_aliases_are_bounded(text: str, sandbox: Sandbox) -> None:
    assert len(parsed(text + "e:\n", sandbox)) < 50_000
