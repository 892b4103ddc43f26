"""Events of the sample's week, and how a syslog server writes them down."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random

from .documents import Document, MarkedLine

WEEK_START = datetime(2025, 11, 3)
WEEK_DAYS = 5
WEEK_END = WEEK_START + timedelta(days=WEEK_DAYS)
HASTE_HOURS = (7, 7, 8, 8, 8, 9, 10, 11, 12, 13, 14, 15, 16, 16, 17, 17, 18, 20, 22, 5)


@dataclass(frozen=True, slots=True)
class Event:
    """Something that a device or a server reported, in UTC."""

    time: datetime
    host: str
    text: str
    marks: tuple[str, ...] = ()


def syslog_document(path: str, events: Iterable[Event]) -> Document:
    """Write events in the order of their time, as RFC 3164 has it: without a year."""
    ordered = sorted(events, key=lambda event: event.time)
    return Document(path, tuple(MarkedLine(_syslog_line(event), event.marks) for event in ordered))


def _syslog_line(event: Event) -> str:
    return f"{event.time:%b} {event.time.day:>2} {event.time:%H:%M:%S} {event.host} {event.text}"


def working_time(random: Random, day: int) -> datetime:
    """Pick a moment of a day on which people work; most fall into the two rush hours."""
    seconds = random.choice(HASTE_HOURS) * 3600 + random.randrange(3600)
    return WEEK_START + timedelta(days=day, seconds=seconds)


def seconds(count: float) -> timedelta:
    return timedelta(seconds=count)
