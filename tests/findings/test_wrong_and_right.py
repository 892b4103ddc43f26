"""Values that a reviewer would not let pass, each beside a right one: only the wrong one is found."""

from __future__ import annotations

import pytest

from findings.checks import CHECKS
from findings.filters.read_filters import read_filters
from tests.findings.planted import network

Case = tuple[str, str, str, str]
"""The kind of finding, the text of a device, and what stands in it wrong and right."""

COMWARE = "sysname one\ninterface Vlan-interface10\n ip address 10.1.1.1 255.255.255.0\n"
VRP = "sysname one\n#\ninterface Vlanif10\n ip address 10.1.1.1 255.255.255.0\n#\n"
IOS = "hostname one\ninterface Vlan10\n ip address 10.1.1.1 255.255.255.0\n!\n"
VYOS = "set system host-name 'one'\nset interfaces ethernet eth1 address '10.1.1.1/24'\n"
ROUTEROS = "/system identity\nset name=one\n/ip address\nadd address=10.1.1.1/24 interface=ether2\n"
FORTIOS = 'config system global\n    set hostname "one"\nend\n'
ADMINS = (
    FORTIOS
    + """\
config user group
    edit "staff"
        set member "DIRECTORY"
{}    next
end
config system admin
    edit "anybody"
        set remote-auth enable
        set trusthost1 10.1.1.0 255.255.255.0
        set accprofile "super_admin"
        set wildcard enable
        set remote-group "staff"
    next
end
"""
)
MATCH = '        config match\n            edit 1\n                set server-name "DIRECTORY"\n            next\n'
MATCH += "        end\n"
SERVICE = (
    FORTIOS + 'config firewall service custom\n    edit "shop"\n        set tcp-portrange {}\n    next\nend\n'
)
JUNOS_SERVICE = (
    "set system host-name one\nset applications application shop protocol tcp\n"
    "set applications application shop source-port {}\nset applications application shop destination-port {}\n"
)
NQA = (
    COMWARE + "nqa entry ops gate\n type icmp-echo\n  destination ip 10.1.1.2\n"
    "  reaction 3 checked-element probe-fail threshold-type consecutive 4 action-type trigger-only\n"
    "nqa schedule ops gate start-time now lifetime forever\ntrack 7 nqa entry ops gate reaction {}\n"
    "ip route-static 0.0.0.0 0 10.1.1.2 track 7\n"
)
XR = "hostname one\ninterface GigabitEthernet0/0/0/0\n ipv4 address 10.1.1.1 255.255.255.0\n!\n"
XR_COMMUNITY = XR + "route-policy MARK\n  set community ({})\n  {}\nend-policy\n"
SROS_LOG = """\
configure
    log
        filter 12
            default-action drop
            entry 5
                action {}
                match
                    severity gte minor
                exit
            exit
        exit
        log-id 12
            filter 12
            to syslog 3
        exit
    exit
exit
"""
GUESTS = (
    VYOS + "set policy route VISITORS interface 'eth1'\nset policy route VISITORS rule 5 set table '20'\n"
    "set policy route VISITORS rule 5 source address '10.1.1.0/24'\n"
    "set protocols static table {} route 0.0.0.0/0 next-hop '10.1.1.9'\n"
)
MARKED = (
    ROUTEROS
    + "/routing table\nadd fib name=second\n/routing rule\nadd action=lookup src-address=10.1.1.0/25 table=second\n"
    "/ip route\nadd dst-address=0.0.0.0/0 gateway=10.1.1.9{}\n"
)
FILTERED = (
    VYOS
    + "set interfaces ethernet eth0 address '2001:db8:7::2/64'\nset firewall global-options all-ping 'enable'\n"
    "set firewall ipv4 input filter default-action 'drop'\n{}"
)
TACACS = "aaa group server tacacs+ CENTRAL\n {}\n!\nvrf {}\n!\n"
SHAPER = (
    VYOS
    + "set qos policy shaper OUT bandwidth '1gbit'\nset qos policy shaper OUT class 5 bandwidth '{}0mbit'\n"
    "set qos policy shaper OUT default bandwidth '500mbit'\n"
)
TREE = (
    ROUTEROS + "/queue tree\nadd max-limit=10M name=all parent=ether1\nadd limit-at={} name=a parent=all\n"
    "add limit-at=3M name=b parent=all\n"
)
LIST = IOS + "".join(
    f"ip prefix-list IN seq {number} deny {net}{{0}}\n"
    for number, net in ((5, "10.0.0.0/8"), (7, "172.16.0.0/12"), (9, "192.168.0.0/16"))
)
LIST += "ip prefix-list IN seq 90 permit 0.0.0.0/0 le 24\nrouter bgp 65001\n neighbor 10.1.1.2 prefix-list IN in\n"
CLOSED_LIST = (
    IOS
    + "ip prefix-list IN seq 5 deny 10.0.0.0/8 le 32\n{}router bgp 65001\n neighbor 10.1.1.2 remote-as 65002\n"
    " neighbor 10.1.1.2 prefix-list IN in\n"
)
CLOSED_FILTER = (
    IOS.replace("!\n", " ip access-group USERS in\n!\n")
    + "ip access-list extended USERS\n deny tcp any any eq 25\n deny udp any any eq 1900\n{}"
)
OTHER_FILTER = (
    IOS.replace("!\n", " ip access-group USERS in\n!\n")
    + "interface Vlan20\n ip address 10.2.2.1 255.255.255.0\n!\n"
    "ip access-list extended USERS\n permit tcp {} 0.0.0.255 any eq 443\n"
)
VOICE = (
    VRP + "acl number 3001\n rule 5 permit udp source {} 0.0.0.255\n#\n"
    "traffic classifier V operator or\n if-match acl 3001\n#\n"
    "traffic behavior V\n remark dscp ef\n#\ntraffic policy IN match-order config\n classifier V behavior V\n#\n"
    "vlan 10\n traffic-policy IN inbound\n#\ninterface Vlanif20\n ip address 10.2.2.1 255.255.255.0\n#\n"
)
HA = (
    FORTIOS
    + 'config system interface\n    edit "port7"\n        set vdom "root"\n        set status {}\n    next\nend\n'
    'config system ha\n    set mode a-p\n    set monitor "port6" "port7"\nend\n'
)
SROS_QUEUES = """\
configure
    qos
        sap-ingress 20 create
            queue 1 create
            exit
            queue 4 expedite create
            exit
            queue 11 multipoint create
            exit
            fc ef create
                queue {}
            exit
        exit
    exit
exit
"""
SNOOPED = (
    VRP + "dhcp enable\n#\ndhcp snooping enable\n#\nvlan 30\n dhcp snooping enable\n#\n"
    "interface GigabitEthernet0/0/3\n description the DHCP server of all\n"
    " port link-type access\n port default vlan 30\n{}#\n"
)
OUTSIDE = (
    VYOS
    + "set interfaces ethernet eth0 address '192.0.2.2/30'\nset interfaces ethernet eth7 address '192.0.2.66/30'\n"
    "set firewall group interface-group WAN interface '{}'\nset protocols static route 0.0.0.0/0 next-hop '192.0.2.1'\n"
)
SCOPES = (
    ROUTEROS + "/ip route\nadd dst-address=198.51.100.7/32 gateway=ether2 scope={} target-scope=10\n"
    "add check-gateway=ping dst-address=0.0.0.0/0 gateway=198.51.100.7 scope=30 target-scope=11\n"
)
DIALLED = (
    ROUTEROS
    + "/interface pppoe-client\nadd add-default-route=yes disabled=no interface=ether1 name=dsl user=u\n"
    "/interface list\nadd name=OUT\nadd name=IN\n/interface list member\nadd interface={} list=OUT\n"
    "add interface=ether2 list=IN\n"
    "/ip firewall filter\nadd action=accept chain=forward in-interface-list=!OUT out-interface-list=IN\n"
)
LATE = (
    VYOS
    + "set nat source rule 10 outbound-interface name 'eth0'\nset nat source rule 10 source address '10.0.0.0/8'\n"
    "set nat source rule 10 translation address 'masquerade'\nset nat source rule {0} exclude\n"
    "set nat source rule {0} outbound-interface name 'eth0'\nset nat source rule {0} source address '10.1.1.0/24'\n"
    "set nat source rule {0} destination address '10.7.0.0/16'\n"
)
LATE_ROUTEROS = (
    ROUTEROS + "/ip firewall nat\nadd action=masquerade chain=srcnat out-interface=ether1{}\n"
    "add action=src-nat chain=srcnat out-interface=ether1 src-address=10.1.1.128/25 to-addresses=192.0.2.9\n"
)
LATE_JUNOS = "set system host-name one\n" + "".join(
    f"set security nat source rule-set OUT rule {name} match source-address 10.1.1.0/24\n"
    f"set security nat source rule-set OUT rule {name} match destination-address {net}\n"
    f"set security nat source rule-set OUT rule {name} then source-nat {what}\n"
    for name, net, what in (("all", "{}", "interface"), ("vpn", "172.16.0.0/12", "off"))
)
SHUT = XR + "route-policy TO-PEER\n  if destination in (10.0.0.0/8) then\n    {}\n  endif\nend-policy\n"
SHUT += "router bgp 65001\n neighbor 10.1.1.2\n  remote-as 65002\n"
SHUT += "  address-family ipv4 unicast\n   route-policy TO-PEER out\n"
BOTH = (
    IOS.replace("!\n", " ip access-group USERS in\n ipv6 address 2001:DB8:7::1/64\n{}!\n")
    + "ip access-list extended USERS\n permit ip any any\nipv6 access-list USERS6\n permit ipv6 any any\n"
)
CLIENTS = (
    FORTIOS + 'config system interface\n    edit "port2"\n        set vdom "root"\n'
    "        set ip 10.1.1.1 255.255.255.0\n    next\n"
    "end\nconfig system dhcp server\n    edit 3\n        set default-gateway {}\n        set netmask 255.255.255.0\n"
    '        set interface "port2"\n    next\nend\n'
)
RESOLVED = "set routing-options static route 10.9.0.0/16 resolve\n"
HOPS = (
    "set system host-name one\nset interfaces ge-0/0/0 unit 0 family inet address 10.1.1.1/24\n"
    "set routing-options static route 10.8.0.0/24 next-hop 10.1.1.2\n"
    "set routing-options static route 10.9.0.0/16 next-hop 10.8.0.1\n{}"
)

