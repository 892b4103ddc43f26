"""Names that mean one thing in one part of a configuration and another in another, and ports that makes call alike."""

from __future__ import annotations

import pytest

from findings.filters.first_match import decide_for_first, shadowed_entries
from findings.filters.read_filters import filters_by_name
from findings.filters.records import Packet
from tests.findings.planted import fortios_policy, network


def _verdict(text: str, name: str, packet: Packet) -> str:
    parts = network(one=text).devices
    return decide_for_first(filters_by_name(parts[0])[name], packet, parts).action


def _to(destination: str, port: int | None = None, protocol: str = "tcp") -> Packet:
    return Packet("192.0.2.1", destination, protocol, 40000, port, "port1", "port2")


@pytest.mark.parametrize(
    "head", ["acl advanced name DEEP", "acl advanced 3100 name DEEP", "acl name DEEP advance"]
)
def test_named_filters_may_be_ordered_by_the_device(head: str) -> None:
    text = (
        f"sysname one\n{head} match-order auto\n rule 0 deny ip\n"
        " rule 5 permit tcp destination 198.51.100.7 0\n#\n"
    )
    name = "3100" if "3100" in head else "DEEP"
    assert _verdict(text, name, _to("198.51.100.7", 80)) == "permit"
    assert not list(shadowed_entries(network(one=text)))
    ordered = text.replace(" match-order auto", "")
    assert _verdict(ordered, name, _to("198.51.100.7", 80)) == "deny"
    assert list(shadowed_entries(network(one=ordered)))


def test_a_member_that_is_switched_off_is_none() -> None:
    text = """\
/interface list
add name=INSIDE
/interface list member
add interface=ether4 list=INSIDE
add disabled={} interface=ether5 list=INSIDE
/ip firewall filter
add action=accept chain=input in-interface-list=INSIDE
add action=drop chain=input
"""
    packet = Packet("192.0.2.1", "192.0.2.2", "tcp", 40000, 22, "ether5")
    assert _verdict(text.format("no"), "input", packet) == "permit"
    assert _verdict(text.format("yes"), "input", packet) != "permit"


@pytest.mark.parametrize(("port", "action"), [(1645, "permit"), (1646, "deny"), (1812, "deny")])
def test_a_make_has_its_own_names_of_ports(port: int, action: str) -> None:
    text = "hostname one\naccess-list AAA extended permit udp any any eq radius\n"
    assert _verdict(text, "AAA", _to("192.0.2.9", port, "udp")) == action


def test_a_group_has_the_ports_of_its_make() -> None:
    text = (
        "ASA Version 9.16(1)\nhostname one\nobject-group service AUTH udp\n port-object eq radius-acct\n"
        "access-list AAA extended permit udp any any object-group AUTH\n"
    )
    assert _verdict(text, "AAA", _to("192.0.2.9", 1646, "udp")) == "permit"
    assert _verdict(text, "AAA", _to("192.0.2.9", 1813, "udp")) == "deny"


def test_other_makes_have_the_usual_names_of_ports() -> None:
    text = "hostname one\nip access-list AAA\n  10 permit udp any any eq radius\n"
    assert _verdict(text, "AAA", _to("192.0.2.9", 1812, "udp")) == "permit"


BOOKS = """\
set system host-name one
set security zones security-zone inside address-book address SHOP 198.51.100.1/32
set security zones security-zone outside address-book address SHOP {}/32
set security policies from-zone inside to-zone outside policy a match source-address any
set security policies from-zone inside to-zone outside policy a match destination-address SHOP
set security policies from-zone inside to-zone outside policy a match application any
set security policies from-zone inside to-zone outside policy a then permit
"""


@pytest.mark.parametrize("destination", ["198.51.100.1", "198.51.100.2"])
def test_of_books_of_zones_that_differ_nothing_is_said(destination: str) -> None:
    packet = _to(destination, 80)
    assert _verdict(BOOKS.format("198.51.100.2"), "inside to outside", packet) == ""
    alike = "permit" if destination.endswith("1") else "deny"
    assert _verdict(BOOKS.format("198.51.100.1"), "inside to outside", packet) == alike


