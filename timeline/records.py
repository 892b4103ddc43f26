"""What a timeline has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, get_args

from graph_store.records import SourceLine

if TYPE_CHECKING:
    from timeline.clocks import ClockOffset

Kind = Literal["change", "record", "state", "finding"]
KINDS: tuple[Kind, ...] = get_args(Kind)
"""In the order of rows of one time."""


@dataclass(frozen=True, slots=True)
class TimelineEntry:
    """What happened from `time` to `last` (UTC, ISO 8601), as the device's clock said; `lines` show it.

    `count` records or changes are gathered in it; `left_out` counts those before it that are not shown. Rows with a
    higher `weight` tell more.
    """

    time: str
    last: str
    device: str
    kind: Kind
    text: str
    lines: tuple[SourceLine, ...]
    count: int = 1
    weight: float = 1.0
    left_out: int = 0


@dataclass(frozen=True, slots=True)
class Timeline:
    """What happened, in order. `left_out` counts what is not shown, `undated` the records without a time.

    `clocks` are the offsets between devices that both ends' records of the same events show. `cut`: there are more
    records than were looked at.
    """

    entries: tuple[TimelineEntry, ...]
    devices: tuple[str, ...] = ()
    left_out: int = 0
    undated: int = 0
    clocks: tuple[ClockOffset, ...] = ()
    cut: bool = False


def count_kinds(entries: Iterable[TimelineEntry]) -> str:
    """Count what the rows hold: "1 change, 14 records, 2 findings"."""
    counts: Counter[str] = Counter()
    for one in entries:
        counts[one.kind] += one.count
    return ", ".join(
        f"{counts[kind]:,} {kind}{'s' if counts[kind] > 1 else ''}" for kind in KINDS if counts[kind]
    )