CASES: dict[str, Case] = {
    "logins pass when the servers fail": (
        "open-access", IOS + "aaa authentication login default group tacacs+ {}\n", "none", "local"
    ),
    "logins of a domain pass when the servers fail": (
        "open-access", COMWARE + "domain staff\n authentication login hwtacacs-scheme T {}\n", "none", "local"
    ),
    "logins of a scheme pass when the servers fail": (
        "open-access", VRP + "aaa\n authentication-scheme T\n  authentication-mode hwtacacs {}\n#\n", "none", "local"
    ),
    "an administrator is whoever a server knows": ("open-access", ADMINS, "", MATCH),
    "a service has its ports the wrong way": ("open-access", SERVICE, "1024-65535:8080", "8080:1024-65535"),
    "a configuration is sent by FTP": (
        "ftp-server", VYOS + "set system config-management commit-archive location '{}://u@10.1.1.8/'\n", "ftp", "scp"
    ),
    "a track follows a reaction that is not there": ("undefined-reference", NQA, "4", "3"),
    "no event passes a log filter": ("missing-part", SROS_LOG, "drop", "forward"),
    "packets go by an empty table": ("missing-part", GUESTS, "21", "20"),
    "packets go by an empty table of RouterOS": ("missing-part", MARKED, "", " routing-table=second"),
    "IPv6 passes where IPv4 is filtered": (
        "missing-part", FILTERED, "", "set firewall ipv6 input filter default-action 'drop'\n"
    ),
    "classes are promised more than there is": ("rate-order", SHAPER, "70", "40"),
    "queues are promised more than there is": ("rate-order", TREE, "8M", "7M"),
    "a list denies reserved networks alone": ("route-leak", LIST, "", " le 32"),
    "a list of routes only denies": ("missing-part", CLOSED_LIST, "", "ip prefix-list IN permit 0.0.0.0/0 le 32\n"),
    "a filter only denies": ("missing-part", CLOSED_FILTER, "", " permit ip any any\n"),
    "a filter permits only sources of another interface": ("unmatched-entry", OTHER_FILTER, "10.2.2.0", "10.1.1.0"),
    "a class asks for sources of another interface": ("unmatched-entry", VOICE, "10.2.2.0", "10.1.1.0"),
    "a pair watches a port that is off": ("missing-part", HA, "down", "up"),
    "a queue has no class": ("missing-part", SROS_QUEUES, "1", "4"),
    "a server of DHCP is not trusted": ("missing-part", SNOOPED, "", " dhcp snooping trusted\n"),
    "the way out is not in the list of the outside": ("missing-part", OUTSIDE, "eth7", "eth0"),
    "a next hop is never resolved": ("next-hop-unreachable", SCOPES, "30", "10"),
    "the two lists of a rule are both used": ("unmatched-entry", DIALLED, "ether1", "dsl"),
    "a policy lets nothing pass": ("missing-part", SHUT, "drop", "pass"),
    "IPv6 passes a port where IPv4 is filtered": ("missing-part", BOTH, "", " ipv6 traffic-filter USERS6 in\n"),
    "a gateway is not behind the interface of its clients": ("misplaced-address", CLIENTS, "10.2.2.1", "10.1.1.1"),
    "Junos resolves no next hop by another route": ("next-hop-unreachable", HOPS, "", RESOLVED),
    "a filter that another list is evaluated in": ("missing-part", CLOSED_FILTER, "", " evaluate BACK\n"),
    "a filter with an entry for whoever has logged in": (
        "missing-part", CLOSED_FILTER, "", " dynamic GUESTS timeout 15 permit ip any any\n"
    ),
    "an exception of NAT stands too late": ("shadowed-entry", LATE, "30", "5"),
    "a rule of NAT is narrower than the one before": ("shadowed-entry", LATE_ROUTEROS, "", " src-address=10.1.1.0/25"),
    "an exception of Junos stands too late": ("shadowed-entry", LATE_JUNOS, "0.0.0.0/0", "10.0.0.0/8"),
    "servers are asked in a VRF that is not there": (
        "undefined-reference", IOS + TACACS.format("{}", "STAFF"), "vrf OFFICE", "vrf STAFF"
    ),
}  # fmt: skip
SEVERAL: dict[str, tuple[str, str, tuple[str, ...], tuple[str, ...]]] = {
    "a service of Junos has its ports the wrong way": (
        "open-access", JUNOS_SERVICE, ("8080", "1024-65535"), ("1024-65535", "8080")
    ),
    "a second community takes the place of the first": (
        "shadowed-entry", XR_COMMUNITY, ("65001:1", "set community (65001:2)"),
        ("65001:1", "set community (65001:2) additive"),
    ),
}  # fmt: skip

