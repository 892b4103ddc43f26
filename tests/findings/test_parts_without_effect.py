"""What stands there and does nothing, and ends that miss each other by one value: found wrong, and not right."""

from __future__ import annotations

import pytest

from tests.findings.planted import messages_of

OSPF = """\
sysname s{own}
#
interface Vlanif77
 ip address 10.7.0.{own} 255.255.255.252
 {setting}
#
ospf 3 router-id 10.7.9.{own}
 area 0.0.0.0
  authentication-mode hmac-sha256 1 cipher %^%#abc%^%#
  network 10.7.0.0 0.0.0.3
#
"""
VRRP = """\
sysname s{own}
#
 track 4 interface GigabitEthernet1/0/1 physical
#
interface Vlan-interface70
 ip address 10.7.70.{own} 255.255.255.0
 vrrp vrid 70 virtual-ip 10.7.70.1
 {setting}
#
"""
TRACKED = "vrrp vrid 70 priority 120\n vrrp vrid 70 track 4 priority reduced {}"
GRE = """\
set system host-name s{own}
set interfaces ethernet eth0 address '192.0.2.{source}/28'
set interfaces tunnel tun7 address '10.77.{own}.1/30'
set interfaces tunnel tun7 encapsulation 'gre'
set interfaces tunnel tun7 remote '192.0.2.{goal}'
set interfaces tunnel tun7 source-address '192.0.2.{source}'
"""
SERVICE = """\
configure
    router Base
        interface "system"
            address 10.7.255.{own}/32
        exit
        interface "up"
            address 10.7.1.{own}/30
            port 1/1/1
        exit
        mpls
            path "first"
                hop 1 {hop} strict
            exit
        exit
    exit
    service
        sdp 7 mpls create
            far-end 10.7.255.{far}
        exit
        epipe 70{own} customer 1 create
            service-mtu {mtu}
            spoke-sdp 7:7000 create
            exit
        exit
    exit
"""
RELAY = (
    "sysname one\n#\n dhcp enable\n#\ninterface Vlan-interface70\n dhcp relay server-address 10.7.9.9\n{}#\n"
)
NAT = (
    "/interface wireguard peers\nadd allowed-address=10.9.0.0/16 interface=wg7\n"
    "/ip firewall nat\nadd action=masquerade chain=srcnat {}src-address=10.7.0.0/16\n"
)
INBAND = "hostname one\ncontrol-plane\n management-plane\n  inband\n   interface {}\n    allow {}\n   !\n  !\n !\n!\n"
NAMED = (
    "set firewall ipv4 name FROM-OUT default-action '{}'\n"
    "set firewall ipv4 name FROM-OUT rule 10 action 'accept'\n"
    "set firewall ipv4 name FROM-OUT rule 10 destination port '8443'\n"
)
FORWARD = (
    'config firewall vip\nedit "v7"\nset extip 192.0.2.7\nset mappedip "10.7.0.7"\nset extintf "wan1"\n'
    "set portforward enable\nset extport 8443\nset mappedport 8443\nnext\nend\n"
    'config firewall service custom\nedit "P"\nset tcp-portrange {}\nnext\nend\n'
    'config firewall policy\nedit 4\nset srcintf "wan1"\nset dstintf "dmz"\nset action accept\nset srcaddr "all"\n'
    'set dstaddr "v7"\nset schedule "always"\nset service "P"\nnext\nend\n'
)
LOGGING = "hostname one\nvrf MGMT\n!\nlogging 10.7.9.9 vrf {} severity info\n"
ISIS = """\
sysname s{own}
#
isis 7
 is-level level-2
 {setting}
 network-entity 49.0007.0100.0700.000{own}.00
#
interface GigabitEthernet0/1
 ip address 10.7.1.{own} 255.255.255.252
 isis enable 7
#
interface GigabitEthernet0/2
 ip address 10.7.1.{own}4 255.255.255.248
 isis enable 7
#
"""
LEASES = (
    "set interfaces ethernet eth1 address '10.7.1.1/24'\nset interfaces ethernet eth2 address '10.7.2.1/24'\n"
    "set service dhcp-server shared-network-name S subnet 10.7.2.0/24 default-router '10.7.2.1'\n"
    "set service dhcp-server shared-network-name S subnet 10.7.2.0/24 static-mapping p ip-address '10.7.{}.40'\n"
)
CASES = {
    "narrow metrics by default, told once of two links": (
        "link-isis",
        "narrow (the default)",
        (ISIS.format(own=1, setting="cost-style wide"), ISIS.format(own=2, setting="log-peer-change")),
        (ISIS.format(own=1, setting="cost-style wide"), ISIS.format(own=2, setting="cost-style compatible")),
    ),
    "a reserved address in another subnet": (
        "dhcp-outside",
        "reserved address 10.7.1.40",
        (LEASES.format(1),),
        (LEASES.format(2),),
    ),
    "a log server that gets next to nothing": (
        "missing-part",
        "nothing below the level alerts",
        ("hostname one\nlogging trap alerts\n",),
        ("hostname one\nlogging trap notifications\n",),
    ),
    "a timer beside the authentication of an area": (
        "link-ospf",
        "has 5",
        (OSPF.format(own=1, setting="ospf timer hello 5"), OSPF.format(own=2, setting="mtu 1400")),
        (OSPF.format(own=1, setting="ospf timer hello 5"), OSPF.format(own=2, setting="ospf timer hello 5")),
    ),
    "a priority that stays the higher one, of two that have one address": (
        "virtual-gateway",
        "stays the master",
        (VRRP.format(own=2, setting=TRACKED.format(10)), VRRP.format(own=2, setting="").replace("s2", "s3")),
        (VRRP.format(own=2, setting=TRACKED.format(40)), VRRP.format(own=3, setting="")),
    ),
    "a tunnel to an address beside the other end": (
        "tunnel-ends",
        "leads to 192.0.2.3",
        (GRE.format(own=1, source=1, goal=2), GRE.format(own=2, source=2, goal=3)),
        (
            GRE.format(own=1, source=1, goal=2),
            GRE.format(own=2, source=2, goal=1).replace("77.2.1", "77.1.2"),
        ),
    ),
    "services of two names with one pseudowire": (
        "pseudowire-ends",
        "7000 have different MTUs: 1514 on s1, 9000 on s2",
        tuple(
            SERVICE.format(own=n, far=3 - n, hop=f"10.7.1.{3 - n}", mtu=m) for n, m in ((1, 1514), (2, 9000))
        ),
        tuple(SERVICE.format(own=n, far=3 - n, hop=f"10.7.1.{3 - n}", mtu=9000) for n in (1, 2)),
    ),
    "a first hop that is in no subnet": (
        "misplaced-address",
        "the first hop of a path 10.1.7.2",
        tuple(
            SERVICE.format(own=n, far=3 - n, hop="10.1.7.2" if n == 1 else "10.7.1.1", mtu=9000)
            for n in (1, 2)
        ),
        tuple(SERVICE.format(own=n, far=3 - n, hop=f"10.7.1.{3 - n}", mtu=9000) for n in (1, 2)),
    ),
    "servers of a relay that is off": (
        "missing-part",
        "does not relay there",
        (RELAY.format(""),),
        (RELAY.format(" dhcp select relay\n"),),
    ),
    "sources that are translated into a tunnel": (
        "missing-part",
        "into its tunnels",
        (NAT.format(""),),
        (NAT.format("out-interface=ether1 "),),
    ),
    "management on every interface": (
        "open-access",
        "from everywhere",
        (INBAND.format("all", "all"),),
        (INBAND.format("GigabitEthernet0/0/0/1", "all"),),
    ),
    "rules that permit what the default does": (
        "open-access",
        "permits everything in FROM-OUT",
        (NAMED.format("accept"),),
        (NAMED.format("drop"),),
    ),
    "a policy that asks for a port that is not forwarded": (
        "unmatched-entry",
        "only port 8443 is forwarded",
        (FORWARD.format(80),),
        (FORWARD.format(8443),),
    ),
    "a VRF that is called nearly as the one for management": (
        "undefined-reference",
        "the VRF MGMT-OUT",
        (LOGGING.format("MGMT-OUT"),),
        (LOGGING.format("MGMT"),),
    ),
}


@pytest.mark.parametrize(("kind", "says", "wrong", "right"), CASES.values(), ids=CASES)
def test_found_wrong_and_not_right(
    kind: str, says: str, wrong: tuple[str, ...], right: tuple[str, ...]
) -> None:
    for texts, count in ((wrong, 1), (right, 0)):
        said = messages_of(kind, **{f"s{number}": text for number, text in enumerate(texts, 1)})
        assert len({message for message in said if says in message}) == count
