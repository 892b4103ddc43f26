"""What a reviewer of configurations names: each wrong value is found, and the right one in its place is not."""

from __future__ import annotations

import pytest

from findings.checks import CHECKS
from tests.findings.planted import network

XR = """\
hostname {name}
tacacs-server host 10.9.9.1
!
aaa group server tacacs+ TAC
 server {server}
!
key chain KC
 key 1
  key-string password 0822455D0A16
  cryptographic-algorithm {algorithm}
  send-lifetime 00:00:00 january 01 2020 {end}
 !
!
interface Bundle-Ether1
 description a bundle
!
interface TenGigE0/0/0/1
 description {name} to {peer} TenGigE0/0/0/1
 {member}
!
interface TenGigE0/0/0/0
 ipv4 address 192.0.2.{own} 255.255.255.252
!
route-policy RP-IN
  if destination in (10.0.0.0/8) then
    set local-preference 200
  endif
  {step}
  set med 10
end-policy
!
aaa authentication login default group TAC {login}
line default
 exec-timeout {idle} 0
 access-class ingress MGMT
!
ipv4 access-list MGMT
 10 permit tcp any any eq ssh
!
segment-routing
 global-block {block}
!
mpls ldp
 neighbor
  {ldp}
 !
 interface TenGigE0/0/0/0
 !
!
router isis CORE
 interface TenGigE0/0/0/0
  address-family ipv4 unicast
   prefix-sid index {sid}
  !
 !
!
ntp
 authentication-key 7 md5 encrypted 0822455D0A16
 authentication-key 8 md5 encrypted 0822455D0A16
 server 10.9.9.5 key {trusted}
 trusted-key 7
 authenticate
!
{http}
router ospf CORE
 area 0
  interface TenGigE0/0/0/0
   {bfd}
   authentication message-digest
   message-digest-key {key} md5 encrypted 0822455D0A16
!
router bgp 6450{own}
 neighbor 192.0.2.{far}
  remote-as 6450{far}
  keychain KC
  {ttl}
  address-family ipv4 unicast
   route-policy RP-IN in
   {policy}
  !
  {family}
 !
!
"""
XR_USUAL = {
    "trusted": "7",
    "http": "ssh server v2",
    "idle": "10",
    "block": "16000 23999",
    "ldp": "password encrypted 0822455D0A16",
    "sid": "{own}",
    "login": "local",
    "server": "10.9.9.1",
    "algorithm": "HMAC-MD5",
    "member": "bundle id 1 mode active",
    "end": "infinite",
    "step": "set community (1:1)",
    "key": "1",
    "bfd": "bfd fast-detect",
    "ttl": "ttl-security",
    "policy": "route-policy RP-IN out",
    "family": "address-family vpnv4 unicast\n   route-policy RP-IN in\n   route-policy RP-IN out",
}
SROS = """\
exit all
configure
    system
        name "{name}"
        security
            snmp
                access group "MON" security-model usm security-level privacy read "iso"
            exit
            user "ops"
                snmp
                    group "{group}"
                exit
            exit
        exit
    exit
    port 1/1/1
        no shutdown
    exit
    port 1/1/3
        no shutdown
    exit
    qos
        sap-ingress 50 create
        exit
    exit
    service
        customer 1 create
        exit
        sdp 12 mpls create
            far-end 192.0.2.{far}
            {transport}
        exit
        epipe 301 customer 1 create
            service-mtu {mtu}
            spoke-sdp 12:301 vc-type {type} create
                {word}
            exit
            {off}
            sap 1/1/3:301 create
                ingress
                    qos {qos}
                exit
            exit
        exit
        vpls 400 customer 1 create
            sap 1/1/3:{tag} create
            exit
        exit
        vprn 200 customer 1 create
            route-distinguisher 65100:20{own}
            vrf-target target:65100:{target}
            {tunnel}
        exit
    exit
    router Base
        interface "link"
            address 192.0.2.{own}/30
            port 1/1/1
        exit
        autonomous-system 64500
        policy-options
            begin
            policy-statement "IMP"
                entry 10
                    {condition}
                    action accept
                    exit
                exit
                entry 20
                    from
                        prefix-list "OWN"
                    exit
                    action drop
                    exit
                exit
            exit
            prefix-list "OWN"
                prefix 10.0.0.0/8 longer
            exit
            commit
        exit
        pim
            interface "{pim}"
            exit
        exit
        bgp
            group "PE"
                {family}
                {bfd}
                import "IMP"
                neighbor 192.0.2.{far}
                    peer-as 64500
                exit
            exit
        exit
        static-route-entry {prefix}
            next-hop 192.0.2.{far}
                no shutdown
            exit
        exit
    exit
exit all
"""
SROS_USUAL = {
    "transport": "ldp",
    "mtu": "1500",
    "type": "ether",
    "word": "control-word",
    "off": "no shutdown",
    "tunnel": "auto-bind-tunnel\n                resolution any\n            exit",
    "group": "MON",
    "qos": "50",
    "tag": "400",
    "target": "200",
    "condition": "from\n                        protocol direct\n                    exit",
    "family": "family ipv4 vpn-ipv4",
    "bfd": "bfd-enable",
    "pim": "link",
    "prefix": "10.8.0.0/16",
}
VYOS = """\
set system host-name '{name}'
set interfaces ethernet eth1 address '10.0.10.{own}/24'
set policy route-map OUT rule 10 action 'permit'
{match}
set policy route-map OUT rule 20 action 'deny'
set policy route-map OUT rule 20 match tag '7'
set service dhcp-server shared-network-name LAN subnet 10.0.10.0/24 option default-router '{gateway}'
set service snmp v3 user ops auth type '{auth}'
set interfaces ethernet eth0 address '192.0.2.{own}/30'
set interfaces ethernet eth2 vif {vif} address '10.0.11.{own}/24'
set protocols ospf auto-cost reference-bandwidth '{bandwidth}'
set firewall ipv4 input filter default-action '{default}'
set high-availability vrrp group USERS vrid '10'
set high-availability vrrp sync-group SYNC member '{member}'
set service dhcp-server shared-network-name LAN subnet 10.0.10.0/24 range 0 start '10.0.10.100'
set service dhcp-server shared-network-name LAN subnet 10.0.10.0/24 range 0 stop '{last}'
set interfaces bonding bond0 mode '{mode}'
set interfaces bonding bond0 address '10.0.12.{own}/24'
set vpn ipsec site-to-site peer FAR authentication local-id '192.0.2.{own}'
set vpn ipsec site-to-site peer FAR authentication remote-id '{id}'
set vpn ipsec site-to-site peer FAR local-address '192.0.2.{local}'
set vpn ipsec site-to-site peer FAR remote-address '{remote}'
"""
VYOS_USUAL = {
    "match": "set policy route-map OUT rule 10 match tag '5'",
    "vif": "11",
    "bandwidth": "100000",
    "default": "drop",
    "member": "USERS",
    "last": "10.0.10.199",
    "mode": "802.3ad",
    "id": "192.0.2.{far}",
    "local": "{own}",
    "remote": "192.0.2.{far}",
    "gateway": "10.0.10.1",
    "auth": "sha",
}
CX = """\
hostname {name}
class ip VOICE
    10 match any 10.0.20.0/255.255.255.0 any
policy MARK
    10 class ip VOICE action dscp EF
dhcpv4-snooping
interface lag 20
    no shutdown
    {trust}
interface vlan 10
    ip address 10.0.10.{own}/24
    {mac}
    active-gateway ip 10.0.10.254
    ip ospf {process} area 0.0.0.0
router ospf 1
interface 1/1/2
    description to {peer} 1/1/2
    {member}
    apply policy {policy} in
snmpv3 user ops auth sha auth-pass ciphertext AQBapb priv {privacy} priv-pass ciphertext AQBapc
route-map OUT permit seq 10
    {match}
route-map OUT deny seq 20
    match tag 7
"""
CX_USUAL = {
    "trust": "dhcpv4-snooping trust",
    "mac": "active-gateway ip mac 12:00:00:00:01:00",
    "process": "1",
    "member": "lag 20",
    "policy": "MARK",
    "privacy": "aes",
    "match": "match tag 5",
}
FORMS = {
    "xr": (XR, XR_USUAL),
    "sros": (SROS, SROS_USUAL),
    "vyos": (VYOS, VYOS_USUAL),
    "cx": (CX, CX_USUAL),
}
DEFECTS = {
    "a key chain that ended": ("xr", {"end": "00:00:00 january 01 2021"}, {"ended-time"}),
    "a policy that ends early": ("xr", {"step": "drop"}, {"shadowed-entry"}),
    "another id of a key": ("xr", {"key": "2"}, {"link-ospf"}),
    "TTL security at one end": ("xr", {"ttl": "description x"}, {"bgp-session"}),
    "no policy for a way": ("xr", {"policy": "send-community-ebgp"}, {"bgp-session"}),
    "a family at one end": ("xr", {"family": ""}, {"bgp-session"}),
    "an entry without a condition": ("sros", {"condition": ""}, {"shadowed-entry"}),
    "a family at one end of SR OS": ("sros", {"family": "family ipv4"}, {"bgp-session"}),
    "BFD at one end": ("sros", {"bfd": ""}, {"bgp-session"}),
    "a rule without a match": ("vyos", {"match": ""}, {"shadowed-entry"}),
    "a gateway that nobody has": ("vyos", {"gateway": "10.0.10.254"}, {"dhcp-outside"}),
    "a broken hash": ("vyos", {"auth": "md5"}, {"weak-algorithm"}),
    "a broken cipher": ("cx", {"privacy": "des"}, {"weak-algorithm"}),
    "an entry of a route map without a match": ("cx", {"match": ""}, {"shadowed-entry"}),
    "BFD of OSPF at one end": ("xr", {"bfd": "cost 10"}, {"link-ospf"}),
    "a server of a group": ("xr", {"server": "10.9.9.2"}, {"undefined-reference"}),
    "an algorithm of a key": ("xr", {"algorithm": "HMAC-SHA-256"}, {"neighbor-differs"}),
    "nothing of a port that is shut down": ("xr", {"member": "shutdown"}, set()),
    "a port that is no member": ("xr", {"member": "load-interval 30"}, {"link-lacp"}),
    "a port without a name that is no member": ("cx", {"member": "no shutdown"}, {"link-lacp"}),
    "a policy on a port": ("cx", {"policy": "MARKS"}, {"undefined-reference"}),
    "a group of SNMP": ("sros", {"group": "MONN"}, {"undefined-reference"}),
    "a policy of a SAP": ("sros", {"qos": "51"}, {"undefined-reference"}),
    "a SAP twice": ("sros", {"tag": "301"}, {"duplicate-id"}),
    "a target of both ways": ("sros", {"target": "201"}, {"vrf-targets"}),
    "a tag": ("vyos", {"vif": "12"}, {"link-vlan"}),
    "a bundle without LACP": ("vyos", {"mode": "active-backup"}, {"link-lacp"}),
    "an id of the other end": ("vyos", {"id": "192.0.2.3"}, {"vpn-ends"}),
    "an address that is not its own": ("vyos", {"local": "3"}, {"misplaced-address"}),
    "a peer that nobody is": ("vyos", {"remote": "192.0.2.3"}, {"misplaced-address", "vpn-ends"}),
    "a key that is not trusted": ("xr", {"trusted": "8"}, {"missing-part"}),
    "a server without TLS": ("xr", {"http": "http server"}, {"http-server"}),
    "sessions without an end": ("xr", {"idle": "0"}, {"open-access"}),
    "no local fallback": ("xr", {"login": ""}, {"missing-part"}),
    "a block of labels": ("xr", {"block": "17000 24999"}, {"neighbor-differs"}),
    "no password for LDP": ("xr", {"ldp": ""}, {"neighbor-differs"}),
    "a SID twice": ("xr", {"sid": "1"}, {"duplicate-id"}),
    "no transport": ("sros", {"transport": ""}, {"missing-part"}),
    "no tunnel": ("sros", {"tunnel": ""}, {"missing-part"}),
    "a service that is off": ("sros", {"off": "shutdown"}, {"missing-part"}),
    "another MTU": ("sros", {"mtu": "1514"}, {"neighbor-differs"}),
    "another type": ("sros", {"type": "vlan"}, {"neighbor-differs"}),
    "no control word": ("sros", {"word": ""}, {"neighbor-differs"}),
    "another bandwidth": ("vyos", {"bandwidth": "1000"}, {"neighbor-differs"}),
    "a default that accepts": ("vyos", {"default": "accept"}, {"open-access"}),
    "a member of nothing": ("vyos", {"member": "USRS"}, {"undefined-reference"}),
    "a range that is turned": ("vyos", {"last": "10.0.10.9"}, {"dhcp-outside"}),
    "no port to trust": ("cx", {"trust": "no routing"}, {"missing-part"}),
    "a gateway without a MAC address": ("cx", {"mac": ""}, {"missing-part"}),
    "a process that is not there": ("cx", {"process": "2"}, {"undefined-reference"}),
    "networks that are sent back": ("sros", {"prefix": "10.9.0.0/16"}, {"next-hop-unreachable"}),
}
KINDS = {kind for _, _, kinds in DEFECTS.values() for kind in kinds}


