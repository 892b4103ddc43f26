"""What `history` and `timeline` show in the chat."""

from __future__ import annotations

import json
from pathlib import Path

from chat.documents.timeline_view import draw_timeline, show_in_time
from graph_store.records import SourceLine
from settings import read_settings
from timeline.records import Timeline, TimelineEntry
from workspace.workspace import Workspace

LINE = SourceLine("r1.cfg", 4, " mtu 9100")
CHANGE = TimelineEntry("2026-11-24T10:00:00Z", "2026-11-24T10:00:00Z", "r1", "change", "<b>: mtu", (LINE,))
RECORD = TimelineEntry("2026-11-24T10:01:00Z", "2026-11-24T10:02:00Z", "r2", "record", "down", (), 5)


def test_a_chart_has_a_lane_a_device_and_a_colour_a_kind() -> None:
    figure = json.loads(draw_timeline(Timeline((CHANGE, RECORD))))
    assert [(one["name"], one["x"], one["y"]) for one in figure["data"]] == [
        ("changes", ["2026-11-24 10:00:00"], ["r1"]),
        ("log records", ["2026-11-24 10:01:00"], ["r2"]),
    ]
    assert figure["data"][0]["hovertext"] == ["&lt;b&gt;: mtu"]
    assert figure["layout"]["dragmode"] == "zoom"


def test_loads_and_what_happened_are_shown_with_links(sample_kg: Path) -> None:
    with Workspace(read_settings({"WIRELORE_KG": str(sample_kg)})) as workspace:
        check_shown(workspace)


def check_shown(workspace: Workspace) -> None:
    text, figure = show_in_time("history", "core1", workspace)
    assert "first load" in text
    assert figure == ""
    text, figure = show_in_time("timeline", "core1", workspace)
    assert "#source=" in text
    assert json.loads(figure)["data"]
    for rest in ("core99", "core1 from noon"):
        assert show_in_time("timeline", rest, workspace)[1] == ""
    assert "no device core99" in show_in_time("timeline", "core99", workspace)[0]
