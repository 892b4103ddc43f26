"""Cuts a file into blocks for different workers, at the places where one process would cut it into batches."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

from ingest.find_tail import whole_span
from ingest.read_lines import WHOLE, InputFile, Span, line_ends, read_lines
from ingest.records import Kind
from ingest.split_batches import split_batches
from ingest.text_encoding import encoding_of, read_head

BLOCK_BYTES = 2 << 20
BLOCK_LINES = 20_000
CUT_BYTES = 64 << 20
"""So much of a file is cut in one go: the first blocks are parsed while the next are looked for."""
SHORT_LINE = 20
"""Bytes of a short line: for how many lines a small file is counted, as nobody counts them beforehand."""


@dataclass(frozen=True, slots=True)
class FileBlock:
    """A part of a document: where it is, and how many lines and batches it has; `position` is its first batch's."""

    span: Span
    lines: int
    batches: int = 0
    position: int = 0

    @property
    def end(self) -> int:
        """The byte behind it."""
        return self.span.start + (self.span.bytes or 0)


def only_block(file: InputFile, kind: Kind, size: int, block_bytes: int) -> FileBlock | None:
    """Return a file's only block: a small one, a configuration, or one of which only the whole is a span; else None."""
    span = whole_span(file, size)
    whole = kind == "configuration" or size <= block_bytes or span is WHOLE
    if not whole and encoding_of(read_head(file.location)) == "utf-8":
        return None
    return FileBlock(span, size // SHORT_LINE + 1)


def cut_blocks(
    file: InputFile, kind: Kind, size: int, block_bytes: int, after: FileBlock | None = None
) -> tuple[FileBlock, ...]:
    """Cut the next part of a file, behind the block `after`. Raises UnreadableInput."""
    start, number, position = 0, 1, 0
    if after is not None:
        start, number = after.end, after.span.first_number + after.lines
        position = after.position + after.batches
    span = Span(start, size - start, number)
    ends = line_ends(file, span)
    blocks: list[FileBlock] = []
    lines = batches = 0
    for batch in split_batches(read_lines(file, span), kind):
        end = next(islice(ends, len(batch) - 1, None))
        lines, batches = lines + len(batch), batches + 1
        if end - start >= block_bytes or lines >= BLOCK_LINES or end == size:
            blocks.append(FileBlock(Span(start, end - start, number), lines, batches, position))
            start, number, position = end, number + lines, position + batches
            lines = batches = 0
            if end - span.start >= CUT_BYTES:
                break
    if lines:  # the file was cut short meanwhile
        blocks.append(FileBlock(Span(start, end - start, number), lines, batches, position))
    return tuple(blocks)
