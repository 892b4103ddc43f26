"""Writes a learned grammar as the Python source of a parser."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ingest.learn.builtin.configurations.grammar import GrammarNode
from reading.grammar import escape

LONGEST_ALTERNATIVES = 90

_HEAD = '''"""Parses one configuration syntax; induced from samples, made to be read and edited.

STYLE says how blocks are marked, LEAD is the word that opens every line of a flat file. GRAMMAR has the statements:
    interface <Interface> {      the word behind `interface` is the key of an entity; what it holds follows
        ip address * *           keywords, then variables: a property named after its keywords
        vlans **                 a variable with any number of values
        description ...          free text to the end of the line
        shutdown                 a switch: on, or off behind `no`
    }
    in|out *                     one of several keywords
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


def render_parser(grammar: str, style: str, lead: str, entries: Mapping[str, str]) -> str:
    """Return the source: tables, and the call that reads by them. `entries`: the types that are lists of entries."""
    lists = dict(sorted(entries.items()))
    tables = (
        f"STYLE = {style!r}\nLEAD = {lead!r}\nENTRY_LISTS = {lists!r}\nGRAMMAR = {write_grammar(grammar)}\n"
    )
    return f"{_HEAD}{tables}{_TAIL}"


def write_grammar(grammar: str) -> str:
    """Return a grammar as a Python text: over several lines where that can be read."""
    readable = '"""' not in grammar and all(line.isprintable() for line in grammar.split("\n"))
    return f'r"""\n{grammar}\n"""' if readable else repr(grammar)


def render_grammar(node: GrammarNode) -> str:
    """Return the grammar's written form, which `read_grammar` reads."""
    return "\n".join(_rows(node))


def _rows(node: GrammarNode) -> list[str]:
    """Write every way through the grammar from a node, without what leads to it; rows inside blocks are indented."""
    rows = ["..."] if node.text else []
    for words, behind in _alike(node.words):
        rows += [_before(words, row) for row in behind]
    if node.slot is not None:
        rows += [_before(_slot(node.slot), row) for row in _rows(node.slot)]
    if node.block is not None:
        inside = _rows(node.block)
        rows += [f"{{ {inside[0]} }}"] if len(inside) == 1 else ["{", *(f"    {row}" for row in inside), "}"]
    return rows or [""]


def _before(sign: str, row: str) -> str:
    return row if row[:1] == " " or row == "}" else f"{sign} {row}".rstrip()


def _alike(words: Mapping[str, GrammarNode]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield keywords with the rows behind them: those with the same rows together, as long as that stays short."""
    groups: dict[tuple[str, ...], list[str]] = {}
    for word, after in words.items():
        groups.setdefault(tuple(_rows(after)), []).append(word)
    for rows, group in groups.items():
        joined = ""
        for word in map(escape, group):
            alone = word[0] == "\\" or len(word) == 1
            if joined and (alone or len(joined) + len(word) > LONGEST_ALTERNATIVES):
                yield joined, rows
                joined = ""
            if alone:
                yield word, rows
            else:
                joined = f"{joined}|{word}" if joined else word
        if joined:
            yield joined, rows


def _slot(slot: GrammarNode) -> str:
    if slot.entity is None:
        return "**" if slot.listed else "*"
    mark = "" if not slot.entity.is_entry else "#" if slot.entity.keyed else "+"
    entry = "/" + slot.entry.name if slot.entry is not None else ""
    return f"<{mark}{slot.entity.name}{entry}>"
