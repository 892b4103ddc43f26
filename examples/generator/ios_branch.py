"""The configurations of the branch routers that run Cisco IOS."""

from random import Random

from . import ios
from .faults import FLAPPING_CIRCUIT
from .plan import BRANCH_AS, BRANCH_LAN, FLAPPING, LOCAL_AS, Device, End, links_of

WAN_LIST = 120


def branch(this: Device, random: Random) -> str:
    ends = links_of(this.name)
    parts = (
        ios.opening(this, random),
        _dhcp_pool(this),
        ios.loopback(this),
        *(_wan_port(here, there) for here, there in ends),
        _lan_port(this),
        _bgp(this, [there for _, there in ends]),
        "ip forward-protocol nd\nip ssh version 2\n!\n",
        _policy(this),
        _wan_list(this),
        ios.closing(this),
    )
    return "".join(parts)


def _dhcp_pool(this: Device) -> str:
    lan = BRANCH_LAN[this.name]
    return f"""\
ip dhcp excluded-address {lan}.1 {lan}.20
!
ip dhcp pool STATION-LAN
 network {lan}.0 {ios.NET_MASK}
 default-router {lan}.1
 dns-server 10.20.30.3 10.20.30.4
 domain-name larkmoor.example
 lease 0 12
!
"""


def _wan_port(here: End, there: End) -> str:
    circuit = f", Foxglove circuit {FLAPPING_CIRCUIT}" if here == FLAPPING.b else ", Bellwether ring"
    group = f" ip access-group {WAN_LIST} in @@acl-use {here.device} {WAN_LIST}\n"
    extra = f"{group} negotiation auto\n no cdp enable\n"
    return ios.routed_port(here, there, f"WAN to {there.device} {there.port}{circuit}", extra)


def _lan_port(this: Device) -> str:
    address = f"{BRANCH_LAN[this.name]}.1"
    port = "GigabitEthernet0/0/2"
    return f"""\
interface {port} @@interface {this.name} {port}
 description station LAN
 ip address {address} {ios.NET_MASK} @@address {address}
 negotiation auto
!
interface GigabitEthernet0 @@interface {this.name} GigabitEthernet0
 description unused management port
 no ip address
 shutdown @@shutdown {this.name}
!
"""


def _bgp(this: Device, peers: list[End]) -> str:
    neighbors = "".join(
        f" neighbor {peer.address} remote-as {LOCAL_AS} @@neighbor {this.name} {peer.address}\n"
        f" neighbor {peer.address} description {peer.device}\n"
        for peer in peers
    )
    policies = "".join(_policies(this, peer.address) for peer in peers)
    return f"""\
router bgp {BRANCH_AS[this.name]} @@bgp {this.name}
 bgp router-id {this.loopback}
 bgp log-neighbor-changes
{neighbors} !
 address-family ipv4
  network {BRANCH_LAN[this.name]}.0 mask {ios.NET_MASK}
  network {this.loopback} mask {ios.FULL_MASK}
{policies} exit-address-family
!
"""


def _policies(this: Device, address: str) -> str:
    return f"""\
  neighbor {address} activate
  neighbor {address} route-map BRANCH-IN in @@map-use {this.name} BRANCH-IN
  neighbor {address} route-map BRANCH-OUT out @@map-use {this.name} BRANCH-OUT
"""


def _policy(this: Device) -> str:
    return f"""\
ip prefix-list PL-DEFAULT seq 5 permit 0.0.0.0/0 @@prefix-list {this.name} PL-DEFAULT
ip prefix-list PL-STATION seq 5 permit {BRANCH_LAN[this.name]}.0/24 @@prefix-list {this.name} PL-STATION
ip prefix-list PL-STATION seq 10 permit {this.loopback}/32 @@prefix-list {this.name} PL-STATION
!
route-map BRANCH-IN permit 10 @@map {this.name} BRANCH-IN
 match ip address prefix-list PL-DEFAULT @@list-use {this.name} PL-DEFAULT
 set local-preference 120 @@preference {this.name}
!
route-map BRANCH-OUT permit 10 @@map {this.name} BRANCH-OUT
 match ip address prefix-list PL-STATION @@list-use {this.name} PL-STATION
 set metric 50 @@metric {this.name}
!
"""


def _wan_list(this: Device) -> str:
    mark = f"@@acl {this.name} {WAN_LIST}"
    return f"""\
access-list {WAN_LIST} remark what may come in from the WAN {mark}
access-list {WAN_LIST} permit tcp 10.254.2.0 0.0.0.255 any eq bgp {mark}
access-list {WAN_LIST} permit tcp 10.254.2.0 0.0.0.255 eq bgp any {mark}
access-list {WAN_LIST} permit icmp any any {mark}
access-list {WAN_LIST} permit tcp 10.10.99.48 0.0.0.15 any eq 22 {mark}
access-list {WAN_LIST} permit ip 10.20.0.0 0.0.255.255 {BRANCH_LAN[this.name]}.0 0.0.0.255 {mark}
access-list {WAN_LIST} permit ip 10.20.0.0 0.0.255.255 host {this.loopback} {mark}
access-list {WAN_LIST} permit tcp any {BRANCH_LAN[this.name]}.0 0.0.0.255 established {mark}
access-list {WAN_LIST} permit ip 10.10.0.0 0.0.255.255 {BRANCH_LAN[this.name]}.0 0.0.0.255 {mark}
access-list {WAN_LIST} deny   ip any any log {mark}
!
"""
