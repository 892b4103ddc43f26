"""What a later line takes back, replaces or switches off is no finding; what stands last is one."""

from __future__ import annotations

import pytest

from findings.statements import read_statements
from graph_store.records import SourceLine
from tests.findings.planted import messages_of

PORT = "hostname a\ninterface Gi0/7\n ip access-group {}\n ip access-group {}\n"
PORT += "ip access-list extended REAL\n permit ip any any\n"
BGP = "hostname a\nrouter bgp 64512\n neighbor 10.7.0.2 remote-as 64513\n neighbor 10.7.0.2 route-map {} in\n"
BGP += " neighbor 10.7.0.2 route-map {} in\nroute-map REAL permit 10\n"
VTY = "hostname a\nline vty 0 4\n access-class 7 in\n exec-timeout 9 0\n transport input {}\n transport input {}\n"
IKE = "hostname a\ncrypto isakmp policy 7\n encryption {}\n encryption {}\n group {}\n group {}\n"
JUNOS = "set system host-name a\nset firewall family inet filter REAL term a then accept\n"
JUNOS += "set interfaces ge-0/0/7 unit 0 family inet filter input {}\n" * 2
ROUTEROS = "/snmp community\nset [ find default=yes ] name={}\nset [ find default=yes ] name={}\n"
ROUTEROS += "/snmp\nset enabled=yes\n/system identity\nset name=a\n"
SERVICE = "/ip service\nset telnet disabled={}\nset telnet disabled={}\n/system identity\nset name=a\n"
FAMILIES = "hostname a\nrouter bgp 64512\n address-family ipv4 vrf RED\n neighbor 10.7.0.2 route-map {} in\n"
FAMILIES += " exit-address-family\n address-family ipv4 vrf BLUE\n neighbor 10.7.0.2 route-map {} in\n"
FAMILIES += " exit-address-family\nroute-map REAL permit 10\n"
CASES = {
    "a list of a port": ("undefined-reference", PORT, ("GONE in", "REAL in")),
    "a policy of a neighbor": ("undefined-reference", BGP, ("GONE", "REAL")),
    "what comes in at lines": ("telnet-server", VTY, ("telnet ssh", "ssh")),
    "algorithms": ("weak-algorithm", IKE, ("des", "aes 256", "2", "14")),
    "a filter of a port": ("undefined-reference", JUNOS, ("GONE", "REAL")),
    "a community": ("default-community", ROUTEROS, ("public", "Kx81mQ")),
    "a service": ("telnet-server", SERVICE, ("no", "yes")),
}


@pytest.mark.parametrize(("kind", "text", "values"), CASES.values(), ids=CASES)
def test_the_last_line_holds(kind: str, text: str, values: tuple[str, ...]) -> None:
    swapped = [one for at in range(0, len(values), 2) for one in (values[at + 1], values[at])]
    assert messages_of(kind, a=text.format(*values)) == []
    assert len(messages_of(kind, a=text.format(*swapped))) == 1


@pytest.mark.parametrize(
    "taken",
    [
        "interface Gi0/7\n ip access-group GONE in\n no ip access-group GONE in\n",
        "interface Gi0/7\n ip access-group GONE in\ninterface Gi0/7\n no ip access-group GONE in\n",
        "interface Gi0/7\n service-policy input GONE\n no service-policy input GONE\n",
        "route-map A permit 10\n match ip address 77\n no match ip address 77\n",
    ],
)
def test_what_is_taken_back_names_nothing(taken: str) -> None:
    assert messages_of("undefined-reference", a="hostname a\n" + taken) == []


def test_one_direction_does_not_replace_the_other() -> None:
    found = messages_of("undefined-reference", a=PORT.format("GONE in", "REAL out"))
    assert found == ["a uses the access list GONE and does not define it."]


@pytest.mark.parametrize("values", [("GONE", "REAL"), ("REAL", "GONE")])
def test_families_that_are_not_indented_are_told_apart(values: tuple[str, str]) -> None:
    assert (
        len(messages_of("undefined-reference", a=FAMILIES.format(*values))) == 4
    )  # and two VRFs, and a neighbor


def test_what_is_renamed_between_is_another_thing() -> None:
    text = "/ip address\nadd address=10.7.0.1/24 interface=one\n/interface ethernet\nset one mtu=9000\n"
    text += "set one name=two\nset one mtu=1500\nset one mtu=1400\n/system identity\nset name=a\n"
    _, found = read_statements(
        [SourceLine("a.rsc", at, line) for at, line in enumerate(text.splitlines(), 1)]
    )
    assert [one.line.number for one in found] == [2, 4, 5, 7, 9]


FORTIOS = """\
config system global
    set hostname "a"
end
config system interface
    edit "wan1"
        set ip 192.0.2.2 255.255.255.0
    next
end
config system snmp community
    edit 1
        set name "public"
        {0}
    next
end
config router static
    edit 1
        set gateway 10.99.0.1
        set device "wan1"
        {0}
    next
end
config firewall address
    edit "HOSTS"
        set subnet 10.7.0.0 255.255.255.0
    next
end
config firewall policy
    edit 1
        set srcintf "wan1"
        set srcaddr "HOSTS"
        set dstaddr "GONE"
        set action accept
        {0}
    next
end
"""
SEEN = ("default-community", "next-hop-unreachable", "undefined-reference", "unused-definition")


@pytest.mark.parametrize(("status", "count"), [("set status disable", 0), ("set status enable", 3)])
def test_an_entry_that_is_switched_off_is_no_finding(status: str, count: int) -> None:
    assert len(messages_of(*SEEN, a=FORTIOS.format(status))) == count
