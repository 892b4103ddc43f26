"""Small pairs of ordinary defects, each as a make writes it: found where it is wrong, and not where it is right.

Of `[[wrong|right]]` the first part is the defect, the second what stands there in a network that works.
"""

from __future__ import annotations

import re

import pytest

from tests.findings.planted import findings_of, messages_of

PAIRS = {
    "HSRP of other versions": (
        "virtual-gateway",
        {
            "core1": """\
hostname a
interface Vlan10
 ip address 10.1.10.2 255.255.255.0
 standby version [[1|2]]
 standby 10 ip 10.1.10.1
""",
            "edge2": """\
hostname b
feature hsrp
interface Vlan10
  ip address 10.1.10.3/24
  hsrp version 2
  hsrp 10
    ip 10.1.10.1
""",
        },
    ),
    "other secrets of HSRP": (
        "partner-differs",
        {
            "core1": """\
hostname a
interface Vlan10
 ip address 10.1.10.2 255.255.255.0
 standby 10 ip 10.1.10.1
 standby 10 authentication md5 key-string [[alpha123|beta456]]
""",
            "edge2": """\
hostname b
interface Vlan10
 ip address 10.1.10.3 255.255.255.0
 standby 10 ip 10.1.10.1
 standby 10 authentication md5 key-string beta456
""",
        },
    ),
    "other secrets of VRRP": (
        "partner-differs",
        {
            "core1": """\
hostname core1
interface Vlan10
 ip address 10.1.10.2 255.255.255.0
 vrrp 10 ip 10.1.10.1
 vrrp 10 authentication text [[alpha123|beta456]]
""",
            "edge2": """\
hostname edge2
interface Vlan10
 ip address 10.1.10.3 255.255.255.0
 vrrp 10 ip 10.1.10.1
 vrrp 10 authentication text beta456
""",
        },
    ),
    "a tracked object that takes too little": (
        "virtual-gateway",
        {
            "core1": """\
hostname a
track 5 interface GigabitEthernet0/1 line-protocol
interface GigabitEthernet0/1
 ip address 10.9.9.1 255.255.255.252
interface Vlan10
 ip address 10.1.10.2 255.255.255.0
 standby 10 ip 10.1.10.1
 standby 10 priority 120
 standby 10 preempt
 standby 10 track 5 decrement [[10|30]]
""",
            "edge2": """\
hostname b
interface Vlan10
 ip address 10.1.10.3 255.255.255.0
 standby 10 ip 10.1.10.1
 standby 10 priority 100
 standby 10 preempt
""",
        },
    ),
    "targets of EVPN, NX-OS": (
        "vrf-targets",
        {
            "core1": """\
hostname a
evpn
  vni 10010 l2
    rd auto
    route-target import 65000:[[10011|10010]]
    route-target export 65000:10010
interface loopback1
  ip address 10.0.1.1/32
""",
            "edge2": """\
hostname b
evpn
  vni 10010 l2
    rd auto
    route-target import 65000:10010
    route-target export 65000:10010
interface loopback1
  ip address 10.0.1.2/32
""",
        },
    ),
    "targets of EVPN, EOS": (
        "vrf-targets",
        {
            "core1": """\
hostname core1
router bgp 65001
   vlan 10
      rd 10.0.0.1:10
      route-target both 10:100[[11|10]]
""",
            "edge2": """\
hostname edge2
router bgp 65002
   vlan 10
      rd 10.0.0.2:10
      route-target both 10:10010
""",
        },
    ),
    "a VNI that no VLAN has": (
        "undefined-reference",
        {
            "core1": """\
hostname a
feature vn-segment-vlan-based
vlan 10
  vn-segment 10010
interface loopback1
  ip address 10.0.1.1/32
interface nve1
  source-interface loopback1
  member vni [[10099|10010]]
""",
        },
    ),
    "another NTP server on one of three": (
        "not-like-others",
        {
            "core1": """\
hostname a
ntp server 10.9.9.1
interface Loopback0
 ip address 10.0.0.1 255.255.255.255
""",
            "edge2": """\
hostname b
ntp server 10.9.9.1
interface Loopback0
 ip address 10.0.0.2 255.255.255.255
""",
            "leaf3": """\
hostname c
ntp server 10.9.9.[[7|1]]
interface Loopback0
 ip address 10.0.0.3 255.255.255.255
""",
        },
    ),
    "other secrets of an NTP key, IOS": (
        "neighbor-differs",
        {
            "core1": """\
hostname a
interface GigabitEthernet0/0
 ip address 10.2.0.1 255.255.255.252
ntp authenticate
ntp authentication-key 1 md5 [[alpha999|beta999]]
ntp trusted-key 1
ntp master 3
""",
            "edge2": """\
hostname b
interface GigabitEthernet0/0
 ip address 10.2.0.2 255.255.255.252
ntp authenticate
ntp authentication-key 1 md5 beta999
ntp trusted-key 1
ntp server 10.2.0.1 key 1
""",
        },
    ),
    "other secrets of an NTP key, NX-OS and IOS": (
        "neighbor-differs",
        {
            "core1": """\
hostname core1
interface Ethernet1/1
  no switchport
  ip address 10.2.0.1/30
ntp authenticate
ntp authentication-key 1 md5 [[alpha999|beta999]]
ntp trusted-key 1
ntp server 10.2.0.2 key 1
""",
            "edge2": """\
hostname edge2
interface GigabitEthernet0/0
 ip address 10.2.0.2 255.255.255.252
ntp authenticate
ntp authentication-key 1 md5 beta999
ntp trusted-key 1
ntp master 3
""",
        },
    ),
    "an AAA group without servers, IOS": (
        "missing-part",
        {
            "core1": """\
hostname a
aaa new-model
aaa group server radius RAD
 [[|server name r1]]
radius server r1
 address ipv4 10.9.9.1 auth-port 1812 acct-port 1813
 key s3cretKey99
aaa authentication login default group RAD local
""",
        },
    ),
    "an AAA group without servers, EOS": (
        "missing-part",
        {
            "core1": """\
hostname core1
radius-server host 10.9.9.1 key 7 0822
aaa group server radius RAD
[[|   server 10.9.9.1
]]aaa authentication login default group RAD local
""",
        },
    ),
    "NAT without an inside": (
        "missing-nat",
        {
            "core1": """\
hostname a
interface GigabitEthernet0/0
 ip address 203.0.113.2 255.255.255.252
 ip nat outside
interface Vlan10
 ip address 10.1.10.1 255.255.255.0
[[| ip nat inside
]]ip nat inside source list NAT interface GigabitEthernet0/0 overload
ip access-list standard NAT
 10 permit 10.1.10.0 0.0.0.255
ip route 0.0.0.0 0.0.0.0 203.0.113.1
""",
        },
    ),
    "NAT that leaves a subnet out": (
        "missing-nat",
        {
            "core1": """\
hostname a
interface GigabitEthernet0/0
 ip address 203.0.113.2 255.255.255.252
 ip nat outside
interface Vlan10
 ip address 10.1.10.1 255.255.255.0
 ip nat inside
interface Vlan20
 ip address 10.1.20.1 255.255.255.0
 ip nat inside
ip nat inside source list NAT interface GigabitEthernet0/0 overload
ip access-list standard NAT
 10 permit 10.1.10.0 0.0.0.255
[[| 20 permit 10.1.20.0 0.0.0.255
]]ip route 0.0.0.0 0.0.0.0 203.0.113.1
""",
        },
    ),
    "other rendezvous points, NX-OS and EOS": (
        "neighbor-differs",
        {
            "core1": """\
hostname a
feature pim
ip pim rp-address 10.0.0.[[8|9]] group-list 224.0.0.0/4
interface Ethernet1/1
  no switchport
  ip address 10.2.0.1/30
  ip pim sparse-mode
""",
            "edge2": """\
hostname b
router pim sparse-mode
   ipv4
      rp address 10.0.0.9
interface Ethernet1
   no switchport
   ip address 10.2.0.2/30
   pim ipv4 sparse-mode
""",
        },
    ),
    "EIGRP without a metric": (
        "unannounced-network",
        {
            "core1": """\
hostname a
interface GigabitEthernet0/1
 ip address 10.3.0.1 255.255.255.252
interface GigabitEthernet0/0
 ip address 10.2.0.1 255.255.255.252
 ip ospf 1 area 0
router ospf 1
router eigrp 5
 network 10.3.0.0 0.0.0.3
 redistribute ospf 1[[| metric 1000 1 255 1 1500]]
""",
        },
    ),
    "other weights of EIGRP": (
        "neighbor-differs",
        {
            "core1": """\
hostname a
interface GigabitEthernet0/0
 ip address 10.2.0.1 255.255.255.252
router eigrp 10
 network 10.2.0.0 0.0.0.3
[[ metric weights 0 1 1 1 0 0
|]]""",
            "edge2": """\
hostname b
interface GigabitEthernet0/0
 ip address 10.2.0.2 255.255.255.252
router eigrp 10
 network 10.2.0.0 0.0.0.3
""",
        },
    ),
    "a network that BGP has no route for": (
        "unannounced-network",
        {
            "core1": """\
sysname core1
interface Vlan-interface10
 ip address 10.1.10.1 255.255.255.0
interface Vlan-interface20
 ip address 10.1.20.1 255.255.255.0
bgp 65001
 peer 10.2.0.2 as-number 65002
 address-family ipv4 unicast
  network 10.1.[[21|20]].0 255.255.255.0
  network 10.1.10.0 255.255.255.0
  peer 10.2.0.2 enable
""",
        },
    ),
    "communities that are not sent, IOS": (
        "bgp-session",
        {
            "core1": """\
hostname a
interface GigabitEthernet0/0
 ip address 10.2.0.1 255.255.255.252
route-map OUT permit 10
 set community 65001:100
router bgp 65001
 neighbor 10.2.0.2 remote-as 65002
[[| neighbor 10.2.0.2 send-community
]] neighbor 10.2.0.2 route-map OUT out
""",
        },
    ),
    "communities that are not sent, VRP": (
        "bgp-session",
        {
            "core1": """\
sysname core1
route-policy OUT permit node 10
 apply community 65001:100
bgp 65001
 peer 10.2.0.2 as-number 65002
 ipv4-family unicast
  peer 10.2.0.2 enable
  peer 10.2.0.2 route-policy OUT export
[[|  peer 10.2.0.2 advertise-community
]]""",
        },
    ),
    "communities that are not sent, NX-OS": (
        "bgp-session",
        {
            "core1": """\
hostname core1
feature bgp
route-map OUT permit 10
  set community 65001:100
router bgp 65001
  neighbor 10.2.0.2 remote-as 65002
    address-family ipv4 unicast
[[|      send-community
]]      route-map OUT out
""",
        },
    ),
    "communities that are not sent, EOS": (
        "bgp-session",
        {
            "core1": """\
hostname core1
route-map OUT permit 10
   set community 65001:100
router bgp 65001
   neighbor LEAVES peer group
[[|   neighbor LEAVES send-community
]]   neighbor LEAVES route-map OUT out
   neighbor 10.2.0.2 peer group LEAVES
   neighbor 10.2.0.2 remote-as 65002
""",
        },
    ),
    "a route out of a shut port, FortiOS": (
        "next-hop-unreachable",
        {
            "core1": """\
config system interface
    edit "wan2"
        set ip 203.0.113.6 255.255.255.252
        [[set status down|set status up]]
    next
    edit "lan"
        set ip 10.1.10.1 255.255.255.0
    next
end
config router static
    edit 1
        set dst 10.50.0.0 255.255.0.0
        set device "wan2"
    next
end
""",
        },
    ),
    "a route out of a shut port, VRP": (
        "next-hop-unreachable",
        {
            "core1": """\
sysname core1
interface GigabitEthernet0/0/1
 ip address 10.3.0.1 255.255.255.252
[[ shutdown
|]]ip route-static 10.50.0.0 255.255.0.0 GigabitEthernet0/0/1
""",
        },
    ),
    "no way back, IOS": (
        "next-hop-unreachable",
        {
            "core1": """\
hostname core1
interface GigabitEthernet0/0
 ip address 10.2.0.1 255.255.255.252
interface Vlan10
 ip address 10.1.10.1 255.255.255.0
ip route 10.1.20.0 255.255.255.0 10.2.0.2
""",
            "edge2": """\
hostname edge2
interface GigabitEthernet0/0
 ip address 10.2.0.2 255.255.255.252
interface Vlan20
 ip address 10.1.20.1 255.255.255.0
[[|ip route 10.1.10.0 255.255.255.0 10.2.0.1
]]""",
        },
    ),
    "no way back, VRP and EOS": (
        "next-hop-unreachable",
        {
            "core1": """\
sysname core1
interface GigabitEthernet0/0/1
 ip address 10.2.0.1 255.255.255.252
interface Vlanif10
 ip address 10.1.10.1 255.255.255.0
ip route-static 10.1.20.0 255.255.255.0 10.2.0.2
""",
            "edge2": """\
hostname edge2
interface Ethernet1
   no switchport
   ip address 10.2.0.2/30
interface Vlan20
   ip address 10.1.20.1/24
[[ip route 10.99.0.0/16 10.2.0.1|ip route 0.0.0.0/0 10.2.0.1]]
""",
        },
    ),
    "levels of IS-IS, Junos and IOS": (
        "link-isis",
        {
            "core1": """\
set interfaces ge-0/0/0 unit 0 family inet address 10.2.0.1/30
set interfaces ge-0/0/0 unit 0 family iso
set interfaces lo0 unit 0 family iso address 49.0001.0102.0000.0001.00
set protocols isis level [[1|2]] disable
set protocols isis interface ge-0/0/0.0
""",
            "edge2": """\
hostname edge2
router isis
 net 49.0001.0102.0000.0002.00
 is-type level-1
interface GigabitEthernet0/0
 ip address 10.2.0.2 255.255.255.252
 ip router isis
""",
        },
    ),
    "areas of IS-IS, Junos and IOS": (
        "link-isis",
        {
            "core1": """\
set system host-name a
set interfaces ge-0/0/0 unit 0 family inet address 10.2.0.1/30
set interfaces ge-0/0/0 unit 0 family iso
set interfaces lo0 unit 0 family iso address 49.000[[2|1]].0102.0000.0001.00
set protocols isis interface ge-0/0/0.0 level 2 disable
""",
            "edge2": """\
hostname b
router isis
 net 49.0001.0102.0000.0002.00
 is-type level-1
interface GigabitEthernet0/0
 ip address 10.2.0.2 255.255.255.252
 ip router isis
""",
        },
    ),
    "a pool without a gateway, IOS": (
        "missing-part",
        {
            "core1": """\
hostname core1
interface Vlan10
 ip address 10.1.10.1 255.255.255.0
ip dhcp pool USERS
 network 10.1.10.0 255.255.255.0
[[| default-router 10.1.10.1
]]ip dhcp pool PHONES
 network 10.1.20.0 255.255.255.0
 default-router 10.1.20.1
""",
        },
    ),
    "a pool without a gateway, VyOS": (
        "missing-part",
        {
            "core1": """\
set interfaces ethernet eth1 address '10.1.10.1/24'
set service dhcp-server shared-network-name LAN subnet 10.1.10.0/24 range 0 start '10.1.10.50'
set service dhcp-server shared-network-name LAN subnet 10.1.10.0/24 range 0 stop '10.1.10.90'
[[|set service dhcp-server shared-network-name LAN subnet 10.1.10.0/24 option default-router '10.1.10.1'
]]set service dhcp-server shared-network-name PHONES subnet 10.1.20.0/24 option default-router '10.1.20.1'
set service dhcp-server shared-network-name PHONES subnet 10.1.20.0/24 range 0 start '10.1.20.50'
set service dhcp-server shared-network-name PHONES subnet 10.1.20.0/24 range 0 stop '10.1.20.90'
""",
        },
    ),
    "a relay without the feature, NX-OS": (
        "missing-part",
        {
            "core1": """\
hostname core1
feature interface-vlan
[[|feature dhcp
]]interface Vlan10
  no shutdown
  ip address 10.1.10.1/24
  ip dhcp relay address 10.9.9.1
""",
        },
    ),
    "the other router of a gateway is shut, NX-OS": (
        "described-but-down",
        {
            "core1": """\
hostname core1
feature interface-vlan
feature hsrp
vlan 10
interface Vlan10
[[  shutdown
|  no shutdown
]]  ip address 10.1.10.2/24
  hsrp 10
    ip 10.1.10.1
""",
            "edge2": """\
hostname edge2
feature interface-vlan
feature hsrp
vlan 10
interface Vlan10
  no shutdown
  ip address 10.1.10.3/24
  hsrp 10
    ip 10.1.10.1
""",
        },
    ),
    "one end is shut, IOS and Junos": (
        "described-but-down",
        {
            "core1": """\
hostname core1
interface GigabitEthernet0/0
 description edge2 ge-0/0/0
 ip address 10.2.0.1 255.255.255.252
[[ shutdown
|]]""",
            "edge2": """\
set system host-name edge2
set interfaces ge-0/0/0 description "core1 GigabitEthernet0/0"
set interfaces ge-0/0/0 unit 0 family inet address 10.2.0.2/30
""",
        },
    ),
    "one end is shut, AOS-CX and Junos": (
        "described-but-down",
        {
            "core1": """\
hostname core1
interface 1/1/1
    description edge2 ge-0/0/0
    [[shutdown|no shutdown]]
    routing
    ip address 10.2.0.1/30
""",
            "edge2": """\
set system host-name edge2
set interfaces ge-0/0/0 description "core1 1/1/1"
set interfaces ge-0/0/0 unit 0 family inet address 10.2.0.2/30
""",
        },
    ),
    "areas without the backbone, IOS": (
        "link-area",
        {
            "core1": """\
hostname core1
interface GigabitEthernet0/0
 ip address 10.2.0.1 255.255.255.252
 ip ospf 1 area 1
interface GigabitEthernet0/1
 ip address 10.3.0.1 255.255.255.252
 ip ospf 1 area [[2|0]]
router ospf 1
""",
        },
    ),
    "areas without the backbone, Comware": (
        "link-area",
        {
            "core1": """\
sysname core1
interface GigabitEthernet1/0/1
 ip address 10.2.0.1 255.255.255.252
interface GigabitEthernet1/0/2
 ip address 10.3.0.1 255.255.255.252
ospf 1
 area 0.0.0.1
  network 10.2.0.0 0.0.0.3
 area 0.0.0.[[2|0]]
  network 10.3.0.0 0.0.0.3
""",
        },
    ),
    "masks of IPv6": (
        "link-mask",
        {
            "core1": """\
hostname core1
interface GigabitEthernet0/0
 ipv6 address 2001:DB8:1::1/6[[4|3]]
""",
            "edge2": """\
set system host-name edge2
set interfaces ge-0/0/0 unit 0 family inet6 address 2001:db8:1::2/63
""",
        },
    ),
    "a port alone in its VLAN, IOS": (
        "undefined-vlan",
        {
            "core1": """\
hostname core1
vlan 10
vlan 45
interface GigabitEthernet1/0/1
 switchport mode access
 switchport access vlan 10
interface GigabitEthernet1/0/9
 description visitor drop
 switchport mode access
 switchport access vlan 45
interface GigabitEthernet1/0/24
 description uplink
 switchport mode trunk
 switchport trunk allowed vlan 10[[|,45]]
interface Vlan10
 ip address 10.1.10.1 255.255.255.0
""",
        },
    ),
    "a port alone in its VLAN, AOS-CX": (
        "undefined-vlan",
        {
            "core1": """\
hostname core1
vlan 10,45
interface 1/1/1
    no shutdown
    no routing
    vlan access 45
interface 1/1/2
    no shutdown
    no routing
    vlan trunk allowed 10[[|,45]]
interface 1/1/3
    no shutdown
    no routing
    vlan access 10
""",
        },
    ),
    "an address in a VLAN without ports, IOS": (
        "undefined-vlan",
        {
            "core1": """\
hostname core1
vlan 10
vlan 45
interface GigabitEthernet1/0/1
 switchport mode access
 switchport access vlan 10
interface GigabitEthernet1/0/24
 switchport mode trunk
 switchport trunk allowed vlan 10[[|,45]]
interface Vlan10
 ip address 10.1.10.1 255.255.255.0
interface Vlan45
 ip address 10.1.45.1 255.255.255.0
""",
        },
    ),
    "an address in a VLAN without ports, VRP": (
        "undefined-vlan",
        {
            "core1": """\
sysname core1
vlan batch 10 45
interface Vlanif45
 ip address 10.1.45.1 255.255.255.0
interface GigabitEthernet0/0/1
 port link-type access
 port default vlan 10
interface GigabitEthernet0/0/2
 port link-type trunk
 port trunk allow-pass vlan 10[[| 45]]
""",
        },
    ),
    "administrators from anywhere": (
        "outside-management",
        {
            "core1": """\
config system interface
    edit "wan1"
        set ip 203.0.113.2 255.255.255.248
        set allowaccess https ssh
        set role wan
    next
end
config system admin
    edit "admin"
        set accprofile "super_admin"
[[|        set trusthost1 10.0.0.0 255.0.0.0
]]    next
end
""",
        },
    ),
    "EVPN without extended communities, NX-OS": (
        "bgp-session",
        {
            "core1": """\
hostname core1
nv overlay evpn
feature bgp
router bgp 65001
  neighbor 10.2.0.2
    remote-as 65002
    address-family l2vpn evpn
[[|      send-community extended
]]""",
        },
    ),
    "EVPN without extended communities, EOS": (
        "bgp-session",
        {
            "core1": """\
hostname core1
router bgp 65001
   neighbor 10.2.0.2 remote-as 65002
[[|   neighbor 10.2.0.2 send-community extended
]]   !
   address-family evpn
      neighbor 10.2.0.2 activate
""",
        },
    ),
    "a default route that is not there, IOS": (
        "unannounced-network",
        {
            "core1": """\
hostname core1
interface GigabitEthernet0/0
 ip address 10.2.0.1 255.255.255.252
 ip ospf 1 area 0
router ospf 1
 default-information originate
[[|ip route 0.0.0.0 0.0.0.0 10.3.0.1
]]interface GigabitEthernet0/1
 ip address 10.3.0.2 255.255.255.252
""",
        },
    ),
    "a default route that is not there, VRP": (
        "unannounced-network",
        {
            "core1": """\
sysname core1
interface GigabitEthernet0/0/1
 ip address 10.2.0.1 255.255.255.252
interface GigabitEthernet0/0/2
 ip address 10.3.0.2 255.255.255.252
ospf 1
 default-route-advertise
 area 0.0.0.0
  network 10.2.0.0 0.0.0.3
[[|ip route-static 0.0.0.0 0.0.0.0 10.3.0.1
]]""",
        },
    ),
    "a default gateway in no subnet": (
        "misplaced-address",
        {
            "core1": """\
hostname core1
interface Vlan10
 ip address 10.1.10.5 255.255.255.0
ip default-gateway 10.1.1[[1|0]].1
""",
        },
    ),
    "inspection of ARP without snooping": (
        "missing-part",
        {
            "core1": """\
hostname core1
vlan 10
ip dhcp snooping
[[|ip dhcp snooping vlan 10
]]ip arp inspection vlan 10
interface GigabitEthernet1/0/24
 switchport mode trunk
 switchport trunk allowed vlan 10
 ip dhcp snooping trust
 ip arp inspection trust
""",
        },
    ),
    "a bundle with and without LACP": (
        "member-port",
        {
            "core1": """\
hostname core1
interface Port-channel1
interface GigabitEthernet0/1
 channel-group 1 mode active
interface GigabitEthernet0/2
 channel-group 1 mode [[on|active]]
""",
        },
    ),
    "BPDU guard towards a switch": (
        "edge-port",
        {
            "core1": """\
hostname core1
interface GigabitEthernet1/0/1
 description edge2 Ethernet1
 switchport mode trunk
 switchport trunk allowed vlan 10
[[ spanning-tree bpduguard enable
|]]""",
            "edge2": """\
hostname edge2
interface Ethernet1
   description core1 GigabitEthernet1/0/1
   switchport mode trunk
   switchport trunk allowed vlan 10
""",
        },
    ),
    "a list of VXLAN without the other end, EOS": (
        "tunnel-ends",
        {
            "core1": """\
hostname core1
vlan 10
interface Loopback1
   ip address 10.0.1.1/32
interface Vxlan1
   vxlan source-interface Loopback1
   vxlan vlan 10 vni 10010
   vxlan flood vtep 10.0.1.[[3|2]]
""",
            "edge2": """\
hostname edge2
vlan 10
interface Loopback1
   ip address 10.0.1.2/32
interface Vxlan1
   vxlan source-interface Loopback1
   vxlan vlan 10 vni 10010
   vxlan flood vtep 10.0.1.1
""",
        },
    ),
    "a list of VXLAN without the other end, VRP and NX-OS": (
        "tunnel-ends",
        {
            "core1": """\
sysname core1
bridge-domain 10
 vxlan vni 10010
interface LoopBack1
 ip address 10.0.1.1 255.255.255.255
interface Nve1
 source 10.0.1.1
 vni 10010 head-end peer-list 10.0.1.[[3|2]]
""",
            "edge2": """\
hostname edge2
feature nv overlay
vlan 10
  vn-segment 10010
interface loopback1
  ip address 10.0.1.2/32
interface nve1
  source-interface loopback1
  member vni 10010
    ingress-replication protocol static
      peer-ip 10.0.1.1
""",
        },
    ),
    "internal neighbors that are not reflected": (
        "bgp-session",
        {
            "core1": """\
hostname core1
interface Loopback0
 ip address 10.0.0.1 255.255.255.255
router bgp 65001
 neighbor 10.0.0.2 remote-as 65001
 neighbor 10.0.0.2 update-source Loopback0
[[| neighbor 10.0.0.2 route-reflector-client
]] neighbor 10.0.0.3 remote-as 65001
 neighbor 10.0.0.3 update-source Loopback0
[[| neighbor 10.0.0.3 route-reflector-client
]]""",
            "edge2": """\
hostname edge2
interface Loopback0
 ip address 10.0.0.2 255.255.255.255
router bgp 65001
 neighbor 10.0.0.1 remote-as 65001
 neighbor 10.0.0.1 update-source Loopback0
""",
            "leaf3": """\
hostname leaf3
interface Loopback0
 ip address 10.0.0.3 255.255.255.255
router bgp 65001
 neighbor 10.0.0.1 remote-as 65001
 neighbor 10.0.0.1 update-source Loopback0
""",
        },
    ),
    "a tunnel from a port that is shut": (
        "missing-part",
        {
            "core1": """\
hostname core1
interface GigabitEthernet0/0
 ip address 198.51.100.1 255.255.255.252
[[ shutdown
|]]interface Tunnel0
 ip address 10.255.0.1 255.255.255.252
 tunnel source GigabitEthernet0/0
 tunnel destination 203.0.113.2
""",
        },
    ),
    "MTU of ports that begin with their speed": (
        "link-mtu",
        {
            "core1": """\
sysname core1
interface 10GE1/0/1
 description edge2 xe-0/0/1
 jumboframe enable [[1600|9216]]
 port link-type trunk
 port trunk allow-pass vlan 10
""",
            "edge2": """\
set system host-name edge2
set interfaces xe-0/0/1 description "core1 10GE1/0/1"
set interfaces xe-0/0/1 mtu 9216
set interfaces xe-0/0/1 unit 0 family ethernet-switching interface-mode trunk
set interfaces xe-0/0/1 unit 0 family ethernet-switching vlan members v10
set vlans v10 vlan-id 10
""",
        },
    ),
    "an interface in no zone, PAN-OS": (
        "missing-part",
        {
            "core1": """\
set network interface ethernet ethernet1/1 layer3 ip 10.2.0.1/30
set network interface ethernet ethernet1/2 layer3 ip 10.3.0.1/30
set network virtual-router default interface [ ethernet1/1 ethernet1/2 ]
set zone trust network layer3 [[ethernet1/1|[ ethernet1/1 ethernet1/2 ]]]
""",
        },
    ),
}
_EITHER = re.compile(r"\[\[(.*?)\|(.*?)\]\]", re.DOTALL)


@pytest.mark.parametrize(("kind", "texts"), PAIRS.values(), ids=PAIRS)
def test_small_pair(kind: str, texts: dict[str, str]) -> None:
    wrong, right = ({name: _EITHER.sub(rf"\{part}", text) for name, text in texts.items()} for part in (1, 2))
    assert messages_of(kind, **wrong)
    assert not messages_of(kind, **right)


@pytest.mark.parametrize(("rank", "severity"), [("", "medium"), (" 10", "low"), (" 250", "low")])
def test_a_route_that_waits_for_another_is_less_severe(rank: str, severity: str) -> None:
    text = (
        "hostname core1\ninterface Serial0/0/0\n ip address 10.2.0.1 255.255.255.252\n shutdown\n"
        f"ip route 10.50.0.0 255.255.0.0 Serial0/0/0{rank}\n"
    )
    assert [one.severity for one in findings_of("next-hop-unreachable", core1=text)] == [severity]
