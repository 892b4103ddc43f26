"""Builds an HTML page that opens offline, without scripts: style, bar charts, marked differences."""

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
.bars { display: grid; grid-template-columns: max-content 15rem max-content; gap: .2rem .5rem; font-size: 12px;
  border-left: 1px solid var(--line); padding-left: .5rem; } .bar { position: relative; height: 1.1em; margin: auto 0; }
.bar i { display: block; height: 100%; } .bar b { position: absolute; top: 50%; border-top: 1px solid var(--ink); }
.one { background: var(--one); } .other { background: var(--other); } .rest { background: var(--line); }
.good { color: var(--good); } .bad { color: var(--bad); } .soft { color: var(--soft); }
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


# Bar charts: each row is a name, a bar, and what it says.


_Row = tuple[str, str, str]


def draw_shares(caption: str, shares: Mapping[str, tuple[int, int]]) -> str:
    """Draw, of each name, how many of how many; the whole bar is all of them."""
    rows = [
        (name, _bar(part / whole if whole else 0, on="rest"), f"{part} of {whole}")
        for name, (part, whole) in shares.items()
    ]
    return _chart(caption, rows)


def draw_pairs(
    caption: str, names: tuple[str, str], pairs: Mapping[str, tuple[float, float]], unit: str
) -> str:
    """Draw two bars for each name, as long as their measures; the longest fills the width."""
    measures = {name: dict(zip(("one", "other"), pair, strict=True)) for name, pair in pairs.items()}
    return _draw_measures(f"{caption} ({names[0]} above, {names[1]} below)", measures, unit)


def draw_measures(caption: str, measures: Mapping[str, float], unit: str) -> str:
    """Draw one bar for each name, as long as its measure."""
    return _draw_measures(caption, {name: {"one": value} for name, value in measures.items()}, unit)


def draw_intervals(caption: str, shares: Mapping[str, tuple[float, float, float]]) -> str:
    """Draw, of each name, its share with the interval around it: (share, low, high), each from 0 to 1."""
    rows = []
    for name, (share, low, high) in shares.items():
        ends = f'<b style="left:{low:.1%};width:{high - low:.1%}"></b>'
        rows.append((name, _bar(share, on="rest", over=ends), f"{share:.0%}"))
    return _chart(caption, rows)


def _draw_measures(caption: str, measures: Mapping[str, Mapping[str, float]], unit: str) -> str:
    """Draw the bars of each name below each other, by their kinds."""
    longest = max((value for each in measures.values() for value in each.values()), default=0) or 1
    rows = []
    for name, each in measures.items():
        for kind, value in each.items():
            shown = f"{value:,.0f}" if value >= 100 or value == int(value) else f"{value:,.2f}"
            rows.append(
                (name if kind == "one" else "", _bar(value / longest, kind), f"{shown} {unit}".strip())
            )
    return _chart(caption, rows)


def _chart(caption: str, rows: Iterable[_Row]) -> str:
    drawn = "".join(
        f"<span>{escape(name)}</span>{bar}<span>{escape(text)}</span>\n" for name, bar, text in rows
    )
    return f'<figure><figcaption>{escape(caption)}</figcaption><div class="bars">\n{drawn}</div></figure>'


def _bar(share: float, kind: str = "one", *, on: str = "", over: str = "") -> str:
    return f'<span class="bar {on}"><i class="{kind}" style="width:{share:.1%}"></i>{over}</span>'
