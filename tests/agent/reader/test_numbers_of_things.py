"""Numbers with a word in front of them, links between two devices, and devices that a table over all leaves out."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from agent.ask import Agent
from agent.records import AnswerTable, Question
from tests.agent.ask_files import agent_on

TILL = """\
hostname till
ntp server 192.0.2.10
ntp server 192.0.2.11
vlan 40
 name OVENS
interface Vlan40
 ip address 10.40.0.1 255.255.254.0
 ip helper-address 192.0.2.67
interface GigabitEthernet0/1
 description oven one
 switchport mode access
 switchport access vlan 40
 spanning-tree bpduguard enable
interface GigabitEthernet0/2
 description oven two
 switchport mode access
 switchport access vlan 40
 storm-control broadcast level 40.00
interface GigabitEthernet0/3
 description silo GigabitEthernet0/1
 switchport mode trunk
 switchport trunk allowed vlan 10,40
interface GigabitEthernet0/4
 description mill GigabitEthernet0/1
 switchport mode trunk
 switchport trunk allowed vlan 10,50
interface GigabitEthernet0/5
 ip ospf cost 40
 ip address 10.99.0.1 255.255.255.252
"""
SILO = """\
hostname silo
ntp server 192.0.2.10
interface GigabitEthernet0/1
 description till GigabitEthernet0/3
 switchport mode trunk
 switchport trunk allowed vlan 10,40
"""
MILL = """\
hostname mill
interface GigabitEthernet0/1
 description till GigabitEthernet0/4
 switchport mode trunk
 switchport trunk allowed vlan 10,50
"""
LOG = "".join(
    f"2026-03-02T04:{minute:02}:01Z till %SEC-6-IPACCESSLOGP: list OVENS-IN denied tcp 10.40.0.{minute}(4{minute:03}) "
    f"-> 192.0.2.9(40), 1 packet\n"
    for minute in range(40)
)
ROWS = {
    "access ports of a VLAN, not the trunks that carry it, and no other 40": (
        "Which access ports are in VLAN 40?",
        "the rows behind it",
        ["GigabitEthernet0/1", "GigabitEthernet0/2"],
    ),
    "the interface that is called so has its address": (
        "What is the address of the gateway of VLAN 40?",
        "interfaces",
        ["Vlan40"],
    ),
    "the ends of the links between two": (
        "Is VLAN 40 allowed on the trunk between till and mill?",
        "interfaces on till, mill that join till and mill",
        ["GigabitEthernet0/1", "GigabitEthernet0/4"],
    ),
    "and those that do carry it": (
        "Is VLAN 40 allowed on the trunk between till and silo?",
        "interfaces on till, silo that join till and silo",
        ["GigabitEthernet0/1", "GigabitEthernet0/3"],
    ),
}


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    files = {"till.cfg": TILL, "silo.cfg": SILO, "mill.cfg": MILL, "sys.log": LOG}
    with agent_on(tmp_path_factory.mktemp("numbers"), files) as found:
        yield found


def table_of(agent: Agent, text: str, title: str) -> AnswerTable:
    """Return the table whose title begins so, a count left out."""
    tables = agent.ask(Question(text)).tables
    (found,) = [
        one
        for one in tables
        if one.title.partition(title)[0].strip("0123456789of ,") == "" and title in one.title
    ]
    return found


@pytest.mark.parametrize(("text", "title", "names"), ROWS.values(), ids=ROWS)
def test_numbers_and_links_choose_rows(agent: Agent, text: str, title: str, names: list[str]) -> None:
    cells = [str(cell) for row in table_of(agent, text, title).rows for cell in row[:2]]
    assert sorted(one for one in cells if one.startswith(("Gigabit", "Vlan"))) == names


def test_records_without_the_number_are_not_shown(agent: Agent) -> None:
    assert not any(
        "record" in one.title for one in agent.ask(Question("Which access ports are in VLAN 40?")).tables
    )


def test_a_relay_is_shown_with_the_vlan_of_its_interface(agent: Agent) -> None:
    table = table_of(agent, "Who is the DHCP relay of VLAN 40?", "interfaces")
    assert ["192.0.2.67" in row for row in table.rows if row[0] == "Vlan40"] == [True]


def test_devices_of_which_nothing_was_read_are_named(agent: Agent) -> None:
    table = table_of(agent, "Which NTP servers does each device use?", "NTP servers")
    assert table.title.endswith("; on 1 of 3 devices none was read, which proves nothing: mill")


def test_who_lacks_one_of_two_is_told(agent: Agent) -> None:
    text = "Which devices do not have both 192.0.2.10 and 192.0.2.11 as NTP server?"
    rows = {str(row[0]): row[2] for one in agent.ask(Question(text)).tables for row in one.rows}
    assert rows["with"] == "till"
    assert "silo (has 192.0.2.10)" in str(rows["without"])


def test_a_word_that_only_names_a_property_is_no_typo(agent: Agent) -> None:
    tables = agent.ask(Question("Which ports on till lack bpduguard?")).tables
    rows = {str(row[0]): str(row[2]) for one in tables for row in one.rows if len(row) > 2}
    assert rows["with"].startswith("till GigabitEthernet0/1")
    assert "till GigabitEthernet0/2" in rows["without"]


def test_what_lacks_something_is_counted_among_those_that_are_asked_about(agent: Agent) -> None:
    for text in ("Which enabled access ports on till lack bpduguard?", "access ports on till w/o bpduguard"):
        answer = agent.ask(Question(text))
        title = next(one.title for one in answer.tables if "show no" in one.title)
        assert "switchport mode access" in title, text
        assert "Nowhere" not in answer.text


def test_the_kind_whose_property_the_words_name_comes_first(agent: Agent) -> None:
    tables = agent.ask(Question("Which access ports sit in VLAN 40 with storm control?")).tables
    assert tables[0].title.endswith("interfaces")
