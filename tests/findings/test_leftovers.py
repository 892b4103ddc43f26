"""Leftovers of real networks that do no harm, each beside the same with one difference that does."""

from __future__ import annotations

import pytest

from tests.findings.planted import findings_of

PORT = "#\nsysname v1\n#\ninterface GigabitEthernet0/0/1\n description to v2\n{}#\nreturn\n"
COMWARE_VTY = "#\n sysname h1\n#\n telnet server enable\n#\nline vty 0 4\n{}#\nline vty 5 63\n{}#\nreturn\n"
VRP_VTY = "#\nsysname v1\n#\ntelnet server enable\n#\nuser-interface vty 0 4\n{}user-interface vty 16 20\n#\n"
SSH_ONLY = " protocol inbound ssh\n"
ACCESS = """\
#
 sysname h1
#
 telnet server enable
#
 ssh server acl 2000
#
line vty 0 63
 authentication-mode scheme
{}#
line vty 5 10
 acl 2000 inbound
{}#
acl basic 2000
 rule 0 permit source 10.9.9.0 0.0.0.255
#
"""
FORTIOS = """\
config system interface
    edit "wan1"
        set ip 203.0.113.66 255.255.255.248
    next
    edit "wan2"
        set status {}
        set ip 198.51.100.66 255.255.255.248
        set allowaccess https telnet
        set role wan
    next
end
config router static
    edit 2
        set gateway 198.51.100.65
        set device "wan2"
        set distance {}
    next
end
"""
VYOS = """\
set interfaces ethernet eth0 address '203.0.113.90/30'
set firewall ipv4 forward filter default-action 'drop'
set nat destination rule 10 inbound-interface name 'eth0'
set nat destination rule 10 destination port '3389'
set nat destination rule 10 protocol 'tcp'
set nat destination rule 10 translation address '10.88.1.50'
{}"""
OPNSENSE = """\
<opnsense>
  <system><hostname>o1</hostname></system>
  <nat>
    <rule>
      <destination>
        <network>wanip</network>
        <port>3389</port>
      </destination>
    </rule>
  </nat>
</opnsense>
"""
ROUTEROS = """\
/interface list
add name=WAN
add name=MGMT
/interface list member
add interface=ether1 list=WAN
/ip firewall filter
add action=drop chain=input in-interface-list=WAN out-interface-list={}
"""
ALONE = {
    "a list of interfaces without any, which nothing asks for": ("missing-part", ROUTEROS.format("WAN"), ""),
    "a list of interfaces without any": ("missing-part", ROUTEROS.format("MGMT"), "medium"),
    "NAT that is switched off": (
        "own-traffic",
        VYOS.format("set nat destination rule 10 disable\n"),
        "",
    ),
    "NAT that is on, behind a rule that is off": (
        "own-traffic",
        VYOS.format("set nat destination rule 1 disable\n"),
        "medium",
    ),
    "the network of an address of its own": ("undefined-reference", OPNSENSE, ""),
    "telnet on an interface that is down": ("telnet-server", FORTIOS.format("down", 10), ""),
    "telnet on an interface": ("telnet-server", FORTIOS.format("up", 10), "medium"),
    "management on an outer interface that is down": ("outside-management", FORTIOS.format("down", 10), ""),
    "management on an outer interface": ("outside-management", FORTIOS.format("up", 10), "medium"),
    "a spare route by an interface that is down": ("next-hop-unreachable", FORTIOS.format("down", 20), "low"),
    "a route by an interface that is down": ("next-hop-unreachable", FORTIOS.format("down", 10), "medium"),
    "a port that is switched on again below": (
        "described-but-down",
        PORT.format(" shutdown\n undo shutdown\n"),
        "",
    ),
    "a port that is switched off again": (
        "described-but-down",
        PORT.format(" undo shutdown\n shutdown\n"),
        "info",
    ),
    "telnet where all lines take SSH alone": ("telnet-server", COMWARE_VTY.format(SSH_ONLY, SSH_ONLY), ""),
    "telnet where some lines take anything": ("telnet-server", COMWARE_VTY.format(SSH_ONLY, ""), "medium"),
    "telnet where not all lines are in the file": (
        "telnet-server",
        COMWARE_VTY.format(SSH_ONLY, SSH_ONLY).replace("line vty 5 63", "line vty 5 9"),
        "medium",
    ),
    "telnet where the lines for network management say nothing": (
        "telnet-server",
        VRP_VTY.format(SSH_ONLY),
        "",
    ),
    "telnet on lines that say nothing": ("telnet-server", VRP_VTY.format(""), "medium"),
    "lines without a list, behind one of the SSH server": (
        "vty-without-filter",
        ACCESS.format(SSH_ONLY, SSH_ONLY),
        "",
    ),
    "lines without a list that let telnet in": ("vty-without-filter", ACCESS.format("", ""), "medium"),
}


@pytest.mark.parametrize(("kind", "text", "severity"), ALONE.values(), ids=ALONE)
def test_on_one_device(kind: str, text: str, severity: str) -> None:
    assert [one.severity for one in findings_of(kind, x1=text)] == [severity] * bool(severity)


