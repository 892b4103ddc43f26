"""The parsers that ship: a folder for each format, with its tables, a sample of our own, and what is right about it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from reading.grammar import GrammarNode, read_grammar

SOURCE = "parse.py"
PATH_STYLES = ("braces", "set")
"""Styles of formats that are written, or may be, as one path a line."""
_SHARED = re.compile(r"^= (\.\./\w+\.txt)\n", re.MULTILINE)
"""A line of a grammar that stands for the rows of a file, which several formats have."""


def read_source(path: Path) -> tuple[str, Mapping[str, Any]]:
    """Return the source of a format with the rows that it shares with others written out, and what it defines."""
    source = _SHARED.sub(lambda found: (path.parent / found[1]).read_text("utf-8"), path.read_text("utf-8"))
    defined: dict[str, Any] = {}
    exec(compile(source, str(path), "exec"), defined)  # noqa: S102 - it ships with us
    return source, defined


def find_path_grammar(lines: Sequence[str]) -> GrammarNode | None:
    """Return the grammar of the format that has a sign in a file of paths; None without one."""
    for signs, grammar in _path_formats():
        if any(sign.match(line) for line in lines for sign in signs):
            return read_grammar(grammar)
    return None


@cache
def _path_formats() -> tuple[tuple[tuple[re.Pattern[str], ...], str], ...]:
    """Read the signs and the grammars of the formats that may be written as paths."""
    sources = sorted(Path(__file__).parent.glob(f"*/{SOURCE}"))
    styled = re.compile(rf'^STYLE = "(?:{"|".join(PATH_STYLES)})"$', re.MULTILINE)
    tables = [read_source(one)[1] for one in sources if styled.search(one.read_text("utf-8"))]
    return tuple((tuple(map(re.compile, one["SIGNS"])), str(one["GRAMMAR"])) for one in tables)
