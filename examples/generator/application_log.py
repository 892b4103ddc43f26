"""The log of the fares application: requests, jobs, and the timeouts that the blocked database causes."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, timezone
from random import Random

from .documents import Document, MarkedLine
from .events import WEEK_DAYS, WEEK_START, Event, seconds, working_time
from .faults import BLOCKED_HOST, BLOCKED_PORT
from .incidents import APPLICATION_HOSTS

ZONE = timezone(timedelta(hours=1))
REQUESTS_A_DAY = 60
PAYMENTS_A_DAY = 8
TIMEOUT_MS = 5000
TRACE_EVERY = 20
PATHS = ("/v1/quotes", "/v1/quotes", "/v1/quotes", "/v1/tickets", "/v1/stations", "/v1/passes")
JOBS = ("refresh-tariffs", "purge-baskets", "export-sales")
DATABASES = ("10.20.20.15", BLOCKED_HOST)


def application_document(path: str, attempts: list[tuple[datetime, str]], random: Random) -> Document:
    events = [*_ordinary(random), *_failures(attempts, random)]
    ordered = sorted(events, key=lambda event: event.time)
    return Document(path, tuple(line for event in ordered for line in _lines(event)))


def _lines(event: Event) -> Iterator[MarkedLine]:
    """Write the event's first line with its time; the lines of a stack trace follow bare."""
    local = event.time.replace(tzinfo=UTC).astimezone(ZONE)
    first, *rest = event.text.split("\n")
    stamp = local.isoformat(timespec="milliseconds")
    level, component, message = first.split(" ", 2)
    yield MarkedLine(f"{stamp} {level:<5} [{component}] host={event.host} {message}", event.marks)
    yield from (MarkedLine(text) for text in rest)


def _ordinary(random: Random) -> Iterator[Event]:
    for day in range(WEEK_DAYS):
        for _ in range(REQUESTS_A_DAY):
            yield _request(_moment(random, day), random)
        for _ in range(PAYMENTS_A_DAY):
            yield _payment(_moment(random, day), random)
        yield from _jobs(day, random)


def _moment(random: Random, day: int) -> datetime:
    return working_time(random, day) + timedelta(milliseconds=random.randrange(1000))


def _request(time: datetime, random: Random) -> Event:
    path = random.choice(PATHS)
    method = "POST" if path == "/v1/tickets" else "GET"
    status = random.choice((200,) * 24 + (404,)) if method == "GET" else 201
    latency = random.randrange(12, 140)
    text = f"request_id={_hex(random)} method={method} path={path} status={status} latency_ms={latency}"
    marks = ("request", f"request {path}", f"status {status}", f"latency {latency}")
    return Event(time, random.choice(list(APPLICATION_HOSTS)), f"INFO fares.api {text}", marks)


def _payment(time: datetime, random: Random) -> Event:
    text = f"request_id={_hex(random)} payment authorised amount_cents={random.randrange(180, 9000, 10)}"
    return Event(time, random.choice(list(APPLICATION_HOSTS)), f"INFO fares.payments {text}", ("payment",))


def _jobs(day: int, random: Random) -> Iterator[Event]:
    for index, job in enumerate(JOBS):
        start = WEEK_START + timedelta(days=day, hours=1 + index, milliseconds=random.randrange(900))
        took = timedelta(milliseconds=random.randrange(4000, 90000))
        rows, span = random.randrange(200, 9000), took // timedelta(milliseconds=1)
        yield Event(start, "fares-app-1", f"INFO fares.jobs job={job} started")
        done = f"INFO fares.jobs job={job} finished rows={rows} duration_ms={span}"
        yield Event(start + took, "fares-app-1", done, ("job", f"job {job}", f"job {job} {start.date()}"))


def _failures(attempts: list[tuple[datetime, str]], random: Random) -> Iterator[Event]:
    for number, (time, host) in enumerate(attempts):
        request = f"request_id={_hex(random)}"
        target = f"target={BLOCKED_HOST}:{BLOCKED_PORT}"
        end = time + timedelta(milliseconds=TIMEOUT_MS + random.randrange(2, 30))
        text = f"WARN fares.db {request} connection timed out {target} timeout_ms={TIMEOUT_MS}"
        yield Event(end, host, text, ("timeout", f"timeout {host}"))
        latency = TIMEOUT_MS + random.randrange(31, 90)
        failed = f"ERROR fares.api {request} method=GET path=/v1/passes status=503 latency_ms={latency}"
        trace = _trace() if number % TRACE_EVERY == 0 else ""
        marks = ("failure", "request", "request /v1/passes", "status 503", f"latency {latency}")
        yield Event(end + timedelta(milliseconds=31), host, failed + trace, marks)
        if number % 10 == 9:
            text = f"WARN fares.db replica marked slow {target} failures={number + 1}"
            yield Event(end + seconds(2), host, text, ("replica slow",))


def _trace() -> str:
    return f"""
Traceback (most recent call last):
  File "/srv/fares/api.py", line 88, in passes
    rows = replica.fetch(holder)
  File "/srv/fares/db.py", line 41, in fetch
    raise ConnectTimeout(self.host, self.port)
fares.db.ConnectTimeout: ('{BLOCKED_HOST}', {BLOCKED_PORT})"""


def _hex(random: Random) -> str:
    return f"{random.randrange(16**8):08x}"
