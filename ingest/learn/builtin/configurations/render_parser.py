"""Writes a learned grammar as the Python source of a parser."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from findings import closed_blocks
from ingest.learn.builtin.configurations.grammar import GrammarNode
from ingest.learn.builtin.configurations.parser_parts.nested_styles import FITS, READ_NESTED

_PARTS = Path(__file__).with_name("parser_parts")
CLOSED_BLOCKS = Path(closed_blocks.__file__)
"""A part that the findings read configurations with, too."""
_NEEDS = {"read_yaml": "read_flow", "read_options": "read_sections", "read_zone": "read_sections"}
"""Readers that need another one."""
_BEFORE = ("tokens", "blocks", "statements", "pieces")
_BEHIND = ("say_pieces", "filter_entries", "records")
_IMPORT = re.compile(r"^(?:import |from )(?:[^(\n]*\n|[^(\n]*\([^)]*\)\n)", re.MULTILINE)
_SIGNS = ("*", "**", "{", "}", "...")

_HEAD = '''"""Parses one configuration syntax; induced from samples, made to be read and edited.

STYLE says how blocks are marked, LEAD is the word that opens every line of a flat file. GRAMMAR has the statements:
    interface <Interface> {      the word behind `interface` is the key of an entity; what it holds follows
        ip address * *           keywords, then variables: a property named after its keywords
        vlans **                 a variable with any number of values
        description ...          free text to the end of the line
        shutdown                 a switch: on, or off behind `no`
    }
    list <List/ListEntry> ...    every line is an entry of the list
    <+ListEntry> ...             an entry without a key: the word is its first property
    <#ListEntry> ...             an entry and its number
ENTRY_LISTS are the types whose entries are read into fields: action, source and so on.
A word that looks like one of these signs has a backslash before it. The rest of the file says how it is read.
"""
'''

_IMPORTS = "import csv\nimport ipaddress\nimport math\nimport re\nfrom collections import Counter\n"

_TAIL = '''

TREE = read_grammar(GRAMMAR)


def parse(lines):
    """Return the records of one configuration file; see parse_lines."""
    return parse_lines(lines, TREE, STYLE, LEAD, ENTRY_LISTS)
'''


def render_parser(node: GrammarNode, style: str, lead: str, entries: Mapping[str, str]) -> str:
    """Return the source: the tables, then the parts that read them. `entries`: the types that are lists of entries."""
    reader = READ_NESTED[style].__module__.rpartition(".")[2] if style in READ_NESTED else ""
    names = filter(None, (*_BEFORE, _NEEDS.get(reader), reader))
    before = "\n\n".join([plain_code(CLOSED_BLOCKS.read_text("utf-8")), *map(_part, names)])
    behind = "\n\n".join(map(_part, _BEHIND))
    nested = ""
    for name, table in (("READ_NESTED", READ_NESTED), ("FITS", FITS)):
        row = f"{style!r}: {table[style].__name__}" if style in table else ""
        nested += f"{name} = {{{row}}}\n"
    grammar = render_grammar(node)
    readable = '"""' not in grammar and all(line.isprintable() for line in grammar.split("\n"))
    written = f'r"""\n{grammar}\n"""' if readable else repr(grammar)
    lists = dict(sorted(entries.items()))
    tables = f"STYLE = {style!r}\nLEAD = {lead!r}\nENTRY_LISTS = {lists!r}\nGRAMMAR = {written}\n"
    return f"{_HEAD}\n{_IMPORTS}\n{tables}\n{before}\n\n{nested}\n\n{behind}{_TAIL}"


def _part(name: str) -> str:
    return plain_code((_PARTS / f"{name}.py").read_text("utf-8"))


def plain_code(part: str) -> str:
    """Return a part without its docstring and imports, which the whole source has once."""
    return _IMPORT.sub("", part.split('"""', 2)[2]).strip("\n") + "\n"


def render_grammar(node: GrammarNode) -> str:
    """Return the grammar's written form, which `read_grammar` reads."""
    return "\n".join(_lines(node, (), ""))


def _lines(node: GrammarNode, before: tuple[str, ...], indent: str) -> Iterator[str]:
    """Write every way through the grammar from a node, with the signs that lead to it in front."""
    if node.text:
        yield indent + " ".join([*before, "..."])
    for word, after in node.words.items():
        mark = "\\" if word in _SIGNS or word.startswith(("\\", "<")) else ""
        yield from _lines(after, (*before, mark + word), indent)
    if node.slot is not None:
        yield from _lines(node.slot, (*before, _slot(node.slot)), indent)
    if node.block is not None:
        yield indent + " ".join([*before, "{"])
        yield from _lines(node.block, (), indent + "    ")
        yield indent + "}"
    elif before and not (node.text or node.words or node.slot):
        yield indent + " ".join(before)


def _slot(slot: GrammarNode) -> str:
    if slot.entity is None:
        return "**" if slot.listed else "*"
    mark = "" if not slot.entity.is_entry else "#" if slot.entity.keyed else "+"
    entry = "/" + slot.entry.name if slot.entry is not None else ""
    return f"<{mark}{slot.entity.name}{entry}>"
