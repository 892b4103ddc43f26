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
ALONE = {
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
