"""What later lines rename and copy is read under its new name; what they do that is not followed is not explained."""

from __future__ import annotations

import time

import pytest

from findings.filters.first_match import decide_for_first
from findings.filters.read_filters import read_filters
from findings.filters.records import Packet
from ingest.learn.shipped.find_format import format_of, owned_by
from reading.by_words import read_paths
from reading.edits import count_statements
from reading.tree import read_tree, walk
from tests.findings.planted import network
from tests.reading.test_escapes import records_of

JUNOS = """\
set system host-name one
set interfaces ge-0/0/1 mtu 1700
set interfaces ge-0/0/2 mtu 1800
set interfaces xe-0/0/3 mtu 1900
"""
FORTIOS = """\
config system global
    set hostname "one"
end
config system interface
    edit "port1"
        set mtu 1700
    next
    edit "port2"
        set mtu 1800
    next
    edit "port3"
        set mtu 1900
    next
{}
end
"""
ALL = {"1": 1700, "2": 1800, "3": 1900}
INTERFACES = {
    "renamed": ("rename interfaces ge-0/0/1 to ge-0/0/7", {"7": 1700, "2": 1800, "3": 1900}),
    "copied": ("copy interfaces ge-0/0/1 to ge-0/0/7", {**ALL, "7": 1700}),
    "renamed, and set anew": (
        "rename interfaces ge-0/0/1 to ge-0/0/7\nset interfaces ge-0/0/1 mtu 1400",
        {"7": 1700, "2": 1800, "3": 1900, "1": 1400},
    ),
    "copied, and deleted": (
        "copy interfaces ge-0/0/1 to ge-0/0/7\ndelete interfaces ge-0/0/1",
        {"7": 1700, "2": 1800, "3": 1900},
    ),
    "deleted before": (
        "delete interfaces ge-0/0/2\nrename interfaces ge-0/0/1 to ge-0/0/2",
        {"2": 1700, "3": 1900},
    ),
    "an entry renamed": ('    rename "port1" to "port7"', {"7": 1700, "2": 1800, "3": 1900}),
    "an entry cloned": ('    clone "port1" to "port7"', {**ALL, "7": 1700}),
    "an entry renamed, and unset": (
        '    rename "port1" to "port7"\n    edit "port7"\n        unset mtu\n    next',
        {"7": False, "2": 1800, "3": 1900},
    ),
    "an entry deleted, another renamed to it": (
        '    delete "port2"\n    rename "port1" to "port2"',
        {"2": 1700, "3": 1900},
    ),
    "a clone deleted": ('    clone "port1" to "port7"\n    delete "port7"', ALL),
}


def _read(said: str) -> tuple[list[str], list[dict[str, object]]]:
    is_path = not said.startswith(" ")
    shipped = format_of("juniper-junos" if is_path else "fortinet-fortios")
    assert shipped is not None
    lines = (JUNOS + said if is_path else FORTIOS.format(said)).splitlines()
    return lines, shipped.parse(lines)


@pytest.mark.parametrize(("said", "expected"), INTERFACES.values(), ids=INTERFACES)
def test_what_is_renamed_and_copied(said: str, expected: dict[str, object]) -> None:
    lines, records = _read(said)
    found = [one["values"] for one in records_of(records) if one["type"] == "Interface"]
    assert {one["key"][-1]: one.get("mtu") for one in found} == expected
    left = set(range(len(lines))) - owned_by(records)
    assert not any("rename" in lines[at] or "clone" in lines[at] or "copy" in lines[at] for at in left)


UNFOLLOWED = {
    "by a pattern": ("wildcard delete interfaces ge-*", {}),
    "replaced": ("replace pattern xe-0/0/3 with xe-0/0/4", {"1": 1700, "2": 1800}),
    "nothing of that name": ("rename interfaces ge-0/0/8 to ge-0/0/9", ALL),
    "no entry of that name": ('    rename "port8" to "port9"', ALL),
}


@pytest.mark.parametrize(("said", "expected"), UNFOLLOWED.values(), ids=UNFOLLOWED)
def test_what_is_not_followed_is_not_explained(said: str, expected: dict[str, int]) -> None:
    lines, records = _read(said)
    found = [one["values"] for one in records_of(records) if one["type"] == "Interface"]
    assert {one["key"][-1]: one.get("mtu") for one in found} == expected
    assert lines.index(said) not in owned_by(records)