CORE = """\
#
sysname {name}
#
vlan batch 10 20 901
#
acl number 3001
 rule 5 permit ip source 10.30.10.0 0.0.0.255
 rule 6 deny udp destination-port eq 53
{rule}#
interface Vlanif10
 ip address 10.30.10.{host} 255.255.255.0
 vrrp vrid 10 virtual-ip 10.30.10.1
 traffic-filter inbound acl 3001
#
interface Vlanif20
 ip address 10.30.20.{host} 255.255.255.0
 vrrp vrid 20 virtual-ip 10.30.20.1
#
interface Eth-Trunk1
 description to {other} Eth-Trunk1
 port link-type trunk
 port trunk allow-pass vlan {vlans}
#
ip route-static 0.0.0.0 0.0.0.0 10.30.20.254
{route}#
"""
LIST = "10 20 901"
PARTNERS = {
    "an entry behind one that matches all of it": (
        "partner-differs",
        {"rule": " rule 7 deny tcp source 10.30.10.0 0.0.0.255\n"},
        "",
    ),
    "a last entry that permits, as all does that no entry matches": (
        "partner-differs",
        {"rule": " rule 20 permit ip\n"},
        "",
    ),
    "a last entry that does what is not done without it": (
        "partner-differs",
        {"rule": " rule 20 deny tcp\n"},
        "medium",
    ),
    "a route for the time when another one fails": (
        "partner-differs",
        {"route": "ip route-static 10.78.0.0 255.255.0.0 10.30.20.253 preference 200\n"},
        "",
    ),
    "a route": (
        "partner-differs",
        {"route": "ip route-static 10.78.0.0 255.255.0.0 10.30.20.253\n"},
        "medium",
    ),
    "a trunk for all VLANs that may be, against a list of all that are": (
        "link-vlan",
        {"vlans": "2 to 4094"},
        "low",
    ),
    "a trunk without a VLAN that is there": ("link-vlan", {"vlans": "10 901"}, "medium"),
}


@pytest.mark.parametrize(("kind", "first", "severity"), PARTNERS.values(), ids=PARTNERS)
def test_on_the_first_of_two_partners(kind: str, first: dict[str, str], severity: str) -> None:
    alike = {"rule": "", "route": "", "vlans": LIST}
    one = CORE.format(**alike | first, name="c1", other="c2", host=2)
    other = CORE.format(**alike, name="c2", other="c1", host=3)
    assert [each.severity for each in findings_of(kind, c1=one, c2=other)] == [severity] * bool(severity)


VRP_CUT = """\
!Software Version V200R019C10SPC500
#
sysname v1
#
interface Vlanif10
 traffic-filter inbound acl 3001
#
"""
NXOS_CUT = """\
!Command: show running-config
version 9.3(8) Bios:version
hostname n1
interface Vlan10
  ip access-group WEB in
"""
JUNOS_CUT = """\
system {
    host-name j1; /* { */
}
interfaces {
    lo0 {
        unit 0 {
            family inet {
                filter {
                    input PROTECT;
                }
"""
FORTIOS_CUT = """\
config system global
    set hostname "f{1"
end
config firewall policy
    edit 1
        set srcintf "port1"
        set srcaddr "LAN-A"
        set utm-status enable
"""
CLOSED = "            }\n        }\n    }\n}\n"
AOS_CX = """\
Current configuration:
!
!Version ArubaOS-CX FL.10.10.1050
hostname a1
interface vlan 10
    apply access-list ip WEB in
"""
CUT = {
    "VRP without its return": (VRP_CUT, "low"),
    "VRP": (f"{VRP_CUT}return\n", "high"),
    "NX-OS without its lines": (NXOS_CUT, "low"),
    "NX-OS": (f"{NXOS_CUT}line console\nline vty\n", "high"),
    "blocks of braces that are open": (JUNOS_CUT, "low"),
    "blocks of braces": (JUNOS_CUT + CLOSED, "high"),
    "blocks of words that are open": (FORTIOS_CUT, "low"),
    "blocks of words": (f"{FORTIOS_CUT}    next\nend\n", "high"),
    "a make that begins like another, and has no end": (AOS_CX, "high"),
}


@pytest.mark.parametrize(("text", "severity"), CUT.values(), ids=CUT)
def test_what_a_file_uses_that_ends_early(text: str, severity: str) -> None:
    assert [one.severity for one in findings_of("undefined-reference", x1=text)] == [severity]


def test_what_only_the_partner_has_of_a_file_that_ends_early() -> None:
    route = "ip route-static 10.78.0.0 255.255.0.0 10.30.20.253\n"
    one, other = (
        CORE.format(rule="", route=each, vlans=LIST, name=name, other="", host=host)
        for each, name, host in ((route, "c1", 2), ("", "c2", 3))
    )
    head = "!Software Version V200R019C10SPC500\n"
    (whole,) = findings_of("partner-differs", c1=one, c2=f"{head}{other}return\n")
    (cut,) = findings_of("partner-differs", c1=one, c2=f"{head}{other}")
    assert (whole.severity, cut.severity) == ("medium", "low")
    assert (
        cut.message == f'{whole.message} The file of c2 lacks the "return" of whole ones, and may be cut off.'
    )


ROUTER = """\
hostname {name}
interface Loopback0
 ip address {loopback} 255.255.255.255
interface GigabitEthernet0/0
 ip address 10.1.0.{host} 255.255.255.252
 ip ospf 1 area 0
router ospf 1
 router-id 10.0.0.1
"""


@pytest.mark.parametrize(("loopback", "severity"), [("10.0.0.1", "low"), ("10.0.0.2", "high")])
def test_a_router_id_that_is_an_address_of_both_is_told_with_the_address(
    loopback: str, severity: str
) -> None:
    one = ROUTER.format(name="r1", loopback="10.0.0.1", host=1)
    other = ROUTER.format(name="r2", loopback=loopback, host=2)
    assert [each.severity for each in findings_of("duplicate-id", r1=one, r2=other)] == [severity]
