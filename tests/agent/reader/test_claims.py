"""What is claimed without a model, and that no claim outlives a statement whose meaning is unknown."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.ask import Agent, open_agent
from agent.records import Question
from graph_store.bolt_graph import BoltGraph
from ingest.pipeline import ingest
from tests.agent.ask_files import agent_on
from tests.borrowed_graph import borrowed_graph

CLAIMED = {
    "a kind on a device": ("List the interfaces on r1", {3, 5}),
    "a switch": ("Which interfaces are shut down on r1?", {5, 8}),
    "a property of a named thing": ("What is the IP address of interface Ethernet0/1 on r1?", {5, 7}),
    "what is without a value": ("Which interfaces have no description?", {2, 3}),
    "how many devices": ("How many devices are there?", {1}),
}
NOT_CLAIMED = {
    "a word that nothing explains": "Which purple interfaces are on r1?",
    "a denial": "Which interfaces on r1 are not shut down?",
    "what is without a switch": "Which interfaces have no shutdown?",
    "a time": "List the interfaces on r1 at 10:00",
    "a device that is not there": "List the interfaces on r9",
    "a number for each": "How many interfaces does each device have?",
    "a value that is not there": "What is the IP address of interface Ethernet0/7 on r1?",
}


@pytest.fixture(scope="module")
def agent(small_graph: BoltGraph) -> Iterator[Agent]:
    with open_agent(small_graph) as opened:
        yield opened


@pytest.mark.parametrize(("text", "lines"), CLAIMED.values(), ids=CLAIMED)
def test_claimed(agent: Agent, text: str, lines: set[int]) -> None:
    answer = agent.ask(Question(text))
    assert answer.status == "answered"
    assert {line.number for line in answer.citations} >= lines


@pytest.mark.parametrize("text", NOT_CLAIMED.values(), ids=NOT_CLAIMED)
def test_not_claimed(agent: Agent, text: str) -> None:
    assert agent.ask(Question(text)).status == "closest"


STATEMENTS = (
    "interface Ethernet1",
    " description to the core",
    " ip address 10.0.{n}.1 255.255.255.0",
    " shutdown",
    "interface Ethernet2",
    " description to a host",
    " mtu 9000",
    " switchport access vlan 20",
    " shutdown",
    "vlan 10",
    " name STAFF",
    "ntp server 192.0.2.1",
    "logging host 192.0.2.2",
)
UNKNOWN = "frobnicate zorp 7"
ASKED = {
    "Which interfaces are shut down on {name}?": "interface",
    "List the interfaces on {name}": "interface",
    "How many vlans are on {name}?": "vlan",
    "Which interfaces have access vlan 20 on {name}?": "interface",
    "Which interfaces lack an mtu on {name}?": "interface",
}


NEAR = (
    "frobnicate interface zorp",
    "frobnicate port 7",
    "frobnicate vlan range zorp",
    "frobnicate Ethernet1 Ethernet2 10",
    "apply frobnicated",
    "inherit zorp",
    "deactivate zorp",
)
"""Unknown statements at the top, each of which may say something of interfaces or of VLANs."""
TOUCHED = (("interface",), ("interface",), ("vlan",), ("interface", "vlan"), *[("interface", "vlan")] * 3)


def _block(place: int) -> str:
    """Return the word that opens the block in which a statement stands, or which it opens."""
    return [one for one in STATEMENTS[: place + 1] if not one.startswith(" ")][-1].split()[0]


def test_no_claim_outlives_an_unknown_statement_in_such_a_thing_or_near_it(tmp_path: Path) -> None:
    places = range(-1, len(STATEMENTS) + len(NEAR))
    for place in places:
        lines = [*(one.format(n=place + 1) for one in STATEMENTS)]
        if 0 <= place < len(STATEMENTS):
            lines[place] = f"{' ' * lines[place].startswith(' ')}{UNKNOWN}"
        elif place >= 0:
            lines.append(NEAR[place - len(STATEMENTS)])
        text = "\n".join(["version 15.2", f"hostname sw{place + 1}", *lines, "end\n"])
        (tmp_path / f"sw{place + 1}.cfg").write_text(text, "utf-8")
    with borrowed_graph() as graph:
        ingest([tmp_path], graph, tmp_path / "parsers")
        with open_agent(graph) as agent:
            claimed = {
                (place, text)
                for place in places
                for text in ASKED
                if agent.ask(Question(text.format(name=f"sw{place + 1}"))).status == "answered"
            }
    assert {text for place, text in claimed if place < 0} == set(ASKED)
    inside = [one for one in claimed if 0 <= one[0] < len(STATEMENTS) and _block(one[0]) == ASKED[one[1]]]
    near = [
        (NEAR[place - len(STATEMENTS)], text)
        for place, text in claimed
        if place >= len(STATEMENTS) and ASKED[text] in TOUCHED[place - len(STATEMENTS)]
    ]
    assert (inside, near) == ([], [])
    assert {text for place, text in claimed if place in (11, 12)} == set(ASKED)  # far away: ntp, logging


def test_a_property_of_a_thing_outlives_what_is_unknown_in_another_thing_only(tmp_path: Path) -> None:
    for place in range(-1, len(STATEMENTS)):
        lines = ["version 15.2", f"hostname sw{place + 1}", *(one.format(n=place + 1) for one in STATEMENTS)]
        if place >= 0:
            lines.insert(place + 2, f"{' ' * lines[place + 2].startswith(' ')}{UNKNOWN}")
        (tmp_path / f"sw{place + 1}.cfg").write_text("\n".join([*lines, "end\n"]), "utf-8")
    with borrowed_graph() as graph:
        ingest([tmp_path], graph, tmp_path / "parsers")
        with open_agent(graph) as agent:
            answers = [
                agent.ask(Question(f"What is the mtu of Ethernet2 on sw{place + 1}?")).status
                for place in range(-1, len(STATEMENTS))
            ]
    in_first_interface, in_vlan, at_top = {1, 2, 3}, {10}, {0, 4, 9, 11, 12}
    kept = {place - 1 for place, status in enumerate(answers) if status == "answered"}
    assert kept == {-1} | in_first_interface | in_vlan | at_top


NXOS = """!Command: show running-config
version 9.3(8) Bios:version 05.45
hostname nx-pier
vdc nx-pier id 1
feature lacp
ip route 10.61.0.0/16 192.0.2.1
ip route 10.62.0.0/16 192.0.2.1
vlan 1,40,77
vlan 40
  name CRANES
