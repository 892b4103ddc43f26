"""Finds clocks that differ: two devices log the same events of a link or session, always as far apart."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import median

from findings.log_records import match_any
from findings.words import LogWords, read_log_words
from graph_store.graph import ReadableGraph

LEAST = timedelta(seconds=5)
"""A smaller difference is how long it takes to notice, or to log."""
SPREAD = timedelta(seconds=3)
"""How much the differences of one pair of devices may vary."""
FEWEST = 3
"""Events that both ends must have logged."""
NEAR = timedelta(hours=13)
"""How far apart two records of one event may be: a clock in another zone, not another event."""
MOST_OWNERS = 10_000
_OWNERS = "MATCH (a:Entity)-[r:ADDRESS_OWNED_BY]->(b:Entity) WHERE r.value IN $values RETURN DISTINCT r.value, b.device"
_LINKS = (
    "MATCH (a:Entity)-[:IN_SUBNET]->(s:Subnet) WITH s, collect(DISTINCT [a.device, a.key]) AS ends "
    "WHERE size(ends) = 2 RETURN ends"
)


@dataclass(frozen=True, slots=True)
class ClockOffset:
    """`ahead` logs the same events `seconds` later than `behind`, or its clock is ahead by so much."""

    ahead: str
    behind: str
    seconds: int
    events: int

    def __str__(self) -> str:
        return (
            f"{self.ahead} logs {self.events} events {self.seconds:,} s later than {self.behind} at the other end: "
            "their clocks differ; times are shown as they were logged"
        )


def find_offsets(graph: ReadableGraph, records: Iterable[tuple[str, str, str]]) -> tuple[ClockOffset, ...]:
    """Compare the times of what two devices log of each other: device, time and message of each record, in order."""
    words = read_log_words()
    readings = [found for record in records if (found := _read(record, words))]
    owners = _owners(graph, {subject for _, _, subject, _ in readings})
    ends = _ends(graph) if readings else {}
    sides: dict[tuple[str, str, str], dict[str, list[datetime]]] = defaultdict(lambda: defaultdict(list))
    for device, time, subject, state in readings:
        other = owners.get(subject) or ends.get((device, subject), "")
        if other and other != device:
            one, two = sorted((device, other))
            sides[one, two, state][device].append(time)
    pairs: dict[tuple[str, str], list[float]] = defaultdict(list)
    for (one, two, _), times in sides.items():
        pairs[one, two] += _differences(times.get(one, []), times.get(two, []))
    return tuple(filter(None, (_offset(one, two, found) for (one, two), found in pairs.items())))


_Told = tuple[str, datetime, str, str]
"""Device, time, and which neighbor or interface went to which state."""


def _read(record: tuple[str, str, str], words: LogWords) -> _Told | None:
    device, time, message = record
    found = match_any((*words.neighbors, *words.links), message)
    if found is None or "state" not in found.groupdict():
        return None
    subject, state = (found["subject"] or "").rstrip(",;:. ").split(" ")[0], (found["state"] or "").lower()
    kept = "up" if state in words.up else "down" if state in words.down else ""
    try:
        moment = datetime.fromisoformat(time.replace("Z", "+00:00")).replace(tzinfo=None)
    except ValueError:
        return None
    return (device, moment, subject, kept) if kept and subject else None


def _owners(graph: ReadableGraph, subjects: Iterable[str]) -> dict[str, str]:
    """Return the device that owns each address; none where several do."""
    values = sorted(subjects)
    rows = graph.read(_OWNERS, {"values": values}, row_limit=MOST_OWNERS).rows if values else ()
    found: dict[str, set[str]] = defaultdict(set)
    for value, device in rows:
        found[str(value)].add(str(device))
    return {value: next(iter(devices)) for value, devices in found.items() if len(devices) == 1}


def _ends(graph: ReadableGraph) -> dict[tuple[str, str], str]:
    """Return the device at the other end of each interface, where the subnet has two ends."""
    found: dict[tuple[str, str], str] = {}
    for (pair,) in graph.read(_LINKS, row_limit=MOST_OWNERS).rows:
        (one, port), (two, other) = (map(str, end) for end in pair)  # type: ignore[union-attr, arg-type]
        if one != two:
            found[one, port], found[two, other] = two, one
    return found


def _differences(ones: Sequence[datetime], others: Sequence[datetime]) -> Iterator[float]:
    """Yield the seconds between records that are the same events: as many on both sides, in the same order."""
    if len(ones) == len(others):
        for one, other in zip(ones, others, strict=True):
            if abs(one - other) <= NEAR:
                yield (one - other).total_seconds()


def _offset(one: str, two: str, differences: Sequence[float]) -> ClockOffset | None:
    if len(differences) < FEWEST:
        return None
    middle = median(differences)
    steady = all(abs(each - middle) <= SPREAD.total_seconds() for each in differences)
    if not steady or abs(middle) < LEAST.total_seconds():
        return None
    ahead, behind = (one, two) if middle > 0 else (two, one)
    return ClockOffset(ahead, behind, round(abs(middle)), len(differences))
