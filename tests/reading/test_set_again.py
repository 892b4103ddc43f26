"""Of what a make sets twice, takes back, or sets again behind a negation, only the last line holds."""

from __future__ import annotations

import pytest

from findings.statements import read_statements
from graph_store.records import SourceLine

VTY, VRP_VTY = "line vty 0 4", "user-interface vty 0 4"
INDENTED = {
    "Cisco IOS": (
        "hostname a\ninterface Gi0/9\n description x\n",
        "ip ssh version 1 | ip ssh version 2",
        "ip ssh version 1 | no ip ssh version",
        "no ip http server | ip http server",
        "ip http server | no ip http server",
        f"{VTY}/no login | {VTY}/login local",
        f"{VTY}/login local | {VTY}/no login",
        f"{VTY}/exec-timeout 0 0 | {VTY}/exec-timeout 5 0",
        "interface Gi0/1/shutdown | interface Gi0/1/no shutdown",
        "interface Gi0/1/no shutdown | interface Gi0/1/shutdown",
        "snmp-server community public RO | no snmp-server community public",
        "interface Gi0/1/mtu 9000 | interface Gi0/1/no mtu",
    ),
    "Cisco NX-OS": (
        "hostname a\nfeature bgp\ninterface Ethernet1/9\n  description x\n",
        "feature telnet | no feature telnet",
        "no feature telnet | feature telnet",
        "interface Ethernet1/1/mtu 9216 | interface Ethernet1/1/mtu 1500",
        "interface Ethernet1/1/shutdown | interface Ethernet1/1/no shutdown",
        "interface Ethernet1/1/no shutdown | interface Ethernet1/1/shutdown",
        "interface Ethernet1/1/switchport mode access | interface Ethernet1/1/switchport mode trunk",
        "interface Ethernet1/1/vrf member RED | interface Ethernet1/1/no vrf member",
        "snmp-server community public group network-operator | no snmp-server community public",
        "logging console 7 | logging console 2",
        "line vty/exec-timeout 0 | line vty/exec-timeout 9",
    ),
    "Arista EOS": (
        "hostname a\ninterface Ethernet9\n   description x\n",
        "management telnet/no shutdown | management telnet/shutdown",
        "management telnet/shutdown | management telnet/no shutdown",
        "no aaa root | aaa root",
        "interface Ethernet1/shutdown | interface Ethernet1/no shutdown",
        "interface Ethernet1/mtu 9214 | interface Ethernet1/no mtu",
        "interface Ethernet1/mtu 9214 | interface Ethernet1/mtu 1500",
        "interface Ethernet1/switchport mode trunk | interface Ethernet1/no switchport mode",
        "interface Ethernet1/no lldp transmit | interface Ethernet1/lldp transmit",
        "snmp-server community public ro | no snmp-server community public",
        "router bgp 65001/router-id 1.1.1.1 | router bgp 65001/router-id 2.2.2.2",
    ),
    "Cisco ASA": (
        "ASA Version 9.8(2)\nhostname a\ninterface GigabitEthernet0/9\n nameif x\n",
        "http server enable | no http server enable",
        "no http server enable | http server enable",
        "telnet 0.0.0.0 0.0.0.0 inside | no telnet 0.0.0.0 0.0.0.0 inside",
        "interface Gi0/1/security-level 100 | interface Gi0/1/security-level 0",
        "interface Gi0/1/nameif inside | interface Gi0/1/no nameif",
        "interface Gi0/1/shutdown | interface Gi0/1/no shutdown",
        "interface Gi0/1/no shutdown | interface Gi0/1/shutdown",
        "logging console debugging | logging console errors",
        "ssh version 1 | ssh version 2",
        "snmp-server host inside 10.5.0.9 community public | no snmp-server host inside 10.5.0.9",
    ),
    "Huawei VRP": (
        "sysname a\ninterface Vlanif9\n description x\n",
        f"{VRP_VTY}/authentication-mode none | {VRP_VTY}/authentication-mode aaa",
        f"{VRP_VTY}/authentication-mode none | {VRP_VTY}/undo authentication-mode",
        f"{VRP_VTY}/protocol inbound telnet | {VRP_VTY}/protocol inbound ssh",
        "telnet server enable | undo telnet server enable",
        "undo telnet server enable | telnet server enable",
        "telnet server enable | telnet server disable",
        "snmp-agent community read cipher Xq7 | undo snmp-agent community Xq7",
        "snmp-agent community read public | undo snmp-agent community read public",
        "snmp-agent | undo snmp-agent",
        "interface GE0/0/1/port link-type access | interface GE0/0/1/port link-type trunk",
        "interface GE0/0/1/shutdown | interface GE0/0/1/undo shutdown",
    ),
    "HPE Comware": (
        "version 7.1.070, Release 6728P06\nsysname a\ninterface Vlan-interface9\n description x\n",
        "line vty 0 63/authentication-mode none | line vty 0 63/authentication-mode scheme",
        "line class vty/authentication-mode none | line class vty/authentication-mode scheme",
        "snmp-agent community read simple public | undo snmp-agent community public",
        "snmp-agent community write simple private acl 2000 | undo snmp-agent community private",
        "acl advanced 3000 | undo acl 3000",
        "acl number 3000 | undo acl 3000",
        "telnet server enable | undo telnet server enable",
        "undo stp global enable | stp global enable",
        "interface GE1/0/1/port link-mode bridge | interface GE1/0/1/port link-mode route",
        "interface GE1/0/1/undo shutdown | interface GE1/0/1/shutdown",
    ),
    "ArubaOS-CX": (
        "!Version ArubaOS-CX GL.10.10\nhostname a\ninterface 1/1/9\n    description x\n",
        "ssh server vrf mgmt | no ssh server vrf mgmt",
        "no ssh server vrf mgmt | ssh server vrf mgmt",
        "telnet server vrf default | no telnet server vrf default",
        "interface 1/1/1/no shutdown | interface 1/1/1/shutdown",
        "interface 1/1/1/shutdown | interface 1/1/1/no shutdown",
        "interface 1/1/1/mtu 9198 | interface 1/1/1/mtu 1500",
        "interface 1/1/1/description one | interface 1/1/1/description two",
        "interface 1/1/1/vlan access 7 | interface 1/1/1/no vlan access",
        "snmp-server community public | no snmp-server community public",
        "spanning-tree mode mstp | spanning-tree mode rpvst",
    ),
    "HPE AOS-Switch": (
        'hostname "a"\ninterface 9\n   name "x"\n   exit\n',
        "telnet-server | no telnet-server",
        "no telnet-server | telnet-server",
        "no ip ssh | ip ssh",
        "web-management | no web-management",
        'snmp-server community "public" operator | no snmp-server community "public"',
        "interface 7/disable | interface 7/enable",
        "interface 7/enable | interface 7/disable",
        "spanning-tree mode mstp | spanning-tree mode rapid-pvst",
        "ip default-gateway 10.7.0.1 | no ip default-gateway",
        "timesync sntp | no timesync sntp",
    ),
    "Nokia SR OS": (
        "# TiMOS-C-20.10.R3 cpm/hops64 Nokia 7750 SR\ncard 1\n    card-type iom\n    exit\n",
        "system/security/telnet-server | system/security/no telnet-server",
        "system/security/no telnet-server | system/security/telnet-server",
        'system/snmp/community "public" r version both | system/snmp/no community "public"',
        "system/time/no ntp | system/time/ntp",
        "port 1/1/1/shutdown | port 1/1/1/no shutdown",
        "port 1/1/1/no shutdown | port 1/1/1/shutdown",
        "port 1/1/1/ethernet/mtu 9212 | port 1/1/1/ethernet/mtu 1514",
        "port 1/1/1/ethernet/mtu 9212 | port 1/1/1/ethernet/no mtu",
        "router/ospf/no shutdown | router/ospf/shutdown",
        "router/router-id 1.1.1.1 | router/router-id 2.2.2.2",
    ),
}
PAIRS = [(make, *pair.split(" | ")) for make, (_, *pairs) in INDENTED.items() for pair in pairs]


