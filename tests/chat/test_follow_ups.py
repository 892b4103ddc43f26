"""Questions that are offered under an answer, and below a load."""

from __future__ import annotations

import pytest

from agent.records import Answer, AnswerTable, ClosestLine, Outcome, Query, Row
from chat.asking.answer_view import follow_ups, next_commands
from graph_store.records import Description, Document, LabelDescription, PropertyDescription, SourceLine

DOCUMENTS = tuple(
    Document(f"{name}.cfg", "", "configuration", serial, device=name)
    for serial, name in enumerate(("r1", "r2"), 1)
)
KINDS = Description(
    (
        LabelDescription("Interface", 9, (), words=("interface", "interfaces")),
        LabelDescription("BgpNeighbor", 4, (), words=("bgp", "neighbor")),
        LabelDescription("InterfaceInterface", 40, (), words=("interface", "interface")),
        LabelDescription("Hostname", 1, (), words=("hostname",)),
        LabelDescription(
            "LinkDown", 90, (PropertyDescription("template", ("string",), 1, 1),), words=("link",)
        ),
    ),
    devices=("r1", "r2"),
    documents=DOCUMENTS,
)


def row(**cells: str) -> Outcome:
    return Outcome(Query("cypher", ""), (Row(dict(cells), (), 0),))


def test_what_is_offered_is_about_the_devices_in_the_rows() -> None:
    answer = Answer("x", "answered", outcomes=(row(device="r2", name="eth0"),))
    assert follow_ups("Which interfaces are shut down?", answer, KINDS) == (
        "What is wrong with r2?",
        "Which interfaces are on r2?",
        "Which bgp neighbors are on r2?",
    )


def test_the_kinds_that_a_question_speaks_of_come_first_and_it_is_not_offered_itself() -> None:
    closest = (ClosestLine((SourceLine("r1.cfg", 3, " neighbor 10.0.0.1"),)),)
    answer = Answer("Not answered", "closest", closest=closest)
    asked = follow_ups("how do the neighbors of R1 behave", answer, KINDS)
    assert asked[:2] == ("What is wrong with r1?", "Which bgp neighbors are on r1?")
    assert "What is wrong with r1?" not in follow_ups("what is wrong with r1?", answer, KINDS)


def test_what_was_asked_of_the_device_is_not_offered_in_other_words() -> None:
    answer = Answer("x", "answered", outcomes=(row(device="r2", name="10.0.0.1"),))
    asked = follow_ups("what bgp neighbors does r2 have", answer, KINDS)
    assert asked == ("What is wrong with r2?", "Which interfaces are on r2?")


def test_the_device_of_a_table_goes_before_that_of_the_closest_lines() -> None:
    closest = (ClosestLine((SourceLine("r1.cfg", 3, " neighbor 10.0.0.1"),)),)
    table = AnswerTable("vrfs", ("vrf",), (("x",),), 1, ((SourceLine("r2.cfg", 9, "vrf x"),),))
    answer = Answer("Not answered", "closest", closest=closest, tables=(table,))
    assert follow_ups("vrfs", answer, KINDS)[0] == "What is wrong with r2?"


def test_nothing_is_offered_where_no_device_is_known() -> None:
    assert follow_ups("x", Answer("x", "answered", outcomes=(row(device="r9"),)), KINDS) == ()


COMMANDS = {
    "two devices": ("why can R1 not reach r2?", ["/path r1 r2", "/diff r1 r2"]),
    "one of them": ("what is up with r2.", ["/device r2"]),
    "none, and an answer about one": ("which ports are down?", ["/device r2"]),
}


@pytest.mark.parametrize(("question", "expected"), COMMANDS.values(), ids=COMMANDS)
def test_commands_that_show_more_are_offered(question: str, expected: list[str]) -> None:
    answer = Answer("x", "answered", outcomes=(row(device="r2", name="eth0"),))
    assert list(next_commands(question, answer, KINDS)) == expected
