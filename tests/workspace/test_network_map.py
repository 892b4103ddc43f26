"""The map: links from subnets, descriptions, captures and sessions; layers; ways, and what is not known."""

from __future__ import annotations

import json
from pathlib import Path

import networkx
import pytest

from findings.incidents import Incident
from findings.records import Finding
from graph_store.open_graph import open_graph
from ingest.pipeline import ingest
from settings import Settings
from tests.findings.planted import network
from workspace.device_page import NoSuchDeviceError
from workspace.map_formats import map_json, write_graphml, write_mermaid
from workspace.network_map import DevicePath, MapNode, NetworkMap, draw_map, find_way, owner_of
from workspace.workspace import Workspace

SITES = network(
    core="""\
hostname core
interface GigabitEthernet0/1
 description to edge ge-0/0/0
 ip address 10.0.1.1 255.255.255.252
 ip ospf 1 area 0
interface GigabitEthernet0/2
 description trunk to access GigabitEthernet1/0/1
 switchport mode trunk
 switchport trunk allowed vlan 10,20
 channel-group 3 mode active
interface GigabitEthernet0/3
 description uplink to lonely, rack 4
interface Vlan10
 ip address 10.10.0.1 255.255.255.0
router bgp 65001
 neighbor 10.0.1.2 remote-as 65002
 neighbor 192.0.2.9 remote-as 65009
""",
    edge="""\
interfaces {
    ge-0/0/0 {
        description "to core GigabitEthernet0/1";
        unit 0 {
            family inet {
                address 10.0.1.2/30;
            }
        }
    }
}
routing-options {
    autonomous-system 65002;
}
protocols {
    bgp {
        group core {
            neighbor 10.0.1.1 {
                peer-as 65001;
            }
        }
    }
    ospf {
        area 0.0.0.0 {
            interface ge-0/0/0.0;
        }
    }
}
""",
    access="""\
hostname access
interface GigabitEthernet1/0/1
 description to core GigabitEthernet0/2
 switchport mode trunk
 switchport trunk allowed vlan 10,30
 channel-group 3 mode active
interface Vlan10
 ip address 10.10.0.2 255.255.255.0
""",
    third="""\
hostname third
interface Vlan10
 ip address 10.10.0.3 255.255.255.0
""",
    lonely="hostname lonely\ninterface GigabitEthernet0/1\n no shutdown\n",
    island="hostname island\ninterface GigabitEthernet0/1\n no shutdown\n",
)
FLAP = Finding("flapping", "high", ("core",), "It flaps.", ())
AT_THE_LINK = Incident("core GigabitEthernet0/1 \N{EN DASH} edge ge-0/0/0.0", (FLAP,))
DRAWN = draw_map(SITES, (), (AT_THE_LINK,))


def told(drawn: NetworkMap) -> set[tuple[str, ...]]:
    return {
        (link.layer, link.one, link.ports[0], link.other, link.ports[1], link.label) for link in drawn.links
    }


def test_links_come_from_subnets_descriptions_and_sessions() -> None:
    assert told(DRAWN) == {
        ("physical", "core", "GigabitEthernet0/1", "edge", "ge-0/0/0", ""),
        ("physical", "access", "GigabitEthernet1/0/1", "core", "GigabitEthernet0/2", "LAG 3"),
        ("physical", "core", "GigabitEthernet0/3", "lonely", "", ""),
        ("l3", "core", "GigabitEthernet0/1", "edge", "ge-0/0/0.0", "10.0.1.0/30"),
        ("l3", "10.10.0.0/24", "", "core", "Vlan10", ""),
        ("l3", "10.10.0.0/24", "", "access", "Vlan10", ""),
        ("l3", "10.10.0.0/24", "", "third", "Vlan10", ""),
        ("ospf", "core", "GigabitEthernet0/1", "edge", "ge-0/0/0.0", "area 0"),
        ("bgp", "core", "", "edge", "", "eBGP"),
        ("bgp", "192.0.2.9", "", "core", "", "eBGP AS 65009"),
    }
    kinds = {node.name: node.kind for node in DRAWN.nodes}
    assert (kinds["core"], kinds["10.10.0.0/24"], kinds["192.0.2.9"]) == ("device", "subnet", "outside")