def _written(path: str) -> str:
    """Write a path of blocks as indented lines; a slash behind a digit belongs to a name."""
    parts: list[str] = []
    for part in path.split("/"):
        glued = parts and parts[-1][-1:].isdigit() and part[:1].isdigit()
        parts[-1:] = [f"{parts[-1]}/{part}"] if glued else [*parts[-1:], part]
    return "".join(f"{'  ' * at}{part}\n" for at, part in enumerate(parts))


def _held(text: str) -> set[int]:
    lines = [SourceLine("a.cfg", at, line) for at, line in enumerate(text.splitlines(), 1)]
    return {one.line.number for one in read_statements(lines)[1]}


@pytest.mark.parametrize(("make", "first", "later"), PAIRS)
def test_only_the_last_line_holds(make: str, first: str, later: str) -> None:
    head, blocks = INDENTED[make][0].split("\n", 1)
    before = f"{head}\n{_written(first)}"
    number = before.count("\n")
    assert number in _held(before + blocks), "alone it holds"
    assert number not in _held(before + _written(later) + blocks)


JUNOS, PAN = "set system services ssh", "set deviceconfig system service disable-telnet {}\n"
PATHS = {
    "Junos in braces": (
        "system {{\nservices {{\nssh {{\nroot-login {};\nroot-login {};\n}}\n}}\n}}",
        "allow",
        "deny",
    ),
    "Junos by set": (f"{JUNOS} root-login {{}}\n{JUNOS} root-login {{}}", "allow", "deny"),
    "a version": (f"{JUNOS} protocol-version {{}}\n{JUNOS} protocol-version {{}}", "v1", "v2"),
    "PAN-OS": (PAN + PAN, "no", "yes"),
    "VyOS": ("set interfaces ethernet eth1 mtu {}\nset interfaces ethernet eth1 mtu {}", "9000", "1500"),
    "SR OS in braces": (
        "configure {{\nsystem {{\ntelnet-server {}\ntelnet-server {}\n}}\n}}",
        "true",
        "false",
    ),
    "FortiOS": ("config system interface\nedit port3\nset mtu {}\nset mtu {}\nnext\nend", "9000", "1500"),
    "RouterOS": ("/ip service\nset telnet disabled={}\nset telnet disabled={}", "no", "yes"),
}


