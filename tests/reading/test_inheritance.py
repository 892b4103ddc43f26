"""What groups and ranges of interfaces say is read where it holds, with the lines that say it."""

from __future__ import annotations

import pytest

from ingest.learn.shipped.find_format import format_of, owned_by
from ingest.sandbox import Sandbox
from reading.inheritance import MOST_COPIES
from reading.statements import read_statements
from reading.tree import read_tree, walk
from tests.reading.test_escapes import records_of

JUNOS = """\
groups {
    MTU { interfaces { <ge-*> { mtu 9192; disable; unit <*> { bandwidth 5; } } } }
    OLD { interfaces { <xe-*> { disable; } } }
    GLOBAL { system { services { telnet; } ntp { server 10.0.0.1; } } }
}
apply-groups GLOBAL;
system { host-name a; services { ssh; } }
interfaces {
    apply-groups MTU;
    interface-range ACCESS {
        member-range xe-0/0/1 to xe-0/0/2;
        member xe-0/1/0;
        description ports;
        inactive: disable;
        unit 0 { family ethernet-switching; }
    }
    ge-0/0/0 { mtu 1600; unit 7 { vlan-id 7; } }
    ge-0/0/1 { apply-groups-except MTU; description up; }
    inactive: ge-0/0/2 { mtu 1500; }
    xe-0/0/2 { description own; }
}
"""
XR = """\
group CORE
 interface 'TenGigE.*'
  mtu 9192
 !
 interface 'Hu(ndred)+.*'
  mtu 9000
 !
end-group
interface TenGigE0/0/0/1
 apply-group CORE
 description core
!
interface TenGigE0/0/0/2
 apply-group CORE
 mtu 1500
!
interface HundredGigE0/0/0/3
 apply-group CORE
 description other
!
interface Bundle-Ether5
 apply-group CORE
!
router static
"""
IOS = """\
version 15.2
template DESK
 switchport mode access
 switchport access vlan 30
interface GigabitEthernet0/1
 source template DESK
interface GigabitEthernet0/2
 switchport access vlan 40
 source template DESK
"""
READ = {
    "a pattern, and what stands there itself": ("juniper-junos", JUNOS, "ge-0/0/0", {"mtu": 1600, "disable": True}),
    "except": ("juniper-junos", JUNOS, "ge-0/0/1", {"mtu": None, "disable": None, "description": "up"}),
    "a range makes an interface": ("juniper-junos", JUNOS, "xe-0/0/1", {"description": "ports", "disable": None}),
    "an interface of a range has its own": ("juniper-junos", JUNOS, "xe-0/0/2", {"description": "own"}),
    "a single member": ("juniper-junos", JUNOS, "xe-0/1/0", {"description": "ports"}),
    "IOS XR": ("cisco-xr", XR, "TenGigE0/0/0/1", {"mtu": 9192, "description": "core"}),
    "IOS XR, with a value of its own": ("cisco-xr", XR, "TenGigE0/0/0/2", {"mtu": 1500}),
    "IOS XR, an expression that is not understood": ("cisco-xr", XR, "HundredGigE0/0/0/3", {"mtu": None}),
    "a template of IOS": ("cisco-ios", IOS, "GigabitEthernet0/1", {"switchport_access_vlan": 30}),
    "a template, and a value of its own": ("cisco-ios", IOS, "GigabitEthernet0/2", {"switchport_access_vlan": 40}),
    "IOS XR, another interface": ("cisco-xr", XR, "Bundle-Ether5", {"mtu": None}),
}  # fmt: skip


PATHS = """\
set system host-name a
set interfaces xe-0/0/2 description own
set interfaces interface-range ACCESS member-range xe-0/0/1 to xe-0/0/2
set interfaces interface-range ACCESS member xe-0/1/0
set interfaces interface-range ACCESS description ports mtu 1700
set interfaces interface-range ACCESS disable
"""
READ |= {
    f"paths of {key}": ("juniper-junos", PATHS, key, {"mtu": 1700, "disable": True, "description": text})
    for key, text in (("xe-0/0/1", "ports"), ("xe-0/0/2", "own"), ("xe-0/1/0", "ports"))
}


