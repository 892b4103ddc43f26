"""A page of HTML that opens offline: its style is in it, and there is no script."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
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
    counts = [any(_is_number(row[place]) for row in kept) for place in range(len(head))]
    cells = "".join(_head(name, number) for name, number in zip(head, counts, strict=True))
    body = "".join(
        f"<tr>{''.join(_cell(value, number) for value, number in zip(row, counts, strict=True))}</tr>\n"
        for row in kept
    )
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


def _head(name: str, number: bool) -> str:
    return f"<th{' class=number' if number else ''}>{escape(name)}</th>"


def _cell(value: object, number: bool = False) -> str:
    shown = f"{value:,.2f}" if isinstance(value, float) else f"{value:,}" if _is_number(value) else str(value)
    return f"<td{' class=number' if number else ''}>{escape(shown)}</td>"


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