PAIR = """\
sysname {name}
#
interface Vlanif10
 ip address 10.1.1.{own} 255.255.255.0
 vrrp vrid 4 virtual-ip 10.1.1.9
{timer}#
interface Vlanif90
 ip address 10.9.0.{own} 255.255.255.252
#
interface GigabitEthernet0/0/9
 ip address 10.8.{own}.1 255.255.255.0
#
ospf 1
{passive} area 0.0.0.0
  network 10.0.0.0 0.255.255.255
#
"""
BY_DEFAULT = " silent-interface all\n undo silent-interface GigabitEthernet0/0/9\n"
SHORT = " silent-interface all\n undo silent-interface g0/0/9\n"
IOS_PAIR = """\
hostname {name}
interface Vlan90
 ip address 10.9.0.{own} 255.255.255.252
interface GigabitEthernet0/9
 ip address 10.8.{own}.1 255.255.255.0
{more}router ospf 1
{passive} network 10.0.0.0 0.255.255.255 area 0
"""
SECOND = "router ospf 2\n network 172.16.0.0 0.0.0.255 area 0\n"
IOS_BY_DEFAULT = " passive-interface default\n no passive-interface GigabitEthernet0/9\n"
TARGETS = """\
hostname {name}
vrf RED
 address-family ipv4 unicast
  import route-target
   65001:1
{more}  !
  export route-target
   65001:1
  !
 !
!
vrf BLUE
 address-family ipv4 unicast
  import route-target
   65001:2
  !
  export route-target
   65001:2
  !
 !
!
"""
WIRE = """\
hostname {name}
interface Loopback0
 ipv4 address 10.0.0.{own} 255.255.255.255
!
interface TenGigE0/0/0/1.7 l2transport
 encapsulation dot1q 7
 {tag}
!
l2vpn
 xconnect group A
  p2p B
   interface TenGigE0/0/0/1.7
   neighbor ipv4 10.0.0.{far} pw-id 7
   !
  !
 !
!
"""
FAST = " vrrp vrid 4 timer advertise 5\n"
USUAL = " vrrp vrid 4 timer advertise 1\n"
PAIRS: dict[str, tuple[str, str, dict[str, str], set[str]]] = {
    "one end of a link is passive like all others": ("link-protocol", PAIR, {"passive": BY_DEFAULT}, {"link-protocol"}),
    "one interface is named for short where all are passive": ("link-protocol", PAIR, {"passive": SHORT}, set()),
    "the end of a link is no longer passive": (
        "link-protocol", PAIR, {"passive": BY_DEFAULT + " undo silent-interface Vlanif90\n"}, set()
    ),
    "one end of a link is passive like all others of IOS": (
        "link-protocol", IOS_PAIR, {"passive": IOS_BY_DEFAULT}, {"link-protocol"}
    ),
    "those of another process may be passive": (
        "link-protocol", IOS_PAIR, {"passive": IOS_BY_DEFAULT, "more": SECOND}, set()
    ),
    "a VRF takes another one's routes": ("vrf-targets", TARGETS, {"more": "   65001:2\n"}, {"vrf-targets"}),
    "both ends take the tag off": ("pseudowire-ends", WIRE, {}, set()),
    "one end takes the tag off": ("pseudowire-ends", WIRE, {"tag": "description without"}, {"pseudowire-ends"}),
    "masters speak at another interval": ("partner-differs", PAIR, {"timer": FAST}, {"partner-differs"}),
    "an interval is that of the default": ("partner-differs", PAIR, {"timer": USUAL}, set()),
}  # fmt: skip


