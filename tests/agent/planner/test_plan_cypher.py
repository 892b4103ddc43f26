"""Questions in English, and the rows that the statements written for them return."""

from __future__ import annotations

import pytest

from graph_store.bolt_graph import BoltGraph
from graph_store.read_only import check_read_only
from graph_store.records import Cell
from tests.agent.planner.planned import planned

Rows = list[tuple[Cell, ...]]

ANSWERS: dict[str, tuple[str, Rows]] = {
    "a property of a named thing": (
        "What is the MTU of GigabitEthernet0/1 on r2?",
        [("r2", "GigabitEthernet0/1", 1500)],
    ),
    "a short interface name": ("What is the mtu of Gi0/1 on R1?", [("r1", "GigabitEthernet0/1", 9000)]),
    "the things of a kind": (
        "Which interfaces are on j1?",
        [("j1", "ge-0/0/0"), ("j1", "ge-0/0/1")],
    ),
    "a property of the device": ("Which NTP server does r2 use?", [("r2", "192.0.2.2")]),
    "who holds a value": (
        "Which device and interface own the address 10.1.1.2?",
        [("r2", "GigabitEthernet0/1", "10.1.1.2")],
    ),
    "a count": ("How many interfaces are shut down?", [(1,)]),
    "a count by device": ("How many interfaces does each device have?", [("r1", 3), ("r2", 2), ("j1", 2)]),
    "devices are those with a configuration": ("How many devices are there?", [(3,)]),
    "the most common value": ("What is the most common metric set in the route maps?", [(50, 1)]),
    "the greatest": ("Which interface has the highest MTU?", [("r1", "GigabitEthernet0/1", 9000)]),
    "a comparison": ("Which interfaces have an MTU above 2000?", [("r1", "GigabitEthernet0/1", 9000)]),
    "names that begin alike": ("Which devices have a loopback interface?", [("r1", "Loopback0")]),
    "the opposite": (
        "Which interfaces of r1 have no description?",
        [("r1", "GigabitEthernet0/2"), ("r1", "Loopback0")],
    ),
    "addresses of a subnet": (
        "Which interfaces have an address in 10.0.0.0/16?",
        [("r1", "Loopback0", "10.0.0.1")],
    ),
    "a reference by name": (
        "Which route-maps use the prefix-list PL-A?",
        [("r1", "RM-OUT", "PL-A")],
    ),
    "a number by the word before it": ("Which devices run OSPF area 0?", [("r1", 0)]),
    "a property that a group hands on": (
        "What is the remote AS of each neighbor address of r1?",
        [("r1", "10.1.1.2", 65002)],
    ),
    "a name that is defined nowhere": (
        "Is any route-map applied to a neighbor without being defined?",
        [("r1", "RM-GONE", "route map", "10.1.1.2")],
    ),
    "a name that is used nowhere": ("Which prefix-list is never used?", [("r1", "PL-B")]),
    "an address on two devices of different makes": (
        "Is any interface address configured on more than one device?",
        [("j1", "ge-0/0/1", "10.9.9.9"), ("r2", "GigabitEthernet0/3", "10.9.9.9")],
    ),
    "the other end of a link between two makes": (
        "Which device and interface are at the other end of ge-0/0/0 on j1?",
        [("r1", "GigabitEthernet0/2", "10.1.3.1/30")],
    ),
    "the peers of a device": (
        "Which devices does r2 peer with in BGP?",
        [("r2", "10.1.1.1", "r1", "GigabitEthernet0/1")],
    ),
    "a link whose ends are set differently": (
        "Which link has a different MTU at its two ends?",
        [("r1", "GigabitEthernet0/1", 9000, "r2", "GigabitEthernet0/1", 1500)],
    ),
    "a name that is defined nowhere, said otherwise": (
        "Which route-maps are applied to a BGP neighbor but defined nowhere?",
        [("r1", "RM-GONE", "route map", "10.1.1.2")],
    ),
    "devices on which something is not": ("Which devices have no route-map?", [("r2",), ("j1",)]),
    "devices on which a named thing is not": (
        "Which routers do not have a 'GigabitEthernet0/3' interface?",
        [("r1",), ("j1",)],
    ),
    "devices without a text in the lines of a kind": (
        "Which devices do not have 'unit 0 address' on any unit?",
        [("r1",), ("r2",)],
    ),
    "a group of neighbors is none itself": ("How many neighbors does r1 have?", [(1,)]),
    "neighbors of another AS": ("Which BGP neighbors of r2 are eBGP?", [("r2", "10.1.1.1", 65001)]),
    "the members of a group": (
        "Which services are in the group WEB?",
        [("j1", "WEB", "http"), ("j1", "WEB", "https")],
    ),
    "a count of members": ("How many services are in the group WEB?", [(2,)]),
    "what a comment says with a time": (
        "When was the running configuration of j1 last changed?",
        [("j1", "Running configuration last done at 14:30:59")],
    ),
    "the one with the most parts": ("What is the longest route map on r1?", [("r1", "RM-OUT", 1)]),
    "what a thing is called": ("What is VLAN 20 called?", [("j1", "20", "guests")]),
    "a device's own value in short words": ("ip of Gi0/3 on r2", [("r2", "GigabitEthernet0/3", "10.9.9.9")]),
    "a count of records": ("How many GET requests are in the log?", [(15,)]),
    "a count of records of a level": ("How many WARNING lines are there?", [(3,)]),
    "a typical value": (
        "What is the maximum time of a request to '/v2/servers'?",
        [(0.19, "2026-01-05 10:19:00")],
    ),
    "error codes by convention": ("Are there any error status codes?", [(500, 4)]),
    "records between two times": ("How many events happened between 10:05 and 10:10?", [(5,)]),
    "a field by a value beside it": ("Which user closed session s-1?", [("alice", 1)]),
    "records by minute": (
        "How many events are there per hour?",
        [("2026-01-05 10:00", 20), ("2026-01-05 11:00", 3)],
    ),
}


