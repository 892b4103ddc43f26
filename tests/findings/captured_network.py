"""A network of five makes with configurations and captures, and the defects that are planted in it."""

from __future__ import annotations

from pathlib import Path

R1 = """\
hostname r1
interface Loopback0
 ip address 10.255.0.1 255.255.255.255
interface GigabitEthernet0/0
 description to r2 Ethernet1
 ip address 10.0.0.1 255.255.255.252
 ip ospf 1 area 0
interface GigabitEthernet0/1
 description to r3 ge-0/0/1
 ip address 10.0.0.5 255.255.255.252
interface GigabitEthernet0/2
 description printer room
 shutdown
interface GigabitEthernet0/3
 description unused
router bgp 65001
 neighbor 10.0.0.2 remote-as 65002
 neighbor 10.0.0.6 remote-as 65003
 neighbor 10.0.9.9 remote-as 65009
 neighbor 10.0.9.9 shutdown
"""
R1_SHOWN = """\
r1#show clock
{hour}:00:00.123 UTC Thu Nov 5 2026
r1#show ip interface brief
Interface              IP-Address      OK? Method Status                Protocol
GigabitEthernet0/0     10.0.0.1        YES NVRAM  up                    up
GigabitEthernet0/1     10.0.0.5        YES NVRAM  {link}                  {link}
GigabitEthernet0/2     unassigned      YES NVRAM  administratively down down
GigabitEthernet0/3     unassigned      YES NVRAM  down                  down
Loopback0              10.255.0.1      YES NVRAM  up                    up
r1#show interfaces
GigabitEthernet0/0 is up, line protocol is up
  Hardware is iGbE, address is 0c1b.aa00.0100 (bia 0c1b.aa00.0100)
  Description: to r2 Ethernet1
  Internet address is 10.0.0.1/30
  MTU 1500 bytes, BW 1000000 Kbit/sec, DLY 10 usec,
     reliability 255/255, txload 1/255, rxload 1/255
  Encapsulation ARPA, loopback not set
  Keepalive set (10 sec)
  Full Duplex, 1Gbps, link type is auto, media type is RJ45
  output flow-control is unsupported, input flow-control is unsupported
  ARP type: ARPA, ARP Timeout 04:00:00
  Last input 00:00:01, output 00:00:01, output hang never
  Last clearing of "show interface" counters never
  Input queue: 0/75/0/0 (size/max/drops/flushes); Total output drops: 0
  Queueing strategy: fifo
  Output queue: 0/40 (size/max)
  5 minute input rate 0 bits/sec, 0 packets/sec
  5 minute output rate 0 bits/sec, 0 packets/sec
     1234 packets input, 123456 bytes, 0 no buffer
     Received 0 broadcasts (0 IP multicasts)
     0 runts, 0 giants, 0 throttles
     {errors} input errors, {errors} CRC, 0 frame, 0 overrun, 0 ignored
     0 watchdog, 0 multicast, 0 pause input
     1234 packets output, 123456 bytes, 0 underruns
     0 output errors, 0 collisions, 1 interface resets
     0 unknown protocol drops
     0 babbles, 0 late collision, 0 deferred
     0 lost carrier, 0 no carrier, 0 pause output
     0 output buffer failures, 0 output buffers swapped out
r1#show ip bgp summary
BGP router identifier 10.255.0.1, local AS number 65001
Neighbor        V    AS MsgRcvd MsgSent   TblVer  InQ OutQ Up/Down  State/PfxRcd
10.0.0.2        4 65002     100     101        9    0    0 01:02:03        5
10.0.0.6        4 65003     100     101        9    0    0 00:02:03 {bgp}
r1#
"""
R2 = """\
hostname r2
interface Loopback0
   ip address 10.255.0.2/32
interface Ethernet1
   description to r1 GigabitEthernet0/0
   no switchport
   ip address 10.0.0.2/30
   ip ospf area 0.0.0.0
interface Ethernet2
   description to n4 Ethernet1/1
   no switchport
   ip address 10.0.0.9/30
interface Ethernet4
   description spare
router bgp 65002
   neighbor 10.0.0.1 remote-as 65001
   neighbor 10.0.0.10 remote-as 65004
"""
R2_SHOWN = """\
r2#show clock
Thu Nov  5 12:00:30 2026
Timezone: UTC
Clock source: local
r2#show interfaces status
Port       Name                    Status       Vlan     Duplex Speed  Type         Flags Encapsulation
Et1        to r1 GigabitEthernet0/ connected    routed   a-half a-100M 1000BASE-T
Et2        to n4 Ethernet1/1       connected    routed   full   10G    10GBASE-SR
Et4        spare                   notconnect   1        auto   auto   Not Present
r2#show ip ospf neighbor
Neighbor ID     Instance VRF      Pri State                  Dead Time   Address         Interface
10.255.0.1      1        default  1   EXCH START/DR          00:00:35    10.0.0.1        Ethernet1
r2#show ip bgp summary
BGP summary information for VRF default
Router identifier 10.255.0.2, local AS number 65002
Neighbor Status Codes: m - Under maintenance
  Neighbor         V  AS           MsgRcvd   MsgSent  InQ OutQ  Up/Down State   PfxRcd PfxAcc
  10.0.0.1         4  65001            100       101    0    0 01:02:03 Estab   5      5
r2#show environment power
Power                                      Input     Output    Output
Supply  Model                Capacity    Current   Current     Power Status
------- -------------------- --------- ---------- ---------- ---------- -------------
1       PWR-500AC-R              500W      0.35A      9.27A     73.5W Ok
2       PWR-500AC-R              500W      0.00A      0.00A      0.0W Power Loss
Total   --                      1000W         --         --     73.5W --
r2#
"""
R3 = """\
set system host-name r3
set interfaces ge-0/0/1 description "to r1 GigabitEthernet0/1"
set interfaces ge-0/0/1 unit 0 family inet address 10.0.0.6/30
set interfaces ge-0/0/2 description "to c5 GigabitEthernet1/0/2"
set interfaces ge-0/0/2 unit 0 family inet address 10.0.0.17/30
set routing-options autonomous-system 65003
set protocols bgp group ext neighbor 10.0.0.5 peer-as 65001
set protocols bgp group ext neighbor 10.0.0.18 peer-as 65005
"""
R3_SHOWN = """\
admin@r3> show interfaces
Physical interface: ge-0/0/1, Enabled, Physical link is Down
  Interface index: 150, SNMP ifIndex: 525
  Description: to r1 GigabitEthernet0/1
  Link-level type: Ethernet, MTU: 1514, Speed: 1000mbps
  Device flags   : Present Running Down
  Current address: 00:11:22:33:44:55, Hardware address: 00:11:22:33:44:55
  Last flapped   : 2026-11-05 11:58:00 UTC (00:02:00 ago)
  Input rate     : 0 bps (0 pps)
  Output rate    : 0 bps (0 pps)

Physical interface: ge-0/0/2, Enabled, Physical link is Up
  Interface index: 151, SNMP ifIndex: 526
  Description: to c5 GigabitEthernet1/0/2
  Link-level type: Ethernet, MTU: 1514, Speed: 1000mbps
  Device flags   : Present Running
  Current address: 00:11:22:33:44:56, Hardware address: 00:11:22:33:44:56
  Input rate     : 0 bps (0 pps)
  Output rate    : 0 bps (0 pps)

  Logical interface ge-0/0/2.0 (Index 71) (SNMP ifIndex 527)
    Flags: Up SNMP-Traps 0x4004000 Encapsulation: ENET2
    Input packets : 0
    Output packets: 0
    Protocol inet, MTU: 1500

admin@r3> show bgp summary
Groups: 1 Peers: 2 Down peers: 2
Peer                     AS      InPkt     OutPkt    OutQ   Flaps Last Up/Dwn State|#Active/Received/Accepted/Damped...
10.0.0.5              65001          0          0       0       3        2:00 Idle
10.0.0.18             65005          0          0       0       1     1:02:03 Active
admin@r3>
"""
N4 = """\
hostname n4
interface Ethernet1/1
  description to r2 Ethernet2
  no switchport
  ip address 10.0.0.10/30
  no shutdown
interface Ethernet1/2
  description to c5 GigabitEthernet1/0/1
  no switchport
  mtu 9216
  ip address 10.0.0.13/30
  no shutdown
router bgp 65004
  neighbor 10.0.0.9
    remote-as 65002
    address-family ipv4 unicast
  neighbor 10.0.0.14
    remote-as 65005
    address-family ipv4 unicast
"""
N4_SHOWN = """\
n4# show ip interface brief
IP Interface Status for VRF "default"(1)
Interface            IP Address      Interface Status
Eth1/1               10.0.0.10       protocol-up/link-up/admin-up
Eth1/2               10.0.0.13       protocol-up/link-up/admin-up
n4# show interface
Ethernet1/2 is up
admin state is up, Dedicated Interface
  Hardware: 1000/10000 Ethernet, address: 5254.0012.3456 (bia 5254.0012.3457)
  Description: to c5 GigabitEthernet1/0/1
  Internet Address is 10.0.0.13/30
  MTU 1500 bytes, BW 10000000 Kbit, DLY 10 usec
  reliability 255/255, txload 1/255, rxload 1/255
  Encapsulation ARPA, medium is broadcast
  full-duplex, 10 Gb/s, media type is 10G
n4# show ip bgp summary
BGP summary information for VRF default, address family IPv4 Unicast
BGP router identifier 10.255.0.4, local AS number 65004
BGP table version is 9, IPv4 Unicast config peers 2, capable peers 2
2 network entries and 2 paths using 288 bytes of memory
BGP attribute entries [2/288], BGP AS path entries [1/6]
BGP community entries [0/0], BGP clusterlist entries [0/0]

Neighbor        V    AS MsgRcvd MsgSent   TblVer  InQ OutQ Up/Down  State/PfxRcd
10.0.0.9        4 65002     100     101        9    0    0 01:02:03 5
10.0.0.14       4 65005     100     101        9    0    0 01:02:03 5
n4# show lldp neighbors
Capability codes:
  (R) Router, (B) Bridge, (T) Telephone, (C) DOCSIS Cable Device
  (W) WLAN Access Point, (P) Repeater, (S) Station, (O) Other
Device ID            Local Intf      Hold-time  Capability  Port ID
r1.example.com       Eth1/1          120        BR          Gi0/3
c5                   Eth1/2          120        BR          GigabitEthernet1/0/1
Total entries displayed: 2
n4#
"""
C5 = """\
#
 sysname c5
#
interface GigabitEthernet1/0/1
 port link-mode route
 description to n4 Ethernet1/2
 mtu 9216
 ip address 10.0.0.14 255.255.255.252
#
interface GigabitEthernet1/0/2
 port link-mode route
 description to r3 ge-0/0/2
 ip address 10.0.0.18 255.255.255.252
#
interface GigabitEthernet1/0/5
 description server 7
#
interface GigabitEthernet1/0/6
 description office
#
bgp 65005
 peer 10.0.0.13 as-number 65004
 peer 10.0.0.17 as-number 65003
#
"""
C5_SHOWN = """\
<c5>display interface brief
Brief information on interfaces in route mode:
Link: ADM - administratively down; Stby - standby
Protocol: (s) - spoofing
Interface            Link Protocol Primary IP      Description
GE1/0/1              UP   UP       10.0.0.14       to n4 Ethernet1/2
GE1/0/2              UP   UP       10.0.0.18       to r3 ge-0/0/2

Brief information on interfaces in bridge mode:
Link: ADM - administratively down; Stby - standby
Speed: (a) - auto
Duplex: (a)/A - auto; H - half; F - full
Type: A - access; T - trunk; H - hybrid
Interface            Link Speed   Duplex Type PVID Description
GE1/0/5              DOWN auto    A      A    1    server 7
GE1/0/6              ADM  auto    A      A    1    office
<c5>display bgp peer ipv4

 BGP local router ID: 10.255.0.5
 Local AS number: 65005
 Total number of peers: 2                 Peers in established state: 1

  * - Dynamically created peer
  Peer                    AS  MsgRcvd  MsgSent OutQ PrefRcv Up/Down  State

  10.0.0.13            65004      100      101    0       5 01:02:03 Established
  10.0.0.17            65003        0        0    0       0 01:02:03 Connect
<c5>
"""
FILES = {
    "r1.cfg": R1,
    "r2.cfg": R2,
    "r3.conf": R3,
    "n4.cfg": N4,
    "c5.cfg": C5,
    "r1-morning.txt": R1_SHOWN.format(hour="09", link="up  ", errors=2, bgp="      7"),
    "r1-noon.txt": R1_SHOWN.format(hour="12", link="down", errors=907, bgp="Idle"),
    "r2.txt": R2_SHOWN,
    "r3.txt": R3_SHOWN,
    "n4.txt": N4_SHOWN,
    "c5.txt": C5_SHOWN,
}
EXPECTED: dict[str, tuple[str, str, str, tuple[str, ...]]] = {
    "IOS: a port with an address is down": (
        "configured-but-down", "r1", "GigabitEthernet0/1", ("r1-noon.txt:6", "r1.cfg:10", "r1.cfg:9")),
    "IOS: a session is idle": ("neighbor-not-up", "r1", "10.0.0.6", ("r1-noon.txt:44", "r1.cfg:18")),
    "IOS: errors grow between two captures": (
        "growing-errors", "r1", "input errors from 2 to 907", ("r1-noon.txt:32", "r1-morning.txt:32", "r1.cfg:4")),
    "EOS: a neighbor is not shown": ("neighbor-not-up", "r2", "10.0.0.10", ("r2.txt:13", "r2.cfg:17")),
    "EOS: an adjacency is stuck": ("neighbor-not-up", "r2", "was EXCH when", ("r2.txt:12", "r2.cfg:8", "r2.cfg:7")),
    "EOS: a power supply has failed": ("failed-part", "r2", "power supply 2", ("r2.txt:24",)),
    "EOS and IOS: the ends differ in duplex": (
        "captured-duplex", "r1 r2", "half", ("r1-noon.txt:19", "r2.txt:7", "r1.cfg:6", "r2.cfg:7")),
    "Junos: a port whose unit has an address is down": (
        "configured-but-down", "r3", "ge-0/0/1", ("r3.txt:2", "r3.conf:3", "r3.conf:2")),
    "Junos: a session is idle": ("neighbor-not-up", "r3", "10.0.0.5", ("r3.txt:30", "r3.conf:7")),
    "Junos: a session is active": ("neighbor-not-up", "r3", "10.0.0.18", ("r3.txt:31", "r3.conf:8")),
    "NX-OS: an MTU did not take effect": ("captured-mtu", "n4", "Ethernet1/2", ("n4.txt:12", "n4.cfg:10")),
    "NX-OS: LLDP sees another device": ("other-neighbor", "n4", "r1", ("n4.txt:32", "n4.cfg:3")),
    "Comware: a described port is down": ("configured-but-down", "c5", "server 7", ("c5.txt:15", "c5.cfg:16")),
    "Comware: a session is not there yet": ("neighbor-not-up", "c5", "10.0.0.17", ("c5.txt:27", "c5.cfg:23")),
}  # fmt: skip


def write_network(folder: Path) -> Path:
    """Write the files into a folder that is made."""
    folder.mkdir()
    for name, text in FILES.items():
        (folder / name).write_text(text)
    return folder
