"""Tests that each planted fault is in the files, once, and that nothing else is wrong in the same way."""

import re
from collections import Counter
from datetime import UTC, datetime, timedelta

import pytest

from tests.examples.sample_files import (
    NETWORK,
    answer,
    configurations,
    found,
    found_in_configurations,
    lines_of,
)

TIME_LIMIT = timedelta(seconds=5)


def test_the_interface_that_flaps_is_the_one_that_goes_down_most() -> None:
    down = found(r":\d\d (\S+) %LINK-3-UPDOWN: Interface (\S+), changed state to down", "logs/syslog.log")
    most = Counter((match[1], match[2]) for match in down).most_common(1)
    assert most == [(("branch-ash", "GigabitEthernet0/0/0"), 18)]


def test_one_address_is_on_two_devices() -> None:
    places: dict[str, list[str]] = {}
    for device, match in found_in_configurations(
        r"^(?! *address-).*\baddress (\d+\.\d+\.\d+\.\d+)(?:/\d+;?$| 255)"
    ):
        places.setdefault(match[1], []).append(device)
    twice = {address: devices for address, devices in places.items() if len(devices) > 1}
    assert twice == {"10.10.99.21": ["access1", "access2"]}
    assert answer("Is any interface address") == ["yes", "10.10.99.21", "access1", "access2"]


def test_one_route_map_is_used_but_not_defined() -> None:
    used = {(d, m[1]) for d, m in found_in_configurations(r"neighbor \S+ route-map (\S+)")}
    used |= {(d, m[1]) for d, m in found_in_configurations(r"redistribute \S+ route-map (\S+)")}
    defined = {(d, m[1]) for d, m in found_in_configurations(r"^route-map (\S+)")}
    assert used - defined == {("core2", "LEAF-IMPORT-V2")}
    assert defined <= used


def test_one_prefix_list_is_defined_but_not_used() -> None:
    defined = {(d, m[1]) for d, m in found_in_configurations(r"^ip prefix-list (\S+)")}
    used = {(d, m[1]) for d, m in found_in_configurations(r"match ip address prefix-list (\S+)")}
    assert defined - used == {("core1", "PL-OLD-DEPOTS")}
    assert used <= defined


def test_every_access_list_that_is_applied_is_defined() -> None:
    used = {(d, m[1]) for d, m in found_in_configurations(r"ip access-group (\S+) in|RO (\d+)$") if m[1]}
    used |= {(d, m[1]) for d, m in found_in_configurations(r"access-class (\d+) in")}
    defined = {(d, m[1]) for d, m in found_in_configurations(r"^access-list (\d+) ")}
    defined |= {
        (d, m[1]) for d, m in found_in_configurations(r"^ip access-list (?:extended |standard )?(\S+)$")
    }
    assert used <= defined


def test_one_link_has_two_mtus() -> None:
    sizes: dict[tuple[str, str], str] = {}
    facing: dict[tuple[str, str], tuple[str, str]] = {}
    for device, lines in configurations().items():
        port = ""
        for line in lines:
            if match := re.match(r"interface (\S+)", line):
                port = match[1]
            elif match := re.match(r" +mtu (\d+)", line):
                sizes[device, port] = match[1]
            elif match := re.match(r" +description to (\S+) (\S+)", line):
                facing[device, port] = (match[1], match[2])
    differing = {end for end in sizes if sizes[end] != sizes[facing[end]]}
    assert differing == {("core1", "TenGigabitEthernet1/0/3"), ("dist2", "TenGigabitEthernet1/1/1")}


def test_one_device_misses_an_ntp_server() -> None:
    having = {d for d, _ in found_in_configurations(r"^ *(?:set system ntp |ntp )?server 10\.20\.30\.6;?$")}
    assert configurations().keys() - having == {"branch-elm"}
    assert answer("Which device does not have the NTP server 10.20.30.6") == ["branch-elm"]


def test_one_branch_is_expected_in_an_as_that_is_not_its_own() -> None:
    own = {d: m[1] for d, m in found_in_configurations(r"^router bgp (\d+)|autonomous-system (\d+)$") if m[1]}
    expected = re.findall(
        r"neighbor (\S+) \{\s+description (\S+);\s+peer-as (\d+);", "\n".join(lines_of("configs/edge2.conf"))
    )
    wrong = [(address, system) for address, name, system in expected if name in own and own[name] != system]
    assert wrong == [("10.254.2.3", "64503")]
    assert own["branch-elm"] == "64502"


def test_only_one_leaf_blocks_the_database_and_only_after_the_change() -> None:
    entry = r"deny tcp 10\.20\.10\.0/24 host 10\.20\.20\.16 eq 5432"
    assert {device for device, _ in found_in_configurations(entry)} == {"leaf1"}
    changed = found(r"^(Nov  4 09:12:05) leaf1 .*CONFIG_I.* by mkeller", "logs/syslog.log")
    denied = [match.string[:15] for match in found(r"leaf1 .*denied tcp", "logs/syslog.log")]
    assert len(changed) == 1
    assert min(denied) == "Nov  4 09:12:14"
    assert answer("When did the access list DC-APP-IN first deny") == "Nov 4 09:12:14"


def test_every_timeout_of_the_application_follows_a_denied_packet() -> None:
    timeouts = [match[1] for match in found(r"^(\S+) WARN .* connection timed out ", "logs/fares-app.log")]
    began = Counter(datetime.fromisoformat(time).astimezone(UTC) - TIME_LIMIT for time in timeouts)
    denied = [match.string[:15] for match in found(r"leaf1 .*denied tcp", "logs/syslog.log")]
    assert Counter(f"{time:%b} {time.day:>2} {time:%H:%M:%S}" for time in began.elements()) == Counter(denied)


NOWHERE = {
    "no device runs EIGRP": r"eigrp",
    "no gateway uses VRRP": r"vrrp",
    "nobody is called dlopez": r"dlopez",
    "there is no core3": r"core3",
    "no telnet is let in": r"transport input (?:telnet|all)",
    "no status is 500": r"status=500",
    "no power supply fails": r"power.?supply",
    "there is no VLAN 70": r"vlan ?70\b",
    "core1 has no second loopback": r"loopback1\b",
    "the transit session of edge2 stays up": r"BGP peer 192\.0\.2\.1 ",
}


@pytest.mark.parametrize("pattern", NOWHERE.values(), ids=NOWHERE)
def test_negative_questions_ask_for_what_is_nowhere(pattern: str) -> None:
    texts = [path.read_text(encoding="utf-8") for path in NETWORK.rglob("*") if path.is_file()]
    assert not [text for text in texts if re.search(pattern, text, re.IGNORECASE)]
