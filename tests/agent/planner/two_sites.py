"""Two small configurations that refer, share subnets and hand settings on; read and related by a real ingest."""

from __future__ import annotations

from pathlib import Path

from graph_store.bolt_graph import BoltGraph
from ingest.pipeline import ingest

NORTH = """\
hostname north
!
interface Loopback0
 description name of the router
 ip address 10.0.0.1 255.255.255.255
!
interface TenGig0/1
 description to south
 ip address 10.7.0.1 255.255.255.252
 ip access-group GUARD in
!
interface TenGig0/2
 description to the hall
 ip address 10.8.1.1 255.255.255.0
 ip access-group GUARD out
!
interface TenGig0/3
 description spare
 ip access-group HALL in
!
router bgp 65010
 neighbor PARTNERS peer-group
 neighbor PARTNERS remote-as 65020
 neighbor 10.7.0.2 peer-group PARTNERS
 neighbor 10.7.0.2 route-map TO-SOUTH out
 neighbor 10.9.9.9 remote-as 65099
 neighbor 10.9.9.9 route-map GONE in
 neighbor 10.9.9.8 remote-as 65098
 neighbor 10.9.9.8 route-map TO-SOUTH out
 neighbor 10.0.0.2 remote-as 65077
 !
 address-family ipv4
  neighbor PARTNERS route-map PERMIT-ALL in
 exit-address-family
!
ip access-list extended GUARD
 remark who may come in
 deny ip 10.66.0.0 0.0.255.255 any
 permit tcp 10.0.0.0 0.255.255.255 host 10.8.1.9 eq 443
 permit ip any any
ip access-list extended HALL
 permit ip 10.8.1.0 0.0.0.255 any
ip access-list extended OLD-GUARD
 deny ip any any
!
ip prefix-list OURS seq 5 deny 10.8.9.0/24
ip prefix-list OURS seq 10 permit 10.8.0.0/16 le 24
ip prefix-list NOBODY seq 5 permit 10.0.0.0/8
!
route-map TO-SOUTH permit 10
 match ip address prefix-list OURS
 set metric 20
route-map TO-SOUTH deny 20
!
route-map PERMIT-ALL permit 10
!
end
"""
SOUTH = """\
hostname south
!
interface Loopback0
 description name of the router
 ip address 10.0.0.2 255.255.255.255
!
interface TenGig0/1
 description to north
 ip address 10.7.0.2 255.255.255.252
 ip access-group GUARD in
!
router bgp 65020
 neighbor 10.7.0.1 remote-as 65010
 neighbor 10.7.0.1 route-map TO-NORTH out
!
ip access-list extended GUARD
 permit ip any any
!
ip prefix-list OURS seq 5 permit 10.9.0.0/16
!
route-map TO-NORTH permit 10
 match ip address prefix-list OURS
!
end
"""


def load_two_sites(graph: BoltGraph, folder: Path) -> None:
    """Write the files, read and relate them."""
    files = folder / "files"
    files.mkdir()
    (files / "north.cfg").write_text(NORTH)
    (files / "south.cfg").write_text(SOUTH)
    ingest([files], graph, folder / "parsers", allow_weak_sandbox=True)
