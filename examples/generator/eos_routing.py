"""The access lists, policies, MLAG and BGP of the leaf switches."""

from .faults import BLOCKED_HOST, BLOCKED_PORT, BLOCKING_LIST, BLOCKING_TICKET
from .plan import DATA_CENTRE_AS, LOCAL_AS, SERVER_VLANS, SNMP_SERVER, Device, End, Vlan

PEER_NETWORK = "10.254.1"


def access_lists(this: Device) -> str:
    """Write the access lists; only leaf1 still has the entry that blocks the second database."""
    mark = f"@@acl {this.name} {BLOCKING_LIST}"
    fault = f"{mark},blocking entry"
    database = f"tcp 10.20.10.0/24 host {BLOCKED_HOST} eq {BLOCKED_PORT}"
    blocking = f"""\
   20 remark {BLOCKING_TICKET}: no writes to fares-db-2 while it is moved, remove on Monday {fault}
   30 deny {database} log {fault},blocking deny
"""
    return f"""\
ip access-list {BLOCKING_LIST} {mark}
   10 permit tcp 10.20.10.0/24 host 10.20.20.15 eq {BLOCKED_PORT} {mark}
{blocking if this.name == "leaf1" else ""}\
   40 permit {database} {mark}
   50 permit udp 10.20.10.0/24 10.20.30.0/28 eq domain ntp syslog {mark}
   60 permit tcp 10.20.10.0/24 198.51.100.128/26 eq https {mark}
   70 permit tcp 10.20.10.0/24 any established {mark}
   80 permit icmp any any {mark}
   90 deny ip any any log {mark}
!
ip access-list standard SNMP-HOSTS @@acl {this.name} SNMP-HOSTS
   10 permit host {SNMP_SERVER}
!
ip access-list STAFF-ONLY @@acl {this.name} STAFF-ONLY
   10 permit tcp 10.10.99.48/28 any eq ssh
   20 deny ip any any log
!
"""


def route_policy(this: Device) -> str:
    preference = 200 if this.name == "leaf1" else 150
    entries = "".join(
        f"   seq {10 * n} permit {vlan.network}.0/24\n" for n, vlan in enumerate(SERVER_VLANS, 1)
    )
    return f"""\
ip prefix-list PL-SERVERS @@prefix-list {this.name} PL-SERVERS
{entries}!
ip prefix-list PL-LOOPBACKS @@prefix-list {this.name} PL-LOOPBACKS
   seq 10 permit 10.255.0.0/24 eq 32
!
route-map RM-CONNECTED permit 10 @@map {this.name} RM-CONNECTED
   match ip address prefix-list PL-SERVERS @@list-use {this.name} PL-SERVERS
!
route-map RM-CONNECTED permit 20 @@map {this.name} RM-CONNECTED
   match ip address prefix-list PL-LOOPBACKS @@list-use {this.name} PL-LOOPBACKS
!
route-map RM-CORE-IN permit 10 @@map {this.name} RM-CORE-IN
   set local-preference {preference} @@preference {this.name}
!
"""


def mlag(this: Device) -> str:
    other = 3 if this.name == "leaf1" else 2
    return f"""\
mlag configuration
   domain-id QUARRY-LANE @@mlag {this.name}
   local-interface Vlan4094
   peer-address {PEER_NETWORK}.{other}
   peer-link Port-Channel1000
   reload-delay mlag 300
   reload-delay non-mlag 330
!
"""


def bgp(this: Device, cores: list[End]) -> str:
    peer = f"{PEER_NETWORK}.{1 if this.name == 'leaf1' else 0}"
    neighbors = "".join(
        f"   neighbor {core.address} peer group CORES @@neighbor {this.name} {core.address}\n"
        f"   neighbor {core.address} description {core.device}\n"
        for core in cores
    )
    instances = "".join(_evpn_vlan(this, vlan) for vlan in SERVER_VLANS)
    return f"""\
router bgp {DATA_CENTRE_AS} @@bgp {this.name}
   router-id {this.loopback}
   maximum-paths 4
   neighbor CORES peer group
   neighbor CORES remote-as {LOCAL_AS}
   neighbor CORES timers 5 15
   neighbor CORES route-map RM-CORE-IN in @@map-use {this.name} RM-CORE-IN
   neighbor CORES password 7 EXAMPLE-NOT-A-KEY
   neighbor CORES maximum-routes 12000
   neighbor LEAVES peer group
   neighbor LEAVES remote-as {DATA_CENTRE_AS}
   neighbor LEAVES next-hop-self
   neighbor LEAVES send-community extended
{neighbors}   neighbor {peer} peer group LEAVES @@neighbor {this.name} {peer}
   redistribute connected route-map RM-CONNECTED @@map-use {this.name} RM-CONNECTED
   !
{instances}   address-family evpn
      neighbor LEAVES activate
   !
   address-family ipv4
      neighbor CORES activate
      neighbor LEAVES activate
!
"""


def _evpn_vlan(this: Device, vlan: Vlan) -> str:
    return f"""\
   vlan {vlan.number} @@evpn {this.name}
      rd {this.loopback}:{vlan.number}
      route-target both {DATA_CENTRE_AS}:{vlan.number}
      redistribute learned
   !
"""
