"""Shows log records as tables: the kinds with their counts, and what their fields hold. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from agent.records import COUNT, FIRST, LAST, AnswerTable
from agent.render.draft import column_words
from findings.log_forms import NO_SEVERITY
from graph_store.records import Cell, SourceLine
from reading.spoken_names import label_words, record_words
from timeline.show_timeline import show_time

_LETTERS = re.compile(r"[A-Za-z]{2}")
MANY_VALUES = 6
"""A template without letters, or of so many values without a blank (CSV), is of values alone: its type says more."""
LONGEST_MESSAGE = 160
MOST_VALUES = 5
MOST_FIELDS = 6
MOST_GROUPS = 12
MOST_DEVICES = 3


@dataclass(frozen=True, slots=True)
class RecordGroup:
    """Log records of one template, and the devices that they are of; `ids` are of the first and the last line.

    `severity` is that of the worst, as RFC 5424 numbers it, where the records say one; `message` what all of them say.
    `zone` is written behind the times.
    """

    label: str
    template: str
    devices: tuple[str, ...]
    count: int
    first: str
    last: str
    ids: tuple[int, ...] = ()
    severity: int = NO_SEVERITY
    message: str = ""
    zone: str = ""


def table_of_groups(
    groups: Sequence[RecordGroup],
    total: int,
    title: str,
    lines: Mapping[int, SourceLine],
    devices: Sequence[str],
) -> AnswerTable:
    """Show kinds of records: how many, from when to when, on which devices, where not all are of the one asked for.

    A kind whose records all say the same is shown by what they say.
    """
    rows: list[dict[str, Cell]] = [
        {
            COUNT: one.count,
            "record": _says(one),
            FIRST: show_time(one.first) + one.zone * bool(one.first),
            LAST: show_time(one.last) + one.zone * bool(one.last),
            "device": _listed(one.devices),
        }
        for one in groups
    ]
    left_out = {LAST} if all(row[FIRST] == row[LAST] for row in rows) else set()
    left_out |= {"device"} if len(devices) == 1 else set()
    columns = [name for name in (COUNT, "record", FIRST, LAST, "device") if name not in left_out]
    return AnswerTable(
        title,
        tuple(columns),
        tuple(tuple(row[name] for name in columns) for row in rows),
        total,
        tuple(tuple(lines[key] for key in one.ids if key in lines) for one in groups),
    )


def _says(one: RecordGroup) -> str:
    """Name a kind of records by what all of them say, else by their template; one of values alone by its type."""
    if one.message and len(one.message) <= LONGEST_MESSAGE and "<*>" in one.template:
        return record_words(one.message)
    is_a_row = one.template.count("<*>") >= MANY_VALUES and len(one.template.split()) == 1
    is_of_values = is_a_row or not _LETTERS.search(one.template)
    return label_words(one.label) if is_of_values else record_words(one.template)


def _listed(devices: Sequence[str]) -> str:
    more = f" +{len(devices) - MOST_DEVICES}" if len(devices) > MOST_DEVICES else ""
    return ", ".join(devices[:MOST_DEVICES]) + more


def table_of_fields(
    values: Mapping[str, Counter[str]], read: int, total: int, named: Collection[str] = ()
) -> AnswerTable | None:
    """Show the commonest values of each field with their counts; fields with one value come last, but named ones.

    Of more than MOST_FIELDS, the last ones are left out.
    """
    rows: list[tuple[Cell, ...]] = []
    constant: list[tuple[Cell, ...]] = []
    for name, counts in values.items():
        known = {value: count for value, count in counts.items() if value}
        if not known or (max(known.values()) < 2 and len(known) > MOST_VALUES):
            continue
        top = sorted(known.items(), key=lambda pair: (-pair[1], pair[0]))[:MOST_VALUES]
        told = ", ".join(f"{value[:40]} \u00d7{count:,}" for value, count in top)
        (rows if len(known) > 1 or name in named else constant).append((column_words(name), len(known), told))
    rows = [*rows, *constant][:MOST_FIELDS]
    if not rows:
        return None
    part = "" if read == total else f" among {read:,} records"
    columns = ("field", "values", "commonest")
    return AnswerTable(f"what varies{part}", columns, tuple(rows), len(rows), ((),) * len(rows))


def table_of_counts(
    grouped: Counter[tuple[str, ...]], named: Sequence[str], with_device: bool
) -> AnswerTable | None:
    """Show how many records each device has of each value of the fields that the question names."""
    if not with_device:
        whole, grouped = grouped, Counter()
        for key, count in whole.items():
            grouped[key[1:]] += count
    if len(grouped) < 2:
        return None
    top = sorted(grouped.items(), key=lambda pair: (-pair[1], pair[0]))[: 2 * MOST_GROUPS]
    head = (COUNT, *(["device"] if with_device else []), *map(column_words, named), "record")
    return AnswerTable(
        f"counted by {', '.join(head[1:-1])}",
        head,
        tuple((count, *key) for key, count in top),
        len(grouped),
        ((),) * len(top),
    )