def kinds_found(form: str, other: dict[str, str]) -> set[str]:
    """Return the kinds that are found on a pair of which the second device has other values."""
    text, usual = FORMS[form]
    texts = {
        name: text.format(
            **{**usual, **other_end, "name": name, "peer": peer, "own": "{own}", "far": "{far}"}
        ).format(own=own, far=3 - own)
        for name, peer, own, other_end in (("a1", "b1", 1, {"prefix": "10.9.0.0/16"}), ("b1", "a1", 2, other))
    }
    found = network(**texts)
    return {
        one.kind
        for check in CHECKS
        if check.kind in KINDS
        for one in check.run(found)
        if one.severity != "info"
    }


@pytest.mark.parametrize(("form", "other", "kinds"), DEFECTS.values(), ids=DEFECTS)
def test_a_wrong_value_is_found(form: str, other: dict[str, str], kinds: set[str]) -> None:
    assert kinds_found(form, other) == kinds


@pytest.mark.parametrize("form", FORMS)
def test_right_values_are_not_found(form: str) -> None:
    assert kinds_found(form, {}) == set()


def test_entries_that_others_jump_to_are_reached() -> None:
    text = "route-map A permit 10\n match tag 1\n continue 30\nroute-map A deny 20\n"
    text += "route-map A permit 30\n match tag 2\n"
    assert not [
        one for check in CHECKS if check.kind == "shadowed-entry" for one in check.run(network(r1=text))
    ]


def test_a_chain_with_a_living_key_has_not_ended() -> None:
    more = " key 2\n  send-lifetime 00:00:00 january 01 2020 infinite\n !\n"
    text = XR.format(name="a1", peer="b1", own=1, far=2, **{**XR_USUAL, "end": "00:00:00 january 01 2021"})
    living = text.replace("interface Ten", f"key chain KC\n{more}interface Ten", 1)
    assert [one.kind for check in CHECKS if check.kind == "ended-time" for one in check.run(network(a1=text))]
    assert not [
        one for check in CHECKS if check.kind == "ended-time" for one in check.run(network(a1=living))
    ]
