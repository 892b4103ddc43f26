"""What rows say of one device, they do not say of another one whose rows have the same value."""

from __future__ import annotations

import pytest

from agent.model.answer_writer import AnswerWriter
from agent.model.row_evidence import KnownNames
from agent.model.show_rows import show_rows
from agent.records import Outcome, Query, Row
from graph_store.records import Cell, SourceLine


def rows(statement: str, *cells: tuple[str, dict[str, Cell]]) -> Outcome:
    """Make an outcome of lines with their cells; the first is the device's."""
    made = tuple(
        Row(values, (SourceLine(f"{values['device']}.cfg", number, text),), 1)
        for number, (text, values) in enumerate(cells, 1)
    )
    return Outcome(Query("cypher", statement), made, total_rows=len(made))


NEIGHBORS = rows(
    "MATCH (n:Neighbor) RETURN n.device AS device, n.key AS neighbor, n.remote_as AS remote_as",
    (" neighbor 10.1.1.2 remote-as 65002", {"device": "r1", "neighbor": "10.1.1.2", "remote_as": 65002}),
    (" neighbor 10.1.1.1 remote-as 65001", {"device": "r2", "neighbor": "10.1.1.1", "remote_as": 65001}),
)
ADDRESSES = rows(
    "MATCH (i:Interface) RETURN i.device AS device, i.key AS interface, i.address AS address",
    (" ip address 10.1.1.1/30", {"device": "r1", "interface": "Gi0/1", "address": "10.1.1.1"}),
    (" ip address 10.1.1.2/30", {"device": "r2", "interface": "Gi0/2", "address": "10.1.1.2"}),
)
LOCAL = rows(
    "MATCH (b:Bgp) RETURN b.device AS device, b.local_as AS local_as",
    ("router bgp 65001", {"device": "r1", "local_as": 65001}),
    ("router bgp 65002", {"device": "r2", "local_as": 65002}),
)
VLANS = rows(
    "MATCH (v:Vlan) RETURN v.device AS device, v.key AS vlan, v.name AS name",
    ("vlan 20", {"device": "r1", "vlan": 20, "name": "PHONES"}),
    ("vlan 30", {"device": "r2", "vlan": 30, "name": "GUESTS"}),
)
TUNNELS = rows(
    "MATCH (t:Tunnel) RETURN t.device AS device, t.key AS tunnel, t.source AS source",
    ("interface Tunnel30", {"device": "r1", "tunnel": 30, "source": "Gi0/2"}),
)
SHOWN = show_rows([NEIGHBORS, ADDRESSES, LOCAL, VLANS, TUNNELS], 4000, len)
NAMES = KnownNames(
    frozenset({"r1", "r2"}),
    frozenset({"neighbor", "remot", "as", "interfac", "address", "local", "vlan", "name", "tunnel", "sourc"}),
)
LIES = [
    "`r1` has the neighbor `10.1.1.1` [1-9]",
    "`r2` has the neighbor `10.1.1.2` [1-6]",
    "The neighbor of `r1` is `10.1.1.1` [1-4]",
    "On `r1`, the neighbor is `10.1.1.1` [1-4]",
    "`r1`: neighbor `10.1.1.1` [1-4]",
    "`r1` has the address `10.1.1.2` on `Gi0/2` [1-9]",
    "`r1` has the interface `Gi0/2` with the address `10.1.1.2` [1-9]",
    "`r1` has the local AS `65002` [1-9]",
    "`r2` has the remote AS `65002` [1-9]",
    "`r1` has VLAN `30` [1-9]",
    "`r1` has the VLAN `30` with the name `GUESTS` [1-9]",
]
RIGHT = [
    "`r1` has the neighbor `10.1.1.2` [1-9]",
    "`r2` has the neighbor `10.1.1.1` with the remote AS `65001` [1-9]",
    "The neighbor of `r1` is `10.1.1.2` [1-4]",
    "On `r1`, the neighbor is `10.1.1.2` [1-4]",
    "`r1`: neighbor `10.1.1.2` [1-4]",
    "`r1` has the address `10.1.1.1` on `Gi0/1` [1-9]",
    "The neighbor `10.1.1.1` of `r2` is an address of `r1` [2,3]",
    "`r1` has the neighbor `10.1.1.2`, which is the address of `Gi0/2` on `r2` [1,4]",
    "`r1` has the local AS `65001`, `r2` has the local AS `65002` [5,6]",
    "`r1` has the VLAN `20`, and `r2` has the VLAN `30` with the name `GUESTS` [7,8]",
    "The tunnel `30` of `r1` has the source `Gi0/2` [9]",
]


