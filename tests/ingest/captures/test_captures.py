"""Captures are cut into outputs, and each output's rows are read with their lines, whatever the make."""

from __future__ import annotations

from pathlib import Path

import pytest

from graph_store.records import SourceLine
from ingest.captures.capture_records import capture_types, read_capture
from ingest.captures.cut_outputs import cut_outputs
from ingest.captures.read_output import choose_platform, templates_for
from ingest.pipeline import ingest
from ingest.records import Sample
from tests.borrowed_graph import borrowed_graph

BRIEF = """\
Interface              IP-Address      OK? Method Status                Protocol
Vlan1                  unassigned      YES NVRAM  administratively down down
Vlan10                 10.10.10.2      YES NVRAM  up                    up"""
SESSION = f"""\
sw1>enable
sw1#show ip interface brief
{BRIEF}
sw1#
sw1#show weather
It rains.
sw1#exit"""
CUT: dict[str, tuple[str, str, list[tuple[str, str, int, int]]]] = {
    "a session": (
        SESSION,
        "x.log",
        [("show ip interface brief", "sw1", 2, 4), ("show weather", "sw1", 7, 7)],
    ),
    "a prompt with its mode": (
        "r1(config-if)#do show clock\n12:00\nr1(config-if)#",
        "",
        [("show clock", "r1", 1, 1)],
    ),
    "a router of the XR family": (
        "RP/0/RSP0/CPU0:pe1#show clock\n12:00",
        "",
        [("show clock", "pe1", 1, 1)],
    ),
    "a user's name, and a line that belongs to the prompt": (
        "admin@mx1> show version | no-more\nModel: mx\n\n{master:0}\nadmin@mx1> ",
        "",
        [("show version", "mx1", 1, 1)],
    ),
    "angle brackets": ("<core-1>display clock\n12:00\n<core-1>", "", [("display clock", "core-1", 1, 1)]),
    "square brackets": (
        "[admin@router] > /ip address print\n 0  10.0.0.1/24  ether1\n[admin@router] > ",
        "",
        [("/ip address print", "router", 1, 1)],
    ),
    "a prompt with a blank": (
        "fw-1 # get system status\nVersion: 7\n",
        "",
        [("get system status", "fw-1", 1, 1)],
    ),
    "two devices in one file": (
        "a#show clock\n1\nb#show clock\n2",
        "",
        [("show clock", "a", 1, 1), ("show clock", "b", 3, 3)],
    ),
    "an output that was cut off": ("a#show clock", "", [("show clock", "a", 1, 0)]),
    "the command as the first line": ("show ip arp\nx", "", [("show ip arp", "", 1, 1)]),
    "the command as the file's name": ("x\ny", "site/sw1_show_ip_arp.txt", [("show ip arp", "sw1", 0, 1)]),
    "a configuration": ("hostname r1\ninterface Vlan1\n shutdown", "r1.cfg", []),
    "a log that a device showed": (
        "r1#sh logging\nLog Buffer:\n*Mar  1 00:00:09: %LINK-3-UPDOWN: Interface Gi0/1, changed state to up\nr1#",
        "",
        [],
    ),
    "a configuration that a device showed": ("r1#show running-config\nhostname r1\n!\nend\nr1#", "", []),
    "a configuration named after its command": ("hostname r1", "r1_show_running-config.txt", []),
    "a log": ("Nov  5 02:17:05 r1 sshd[7]: show me\nNov  5 02:17:06 r1 x", "a.log", []),
    "a note": ("To show the way, we went.\nIt was late.", "note.txt", []),
    "nothing": ("", "show_version.txt", []),
}


@pytest.mark.parametrize(("text", "path", "expected"), CUT.values(), ids=CUT)
def test_cut_outputs(text: str, path: str, expected: list[tuple[str, str, int, int]]) -> None:
    found = cut_outputs(text.split("\n"), path)
    assert [(one.command, one.device, one.first, one.last) for one in found] == expected


def numbered(text: str, path: str = "session.txt") -> list[SourceLine]:
    return [SourceLine(path, at, line) for at, line in enumerate(text.split("\n"), 1)]