interface Ethernet1/1
  description to the gate
  mtu 9216
interface Ethernet1/2
  description to the yard
"""
OF_NXOS = {
    "a count": ("How many interfaces are on nx-pier?", "answered"),
    "a property": ("What is the mtu of Ethernet1/1 on nx-pier?", "answered"),
    "a property that is not there": ("What is the mtu of Ethernet1/2 on nx-pier?", "closest"),
    "things that one statement lists": ("How many vlans are on nx-pier?", "answered"),
    "a property whose name mostly says nothing": ("What is the name of vlan 40 on nx-pier?", "closest"),
    "things without a name": ("List the static routes on nx-pier", "answered"),
    "a switch that holds unwritten": ("Which interfaces are shut down on nx-pier?", "closest"),
}


def test_what_a_shipped_format_reads_is_claimed_and_no_more(tmp_path: Path) -> None:
    (tmp_path / "nx-pier.cfg").write_text(NXOS, "utf-8")
    with borrowed_graph() as graph:
        report = ingest([tmp_path / "nx-pier.cfg"], graph, tmp_path / "parsers")
        with open_agent(graph) as agent:
            found = {kind: agent.ask(Question(text)).status for kind, (text, _) in OF_NXOS.items()}
    assert report.shipped == (("cisco-nxos", 0),)
    assert found == {kind: status for kind, (_, status) in OF_NXOS.items()}


SETTINGS = """version 15.2
hostname sw-hall
ip domain name hall.example
ip default-gateway 192.0.2.1
snmp-server location the hall
snmp-server contact ops@hall.example
interface Vlan1
 shutdown
{more}
end
"""
OF_SETTINGS = {
    "What is the SNMP location of sw-hall?": "the hall",
    "which default gateway does sw-hall use": "192.0.2.1",
    "what is the location of sw-hall": "",
    "What is the router id of sw-hall?": "",
    "what is the path of sw-hall": "",
    "what is the ordinal of sw-hall": "",
    "what is the default route of sw-hall": "",
    "what is the snmp community of sw-hall": "",
    "which default gateway does sw-hall lack": "",
    "what is the default gateway of Vlan1 on sw-hall": "",
    "what was the default gateway of sw-hall": "",
}


def test_a_setting_of_a_device_is_claimed_until_something_unknown_may_touch_it(tmp_path: Path) -> None:
    near = "frobnicate location zorp"
    for name, more in (("sw-hall", ""), ("sw-yard", near)):
        text = SETTINGS.replace("sw-hall", name).format(more=more)
        (tmp_path / f"{name}.cfg").write_text(text, "utf-8")
    with borrowed_graph() as graph:
        ingest([tmp_path], graph, tmp_path / "parsers")
        with open_agent(graph) as agent:
            answers = {text: agent.ask(Question(text)) for text in OF_SETTINGS}
            touched = agent.ask(Question("What is the SNMP location of sw-yard?"))
    assert {text for text, one in answers.items() if one.status == "answered"} == {
        text for text, shown in OF_SETTINGS.items() if shown
    }
    assert all(shown in answers[text].text for text, shown in OF_SETTINGS.items())
    assert touched.status == "closest"


def test_the_name_of_a_part_of_a_kind_names_that_part_alone(tmp_path: Path) -> None:
    server = "{kind} server {name}\n address ipv4 192.0.2.{host}\n!\n"
    files = {
        "loom.cfg": "version 17.3\nhostname loom\n!\n"
        + server.format(kind="tacacs", name="TAC-L", host=7)
        + "end\n",
        "vat.cfg": "version 17.3\nhostname vat\n!\n"
        + server.format(kind="radius", name="RAD-V", host=9)
        + "end\n",
    }
    with agent_on(tmp_path, files) as opened:
        found = {
            text: opened.ask(Question(f"{text} servers of loom")) for text in ("radius", "tacacs", "AAA")
        }
    assert {text: one.status for text, one in found.items()} == {
        "radius": "closest",
        "tacacs": "answered",
        "AAA": "answered",
    }