@pytest.mark.parametrize(("text", "expected"), ANSWERS.values(), ids=ANSWERS)
def test_rows(text: str, expected: Rows, two_makes: BoltGraph) -> None:
    (query,) = planned(text, two_makes)
    assert query.reading is not None
    assert (query.reading.unlinked, query.reading.missing) == ((), ())
    check_read_only(query.statement)
    table = two_makes.read(query.statement, query.parameters)
    assert table.columns == query.reading.columns
    width = len(expected[0])
    assert sorted(map(str, (row[:width] for row in table.rows))) == sorted(map(str, expected))


def test_makes_that_say_it_differently_are_asked_one_by_one(two_makes: BoltGraph) -> None:
    rows = [
        two_makes.read(one.statement, one.parameters).rows
        for one in planned("Which devices run OSPF?", two_makes)
    ]
    assert [[row[0] for row in some] for some in rows] == [["r1"], ["j1"]]


def test_that_thing_is_the_one_the_first_part_found(two_makes: BoltGraph) -> None:
    text = "Which user closed session s-1, and how many events were logged for that user?"
    first, second = planned(text, two_makes)
    assert two_makes.read(first.statement, first.parameters).rows[0][0] == "alice"
    assert two_makes.read(second.statement, second.parameters).rows == ((3,),)


MISSING = {
    "an interface that is not there": ("What is the MTU of Loopback7 on r1?", ("Loopback7",)),
    "a protocol that nobody runs": ("Which devices run EIGRP?", ("EIGRP",)),
    "a text that no line shows": ("How many lines say 'out of paper'?", ("out of paper",)),
    "a number that its property never is": ("Which devices run OSPF area 7?", ("7",)),
}


@pytest.mark.parametrize(("text", "missing"), MISSING.values(), ids=MISSING)
def test_what_the_graph_lacks_is_said_and_finds_nothing(
    text: str, missing: tuple[str, ...], two_makes: BoltGraph
) -> None:
    (query,) = planned(text, two_makes)
    assert query.reading is not None
    assert query.reading.missing == missing
    rows = two_makes.read(query.statement, query.parameters).rows
    assert all(cell == 0 for row in rows for cell in row)


UNLINKED = {
    "a verb that narrows": "Which interfaces of r1 are overheating?",
    "two kinds that nothing ties": "Which neighbors of r1 belong to GigabitEthernet0/2?",
}


@pytest.mark.parametrize("text", UNLINKED.values(), ids=UNLINKED)
def test_words_that_the_reading_ignores_are_said(text: str, two_makes: BoltGraph) -> None:
    (query,) = planned(text, two_makes)
    assert query.reading is not None
    assert query.reading.unlinked


NOT_ASKED = {
    "nothing": "",
    "punctuation": "?!",
    "another language": "Wie wird das Wetter morgen?",
}


@pytest.mark.parametrize("text", NOT_ASKED.values(), ids=NOT_ASKED)
def test_what_is_no_question_about_the_graph_is_never_answered(text: str, two_makes: BoltGraph) -> None:
    for query in planned(text, two_makes):
        assert query.reading is not None
        assert query.reading.unlinked or query.reading.missing


def test_values_never_stand_in_the_statement(two_makes: BoltGraph) -> None:
    (query,) = planned("What is the mtu of 'GigabitEthernet0/1' on r1?", two_makes)
    assert "GigabitEthernet0/1" not in query.statement
    assert "GigabitEthernet0/1" in query.parameters.values()
