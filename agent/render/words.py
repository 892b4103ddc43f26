"""Cells and column names as words. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from agent.records import Reading
from graph_store.records import Cell

HIDDEN = frozenset({"id", "labels", "document", "ordinal", "search_text", "path", "first_line", "type"})
LONGEST_QUOTE = 200
IDENTITIES = frozenset({"key", "name"})
IRREGULAR_ENDINGS = (("ies", "y"), ("sses", "ss"), ("shes", "sh"), ("ches", "ch"), ("xes", "x"))


def column_words(column: str) -> str:
    """Say a column's name: "e.ip_address" is "ip address"."""
    return column.rpartition(".")[2].strip("`").replace("_", " ").strip()


def show_cell(cell: Cell) -> str:
    """Say one value; nothing for null."""
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, float):
        return _show_float(cell)
    if isinstance(cell, int):
        return str(cell)
    if isinstance(cell, Mapping):
        return show_node(cell)
    if isinstance(cell, Sequence) and not isinstance(cell, str):
        return ", ".join(filter(None, (show_cell(one) for one in cell)))
    return str(cell)


def _show_float(number: float) -> str:
    return str(int(number)) if number.is_integer() and abs(number) < 1e15 else f"{number:.10g}"


def shorten(text: str) -> str:
    """Cut a long text, and show that it is cut."""
    return text if len(text) <= LONGEST_QUOTE else f"{text[:LONGEST_QUOTE].rstrip()}…"


def shorten_inside(text: str, longest: int) -> str:
    """Leave out the middle of a long text: texts that begin alike may end in what tells them apart."""
    if len(text) <= longest:
        return text
    end = longest // 3
    return f"{text[: longest - end].rstrip()} … {text[-end:].lstrip()}"


def show_node(node: Mapping[str, Cell]) -> str:
    """Say a node: its key, where it is, and what it has."""
    key, device = show_cell(node.get("key") or node.get("name")), show_cell(node.get("device"))
    kind = show_cell(node.get("type"))
    properties = ", ".join(
        f"{column_words(name)} {show_cell(cell)}"
        for name, cell in node.items()
        if name not in HIDDEN | IDENTITIES | {"device"} and cell is not None
    )
    head = " ".join(filter(None, [kind, key, f"on {device}" if device else ""]))
    return f"{head} ({properties})" if properties and head else head or properties


def subject_words(reading: Reading) -> str:
    """Say what a question is about."""
    return label_words(reading.subject)


def label_words(label: str) -> str:
    """Say a label's name: "RouteMap" is "route map"."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", label).replace("_", " ").replace("-", " ").lower()


def singular(noun: str) -> str:
    """Take the plural ending off the last word."""
    for ending, instead in IRREGULAR_ENDINGS:
        if noun.endswith(ending):
            return noun.removesuffix(ending) + instead
    return noun[:-1] if noun.endswith("s") and not noun.endswith(("ss", "us", "is")) else noun


def plural(noun: str) -> str:
    """Put a plural ending on the last word of a noun that has none."""
    if not noun or singular(noun) != noun:
        return noun
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return noun[:-1] + "ies"
    return noun + ("es" if noun.endswith(("s", "x", "ch", "sh")) else "s")


def counted(number: int, noun: str) -> str:
    """Say how many: "1 interface", "1,969 lines"."""
    return f"{number:,} {singular(noun) if number == 1 else plural(noun)}"