@pytest.mark.parametrize(("name", "text", "key", "expected"), READ.values(), ids=READ)
def test_what_is_inherited(name: str, text: str, key: str, expected: dict[str, object]) -> None:
    shipped = format_of(name)
    assert shipped is not None
    (found,) = [
        each
        for each in records_of(shipped.parse(text.splitlines()))
        if each["type"] == "Interface" and each["values"].get("key") == key
    ]
    assert {field: found["values"].get(field) for field in expected} == expected


def test_a_template_that_is_not_in_the_file_may_say_anything() -> None:
    _, tree = read_tree(IOS.replace("source template DESK", "source template DefaultClosedAuth").splitlines())
    assert (
        sorted(each.raw for _, each in walk(tree) if each.doubtful)
        == ["source template DefaultClosedAuth"] * 2
    )


@pytest.mark.parametrize(("name", "text"), [("juniper-junos", JUNOS), ("cisco-xr", XR)])
def test_it_is_inherited_in_the_sandbox(name: str, text: str, sandbox: Sandbox) -> None:
    shipped = format_of(name)
    assert shipped is not None
    (root,) = sandbox.run_parse(shipped.source, tuple(text.splitlines()))
    mtus = [each.values.get("mtu") for each in root.children if each.type == "Interface"]
    assert set(mtus) & {1600, 9192}


def test_patterns_and_ranges_are_no_interfaces() -> None:
    shipped = format_of("juniper-junos")
    assert shipped is not None
    records = list(records_of(shipped.parse(JUNOS.splitlines())))
    keys = [each["values"].get("key") for each in records if each["type"] == "Interface"]
    assert sorted(keys) == ["ge-0/0/0", "ge-0/0/1", "xe-0/0/1", "xe-0/0/2", "xe-0/1/0"]
    root = records[0]["values"]
    assert root["system_services_telnet"] is root["system_services_ssh"] is True


@pytest.mark.parametrize(
    ("text", "of_pattern"),
    [(PATHS.replace("xe-0/1/0", '"xe-0/1/*"'), 3), (JUNOS.replace("xe-0/1/0;", '"xe-0/1/*";'), 11)],
    ids=["paths", "braces"],
)
def test_a_pattern_of_a_range_is_not_explained(text: str, of_pattern: int) -> None:
    shipped = format_of("juniper-junos")
    assert shipped is not None
    lines = text.splitlines()
    assert "*" in lines[of_pattern]
    owned = owned_by(shipped.parse(lines))
    assert {at for at, line in enumerate(lines) if line.strip(" {}")} - owned == {of_pattern}


def test_nothing_else_on_the_line_of_a_pattern_explains_it() -> None:
    shipped = format_of("juniper-junos")
    assert shipped is not None
    lines = [
        "system { host-name a; }",
        "interfaces {",
        "    interface-range IN { member xe-0/2/[0-3]; member xe-0/2/7; inactive: disable; mtu 1700; }",
        "    ge-0/0/4 { mtu 1500; }",
        "}",
    ]
    owned = owned_by(shipped.parse(lines))
    assert {0, 3} <= owned
    assert 2 not in owned


def test_inherited_statements_stand_on_the_lines_of_their_group() -> None:
    tree = read_statements(JUNOS.splitlines(), "braces")
    said = {
        " > ".join(each.text() for each in (*around, one)): one.first + 1
        for around, one in walk(tree)
        if not any(each.inactive for each in (*around, one))
    }
    assert said["system > services > telnet"] == 4
    assert said["interfaces > ge-0/0/0 > unit 7 > bandwidth 5"] == 2
    assert said["interfaces > xe-0/0/1 > unit 0 > family ethernet-switching"] == 15
    assert "interfaces > ge-0/0/2 > disable" not in said
    assert "interfaces > xe-0/0/1 > disable" not in said


def test_ranges_make_no_more_than_a_bounded_number_of_statements() -> None:
    members = "".join(f"member-range ge-{slot}/0/0 to ge-{slot}/0/511;\n" for slot in range(100))
    lines = f"interfaces {{\ninterface-range ALL {{\n{members}mtu 9000;\n}}\n}}".splitlines()
    (block,) = read_statements(lines, "braces")
    made = [each for each in block.children if each.tokens[0].startswith("ge-")]
    assert 0 < len(made) + sum(len(each.children) for each in made) <= MOST_COPIES
