"""Examples in the schema of a prompt: those that are secrets on their line are left out, whatever they are called."""

from __future__ import annotations

import pytest

from agent.model.describe_graph import describe_graph
from graph_store.records import Description, LabelDescription, PropertyDescription

EXAMPLES = {
    "a RADIUS key under a name that tells nothing": (
        "option",
        "Zq8-harbourkey",
        "radius-server host 10.1.1.1 key Zq8-harbourkey",
        False,
    ),
    "an md5 key of OSPF": ("md5", "Tide9Wharf", " ip ospf message-digest-key 1 md5 Tide9Wharf", False),
    "a text with a secret in it": (
        "rest",
        "7 0822455D0A16",
        "username bob password 7 0822455D0A16",
        False,
    ),
    "a JSON password": ("value", "qN4vcdx81", '  "password": "qN4vcdx81",', False),
    "the last line of a key": ("text", "Zk3vQw8u", "Zk3vQw8u", False),
    "an address beside a key": (
        "host",
        "10.1.1.1",
        "radius-server host 10.1.1.1 key Zq8-harbourkey",
        True,
    ),
    "a name": ("name", "UPLINK-1", "interface UPLINK-1", True),
}


@pytest.mark.parametrize(("name", "example", "line", "shown"), EXAMPLES.values(), ids=EXAMPLES)
def test_examples_are_judged_by_their_line(name: str, example: str, line: str, shown: bool) -> None:
    one = PropertyDescription(name, ("string",), 1, 1, (example,), lines=(line,))
    places = describe_graph(Description((LabelDescription("Thing", 1, (one,)),)))
    assert (example in "\n".join(places.values())) == shown
