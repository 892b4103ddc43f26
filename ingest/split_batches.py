"""Cuts a document into what the sandbox gets: a configuration whole, a log where a record starts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from graph_store.records import SourceLine
from ingest.read_times import find_time
from ingest.records import Kind

BATCH_CHARACTERS = 128 * 1024
MOST_CHARACTERS = 4 * BATCH_CHARACTERS
LONG_CHARACTERS = BATCH_CHARACTERS // 2


def split_batches(lines: Iterable[SourceLine], kind: Kind) -> Iterator[tuple[SourceLine, ...]]:
    """Yield the lines in batches of about 128 KiB; parsing does not depend on where a log is cut.

    A log is cut only before a line that begins a record: one that is not indented and, where the log has
    time stamps, has one. After 512 KiB without such a line it is cut all the same. A record that begins with a very
    long line stands in a batch of its own: where the parser fails on it, it fails on nothing else.
    """
    batch: list[SourceLine] = []
    size = 0
    for line in lines:
        long = len(line.text) >= LONG_CHARACTERS or (batch and len(batch[0].text) >= LONG_CHARACTERS)
        full = kind != "configuration" and (size >= BATCH_CHARACTERS or (long and size > 0))
        if full and (kind == "text" or begins_record(line.text) or size >= MOST_CHARACTERS):
            yield tuple(batch)
            batch, size = [], 0
        batch.append(line)
        size += len(line.text) + 1
    if batch:
        yield tuple(batch)


def begins_record(text: str) -> bool:
    """True for a line that looks like the first of a log record."""
    return bool(text) and not text[0].isspace() and (text[0] == "{" or find_time(text[:120]) is not None)
