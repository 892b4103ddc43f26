"""Ends that do not fit, each written as one make writes it: found with the wrong value, and not with the right one."""

from __future__ import annotations

import pytest

from tests.findings.planted import findings_of, messages_of

IOS_LINK = """\
interface GigabitEthernet0/1
 ip address 192.0.2.2 255.255.255.252
 ip ospf 1 area 0
 {more}
router bgp 65002
 neighbor 192.0.2.1 remote-as 65001
 {bgp}
"""
PANOS = """\
set network interface ethernet ethernet1/1 layer3 ip 192.0.2.1/30
set network interface ethernet ethernet1/2 layer3 ip 10.1.0.1/24
set network virtual-router edge interface [ ethernet1/1 ethernet1/2 ]
set network virtual-router edge protocol ospf area 0.0.0.0 interface ethernet1/1 dead-counts 4
set network virtual-router edge protocol ospf area 0.0.0.0 interface ethernet1/1 bfd profile default
set network virtual-router edge protocol bgp local-as 65001
set network virtual-router edge protocol bgp peer-group G peer p peer-as {remote}
set network virtual-router edge protocol bgp peer-group G peer p peer-address ip 192.0.2.2
{more}
"""
PEER = "set network virtual-router edge protocol bgp peer-group G peer p "
PANOS_FACTS = {
    "another AS": ({"remote": 65020}, {}, "bgp-wrong-as", "expects AS 65020"),
    "a password": (
        {"more": f"{PEER}connection-options authentication A"},
        {},
        "bgp-session",
        "only|a password",
    ),
    "BFD of a session": ({"more": f"{PEER}bfd profile default"}, {}, "bgp-session", "BFD"),
    "BFD for OSPF": ({}, {}, "link-ospf", "BFD for OSPF"),
    "a next hop": (
        {
            "more": "set network virtual-router edge routing-table ip static-route a destination 10.9.0.0/16\n"
            "set network virtual-router edge routing-table ip static-route a nexthop ip-address 10.3.0.9"
        },
        {},
        "next-hop-unreachable",
        "10.3.0.9",
    ),
}


@pytest.mark.parametrize(("wrong", "peer", "kind", "says"), PANOS_FACTS.values(), ids=PANOS_FACTS)
def test_panos_with_a_virtual_router_of_its_own_name(
    wrong: dict[str, str], peer: dict[str, str], kind: str, says: str
) -> None:
    fw = PANOS.format(**{"remote": 65002, "more": "", **wrong})
    router = IOS_LINK.format(**{"more": "", "bgp": "", **peer})
    messages = messages_of(kind, fw=fw, router=router)
    assert len(messages) == 1
    assert says.rpartition("|")[2] in messages[0]


def test_panos_that_fits() -> None:
    fw = PANOS.format(remote=65002, more=f"{PEER}bfd profile default")
    router = IOS_LINK.format(more="ip ospf bfd", bgp="neighbor 192.0.2.1 fall-over bfd")
    kinds = ("bgp-wrong-as", "bgp-session", "link-ospf", "bgp-one-sided", "link-protocol", "missing-part")
    assert messages_of(*kinds, fw=fw, router=router) == []


KEYS = {
    "VRP": ("ospf authentication-mode md5 1 plain {key}", "GigabitEthernet0/0/1"),
    "Comware": ("ospf authentication-mode md5 1 plain {key}", "GigabitEthernet1/0/1"),
    "AOS-CX": (
        "ip ospf authentication message-digest\n ip ospf message-digest-key 1 md5 plaintext {key}",
        "1/1/1",
    ),
    "NX-OS": (
        "ip ospf authentication message-digest\n ip ospf message-digest-key 1 md5 {key}",
        "Ethernet1/1",
    ),
}


@pytest.mark.parametrize(("key", "found"), [("Winter77x", 0), ("Winter78x", 1)])
@pytest.mark.parametrize(("setting", "port"), KEYS.values(), ids=KEYS)
def test_keys_of_ospf(setting: str, port: str, key: str, found: int) -> None:
    area = " ospf enable 1 area 0\n" if setting.startswith("ospf") else " ip ospf 1 area 0\n"
    one = f"interface {port}\n ip address 192.0.2.1 255.255.255.252\n{area} {setting.format(key=key)}\n"
    more = "ip ospf authentication message-digest\n ip ospf message-digest-key 1 md5 Winter77x"
    messages = messages_of("link-ospf", one=one, other=IOS_LINK.format(more=more, bgp=""))
    assert [one for one in messages if "the OSPF key" in one][found:] == []
    assert len(messages) == found


