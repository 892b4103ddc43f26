"""What only one end of a pair says, or one of several subnets lacks: found on the makes that write it, once."""

from __future__ import annotations

import pytest

from tests.findings.planted import messages_of

OSPF_ENDS = {
    "FortiOS": """\
config system interface
    edit "transit"
        set ip 10.1.0.2 255.255.255.252
        set interface "agg1"
        set vlanid 900
    next
end
config router ospf
    config ospf-interface
        edit "tr"
            set interface "transit"
            set network-type point-to-point
        next
    end
    config network
        edit 1
            set prefix 10.1.0.0 255.255.255.252
        next
    end
end
""",
    "RouterOS": """\
/interface vlan
add interface=bridge name=transit vlan-id=900
/ip address
add address=10.1.0.2/30 interface=transit
/routing ospf area
add area-id=0.0.0.0 instance=v2 name=backbone
/routing ospf interface-template
add area=backbone interfaces=transit networks=10.1.0.0/30 type=ptp
""",
    "VyOS": """\
set interfaces ethernet eth1 vif 900 address '10.1.0.2/30'
set protocols ospf area 0 network '10.1.0.0/30'
set interfaces ethernet eth1 vif 900 ip ospf network 'point-to-point'
""",
}
IOS_END = """\
interface Vlan900
 ip address 10.1.0.1 255.255.255.252
 ip ospf network point-to-point
{timers}router ospf 1
 network 10.1.0.0 0.0.0.3 area 0
"""


@pytest.mark.parametrize("make", OSPF_ENDS)
@pytest.mark.parametrize(
    ("timers", "found"),
    {
        " ip ospf hello-interval 5\n ip ospf dead-interval 20\n": "hello interval",
        " ip ospf dead-interval 20\n": "dead interval",
        " ip ospf hello-interval 10\n ip ospf dead-interval 40\n": "",
    }.items(),
)
def test_timers_of_ospf_are_compared_with_the_defaults(make: str, timers: str, found: str) -> None:
    told = messages_of("link-ospf", r1=IOS_END.format(timers=timers), r2=OSPF_ENDS[make])
    assert len(told) == bool(found)
    assert all(f"OSPF {found}" in one and "(the default)" in one for one in told)


SWITCH = """\
interface Port-channel10
 description fw1 lacp
 switchport mode trunk
 switchport trunk allowed vlan 15,900
interface Vlan900
 ip address 10.1.0.1 255.255.255.252
"""
FIREWALL = """\
config system interface
    edit "agg1"
        set type aggregate
        set member "port3" "port4"
        set lacp-mode active
        set description "sw1 Po10"
    next
    edit "office"
        set ip 10.0.15.1 255.255.255.0
        set interface "agg1"
        set vlanid 15
    next
    edit "visitors"
        set ip 10.0.45.1 255.255.255.0
        set interface "agg1"
        set vlanid {tag}
    next
    edit "transit"
        set ip 10.1.0.2 255.255.255.252
        set interface "agg1"
        set vlanid 900
    next
end
"""


def test_a_subnet_over_a_bundle_does_not_hide_where_the_bundle_leads() -> None:
    told = messages_of("link-vlan", sw1=SWITCH, fw1=FIREWALL.format(tag=45))
    assert len(told) == 1
    assert "fw1 visitors is in VLAN 45, which the trunk at the other end does not let pass" in told[0]
    assert not messages_of(
        "link-vlan", sw1=SWITCH.replace("15,900", "15,45,900"), fw1=FIREWALL.format(tag=45)
    )


PASSIVE = {
    "NX-OS": (
        "feature ospf\ninterface Vlan801\n  ip address 10.1.0.1/30\n  ip router ospf 1 area 0\n"
        "router ospf 1\n  passive-interface default\n{but}"
    ),
    "EOS": (
        "interface Vlan801\n   ip address 10.1.0.1/30\nrouter ospf 1\n"
        "   network 10.1.0.0/30 area 0.0.0.0\n   passive-interface default\n{but}"
    ),
    "VRP": (
        "interface Vlanif801\n ip address 10.1.0.1 255.255.255.252\nospf 1\n silent-interface all\n"
        "{but} area 0.0.0.0\n  network 10.1.0.0 0.0.0.3\n"
    ),
}
BUT = {
    "NX-OS": "interface Vlan801\n  no ip ospf passive-interface\n",
    "EOS": "   no passive-interface Vlan801\n",
    "VRP": " undo silent-interface Vlanif801\n",
}
FAR = "interface vlan 801\n    ip address 10.1.0.2/30\n    ip ospf 1 area 0.0.0.0\n"