def write(line: str) -> AnswerWriter:
    writer = AnswerWriter(SHOWN, "Which neighbors, addresses and VLANs are there?", lambda _: None, NAMES)
    writer.end(line)
    return writer


@pytest.mark.parametrize("line", LIES)
def test_it_is_marked(line: str) -> None:
    writer = write(line)
    assert "(not so in these lines" in writer.text
    assert not writer.answered


@pytest.mark.parametrize("line", RIGHT)
def test_it_stays(line: str) -> None:
    writer = write(line)
    assert writer.answered
    assert "in these lines" not in writer.text


LIFETIMES = rows(
    "MATCH (p:Proposal) RETURN p.device AS device, p.key AS name, p.lifetime AS lifetime",
    ("proposal gate-esp lifetime 2", {"device": "yard-wa1", "name": "gate-esp", "lifetime": "2h"}),
    ("proposal wa1-esp lifetime 45m", {"device": "yard-hub", "name": "wa1-esp", "lifetime": "45m"}),
)


@pytest.mark.parametrize(
    ("line", "holds"),
    [
        ("No: `yard-wa1` `gate-esp` has lifetime `2h`, `yard-hub` `wa1-esp` has lifetime `45m` [1,2]", True),
        ("No: `yard-wa1` `gate-esp` has lifetime `45m`, `yard-hub` `wa1-esp` has lifetime `2h` [1,2]", False),
        ("`yard-hub` `gate-esp` has lifetime `2h` [1,2]", False),
        ("`yard-wa1` `wa1-esp` has lifetime `45m` [1,2]", False),
    ],
)
def test_parts_of_a_name_are_not_another_device(line: str, holds: bool) -> None:
    names = KnownNames(frozenset({"yard-wa1", "yard-hub"}), frozenset({"propos", "name", "lifetim"}))
    shown = show_rows([LIFETIMES], 4000, len)
    writer = AnswerWriter(shown, "do the lifetimes of both agree?", lambda _: None, names)
    writer.end(line)
    assert ("in these lines" not in writer.text and writer.answered) is holds


TRUNKS = rows(
    "MATCH (i:Interface) RETURN i.device AS device, i.key AS interface, i.allowed_vlan AS allowed, "
    "i.native_vlan AS native",
    ("allowed 31,32,35-39", {"device": "r1", "interface": "Po7", "allowed": "31,32,35-39", "native": 44}),
    ("allowed 31,37", {"device": "r2", "interface": "Po7", "allowed": "31,37", "native": 44}),
    ("no allowed", {"device": "r3", "interface": "Po7", "allowed": None, "native": 44}),
)


@pytest.mark.parametrize(
    ("line", "holds"),
    [
        ("`32` is allowed on `r1` and not on `r2` [1,2]", True),
        ("`32` is missing on `r2` [1,2]", True),
        ("`r1` has `32`, `r2` does not have `32` [1,2]", True),
        ("`36` is allowed on `r1` and not on `r2` [1,2]", True),  # of a span
        ("`31` is allowed on `r1` and not on `r2` [1,2]", False),
        ("`37` is missing on `r1` [1,2]", False),
        ("`31` is missing on `r2` [1,2]", False),
        ("`32` is allowed on `r1` and not on `r3` [1,3]", False),
        ("`32` is allowed on `r2` and not on `r1` [1,2]", False),
        ("`32` is allowed on `r2` [1,2]", False),
    ],
)
def test_a_number_is_denied_of_a_list_without_it(line: str, holds: bool) -> None:
    names = KnownNames(frozenset({"r1", "r2", "r3"}), frozenset({"interfac", "permit", "nativ", "vlan"}))
    shown = show_rows([TRUNKS], 4000, len)
    writer = AnswerWriter(shown, "compare the allowed vlans of Po7", lambda _: None, names)
    writer.end(line)
    assert ("in these lines" not in writer.text) is holds


PAIRS = rows(
    "MATCH (p:Pair) RETURN p.device AS device, p.key AS pair_domain, p.fast_hello AS fast_hello",
    ("pair domain 8", {"device": "r1", "pair_domain": 8, "fast_hello": None}),
    ("fast-hello", {"device": "r3", "pair_domain": 8, "fast_hello": True}),
)
FOUND = Outcome(
    Query("lucene", ""),
    (
        Row(
            {"path": "r2.cfg", "number": 9, "text": "fast-hello"}, (SourceLine("r2.cfg", 9, "fast-hello"),), 1
        ),
    ),
    total_rows=1,
)