MAKES = network(
    ios="""\
hostname ios
interface Port-channel1
 description to eos Port-Channel1
 switchport mode trunk
 switchport trunk allowed vlan 10,20
interface GigabitEthernet1/0/1
 description to eos Ethernet1
 channel-group 1 mode active
interface Port-channel2
 description to eos Port-Channel2
 switchport mode trunk
 switchport trunk allowed vlan 30
""",
    eos="""\
hostname eos
interface Port-Channel1
   description to ios Port-channel1
   switchport mode trunk
   switchport trunk allowed vlan 10,20,40
interface Ethernet1
   description to ios GigabitEthernet1/0/1
   channel-group 1 mode active
interface Port-Channel2
   description to ios Port-channel2
   switchport mode trunk
   switchport trunk allowed vlan 30
""",
    nxos="""\
hostname nxos
feature ospf
interface Ethernet1/2
  no switchport
  ip address 10.1.0.9/30
  ip router ospf CORE area 0.0.0.0
""",
    panos="""\
set network interface ethernet ethernet1/1 layer3 ip 10.1.0.10/30
set network interface ethernet ethernet1/2 layer3 ip 203.0.113.1/29
set network virtual-router default interface [ ethernet1/1 ethernet1/2 ]
set network virtual-router default protocol ospf enable yes
set network virtual-router default protocol ospf area 0.0.0.0 interface ethernet1/1 enable yes
set network virtual-router default protocol ospf area 0.0.0.0 interface ethernet1/2 enable no
set network ike gateway to-forti local-address interface ethernet1/2
set network ike gateway to-forti peer-address ip 203.0.113.2
set network tunnel ipsec to-forti auto-key ike-gateway to-forti
""",
    forti="""\
config system interface
    edit "wan1"
        set ip 203.0.113.2 255.255.255.248
    next
end
config vpn ipsec phase1-interface
    edit "to-pan"
        set interface "wan1"
        set remote-gw 203.0.113.1
    next
end
""",
)


def test_trunks_over_bundles_ospf_and_vpns_are_links_between_makes() -> None:
    drawn = draw_map(MAKES)
    assert {one for one in told(drawn) if one[0] in ("ospf", "vpn")} == {
        ("ospf", "nxos", "Ethernet1/2", "panos", "ethernet1/1", "area 0"),
        ("vpn", "forti", "to-pan", "panos", "to-forti", "IPsec"),
    }
    trunks = {(link.ports, tuple(sorted(link.vlans))) for link in drawn.links if link.vlans}
    assert trunks == {
        (("Ethernet1", "GigabitEthernet1/0/1"), (10, 20)),
        (("Port-Channel2", "Port-channel2"), (30,)),
    }
    assert {link.ports for link in drawn.layer("vlan 30").links} == {("Port-Channel2", "Port-channel2")}
    assert all(link.sure for link in drawn.links)


def test_what_one_end_says_is_not_sure_and_each_link_has_its_lines() -> None:
    unsure = {(link.layer, link.one, link.other) for link in DRAWN.links if not link.sure}
    assert unsure == {("physical", "core", "lonely"), ("bgp", "192.0.2.9", "core")}
    assert all(link.lines for link in DRAWN.links)
    link = next(link for link in DRAWN.links if link.layer == "physical" and link.other == "edge")
    assert [proof.how for proof in link.proofs] == ["subnet", "description"]
    assert {line.path for line in link.lines} == {"core.cfg", "edge.cfg"}


def test_findings_stand_at_their_link_and_device() -> None:
    assert {(link.layer, link.other) for link in DRAWN.links if link.severity == "high"} == {
        ("physical", "edge"), ("l3", "edge"), ("ospf", "edge"),
    }  # fmt: skip
    assert {(node.name, node.findings) for node in DRAWN.nodes if node.severity} == {("core", 1)}


LAYERS = {
    "physical": {("core", "edge"), ("access", "core"), ("core", "lonely")},
    "BGP": {("core", "edge"), ("192.0.2.9", "core")},
    "vlan 10": {("access", "core")},
    "vlan20": set(),
}


@pytest.mark.parametrize(("layer", "pairs"), LAYERS.items(), ids=LAYERS)
def test_a_layer_has_its_links_only(layer: str, pairs: set[tuple[str, str]]) -> None:
    assert {(link.one, link.other) for link in DRAWN.layer(layer).links} == pairs


def test_an_unknown_layer_is_refused() -> None:
    with pytest.raises(ValueError, match="expected one of: physical, l3, vpn, ospf, bgp, vlan NUMBER"):
        DRAWN.layer("mpls")


def test_a_way_names_each_link_and_what_proves_it() -> None:
    way = find_way(DRAWN, "ACCESS", "edge")
    assert [[hop.other for hop in hops] for hops in way.ways] == [["core", "edge"]]
    assert [link.layer for link in way.ways[0][1].links] == ["physical", "l3"]
    assert all(link.lines for hop in way.ways[0] for link in hop.links)


