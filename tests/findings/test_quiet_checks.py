"""What a check may not say: differences that are none, and a hundred names where one thing is missing."""

from __future__ import annotations

import pytest

from findings.checks import CHECKS
from tests.findings.planted import findings_of, messages_of, network

GRE_IOS = """\
hostname r1
interface GigabitEthernet0/1
 ip address 192.0.2.1 255.255.255.252
interface Tunnel7
 ip address 10.7.0.1 255.255.255.252
 tunnel source 192.0.2.1
 tunnel destination 192.0.2.2
 tunnel mode {mode}
"""
GRE_VRP = """\
#
sysname r2
#
interface GigabitEthernet0/0/1
 ip address 192.0.2.2 255.255.255.252
#
interface Tunnel0/0/7
 ip address 10.7.0.2 255.255.255.252
 tunnel-protocol {mode}
 source 192.0.2.2
 destination 192.0.2.1
#
"""
MODES = {
    "one mode that two makes write differently": ("ipsec ipv4", "ipsec", 0),
    "GRE of two makes": ("gre ip", "gre", 0),
    "two modes": ("ipip", "gre", 1),
}


@pytest.mark.parametrize(("one", "other", "count"), MODES.values(), ids=MODES)
def test_modes_of_tunnels(one: str, other: str, count: int) -> None:
    found = messages_of("tunnel-ends", r1=GRE_IOS.format(mode=one), r2=GRE_VRP.format(mode=other))
    assert len(found) == count


PORT = "interface GigabitEthernet1/0/{0}\n channel-group {0} mode active\n"


def test_many_undefined_names_of_one_kind_are_one_finding() -> None:
    few, many = (
        f"hostname sw1\ninterface Port-channel99\n{''.join(map(PORT.format, range(1, n)))}" for n in (4, 31)
    )
    assert len(messages_of("undefined-reference", sw1=few)) == 3
    (found,) = findings_of("undefined-reference", sw1=many)
    assert (found.severity, len(found.lines)) == ("low", 30)
    assert "30 bundles that no line defines: 1, 2," in found.message


SPOKE = "hostname {0}\ninterface Tunnel1\n ip policy route-map TO-{0}\n"


def test_a_kind_that_no_file_defines_is_one_low_finding() -> None:
    spokes = {name: SPOKE.format(name) for name in ("b1", "b2", "b3")}
    (found,) = findings_of("undefined-reference", **spokes)
    assert (found.severity, found.devices) == ("low", ("b1", "b2", "b3"))
    assert found.message == (
        "b1, b2, b3 use 3 route maps that no line defines: TO-b1, TO-b2, TO-b3. "
        "That part may have been left out of the files."
    )
    spokes["b3"] += "route-map OTHER permit 10\n"
    assert [one.severity for one in findings_of("undefined-reference", **spokes)] == ["high"] * 3


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("ntp server 192.0.2.7 key 7", "use 1 NTP key that no line defines: 7."),
        (
            "interface Gi0/7\n xconnect 192.0.2.7 7 pw-class WIRE",
            "use 1 pseudowire class that no line defines",
        ),
    ],
)
def test_kinds_are_written_as_many_as_there_are(line: str, says: str) -> None:
    spokes = {name: f"hostname {name}\n{line}\n" for name in ("b1", "b2", "b3")}
    (message,) = messages_of("undefined-reference", **spokes)
    assert says in message


IDLE = """\
hostname r1
class-map match-any VIDEO
 match access-group name VIDEO-PORTS
policy-map OUT
 class VIDEO
ip access-list extended SPARE
 deny ip any any
 permit tcp any any eq 443
interface GigabitEthernet0/1
{0}"""


def test_what_only_idle_parts_use_is_low() -> None:
    (idle,) = findings_of("undefined-reference", r1=IDLE.format(""))
    assert (idle.severity, "only what is itself used nowhere uses it" in idle.message) == ("low", True)
    (used,) = findings_of("undefined-reference", r1=IDLE.format(" service-policy output OUT\n"))
    assert (used.severity, used.message) == (
        "high",
        "r1 uses the access list VIDEO-PORTS and does not define it.",
    )


def test_a_shadowed_entry_of_a_filter_that_is_used_nowhere_is_low() -> None:
    (idle,) = findings_of("shadowed-entry", r1=IDLE.format(""))
    (used,) = findings_of("shadowed-entry", r1=IDLE.format(" ip access-group SPARE in\n"))
    assert (idle.severity, used.severity) == ("low", "high")


def test_a_named_vlan_that_is_not_there_is_told_once() -> None:
    junos = """\
set system host-name s1
set vlans office vlan-id 30
set interfaces ge-0/0/1 unit 0 family ethernet-switching vlan members phones
set interfaces ge-0/0/2 unit 0 family ethernet-switching vlan members 31
"""
    found = findings_of("undefined-reference", s1=junos) + findings_of("undefined-vlan", s1=junos)
    assert [one.message for one in found] == [
        "s1 uses the named VLAN phones and does not define it.",
        "s1 has ports in VLAN 31 and does not define it.",
    ]


