"""What differs between two configurations: first what somebody should look at."""

from __future__ import annotations

from agent.render.difference_table import table_of_lines
from graph_store.records import SourceLine

R1 = """\
! written by ann
hostname r1
!
crypto trustpoint self-111222333
 subject r1
!
interface Gi0/1
 description to r9 Gi1/0/1
 speed auto
 mtu 9100
 duplex full
 ip address 10.0.0.1/30
 no shutdown
!
vlan 30
!
route-map IN permit 10
 set local-preference 200
!
ntp server 192.0.2.1
"""
R2 = """\
! written by bob
hostname r2
!
crypto trustpoint self-444555666
 subject r2
!
interface Gi0/1
 description to r9 Gi1/0/2
 speed auto
 mtu 1500
 duplex full
 ip address 10.0.0.5/30
 no shutdown
!
route-map IN permit 10
 set local-preference 150
!
"""


def lines(path: str, text: str) -> list[SourceLine]:
    return [SourceLine(path, number, line) for number, line in enumerate(text.splitlines(), 1)]


def test_what_any_two_devices_have_of_their_own_comes_last() -> None:
    table = table_of_lines([lines("r1.cfg", R1), lines("r2.cfg", R2)], ["r1", "r2"])
    said = [(str(one or ""), str(other or "")) for _, one, other in table.rows]
    own = [
        ("! written by ann; hostname r1", "! written by bob; hostname r2"),
        ("crypto trustpoint self-111222333; subject r1", ""),
        ("", "crypto trustpoint self-444555666; subject r2"),
        ("description to r9 Gi1/0/1", "description to r9 Gi1/0/2"),
        ("ip address 10.0.0.1/30", "ip address 10.0.0.5/30"),
    ]
    assert said[-len(own) :] == own
    assert {("mtu 9100", "mtu 1500"), ("vlan 30", ""), ("ntp server 192.0.2.1", "")} <= set(said)
    assert len(said) == table.total
