"""What a parser found, once it has been checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from graph_store.records import Value


class RawRecord(NamedTuple):
    """One record of a parser; `lines` are inclusive ranges of 0-based indices into the list it was given."""

    type: str
    values: Mapping[str, Value]
    lines: tuple[tuple[int, int], ...]
    children: tuple[RawRecord, ...] = ()