FORTIOS_OSPF = """\
config system interface
    edit "port1"
        set ip 192.0.2.1 255.255.255.252
    next
end
config router ospf
    config ospf-interface
        edit "o1"
            set interface "port1"
            {setting}
        next
    end
    config network
        edit 1
            set prefix 192.0.2.0 255.255.255.252
        next
    end
end
"""


@pytest.mark.parametrize(
    ("setting", "more", "found"),
    [
        ("set cost 10", "ip ospf network point-to-point", 1),
        ("set network-type point-to-point", "ip ospf network point-to-point", 0),
        ("set cost 10", "ip ospf bfd", 1),
        ("set bfd enable", "ip ospf bfd", 0),
    ],
)
def test_settings_of_ospf_that_fortios_does_not_say(setting: str, more: str, found: int) -> None:
    texts = {"fw": FORTIOS_OSPF.format(setting=setting), "router": IOS_LINK.format(more=more, bgp="")}
    assert len(messages_of("link-ospf", **texts)) == found


SPEEDS = {
    "EOS": "interface Ethernet1\n   description sw Gi0/1\n   speed forced {speed}{duplex}\n",
    "AOS-CX": "interface 1/1/1\n    description sw Gi0/1\n    speed {speed}-{duplex}\n",
    "FortiOS": 'config system interface\n    edit "port1"\n        set alias "sw Gi0/1"\n'
    "        set speed {speed}{duplex}\n    next\nend\n",
    "SR OS": 'configure\n    port 1/1/1\n        description "sw Gi0/1"\n        ethernet\n            speed {speed}\n'
    "            duplex {duplex}\n        exit\n    exit\n",
    "PAN-OS": 'set network interface ethernet ethernet1/1 comment "sw Gi0/1"\n'
    "set network interface ethernet ethernet1/1 link-speed {speed}\n"
    "set network interface ethernet ethernet1/1 link-duplex {duplex}\n",
    "Junos": 'interfaces {{\n    ge-0/0/1 {{\n        description "sw Gi0/1";\n        speed {speed}m;\n'
    "        link-mode {duplex}-duplex;\n    }}\n}}\n",
    "RouterOS": '/interface ethernet\nset [ find default-name=ether1 ] auto-negotiation=no comment="sw Gi0/1" '
    "speed={speed}M-baseT-{duplex}\n",
}
PORTS = {
    "EOS": "Ethernet1",
    "AOS-CX": "1/1/1",
    "FortiOS": "port1",
    "SR OS": "1/1/1",
    "PAN-OS": "ethernet1/1",
    "Junos": "ge-0/0/1",
    "RouterOS": "ether1",
}


@pytest.mark.parametrize(("speed", "duplex", "found"), [(100, "full", 0), (10, "full", 1), (100, "half", 1)])
@pytest.mark.parametrize("make", SPEEDS)
def test_fixed_speeds_and_duplex(make: str, speed: int, duplex: str, found: int) -> None:
    switch = f"interface GigabitEthernet0/1\n description far {PORTS[make]}\n speed 100\n duplex full\n"
    far = SPEEDS[make].format(speed=speed, duplex=duplex)
    assert len(messages_of("link-duplex", far=far, sw=switch)) == found


