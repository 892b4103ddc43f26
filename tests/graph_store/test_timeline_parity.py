"""Changes, history, timeline and what captures show are the same on a Neo4j as in the embedded store."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta, tzinfo
from pathlib import Path

import pytest

from benchmarks.git_changes import make_repository
from findings.checks import STATE_CHECKS
from findings.kept import read_findings
from graph_store.bolt_graph import BoltGraph
from settings import Settings
from tests.borrowed_graph import emptied
from tests.findings.captured_network import EXPECTED, write_network
from tests.graph_store.conftest import STORES
from tests.graph_store.neo4j_server.start_neo4j import Neo4jLogin
from timeline.changes import read_changes
from timeline.show_timeline import timeline_json
from workspace.workspace import Workspace

R1 = """\
hostname r1
interface Vlan10
 description {about}
 mtu {mtu}
 ip address 10.0.0.1 255.255.255.0
username admin secret Secret-{mtu}
"""
CAPTURE = "r1#show clock\n{time} UTC Thu Nov 5 2026\nr1#"
LOG = """\
2026-11-20T09:00:00Z r1 %SYS-5-CONFIG_I: Configured from console by anna on vty0 (10.0.0.9)
{time} r1 %SYS-5-CONFIG_I: Configured from console by bob on vty0 (10.0.0.9)
{time} r1 %LINK-3-UPDOWN: Interface Vlan10, changed state to down
{time} r1 %LINK-3-UPDOWN: Interface Vlan10, changed state to up
"""
NUMBERS = re.compile(r"\d{4}-\d\d-\d\dT\d\d:?\d\d:?\d\d(?:Z|\+00:00)?|redacted-[\w-]+|\d{10,}")
STATE_KINDS = frozenset(check.kind for check in STATE_CHECKS)
CHANGES = """\
MATCH (c:Change) OPTIONAL MATCH (c)-[r:LOGGED_AS]->(e:Event)
RETURN c.device, c.kind, c.key, c.of, c.time, c.before, c.after, c.added, c.removed, r.inferred, e.process, count(e)
ORDER BY c.key, c.of, c.time"""


class Clock(datetime):
    """A clock that stands while files are loaded: what is loaded within one second has no order."""

    at = datetime(2026, 11, 20, 12, tzinfo=UTC)

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
        return cls.at.astimezone(tz)


def told(workspace: Workspace, folder: Path) -> dict[str, str]:
    """Load three versions and a log, remove a file, and return what is told of it, without times and numbers."""
    folder.mkdir()
    for about, mtu in (("a", 1500), ("b", 1500), ("b", 9100)):
        (folder / "r1.cfg").write_text(R1.format(about=about, mtu=mtu))
        (folder / "r1.txt").write_text(CAPTURE.format(time=f"12:00:{mtu % 60:02}.000"))
        (folder / "r2.cfg").write_text(R1.format(about="x", mtu=mtu).replace("r1", "r2"))
        workspace.ingest(folder)
        Clock.at += timedelta(minutes=1)
    last = max(change.time for change in read_changes(workspace.graph()))
    (folder / "r1.log").write_text(LOG.format(time=last))
    workspace.ingest(folder)
    workspace.remove("r2.cfg")
    return {
        "history": plain([replace(load, time="") for load in workspace.history()]),
        "history of one": plain([replace(load, time="") for load in workspace.history("r1")]),
        "diff": plain([replace(one, before="", after="") for one in workspace.unified_diff("r1")]),
        "changes": plain(read_changes(workspace.graph(), ["r1"])),
        "rows": plain([(row.values, row.lines) for row in workspace.rows(CHANGES)]),
        "timeline": plain(timeline_json(workspace.timeline())),
        "of a device": plain(timeline_json(workspace.timeline(["r1"], limit=3))),
    }


def told_of_git(workspace: Workspace, repository: Path) -> dict[str, str]:
    """Load the head and the history of a repository, and then one commit more; return what is told of it."""
    first = workspace.ingest_git(repository)[1]
    again = workspace.ingest_git(repository)[1]
    newest = next(load for load in workspace.history() if not load.first)
    timeline = workspace.timeline()
    assert {one.kind for one in timeline.entries} == {"change"}
    return {
        "loaded": repr((first, again)),
        "history": repr([load for load in workspace.history() if not load.first]),
        "history of one": repr(workspace.history(newest.device)),
        "diff": repr(workspace.unified_diff(newest.device)),
        "diff since": repr(workspace.unified_diff(newest.device, since=datetime(2020, 1, 1, tzinfo=UTC))),
        "changes": numbered(read_changes(workspace.graph())),
        "rows": numbered([(row.values, row.lines) for row in workspace.rows(CHANGES)]),
        "timeline": numbered(timeline_json(timeline)),
        "of a device": numbered(timeline_json(workspace.timeline([newest.device], limit=3))),
    }


def numbered(value: object) -> str:
    """Leave out numbers of nodes, but not times: a history's are those of its commits."""
    return re.sub(r"\d{10,}", "…", repr(value))


def plain(value: object) -> str:
    return NUMBERS.sub("…", repr(value))


@pytest.fixture
def workspaces(
    tmp_path: Path, neo4j_login: Neo4jLogin, neo4j_store: BoltGraph, monkeypatch: pytest.MonkeyPatch
) -> Iterator[dict[str, Workspace]]:
    monkeypatch.chdir(tmp_path)  # where versions are kept of a KG that is a server
    for module in ("ingest.load.load_files", "workspace.versions"):
        monkeypatch.setattr(f"{module}.datetime", Clock)
    emptied(neo4j_store)
    server = Settings(kg=neo4j_login.url, neo4j_user=neo4j_login.user, neo4j_password=neo4j_login.password)
    folder = Settings(kg=str(tmp_path / "kg"), idle_s=1.0)
    with Workspace(folder, create=True) as mine, Workspace(server, create=True) as theirs:
        yield dict(zip(STORES, (mine, theirs), strict=True))
    emptied(neo4j_store)


def test_changes_history_and_timeline_are_the_same(workspaces: dict[str, Workspace], tmp_path: Path) -> None:
    mine, theirs = (told(workspace, tmp_path / name) for name, workspace in workspaces.items())
    assert mine == theirs
    assert mine["changes"].count("DeviceChange(") == 4
    assert "by bob" in mine["changes"]
    assert "by anna" not in mine["changes"]
    assert all(text in mine["rows"] for text in ("'c.key': 'interface Vlan10'", " mtu 9100"))
    assert all(text in mine["timeline"] for text in ("changed state to down", " mtu 9100"))
    down, up = (mine["timeline"].index(f"changed state to {state}") for state in ("down", "up"))
    assert down < up


def test_a_git_history_is_the_same(workspaces: dict[str, Workspace], tmp_path: Path) -> None:
    repository = tmp_path / "repository"
    repository.mkdir()
    make_repository(repository, commits=12, devices=3)
    mine, theirs = (told_of_git(workspace, repository) for workspace in workspaces.values())
    assert mine == theirs
    assert mine["changes"].count("DeviceChange(") > 12
    assert all(f"author='{name}'" in mine["changes"] for name in ("anna", "ben"))
    assert "2026-" in mine["history"]


def test_what_captures_show_is_the_same(workspaces: dict[str, Workspace], tmp_path: Path) -> None:
    folder = write_network(tmp_path / "in")
    found = []
    for workspace in workspaces.values():
        workspace.ingest(folder)
        found.append([replace(one, message=plain(one.message)) for one in read_findings(workspace.graph())])
    assert found[0] == found[1]
    assert len([one for one in found[0] if one.kind in STATE_KINDS]) == len(EXPECTED)
