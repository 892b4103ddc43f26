"""Builds an HTML page that opens offline, without scripts: style, bar charts as SVG, marked differences."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import SequenceMatcher
from html import escape

STYLE = """
:root { color-scheme: light dark; --ink: #1d2430; --soft: #5b6675; --line: #d9dee6; --back: #fff; --part: #f5f7fa;
  --good: #2b7a4b; --bad: #b3372f; --one: #3f6fb5; --other: #d08a2e; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6eaf0; --soft: #9aa5b4; --line: #364050; --back: #14181f;
  --part: #1c222c; --good: #6cc08b; --bad: #e88b83; --one: #7da5e0; --other: #e0aa5e; } }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--back); max-width: 76rem;
  margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2rem; }
table { border-collapse: collapse; } td, th { padding: .25rem .7rem; border-bottom: 1px solid var(--line);
  text-align: left; vertical-align: top; } td.number, th.number { text-align: right; }
td { overflow-wrap: anywhere; } .wide { overflow-x: auto; }
.pictures { display: flex; flex-wrap: wrap; gap: 1rem 2rem; margin: 1rem 0; }
figure { margin: 0; } figcaption { color: var(--soft); }
svg text { font: 12px system-ui, sans-serif; fill: var(--ink); }
.one { fill: var(--one); } .other { fill: var(--other); } .good { color: var(--good); } .bad { color: var(--bad); }
.rest { fill: var(--line); } .axis { stroke: var(--soft); stroke-width: 1; } .soft { color: var(--soft); }
details { border: 1px solid var(--line); border-radius: 6px; margin: .5rem 0; padding: .4rem .8rem; }
summary { cursor: pointer; } .sides { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; }
.sides > div { background: var(--part); padding: .5rem .8rem; border-radius: 6px; overflow-wrap: anywhere; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: .3rem 0; font-size: 13px; }
del { color: var(--bad); } ins { color: var(--good); text-decoration: none; font-weight: 600; }
@media (max-width: 700px) { .sides { grid-template-columns: 1fr; } }
"""


def write_page(title: str, parts: Iterable[str]) -> str:
    """Put parts that are HTML already under a title."""
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{escape(title)}</title>\n'
        f"<style>{STYLE}</style>\n</head>\n<body>\n<h1>{escape(title)}</h1>\n"
        + "\n".join(parts)
        + "\n</body>\n</html>\n"
    )


def write_table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Write a table of plain values; a column with numbers stands on the right."""
    kept = list(rows)
    columns = [any(_is_number(row[place]) for row in kept) for place in range(len(head))]
    names = zip(head, columns, strict=True)
    cells = "".join(f"<th{' class=number' if number else ''}>{escape(name)}</th>" for name, number in names)
    body = "".join(f"<tr>{''.join(map(_cell, row, columns))}</tr>\n" for row in kept)
    return f'<div class="wide"><table>\n<tr>{cells}</tr>\n{body}</table></div>'


def write_facts(facts: Mapping[str, object]) -> str:
    """Write names and values below each other."""
    rows = "".join(f"<tr><th>{escape(name)}</th>{_cell(value)}</tr>\n" for name, value in facts.items())
    return f"<table>\n{rows}</table>"


def write_pictures(pictures: Iterable[str]) -> str:
    """Put pictures beside each other, as many as there is room for."""
    return f'<div class="pictures">{"".join(pictures)}</div>'


def write_sides(left: str, right: str) -> str:
    """Put two pieces of HTML side by side."""
    return f'<div class="sides"><div>{left}</div><div>{right}</div></div>'


def write_fold(summary: str, inside: str, is_open: bool = False) -> str:
    """Fold HTML under a line of plain text."""
    return f"<details{' open' if is_open else ''}><summary>{escape(summary)}</summary>{inside}</details>"


def _cell(value: object, number: bool = False) -> str:
    shown = f"{value:,.2f}" if isinstance(value, float) else f"{value:,}" if _is_number(value) else str(value)
    return f"<td{' class=number' if number else ''}>{escape(shown)}</td>"


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


# Two texts as HTML, with what is only in one of them marked.


_WORD = re.compile(r"\s+|[^\s]+")


def mark_words(before: str, after: str) -> tuple[str, str]:
    """Return both texts as HTML: words only before in `<del>`, words only after in `<ins>`."""
    old, new = _WORD.findall(before), _WORD.findall(after)
    left, right = [], []
    for kind, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        gone, come = escape("".join(old[a:b])), escape("".join(new[c:d]))
        if kind == "equal":
            left.append(gone)
            right.append(come)
        else:
            left.append(f"<del>{gone}</del>" if gone else "")
            right.append(f"<ins>{come}</ins>" if come else "")
    return f"<pre>{''.join(left)}</pre>", f"<pre>{''.join(right)}</pre>"


# Bar charts as SVG that stands in a page: shares of a whole, and two measures beside each other.


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
    rows, y = [], BAR_HEIGHT // 2
    for share, low, high in shares.values():
        ends = f'x1="{BAR_WIDTH * low:.1f}" y1="{y}" x2="{BAR_WIDTH * high:.1f}" y2="{y}"'
        bars = _bar(0, BAR_WIDTH, "rest") + _bar(0, BAR_WIDTH * share, "one")
        rows.append(f'{bars}<line class="axis" {ends}/>' + _text(BAR_WIDTH + 6, 12, f"{share:.0%}"))
    return _chart(caption, list(shares), rows, ROW_HEIGHT)


def _measure(value: float, kind: str, y: int, longest: float, unit: str) -> str:
    width = BAR_WIDTH * value / longest if longest else 0
    shown = f"{value:,.0f}" if value >= 100 or value == int(value) else f"{value:,.2f}"
    return _bar(y, width, kind, BAR_HEIGHT - 4) + _text(width + 6, y + 10, f"{shown} {unit}".strip())


def _chart(caption: str, names: Sequence[str], rows: Sequence[str], row_height: int) -> str:
    widths = [sum(WIDE_WIDTH if sign in WIDE else CHARACTER_WIDTH for sign in name) for name in names]
    left = max(LEAST_NAMES, *widths, 0) + 8
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


def _bar(y: int, width: float, kind: str, height: int = BAR_HEIGHT) -> str:
    return f'<rect class="{kind}" x="0" y="{y}" width="{width:.1f}" height="{height}"/>'


def _text(x: float, y: int, text: str) -> str:
    return f'<text x="{x:.1f}" y="{y}">{escape(text)}</text>'
