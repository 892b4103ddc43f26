"""Reads statements whose blocks are marked by words: config/edit/set/next/end, menus with their fields, set paths."""

from __future__ import annotations

import re
from collections.abc import Sequence

from reading.closed_blocks import COMMENT_SIGNS
from reading.escapes import undo_of_style
from reading.grammar import GrammarNode
from reading.inheritance import inherit_ranges
from reading.several import cut_path
from reading.statements import DEEPEST, Statement
from reading.taken_back import take_back, take_back_commands, take_back_paths
from reading.tokens import tokenize
from reading.whole_lines import whole_lines

OPENERS, CLOSERS = ("config", "edit"), ("next", "end")
MENU = re.compile(r"/[a-z][^=]*$")
MENU_AND_VERB = re.compile(r"(/[a-z][a-z0-9 -]*?) ((?:add|set|remove|enable|disable|move|print|export)\b.*)$")
PATH_VERBS = ("set", "delete", "deactivate", "activate", "protect", "/configure")
OFF = ("delete", "deactivate")
MOST_PATHS = 0.6
"""Such a share of the lines that say something, where a configuration is written as paths."""
GOES_ON = "\\"


def read_edited(lines: Sequence[str]) -> list[Statement]:
    """Build the tree of `config`, `edit`, `set`, `next` and `end`; statements are without these words.

    An `end` closes a `config`, and an `edit` in it that no `next` has closed.
    """
    root = _statement("", 0)
    stack, openers = [root], [""]
    for first, last, text in whole_lines(enumerate(lines)):
        word, _, rest = text.partition(" ")
        if text[0] in COMMENT_SIGNS:
            stack[-1].children.append(_comment(text, first))
        elif word in CLOSERS and not rest:
            if len(stack) > 1:
                stack[-1].children.append(Statement([], first))
                is_open = word == "end" and openers[-1] == "edit" and len(stack) > 2
                for _ in range(2 if is_open else 1):
                    stack.pop()
                    openers.pop()
        else:
            statement = _statement(
                rest.strip() if word in (*OPENERS, "set", "unset") and rest else text, first
            )
            statement.negated, statement.last = word == "unset", last
            stack[-1].children.append(statement)
            if word in OPENERS and rest:
                stack.append(statement if len(stack) < DEEPEST else stack[-1])
                openers.append(word)
    take_back(root.children, "edit")
    return root.children


def read_menus(lines: Sequence[str]) -> list[Statement]:
    """Build the tree of menus (`/ip address`) over their commands (`add address=10.0.0.1/30`).

    A line that ends with a backslash goes on in the next.
    """
    menus: list[Statement] = []
    first, begun = 0, ""
    for number, line in enumerate(lines):
        first = first if begun else number
        text = begun + undo_of_style(line.strip(), "menus")
        if text.endswith(GOES_ON) and number + 1 < len(lines):
            begun = text[:-1]
            continue
        begun = ""
        if not text:
            continue
        if text[0] in COMMENT_SIGNS:
            menus.append(_comment(text, first))
            continue
        both = MENU_AND_VERB.match(text)
        if both or MENU.match(text):
            menus.append(_statement((both[1] if both else text).strip("/ ").replace("/", " "), first))
            text = both[2] if both else ""
        if text:
            command = _statement(text, first)
            command.last = number
            owners = [each for each in menus if not each.comment]
            (owners[-1].children if owners else menus).append(command)
    take_back_commands(menus)
    return menus


def are_paths(lines: Sequence[str]) -> bool:
    """Tell whether a configuration is written as one path a line, behind `set` and words like it."""
    texts = [line for line in lines if line.strip() and line.strip()[0] not in COMMENT_SIGNS]
    begun = (line[0] != " " and line.split()[0] in PATH_VERBS and " " in line.strip() for line in texts)
    return sum(begun) > max(1, len(texts)) * MOST_PATHS


def read_paths(lines: Sequence[str], grammar: GrammarNode | None = None) -> list[Statement]:
    """Read one path a line, without the word that opens it; what `deactivate` or `delete` names is inactive.

    A line that says several things, as a grammar knows them, is as many paths.
    """
    verbs, statements = list[str](), list[Statement]()
    for first, last, text in whole_lines(enumerate(lines)):
        word, _, rest = text.partition(" ")
        if text[0] in COMMENT_SIGNS:
            statements.append(_comment(text, first))
        else:
            statements.append(_statement(rest.strip() if word in PATH_VERBS and rest else text, first))
            statements[-1].inactive = statements[-1].marked = word in OFF
        statements[-1].last = last
        if grammar is not None and word == PATH_VERBS[0]:
            statements[-1:] = cut_path(statements[-1], grammar)
        verbs += [word] * (len(statements) - len(verbs))
    found = take_back_paths(list(zip(verbs, statements, strict=True)))
    inherit_ranges(found)
    return found


def _statement(text: str, number: int) -> Statement:
    statement = Statement(tokenize(text), number)
    statement.raw = statement.said = text
    return statement


def _comment(text: str, number: int) -> Statement:
    return Statement([text.lstrip(COMMENT_SIGNS + " ")], number, comment=True)


READERS = {"edit": read_edited, "menus": read_menus}
"""By the names of the styles."""