@pytest.mark.parametrize(("text", "first", "last"), PATHS.values(), ids=PATHS)
def test_in_paths_too(text: str, first: str, last: str) -> None:
    numbers = [at for at, line in enumerate(text.splitlines(), 1) if "{}" in line]
    assert _held(text.format(first, last)).intersection(numbers) == {numbers[1]}
    assert _held(text.format(last, first)).intersection(numbers) == {numbers[1]}


@pytest.mark.parametrize("lines", [("mtu 9000", "mtu-override {}"), ("mtu-override {}", "mtu 9000")])
@pytest.mark.parametrize(("switch", "holds"), [("enable", True), ("disable", False)])
def test_a_setting_needs_its_switch(lines: tuple[str, str], switch: str, *, holds: bool) -> None:
    text = "config system interface\nedit port3\nset ip 10.7.0.1 255.255.255.0\n"
    text += "".join(f"set {line}\n" for line in lines).format(switch) + "next\nend\n"
    at = next(at for at, line in enumerate(text.splitlines(), 1) if "9000" in line)
    assert (at in _held(text)) is holds


KEPT = {
    "two keys": "ospf authentication-mode md5 1 cipher a | ospf authentication-mode md5 2 cipher b",
    "another user": "snmp-agent community read cipher Xq7 | undo snmp-agent community Xq8",
    "another one's switch": "telnet server enable | ssh server disable",
    "a part of it": "no ip dhcp snooping | ip dhcp snooping vlan 7",
}


@pytest.mark.parametrize("pair", KEPT.values(), ids=KEPT)
def test_what_adds_up_is_kept(pair: str) -> None:
    head = "sysname a\ninterface Vlanif7\n "
    first, later = pair.split(" | ")
    assert 3 in _held(f"{head}{first}\n {later}\n")
