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
