"""Bar charts as SVG that stands in a page: shares of a whole, and two measures beside each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

BAR_WIDTH = 240
BAR_HEIGHT = 16
ROW_HEIGHT = 26
CHARACTER_WIDTH = 7
WIDE = frozenset("mwMW@%")
WIDE_WIDTH = 11
"""What a character of the page's 12 px text takes at most, in the usual fonts."""
MEASURE_WIDTH = 90
LEAST_NAMES = 60


def draw_shares(caption: str, shares: Mapping[str, tuple[int, int]]) -> str:
    """Draw, of each name, how many of how many; the whole bar is all of them."""
    rows = [
        _bar(0, BAR_WIDTH, "rest")
        + _bar(0, BAR_WIDTH * part / whole if whole else 0, "one")
        + _text(BAR_WIDTH + 6, 12, f"{part} of {whole}")
        for part, whole in shares.values()
    ]
    return _chart(caption, list(shares), rows, ROW_HEIGHT)


def draw_pairs(
    caption: str, names: tuple[str, str], pairs: Mapping[str, tuple[float, float]], unit: str
) -> str:
    """Draw two bars for each name, as long as their measures; the longest fills the width."""
    longest = max((value for pair in pairs.values() for value in pair), default=0)
    rows = []
    for first, second in pairs.values():
        both = ((first, "one", 0), (second, "other", BAR_HEIGHT - 2))
        rows.append("".join(_measure(value, kind, y, longest, unit) for value, kind, y in both))
    key = f"{names[0]} above, {names[1]} below"
    return _chart(f"{caption} ({key})", list(pairs), rows, 2 * ROW_HEIGHT - 8)


def draw_measures(caption: str, measures: Mapping[str, float], unit: str) -> str:
    """Draw one bar for each name, as long as its measure."""
    longest = max(measures.values(), default=0)
    rows = [_measure(value, "one", 0, longest, unit) for value in measures.values()]
    return _chart(caption, list(measures), rows, ROW_HEIGHT)


def draw_intervals(caption: str, shares: Mapping[str, tuple[float, float, float]]) -> str:
    """Draw, of each name, its share with the interval around it: (share, low, high), each from 0 to 1."""
    rows = []
    for share, low, high in shares.values():
        line = (
            f'<line class="axis" x1="{BAR_WIDTH * low:.1f}" y1="{BAR_HEIGHT / 2:.0f}" '
            f'x2="{BAR_WIDTH * high:.1f}" y2="{BAR_HEIGHT / 2:.0f}"/>'
        )
        bars = _bar(0, BAR_WIDTH, "rest") + _bar(0, BAR_WIDTH * share, "one")
        rows.append(bars + line + _text(BAR_WIDTH + 6, 12, f"{share:.0%}"))
    return _chart(caption, list(shares), rows, ROW_HEIGHT)


def _measure(value: float, kind: str, y: int, longest: float, unit: str) -> str:
    width = BAR_WIDTH * value / longest if longest else 0
    shown = f"{value:,.0f}" if value >= 100 or value == int(value) else f"{value:,.2f}"
    return _bar(y, width, kind, BAR_HEIGHT - 4) + _text(width + 6, y + 10, f"{shown} {unit}".strip())


def _chart(caption: str, names: Sequence[str], rows: Sequence[str], row_height: int) -> str:
    left = max([LEAST_NAMES, *map(_width, names)]) + 8
    height, width = len(rows) * row_height + 4, left + BAR_WIDTH + MEASURE_WIDTH
    drawn = [
        f'<g transform="translate(0 {number * row_height + 4})">{_text(0, 12, name)}'
        f'<g transform="translate({left} 0)">{row}</g></g>'
        for number, (name, row) in enumerate(zip(names, rows, strict=True))
    ]
    axis = f'<line class="axis" x1="{left}" y1="0" x2="{left}" y2="{height}"/>'
    return (
        f'<figure><figcaption>{escape(caption)}</figcaption><svg role="img" aria-label="{escape(caption)}" '
        f'width="{width}" height="{height}" viewBox="0 0 {width} {height}">{axis}{"".join(drawn)}</svg></figure>'
    )


def _width(text: str) -> int:
    return sum(WIDE_WIDTH if sign in WIDE else CHARACTER_WIDTH for sign in text)


def _bar(y: int, width: float, kind: str, height: int = BAR_HEIGHT) -> str:
    return f'<rect class="{kind}" x="0" y="{y}" width="{width:.1f}" height="{height}"/>'


def _text(x: float, y: int, text: str) -> str:
    return f'<text x="{x:.1f}" y="{y}">{escape(text)}</text>'
