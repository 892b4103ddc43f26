"""What makes name otherwise is one column of a table, and is found by the word for it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from agent.ask import Agent
from agent.records import AnswerTable, Question
from agent.render.draft import Draft, DraftStatement, StatementGroup, write_draft
from agent.render.tables import FINDINGS
from graph_store.records import SourceLine
from reading.common_properties import join_names, joined_values
from tests.agent.ask_files import agent_on

FILES = {
    "mill.cfg": """\
hostname mill
interface GigabitEthernet0/1
 description to the weir
 ip vrf forwarding FLOUR
 ip address 198.51.100.1 255.255.255.252
interface GigabitEthernet0/2
 ip address 198.51.100.9 255.255.255.252
""",
    "weir.cfg": """\
feature bgp
hostname weir
interface Ethernet1/1
  vrf member FLOUR
  ip address 198.51.100.2/30
interface Ethernet1/2
  ip address 198.51.100.10/30
""",
    "lock.cfg": """\
#
 sysname lock
#
interface GigabitEthernet1/0/1
 ip binding vpn-instance FLOUR
 ip address 198.51.100.5 255.255.255.252
#
interface GigabitEthernet1/0/2
 ip address 198.51.100.13 255.255.255.252
#
return
""",
}


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    with agent_on(tmp_path_factory.mktemp("files"), FILES) as opened:
        yield opened


def first_table(agent: Agent, text: str) -> AnswerTable:
    return next(one for one in agent.ask(Question(text)).tables if one.title != FINDINGS)


def test_findings_stand_behind_the_things_that_a_question_lists(agent: Agent) -> None:
    titles = [one.title for one in agent.ask(Question("which interfaces are in vrf")).tables]
    assert titles[:2] == ["some interfaces", FINDINGS]
    assert agent.ask(Question("what is wrong with the vrfs of the interfaces")).tables[0].title == FINDINGS


def test_one_column_has_what_each_make_calls_the_vrf_and_the_address(agent: Agent) -> None:
    table = first_table(agent, "which interfaces are in vrf")
    assert table.columns[:4] == ("interface", "device", "vrf", "ip address")
    assert {row[:4] for row in table.rows} == {
        ("GigabitEthernet0/1", "mill", "FLOUR", "198.51.100.1/30"),
        ("Ethernet1/1", "weir", "FLOUR", "198.51.100.2/30"),
        ("GigabitEthernet1/0/1", "lock", "FLOUR", "198.51.100.5/30"),
    }


def test_of_one_make_a_column_keeps_its_name(agent: Agent) -> None:
    table = first_table(agent, "which interfaces on weir are in vrf")
    assert "vrf member" in table.columns
    assert "ip address" in first_table(agent, "interfaces on mill with their address").columns


def test_what_one_make_alone_has_fills_no_column_unasked(agent: Agent) -> None:
    columns = first_table(agent, "which interfaces have an address").columns
    assert {"ip address", "vrf", "description"} <= {*columns}
    assert len(columns) <= 7


def test_who_lacks_it_has_no_name_of_it(agent: Agent) -> None:
    table = first_table(agent, "which interfaces have no vrf")
    sides = {str(row[0]): str(row[2]) for row in table.rows}
    assert sorted(sides["with"].split(", ")) == [
        "lock GigabitEthernet1/0/1",
        "mill GigabitEthernet0/1",
        "weir Ethernet1/1",
    ]


NAMES = {
    "names of one meaning share a column": (
        ["vrf_member", "vrf_forwarding", "mtu"],
        {"vrf": ("vrf_forwarding", "vrf_member"), "mtu": ("mtu",)},
    ),
    "an address with its mask keeps its name": (
        ["ip_address", "ip_address_mask", "ip_address_prefix"],
        {"ip_address": ("ip_address_prefix", "ip_address", "ip_address_mask")},
    ),
    "what no make shares stays apart": (["vrf_table", "vrf"], {"vrf_table": ("vrf_table",), "vrf": ("vrf",)}),
}


@pytest.mark.parametrize(("names", "expected"), NAMES.values(), ids=NAMES)
def test_columns_of_names(names: list[str], expected: dict[str, tuple[str, ...]]) -> None:
    assert join_names("Interface", names) == expected


def test_many_short_names_with_one_mark_are_a_paragraph() -> None:
    lines = tuple(SourceLine("a.cfg", number, "") for number in range(60))
    said = tuple(DraftStatement(f"Ethernet1/{line.number}", (line,), 1) for line in lines)
    text = write_draft(Draft("60 interfaces:", (StatementGroup("", said),), 60, 60), room=1000).text
    assert "\n" not in text
    assert "Ethernet1/1; Ethernet1/2" in text


def test_a_second_value_of_one_meaning_keeps_its_name() -> None:
    columns = join_names("User", ["password", "secret"])
    assert joined_values({"password": "a", "secret": "b"}, columns) == {"password": "a", "secret": "b"}
    assert joined_values({"secret": "b"}, columns) == {"password": "b"}
