"""Cuts a document into units: the records of a log, the outermost blocks of a configuration."""

from __future__ import annotations

from collections.abc import Sequence

from graph_store.records import SourceLine
from ingest.records import Kind
from ingest.sampling.find_blocks import find_blocks


def split_units(lines: Sequence[SourceLine], kind: Kind) -> list[tuple[SourceLine, ...]]:
    """Return the units of one document in order; every line is in exactly one.

    A record has its continuation lines with it, a block all that is inside and what closes it. In a flat
    configuration a unit is a run of lines that share their first three words.
    """
    return [block.lines for block in find_blocks(lines, kind)]
