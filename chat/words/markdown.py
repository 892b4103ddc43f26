"""Escapes text for Markdown: the chat's page would read ":db8" or "<host>" as markup. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from reading.printable import printable

PUNCTUATION = re.compile(r"([\\`*_~|<>\[\](){}#&$:!])")
LINE_START = re.compile(r"(?m)^([^\S\n]*+)([-+]|\d+[.)])(?=\s)")
DIRECTIVE = re.compile(r"(?<!\\):(?=[A-Za-z:])")
CODE = re.compile(r"(`{3,}.*?`{3,}|~{3,}.*?~{3,}|`[^`\n]*`)", re.DOTALL)
FENCE = re.compile(r"`{3,}")


def show_plain(text: str) -> str:
    """Escape a text that is not Markdown; its line breaks stay."""
    escaped = LINE_START.sub(
        lambda mark: f"{mark[1]}{mark[2][:-1]}\\{mark[2][-1]}", PUNCTUATION.sub(r"\\\1", printable(text))
    )
    return escaped.replace("\n", "  \n")


def show_lists(markdown: str) -> str:
    """Make list items of the lines that begin with an escaped dash, and end the list where no such line follows."""
    lines = markdown.split("\n")
    listed = [line.startswith("\\- ") for line in lines]
    shown: list[str] = []
    for place, line in enumerate(lines):
        if place and line and listed[place] != listed[place - 1]:
            shown.append("")
        shown.append(line.removeprefix("\\") if listed[place] else line)
    return "\n".join(shown)


def show_markdown(text: str) -> str:
    """Keep the Markdown of a model, but not what the page would take for a directive, as in "2001:db8:aa"."""
    pieces = CODE.split(text)
    return "".join(
        piece if place % 2 else DIRECTIVE.sub(r"\\:", piece.replace("<", "\\<"))
        for place, piece in enumerate(pieces)
    )


def show_cell_text(text: str) -> str:
    """Escape a text for one cell of a table."""
    return show_plain(text).replace("  \n", " ")


def show_table(head: str | Sequence[str], rows: Iterable[Sequence[str]], rule: str = "") -> str:
    """Write cells that are Markdown as a table; `head` is its first line, or the cells of that."""
    first, columns = (head, head.count("|") - 1) if isinstance(head, str) else (_row(head), len(head))
    return "\n".join([first, rule or "|" + "---|" * columns, *map(_row, rows)])


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def cut_text(text: str, most: int) -> str:
    """Cut a text to so many characters, the last of which says that it was cut."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def show_code(text: str, language: str = "text") -> str:
    """Fence a text as code, with more backticks than it holds."""
    longest = max((len(run) for run in FENCE.findall(text)), default=2)
    fence = "`" * (longest + 1)
    return f"{fence}{language}\n{text}\n{fence}"
