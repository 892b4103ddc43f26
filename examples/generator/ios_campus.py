"""The configurations of the office's distribution and access switches."""

from random import Random

from . import ios
from .faults import DUPLICATE_ADDRESS
from .plan import OFFICE_VLANS, Device, Vlan, links_of

DESK_PORTS = range(1, 11)
SHUT_PORTS = (9, 10)
PORT_VLANS = {"access1": (10, 20, 20, 50), "access2": (10, 30, 30, 60)}


def distribution(this: Device, random: Random) -> str:
    spanning = "root primary" if this.name == "dist1" else "root secondary"
    parts = (
        ios.opening(this, random),
        f"spanning-tree vlan 10,20,30,40,50,60,99 {spanning}\n!\n",
        _vlans(this),
        ios.loopback(this),
        *(ios.routed_port(here, there, extra=_ospf_port()) for here, there in links_of(this.name)),
        *(
            _trunk(this, n, f"access{n} GigabitEthernet1/0/{12 if this.name == 'dist2' else 11}")
            for n in (1, 2)
        ),
        *(_gateway(this, vlan) for vlan in OFFICE_VLANS),
        _ospf(this),
        "ip forward-protocol nd\nip ssh version 2\n!\n",
        _lists(this),
        ios.closing(this),
    )
    return "".join(parts)


def access(this: Device, random: Random) -> str:
    parts = (
        ios.opening(this, random),
        "ip dhcp snooping vlan 10,20,30,40,50,60\nip dhcp snooping\n!\n",
        _vlans(this),
        *(_desk_port(this, number) for number in DESK_PORTS),
        *(
            _trunk(this, n, f"dist{n - 10} GigabitEthernet1/0/{this.name[-1]}", trusted=True)
            for n in (11, 12)
        ),
        _management(this),
        "ip default-gateway 10.10.99.1\nip ssh version 2\n!\n",
        ios.closing(this),
    )
    return "".join(parts)


def port_vlan(switch: str, number: int) -> int:
    choices = PORT_VLANS[switch]
    return choices[number % len(choices)]


def _vlans(this: Device) -> str:
    return "".join(
        f"vlan {vlan.number} @@vlan {this.name} {vlan.number}\n"
        f" name {vlan.name} @@vlan-name {this.name} {vlan.number}\n!\n"
        for vlan in OFFICE_VLANS
    )


def _ospf_port() -> str:
    return " ip ospf network point-to-point\n ip ospf 1 area 0\n ip ospf cost 10\n"


def _trunk(this: Device, number: int, far: str, trusted: bool = False) -> str:
    port = f"GigabitEthernet1/0/{number}"
    key = f"{this.name} {port}"
    trust = " ip dhcp snooping trust\n" if trusted else ""
    return f"""\
interface {port} @@interface {key}
 description to {far} @@description {key}
 switchport trunk allowed vlan 10,20,30,40,50,60,99
 switchport mode trunk
{trust}!
"""


def _gateway(this: Device, vlan: Vlan) -> str:
    host, priority = (2, 110) if this.name == "dist1" else (3, 90)
    key = f"{this.name} Vlan{vlan.number}"
    guarded = {"GUEST": "GUEST-IN", "CAMERAS": "CAMERAS-IN"}.get(vlan.name, "")
    group = f" ip access-group {guarded} in @@acl-use {this.name} {guarded}\n" if guarded else ""
    return f"""\
interface Vlan{vlan.number} @@interface {key}
 description gateway of {vlan.name}
 ip address {vlan.network}.{host} {ios.NET_MASK} @@address {vlan.network}.{host}
{ios.helper_address()}{group} standby version 2
 standby {vlan.number} ip {vlan.network}.1
 standby {vlan.number} priority {priority} @@hsrp {key}
 standby {vlan.number} preempt
 ip ospf 1 area 0
!
"""


def _ospf(this: Device) -> str:
    return f"""\
router ospf 1 @@ospf {this.name}
 router-id {this.loopback}
 auto-cost reference-bandwidth 100000
 passive-interface default
 no passive-interface TenGigabitEthernet1/1/1
 no passive-interface TenGigabitEthernet1/1/2
 network {this.loopback} 0.0.0.0 area 0
!
"""


def _lists(this: Device) -> str:
    guest, cameras = f"@@acl {this.name} GUEST-IN", f"@@acl {this.name} CAMERAS-IN"
    return f"""\
ip access-list extended CAMERAS-IN {cameras}
 remark cameras reach their recorder and the clock only
 permit tcp 10.10.60.0 0.0.0.255 host 10.20.30.21 eq 554
 permit udp 10.10.60.0 0.0.0.255 10.20.30.4 0.0.0.3 eq ntp
 permit udp any eq bootpc any eq bootps
 deny   ip any any
ip access-list extended GUEST-IN {guest}
 remark guests reach the internet only
 permit udp any eq bootpc any eq bootps
 permit udp 10.10.40.0 0.0.0.255 host 10.20.30.3 eq domain
 deny   ip any 10.0.0.0 0.255.255.255 log
 deny   ip any 172.16.0.0 0.15.255.255 log
 permit ip 10.10.40.0 0.0.0.255 any
!
"""


def _desk_port(this: Device, number: int) -> str:
    vlan = next(v for v in OFFICE_VLANS if v.number == port_vlan(this.name, number))
    port = f"GigabitEthernet1/0/{number}"
    shut = f" shutdown @@shutdown {this.name}\n" if number in SHUT_PORTS else ""
    return f"""\
interface {port} @@interface {this.name} {port}
 description {vlan.name.lower()} outlet {this.name[-1]}.{number:02d}
 switchport access vlan {vlan.number} @@port-vlan {this.name} {vlan.number}
 switchport mode access
{shut} spanning-tree portfast
!
"""


def _management(this: Device) -> str:
    address = DUPLICATE_ADDRESS
    return f"""\
interface Vlan1 @@interface {this.name} Vlan1
 no ip address
 shutdown @@shutdown {this.name}
!
interface Vlan99 @@interface {this.name} Vlan99
 description management
 ip address {address} {ios.NET_MASK} @@address {address},duplicate address
!
"""
