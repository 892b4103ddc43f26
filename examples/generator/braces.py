"""Writes an indented outline as Junos text: with braces, or as `set` statements."""

from collections.abc import Sequence

from .documents import MarkedLine

STEP = 4


def braces(outline: Sequence[MarkedLine]) -> list[MarkedLine]:
    """Close each statement with `;` and each block with `}`; comment lines stay as they are."""
    written: list[MarkedLine] = []
    for index, line in enumerate(outline):
        depth = _depth(line)
        below = _depth(outline[index + 1]) if index + 1 < len(outline) else 0
        written.append(MarkedLine(_closed(line, depth, below), line.marks))
        written += [MarkedLine(" " * STEP * level + "}") for level in range(depth - 1, below - 1, -1)]
    return written


def set_statements(outline: Sequence[MarkedLine]) -> list[MarkedLine]:
    """Write one `set` statement per leaf; it carries the marks of the blocks it stands in."""
    written: list[MarkedLine] = []
    blocks: list[MarkedLine] = []
    for index, line in enumerate(outline):
        if _is_comment(line):
            continue
        del blocks[_depth(line) :]
        blocks.append(line)
        if index + 1 == len(outline) or _depth(outline[index + 1]) <= _depth(line):
            words = " ".join(_statement(block) for block in blocks)
            written.append(MarkedLine(f"set {words}", tuple(m for b in blocks for m in b.marks)))
    return written


def _depth(line: MarkedLine) -> int:
    return (len(line.text) - len(line.text.lstrip())) // STEP


def _closed(line: MarkedLine, depth: int, below: int) -> str:
    if _is_comment(line):
        return line.text
    statement, space, comment = line.text.partition(" ## ")
    return f"{statement} {{" if below > depth else f"{statement};{space}{comment}"


def _statement(line: MarkedLine) -> str:
    return line.text.partition(" ## ")[0].strip()


def _is_comment(line: MarkedLine) -> bool:
    return line.text.lstrip().startswith(("/*", "#"))