def kinds_found(**texts: str) -> set[str]:
    found = network(**texts)
    return {one.kind for check in CHECKS for one in check.run(found) if one.severity != "info"}


@pytest.mark.parametrize(("kind", "text", "wrong", "right"), CASES.values(), ids=CASES)
def test_only_the_wrong_value_is_found(kind: str, text: str, wrong: str, right: str) -> None:
    assert kind in kinds_found(one=text.format(wrong))
    assert kind not in kinds_found(one=text.format(right))


@pytest.mark.parametrize(("kind", "text", "wrong", "right"), SEVERAL.values(), ids=SEVERAL)
def test_only_the_wrong_values_are_found(
    kind: str, text: str, wrong: tuple[str, ...], right: tuple[str, ...]
) -> None:
    assert kind in kinds_found(one=text.format(*wrong))
    assert kind not in kinds_found(one=text.format(*right))


def test_a_policy_that_names_its_interfaces_is_used() -> None:
    found = network(one=GUESTS.format(20))
    kinds = [one.kind for check in CHECKS for one in check.run(found)]
    assert "unused-definition" not in kinds


@pytest.mark.parametrize(("kind", "text", "here", "kinds"), PAIRS.values(), ids=PAIRS)
def test_both_ends_fit(kind: str, text: str, here: dict[str, str], kinds: set[str]) -> None:
    usual = {"passive": "", "timer": "", "more": "", "tag": "rewrite ingress tag pop 1 symmetric"}
    texts = {
        name: text.format(**{**usual, **own}, name=name, own=number, far=3 - number)
        for name, number, own in (("one", 1, here), ("two", 2, {}))
    }
    assert kinds_found(**texts) & {kind} == kinds


def test_servers_that_say_who_administrates_are_let() -> None:
    radius = 'config user radius\n    edit "DIRECTORY"\n        set server "10.1.1.7"\n    next\nend\n'
    said = [one.message for check in CHECKS for one in check.run(network(one=ADMINS.format("") + radius))]
    assert not [message for message in said if "whoever its servers know" in message]


def test_filters_of_two_families_are_two() -> None:
    text = VYOS + "".join(
        f"set firewall {family} forward filter rule 5 action '{action}'\n"
        f"set firewall {family} forward filter rule 5 {asks}\n"
        for family, action, asks in (
            ("ipv4", "drop", "state 'invalid'"),
            ("ipv6", "accept", "protocol 'tcp'"),
        )
    )
    found = {one.name: one.entries for one in read_filters(network(one=text).devices[0])}
    assert [(name, len(entries[0].sides)) for name, entries in found.items()] == [
        ("forward filter", 1),
        ("ipv6 forward filter", 1),
    ]