def test_a_set_belongs_to_its_table() -> None:
    text = "".join(
        f"table ip {name} {{\n    set bad {{\n        type ipv4_addr\n        elements = {{ {address} }}\n    }}\n"
        f"    chain c {{\n        type filter hook {hook} priority 0; policy accept;\n"
        "        ip daddr @bad drop\n    }\n}\n"
        for name, address, hook in (
            ("first", "198.51.100.1", "input"),
            ("second", "198.51.100.2", "output"),
        )
    )
    found = {
        (name, end): _verdict(text, f"ip {name} c", _to(f"198.51.100.{end}", 80))
        for name in ("first", "second")
        for end in (1, 2)
    }
    assert found == {
        ("first", 1): "deny",
        ("first", 2): "permit",
        ("second", 1): "permit",
        ("second", 2): "deny",
    }


def _vdom(name: str, policies: str, zone: str = "") -> str:
    zones = (
        f'config system zone\n    edit "{zone}"\n        set interface "port1"\n    next\nend\n'
        if zone
        else ""
    )
    return f"config vdom\nedit {name}\n{zones}config firewall policy\n{policies}end\nend\n"


def _between(policy: str, here: str, there: str) -> str:
    return policy.replace('"lan"', f'"{here}"').replace('"wan"', f'"{there}"')


def test_of_what_another_part_of_the_device_filters_nothing_is_said() -> None:
    small = _vdom("root", _between(fortios_policy(1), "port1", "port2"))
    own = _between(fortios_policy(1, "SSH"), "port3", "port4")
    large = _vdom("more", own + _between(fortios_policy(2, action="deny"), "any", "any"))
    system = 'config system global\n    set hostname "one"\nend\n'
    head = f"#config-version=FG100F-7.0.9:vdom=1\nconfig global\n{system}end\n"
    assert _verdict(head + small + large, "policy", _to("198.51.100.1", 443)) == ""
    mine = Packet("192.0.2.1", "198.51.100.1", "tcp", 40000, 22, "port3", "port4")
    assert _verdict(head + small + large, "policy", mine) == "permit"
    assert _verdict(head + large, "policy", _to("198.51.100.1", 443)) == "deny"


def test_a_zone_of_another_part_may_have_the_same_name() -> None:
    small = _vdom("root", _between(fortios_policy(1, action="deny"), "lan", "wan"), "lan")
    large = _vdom(
        "more",
        _between(fortios_policy(1), "lan", "any") + _between(fortios_policy(2, "SSH"), "lan", "wan"),
        "lan",
    )
    packet = Packet("192.0.2.1", "198.51.100.1", "tcp", 40000, 443, "lan", "wan")
    assert _verdict(large, "policy", packet) == "permit"
    assert _verdict(small + large, "policy", packet) == ""


@pytest.mark.parametrize(("said", "action"), [("allow", ""), ("deny", "deny")])
def test_a_zone_may_let_pass_what_stays_in_it(said: str, action: str) -> None:
    text = (
        f'config system zone\n    edit "Z"\n        set intrazone {said}\n        set interface "port1" "port2"\n'
        '    next\n    edit "Y"\n        set interface "port3"\n    next\nend\nconfig firewall policy\n'
        f"{_between(fortios_policy(1, 'SSH'), 'Z', 'Y')}end\n"
    )
    assert _verdict(text, "policy", _to("198.51.100.1", 443)) == action
    other = Packet("192.0.2.1", "198.51.100.1", "tcp", 40000, 443, "port1", "port3")
    assert _verdict(text, "policy", other) == "deny"
    assert (
        _verdict(text, "policy", Packet("192.0.2.1", "198.51.100.1", "tcp", 1, 22, "port1", "port3"))
        == "permit"
    )