TRUNK = """\
interface GigabitEthernet0/1
 description far {port}
 switchport mode trunk
 switchport trunk allowed vlan {vlans}
"""
FAR_TRUNKS = {
    "RouterOS": (
        (
            '/interface ethernet\nset [ find default-name=ether2 ] comment="sw Gi0/1"\n/interface bridge\n'
            "add name=br vlan-filtering=yes\n/interface bridge vlan\nadd bridge=br tagged=br,ether2 vlan-ids=10\n"
            "add bridge=br tagged=br,ether2 vlan-ids=30\n"
        ),
        "ether2",
    ),
    "Junos, VLANs by name": (
        (
            'interfaces {\n    ge-0/0/2 {\n        description "sw Gi0/1";\n        unit 0 {\n'
            "            family ethernet-switching {\n                interface-mode trunk;\n                vlan {\n"
            "                    members [ users voice ];\n                }\n            }\n        }\n    }\n}\n"
            "vlans {\n    users {\n        vlan-id 10;\n    }\n    voice {\n        vlan-id 30;\n    }\n}\n"
        ),
        "ge-0/0/2",
    ),
    "units of a router": (
        (
            "interface GigabitEthernet0/2\n description sw Gi0/1\ninterface GigabitEthernet0/2.10\n"
            " encapsulation dot1Q 10\n ip address 10.1.0.1 255.255.255.0\ninterface GigabitEthernet0/2.30\n"
            " encapsulation dot1Q 30\n ip address 10.3.0.1 255.255.255.0\n"
        ),
        "GigabitEthernet0/2",
    ),
    "VLANs of FortiOS": (
        (
            'config system interface\n    edit "port2"\n        set alias "sw Gi0/1"\n    next\n    edit "v10"\n'
            '        set ip 10.1.0.1 255.255.255.0\n        set interface "port2"\n        set vlanid 10\n    next\n'
            '    edit "v30"\n        set ip 10.3.0.1 255.255.255.0\n        set interface "port2"\n'
            "        set vlanid 30\n"
            "    next\nend\n"
        ),
        "port2",
    ),
}


@pytest.mark.parametrize(("vlans", "found"), [("10,30", 0), ("10,20", 1)])
@pytest.mark.parametrize(("far", "port"), FAR_TRUNKS.values(), ids=FAR_TRUNKS)
def test_vlans_that_only_one_end_carries(far: str, port: str, vlans: str, found: int) -> None:
    messages = messages_of("link-vlan", far=far, sw=TRUNK.format(port=port, vlans=vlans))
    assert [one for one in messages if "30" not in one] == []
    assert len(messages) == found


VPRN = """\
exit all
configure
    service
        vprn {name} customer 1 create
            vrf-target {targets}
        exit
    exit
exit all
"""


@pytest.mark.parametrize(("way", "found"), [("65000:1", 0), ("65000:7", 1)])
def test_route_target_behind_the_other_way(way: str, found: int) -> None:
    one = VPRN.format(name="300", targets=f"export target:65000:1 import target:{way}")
    other = VPRN.format(name="300", targets="target:65000:1")
    assert len(messages_of("vrf-targets", one=one, other=other)) == found


RELAYS = """\
interface Vlan10
 ip address 10.10.0.{own} 255.255.255.0
 {relay}
interface Vlan77
 ip address 10.77.0.{own} 255.255.255.0
"""


@pytest.mark.parametrize(("goal", "found"), [("10.77.0.5", 0), ("10.79.0.5", 1)])
def test_relay_to_no_known_subnet(goal: str, found: int) -> None:
    texts = {
        "one": RELAYS.format(own=1, relay=f"ip helper-address {goal}"),
        "other": RELAYS.format(own=2, relay="ip helper-address 10.77.0.5"),
    }
    messages = messages_of("misplaced-address", **texts)
    assert [one for one in messages if "10.79.0.5, which is in no subnet" not in one] == []
    assert len(messages) == found


def test_what_vrrp_tracks_is_no_interface_where_it_is_a_test() -> None:
    text = (
        "sysname a\nnqa test-instance adm far\n test-type icmp\ninterface Vlanif10\n"
        " ip address 10.0.0.2 255.255.255.0\n"
        " vrrp vrid 1 virtual-ip 10.0.0.1\n vrrp vrid 1 track nqa adm far reduced 20\n"
    )
    assert messages_of("undefined-reference", a=text) == []


TUNNEL = """\
interface Tunnel1
 ip address 192.0.2.2 255.255.255.252
 ip ospf 1 area 0
 {more}
 tunnel source 198.51.100.2
 tunnel destination 198.51.100.1
"""
FAR_TUNNEL = """\
/interface gre
add local-address=198.51.100.1 name=far remote-address=198.51.100.2
/ip address
add address=192.0.2.1/30 interface=far
/routing ospf area
add name=bb
/routing ospf interface-template
add area=bb interfaces=far type=ptp
"""


