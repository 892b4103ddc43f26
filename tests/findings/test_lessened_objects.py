"""What is taken out of an object, or of a list, does not leave the rest unknown."""

from __future__ import annotations

import pytest

from findings.filters.first_match import decide_for_first
from findings.filters.read_filters import read_filters
from findings.filters.records import Packet
from tests.findings.planted import fortios_policy, network

IOS = """\
hostname one
object-group network SHOPS
 host 10.1.0.9
 host 10.1.0.8
 {}
ip access-list extended WEB
 10 permit tcp object-group SHOPS any
 20 deny ip any any
"""
NXOS = """\
hostname one
object-group ip address SHOPS
  10 host 10.1.0.9
  20 host 10.1.0.8
  {}
ip access-list WEB
  10 permit tcp addrgroup SHOPS any
  20 deny ip any any
"""
CX = """\
!Version ArubaOS-CX GL.10.09
hostname one
object-group ip address SHOPS
    10 10.1.0.9
    20 10.1.0.8
    {}
access-list ip WEB
    10 permit tcp SHOPS any
    20 deny any any any
"""
FORTIOS = """\
config firewall address
    edit "all-shops"
        set subnet 10.1.0.0 255.255.0.0
    next
    edit "closed"
        set subnet 10.1.0.8 255.255.255.255
    next
end
config firewall addrgrp
    edit "SHOPS"
        set member "all-shops"
        {}
    next
end
config firewall policy
"""
FORTIOS += f"{fortios_policy(1, source='SHOPS')}{fortios_policy(2)}    delete 2\nend\n"
ROUTEROS = """\
/ip firewall address-list
add list=SHOPS address=10.1.0.9
{}
/ip firewall filter
add chain=forward action=accept src-address-list=SHOPS
add chain=forward action=drop
"""
OFF = "add list=SHOPS address=10.1.0.7 disabled=yes"
FILLED = "/ip firewall filter\nadd chain=input action=add-src-to-address-list address-list=SHOPS"
CASES = {
    "IOS": (IOS, "no host 10.1.0.8", ("permit", "deny")),
    "IOS, another": (IOS, "no host 10.1.0.7", ("", "")),
    "NX-OS by number": (NXOS, "no 20", ("permit", "deny")),
    "AOS-CX": (CX, "no 20", ("permit", "deny")),
    "AOS-CX as it is": (CX, "30 10.1.0.7", ("permit", "permit")),
    "FortiOS": (FORTIOS, 'set exclude enable\n        set exclude-member "closed"', ("permit", "deny")),
    "FortiOS without": (FORTIOS, "set color 3", ("permit", "permit")),
    "FortiOS of an unknown one": (FORTIOS, 'set exclude enable\n        set exclude-member "gone"', ("", "")),
    "FortiOS, one more": (FORTIOS, 'set color 3\n        append member "closed"', ("permit", "permit")),
    "FortiOS, one less": (
        FORTIOS,
        'set member "all-shops" "closed"\n        unselect member "all-shops"',
        ("deny", "permit"),
    ),
    "FortiOS, chosen": (FORTIOS, 'select member "closed"', ("", "")),
    "FortiOS switched off": (FORTIOS, 'set exclude disable\n        set exclude-member "closed"', ("", "")),
    "RouterOS": (ROUTEROS, OFF, ("permit", "deny")),
    "RouterOS, filled by a rule": (ROUTEROS, FILLED, ("permit", "")),
}


@pytest.mark.parametrize(("text", "said", "actions"), CASES.values(), ids=CASES)
def test_what_is_left_decides(text: str, said: str, actions: tuple[str, str]) -> None:
    device = network(one=text.format(said)).devices[0]
    found = next(one for one in read_filters(device) if one.name not in ("input",))
    packets = (
        Packet(source, "192.0.2.4", "tcp", 40000, 22, "lan", "wan") for source in ("10.1.0.9", "10.1.0.8")
    )
    assert tuple(decide_for_first(found, one, [device]).action for one in packets) == actions


SERVICES = FORTIOS.replace('set srcaddr "SHOPS"', 'set srcaddr "all"').replace('"ALL"', '"HTTPS"')
APPENDED = {
    "appended": ('append service "SSH"', "permit"),
    "none appended": ("set comments x", "deny"),
    "cleared": ("clear service all", ""),
}


@pytest.mark.parametrize(("said", "action"), APPENDED.values(), ids=APPENDED)
def test_a_service_of_a_policy_is_changed(said: str, action: str) -> None:
    text = SERVICES.format("") + f"config firewall policy\n    edit 1\n        {said}\n    next\nend\n"
    device = network(one=text).devices[0]
    packet = Packet("10.1.0.9", "192.0.2.4", "tcp", 40000, 22, "lan", "wan")
    assert decide_for_first(read_filters(device)[0], packet, [device]).action == action
