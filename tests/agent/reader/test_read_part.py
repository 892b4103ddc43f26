"""What is surely read, and what is left to the closest lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.reader.question_terms import split_question
from agent.reader.read_part import near_readings, read_findings_part, read_part, unread_words
from agent.reader.selection import Condition, ReferenceTarget, Selection, say_plainly
from agent.reader.value_index import ValueIndex
from agent.reader.vocabulary import Vocabulary
from graph_store.bolt_graph import BoltGraph
from graph_store.open_graph import open_graph
from ingest.pipeline import ingest

READ = {
    "a kind on a device": ("List the interfaces on r1", Selection("Interface", devices=("r1",))),
    "a count": ("How many interfaces are on r1?", Selection("Interface", devices=("r1",), counts=True)),
    "a switch": (
        "Which interfaces are shut down on r1?",
        Selection("Interface", (Condition("shutdown", (True,)),), ("r1",)),
    ),
    "a property of a named thing": (
        "What is the IP address of interface Ethernet0/1 on r1?",
        Selection("Interface", (Condition("key", ("Ethernet0/1",)),), ("r1",), ("ip_address",)),
    ),
    "devices": ("How many devices are there?", Selection("", counts=True)),
    "a word that nothing explains": ("Which purple interfaces are on r1?", None),
    "a denial": (
        "Which interfaces on r1 are not shut down?",
        Selection("Interface", (Condition("shutdown", (True,), denied=True),), ("r1",)),
    ),
    "what is without something": (
        "Which interfaces have no description?",
        Selection("Interface", (Condition("description", (), denied=True),)),
    ),
    "a denied device": (
        "List the interfaces not on r1",
        Selection("Interface", other_devices=("r1",)),
    ),
    "a number for each device": (
        "How many interfaces does each device have?",
        Selection("Interface", counts=True, of_devices=True, order="DESC"),
    ),
    "the fewest": (
        "Which device has the fewest interfaces?",
        Selection("Interface", of_devices=True, order="ASC"),
    ),
    "whether there is one": (
        "Is there any interface on r1?",
        Selection("Interface", devices=("r1",), exists=True),
    ),
    "what hangs under a named thing": (
        "List the neighbors of router bgp 65001",
        Selection("Neighbor", references=(ReferenceTarget("RouterBgp", "<-[:HAS*1..4]-", ("65001",)),)),
    ),
    "a block whole": (
        "show run interface Ethernet0/1 on r1",
        Selection("Interface", (Condition("key", ("Ethernet0/1",)),), ("r1",), whole=True),
    ),
    "the most of a kind that is no device": ("Which neighbor has the most interfaces?", None),
    "a denial with nothing behind it": ("Which interfaces on r1 are not?", None),
    "a device that is not there": ("List the interfaces on r9", None),
    "a name without a verb": ("interfaces on r1", Selection("Interface", devices=("r1",))),
    "a time": ("List the interfaces on r1 at 10:00", None),
}


@pytest.mark.parametrize(("text", "expected"), READ.values(), ids=READ)
def test_read_part(small_graph: BoltGraph, text: str, expected: Selection | None) -> None:
    vocabulary = Vocabulary(small_graph.describe())
    assert read_part(text, vocabulary, ValueIndex(small_graph)) == expected


def test_a_switch_is_not_all_where_others_say_it_by_a_value(tmp_path: Path) -> None:
    for n in (1, 2):
        switch = f"hostname sw{n}\ninterface ethernet 1/1\n shutdown\ninterface ethernet 1/2\n mtu 900{n}\n"
        (tmp_path / f"sw{n}.cfg").write_text(switch, "utf-8")
        ports = "".join(f"set interface eth{port} state {'on' if port else 'off'}\n" for port in range(6))
        (tmp_path / f"fw{n}.txt").write_text(f"set hostname fw{n}\n{ports}set timezone UTC\n", "utf-8")
    asked = "Which interfaces are shut down?"
    with open_graph(str(tmp_path / "kg"), create=True) as graph:
        ingest([tmp_path / "sw1.cfg", tmp_path / "sw2.cfg"], graph, tmp_path / "parsers")
        switch = Selection("Interface", (Condition("shutdown", (True,)),))
        assert read_part(asked, Vocabulary(graph.describe()), ValueIndex(graph)) == switch
        ingest([tmp_path / "fw1.txt", tmp_path / "fw2.txt"], graph, tmp_path / "parsers")
        assert read_part(asked, Vocabulary(graph.describe()), ValueIndex(graph)) is None


def test_findings_are_reached_by_name(small_graph: BoltGraph) -> None:
    vocabulary, look_up = Vocabulary(small_graph.describe()), ValueIndex(small_graph)
    found = read_findings_part("Are there unused prefix lists on r1?", vocabulary, look_up)
    assert found is not None
    assert (found.kinds, found.words, found.devices) == (("unused-definition",), ("prefix", "list"), ("r1",))
    assert read_findings_part("Which interfaces are on r1?", vocabulary, look_up) is None


def test_a_decline_names_words_as_written_and_what_else_may_be_asked(small_graph: BoltGraph) -> None:
    vocabulary, look_up = Vocabulary(small_graph.describe()), ValueIndex(small_graph)
    asked = "Which PURPLE interfaces are on r1?"
    assert unread_words(asked, vocabulary, look_up) == ("PURPLE",)
    assert near_readings(asked, vocabulary, look_up) == (Selection("Interface", devices=("r1",)),)


def test_a_reading_is_said_in_plain_words() -> None:
    selection = Selection("Interface", (Condition("key", ("Ethernet0/1",)),), ("r1",), ("ip_address",))
    assert say_plainly(selection) == "interfaces Ethernet0/1 on r1, their ip address"


SPLIT = {
    "one part": ("Which VLANs are on leaf1?", [("Which VLANs are on leaf1", False)]),
    "two questions": (
        "How many VLANs are on leaf1, and how many interfaces are on leaf2?",
        [("How many VLANs are on leaf1", False), ("how many interfaces are on leaf2", False)],
    ),
    "a part that leans on the one before": (
        "Where is ACL GUEST-IN applied, and on which devices?",
        [("Where is ACL GUEST-IN applied", False), ("on which devices", True)],
    ),
    "what is quoted is not cut": (
        "Show the line 'up and is it'",
        [("Show the line 'up and is it'", False)],
    ),
}


@pytest.mark.parametrize(("text", "parts"), SPLIT.values(), ids=SPLIT)
def test_split_question(text: str, parts: list[tuple[str, bool]]) -> None:
    assert [(one.text, one.leans) for one in split_question(text)] == parts
