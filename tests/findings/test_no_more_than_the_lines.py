"""Findings that say no more than the lines do: defaults, parts that are switched off, VLANs that are none."""

from __future__ import annotations

import pytest

from findings.records import Finding
from tests.findings.planted import findings_of, messages_of

ROUTEROS = "/system identity\nset name=one\n"
BRIDGE = (
    f"{ROUTEROS}/interface bridge\nadd name=br vlan-filtering=yes\n/interface bridge port\n"
    "add bridge=br {}interface=ether3 pvid=777\n/interface bridge vlan\nadd bridge=br tagged=br,ether3 vlan-ids=20\n"
)


def test_a_port_for_tagged_frames_alone_is_in_no_vlan() -> None:
    assert messages_of("undefined-vlan", one=BRIDGE.format("")) == [
        "one has ports in VLAN 777 and does not define it."
    ]
    assert not messages_of("undefined-vlan", one=BRIDGE.format("frame-types=admit-only-vlan-tagged "))


INPUT = (
    f"{ROUTEROS}/ip firewall filter\nadd action=drop chain=input connection-state=invalid\n"
    "add action=accept chain=input protocol=icmp\nadd action=accept chain=forward\n"
    "{}add action=drop chain=forward\n"
)


OFF = (
    "one drops no new connections in the input, whose default is to accept: the rule that would is disabled "
    "(comment=all else)."
)


@pytest.mark.parametrize(
    ("rule", "message", "lines"),
    [
        ("", "one has no rule that drops new connections in the input, whose default is to accept.", [4, 5]),
        (
            'add action=drop chain=input comment="all else" disabled=yes\n',
            OFF,
            [7],
        ),
        ("add action=drop chain=input\n", "", []),
    ],
)
def test_a_rule_that_is_switched_off_is_named(rule: str, message: str, lines: list[int]) -> None:
    found = [(one.message, [line.number for line in one.lines]) for one in _open(INPUT.format(rule))]
    assert found == ([(message, lines)] if message else [])


RESOLVER = (
    "set service dns forwarding allow-from '0.0.0.0/0'\nset firewall ipv4 input filter default-action '{}'\n"
)


def test_a_filter_that_drops_what_comes_in_is_no_missing_one() -> None:
    rule = "set firewall ipv4 input filter rule 10 {}\n"
    opened = "".join(map(rule.format, ("action 'accept'", "destination port '53'", "protocol 'udp'")))
    (found,) = _open(RESOLVER.format("drop") + opened)
    assert "lets everybody reach its DNS resolver: entry 10 of input filter" in found.message
    assert "no rule drops what comes in" in min(one.message for one in _open(RESOLVER.format("accept")))


FORTIOS = (
    "config system global\nset hostname one\n{}end\nconfig system interface\nedit port1\n"
    "set allowaccess https http\nnext\nend\n"
)


def test_http_that_only_leads_to_https_is_none() -> None:
    assert not messages_of("http-server", one=FORTIOS.format(""))
    assert not messages_of("http-server", one=FORTIOS.format("set admin-https-redirect enable\n"))
    assert len(messages_of("http-server", one=FORTIOS.format("set admin-https-redirect disable\n"))) == 1


def _open(text: str) -> list[Finding]:
    return findings_of("open-access", one=text)


SESSION = """\
sysname {name}
interface LoopBack0
 ip address 10.9.0.{own} 255.255.255.255
bgp 65010
 peer 10.9.0.{far} as-number 65010
 {source}
"""


def test_a_session_that_one_end_can_begin_may_come_up() -> None:
    one = SESSION.format(name="one", own=1, far=2, source="peer 10.9.0.2 connect-interface LoopBack0")
    two, silent = (
        SESSION.format(name=name, own=own, far=3 - own, source="") for name, own in (("two", 2), ("one", 1))
    )
    (found,) = findings_of("bgp-session", one=one, two=two)
    assert found.severity == "medium"
    assert found.message == (
        "The BGP session of two and one may not come up: two names no source, but one expects 10.9.0.2."
    )
    several = findings_of("bgp-session", one=silent, two=two)
    assert [(one.severity, "cannot come up" in one.message) for one in several] == [("high", True)] * 2


PEER = (
    "hostname {name}\ninterface Tunnel1\n ip address 10.8.0.{own} 255.255.255.252\nrouter bgp {asn}\n"
    " neighbor 10.8.0.{far} remote-as {remote}\n"
)


def test_a_neighbor_with_another_address_is_no_missing_one() -> None:
    hub = PEER.format(name="hub", own=1, asn=65021, far=2, remote=65022)
    branch = PEER.format(name="branch", own=6, asn=65022, far=1, remote=65021)
    found = next(one for one in findings_of("bgp-one-sided", hub=hub, branch=branch))
    assert found.message == (
        "branch has the BGP neighbor 10.8.0.1, which is hub Tunnel1; "
        "hub has the neighbor 10.8.0.2 there, an address that branch does not have: its Tunnel1 has 10.8.0.6."
    )
    assert {(line.path, line.number) for line in found.lines} == {
        ("branch.cfg", 3),
        ("branch.cfg", 5),
        ("hub.cfg", 3),
        ("hub.cfg", 5),
    }


PREPENDS = (
    "hostname one\nrouter bgp 65030\n neighbor 192.0.2.1 remote-as 65031\n{}"
    "route-map AWAY permit 10\n set as-path prepend 65039 65039\n"
)


def test_a_policy_that_is_used_nowhere_prepends_nothing() -> None:
    assert not messages_of("bgp-wrong-as", one=PREPENDS.format(""))
    used = PREPENDS.format(" neighbor 192.0.2.1 route-map AWAY out\n")
    assert messages_of("bgp-wrong-as", one=used) == ["one prepends 65039 65039 to paths, but is AS 65030."]