VYOS = """\
set system host-name '{name}'
set interfaces ethernet eth1 address '10.1.1.{host}/24'
set interfaces ethernet eth1 vif 5 address '10.1.5.{host}/24'
{tunnel}set firewall ipv4 forward filter default-action 'drop'
set firewall ipv4 forward filter rule 10 action 'accept'
set firewall ipv4 forward filter rule 10 inbound-interface name 'eth1'
set firewall ipv4 forward filter rule 10 protocol 'tcp'
set firewall ipv4 forward filter rule 20 action 'accept'
set firewall ipv4 forward filter rule 20 inbound-interface name '{more}'
set firewall ipv4 forward filter rule 20 source address '10.9.0.0/16'
"""
TUNNEL = "set interfaces wireguard wg3 address '10.3.0.1/30'\n"
ENTRIES = {
    "an entry about an interface that only one partner has": (TUNNEL, "wg3", 0),
    "an entry about an interface that both have": ("", "eth1.5", 1),
}


@pytest.mark.parametrize(("tunnel", "more", "count"), ENTRIES.values(), ids=ENTRIES)
def test_entries_of_partners(tunnel: str, more: str, count: int) -> None:
    one = VYOS.format(name="v1", host=2, tunnel=tunnel, more=more)
    other = "\n".join(VYOS.format(name="v2", host=3, tunnel="", more=more).splitlines()[:-3])
    assert len(messages_of("partner-differs", v1=one, v2=other)) == count


EXCERPT = """\
/interface list
add name=LAN
/ip address
add address=10.4.0.1/24 interface=ether2
/ip firewall filter
add action=accept chain=input in-interface-list=LAN
"""
WHOLE = EXCERPT.replace(
    "/ip address", "add name=OFFICE\n/interface list member\nadd interface=ether1 list=OFFICE\n/ip address"
)


def test_a_part_of_an_export_lacks_no_members() -> None:
    assert not messages_of("missing-part", r1=EXCERPT)
    assert len(messages_of("missing-part", r1=WHOLE)) == 1


XR = """\
hostname pe{0}
ntp
 server vrf MGMT 10.8.0.{1}
!
interface Bundle-Ether1
 ipv4 address 10.8.1.{0} 255.255.255.252
!
router isis CORE
 net 49.0001.0000.0000.000{0}.00
 interface Bundle-Ether1
  bfd minimum-interval 100
  {2}
  address-family ipv4 unicast
"""


def test_a_timer_of_bfd_switches_nothing_on() -> None:
    pair = {"pe1": XR.format(1, 9, "bfd fast-detect ipv4"), "pe2": XR.format(2, 9, "point-to-point")}
    assert [one for one in messages_of("link-isis", **pair) if "BFD" in one]


def test_a_server_in_a_vrf_is_an_address() -> None:
    (device,) = network(pe1=XR.format(1, 9, "point-to-point")).devices
    assert [one.value for one in device.all("ntp")] == ["10.8.0.9"]


VTY = (
    "sysname a1\n#\nuser-interface con 0\nuser-interface vty 0 4\n acl 2000 inbound\nuser-interface vty {0}\n"
)


def test_lines_that_a_maker_keeps_for_himself() -> None:
    assert not messages_of("vty-without-filter", a1=VTY.format("16 20"))
    assert messages_of("vty-without-filter", a1=VTY.format("5 14"))


ROUTER_ID = """\
config system global
    set hostname "{0}"
end
config system interface
    edit "port1"
        set ip 10.1.1.{1} 255.255.255.252
    next
end
config router ospf
    set router-id {2}
end
"""


def test_a_router_id_of_zeros_is_none() -> None:
    for number, count in (("0.0.0.0", 0), ("10.9.9.9", 1)):
        pair = {"f1": ROUTER_ID.format("f1", 1, number), "f2": ROUTER_ID.format("f2", 2, number)}
        assert len(messages_of("duplicate-id", **pair)) == count


ASA = """\
ssh 10.2.0.0 255.255.0.0 {0}
logging host {0} 10.2.0.9
"""
NAMEIF = "interface GigabitEthernet0/1\n nameif inside\n"


def test_a_part_of_an_asa_names_interfaces_of_the_rest() -> None:
    assert [one.severity for one in findings_of("undefined-reference", fw=ASA.format("dmz"))] == ["low"]
    assert messages_of("undefined-reference", fw=NAMEIF + ASA.format("dmz"))
    assert not messages_of("undefined-reference", fw=NAMEIF + ASA.format("inside"))


