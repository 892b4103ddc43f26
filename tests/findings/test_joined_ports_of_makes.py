"""Two joined ports, each written as one make writes it: what only one end fixes, negotiates or tags is found."""

from __future__ import annotations

import pytest

from tests.findings.planted import messages_of

BUNDLES = {
    "IOS": (
        """\
interface Port-channel1
interface Gi0/1
 description {far}
 channel-group 1 mode {lacp}
""",
        "active",
        "on",
        "Gi0/1",
    ),
    "NX-OS": (
        """\
interface port-channel1
interface Ethernet1/1
  description {far}
  channel-group 1{lacp}
""",
        " mode active",
        "",
        "Ethernet1/1",
    ),
    "XR": (
        """\
interface Bundle-Ether1
interface TenGigE0/0/0/1
 description {far}
 bundle id 1{lacp}
""",
        " mode active",
        "",
        "TenGigE0/0/0/1",
    ),
    "VRP": (
        """\
interface Eth-Trunk1
{lacp}#
interface GigabitEthernet0/0/1
 description {far}
 eth-trunk 1
""",
        " mode lacp\n",
        "",
        "GigabitEthernet0/0/1",
    ),
    "Comware": (
        """\
interface Bridge-Aggregation1
{lacp}#
interface GigabitEthernet1/0/1
 description {far}
 port link-aggregation group 1
""",
        " link-aggregation mode dynamic\n",
        "",
        "GigabitEthernet1/0/1",
    ),
    "Junos": (
        """\
set interfaces ae0 description core
{lacp}set interfaces ge-0/0/1 description "{far}"
set interfaces ge-0/0/1 gigether-options 802.3ad ae0
""",
        "set interfaces ae0 aggregated-ether-options lacp active\n",
        "",
        "ge-0/0/1",
    ),
    "FortiOS": (
        """\
config system interface
    edit "port1"
        set alias "{far}"
    next
    edit "agg1"
        set type aggregate
        set member "port1" "port2"
{lacp}    next
end
""",
        "",
        "        set lacp-mode static\n",
        "port1",
    ),
    "PAN-OS": (
        """\
set network interface ethernet ethernet1/1 comment "{far}"
set network interface ethernet ethernet1/1 aggregate-group ae1
set network interface aggregate-ethernet ae1 layer3 ip 10.9.9.1/24
{lacp}""",
        "set network interface aggregate-ethernet ae1 layer3 lacp enable yes\n",
        "",
        "ethernet1/1",
    ),
    "SR OS": (
        """\
configure
    lag 1
        mode access
        port 1/1/1
{lacp}        no shutdown
    exit
    port 1/1/1
        description "{far}"
    exit
exit
""",
        "        lacp active administrative-key 32768\n",
        "",
        "1/1/1",
    ),
    "AOS-CX": (
        """\
interface lag 1
    no shutdown
{lacp}interface 1/1/1
    description {far}
    lag 1
""",
        "    lacp mode active\n",
        "",
        "1/1/1",
    ),
    "EOS": (
        """\
interface Port-Channel1
interface Ethernet1
   description {far}
   channel-group 1 mode {lacp}
""",
        "active",
        "on",
        "Ethernet1",
    ),
    "VyOS": (
        """\
set interfaces bonding bond0 description core
{lacp}set interfaces bonding bond0 member interface 'eth1'
set interfaces ethernet eth1 description '{far}'
""",
        "set interfaces bonding bond0 mode 802.3ad\n",
        "set interfaces bonding bond0 mode xor-hash\n",
        "eth1",
    ),
    "RouterOS": (
        """\
/interface ethernet
set [ find default-name=ether1 ] comment="{far}"
/interface bonding
add {lacp}name=bond1 slaves=ether1,ether2
""",
        "mode=802.3ad ",
        "",
        "ether1",
    ),
}


@pytest.mark.parametrize("make", BUNDLES)
def test_lacp_at_one_end_only(make: str) -> None:
    form, on, off, port = BUNDLES[make]
    switch, active, static, uplink = BUNDLES["IOS"]
    for lacp, theirs in ((on, active), (off, static), (off, active), (on, static)):
        far = form.format(far=f"sw {uplink}", lacp=lacp)
        fits = (lacp, theirs) in ((on, active), (off, static))
        sw = switch.format(far=f"far {port}", lacp=theirs)
        messages = messages_of("link-lacp", far=far, sw=sw)
        assert len(messages) == (0 if fits else 1), (lacp, theirs, messages)