def test_rows_stand_on_their_lines() -> None:
    found = read_capture(numbered(SESSION))
    assert found.unread == ["show weather"]
    brief, weather = found.records
    assert (brief.type, brief.values["key"], brief.lines) == (
        "CommandOutput",
        "show ip interface brief",
        ((1, 5),),
    )
    assert [(row.type, row.values["key"], row.values["status"], row.lines) for row in brief.children] == [
        ("InterfaceState", "Vlan1", "administratively down", ((3, 3),)),
        ("InterfaceState", "Vlan10", "up", ((4, 4),)),
    ]
    assert (weather.lines, weather.children) == (((6, 6),), ())


def test_the_outputs_of_a_device_decide_its_platform_together() -> None:
    summary = """\
BGP router identifier 10.0.0.1, local AS number 65001
Neighbor        V    AS MsgRcvd MsgSent   TblVer  InQ OutQ Up/Down  State/PfxRcd
10.0.0.2        4 65002     100     101        9    0    0 01:02:03        5"""
    outputs = [("show ip interface brief", BRIEF.split("\n")), ("show ip bgp summary", summary.split("\n"))]
    found = [one for one in choose_platform(outputs) if one is not None]
    assert {one.template.platform for one in found} == {"cisco_ios"}
    assert found[1].rows[0].values["bgp_neighbor"] == "10.0.0.2"


def test_shortened_commands_have_templates() -> None:
    assert any(one.name == "cisco_ios_show_ip_interface_brief" for one in templates_for("sh ip int br"))
    assert list(templates_for("make coffee")) == []


STACK = """\
sw1#show switch detail
Switch/Stack Mac Address : 0cd0.f8e4.c600
                                             H/W   Current
Switch#  Role      Mac Address     Priority Version  State
------------------------------------------------------------
*1       Master    0cd0.f8e4.c600     15     4       Ready
sw1#"""


def test_a_command_may_have_several_templates() -> None:
    names = [one.name for one in templates_for("show switch detail") if one.platform == "cisco_ios"]
    assert names == ["cisco_ios_show_switch_detail", "cisco_ios_show_switch_detail_stack_ports"]
    (output,) = read_capture(numbered(STACK)).records
    assert [row.values["state"] for row in output.children] == ["Ready"]


def test_a_line_that_the_template_has_no_rule_for_stays_unexplained() -> None:
    odd = BRIEF + "\nsomething else that no such device prints"
    found = read_capture(numbered(f"sw1#show ip interface brief\n{odd}\nsw1#"))
    assert len(found.records[0].children) == 2
    assert found.records[0].lines == ((0, 3), (5, 5))


def test_an_output_that_no_template_reads_has_no_rows() -> None:
    found = read_capture(numbered("sw1#show ip interface brief\nThe disk is full.\nsw1#"))
    assert found.unread == ["show ip interface brief"]
    assert found.records[0].children == ()


def test_rows_are_in_the_graph_with_their_device(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "morning.txt").write_text(SESSION)
    with borrowed_graph() as graph:
        report = ingest([tmp_path / "site"], graph, tmp_path / "kg" / "parsers")
        rows = graph.read(
            "MATCH (s:InterfaceState) RETURN s.device, s.key, s.status, s.first_line ORDER BY s.key"
        ).rows
        assert [tuple(row) for row in rows] == [
            ("sw1", "Vlan1", "administratively down", 4),
            ("sw1", "Vlan10", "up", 5),
        ]
        kinds = graph.read("MATCH (d:Document) RETURN d.kind, d.device").rows
        assert [tuple(row) for row in kinds] == [("capture", "sw1")]
        assert [line.number for line in report.unexplained] == [1, 8, 9]
        again = ingest([tmp_path / "site"], graph, tmp_path / "kg" / "parsers")
        assert again.unchanged == 1


def test_types_are_known_by_the_commands() -> None:
    sample = Sample("x.txt", "capture", tuple(SESSION.split("\n")))
    types = capture_types([sample])["$defs"]
    assert types["InterfaceState"]["x-words"] == ["interface", "state"]
