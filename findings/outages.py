"""Reads from logs when interfaces, neighbors and tunnels went down, and when they came up again.

What a message says of a state is in words.toml, under [logs].
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from findings.endings import seconds_between
from findings.facts import plain_name
from findings.log_records import LogReader, RecordCount

MOST_CHANGES = 20_000
ChangingKind = Literal["interface", "neighbor", "tunnel"]


@dataclass(frozen=True, slots=True)
class StateChange:
    """A record that says that something went up or down; `line` is the id of its line, `time` is in UTC.

    `state` is "up", "down", or "off" where somebody switched it off.
    """

    what: ChangingKind
    device: str
    subject: str
    state: str
    time: str
    line: int
    form: str
    """The template of the record: two records about one event have two."""


@dataclass(frozen=True, slots=True)
class Outage:
    """What was down from one record to another; without `up` no later record says that it came up.

    `times` is how often its first record was written, at different times, before it came up.
    """

    down: StateChange
    up: StateChange | None
    times: int = 1

    @property
    def lines(self) -> tuple[int, ...]:
        """Return the ids of the lines that tell of it."""
        return tuple(one.line for one in (self.down, self.up) if one)

    @property
    def seconds(self) -> float:
        """Return how long it was, as far as that is known."""
        return seconds_between(self.down.time, self.up.time if self.up else "")


def read_changes(
    logs: LogReader, where: str = "true", values: Mapping[str, object] | None = None
) -> list[StateChange]:
    """Read the records of a graph that say that something went up or down, in order; `where` is about a `node`.

    No more than MOST_CHANGES are read of each template.
    """
    words, of = logs.words, (where, values or {}, MOST_CHANGES)
    kinds: tuple[tuple[ChangingKind, Iterator[RecordCount]], ...] = (
        ("interface", logs.each(words.links, *of)),
        ("neighbor", logs.each(words.neighbors, *of)),
        ("tunnel", logs.each(words.tunnels, *of)),
        ("tunnel", logs.each_of_properties(words.tunnel_properties, *of)),
    )
    found = [
        StateChange(what, one.device, one.subject, one.state, one.first, one.first_line, one.form)
        for what, records in kinds
        for one in records
        if one.state in ("up", "down", "off")
    ]
    return sorted(found, key=lambda one: (one.time, one.line))


def pair_changes(changes: Iterable[StateChange]) -> list[Outage]:
    """Tell the outages of each subject, in order: from its first record of being down to the last of being up.

    As many records of being up belong to one outage as there were of being down: of the link, and of its protocol.
    """
    by_subject: dict[tuple[str, str], list[StateChange]] = defaultdict(list)
    for one in changes:
        by_subject[one.device, plain_name(one.subject)].append(one)
    outages = [outage for several in by_subject.values() for outage in _of_subject(several)]
    return sorted(outages, key=lambda one: (one.down.time, one.down.line))


def _of_subject(changes: Sequence[StateChange]) -> Iterator[Outage]:
    down: list[StateChange] = []
    ups: list[StateChange] = []
    for one in changes:
        if one.state == "up":
            if down and len(ups) < len({each.form for each in down}):
                ups.append(one)
        elif ups or not down:
            yield from _closed(down, ups)
            down, ups = [one], []
        else:
            down.append(one)
    yield from _closed(down, ups)


def _closed(down: Sequence[StateChange], ups: Sequence[StateChange]) -> Iterator[Outage]:
    if down:
        times = len({one.time for one in down if one.form == down[0].form})
        yield Outage(down[0], ups[-1] if ups else None, times)