FIXED = {
    "EOS": (
        "interface Ethernet1\n   description sw Gi0/1\n{fixed}",
        "   speed forced 100full\n",
        "Ethernet1",
    ),
    "AOS-CX": ("interface 1/1/1\n    description sw Gi0/1\n{fixed}", "    speed 100-full\n", "1/1/1"),
    "FortiOS": (
        'config system interface\n    edit "port1"\n        set alias "sw Gi0/1"\n{fixed}    next\nend\n',
        "        set speed 100full\n",
        "port1",
    ),
    "SR OS": (
        'configure\n    port 1/1/1\n        description "sw Gi0/1"\n        ethernet\n{fixed}        exit\n    exit\n',
        "            speed 100\n            duplex full\n            no autonegotiate\n",
        "1/1/1",
    ),
    "PAN-OS": (
        'set network interface ethernet ethernet1/1 comment "sw Gi0/1"\n{fixed}',
        (
            "set network interface ethernet ethernet1/1 link-speed 100\n"
            "set network interface ethernet ethernet1/1 link-duplex full\n"
        ),
        "ethernet1/1",
    ),
    "Junos": (
        'set interfaces ge-0/0/1 description "sw Gi0/1"\n{fixed}',
        "set interfaces ge-0/0/1 speed 100m\nset interfaces ge-0/0/1 link-mode full-duplex\n",
        "ge-0/0/1",
    ),
    "RouterOS": (
        '/interface ethernet\nset [ find default-name=ether1 ] {fixed}comment="sw Gi0/1"\n',
        "auto-negotiation=no speed=100M-baseT-full ",
        "ether1",
    ),
    "VRP": (
        "interface GigabitEthernet0/0/1\n description sw Gi0/1\n{fixed}",
        " undo negotiation auto\n speed 100\n duplex full\n",
        "GigabitEthernet0/0/1",
    ),
    "Comware": (
        "interface GigabitEthernet1/0/1\n description sw Gi0/1\n{fixed}",
        " speed 100\n duplex full\n",
        "GigabitEthernet1/0/1",
    ),
    "NX-OS": (
        "interface Ethernet1/1\n  description sw Gi0/1\n{fixed}",
        "  speed 100\n  duplex full\n",
        "Ethernet1/1",
    ),
    "XR": (
        "interface GigabitEthernet0/0/0/1\n description sw Gi0/1\n{fixed}",
        " speed 100\n duplex full\n",
        "GigabitEthernet0/0/0/1",
    ),
    "VyOS": (
        "set interfaces ethernet eth1 description 'sw Gi0/1'\n{fixed}",
        "set interfaces ethernet eth1 speed '100'\nset interfaces ethernet eth1 duplex 'full'\n",
        "eth1",
    ),
    "ICX": (
        "interface ethernet 1/1/1\n port-name sw Gi0/1\n{fixed}",
        " speed-duplex 100-full\n",
        "ethernet 1/1/1",
    ),
}


@pytest.mark.parametrize("make", FIXED)
def test_a_port_that_is_fixed_against_one_that_negotiates(make: str) -> None:
    form, fixed, port = FIXED[make]
    both = f"interface GigabitEthernet0/1\n description far {port}\n"
    for far, sw, found in (
        (fixed, "", 1),
        ("", " speed 100\n duplex full\n", 1),
        (fixed, " speed 100\n duplex full\n", 0),
        ("", "", 0),
        ("", " speed 1000\n duplex full\n", 0),
    ):
        messages = messages_of("link-duplex", far=form.format(fixed=far), sw=both + sw)
        assert len(messages) == found, (far, sw, messages)


VLAN_1 = """\
interface GigabitEthernet0/1
 description far {port}
 switchport mode trunk
 switchport trunk allowed vlan {vlans}
"""
PERMITTING = {
    "VRP": ("allow-pass", "GigabitEthernet0/0/1"),
    "Comware": ("permit", "GigabitEthernet1/0/1"),
}


@pytest.mark.parametrize(("vlans", "found"), [("1,10,20", 0), ("10,20", 0), ("10", 1)])
@pytest.mark.parametrize(("word", "port"), PERMITTING.values(), ids=PERMITTING)
def test_vlan_1_that_is_permitted_without_a_word(word: str, port: str, vlans: str, found: int) -> None:
    far = f"interface {port}\n description sw Gi0/1\n port link-type trunk\n port trunk {word} vlan 10 20\n"
    assert len(messages_of("link-vlan", far=far, sw=VLAN_1.format(port=port, vlans=vlans))) == found


@pytest.mark.parametrize(("types", "found"), [("admit-only-vlan-tagged", 0), ("admit-all", 1)])
def test_ports_of_routeros_that_are_tagged_only_have_no_native_vlan(types: str, found: int) -> None:
    far = (
        '/interface ethernet\nset [ find default-name=ether1 ] comment="sw Gi0/1"\n/interface bridge\n'
        f"add name=br vlan-filtering=yes\n/interface bridge port\nadd bridge=br frame-types={types} interface=ether1\n"
        "/interface bridge vlan\nadd bridge=br tagged=br,ether1 vlan-ids=10,20\n"
    )
    switch = VLAN_1.format(port="ether1", vlans="10,20") + " switchport trunk native vlan 20\n"
    assert len(messages_of("link-vlan", far=far, sw=switch)) == found
