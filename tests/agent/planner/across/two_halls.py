"""Two gates that say the same and other things, a list of cameras, a survey of them, and a manor's rules."""

from __future__ import annotations

from pathlib import Path

from graph_store.bolt_graph import BoltGraph
from ingest.pipeline import ingest

EAST = """\
hostname gate-east
!
clock timezone UTC
logging host 10.5.0.9
!
interface Ethernet1
 description to the west
 mtu 9000
 ip address 10.5.1.1 255.255.255.252
!
interface Ethernet2
 description hall
 mtu 1500
 ip address 10.5.2.1 255.255.255.0
!
ip access-list extended VISITORS
 permit tcp any host 10.5.2.9 eq 443
 deny ip any any
!
ip access-list extended GUARDS
 permit ip any any
!
router bgp 65051
 neighbor 10.5.1.2 remote-as 65052
!
end
"""
WEST = """\
hostname gate-west
!
clock timezone UTC
logging host 10.5.0.8
!
interface Ethernet1
 description to the east
 mtu 1500
 ip address 10.5.1.2 255.255.255.252
!
ip access-list extended VISITORS
 permit tcp any host 10.5.2.8 eq 443
 deny ip any any
!
ip access-list extended GUARDS
 permit ip any any
!
ip access-list extended CLEANERS
 deny ip any any
!
router bgp 65052
 neighbor 10.5.1.1 remote-as 65051
!
end
"""
CAMERAS = """\
hostname,hall,lens,room_no
cam-01,east,wide,E1-04
cam-02,east,long,E1-05
cam-03,west,wide,W2-11
cam-04,west,long,W2-12
"""
SURVEY = """\
{
  "hosts": [
    {"name": "cam-01", "room": "E1-04", "state": "clean"},
    {"name": "cam-02", "room": "E1-07", "state": "dusty"},
    {"name": "cam-04", "room": "W2-12", "state": "clean"}
  ]
}
"""
MANOR = """\
# what the porter lets through
objects:
  - name: lobby
    prefix: 10.6.1.0/24
  - name: cellar
    prefix: 10.6.2.0/24
  - name: vault
    prefix: 10.6.9.0/28
groups:
  - name: downstairs
    members: [lobby, cellar]
  - name: guests
    members: [lobby, garden]
services:
  - name: tills
    tcp_ports: 7001-7004
  - name: bells
    tcp_ports: 7010
rules:
  - name: lobby-tills
    source: lobby
    destination: vault
    service: tills
    action: permit
  - name: old-bells
    source: cellar
    destination: vault
    service: any
    action: permit
    enabled: false
  - name: no-vault
    source: downstairs
    destination: vault
    service: any
    action: deny
  - name: rest
    source: any
    destination: any
    service: any
    action: permit
"""
TOWERS = """\
towers:
  - name: north-tower
    ladders:
      - hook: h1
        to: gate-east
        far_hook: g7
      - hook: h2
        to: south-tower
        far_hook: h9
  - name: south-tower
    ladders:
      - hook: h9
        to: north-tower
        far_hook: h2
"""


def load_two_halls(graph: BoltGraph, folder: Path) -> None:
    """Write the files, read and relate them."""
    files = folder / "files"
    files.mkdir()
    texts = {
        "east.cfg": EAST,
        "west.cfg": WEST,
        "stock.csv": CAMERAS,
        "survey.json": SURVEY,
        "manor.yml": MANOR,
    }
    texts["towers.yml"] = TOWERS
    for name, text in texts.items():
        (files / name).write_text(text)
    ingest([files], graph, folder / "parsers", allow_weak_sandbox=True)
