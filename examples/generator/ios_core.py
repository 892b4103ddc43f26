"""The configurations of the two core switches: OSPF, BGP with peer-groups, route-maps."""

from random import Random

from . import ios
from .faults import (
    UNDEFINED_MAP,
    UNDEFINED_MAP_DEVICE,
    UNDEFINED_MAP_NEIGHBOR,
    UNUSED_PREFIX_LIST,
    UNUSED_PREFIX_LIST_DEVICE,
)
from .plan import DATA_CENTRE_AS, LOCAL_AS, SERVER_VLANS, Device, End, device, links_of

UNUSED_PORTS = range(8, 13)


def core(this: Device, random: Random) -> str:
    ends = links_of(this.name)
    ports = "".join(ios.routed_port(here, there, extra=_ospf_port(there)) for here, there in ends)
    parts = (
        ios.opening(this, random),
        ios.loopback(this),
        ports,
        "".join(_unused_port(this, number) for number in UNUSED_PORTS),
        _ospf(this),
        _bgp(this, [there for _, there in ends if there.device.startswith("leaf")]),
        "ip forward-protocol nd\nip ssh version 2\n!\n",
        _prefix_lists(this),
        _route_maps(this),
        ios.closing(this),
    )
    return "".join(parts)


def _ospf_port(there: End) -> str:
    if there.device.startswith("leaf"):
        return ""
    return " ip ospf network point-to-point\n ip ospf 1 area 0\n ip ospf cost 10\n"


def _unused_port(this: Device, number: int) -> str:
    port = f"TenGigabitEthernet1/0/{number}"
    return f"""\
interface {port} @@interface {this.name} {port}
 description unused
 shutdown @@shutdown {this.name}
!
"""


def _ospf(this: Device) -> str:
    return f"""\
router ospf 1 @@ospf {this.name}
 router-id {this.loopback}
 auto-cost reference-bandwidth 100000
 passive-interface Loopback0
 network {this.loopback} 0.0.0.0 area 0
 default-information originate metric 20
!
"""


def _bgp(this: Device, leaves: list[End]) -> str:
    other = device("core2" if this.name == "core1" else "core1")
    internal = ((other, "CORE"), (device("edge1"), "EDGE"), (device("edge2"), "EDGE"))
    return f"""\
router bgp {LOCAL_AS} @@bgp {this.name}
 bgp router-id {this.loopback}
 bgp log-neighbor-changes
 no bgp default ipv4-unicast
 neighbor CORE peer-group
 neighbor CORE remote-as {LOCAL_AS}
 neighbor CORE update-source Loopback0
 neighbor EDGE peer-group
 neighbor EDGE remote-as {LOCAL_AS}
 neighbor EDGE update-source Loopback0
 neighbor LEAVES peer-group
 neighbor LEAVES remote-as {DATA_CENTRE_AS}
 neighbor LEAVES timers 5 15
 neighbor LEAVES password 7 EXAMPLE-NOT-A-KEY
{_neighbors([(peer.loopback, group, peer.name) for peer, group in internal], this)}
{_neighbors([(leaf.address, "LEAVES", leaf.device) for leaf in leaves], this)}
 !
 address-family ipv4
  network 10.10.0.0 mask 255.255.0.0
  neighbor CORE next-hop-self
  neighbor EDGE route-reflector-client @@reflector {this.name}
  neighbor EDGE next-hop-self
  neighbor EDGE route-map EDGE-IMPORT in @@map-use {this.name} EDGE-IMPORT
  neighbor LEAVES route-map LEAF-IMPORT in @@map-use {this.name} LEAF-IMPORT
  neighbor LEAVES route-map LEAF-EXPORT out @@map-use {this.name} LEAF-EXPORT
  neighbor LEAVES maximum-prefix 200 80
{_activations(this, [peer.loopback for peer, _ in internal], leaves)}
 exit-address-family
!
"""


def _neighbors(peers: list[tuple[str, str, str]], this: Device) -> str:
    return "\n".join(
        f" neighbor {address} peer-group {group} @@neighbor {this.name} {address}\n"
        f" neighbor {address} description {name}"
        for address, group, name in peers
    )


def _activations(this: Device, internal: list[str], leaves: list[End]) -> str:
    lines = [f"  neighbor {address} activate" for address in internal]
    for leaf in leaves:
        lines.append(f"  neighbor {leaf.address} activate")
        if (this.name, leaf.address) == (UNDEFINED_MAP_DEVICE, UNDEFINED_MAP_NEIGHBOR):
            use = f"map-use {this.name} {UNDEFINED_MAP}"
            lines.append(f"  neighbor {leaf.address} route-map {UNDEFINED_MAP} in @@{use},undefined map")
    return "\n".join(lines)


def _prefix_lists(this: Device) -> str:
    lines = [
        f"ip prefix-list PL-DATA-CENTRE seq {5 * n} permit {vlan.network}.0/24"
        f" @@prefix-list {this.name} PL-DATA-CENTRE"
        for n, vlan in enumerate(SERVER_VLANS, 1)
    ]
    lines += [
        f"ip prefix-list PL-LARKMOOR seq 5 permit 10.10.0.0/16 @@prefix-list {this.name} PL-LARKMOOR",
        f"ip prefix-list PL-LARKMOOR seq 10 permit 10.30.0.0/16 le 24 @@prefix-list {this.name} PL-LARKMOOR",
        f"ip prefix-list PL-LARKMOOR seq 15 permit 0.0.0.0/0 @@prefix-list {this.name} PL-LARKMOOR",
    ]
    if this.name == UNUSED_PREFIX_LIST_DEVICE:
        mark = f"prefix-list {this.name} {UNUSED_PREFIX_LIST},unused prefix-list"
        lines += [
            f"ip prefix-list {UNUSED_PREFIX_LIST} seq 5 permit 172.20.8.0/22 @@{mark}",
            f"ip prefix-list {UNUSED_PREFIX_LIST} seq 10 permit 172.20.16.0/22 @@{mark}",
        ]
    return "\n".join([*lines, "!\n"])


def _route_maps(this: Device) -> str:
    preference = 200 if this.name == "core1" else 150
    return f"""\
route-map LEAF-IMPORT permit 10 @@map {this.name} LEAF-IMPORT
 match ip address prefix-list PL-DATA-CENTRE @@list-use {this.name} PL-DATA-CENTRE
 set local-preference {preference} @@preference {this.name}
 set community {LOCAL_AS}:110 additive @@community {this.name}
!
route-map LEAF-IMPORT deny 20 @@map {this.name} LEAF-IMPORT
!
route-map LEAF-EXPORT permit 10 @@map {this.name} LEAF-EXPORT
 match ip address prefix-list PL-LARKMOOR @@list-use {this.name} PL-LARKMOOR
!
route-map EDGE-IMPORT permit 10 @@map {this.name} EDGE-IMPORT
 set community {LOCAL_AS}:20 additive @@community {this.name}
!
"""