WITH_BFD = """\
system { host-name j1; }
interfaces { xe-0/2/3 { unit 0 { family inet { address 10.40.0.9/30; } } } }
protocols { ospf { area 0.0.0.0 { interface xe-0/2/3.0 {
  interface-type p2p;
  bfd-liveness-detection {
    minimum-interval 300;
  }
} } } }
"""
OTHER_END = """\
sysname sw1
interface GigabitEthernet0/0/1
 ip address 10.40.0.10 255.255.255.252
 ospf network-type p2p
{}ospf 1
 area 0.0.0.0
  network 10.40.0.8 0.0.0.3
"""


@pytest.mark.parametrize(("more", "found"), [(" ospf bfd enable\n", False), ("", True)])
def test_bfd_of_two_makes_is_the_same(more: str, found: bool) -> None:
    ends = network(j1=WITH_BFD, sw1=OTHER_END.format(more))
    kinds = {one.kind for check in CHECKS for one in check.run(ends)}
    assert ("link-ospf" in kinds) is found


PANOS = """\
set deviceconfig system hostname pa3
set zone plant network layer3 ethernet1/5
set zone untrust network layer3 ethernet1/1
set rulebase security rules work from any
set rulebase security rules work to {0}
set rulebase security rules work source any
set rulebase security rules work destination any
set rulebase security rules work application any
set rulebase security rules work service any
set rulebase security rules work action allow
"""


def test_a_rule_that_permits_everything_to_an_inner_zone() -> None:
    assert messages_of("any-to-any", pa3=PANOS.format("plant")) == [
        "In security on pa3, entry work permits everything to plant."
    ]
    assert messages_of("any-to-any", pa3=PANOS.format("untrust")) == []


VLAN = """\
hostname {0}
{1}
interface Vlan30
 ip address 10.30.0.{2} 255.255.255.252
 ip router ospf 1 area 0
 ip ospf 1 area 0
 ip access-group CAM-IN in
router ospf 1
ip access-list extended CAM-IN
 10 permit tcp any host 10.1.1.1 eq 554
 20 deny ip any any
"""


@pytest.mark.parametrize(("feature", "count"), [("", 2), ("feature ospf", 0)], ids=["IOS", "NX-OS"])
def test_filters_of_routed_ports_see_no_multicast_on_every_make(feature: str, count: int) -> None:
    both = {name: VLAN.format(name, feature, host) for host, name in ((1, "n1"), (2, "n2"))}
    assert len(messages_of("own-traffic", **both)) == count


FORTIOS_POOL = """\
config system global
    set hostname "fw5"
end
config system interface
    edit "internal2"
        set ip 10.50.10.1 255.255.255.0
    next
end
config system dhcp server
    edit 1
        set default-gateway 10.50.{0}.1
        set netmask 255.255.255.0
        set interface "internal2"
        config ip-range
            edit 1
                set start-ip 10.50.{1}.50
                set end-ip 10.50.{1}.90
            next
        end
    next
end
"""


@pytest.mark.parametrize(
    ("gateway", "range_", "count"), [(10, 10, 0), (10, 12, 1), (11, 10, 0)], ids=["right", "range", "gateway"]
)
def test_a_wrong_gateway_is_no_wrong_range(gateway: int, range_: int, count: int) -> None:
    assert len(messages_of("dhcp-outside", fw5=FORTIOS_POOL.format(gateway, range_))) == count


def test_both_passwords_of_a_routing_daemon_are_counted() -> None:
    text = "hostname q1\npassword winter\nenable password summer\nrouter bgp 64512\n"
    assert messages_of("clear-text-password", q1=text) == ["q1 keeps 2 passwords in clear text."]


JUNOS = "set system host-name {0}\nset system syslog host 10.9.9.9 any any\nset interfaces lo0 unit 0\n"


def test_another_make_that_is_written_alike_may_have_it_in_other_words() -> None:
    four = {name: JUNOS.format(name) for name in ("m1", "m2", "m3", "m4", "m5")}
    panos = PANOS.format("plant") + "set shared log-settings syslog s server a syslog-host 10.9.9.9\n"
    assert messages_of("feature-missing", **four, pa3=panos) == []
    assert len(messages_of("feature-missing", **four, pa3=PANOS.format("plant"))) == 1


CALLED = """\
hostname x4
route-policy FROM-PEERS($limit, $own)
  set med $limit
end-policy
route-policy ALL($limit, $own)
  apply FROM-PEERS($limit, $own)
end-policy
router bgp 64512
 neighbor 192.0.2.9
  address-family ipv4 unicast
   route-policy ALL(5, 64512) in
"""


def test_a_policy_that_is_called_with_what_it_was_given_is_used() -> None:
    assert messages_of("unused-definition", x4=CALLED) == []
    assert messages_of("undefined-reference", x4=CALLED) == []
