"""A thing that a question describes is shown with what is one step away: what it names, what names it, its records."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from agent.reader.show_data import DataReader
from agent.records import AnswerTable
from tests.agent.reader.loaded_reader import loaded_reader

SWITCH = """hostname sw-quay
!
vlan 20
 name CRANES
!
interface GigabitEthernet1/0/4
 description crane 3 weighing cell
 switchport mode access
 switchport access vlan 20
!
interface GigabitEthernet1/0/9
 description fibre to the lighthouse
 ip address 10.9.0.1 255.255.255.252
 ip ospf cost 20
 ip ospf 1 area 0.0.0.0
!
interface Vlan20
 description quay machines
 ip address 10.9.20.1 255.255.255.0
 ip access-group CRANE-IN in
!
ip access-list extended CRANE-IN
 permit tcp 10.9.20.0 0.0.0.255 host 10.9.99.5 eq 443
!
end
"""
TOWER = """hostname rt-tower
!
interface GigabitEthernet0/1
 description to the quay
 ip address 10.9.0.2 255.255.255.252
!
interface GigabitEthernet0/2
 description attic
 ip address 10.9.50.1 255.255.255.252
 ip ospf 1 area 0.0.0.0
!
end
"""
PORT = (
    "Mar  {day} 10:0{at}:00 sw-quay {at}: "
    "%LINK-3-UPDOWN: Interface GigabitEthernet1/0/{port}, changed state to {state}"
)
LEASE = (
    "Mar  3 07:1{at}:00 dhcp-quay dhcpd: DHCPACK on 10.9.20.7{at} to 00:1b:4f:0d:e6:d3 (SCALE) via 10.9.20.1"
)
FLAP = (
    "Mar  3 07:3{at}:00 sw-quay 9{at}: "
    "%SW_MATM-4-MACFLAP_NOTIF: Host 001b.4f0d.e6d3 in vlan 20 is flapping between port Gi1/0/4 and port Gi1/0/5"
)


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DataReader]:
    folder = tmp_path_factory.mktemp("quay")
    (folder / "sw-quay.cfg").write_text(SWITCH, "utf-8")
    (folder / "rt-tower.cfg").write_text(TOWER, "utf-8")
    ports = [
        PORT.format(day=day, at=at, port=port, state="up" if at % 2 else "down")
        for day in (3, 4)
        for port in (4, 7)
        for at in range(8)
    ]
    flaps = [FLAP.format(at=at) for at in range(3)]
    (folder / "sw-quay.log").write_text("\n".join([*flaps, *ports]) + "\n", "utf-8")
    (folder / "dhcp-quay.log").write_text(
        "\n".join(LEASE.format(at=at % 2) for at in range(6)) + "\n", "utf-8"
    )
    with loaded_reader(folder) as opened:
        yield opened


def steps_of(reader: DataReader, text: str) -> AnswerTable:
    (found,) = [one for one in reader.show(text).tables if one.title.startswith("one step from")]
    return found


def test_the_vlan_of_a_port_and_the_interface_that_routes_it(reader: DataReader) -> None:
    table = steps_of(reader, "gateway of the crane 3 weighing cell")
    assert table.title == "one step from GigabitEthernet1/0/4 on sw-quay"
    assert [row[:2] for row in table.rows] == [
        ("switchport access vlan", "VLAN 20"),
        ("VLAN 20", "interface Vlan20"),
    ]
    assert "10.9.20.1" in str(table.rows[1][-1])
    assert all(line.text for cited in table.citations for line in cited)


def test_the_other_end_and_nothing_that_shares_but_a_mask_a_number_or_an_area(reader: DataReader) -> None:
    table = steps_of(reader, "what is at the far end of the fibre to the lighthouse")
    assert [row[:3] for row in table.rows] == [
        ("same subnet 10.9.0.0/30", "interface GigabitEthernet0/1", "rt-tower")
    ]


RECORDS = {
    "on the day of the question": (
        "how often did the crane 3 weighing cell go down on 4 March",
        "8 log records of 2 kinds with GigabitEthernet1/0/4 on sw-quay, 03-04",
    ),
    "at any time, where none are of the time of the question, and by the short name of a port": (
        "why was the crane 3 weighing cell down on 9 March",
        "19 log records of 3 kinds with GigabitEthernet1/0/4 on sw-quay",
    ),
    "of a value, on other devices than the one of the question": (
        "001b.4f0d.e6d3 was flapping on sw-quay, which machine is it",
        "6 log records of 1 kind with 001b.4f0d.e6d3",
    ),
}


@pytest.mark.parametrize(("text", "title"), RECORDS.values(), ids=RECORDS)
def test_log_records(reader: DataReader, text: str, title: str) -> None:
    assert title in [one.title for one in reader.show(text).tables]


def test_a_few_records_are_shown_one_by_one_in_their_order(reader: DataReader) -> None:
    tables = reader.show("why did the crane 3 weighing cell drop on 4 March").tables
    shown = next(one for one in tables if "log records" in one.title)
    states = [str(row[1]).rpartition(" ")[2] for row in shown.rows]
    assert states == ["down", "up"] * 4
