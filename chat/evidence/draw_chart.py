"""A series as a Plotly figure: bars for names, columns over time. Pure."""

from __future__ import annotations

import json
from collections import defaultdict
from typing import Any

from chat.evidence.choose_chart import Series
from chat.words.say import say

INK, PAPER, ACCENT = "#1b2a33", "#ffffff", "#0f8a8f"
"""The colours of a saved picture; on the page the theme's own take their place."""
BAR_PX, AROUND_PX = 26, 96
TIME_PX = 240
DAY_MS = 86_400_000
LENGTHS_MS = defaultdict(lambda: 1000, {7: 28 * DAY_MS, 10: DAY_MS, 13: DAY_MS // 24, 16: DAY_MS // 1440})
"""Signs of an ISO text → the length of time that it names."""
LONGEST_LABEL = 28
BUTTONS_LEFT_OUT = [
    "zoom2d",
    "select2d",
    "lasso2d",
    "autoScale2d",
    "hoverClosestCartesian",
    "zoomIn2d",
    "zoomOut2d",
]
FONT = {"family": "system-ui, sans-serif", "size": 12, "color": INK}


def draw_chart(series: Series, key: str = "") -> str:
    """Write a series as the JSON of a figure; of one over time, `key` names the answer whose rows a range chooses."""
    over_time = series.kind == "time"
    layout = _bars_layout(series) if not over_time else {**_time_layout(series), "meta": {"answer": key}}
    bars = _time_bars(series) if over_time else _bars(series)
    return write_figure([bars], layout, _name(series))


def write_figure(data: list[dict[str, Any]], layout: dict[str, Any], file_name: str) -> str:
    """Write a figure with what all of ours share: colours, a button that saves it as PNG, no foreign links."""
    shared = {
        "autosize": True,
        "paper_bgcolor": PAPER,
        "plot_bgcolor": "rgba(0,0,0,0)",
        "font": FONT,
        "showlegend": False,
        "dragmode": False,
        "hoverlabel": {"align": "left"},
        "modebar": {"orientation": "h"},
    }
    config = {
        "displaylogo": False,
        "displayModeBar": True,
        "modeBarButtonsToRemove": BUTTONS_LEFT_OUT,
        "toImageButtonOptions": {"format": "png", "scale": 2, "filename": _file_name(file_name)},
    }
    return json.dumps({"data": data, "layout": {**shared, **layout}, "config": config}, ensure_ascii=False)


def _bars(series: Series) -> dict[str, Any]:
    places = list(range(len(series.labels)))
    return {
        "type": "bar",
        "orientation": "h",
        "y": places,
        "x": list(series.numbers),
        "text": [_say(number) for number in series.numbers],
        "textposition": "outside",
        "cliponaxis": False,
        "hovertext": [f"{escape_html(label)}: {_say(number)}" for label, number in _pairs(series)],
        "hoverinfo": "text",
        "marker": {"color": ACCENT},
    }


def _bars_layout(series: Series) -> dict[str, Any]:
    """Name bars by place, as equal labels would be drawn as one bar."""
    places = list(range(len(series.labels)))
    shown = [escape_html(_short(label)) for label in series.labels]
    return {
        "title": _title(series),
        "height": AROUND_PX + BAR_PX * len(places),
        "margin": {"l": 12, "r": 44, "t": 56, "b": 24},
        "yaxis": {
            "tickvals": places,
            "ticktext": shown,
            "autorange": "reversed",
            "automargin": True,
            "fixedrange": True,
        },
        "xaxis": {
            "showgrid": False,
            "zeroline": False,
            "showticklabels": False,
            "fixedrange": True,
            "rangemode": "tozero",
        },
    }


def _time_bars(series: Series) -> dict[str, Any]:
    return {
        "type": "bar",
        "x": [_whole(label) for label in series.labels],
        "width": LENGTHS_MS[min(len(label) for label in series.labels)],
        "offset": 0,
        "y": list(series.numbers),
        "hovertext": [f"{escape_html(label)}: {_say(number)}" for label, number in _pairs(series)],
        "hoverinfo": "text",
        "marker": {"color": ACCENT},
    }


def _time_layout(series: Series) -> dict[str, Any]:
    return {
        "title": _title(series),
        "height": TIME_PX,
        "margin": {"l": 12, "r": 16, "t": 56, "b": 24},
        "bargap": 0.08,
        "dragmode": "zoom",
        "xaxis": {"type": "date", "automargin": True},
        "yaxis": {
            "rangemode": "tozero",
            "automargin": True,
            "fixedrange": True,
            "gridcolor": "rgba(128,128,128,0.25)",
        },
    }


def _title(series: Series) -> dict[str, Any]:
    text, shown = _name(series), len(series.labels)
    if series.left_out:
        text = say("chart.largest", title=text, shown=shown, total=shown + series.left_out)
    if series.total_rows:
        text = say("chart.part_of", title=text, shown=series.rows, total=series.total_rows)
    elif series.rows:
        text = say("chart.part", title=text, shown=series.rows)
    return {
        "text": escape_html(text),
        "font": {"size": 13},
        "x": 0,
        "xanchor": "left",
        "xref": "paper",
        "y": 0.98,
        "yanchor": "top",
    }


def _name(series: Series) -> str:
    return say("chart.title", number=series.number_name, label=series.label_name)


def _pairs(series: Series) -> zip[tuple[str, float]]:
    return zip(series.labels, series.numbers, strict=True)


def _whole(label: str) -> str:
    """Complete a text as "2026-11-02T10" to one that every browser reads as a moment."""
    return f"{label}:00" if len(label) == len("2026-11-02T10") else label


def _say(number: float) -> str:
    return f"{number:,.0f}" if number == int(number) else f"{number:,.2f}"


def _short(label: str) -> str:
    return label if len(label) <= LONGEST_LABEL else f"{label[: LONGEST_LABEL - 1]}…"


def escape_html(text: str) -> str:
    """Write a text so that a figure, which reads some HTML, shows it as it is."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _file_name(title: str) -> str:
    return "-".join("".join(sign if sign.isalnum() else " " for sign in title).split())[:60] or "figure"
