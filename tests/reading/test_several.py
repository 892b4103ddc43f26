"""A line that says several things is read as the lines that say one each; what is not understood is not read at all."""

from __future__ import annotations

import pytest

from findings.filters.first_match import decide_for_first
from findings.filters.read_filters import read_filters
from findings.filters.records import Packet
from formats import find_path_grammar
from ingest.learn.shipped.find_format import format_of
from reading.by_words import read_paths
from tests.findings.planted import network

JUNOS = "set system host-name one\nset interfaces ge-0/0/9 mtu 1400\n"
TERM = "set firewall family inet filter F term a"
TOGETHER = {
    "values and a switch": ("set interfaces ge-0/0/1", ["description backup", "mtu 1800", "disable"]),
    "a text that looks like others": ("set interfaces ge-0/0/1", ['description "old mtu 1500"', "mtu 1800"]),
    "of a unit": ("set interfaces ge-0/0/1 unit 5", ["vlan-id 5", "bandwidth 1g", "family inet"]),
    "of a family": ("set interfaces ge-0/0/1 unit 5 family inet", ["mtu 1480", "address 10.4.0.1/30"]),
    "of a filter": (TERM, ["from source-address 10.4.0.0/16"]),
    "conditions": (f"{TERM} from", ["source-address 10.4.0.0/16", "protocol tcp", "destination-port 22"]),
    "what is done": (f"{TERM} then", ["count hits", "log", "discard"]),
    "lists": ("set policy-options policy-statement P term a from", ["protocol [ ospf bgp ]", "community C"]),
    "one thing": (
        "set protocols bgp group G neighbor 10.4.0.2",
        ["family inet unicast prefix-limit maximum 5"],
    ),
    "of a group": ("set groups G interfaces <ge-*>", ["mtu 5000"]),
    "of another name": ("set security zones security-zone trust", ["interfaces ge-0/0/1.0"]),
}


def _paths(text: str) -> list[tuple[list[str], str]]:
    lines = (JUNOS + text).splitlines()
    return [(each.tokens, each.raw) for each in read_paths(lines, find_path_grammar(lines))]


@pytest.mark.parametrize(("head", "said"), TOGETHER.values(), ids=TOGETHER)
def test_lines_together_and_apart_are_read_alike(head: str, said: list[str]) -> None:
    assert _paths(" ".join([head, *said])) == _paths("\n".join(f"{head} {each}" for each in said))


UNKNOWN = ("description backup mtu 1800 gauge 5", "description backup disable gauge 5")


@pytest.mark.parametrize("said", UNKNOWN)
def test_a_line_that_is_not_understood_is_not_explained(said: str) -> None:
    junos = format_of("juniper-junos")
    assert junos is not None
    records = junos.parse(f"{JUNOS}set interfaces ge-0/0/1 {said}".splitlines())
    assert [first for first, _ in records[0]["lines"]] == [0]
    assert [each["values"]["key"] for each in records[0]["children"]] == ["ge-0/0/9"]


RULE = "set rulebase security rules {} source {} destination any application any service {} action {}\n"
PANOS = f"""\
set deviceconfig system hostname one
set address INSIDE ip-netmask 10.4.0.0/16
{RULE.format("old from any to any", "any", "any", "deny disabled yes")}
{RULE.format("web from lan to wan", "INSIDE", "service-https", "allow")}
"""
VERDICTS = {
    "what matches": ("10.4.0.1", 443, "permit"),
    "another port": ("10.4.0.1", 22, "deny"),
    "another source": ("10.5.0.1", 443, "deny"),
}


@pytest.mark.parametrize(("source", "port", "action"), VERDICTS.values(), ids=VERDICTS)
def test_rules_of_one_line_decide(source: str, port: int, action: str) -> None:
    device = network(one=PANOS).devices[0]
    filters = read_filters(device)
    packet = Packet(
        source=source,
        destination="192.0.2.1",
        protocol="tcp",
        destination_port=port,
        in_interface="lan",
        out_interface="wan",
    )
    assert decide_for_first(filters[0], packet, [device]).action == action
