"""Settings that should not stand as they do, each with a twin in which nothing is wrong."""

from __future__ import annotations

import pytest

from findings.checks import CHECKS
from tests.findings.planted import network

ROUTEROS = "/system identity\nset name=one\n"
VRP = "sysname one\n#\n"
ADMINISTRATOR = "config system admin\nedit bob\nset accprofile super_admin\n{more}next\nend\n"
TRUSTED = "set trusthost1 10.0.0.0 255.255.255.0\n"
RESOLVER = (
    f"{ROUTEROS}/ip dns\nset allow-remote-requests=yes\n"
    "/ip firewall filter\nadd action=jump jump-target=own chain=input\nadd action=drop chain=input {more}\n"
)
PHASE = "config vpn ipsec phase2-interface\nedit p\nset {}\nnext\nend\n"
RELAY = f"{VRP}dhcp enable\n#\ninterface Vlanif20\n dhcp select relay\n"
NTP = (
    f"{VRP}ntp-service authentication enable\n"
    "ntp-service authentication-keyid 1 authentication-mode hmac-sha256 cipher x\n"
    "ntp-service unicast-server 10.0.0.9 authentication-keyid 1\n"
)
LISTS = (
    f"{ROUTEROS}/interface list\nadd name=WAN\n/interface list member\nadd interface=ether1 list={{}}\n"
    "/ip firewall filter\nadd action=drop chain=input in-interface-list=WAN\n"
)
SYSLOG = "config log syslogd setting\nset status {}\nset server 10.0.0.9\nend\n"
USERS = (
    f"{VRP}snmp-agent group v3 g privacy\nsnmp-agent usm-user v3 u group g\nsnmp-agent usm-user v3 u {{}}\n"
)
VPN = (
    f"{ROUTEROS}/ip ipsec policy\nadd dst-address=10.2.0.0/16 src-address=10.1.0.0/16 tunnel=yes\n{{}}"
    "/ip firewall nat\nadd action=masquerade chain=srcnat out-interface=ether1\n"
)
FORWARDS = f"{ROUTEROS}/ip firewall nat\nadd action=dst-nat chain=dstnat to-addresses=10.0.0.9\n"
BYPASS = "add action=accept chain=srcnat dst-address=10.2.0.0/16\n"
CASES: dict[str, tuple[str, str, str]] = {
    "telnet over IPv6": (
        "telnet-server",
        f"{VRP}telnet ipv6 server enable\n",
        f"{VRP}telnet server disable\ntelnet ipv6 server disable\n",
    ),
    "telnet of one VRF": (
        "telnet-server",
        "hostname one\ntelnet vrf default ipv4 server max-servers 10\n",
        "hostname one\nssh server vrf default\n",
    ),
    "administrators without trusted hosts": (
        "open-access",
        ADMINISTRATOR.format(more=""),
        ADMINISTRATOR.format(more=TRUSTED),
    ),
    "vty lines without a login": (
        "open-access",
        "user-interface vty 0 4\n acl 2001 inbound\n authentication-mode none\n#\nacl number 2001\n rule 5 permit\n",
        "user-interface vty 0 4\n acl 2001 inbound\n authentication-mode aaa\n#\nacl number 2001\n rule 5 permit\n",
    ),
    "an API that anyone may reach": (
        "open-access",
        f"{ROUTEROS}/ip service\nset api disabled=no\n",
        f"{ROUTEROS}/ip service\nset api address=10.0.0.0/24 disabled=no\n",
    ),
    "an open resolver": (
        "open-access",
        RESOLVER.format(more="connection-state=invalid"),
        RESOLVER.format(more="in-interface=ether1"),
    ),
    "DES": ("weak-algorithm", PHASE.format("proposal 3des-sha1"), PHASE.format("proposal aes256-sha256")),
    "a small DH group": ("weak-algorithm", PHASE.format("dhgrp 14 2"), PHASE.format("dhgrp 14 20")),
    "MD5 of SNMP": (
        "weak-algorithm",
        USERS.format("authentication-mode md5 cipher x"),
        USERS.format("authentication-mode sha2-256 cipher x"),
    ),
    "SNMP without privacy": (
        "weak-algorithm",
        USERS.replace("group v3 g privacy", "group v3 g").format("privacy-mode aes256 cipher x"),
        USERS.format("privacy-mode aes256 cipher x"),
    ),
    "L2TP without IPsec": (
        "weak-algorithm",
        f"{ROUTEROS}/interface l2tp-server server\nset enabled=yes\n",
        f"{ROUTEROS}/interface l2tp-server server\nset enabled=yes use-ipsec=required\n",
    ),
    "a relay without a server": ("missing-part", RELAY, f"{RELAY} dhcp relay server-ip 10.0.0.9\n"),
    "a key that is not trusted": (
        "missing-part",
        NTP,
        f"{NTP}ntp-service reliable authentication-keyid 1\n",
    ),
    "an interface list without members": ("missing-part", LISTS.format("LAN"), LISTS.format("WAN")),
    "a syslog server that is switched off": (
        "missing-part",
        SYSLOG.format("disable"),
        SYSLOG.format("enable"),
    ),
    "AAA servers without a local fallback": (
        "missing-part",
        "domain one\n authentication login hwtacacs-scheme t\n",
        "domain one\n authentication login hwtacacs-scheme t local\n",
    ),
    "a service that is on where nothing switches it off": (
        "telnet-server",
        f"{ROUTEROS}/ip service\nset ftp disabled=yes\n",
        f"{ROUTEROS}/ip service\nset ftp disabled=yes\nset telnet disabled=yes\n",
    ),
    "a BGP neighbor without an address family": (
        "missing-part",
        "bgp 65001\n peer 192.0.2.2 as-number 65002\n #\n address-family ipv4 unicast\n",
        "bgp 65001\n peer 192.0.2.2 as-number 65002\n #\n address-family ipv4 unicast\n  peer 192.0.2.2 enable\n",
    ),
    "NAT of what should go into a VPN": (
        "missing-part",
        VPN.format(""),
        VPN.format("/ip firewall nat\n" + BYPASS),
    ),
    "port forwards without NAT": (
        "missing-part",
        FORWARDS,
        f"{FORWARDS}add action=masquerade chain=srcnat out-interface=ether1\n",
    ),
    "a secret in clear text": (
        "clear-text-password",
        "config vpn ipsec phase1-interface\nedit p\nset psksecret secret7\nnext\nend\n",
        "config vpn ipsec phase1-interface\nedit p\nset psksecret ENC abc==\nnext\nend\n",
    ),
    "a tunnel that no policy lets in": (
        "unused-definition",
        "config vpn ipsec phase1-interface\nedit p\nset interface wan1\nnext\nend\n"
        + PHASE.format("phase1name p"),
        "config vpn ipsec phase1-interface\nedit p\nset interface wan1\nnext\nend\n"
        + PHASE.format("phase1name p")
        + "config firewall policy\nedit 1\nset srcintf p\nset dstintf wan1\nset srcaddr none\nnext\nend\n",
    ),
}


