"""Chooses a chart for rows, and draws it with Plotly: one number per name or time, or many events to count. Pure."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Literal

from agent.records import Outcome
from agent.render.draft import column_words, show_cell
from chat.words.say import say, words_of
from graph_store.cypher_tokens import aggregates, split_clauses, split_list, tokenize
from graph_store.records import Cell

MOST_BARS = 12
ADDED_UP = frozenset({"count", "sum"})
"""Aggregates of which those of all the others are the sum."""
FEWEST_BARS = 3
FEWEST_MOMENTS = 5
MOST_BUCKETS = 60
NAMELESS = "(none)"
MOMENT = re.compile(r"\d{4}-\d\d(?:-\d\d(?:[T ]\d\d(?::\d\d(?::\d\d(?:\.\d+)?)?)?(?:Z|[+-]\d\d:?\d\d)?)?)?")
TO_THE_SECOND = len("2026-11-02T10:15:30")
CUTS = (("minute", 16), ("hour", 13), ("day", 10), ("month", 7))
"""A length of time → how much of an ISO text names it."""


@dataclass(frozen=True, slots=True)
class Series:
    """One number for each label; `left_out` labels are not among them, the others have the largest numbers.

    Where it is of a part of the rows, `rows` says of how many, and `total_rows` how many there are, if that is known.
    """

    kind: Literal["bars", "time"]
    labels: tuple[str, ...]
    numbers: tuple[float, ...]
    label_name: str
    number_name: str
    left_out: int = 0
    rows: int = 0
    total_rows: int = 0


def choose_chart(outcome: Outcome) -> Series | None:
    """Choose the chart that rows ask for; None where they ask for none."""
    if outcome.error or not outcome.rows:
        return None
    series = _grouped(outcome) or _moments(outcome)
    if series is None or not outcome.cut:
        return series
    return replace(series, rows=len(outcome.rows), total_rows=outcome.total_rows or 0)


def is_plain_count(outcome: Outcome) -> bool:
    """Say whether rows are numbers alone, of nothing that has a name."""
    if outcome.error or not outcome.rows or outcome.query.kind != "cypher":
        return False
    keys, numbers = _result_columns(outcome)
    return bool(numbers) and not keys


def _grouped(outcome: Outcome) -> Series | None:
    """Read rows that a statement made of a name and an aggregate."""
    keys, numbers = _result_columns(outcome)
    if not keys or not numbers or len(outcome.rows) < FEWEST_BARS:
        return None
    number = numbers[0]
    pairs = [
        (_label([row.values.get(key) for key in keys]), float(value))
        for row in outcome.rows
        for value in [row.values.get(number)]
        if isinstance(value, int | float) and not isinstance(value, bool)
    ]
    if len(pairs) < FEWEST_BARS:
        return None
    label_name = ", ".join(map(column_words, keys))
    if len(keys) == 1 and all(MOMENT.fullmatch(label) for label, _ in pairs):
        pairs.sort()
        return _series("time", pairs, label_name, column_words(number), 0)
    pairs.sort(key=lambda pair: -pair[1])
    if pairs[0][1] == pairs[-1][1]:
        return None  # bars of one length tell nothing
    shown, others = pairs[:MOST_BARS], pairs[MOST_BARS:]
    left_out = max(0, (outcome.total_rows or len(pairs)) - MOST_BARS)
    if others and not outcome.cut and _is_added_up(outcome, number):
        label = say("chart.others", number=len(others))
        shown, left_out = [*shown, (label, sum(value for _, value in others))], 0
    return _series("bars", shown, label_name, column_words(number), left_out)


def _is_added_up(outcome: Outcome, column: str) -> bool:
    returned = next(
        one for one in split_clauses(tokenize(outcome.query.statement)) if one.keyword == "RETURN"
    )
    item = split_list(returned.tokens)[list(outcome.rows[0].values).index(column)]
    return not any(token.word == "DISTINCT" for token in item) and item[0].text.lower() in ADDED_UP


def _series(
    kind: Literal["bars", "time"],
    pairs: Sequence[tuple[str, float]],
    label_name: str,
    number_name: str,
    left_out: int,
) -> Series:
    labels, numbers = zip(*pairs, strict=True)
    return Series(kind, labels, numbers, label_name, number_name, left_out)


def _result_columns(outcome: Outcome) -> tuple[list[str], list[str]]:
    """Return the columns of names and those of aggregated numbers, in order; none where that cannot be told."""
    returned = [one for one in split_clauses(tokenize(outcome.query.statement)) if one.keyword == "RETURN"]
    columns = list(outcome.rows[0].values)
    if len(returned) != 1:
        return [], []
    tokens = returned[0].tokens
    items = split_list(tokens[1:] if tokens and tokens[0].word == "DISTINCT" else tokens)
    if len(items) != len(columns):
        return [], []
    summed = [aggregates(item) for item in items]
    numbers = [
        column
        for column, one in zip(columns, summed, strict=True)
        if one and any(_is_number(row.values.get(column)) for row in outcome.rows)
    ]
    return [column for column, one in zip(columns, summed, strict=True) if not one], numbers


def _is_number(cell: Cell) -> bool:
    return isinstance(cell, int | float) and not isinstance(cell, bool)


def _label(cells: Sequence[Cell]) -> str:
    return " · ".join(show_cell(cell) or NAMELESS for cell in cells)


def _moments(outcome: Outcome) -> Series | None:
    """Count the moments that rows name, by as short a time as gives few enough bars."""
    for column in outcome.rows[0].values:
        texts = [str(row.values.get(column)) for row in outcome.rows]
        if len(texts) >= FEWEST_MOMENTS and _all_moments(outcome, column) and len(texts[0]) > CUTS[0][1]:
            return _count(texts, column_words(column))
    return None


def rows_between(outcome: Outcome, first: str, last: str) -> Outcome:
    """Keep the rows whose moment, in their first column of moments, is in a range of ISO texts."""
    low, high = (text.replace(" ", "T")[:TO_THE_SECOND] for text in (first, last))
    column = next((name for name in outcome.rows[0].values if _all_moments(outcome, name)), "")
    rows = tuple(
        row
        for row in outcome.rows
        if column and low <= str(row.values[column]).replace(" ", "T")[:TO_THE_SECOND] <= high
    )
    return replace(outcome, rows=rows, cut=False, total_rows=len(rows))


def _all_moments(outcome: Outcome, column: str) -> bool:
    cells = [row.values.get(column) for row in outcome.rows]
    return all(isinstance(cell, str) and MOMENT.fullmatch(cell) for cell in cells)


def _count(texts: Sequence[str], name: str) -> Series | None:
    for unit, length in CUTS:
        counted = Counter(text[:length] for text in texts)
        if _span(min(counted), max(counted), unit) <= MOST_BUCKETS:
            break
    pairs = sorted((label, float(number)) for label, number in counted.items())
    return (
        _series(
            "time",
            pairs,
            say("chart.by_time", name=name, unit=words_of("chart.unit")[unit]),
            say("chart.rows"),
            0,
        )
        if len(pairs) > 1
        else None
    )


def _span(first: str, last: str, unit: str) -> float:
    """Say how many lengths of time lie between two ISO texts, at least as many as bars."""
    if unit == "month":
        return 0
    days = (_read(last) - _read(first)).total_seconds() / 86_400
    return days * {"minute": 1440, "hour": 24, "day": 1}[unit]


def _read(text: str) -> datetime:
    full = text.replace(" ", "T")
    return datetime.fromisoformat(f"{full}:00" if len(full) == len("2026-01-01T00") else full)


# A series as a Plotly figure: bars for names, columns over time. Pure.


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
