"""The firewall's own messages of the week: sessions, denied sessions, and password guessing."""

from collections.abc import Iterator
from datetime import datetime
from random import Random

from .events import WEEK_DAYS, Event, seconds, working_time
from .faults import GUESS_COUNT, INTRUDER
from .incidents import APPLICATION_HOSTS
from .plan import STAFF, last_change

SESSIONS_A_DAY = 18
DENIED_A_DAY = 12
GUESSES_FROM = datetime(2025, 11, 6, 22, 4, 7)
GUESSED_USERS = ("root", "admin", "operator", "test")
SCANNERS = ("203.0.113.90", "203.0.113.141", "192.0.2.77")
SERVICES = ((22, "junos-ssh"), (23, "junos-telnet"), (3389, "junos-ms-rdp"))


def firewall_events(random: Random) -> Iterator[Event]:
    for day in range(WEEK_DAYS):
        for _ in range(SESSIONS_A_DAY):
            yield _session(working_time(random, day), random)
        for _ in range(DENIED_A_DAY):
            yield _denied(working_time(random, day), random)
    yield from _guesses(random)
    yield from _commit()


def _session(time: datetime, random: Random) -> Event:
    source = f"{random.choice(list(APPLICATION_HOSTS.values()))}/{random.randrange(49152, 65536)}"
    flow = f"{source}->198.51.100.140/443"
    text = f"session created {flow} 0x0 junos-https {flow} 0x0 N/A N/A N/A N/A 6 fares-to-payments inside dmz"
    number = random.randrange(10**4, 10**5)
    return _event(time, f"RT_FLOW: RT_FLOW_SESSION_CREATE: {text} {number} N/A(N/A) ge-0/0/0.0", "session")


def _denied(time: datetime, random: Random) -> Event:
    port, service = random.choice(SERVICES)
    scanner = random.choice(SCANNERS)
    flow = f"{scanner}/{random.randrange(32768, 65536)}->198.51.100.139/{port}"
    policy = "world-rest untrust dmz UNKNOWN UNKNOWN N/A(N/A) ge-0/0/4.0 No"
    text = f"session denied {flow} 0x0 {service} 6(0) {policy}"
    event = _event(time, f"RT_FLOW: RT_FLOW_SESSION_DENY: {text}", "session denied")
    return Event(
        event.time, event.host, event.text, (*event.marks, f"scan {scanner}", f"scan service {service}")
    )


def _guesses(random: Random) -> Iterator[Event]:
    time = GUESSES_FROM
    for number in range(GUESS_COUNT):
        user = GUESSED_USERS[min(number % 7, len(GUESSED_USERS) - 1)]
        port = random.randrange(32768, 65536)
        text = f"sshd[{41200 + number}]: Failed password for {user} from {INTRUDER} port {port} ssh2"
        event = _event(time, text, "guess")
        yield Event(event.time, event.host, event.text, (*event.marks, f"guess {user}"))
        time += seconds(random.randrange(6, 45))


def _commit() -> Iterator[Event]:
    change = last_change("fw1")
    text = f"Accepted password for {change.user} from {STAFF[change.user]} port 50412 ssh2"
    yield _event(change.time - seconds(240), f"sshd[39817]: {text}", f"login {change.user}")
    told = f"UI_COMMIT: User '{change.user}' requested 'commit' operation (comment: none)"
    yield _event(change.time, f"mgd[8120]: {told}", "change")


def _event(time: datetime, text: str, mark: str) -> Event:
    return Event(time, "fw1", text, (mark,))
