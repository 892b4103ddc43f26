"""Chooses a chart for rows, and draws it with Plotly: one number per name or time, or many events to count. Pure."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Literal, TypeGuard

from agent.records import Outcome
from agent.render.draft import column_words, show_cell
from graph_store.cypher_tokens import Token, aggregates, split_clauses, split_list, tokenize
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
DAY_S = 86_400
CUTS = (("minute", 16, 1440), ("hour", 13, 24), ("day", 10, 1), ("month", 7, 0))
"""A length of time, how much of an ISO text names it, and how many a day has; months are always few."""


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
    returned = _returned(outcome)
    return bool(_aggregated(outcome, returned)) and all(map(aggregates, returned.values()))


def _grouped(outcome: Outcome) -> Series | None:
    """Read rows that a statement made of a name and an aggregate."""
    returned = _returned(outcome)
    keys = [column for column, item in returned.items() if not aggregates(item)]
    numbers = _aggregated(outcome, returned)
    if not keys or not numbers:
        return None
    number = numbers[0]
    pairs: list[tuple[str, float]] = []
    for row in outcome.rows:
        if _is_number(value := row.values.get(number)):
            label = " · ".join(show_cell(row.values.get(key)) or NAMELESS for key in keys)
            pairs.append((label, float(value)))
    if len(pairs) < FEWEST_BARS:
        return None
    names = (", ".join(map(column_words, keys)), column_words(number))
    if len(keys) == 1 and all(MOMENT.fullmatch(label) for label, _ in pairs):
        return _series("time", sorted(pairs), *names)
    pairs.sort(key=lambda pair: -pair[1])
    if pairs[0][1] == pairs[-1][1]:
        return None  # bars of one length tell nothing
    shown, others = pairs[:MOST_BARS], pairs[MOST_BARS:]
    item = returned[number]
    added_up = item[0].text.lower() in ADDED_UP and not any(token.word == "DISTINCT" for token in item)
    if others and not outcome.cut and added_up:
        label = f"{len(others):,} others"
        return _series("bars", [*shown, (label, sum(value for _, value in others))], *names)
    return _series("bars", shown, *names, max(0, (outcome.total_rows or len(pairs)) - MOST_BARS))


def _series(
    kind: Literal["bars", "time"],
    pairs: Sequence[tuple[str, float]],
    label_name: str,
    number_name: str,
    left_out: int = 0,
) -> Series:
    labels, numbers = zip(*pairs, strict=True)
    return Series(kind, labels, numbers, label_name, number_name, left_out)


def _returned(outcome: Outcome) -> dict[str, tuple[Token, ...]]:
    """Return each column with the expression that made it; nothing where that cannot be told."""
    returned = [one for one in split_clauses(tokenize(outcome.query.statement)) if one.keyword == "RETURN"]
    items = split_list(returned[0].tokens) if len(returned) == 1 else []
    columns = list(outcome.rows[0].values)
    return dict(zip(columns, items, strict=True)) if len(items) == len(columns) else {}


def _aggregated(outcome: Outcome, returned: Mapping[str, Sequence[Token]]) -> list[str]:
    """Return the columns of aggregated numbers."""
    return [
        column
        for column, item in returned.items()
        if aggregates(item) and any(_is_number(row.values.get(column)) for row in outcome.rows)
    ]


def _is_number(cell: Cell) -> TypeGuard[int | float]:
    return isinstance(cell, int | float) and not isinstance(cell, bool)


def _moments(outcome: Outcome) -> Series | None:
    """Count the moments that rows name, by as short a time as gives few enough bars."""
    for column in outcome.rows[0].values:
        texts = [str(row.values.get(column)) for row in outcome.rows]
        if len(texts) >= FEWEST_MOMENTS and _all_moments(outcome, column) and len(texts[0]) > CUTS[0][1]:
            return _count(texts, column_words(column))
    return None


def _all_moments(outcome: Outcome, column: str) -> bool:
    cells = [row.values.get(column) for row in outcome.rows]
    return all(isinstance(cell, str) and MOMENT.fullmatch(cell) for cell in cells)


def _count(texts: Sequence[str], name: str) -> Series | None:
    for unit, length, bars_a_day in CUTS:
        counted = Counter(text[:length] for text in texts)
        days = (_read(max(counted)) - _read(min(counted))).total_seconds() / DAY_S if bars_a_day else 0
        if days * bars_a_day <= MOST_BUCKETS:
            pairs = sorted((label, float(number)) for label, number in counted.items())
            return _series("time", pairs, f"{name}, by {unit}", "rows") if len(pairs) > 1 else None
    return None


def _read(text: str) -> datetime:
    return datetime.fromisoformat(_whole(text.replace(" ", "T")))


def _whole(text: str) -> str:
    """Complete a text as "2026-11-02T10" to one that everything reads as a moment."""
    return f"{text}:00" if len(text) == len("2026-11-02T10") else text


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
    *("zoom2d", "select2d", "lasso2d", "autoScale2d", "hoverClosestCartesian"),
    *("zoomIn2d", "zoomOut2d"),
]
FONT = {"family": "system-ui, sans-serif", "size": 12, "color": INK}


def draw_chart(series: Series, key: str = "") -> str:
    """Write a series as the JSON of a figure; `key` names the answer whose rows a range of time chooses.

    Figures share colours and a button that saves them as PNG, and have no foreign links.
    """
    drawn, layout = _bars(series) if series.kind == "bars" else _bars_over_time(series, key)
    pairs = zip(series.labels, series.numbers, strict=True)
    hover = [f"{escape_html(label)}: {_say(number)}" for label, number in pairs]
    bars = {"type": "bar", "hovertext": hover, "hoverinfo": "text", "marker": {"color": ACCENT}, **drawn}
    name = f"{series.number_name} by {series.label_name}"
    shared = {
        "autosize": True,
        "paper_bgcolor": PAPER,
        "plot_bgcolor": "rgba(0,0,0,0)",
        "font": FONT,
        "showlegend": False,
        "dragmode": False,
        "hoverlabel": {"align": "left"},
        "modebar": {"orientation": "h"},
        "title": _title(series, name),
    }
    words = "".join(sign if sign.isalnum() else " " for sign in name).split()
    file_name = "-".join(words)[:60] or "figure"
    config = {
        "displaylogo": False,
        "displayModeBar": True,
        "modeBarButtonsToRemove": BUTTONS_LEFT_OUT,
        "toImageButtonOptions": {"format": "png", "scale": 2, "filename": file_name},
    }
    return json.dumps({"data": [bars], "layout": {**shared, **layout}, "config": config}, ensure_ascii=False)


def _bars(series: Series) -> tuple[dict[str, Any], dict[str, Any]]:
    """Draw bars for names; they are named by place, as equal labels would be drawn as one bar."""
    places = list(range(len(series.labels)))
    bars = {
        "orientation": "h",
        "y": places,
        "x": list(series.numbers),
        "text": [_say(number) for number in series.numbers],
        "textposition": "outside",
        "cliponaxis": False,
    }
    layout = {
        "height": AROUND_PX + BAR_PX * len(places),
        "margin": {"l": 12, "r": 44, "t": 56, "b": 24},
        "yaxis": {
            "tickvals": places,
            "ticktext": [escape_html(_cut(label)) for label in series.labels],
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
    return bars, layout


def _bars_over_time(series: Series, key: str) -> tuple[dict[str, Any], dict[str, Any]]:
    bars = {
        "x": [_whole(label) for label in series.labels],
        "width": LENGTHS_MS[min(len(label) for label in series.labels)],
        "offset": 0,
        "y": list(series.numbers),
    }
    layout = {
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
        "meta": {"answer": key},
    }
    return bars, layout


def _title(series: Series, name: str) -> dict[str, Any]:
    text, shown = name, len(series.labels)
    if series.left_out:
        text += f", the largest {shown:,} of {shown + series.left_out:,}"
    if series.total_rows:
        text += f" (the first {series.rows:,} of {series.total_rows:,} rows)"
    elif series.rows:
        text += f" (the first {series.rows:,} rows)"
    placed = {"x": 0, "xanchor": "left", "xref": "paper", "y": 0.98, "yanchor": "top"}
    return {"text": escape_html(text), "font": {"size": 13}, **placed}


def _cut(label: str) -> str:
    return label if len(label) <= LONGEST_LABEL else f"{label[: LONGEST_LABEL - 1]}…"


def _say(number: float) -> str:
    return f"{number:,.0f}" if number == int(number) else f"{number:,.2f}"


def escape_html(text: str) -> str:
    """Write a text so that a figure, which reads some HTML, shows it as it is."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
