"""Reads a configuration of indentation style as statements, each with the statements that enclose it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Statement:
    """One line without indentation; `above` are the statements that enclose it, outermost first."""

    number: int
    text: str
    above: tuple[Statement, ...] = ()

    def match(self, pattern: str) -> re.Match[str] | None:
        """Match the whole text."""
        return re.fullmatch(pattern, self.text)


@dataclass(frozen=True, slots=True)
class Block:
    """A top-level statement and all statements in it, of any depth."""

    head: Statement
    body: tuple[Statement, ...]


def read_blocks(texts: Sequence[str]) -> list[Block]:
    """Group the lines; blank lines and those of `!` state nothing, but a line of `!` ends what is deeper."""
    blocks: list[tuple[Statement, list[Statement]]] = []
    open_ones: list[tuple[int, Statement]] = []
    for number, raw in enumerate(texts, start=1):
        text = " ".join(raw.split())
        if not text:
            continue
        indent = len(raw) - len(raw.lstrip())
        open_ones = [(depth, each) for depth, each in open_ones if depth < indent]
        if text.startswith("!"):
            continue
        statement = Statement(number, text, tuple(each for _, each in open_ones))
        open_ones.append((indent, statement))
        if statement.above and blocks:
            blocks[-1][1].append(statement)
        else:
            blocks.append((statement, []))
    return [Block(head, tuple(body)) for head, body in blocks]
