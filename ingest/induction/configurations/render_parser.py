"""Writes a learned grammar as the Python source of a parser."""

from __future__ import annotations

from pathlib import Path
from pprint import pformat
from typing import Any

from ingest.induction.configurations.grammar import Node

_RUNTIME = Path(__file__).with_name("runtime.py")

_HEAD = '''"""Parses one configuration syntax; induced from samples, made to be read and edited.

STYLE says how blocks are marked, LEAD is the word that opens every line of a flat file, GRAMMAR is what the words
of a statement mean: the rest of the file says how it is read.
"""
'''

_TAIL = '''

def parse(lines):
    """Return the records of one configuration file; see parse_lines."""
    return parse_lines(lines, GRAMMAR, STYLE, LEAD)
'''


def render_parser(node: Node, style: str, lead: str) -> str:
    """Return the source: the tables, then the runtime they are read by."""
    runtime = _RUNTIME.read_text(encoding="utf-8")
    code = runtime[runtime.index("import ipaddress") :]
    imports, rest = code.split("\n\n", 1)
    tables = f"STYLE = {style!r}\nLEAD = {lead!r}\nGRAMMAR = {pformat(node_table(node), width=110, sort_dicts=False)}\n"
    return f"{_HEAD}\n{imports}\n\n{tables}\n{rest}{_TAIL}"


def node_table(node: Node) -> dict[str, Any]:
    """Return the node as the runtime reads it; see runtime.py."""
    table: dict[str, Any] = {}
    if node.entity is not None:
        table["entity"] = node.entity.name
        if not node.entity.keyed:
            table["keyless"] = True
        elif node.entity.is_entry:
            table["numbered"] = True
    if node.entry is not None:
        table["entry"] = node.entry.name
    if node.text:
        table["text"] = True
    if node.words:
        table["words"] = {word: node_table(after) for word, after in node.words.items()}
    if node.slot is not None:
        table["slot"] = node_table(node.slot)
    if node.block is not None:
        table["block"] = node_table(node.block)
    return table