def test_where_no_way_is_known_each_end_says_what_it_reaches() -> None:
    way = find_way(DRAWN, "edge", "island")
    assert (way.ways, way.missed) == ((), ())
    assert set(way.reached) >= {"core", "access", "third", "lonely"}
    with pytest.raises(ValueError, match="no device is called nowhere"):
        find_way(DRAWN, "edge", "nowhere")


def test_an_address_stands_for_its_device() -> None:
    assert owner_of(SITES, "10.0.1.2") == "edge"
    assert owner_of(SITES, "core") == "core"
    assert owner_of(SITES, "203.0.113.1") == "203.0.113.1"
    with pytest.raises(ValueError, match="at several devices, name one of them: access, core, third"):
        owner_of(SITES, "10.10.0.77")


def test_an_end_that_an_address_stands_for_says_so() -> None:
    assert DevicePath("edge", "core", asked=("10.0.1.2", "")).ends == ("edge (for 10.0.1.2)", "core")


def test_other_programs_read_what_is_written(tmp_path: Path) -> None:
    (tmp_path / "map.graphml").write_text(write_graphml(DRAWN), encoding="utf-8")
    read = networkx.read_graphml(tmp_path / "map.graphml", force_multigraph=True)
    assert (len(read), read.number_of_edges()) == (len(DRAWN.nodes), len(DRAWN.links))
    assert any(told["lines"] == "core.cfg:14" for *_, told in read.edges(data=True))
    mermaid = write_mermaid(DRAWN)
    assert mermaid.startswith("flowchart LR\n")
    assert mermaid.count("---") + mermaid.count("-.-") == len(DRAWN.links)
    assert len(json.loads(json.dumps(map_json(DRAWN)))["links"]) == len(DRAWN.links)


def test_no_name_is_more_than_a_label() -> None:
    label = write_mermaid(NetworkMap((MapNode('%%{init}%% `x` #quot; "<b>', "device"),), ())).splitlines()[1]
    assert label == '    n0["#37;#37;{init}#37;#37; #96;x#96; #35;quot; &quot;&lt;b&gt;"]'


CAPTURE = """\
core#show cdp neighbors
Capability Codes: R - Router, T - Trans Bridge, B - Source Route Bridge
                  S - Switch, H - Host, I - IGMP, r - Repeater, P - Phone

Device ID        Local Intrfce     Holdtme    Capability  Platform  Port ID
access           Gig 0/2           155             S I    WS-C2960- Gig 1/0/1
printer-sw       Gig 0/9           155             S I    WS-C2960- Gig 0/24
core#
"""


def test_captures_and_a_devices_page(tmp_path: Path) -> None:
    files = tmp_path / "files"
    files.mkdir()
    (files / "core.cfg").write_text(
        "hostname core\ninterface GigabitEthernet0/11\n shutdown\n"
        "interface GigabitEthernet0/2\n description to access\n no shutdown\n"
        "router ospf 1\n passive-interface default\nend\n"
    )
    (files / "access.cfg").write_text("hostname access\ninterface GigabitEthernet1/0/1\n shutdown\nend\n")
    (files / "core-neighbors.txt").write_text(CAPTURE)
    kg = tmp_path / "kg"
    with open_graph(str(kg), create=True, idle_s=5.0) as graph:
        ingest([files], graph, kg / "parsers")
    with Workspace(Settings(kg=str(kg))) as workspace:
        drawn = workspace.network_map("physical")
        found = {(link.one, link.ports[0], link.other, link.ports[1]) for link in drawn.links}
        page = workspace.device_page("ACCESS")
        of_core = workspace.device_page("core").interfaces
        way, _ = workspace.path_between("core", "access")
        with pytest.raises(NoSuchDeviceError, match="there are access, core"):
            workspace.device_page("nowhere")
    assert ("access", "GigabitEthernet1/0/1", "core", "GigabitEthernet0/2") in found
    assert any({"core", "printer-sw"} == {one, other} for one, _, other, _ in found)
    assert (page.name, [one.name for one in page.interfaces]) == ("access", ["GigabitEthernet1/0/1"])
    assert page.interfaces[0].state == "shut down"
    assert [one.name for one in of_core] == ["GigabitEthernet0/2", "GigabitEthernet0/11"]
    assert way.ends == ("core", "access")
    assert [path for path, *_ in page.documents] == ["access.cfg"]
    assert {link.other for link in page.links} == {"core"}


