"""A neighbor in a VRF meets the owner of its address in another table only where the two are in one subnet."""

from __future__ import annotations

import pytest

from tests.findings.planted import messages_of

ONE = """\
sysname one
#
ip vpn-instance V
#
{}bgp 65201
 ipv4-family vpn-instance V
  peer 10.10.0.5 as-number 65099
#
"""
IN_THE_SUBNET = """\
interface GigabitEthernet0/0/1
 ip binding vpn-instance V
 ip address 10.10.0.1 255.255.255.0
#
"""
TWO = """\
hostname two
interface Vlan10
 ip address 10.10.0.5 255.255.255.0
router bgp 65001
 neighbor 10.10.0.1 remote-as 65201
end
"""


@pytest.mark.parametrize(("interface", "count"), [("", 0), (IN_THE_SUBNET, 1)], ids=["elsewhere", "beside"])
def test_the_table_of_a_neighbor_is_the_owners(interface: str, count: int) -> None:
    assert len(messages_of("bgp-wrong-as", one=ONE.format(interface), two=TWO)) == count
