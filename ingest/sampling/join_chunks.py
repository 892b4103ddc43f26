"""Joins short chunks, of one file or several, so that a sample is worth its call."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ingest.sampling.records import Chunk


def join_chunks(chunks: Sequence[Chunk], limit: int) -> list[Chunk]:
    """Join neighbouring chunks as long as they have no more than `limit` tokens together.

    A chunk that repeats the header of a block it continues begins a new one. The path is the first one's; every line
    knows its own.
    """
    joined: list[Chunk] = []
    for chunk in chunks:
        last = joined[-1] if joined else None
        if last is None or chunk.header or last.tokens + chunk.tokens > limit:
            joined.append(chunk)
            continue
        joined[-1] = replace(
            last,
            lines=(*last.lines, *chunk.lines),
            alike=last.alike + chunk.alike,
            tokens=last.tokens + chunk.tokens,
        )
    return joined