MILL = """\
config system global
    set hostname "mill"
end
config system interface
    edit "wan1"
        set ip 192.0.2.2 255.255.255.0
    next
end
config vpn ipsec phase1-interface
    edit "to-silo"
        set interface "wan1"
        set remote-gw 198.51.100.9
    next
end
"""
SILO = """\
/ip address
add address=198.51.100.9/24 interface=ether1
/ip ipsec peer
add address=192.0.2.2/32 exchange-mode=ike2 name=to-mill
/system identity
set name=silo
"""


def test_a_vpn_is_a_link_and_a_way() -> None:
    drawn = draw_map(network(mill=MILL, silo=SILO))
    assert {(one.one, one.ports, one.other, one.label, one.sure) for one in drawn.layer("vpn").links} == {
        ("mill", ("to-silo", "to-mill"), "silo", "IPsec", True)
    }
    (hop,) = find_way(drawn, "silo", "mill").ways[0]
    assert [[line.number for line in proof.lines] for proof in hop.links[0].proofs] == [[12, 4]]


def test_a_way_does_not_lead_through_ports_of_management() -> None:
    ports = "interface mgmt0\n ip address 10.250.0.{one}/24\ninterface Ethernet1\n ip address {left}\n"
    more = "interface Ethernet2\n ip address {right}\n"
    drawn = draw_map(
        network(
            barn="hostname barn\n" + ports.format(one=1, left="10.1.0.1/31"),
            yard="hostname yard\n"
            + ports.format(one=2, left="10.1.0.0/31")
            + more.format(right="10.2.0.1/31"),
            gate="hostname gate\n"
            + ports.format(one=3, left="10.2.0.0/31")
            + more.format(right="10.3.0.1/31"),
            road="hostname road\n" + ports.format(one=4, left="10.3.0.0/31"),
        )
    )
    assert [[hop.other for hop in hops] for hops in find_way(drawn, "barn", "road").ways] == [
        ["yard", "gate", "road"]
    ]


def test_a_vpn_that_one_end_tells_of_is_not_sure() -> None:
    (link,) = (
        draw_map(network(mill=MILL, silo=SILO.replace("192.0.2.2/32", "203.0.113.1/32"))).layer("vpn").links
    )
    assert (link.ports, link.sure) == (("to-silo", ""), False)


def test_a_link_is_sure_where_one_end_tells_of_its_lag_and_the_other_of_a_member() -> None:
    member = "hostname attic\n!\ninterface Port-channel3\n description uplink to barn\n!\n"
    lag = "hostname barn\n!\ninterface GigabitEthernet0/7\n description attic, second port\n!\n"
    drawn = draw_map(network(attic=member, barn=lag))
    assert [(link.one, link.other, link.sure) for link in drawn.layer("physical").links] == [
        ("attic", "barn", True)
    ]


HALL = """\
hostname hall
interface TenGigabitEthernet1/1
 no switchport
 ip address 10.8.0.1 255.255.255.252
router bgp 65080
 neighbor 10.8.0.2 remote-as 65081
"""
GATE = """\
#config-version=FGT60F-7.2.8
config system global
    set hostname "gate"
end
config system interface
    edit "port3"
        set vdom "root"
        set ip 10.8.0.2 255.255.255.252
        set type physical
    next
end
"""
WALL = """\
set deviceconfig system hostname wall
set network interface ethernet ethernet1/2 layer3 ip 10.8.0.2/30
set network virtual-router default interface [ ethernet1/2 ]
set network virtual-router default protocol bgp enable yes
set network virtual-router default protocol bgp local-as 65081
set network virtual-router default protocol bgp peer-group INSIDE peer hall peer-as 65080
set network virtual-router default protocol bgp peer-group INSIDE peer hall peer-address ip 10.8.0.1
"""


def test_a_port_that_is_named_port_is_one() -> None:
    links = draw_map(network(hall=HALL, gate=GATE)).layer("physical").links
    assert [(one.one, one.ports, one.sure) for one in links] == [
        ("gate", ("port3", "TenGigabitEthernet1/1"), True)
    ]


def test_a_session_of_a_firewall_whose_peers_have_names_is_told_by_both_ends() -> None:
    (link,) = draw_map(network(hall=HALL, wall=WALL)).layer("bgp").links
    assert (link.one, link.other, link.label, link.sure) == ("hall", "wall", "eBGP", True)
    assert [[line.number for line in proof.lines] for proof in link.proofs] == [[6, 6, 7]]
    off = WALL + "set network virtual-router default protocol bgp peer-group INSIDE peer hall enable no\n"
    (link,) = draw_map(network(hall=HALL, wall=off)).layer("bgp").links
    assert not link.sure