@pytest.mark.parametrize("make", PASSIVE)
def test_a_neighbor_that_passive_by_default_leaves_out_is_found_once(make: str) -> None:
    wrong, right = PASSIVE[make].format(but=""), PASSIVE[make].format(but=BUT[make])
    (told,) = messages_of("link-protocol", r1=wrong, r2=FAR)
    assert "no neighbors allowed" in told
    (alone,) = messages_of("link-protocol", r1=wrong)
    assert alone.startswith("r1 lets OSPF find no neighbor")
    assert not messages_of("link-protocol", r1=right, r2=FAR)
    assert not messages_of("link-protocol", r1=right)


REGIONS = {
    "AOS-CX": (
        "spanning-tree\nspanning-tree config-name {name}\nspanning-tree config-revision 3\n"
        "spanning-tree instance 1 vlan 110,120\ninterface 1/1/49\n    description s{far} port 1/1/49\n"
        "    no routing\n    vlan trunk allowed 10\n"
    ),
    "NX-OS": (
        "spanning-tree mode mst\nspanning-tree mst configuration\n  name {name}\n  revision 3\n"
        "  instance 1 vlan 110,120\ninterface Ethernet1/49\n  description s{far} 1/1/49\n"
        "  switchport mode trunk\n  switchport trunk allowed vlan 10\n"
    ),
    "Comware": (
        "stp region-configuration\n region-name {name}\n revision-level 3\n instance 1 vlan 110 120\n#\n"
        "interface Ten-GigabitEthernet1/0/49\n description s{far} XGE1/0/49\n port link-type trunk\n"
        " port trunk permit vlan 10\n"
    ),
}
FAR_PORTS = {"AOS-CX": "1/1/49", "NX-OS": "Ethernet1/49", "Comware": "Ten-GigabitEthernet1/0/49"}


def _region(make: str, far_make: str, far: int, name: str) -> str:
    lines = REGIONS[make].format(name=name, far=far).splitlines()
    return "\n".join(
        line.split("description")[0] + f"description s{far} {FAR_PORTS[far_make]}"
        if "description" in line
        else line
        for line in lines
    )


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("AOS-CX", "NX-OS"),
        ("NX-OS", "AOS-CX"),
        ("NX-OS", "NX-OS"),
        ("AOS-CX", "Comware"),
        ("Comware", "NX-OS"),
    ],
)
def test_regions_of_joined_switches_of_any_make_are_compared(one: str, other: str) -> None:
    s1 = _region(one, other, 2, "ALTA")
    (told,) = messages_of("stp-region", s1=s1, s2=_region(other, one, 1, "ALTA-LAB"))
    assert "differ in the name of the region: s1 has ALTA, s2 has ALTA-LAB" in told
    assert not messages_of("stp-region", s1=s1, s2=_region(other, one, 1, "ALTA"))
    off = _region(other, one, 1, "LAB").replace("mode mst", "mode rapid-pvst")
    assert not (messages_of("stp-region", s1=s1, s2=off) if "rapid" in off else [])


TARGETS = {
    "VRP": (
        "ip vpn-instance RED\n ipv4-family\n  vpn-target 65000:{out} export-extcommunity\n"
        "  vpn-target 65000:{into} import-extcommunity\n"
    ),
    "XR": (
        "vrf RED\n address-family ipv4 unicast\n  import route-target\n   65000:{into}\n  !\n"
        "  export route-target\n   65000:{out}\n  !\n"
    ),
    "IOS": (
        "vrf definition RED\n address-family ipv4\n  route-target export 65000:{out}\n"
        "  route-target import 65000:{into}\n"
    ),
    "Junos": (
        "set routing-instances RED vrf-target import target:65000:{into}\n"
        "set routing-instances RED vrf-target export target:65000:{out}\n"
    ),
}


@pytest.mark.parametrize("one", TARGETS)
@pytest.mark.parametrize("other", TARGETS)
def test_targets_that_nobody_exports_are_found_between_any_makes(one: str, other: str) -> None:
    p1 = TARGETS[one].format(out=1, into=1)
    (told,) = messages_of("vrf-targets", p1=p1, p2=TARGETS[other].format(out=1, into=2))
    assert "p2 imports 65000:2 into the VRF red, which nobody exports" in told
    assert not messages_of("vrf-targets", p1=p1, p2=TARGETS[other].format(out=1, into=1))


def test_the_target_of_both_ways_of_junos_is_read() -> None:
    p1 = TARGETS["VRP"].format(out=1, into=1)
    assert messages_of("vrf-targets", p1=p1, p2="set routing-instances RED vrf-target target:65000:2\n")
    assert not messages_of("vrf-targets", p1=p1, p2="set routing-instances RED vrf-target target:65000:1\n")


