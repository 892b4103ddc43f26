"""`diff` between versions of a configuration that was loaded three times."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from chat.documents.diff_versions import show_diff
from graph_store.open_graph import open_graph
from ingest.pipeline import ingest
from settings import read_settings
from tests.chat.conftest import CONFIGS
from workspace.versions import keep_version, read_version
from workspace.workspace import Workspace

MTU = (9100, 9000, 1500)


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    """Load a configuration three times, each time with another MTU; keep what was before."""
    folder = tmp_path_factory.mktemp("diff")
    kg, file = folder / "kg", folder / "core1.cfg"
    text = (CONFIGS / "core1.cfg").read_text(encoding="utf-8")
    with open_graph(str(kg), create=True, idle_s=60.0) as graph:
        for hour, mtu in enumerate(MTU):
            version = read_version("core1.cfg", graph) if hour else None
            if version:
                keep_version(str(kg), replace(version, taken=f"2026-11-21T1{hour}:00:00+00:00"))
            file.write_text(text.replace("mtu 9100", f"mtu {mtu}", 1), encoding="utf-8")
            ingest([str(file)], graph, kg / "parsers")
        log = folder / "core1.log"
        records = (
            f"Nov  3 10:0{minute}:00 core1 %SYS-5-RESTART: System restarted --\n" for minute in range(9)
        )
        log.write_text("".join(records), encoding="utf-8")
        ingest([str(log)], graph, kg / "parsers")
    found = Workspace(read_settings({"WIRELORE_KG": str(kg), "WIRELORE_IDLE_S": "1"}))
    yield found
    found.close()


CASES = {
    "since the version before": ("core1.cfg", "-  mtu 9000", "+  mtu 1500"),
    "by the device's name": ("core1", "-  mtu 9000", "+  mtu 1500"),
    "since the second before": ("core1.cfg 2", "-  mtu 9100", "+  mtu 1500"),
    "between two that are not loaded any more": ("core1.cfg 2 1", "-  mtu 9100", "+  mtu 9000"),
    "whichever stands first": ("core1.cfg 1 2", "-  mtu 9100", "+  mtu 9000"),
}


@pytest.mark.parametrize(("asked", "went", "came"), CASES.values(), ids=CASES)
def test_what_changed(workspace: Workspace, asked: str, went: str, came: str) -> None:
    said = show_diff(asked, workspace)
    assert went in said
    assert came in said
    assert "Kept: 2 versions" in said


def test_a_number_that_is_not_there_says_which_are(workspace: Workspace) -> None:
    said = show_diff("core1.cfg 3", workspace)
    assert "there are 2 versions before" in said
    assert "1. replaced 2026-11-21 12:00 UTC" in said
    assert "`diff core1.cfg`" in show_diff("core9.cfg 1", workspace)


def test_two_devices_are_named(workspace: Workspace) -> None:
    assert workspace.rows("MATCH (d:Document {device: 'core1', kind: 'log'}) RETURN d.path")
    assert show_diff("core1 core1.cfg", workspace) == "**core1.cfg and core1.cfg have the same lines.**"