@pytest.mark.parametrize(
    ("line", "holds"),
    [
        ("`r1` lacks `fast-hello` in pair domain `8`; `r2` has `fast-hello` [1,3]", True),
        ("`r2` has `fast-hello` without pair domain [1,3]", True),
        ("`r1` has `fast-hello` in pair domain `8`; `r2` has `fast-hello` [1,3]", False),
        ("`r3` lacks `fast-hello` in pair domain `8`; `r2` has `fast-hello` [2,3]", False),
        ("`r2` lacks `fast-hello` in pair domain `8`; `r1` has `fast-hello` [1,3]", False),
        ("`r1` does not lie in pair domain `8` [1]", False),
        ("`r2` lacks `fast-hello` [1,3]", False),
    ],
)
def test_what_one_device_lacks_another_one_has(line: str, holds: bool) -> None:
    names = KnownNames(frozenset({"r1", "r2", "r3"}), frozenset({"pair", "fast", "hello"}))
    shown = show_rows([PAIRS, FOUND], 4000, len)
    writer = AnswerWriter(shown, "which one lacks fast-hello in the pair domain?", lambda _: None, names)
    writer.end(line)
    assert ("in these lines" not in writer.text and writer.answered) is holds


OF_A_GROUP = Outcome(
    Query(
        "cypher",
        "MATCH (n:Neighbor) WHERE n.auth_key IS NULL OPTIONAL MATCH (g:Group)-[:HAS]->(n) "
        "RETURN n.device AS device, n.key AS neighbor, g.key AS group_name, n.auth_key AS auth_key",
    ),
    (
        Row(
            {"device": "r1", "neighbor": "10.4.4.2", "group_name": "UP", "auth_key": None},
            (
                SourceLine("r1.set", 5, "group UP neighbor 10.4.4.9 auth-key abc"),
                SourceLine("r1.set", 6, "group UP neighbor 10.4.4.2"),
            ),
            2,
        ),
    ),
    total_rows=1,
)


@pytest.mark.parametrize(
    ("line", "holds"),
    [
        ("`10.4.4.2` on `r1`, in group `UP`, has no auth key [1]", True),
        ("`10.4.4.2` on `r1`, in group `UP`, has an auth key [1]", False),
        ("`10.4.4.9` on `r1`, in group `UP`, has no auth key [1]", False),
        ("`10.4.4.2` on `r1` is in no group [1]", False),
        ("`10.4.4.2` is no neighbor of `r1` [1]", False),
    ],
)
def test_a_line_of_another_part_proves_no_key(line: str, holds: bool) -> None:
    names = KnownNames(frozenset({"r1"}), frozenset({"neighbor", "auth", "key", "group"}))
    writer = AnswerWriter(
        show_rows([OF_A_GROUP], 4000, len), "which peer has no auth key?", lambda _: None, names
    )
    writer.end(line)
    assert ("in these lines" not in writer.text and writer.answered) is holds


DENIED = rows(
    "MATCH (e:Denied) RETURN e.device AS device, e.source_port AS source_port, e.time AS time, e.area AS area, "
    "e.passive AS passive",
    (
        "51111 10:02:41",
        {"device": "r1", "source_port": 51111, "time": "10:02:41", "area": 0, "passive": None},
    ),
    (
        "51112 10:03:41",
        {"device": "r1", "source_port": 51112, "time": "10:03:41", "area": 7, "passive": True},
    ),
)
PAIRED = {
    "places of two lists": ("`51111` and `51112` at `10:02:41` and `10:03:41` [1,2]", ""),
    "places that are exchanged": ("`51111` and `51112` at `10:03:41` and `10:02:41` [1,2]", "10:03:41"),
    "lists of different lengths": ("`51111` and `51112` at `10:02:41` [1,2]", "10:02:41"),
    "a number that is zero": ("`r1` has the area `0` [1]", ""),
    "a bracket of the last of a list": ("`51111` and `51112` (passive) [1,2]", ""),
    "a bracket of another": ("`51111` (passive) and `51112` [1,2]", "passive"),
    "what rows do not show": ("`51111`, and the rows show no gateway of it [1]", ""),
    "a sentence that begins as an order may": ("Open are `51111` and `51112` of `r1` [1,2]", ""),
}


@pytest.mark.parametrize(("line", "marked"), PAIRED.values(), ids=PAIRED)
def test_lists_side_by_side(line: str, marked: str) -> None:
    writer = AnswerWriter(show_rows([DENIED], 1000, len), "Which ports are open?", str, NAMES)
    writer.end(line)
    assert writer.text
    assert ("(not so in these lines" in writer.text) == bool(marked)
    assert marked in writer.text.partition("(not so")[2]


def test_an_order_is_still_none() -> None:
    for order in ("Open `51111` on `r1` [1]", "Shut down `r1` [1]", "Reset `r1` [1]"):
        writer = AnswerWriter(show_rows([DENIED], 1000, len), "Which ports?", str, NAMES)
        writer.end(order)
        assert not writer.text