def test_a_clone_has_no_name_of_another() -> None:
    shipped = format_of("fortinet-fortios")
    assert shipped is not None
    policy = '    edit 1\n        set name "web"\n        set service "HTTPS"\n    next\n    clone 1 to 2\n'
    text = 'config system global\n    set hostname "one"\nend\nconfig firewall policy\n' + policy + "end\n"
    found = [one["values"] for one in records_of(shipped.parse(text.splitlines())) if one["type"] == "Policy"]
    assert [(one["key"], one.get("name"), one["service"]) for one in found] == [
        (1, "web", "HTTPS"),
        (2, None, "HTTPS"),
    ]


PORT_GROUP = """\
sysname one
vlan batch 7
interface GigabitEthernet0/0/1
 mtu 1600
port-group floor
 group-member GigabitEthernet0/0/1 to GigabitEthernet0/0/4
 shutdown
"""


def test_settings_of_several_ports_are_not_explained() -> None:
    shipped = format_of("huawei-vrp")
    assert shipped is not None
    tables = {
        "GRAMMAR": shipped.tables["GRAMMAR"] + "port-group <PortGroup> {\n group-member ...\n shutdown\n}\n"
    }
    lines = PORT_GROUP.splitlines()
    assert set(range(len(lines))) - owned_by(shipped.reading_with(tables)(lines)) == {6}


def test_a_group_of_ports_before_a_script_is_all_in_doubt() -> None:
    _, statements = read_tree(f"{PORT_GROUP}return\nsystem-view\nvlan 9\n".splitlines())
    assert all(each.doubtful for _, each in walk(statements))


TERMS = """\
set system host-name one
set firewall family inet filter F term a from protocol tcp
set firewall family inet filter F term a then discard
set firewall family inet filter F term b then accept
"""
VERDICTS = {
    "renamed": ("rename firewall family inet filter F term a to term c", "F", "deny"),
    "a filter copied": ("copy firewall family inet filter F to filter G", "G", "deny"),
    "replaced": ("replace pattern discard with accept", "F", ""),
    "deleted by a pattern": ("wildcard delete firewall family inet filter F term [ab]", "F", ""),
    "of others": ("wildcard delete interfaces ge-*", "F", "deny"),
}


@pytest.mark.parametrize(("said", "name", "action"), VERDICTS.values(), ids=VERDICTS)
def test_filters_decide_by_what_holds(said: str, name: str, action: str) -> None:
    device = network(one=TERMS + said).devices[0]
    found = next(one for one in read_filters(device) if one.name == name)
    packet = Packet("10.1.0.9", "192.0.2.4", "tcp", 40000, 22)
    assert decide_for_first(found, packet, [device]).action == action


def test_many_lines_are_taken_back_in_little_time() -> None:
    lines = [f"set interfaces ge-0/0/{at} mtu {at + 1000}" for at in range(20_000)]
    lines += [f"delete interfaces ge-0/0/{at}" for at in range(10_000)]
    assert sum(not each.inactive for each in read_paths(lines)) == 10_000


def test_many_entries_are_renamed_in_little_time() -> None:
    entries = "".join(f"    edit {at}\n        set mtu {at + 1000}\n    next\n" for at in range(5_000))
    renamed = "".join(f"    rename {at} to {at + 5_000}\n" for at in range(5_000))
    text = f"config system global\nend\nconfig vlan\n{entries}{renamed}end\n"
    started = time.process_time()
    _, statements = read_tree(text.splitlines())
    assert time.process_time() - started < 2
    entries_read = [one for one in statements[1].children if one.children]
    assert [one.tokens for one in entries_read] == [[str(at)] for at in range(5_000, 10_000)]


@pytest.mark.parametrize(
    "text",
    [
        "set version 1\n" * 200 + "set vlans red vlan-id 7\n" + "copy vlans to vlans\n" * 60,
        "config system global\nend\n" * 60
        + "config vlan\n    edit 1\n        set mtu 9\n    next\n"
        + "    clone 1 to 1\n" * 24
        + "end\n",
    ],
    ids=["paths", "entries"],
)
def test_copies_of_copies_have_an_end(text: str) -> None:
    """Each line doubles what there is: what would be too much is not made, and its line is doubtful."""
    _, statements = read_tree(text.splitlines())
    assert 5_000 < count_statements(statements) < 50_000
    assert any(each.doubtful for _, each in walk(statements))
