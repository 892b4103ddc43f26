"""Reads lines of options (`-A IN --port 80`) into pieces, under sections (`*name`) and declared names (`:name`)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from reading.nested.pieces import NestedValue, plain
from reading.nested.read_sections import (
    list_piece,
    listed,
    value_piece,
    whole_lines,
)

OPTION = re.compile(r"(--?[A-Za-z][\w-]*)(?:=(.*))?$")
OPTION_LINE = re.compile(r"(?:[a-z][\w./-]*\s+){0,2}(?:!\s+)?--?[A-Za-z][\w-]*(?:[\s=]|$)")
DECLARED = re.compile(r"([*:])\s*+([\w.-]++)\s*+(.*)$")
MOST_OPTIONS = 0.75
OPTION_WORD = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'[^']*'|\S+")


def read_options(lines: Sequence[str]) -> NestedValue:
    """Read each line of options as a rule, in order; a rule names its chain first where that is declared."""
    top = home = NestedValue(0)
    chains: set[str] = set()
    for text, first, last in whole_lines(lines):
        said = text.strip()
        declared = DECLARED.match(said)
        if said[0] == "#":
            top.notes.append((first, said.strip("# ")))
        elif declared and declared.group(1) == "*":
            home, chains = NestedValue(first, name=declared.group(2)), set()
            listed(top, "section", first).inside.append((None, first, home))
        elif declared:
            chains.add(declared.group(2))
            listed(home, "chain", first).inside.append(
                (None, first, chain(declared.group(2), declared.group(3), first))
            )
        elif OPTION_LINE.match(said):
            listed(home, "rule", first).inside.append((None, first, rule(said, first, last, chains)))
        elif re.match(r"[A-Z]+$", said):
            home.last = last
            home.inside.append(("", first, NestedValue(first, "")))
    top.notes = [note for note in top.notes if note[1]]
    return top


def are_options(lines: Sequence[str]) -> bool:
    """True where most lines are options, or declare names."""
    said = [line.strip() for line in lines if line.strip() and line.strip()[0] not in "#;"]
    options = sum(1 for text in said if OPTION_LINE.match(text))
    declared = sum(1 for text in said if DECLARED.match(text))
    return bool(options or declared > 2) and options + declared >= max(MOST_OPTIONS * len(said), 3)


def chain(name: str, rest: str, number: int) -> NestedValue:
    """Make the piece of a declared name: its policy, and what is counted in brackets."""
    piece = NestedValue(number, name=name)
    for word in rest.split():
        if word != "-":
            key = "counted" if word[0] == "[" else "policy"
            piece.inside.append((key, number, value_piece(word.strip("[]"), number, number)))
    return piece


def rule(said: str, first: int, last: int, chains: set[str]) -> NestedValue:
    """Make the piece of one line: each option with the words behind it, with a `!` where one is before the option."""
    piece = NestedValue(first, last=last)
    piece.nameless = True
    found: dict[str, list[str]] = {}
    name, negated, off = "", False, set[str]()
    for word in OPTION_WORD.findall(said):
        option = OPTION.match(word)
        if word == "!":
            name, negated = "", True
        elif option:
            name = option.group(1).lstrip("-")
            found.setdefault(name, []).extend(filter(None, [option.group(2)]))
            if negated:
                off.add(name)
            negated = False
        else:
            found.setdefault(name or "command", []).append(word)
    for at, (key, words) in enumerate(found.items()):
        words = [f"!{plain(word)}" for word in words] if key in off else words
        key = "chain" if at == 0 and words and words[0] in chains else key
        if len(words) > 1:
            inner = list_piece([plain(word).replace(" ", "_") for word in words], first, first)
        else:
            inner = value_piece(words[0], first, last) if words else NestedValue(first, "true", literal=True)
        piece.inside.append((key, first, inner))
    return piece
