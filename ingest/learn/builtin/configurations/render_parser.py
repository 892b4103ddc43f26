"""Writes a learned grammar as the Python source of a parser."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ingest.learn.builtin.configurations.grammar import GrammarNode

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
A word that looks like one of these signs has a backslash before it.
"""
from reading import read_configuration

'''

_TAIL = """

def parse(lines):
    return read_configuration(lines, GRAMMAR, STYLE, LEAD, ENTRY_LISTS)
"""


def render_parser(node: GrammarNode, style: str, lead: str, entries: Mapping[str, str]) -> str:
    """Return the source: tables, and the call that reads by them. `entries`: the types that are lists of entries."""
    grammar = render_grammar(node)
    readable = '"""' not in grammar and all(line.isprintable() for line in grammar.split("\n"))
    written = f'r"""\n{grammar}\n"""' if readable else repr(grammar)
    lists = dict(sorted(entries.items()))
    tables = f"STYLE = {style!r}\nLEAD = {lead!r}\nENTRY_LISTS = {lists!r}\nGRAMMAR = {written}\n"
    return f"{_HEAD}{tables}{_TAIL}"


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
