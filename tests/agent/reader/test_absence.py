"""A table says that something is absent only where that is proved: whoever has it, in whatever words, is not listed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from agent.ask import Agent
from agent.records import Question
from tests.agent.ask_files import agent_on

IOS = """version 17.6
hostname {name}
username ops privilege 15 {user}
{top}
interface GigabitEthernet0/1
 ip address 10.40.1.1 255.255.255.0
{port}
router bgp 65010
 neighbor INSIDE peer-group
 {group}
 neighbor 10.40.1.2 remote-as 65010
 {neighbor}
line con 0
 stopbits 1
line vty 0 4
{vty}
 transport input ssh
end
"""
EMPTY = {
    "user": "secret 9 $9$x",
    "top": "!",
    "port": " duplex full",
    "group": "neighbor INSIDE remote-as 65010",
    "neighbor": "neighbor 10.40.1.2 version 4",
    "vty": " exec-timeout 5 0",
}
WHOLE = {
    "user": "password 7 00",
    "top": "logging host 10.40.9.1\nntp server 10.40.9.2\nsnmp-server community hidden RO 9",
    "port": " description to the shed\n ip helper-address 10.40.9.3\n mtu 1600\n ip access-group SHED in",
    "neighbor": "neighbor 10.40.1.2 password hidden",
    "vty": " access-class SHED in",
}
"""What one device has as its make mostly writes it: so it is known that the make can say it."""
OTHERWISE: Mapping[str, tuple[Mapping[str, str], tuple[str, ...]]] = {
    "log1": ({"top": "logging 10.40.9.1"}, ("which devices have no syslog server", "which devices have no log server")),
    "log2": ({"top": "log server add 10.40.9.1"}, ("which devices have no syslog server",)),
    "log3": ({"top": "log-target\n server 10.40.9.1\n!"}, ("which devices have no log server",)),
    "log4": ({"top": "monitor host 10.40.9.1"}, ("which devices do not log to 10.40.9.1",)),
    "ntp1": ({"top": "clock ntp server 10.40.9.2"}, ("which devices have no ntp server",)),
    "ntp2": ({"top": "ntp association server address 10.40.9.2"}, ("which devices have no ntp server",)),
    "port1": ({"port": " port-description to the shed"}, ("which interfaces have no description",)),
    "port0": ({"port": " description none"}, ("which interfaces have no description",)),
    "port2": ({"top": "ports description GigabitEthernet0/1 shed"}, ("which interfaces have no description",)),
    "port3": ({"port": " layer2 mtu 1600"}, ("which interfaces have no mtu",)),
    "port4": ({"port": " helper-address list 10.40.9.3"}, ("which interfaces have no ip helper address",)),
    "filter1": ({"port": " ip access-group SHED in"}, ("which interfaces have no access list",)),
    "filter2": ({"port": " ip access-group SHED in"}, ("which interfaces have no access group",)),
    "filter3": ({"port": " ipv6 traffic-filter SHED in"}, ("which interfaces have no filter",)),
    "vty1": ({"vty": " ipv6 access-class SHED in"}, ("which terminal lines have no access class",)),
    "vty2": ({"vty": " access-class SHED in"}, ("which vty lines have no access-class",)),
    "user1": ({}, ("which users have no password",)),
    "user2": ({"user": "view all password-hash 00"}, ("which users have no password",)),
    "peer1": (
        {"group": "neighbor INSIDE password hidden", "neighbor": "neighbor 10.40.1.2 peer-group INSIDE"},
        ("which neighbors have no password",),
    ),
    "peer2": ({"neighbor": "neighbor 10.40.1.2 ao-key password hidden"}, ("which neighbors have no password",)),
}  # fmt: skip
"""Devices that have what a question denies, in other words than those."""
ABSENT = (
    ("which devices have no syslog server", "bare"),
    ("which devices have no ntp server", "bare"),
    ("which devices do not log to 10.40.9.1", "bare"),
    ("which interfaces have no description", "bare GigabitEthernet0/1"),
    ("which interfaces have no mtu", "bare GigabitEthernet0/1"),
    ("which terminal lines have no access class", "bare vty 0"),
)


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    parts = {"whole": WHOLE, "bare": {}} | {name: said for name, (said, _) in OTHERWISE.items()}
    files = {f"{name}.cfg": IOS.format(name=name, **{**EMPTY, **said}) for name, said in parts.items()}
    with agent_on(tmp_path_factory.mktemp("absence"), files) as opened:
        yield opened


def lacking(agent: Agent, text: str) -> list[str]:
    """Return the names of those that a table says have nothing of what a question denies."""
    rows = [row for table in agent.ask(Question(text)).tables for row in table.rows]
    return [name for row in rows if row[0] == "without" and row[1] for name in str(row[2]).split(", ")]


@pytest.mark.parametrize(("text", "name"), ABSENT)
def test_what_is_not_written_is_absent(agent: Agent, text: str, name: str) -> None:
    assert name in [one.partition(" (has")[0] for one in lacking(agent, text)]


@pytest.mark.parametrize("name", OTHERWISE)
def test_who_says_it_in_other_words_is_not_said_to_lack_it(agent: Agent, name: str) -> None:
    for text in OTHERWISE[name][1]:
        assert not [one for one in lacking(agent, text) if name in one.split() and "con 0" not in one], text


@pytest.mark.parametrize("name", OTHERWISE)
def test_alone_it_is_not_absent_either(tmp_path: Path, name: str) -> None:
    said, questions = OTHERWISE[name]
    text = IOS.format(name=name, **{**EMPTY, **said})
    with agent_on(tmp_path, {"alone.cfg": text}) as agent:
        assert not [one for text in questions for one in lacking(agent, text) if "con 0" not in one]


JUNOS = """set version 21.4R3
set system host-name {name}
set interfaces ge-0/0/0 unit 0 family inet address 10.40.2.1/30
set interfaces ge-0/0/0 unit 0 description "to the shed"
set system login user ops authentication encrypted-password "$6$x"
set protocols bgp group INSIDE authentication-key hidden
set protocols bgp group INSIDE neighbor 10.40.2.2 peer-as 65010
"""


def test_another_make_says_it_otherwise(tmp_path: Path) -> None:
    whole = IOS.format(name="whole", **{**EMPTY, **WHOLE})
    with agent_on(tmp_path, {"whole.cfg": whole, "mx.set": JUNOS.format(name="mx")}) as agent:
        for what in (
            "interfaces have no description",
            "interfaces have no ip address",
            "users have no password",
        ):
            assert not [one for one in lacking(agent, f"which {what}") if one.startswith("mx")], what
        for what in ("ntp server", "log server", "snmp community", "bgp neighbor"):
            assert "mx" not in lacking(agent, f"which devices have no {what}"), what
        assert not [one for one in lacking(agent, "which neighbors have no password") if one.startswith("mx")]


def test_a_verb_that_nothing_says_does_not_keep_those_out_that_have_it(tmp_path: Path) -> None:
    hosts = {f"r{at}.cfg": f"hostname r{at}\nlogging host 10.40.9.1\n!\nend\n" for at in range(1, 4)}
    hosts["fw.cfg"] = (
        "ASA Version 9.16(4)\n!\nhostname fw\nlogging enable\nlogging host inside 10.40.9.1\n!\n"
    )
    hosts["r9.cfg"] = (
        "hostname r9\ninterface Gi0/1\n description send it\n!\nlogging host 10.40.9.7\n"
        "event syslog target 10.40.9.1\n!\nend\n"
    )
    with agent_on(tmp_path, hosts) as agent:
        answer = agent.ask(Question("Which devices do not send syslog to 10.40.9.1?"))
    titles = [table.title for table in answer.tables]
    assert any(title.startswith("4 of 5 devices") for title in titles), titles
