"""Masks lines that are secret only by the block they stand in, where they are shown without it. Reads the graph."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from agent.records import Outcome
from agent.secrets.mask_secrets import SecretMask, graph_secrets
from graph_store.graph import ReadableGraph
from graph_store.records import Cell, SourceLine
from language_model.redact import Redactor, may_be_of_block

BEFORE = 200
"""Lines read before one: a key of 8,192 bits has 100, a certificate as a dump no more than that."""


MOST = 50
"""Lines whose block is looked at; further ones that may be of a block are taken for secrets."""


LINES = """\
MATCH (d:Document {path: $path, state: 'ready'})
UNWIND $numbers AS number
MATCH (l:Line {id: d.serial * 4294967296 + number})
RETURN l.number AS number, l.text AS text ORDER BY number"""


def mask_blocks(
    lines: Sequence[SourceLine], graph: ReadableGraph, redactor: Redactor
) -> tuple[SourceLine, ...]:
    """Mask those lines that are secret by what stands before them; the others stay as they are. Raises GraphError."""
    suspects = [line for line in dict.fromkeys(lines) if may_be_of_block(line.text)]
    masked = {line: replace(line, text=redactor.hide(line.text.strip())) for line in suspects[MOST:]}
    looked_at = suspects[:MOST]
    for path in dict.fromkeys(line.path for line in looked_at):
        before = {
            line: range(max(1, line.number - BEFORE), line.number) for line in looked_at if line.path == path
        }
        numbers = tuple(sorted({number for window in before.values() for number in window}))
        texts = read_texts(path, numbers, graph, BEFORE * MOST) if numbers else {}
        for line, window in before.items():
            block = [texts[number] for number in window if number in texts]
            masked[line] = replace(line, text=redactor.lines([*block, line.text])[-1])
    return tuple(masked.get(line, line) for line in lines)


def mask_lines(
    lines: Sequence[SourceLine],
    graph: ReadableGraph,
    *,
    show_secrets: bool,
    redactor: Redactor | None = None,
) -> tuple[SourceLine, ...]:
    """Mask what is secret by itself or by what stands before it. Raises GraphError.

    With one `redactor` for several calls, a secret has the same stand-in in all of them.
    """
    if show_secrets:
        return tuple(lines)
    redactor = redactor or Redactor()
    texts = redactor.lines([line.text for line in mask_blocks(lines, graph, redactor)])
    return tuple(replace(line, text=text) for line, text in zip(lines, texts, strict=True))


def mask_outcome(outcome: Outcome, graph: ReadableGraph, *, show_secrets: bool) -> Outcome:
    """Mask the rows of a query and their lines, as above, and every value that the graph holds as a secret.

    Raises GraphError.
    """
    if show_secrets or not outcome.rows:
        return SecretMask(show_secrets).shown(outcome)
    mask = SecretMask(known=partial(graph_secrets, graph, logs=True))
    return mask.shown(mask_rows(outcome, graph, mask.redactor))


def mask_rows(outcome: Outcome, graph: ReadableGraph, redactor: Redactor) -> Outcome:
    """Mask such lines in rows, and the cells that hold their text. Raises GraphError."""
    lines = tuple(dict.fromkeys(line for row in outcome.rows for line in row.lines))
    masked = dict(zip(lines, mask_blocks(lines, graph, redactor), strict=True))
    texts = {line.text: new.text for line, new in masked.items() if new != line}
    if not texts:
        return outcome
    rows = tuple(
        replace(
            row,
            values={name: _cell(cell, texts) for name, cell in row.values.items()},
            lines=tuple(masked[line] for line in row.lines),
        )
        for row in outcome.rows
    )
    return replace(outcome, rows=rows)


def read_texts(path: str, numbers: tuple[int, ...], graph: ReadableGraph, most: int) -> dict[int, str]:
    """Read lines of a document by their numbers, ascending. Raises GraphError."""
    rows = graph.read(LINES, {"path": path, "numbers": numbers}, row_limit=most).rows
    return {int(str(number)): str(text) for number, text in rows}


def _cell(cell: Cell, texts: Mapping[str, str]) -> Cell:
    if isinstance(cell, str):
        return texts.get(cell, cell)
    if isinstance(cell, Mapping):
        return {name: _cell(one, texts) for name, one in cell.items()}
    if isinstance(cell, Sequence):
        return tuple(_cell(one, texts) for one in cell)
    return cell
