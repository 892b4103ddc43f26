"""What of a question looks like a value, what of a sentence is a claim, and where the graph has values."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agent.model.known_values import KnownText, find_claims
from agent.model.near_values import (
    asked_devices,
    contradictions,
    near_values,
    nowhere,
    plain_values,
    question_values,
)
from agent.model.read_reply import Said, read_line
from agent.records import Query
from agent.value_index import ValueIndex, ValueOccurrence
from graph_store.bolt_graph import BoltGraph
from graph_store.records import Document
from language_model.redact import redact_text

VALUES = {
    "addresses and names": ("Has r7 10.1.2.3 on Gi0/1?", ("r7", "10.1.2.3", "Gi0/1")),
    "quoted text first": ("Is 'to the roof' on ge-0/0/0.0?", ("to the roof", "ge-0/0/0.0")),
    "dates and times are none": ("What failed on 2031-02-03 at 10:11:12 or on the 5th?", ()),
    "short numbers are none": ("Which are the top 5 of VLAN 30?", ()),
    "long numbers": ("Who peers with AS 65001?", ("65001",)),
    "names in capitals": ("Where is GUEST-IN used, by OSPF?", ("GUEST-IN",)),
    "a path and a user": ("Who is ops@example for /v1/quotes?", ("ops@example", "/v1/quotes")),
    "a possessive": ("What is r7's name?", ("r7",)),
    "words": ("Which interfaces are shut down?", ()),
    "a short word with a sign": ("Which rules of fw-2 are w/o logging?", ("fw-2",)),
}


@pytest.mark.parametrize(("question", "expected"), VALUES.values(), ids=VALUES)
def test_question_values(question: str, expected: tuple[str, ...]) -> None:
    assert question_values(question) == expected


CLAIMS = {
    "names and numbers": ("Vlan40 on r2 has 9,000", ["Vlan40", "r2", "9000"]),
    "a value in backticks": ("It belongs to `berlin`", ["berlin"]),
    "a quotation": ('It says "no shutdown"', ["no shutdown"]),
    "a proper name within": ("The router is in Berlin", ["Berlin"]),
    "the first word is none": ("Routers are fine", []),
    "months and days are none": ("It was in November on Tuesday", []),
    "number words before nouns": ("Three routers and two of them", ["3", "2"]),
    "number words alone": ("One of two", []),
    "common short capitals": ("The IP and AS of it", []),
    "signs around": ("(r1), [r2]; r3.", ["r1", "r2", "r3"]),
    "a time": ("at 09:12:14.", ["09:12:14"]),
}


@pytest.mark.parametrize(("text", "expected"), CLAIMS.values(), ids=CLAIMS)
def test_find_claims(text: str, expected: list[str]) -> None:
    assert [claim.value for claim in find_claims(text)] == expected


KNOWN = KnownText(
    ["interface GigabitEthernet0/0/7", "10.0.0.12/24", "2031-02-03T04:05:06.700000Z took 1.2345 s", "Vlan40"]
)
HAD = {
    "a name in any case": ("gigabitethernet0/0/7", True),
    "a part of an address": ("10.0.0.1", False),
    "an address without its length": ("10.0.0.12", True),
    "a name's beginning": ("GigabitEthernet0/0", False),
    "a name's end": ("0/7", False),
    "a time without its fraction": ("04:05:06", True),
    "a word before a number": ("Vlan", True),
    "a date": ("2031-02-03", True),
    "another date": ("2031-02-04", False),
}


@pytest.mark.parametrize(("name", "expected"), HAD.values(), ids=HAD)
def test_names_stand_whole(name: str, expected: bool) -> None:
    assert KNOWN.has_name(name) == expected


NUMBERS = {
    "rounded": ("1.23", True),
    "rounded wrongly": ("1.24", False),
    "inside an address": ("12", False),
    "inside a name": ("7", False),
    "of a date": ("3", False),
    "of a name": ("40", False),
}


@pytest.mark.parametrize(("value", "expected"), NUMBERS.values(), ids=NUMBERS)
def test_numbers_stand_by_themselves(value: str, expected: bool) -> None:
    assert KNOWN.has_number(value) == expected


LINES = {
    "rows": ("A is b [1,3-5]", (Said("A is b", (1, 3, 4, 5)),)),
    "rows with words": ("A [rows 2 and 4]", (Said("A", (2, 4)),)),
    "several marks": ("A [1] [2].", (Said("A", (1, 2)),)),
    "a place": ("A [x/r1.cfg:7,9]", (Said("A", (), (("x/r1.cfg", 7), ("x/r1.cfg", 9))),)),
    "places": ("A [r1.cfg:7; r2.cfg:8]", (Said("A", (), (("r1.cfg", 7), ("r2.cfg", 8))),)),
    "brackets that are text": ("The tag [sshd] is [1]", (Said("The tag [sshd] is", (1,)),)),
    "marks in quoted text": ('It says "count [7]" [1]', (Said('It says "count [7]"', (1,)),)),
    "an item": ("- A [1]", (Said("A", (1,), (), item=True),)),
    "a numbered item": ("2. A [1]", (Said("A", (1,), (), item=True),)),
    "two statements": ("A [1]. B [2]", (Said("A", (1,)), Said("B", (2,)))),
    "what has no mark": ("A [1]. B", (Said("A", (1,)), Said("B"))),
    "a lead": ("These:", (Said("These:"),)),
    "nothing": ("  ", ()),
}


@pytest.mark.parametrize(("line", "expected"), LINES.values(), ids=LINES)
def test_read_line(line: str, expected: tuple[Said, ...]) -> None:
    assert read_line(line) == expected


def test_a_span_that_has_no_end_is_cut() -> None:
    assert read_line(f"A [{'9' * 5000}]") == (Said("A"),)
    assert read_line(f"A [a.cfg:{'9' * 5000}]") == (Said("A"),)
    (said,) = read_line("A [1-999999999]")
    assert len(said.rows) < 20_000


def test_near_values_say_where(small_graph: BoltGraph) -> None:
    look_up = ValueIndex(small_graph)
    found = near_values("Is 10.0.0.1 on R1 or r3?", Query("cypher", ""), ("r1", "r2"), look_up)
    assert found[0] == "10.0.0.1: Interface.ip_address = 10.0.0.1"
    assert found[1].startswith("R1: device = r1")


ALIKE = {
    "a device that is only spelled alike": (
        "What is on core-r1?",
        "core-r1: no such name, only alike: device core-r2",
    ),
    "a part of a value": ("What is Ethernet0?", "Ethernet0: begins Interface named Ethernet0/1"),
}


@pytest.mark.parametrize(("question", "expected"), ALIKE.values(), ids=ALIKE)
def test_near_values_say_that_they_are_only_near(
    small_graph: BoltGraph, question: str, expected: str
) -> None:
    found = near_values(question, Query("cypher", ""), ("core-r2", "r1", "r2"), ValueIndex(small_graph))
    assert [line for line in found if line.startswith(expected)]


NAMED = {
    "the plural of what lines have": ("Which hosts have Loopback0s?", ()),
    "its words apart": ("What is the ntp-server?", ()),
    "the beginning of a value": ("Who has Ethernet0?", ()),
    "a part of a device's name": ("What is on core-1?", ()),
    "two words": ("Which server/port is it?", ()),
    "a file": ("What went down by api.log?", ()),
    "a part of a file's name": ("What went down by api-log?", ("api-log",)),
    "the begin of a file's name": ("What is in r1.c?", ()),
    "an address with a length": ("Who owns 10.1.1.2/32?", ()),
    "the unit of a port": ("What is Ethernet0/1.0?", ()),
    "a name with a number of lines": ("What is AS65002?", ()),
    "nothing": ("What is on core-77?", ("core-77",)),
}


@pytest.mark.parametrize(("question", "expected"), NAMED.values(), ids=NAMED)
def test_what_stands_in_another_form_is_not_nowhere(
    small_graph: BoltGraph, question: str, expected: tuple[str, ...]
) -> None:
    assert nowhere(question, ("bmt-core-1", "r1"), ValueIndex(small_graph)) == expected


def test_a_name_is_not_written_like_a_secret_key(small_graph: BoltGraph) -> None:
    look_up = ValueIndex(small_graph)
    named = [str(row[0]) for row in small_graph.read("MATCH (i:Interface) RETURN i.key").rows]
    found = near_values(f"What is {named[0]}?", Query("cypher", ""), (), look_up)
    assert found == (f"{named[0]}: Interface named {named[0]}",)
    assert [redact_text(one) for one in found] == list(found)


CONTRADICTED = {
    "another property": ("MATCH (i:Interface) WHERE i.description = $v RETURN i.key", "10.0.0.1", True),
    "the right property": ("MATCH (i:Interface) WHERE i.ip_address = $v RETURN i.key", "10.0.0.1", False),
    "a value that nobody has": (
        "MATCH (i:Interface) WHERE i.ip_address = $v RETURN i.key",
        "10.77.0.1",
        False,
    ),
    "a device in another case": ("MATCH (i:Interface) WHERE i.device = $v RETURN i.key", "R2", True),
    "a part that is looked for in texts": (
        "MATCH (i:Interface) WHERE toLower(i.description) CONTAINS toLower($v) RETURN i.key",
        "10.0.0.1",
        False,
    ),
    "how it begins": (
        "MATCH (i:Interface) WHERE i.description STARTS WITH $v RETURN i.key",
        "10.0.0.1",
        False,
    ),
    "a name that records refer to": (
        "MATCH (e:Event) WHERE e.interface = $v RETURN e.message",
        "Ethernet0/1",
        False,
    ),
    "a name that is asked of another property": (
        "MATCH (i:Interface) WHERE i.mtu = $v RETURN i.device AS interface",
        "Ethernet0/1",
        True,
    ),
    "a name in small letters, as the statement folds it": (
        "MATCH (i:Interface) WHERE toLower(i.key) = $v RETURN i.mtu",
        "ethernet0/1",
        False,
    ),
    "a piece that is joined to another": (
        "MATCH (i:Interface) WHERE i.mtu = 'Ethernet0/1' + $v RETURN i.key",
        "none",
        False,
    ),
    "a device as it is": ("MATCH (i:Interface) WHERE i.device = $v RETURN i.key", "r2", False),
}


@pytest.mark.parametrize(("statement", "value", "expected"), CONTRADICTED.values(), ids=CONTRADICTED)
def test_contradictions(small_graph: BoltGraph, statement: str, value: str, expected: bool) -> None:
    query = Query("cypher", statement, {"v": value})
    assert bool(contradictions(query, ValueIndex(small_graph))) == expected


PLAIN = {
    "a plain word that is a value": ("Was anything slow for WARN?", ("WARN: Request.level = WARN",)),
    "words that build sentences, or are in no value": ("Which of them is there for the network?", ()),
    "words of the schema": ("Which hostname has the neighbor?", ()),
    "a device, and what looks given anyway": ("Is r1 at 10.0.0.1?", ()),
}


@pytest.mark.parametrize(("question", "expected"), PLAIN.values(), ids=PLAIN)
def test_plain_words_that_are_whole_values_are_told(
    small_graph: BoltGraph, question: str, expected: tuple[str, ...]
) -> None:
    assert plain_values(question, small_graph.describe(), ValueIndex(small_graph)) == expected


def test_two_words_that_the_graph_joins_are_a_value(small_graph: BoltGraph) -> None:
    class Joined(ValueIndex):
        def find(self, text: str) -> tuple[ValueOccurrence, ...]:
            known = text.lower() == "isp-b"
            return (ValueOccurrence("Interface", "description", "ISP-B"),) if known else ()

    found = plain_values("circuit of isp b on r1", small_graph.describe(), Joined(small_graph))
    assert found == ("isp-b: Interface.description = ISP-B",)


def test_a_make_stands_for_its_devices(small_graph: BoltGraph) -> None:
    made = Document("r1.cfg", "", "configuration", 1, device="r1", parser="cisco-ios@1", unknown="")
    description = replace(small_graph.describe(), documents=(made,))
    found = asked_devices("What does the Cisco do?", description, ValueIndex(small_graph))
    assert found.lines() == ("Cisco: the make of device r1",)
    assert found.all == {"r1"}