LDP = {
    "VRP": (
        "interface LoopBack0\n ip address 10.0.0.{own} 255.255.255.255\n#\nmpls ldp\n{key}#\n",
        " md5-password cipher 10.0.0.{far} abc\n",
    ),
    "Comware": (
        "interface LoopBack0\n ip address 10.0.0.{own} 255.255.255.255\n#\nmpls ldp\n{key}#\n",
        " md5-authentication 10.0.0.{far} cipher abc\n",
    ),
    "XR": (
        "interface Loopback0\n ipv4 address 10.0.0.{own} 255.255.255.255\n!\nmpls ldp\n{key}!\n",
        " neighbor\n  10.0.0.{far}:0 password encrypted 0822\n",
    ),
    "IOS": (
        "mpls ip\n{key}interface Loopback0\n ip address 10.0.0.{own} 255.255.255.255\n",
        "mpls ldp neighbor 10.0.0.{far} password 7 0822\n",
    ),
    "Junos": (
        "set interfaces lo0 unit 0 family inet address 10.0.0.{own}/32\nset protocols ldp interface ge-0/0/0.0\n{key}",
        "set protocols ldp session 10.0.0.{far} authentication-key abc\n",
    ),
}


@pytest.mark.parametrize("one", LDP)
@pytest.mark.parametrize("other", ["XR", "IOS", "VRP", "Junos"])
def test_a_password_for_ldp_at_one_end_is_found_between_any_makes(one: str, other: str) -> None:
    (text, key), (far_text, far_key) = LDP[one], LDP[other]
    p1 = text.format(own=1, key=key.format(far=2))
    (told,) = messages_of("neighbor-differs", p1=p1, p2=far_text.format(own=2, key=""))
    assert told.startswith("p1 asks p2 for a password for LDP")
    assert not messages_of("neighbor-differs", p1=p1, p2=far_text.format(own=2, key=far_key.format(far=1)))


RELAYS = {
    "EOS": ("interface Vlan{n}\n   ip address 10.0.{n}.1/24\n{more}", "   ip helper-address 10.9.9.9\n"),
    "VRP": (
        "interface Vlanif{n}\n ip address 10.0.{n}.1 255.255.255.0\n{more}#\n",
        " dhcp select relay\n dhcp relay server-ip 10.9.9.9\n",
    ),
    "AOS-CX": (
        "interface vlan {n}\n    ip address 10.0.{n}.1/24\n{more}",
        "    ip helper-address 10.9.9.9\n",
    ),
}


@pytest.mark.parametrize("make", RELAYS)
def test_the_one_subnet_without_a_relay_is_found(make: str) -> None:
    form, relay = RELAYS[make]
    has = "".join(form.format(n=n, more=relay) for n in (10, 20, 30))
    (told,) = messages_of("unlike-siblings", sw1=has + form.format(n=40, more=""))
    assert "sw1 relays no DHCP on" in told
    assert not messages_of("unlike-siblings", sw1=has + form.format(n=40, more=relay))
    static = relay[: len(relay) - len(relay.lstrip())] + "description controllers, all static\n"
    assert not messages_of("unlike-siblings", sw1=has + form.format(n=40, more=static))
    two = form.format(n=40, more="") + form.format(n=50, more="")
    assert not messages_of("unlike-siblings", sw1=has + two)


def test_a_gateway_that_only_a_black_hole_covers_is_nowhere() -> None:
    text = """\
config system interface
    edit "mgmt"
        set ip 10.60.91.2 255.255.255.240
    next
end
config router static
    edit 3
        set dst 10.61.0.0 255.255.0.0
        set gateway {hop}
        set device "mgmt"
    next
    edit 4
        set dst 10.0.0.0 255.0.0.0
        set blackhole enable
    next
end
"""
    (told,) = messages_of("next-hop-unreachable", fw1=text.format(hop="10.60.95.2"))
    assert "10.60.95.2, which is in no subnet of an interface" in told
    assert not messages_of("next-hop-unreachable", fw1=text.format(hop="10.60.91.3"))


def test_profiles_of_a_firewall_that_nothing_uses_are_found() -> None:
    profile = "set network profiles zone-protection-profile zpp flood tcp-syn enable yes\n"
    used = "set zone untrust network zone-protection-profile zpp\n"
    zone = "set zone untrust network layer3 ethernet1/1\n"
    (told,) = messages_of("unused-definition", fw1=profile + zone)
    assert "the zone protection profile zpp" in told
    assert not messages_of("unused-definition", fw1=profile + zone + used)
    (missing,) = messages_of("undefined-reference", fw1=profile + zone + used.replace(" zpp", " zpp2"))
    assert "zpp2" in missing


def test_no_server_and_a_name_that_ends_in_pass_are_no_findings() -> None:
    pe = """\
telnet vrf default ipv4 server max-servers {most}
router bgp 65000
 neighbor 192.0.2.2
  remote-as 65001
  address-family ipv4 unicast
   route-policy RPL-IN in
   route-policy RPL-PASS out
"""
    assert not messages_of("telnet-server", "bgp-session", p1=pe.format(most=0))
    assert len(messages_of("telnet-server", "bgp-session", p1=pe.format(most=5))) == 1
