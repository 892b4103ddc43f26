"""Answers `history` and `timeline`: when documents changed, and what happened, as a table and a chart of time."""

from __future__ import annotations

import json
from collections.abc import Mapping

from agent.render.choose_chart import ACCENT, FONT, PAPER, escape_html
from agent.render.time_table import table_of_timeline
from chat.asking.tables_view import show_tables
from chat.words.markdown import cut_text, show_plain
from chat.words.say import say, words_of
from timeline.records import Kind, Timeline
from timeline.show_timeline import show_time, what
from workspace.errors import NoDeviceError
from workspace.show_history import HISTORY, read_times, write_loads
from workspace.workspace import Workspace

HEIGHT_PX, LANE_PX = 120, 34
COLORS: Mapping[Kind, str] = {"change": "#c2410c", "record": ACCENT, "state": "#64748b", "finding": "#b91c1c"}
LONGEST = 100


def show_in_time(name: str, rest: str, workspace: Workspace) -> tuple[str, str]:
    """Write what "history r1" or "timeline r1 r2 from 2d" asks for: as Markdown, and as the JSON of a figure or "".

    Raises GraphError.
    """
    try:
        names, first, last = read_times(rest)
        if name == HISTORY:
            loads = workspace.history(names[0] if names else "")
            return "\n".join(f"- {show_plain(line)}" for line in write_loads(loads)), ""
        timeline = workspace.timeline(names, since=first, until=last)
    except (NoDeviceError, ValueError) as error:
        return show_plain(str(error)), ""
    table = table_of_timeline(timeline)
    if table is None:
        return say("timeline.nothing"), ""
    return show_tables((table,)), draw_timeline(timeline)


def draw_timeline(timeline: Timeline) -> str:
    """Draw a timeline as the JSON of a figure: a lane a device, a mark a row; one drags over a part to see it alone."""
    names = words_of("timeline.kind")
    traces = []
    for kind, color in COLORS.items():
        rows = [one for one in timeline.entries if one.kind == kind]
        if rows:
            traces.append(
                {
                    "type": "scatter",
                    "mode": "markers",
                    "name": names[kind],
                    "x": [show_time(one.time) for one in rows],
                    "y": [escape_html(one.device or "-") for one in rows],
                    "hovertext": [escape_html(cut_text(what(one), LONGEST)) for one in rows],
                    "hoverinfo": "x+text",
                    "marker": {"color": color, "size": 11},
                }
            )
    lanes = len({one.device for one in timeline.entries})
    layout = {
        "autosize": True,
        "height": HEIGHT_PX + LANE_PX * lanes,
        "paper_bgcolor": PAPER,
        "plot_bgcolor": "rgba(0,0,0,0)",
        "font": FONT,
        "dragmode": "zoom",
        "hoverlabel": {"align": "left"},
        "legend": {"orientation": "h", "y": 1.15},
        "margin": {"l": 12, "r": 16, "t": 40, "b": 24},
        "xaxis": {"type": "date", "automargin": True},
        "yaxis": {"type": "category", "automargin": True, "fixedrange": True},
    }
    config = {"displaylogo": False, "displayModeBar": False}
    return json.dumps({"data": traces, "layout": layout, "config": config}, ensure_ascii=False)