@pytest.mark.parametrize(("more", "found"), [("ip ospf hello-interval 5", 1), ("ip ospf cost 20", 0)])
def test_the_default_interval_of_a_tunnel(more: str, found: int) -> None:
    assert len(messages_of("link-ospf", one=FAR_TUNNEL, other=TUNNEL.format(more=more))) == found


@pytest.mark.parametrize(("mode", "found"), [(" mode active", 0), ("", 1), (" mode on", 1)])
def test_a_bundle_without_a_mode_has_no_lacp(mode: str, found: int) -> None:
    one = f"interface Ethernet1/1\n  description other Ethernet1\n  channel-group 12{mode}\n"
    other = "interface Ethernet1\n   description one Ethernet1/1\n   channel-group 10 mode active\n"
    assert len(messages_of("link-lacp", one=one, other=other)) == found


FILTER = """\
set system host-name {name}
set interfaces lo0 unit 0 family inet {where}
set firewall family inet filter PROTECT term a from protocol ospf
set firewall family inet filter PROTECT term a then accept
"""


@pytest.mark.parametrize("applied", [True, False])
def test_a_filter_that_only_others_apply_is_of_medium_severity(applied: bool) -> None:
    one = FILTER.format(name="one", where="address 192.0.2.1/32")
    other = FILTER.format(name="other", where="filter input PROTECT" if applied else "address 192.0.2.2/32")
    found = findings_of("unused-definition", one=one, other=other)
    assert [each.severity for each in found] == (["medium"] if applied else ["low", "low"])
    assert ("unlike other" in found[0].message) is applied
    assert ("other.cfg" in {line.path for line in found[0].lines}) is applied


OPNSENSE = """\
<?xml version="1.0"?>
<opnsense>
  <interfaces>
    <wan>
      {enable}<if>igb0</if>
      <ipaddr>192.0.2.1</ipaddr>
      <subnet>30</subnet>
    </wan>
  </interfaces>
</opnsense>
"""


@pytest.mark.parametrize(("enable", "found"), [("<enable>1</enable>", 1), ("", 0)])
def test_an_interface_of_opnsense_that_is_not_enabled_is_down(enable: str, found: int) -> None:
    router = "interface GigabitEthernet0/0\n ip address 192.0.2.1 255.255.255.252\n"
    assert len(messages_of("duplicate-address", fw=OPNSENSE.format(enable=enable), router=router)) == found


def test_a_part_of_an_nxos_file_is_not_called_cut_off() -> None:
    part = "version 9.3(5)\nhostname n1\nfeature hsrp\ninterface Ethernet1/1\n  ip access-group A in\n"
    whole = f"!Command: show running-config\n{part}"
    severities = [
        [each.severity for each in findings_of("undefined-reference", n1=text)] for text in (part, whole)
    ]
    assert severities == [["high"], ["low"]]


SERVERS = """\
hostname {name}
interface GigabitEthernet0/1
 ip address 10.0.{number}.1 255.255.255.0
ntp server 10.9.0.1
{syslog}
"""


@pytest.mark.parametrize(("syslog", "found"), [("", 1), ("logging host 10.9.0.2", 0)])
def test_the_only_one_of_three_devices_without_a_server_is_low(syslog: str, found: int) -> None:
    says = ["logging host 10.9.0.2", "logging host 10.9.0.2", syslog]
    texts = {
        f"r{number}": SERVERS.format(name=f"r{number}", number=number, syslog=each)
        for number, each in enumerate(says)
    }
    assert [each.severity for each in findings_of("feature-missing", **texts)] == ["low"] * found


VRRP = """\
hostname {name}
interface Vlan10
 ip address 10.10.0.{own} 255.255.255.0
 standby 1 ip 10.10.0.254
{ntp}
logging host 10.9.0.2
"""


def test_a_server_that_one_of_two_partners_lacks_is_told_once() -> None:
    says = ["", *["ntp server 10.9.0.1"] * 3]
    texts = {
        f"r{own}": VRRP.format(name=f"r{own}", own=own + 1, ntp=each).replace(
            "10.10.0.", f"10.{10 + own // 2}.0."
        )
        for own, each in enumerate(says)
    }
    messages = messages_of("feature-missing", "partner-differs", **texts)
    assert len([one for one in messages if "NTP server" in one]) == 1
