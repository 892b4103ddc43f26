"""The statements of a configuration, whatever its style, for who reads them without a parser's tables."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from reading.by_words import MENU, MENU_AND_VERB, are_paths
from reading.grammar import GrammarNode
from reading.nested.say_pieces import statements_of
from reading.statements import Statement
from reading.styles import nested_style

COMMENT = re.compile(r"\s*(?:!|#|/\*.*\*/\s*$|--+\s*$)")
EDITED = re.compile(r"\s*(?:config \S|edit \S|next\s*$)")
CLOSED = re.compile(r"\s*(?:next|end)\s*$")
NESTED = ("json", "xml")
MOST, BLOCKS = 0.6, 0.15
"""Shares of the lines that tell a style: of those that open alike, and of those that open or close blocks."""


def tree_style(lines: Sequence[str]) -> str:
    """Tell how a configuration of statements marks its blocks: json, xml, set, menus, edit, braces or indented."""
    nested = nested_style(lines) if next(filter(str.strip, lines), "").lstrip()[:1] in ("{", "<") else ""
    if nested in NESTED:
        return nested
    texts = [line for line in lines if line.strip() and not COMMENT.match(line)]
    most = max(1, len(texts))
    if are_paths(texts):
        return "set"
    if any(line[0] == "/" for line in texts) and sum(map(_is_menu, texts)) > most * MOST:
        return "menus"
    if sum(bool(EDITED.match(line)) for line in texts) > most * BLOCKS and any(map(CLOSED.match, texts)):
        return "edit"
    if sum(line.rstrip().endswith(("{", "}")) for line in texts) > most * BLOCKS:
        return "braces"
    return "indented"


def _is_menu(line: str) -> bool:
    return bool(MENU.match(line) or MENU_AND_VERB.match(line)) or line.startswith(("add ", "set "))


def read_tree(
    lines: Sequence[str], path_grammar: Callable[[Sequence[str]], GrammarNode | None] | None = None
) -> tuple[str, list[Statement]]:
    """Return the style of a configuration, and its statements; those inside others are their children.

    A statement has its lines (`first` to `last`, from 0), `text()`, `negated`, `inactive`, `comment`, and in `body` the
    text over several lines that it opens. One without tokens only closes a block. A path that says several things is
    cut by the grammar that `path_grammar` has for the lines.
    """
    style = tree_style(lines)
    grammar = path_grammar(lines) if path_grammar and style == "set" else None
    return style, statements_of(list(lines), style, grammar=grammar)


def walk(
    statements: Sequence[Statement], around: tuple[Statement, ...] = ()
) -> Iterator[tuple[tuple[Statement, ...], Statement]]:
    """Yield every statement that says something, in the order of the file, behind those that it stands in."""
    for statement in statements:
        if statement.tokens and not statement.comment:
            yield around, statement
            yield from walk(statement.children, (*around, statement))
