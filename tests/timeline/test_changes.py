"""Changes are nodes: redacted, cited with lines of both versions, and joined with who made them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, pairwise
from pathlib import Path

import pytest

from findings.kept import read_lines
from graph_store.records import SourceLine
from settings import read_settings
from timeline.changes import (
    ChangedDocument,
    DeviceChange,
    drop_changes,
    find_configured,
    read_changes,
    write_changes,
)
from workspace.versions import KEPT, Version, keep_version
from workspace.workspace import Workspace

R1 = """\
hostname r1
interface Vlan10
 description {about}
 ip address 10.0.0.1 255.255.255.0
username admin secret {secret}
"""
LOG = "{time} r1 %SYS-5-CONFIG_I: Configured from console by anna on vty0 (10.0.0.9)\n"
OTHER = "2026-11-20T10:00:00+00:00 r1 %LINK-3-UPDOWN: Interface Vlan10, changed state to up\n"


def load(opened: Workspace, folder: Path, *texts: str) -> None:
    for text in texts:
        (folder / "r1.cfg").write_text(text)
        opened.ingest(folder)


@pytest.fixture
def kg(tmp_path: Path) -> Iterator[Workspace]:
    (tmp_path / "in").mkdir()
    settings = read_settings({"WIRELORE_KG": str(tmp_path / "kg"), "WIRELORE_IDLE_S": "1"})
    with Workspace(settings, create=True) as opened:
        yield opened


VRP = "Recorded command information. (Task=VT0, Ip=10.9.0.4, User=ines, Command="
SAVED = "%%01CFM/5/CFM_SAVE(l)[8]:The user chose Y when deciding whether to save the configuration"
CONFIGURED = {
    "lab-sw.log": [
        f'Nov 18 2025 09:30:12 lab-sw %%01SHELL/5/CMDRECORD(l)[7]:{VRP}"undo ntp-service unicast-server 10.9.0.7")',
        f"Nov 18 2025 09:31:02 lab-sw {SAVED} to the device.",
    ],
    "lab-rt.log": [
        "2025-11-18 09:40:00 system,info filter rule added by ines",
        "2025-11-18 09:41:00 system,info static dns entry removed by ines",
    ],
}
"""Records that say that somebody configured a device."""
SHOWN = {
    "lab-sw.log": [
        f'Nov 18 2025 09:32:12 lab-sw %%01SHELL/5/CMDRECORD(l)[9]:{VRP}"display ospf peer")',
        f'Nov 18 2025 09:33:12 lab-sw %%01SHELL/6/DISPLAY_CMDRECORD(l)[10]:{VRP}"display version")',
    ],
    "lab-rt.log": ["2025-11-18 09:42:00 system,info,account user ines logged in from 10.9.0.4 via ssh"],
}
"""Those beside them that do not."""


def changes_of(opened: Workspace) -> tuple[DeviceChange, ...]:
    return read_changes(opened.graph(), ["r1"])


def test_each_version_leaves_its_changes_with_lines_of_both(kg: Workspace, tmp_path: Path) -> None:
    folder = tmp_path / "in"
    secrets = ("First-Secret-77", "Second-Secret-77")
    texts = [R1.format(about=about, secret=secret) for about, secret in zip("ab", secrets, strict=True)]
    load(kg, folder, *texts, texts[1].replace("10.0.0.1", "10.0.0.2"))
    first, *_, last = changes_of(kg)
    assert (first.kind, first.key, first.of) == ("changed", "interface Vlan10", "configuration")
    assert [line.text for line in first.lines] == [" description a", " description b"]
    assert {line.path.partition("@")[0] for line in first.lines} == {"r1.cfg"}
    assert all("@20" in line.path for line in first.lines)
    assert last.after == (SourceLine("r1.cfg", 4, " ip address 10.0.0.2 255.255.255.0"),)
    assert first.time < last.time or first.id < last.id
    rows = kg.rows("MATCH (c:Change {device: 'r1'}) RETURN c.key, c.before, c.after ORDER BY c.id")
    assert [row.values["c.key"] for row in rows] == [one.key for one in changes_of(kg)]
    assert rows[0].lines == first.lines
    assert not any(secret in repr(rows) for secret in secrets)
    assert list(kg.rows("MATCH (l:Line) WHERE l.text CONTAINS 'description a' RETURN l.text")) == []
    assert kg.search("description")[0].values["text"] == " description b"
    assert list(kg.search("a")) == []


def test_who_changed_it_is_joined_from_the_log(kg: Workspace, tmp_path: Path) -> None:
    folder = tmp_path / "in"
    load(kg, folder, R1.format(about="a", secret="x"))
    load(kg, folder, R1.format(about="b", secret="x"))
    (change,) = changes_of(kg)
    assert change.logged == ()
    between = LOG.format(time=change.time)
    (folder / "r1.log").write_text(OTHER + LOG.format(time="2026-11-20T11:00:00+00:00") + between)
    kg.ingest(folder)
    (change,) = changes_of(kg)
    assert change.logged == (SourceLine("r1.log", 3, between.rstrip()),)
    told = kg.device_page("r1").changes
    assert [text for _, text, _ in told if text.startswith("interface Vlan10: changed, +1 -1 lines")]
    assert {line.number for _, text, lines in told for line in lines if "anna" in text} == {2, 3}


def test_records_of_commands_that_change_something_are_found(kg: Workspace, tmp_path: Path) -> None:
    for name, lines in CONFIGURED.items():
        (tmp_path / "in" / name).write_text("\n".join([*lines, *SHOWN[name], ""]))
    kg.ingest(tmp_path / "in")
    found = find_configured(kg.graph(), [], "", "9", 100)
    texts = read_lines(kg.graph(), [int(str(row[3])) for row in found])
    assert sorted(line.text for line in texts.values()) == sorted(chain(*CONFIGURED.values()))


def test_changes_go_with_the_version_before_and_with_the_document(kg: Workspace, tmp_path: Path) -> None:
    load(kg, tmp_path / "in", R1.format(about="a", secret="x"))
    graph = kg.graph()
    serial = int(str(graph.read("MATCH (d:Document) RETURN d.serial").rows[0][0]))
    times = [f"2026-11-2{day}T10:00:00+00:00" for day in range(4)]
    for since, time in pairwise(times):
        document = ChangedDocument("r1.cfg", "r1", serial, "configuration", f"sha of {time}", since, time)
        write_changes(graph, [(document, ["a"], ["b"])])
    assert [one.time for one in changes_of(kg)] == times[1:]
    drop_changes(graph, of_documents={serial: times[2]})
    assert [one.time for one in changes_of(kg)] == times[2:]
    drop_changes(graph, times[3])
    assert [one.time for one in changes_of(kg)] == times[3:]
    load(kg, tmp_path / "in", R1.format(about="b", secret="x"))
    assert len(changes_of(kg)) == 2
    kg.remove("r1.cfg")
    assert changes_of(kg) == ()


def test_a_version_beyond_the_limit_says_when_the_oldest_that_is_left_was_replaced(tmp_path: Path) -> None:
    taken = [f"2026-11-21T10:{minute:02}:00+00:00" for minute in range(KEPT + 1)]
    dropped = [keep_version(str(tmp_path), Version("a", time, time)) for time in taken]
    assert dropped == [*[""] * KEPT, taken[1]]


def test_a_version_all_of_whose_lines_differ_is_kept_in_part_and_counted(
    kg: Workspace, tmp_path: Path
) -> None:
    load(kg, tmp_path / "in", "hostname r1\n" + "".join(f"snmp-server contact {n}\n" for n in range(300)))
    load(kg, tmp_path / "in", "hostname r1\n" + "".join(f"snmp-server location {n}\n" for n in range(300)))
    (change,) = changes_of(kg)
    assert (change.added, change.removed, len(change.before), len(change.after)) == (300, 300, 200, 200)
    assert write_changes(kg.graph(), []) == []
