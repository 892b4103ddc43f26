"""Five configurations of made-up makes, each in a syntax of its own, that say the same things in different forms."""

from __future__ import annotations

from pathlib import Path

FILES = {
    "hill-gate.conf": """\
config system global
    set hostname "hill-gate"
end
config system interface
    edit "out1"
        set ip 198.51.100.6 255.255.255.248
        set alias "to the mast"
    next
    edit "in2"
        set ip 10.91.0.1 255.255.255.0
        set mtu 1460
    next
    edit "in3"
        set ip 10.91.4.1 255.255.255.0
    next
end
config lane policy
    set mode "strict"
end
config gate rule
    edit 1
        set srcintf "in2"
        set action accept
    next
    edit 2
        set srcintf "out1"
        set action deny
    next
end
config router static
    edit 1
        set dst 0.0.0.0 0.0.0.0
        set gateway 198.51.100.1
        set device "out1"
    next
    edit 2
        set dst 10.70.0.0 255.255.0.0
        set gateway 10.91.0.254
        set device "in2"
    next
end
""",
    "hill-ring1.cfg": """\
sysname hill-ring1
#
interface Slot0/2/0
 description to hill-ring2 Slot0/2/1
 ip address 10.93.1.1 255.255.255.252
#
interface Slot0/2/1
 description to hill-gate in2
 ip address 10.91.0.2 255.255.255.0
 traffic-filter inbound acl 3050
#
interface Slot0/2/2
 shutdown
#
acl number 3050
 rule 5 permit tcp destination 10.91.9.80 0
 rule 20 deny ip
#
ip route-static 0.0.0.0 0.0.0.0 203.0.113.77
ip route-static 10.61.0.0 255.255.255.0 10.91.0.1
#
""",
    "hill-ring2.cfg": """\
sysname hill-ring2
#
interface Slot0/2/1
 description to hill-ring1 Slot0/2/0
 ip address 10.93.1.2 255.255.255.252
#
interface Slot0/2/3
 description lab shelf 7
 ip address 10.94.7.1 255.255.255.0
 traffic-filter inbound acl 3077
#
trade 64990
 router-id 10.93.255.2
 peer 10.93.255.1 as-number 64990
 peer 203.0.113.77 as-number 65533
#
acl number 3051
 rule 5 deny tcp
 rule 10 permit ip
#
ip route-static 10.61.0.0 255.255.255.0 10.93.1.1
#
""",
    "hill-mast.zq": """\
mast hill-mast {
  site = "north shed";
  guard fence-1 {
    10: pass 10.95.1.0/29;
    20: stop any;
  }
  path default via 10.95.1.6;
  path 10.61.0.0/16 via 10.95.1.14;
}
""",
    "hill-sieve.set": """\
set system host-name hill-sieve
set sieve-options sieve-list EVERYTHING 0.0.0.0/0
set sieve-options policy-statement SEND-ALL term 1 from route-filter 0.0.0.0/0 exact
set sieve-options policy-statement SEND-ALL term 1 then accept
set trade group AS65020-PEERS type external
set trade group AS65020-PEERS peer-as 65020
set trade group AS65020-PEERS neighbor 198.51.100.99
set trade group RING type internal
set trade group RING neighbor 198.51.100.98
set trade autonomous-system 64990
set lane CAM lane-id 310
set lane DOOR lane-id 320
set trade-options community BLUE members 65020:77
set trade-options community GREEN members 65021:5
set trade-options community LARGE members 64999:1:7
set trade-options community NOEXPORT members 65535:65281
set interfaces sl-0/0/0 description "core to hill-ring2"
set interfaces sl-0/0/0 unit 0 family inet address 10.94.7.2/24
""",
    "hill.log": """\
Nov  3 04:11:02 hill-ring1 portd[811]: port Slot0/2/0 went up
Nov  3 04:11:09 hill-ring1 portd[811]: port Slot0/2/1 went up
Nov  3 04:11:30 hill-ring2 portd[811]: port Slot0/2/1 went down
Nov  3 04:11:40 hill-ring1 doord[5]: name check for guest.hill.example [192.0.2.9] failed
Nov  3 04:11:41 hill-ring1 doord[5]: Invalid visitor heron from 192.0.2.9
Nov  3 04:11:50 hill-ring1 doord[5]: name check for cousin.hill.example [192.0.2.77] failed
Nov  3 04:11:51 hill-ring1 doord[5]: Invalid visitor stork from 192.0.2.77
Nov  3 04:12:01 hill-ring2 clockd[90]: clock steered by 12 units
Nov  3 04:12:07 hill-ring2 clockd[90]: clock steered by 14 units
""",
}


def write_hill_site(folder: Path) -> Path:
    """Write the files, and return their folder."""
    files = folder / "files"
    files.mkdir()
    for name, text in FILES.items():
        (files / name).write_text(text)
    return files