@pytest.mark.parametrize(("kind", "defect", "clean"), CASES.values(), ids=CASES)
def test_setting(kind: str, defect: str, clean: str) -> None:
    run = next(check.run for check in CHECKS if check.kind == kind)
    assert len(list(run(network(one=defect)))) == 1
    assert [found.message for found in run(network(one=clean))] == []


def test_sentence() -> None:
    run = next(check.run for check in CHECKS if check.kind == "weak-algorithm")
    said = [found.message for found in run(network(one=PHASE.format("proposal 3des-sha1 aes256-md5")))]
    assert said == ["one relies on what is weak or broken: 3des-sha1."]


TARGETS = {
    "FortiOS": (
        SYSLOG.format("enable") + SYSLOG.format("disable").replace("syslogd", "syslogd4"),
        "one has servers for syslogd4, which is switched off.",
    ),
    "RouterOS": (
        f"""{ROUTEROS}/system logging action
add name=east remote=10.0.0.8 target=remote
add name=west remote=10.0.0.9 target=remote
/system logging
add action=west topics=info
""",
        "one has servers for logging action name=east, which is switched off.",
    ),
}


@pytest.mark.parametrize(("text", "message"), TARGETS.values(), ids=TARGETS)
def test_one_of_several_targets_that_is_off_is_named(text: str, message: str) -> None:
    run = next(check.run for check in CHECKS if check.kind == "missing-part")
    assert [found.message for found in run(network(one=text))] == [message]


KEYS = (
    "set system host-name one\nset service ssh disable-password-authentication\n"
    "set system login user ann authentication encrypted-password x\n"
)
BOB = "set system login user bob authentication public-keys bob@desk key AAAA\n"


@pytest.mark.parametrize(("text", "severities"), [(KEYS, ["medium"]), (KEYS + BOB, ["low"]), (BOB, [])])
def test_a_user_without_a_key_beside_one_who_has_one(text: str, severities: list[str]) -> None:
    run = next(check.run for check in CHECKS if check.kind == "missing-part")
    assert [found.severity for found in run(network(one=text))] == severities
