"""Questions that the logs alone answer."""

from datetime import datetime

from .events import WEEK_START
from .facts import Facts
from .faults import BLOCKED_HOST, BLOCKING_LIST, FLAP_COUNT, GUESS_COUNT, INTRUDER
from .incidents import READINGS
from .plan import CHANGES, FLAPPING, last_change
from .questions import Question, names, said_times, value
from .routine import RELOAD


def questions_of_logs(facts: Facts) -> list[Question]:
    return [*_counts(facts), *_leaders(facts), *_times(facts)]


def _counts(facts: Facts) -> list[Question]:
    port, device = FLAPPING.b.port, FLAPPING.b.device
    return [
        value(
            "count",
            f"How many times did the link of {port} on {device} change state to down?",
            FLAP_COUNT,
            "flap down",
        ),
        value(
            "count",
            f"How many packets did the access list {BLOCKING_LIST} deny, according to the log of leaf1?",
            facts.count("denial"),
            "denial",
        ),
        value("count", f"How many failed passwords came from {INTRUDER}?", GUESS_COUNT, "guess"),
        value(
            "count",
            f"How many connections to {BLOCKED_HOST} timed out in the fares application?",
            facts.count("timeout"),
            "timeout",
        ),
        value(
            "count",
            "How many requests of the fares application ended with status 404?",
            facts.count("status 404"),
            "status 404",
        ),
    ]


def _leaders(facts: Facts) -> list[Question]:
    user, guesses = facts.leader("guess ")
    path, requests = facts.leader("request ")
    scanner, denied = facts.leader("scan 203.0.113.")
    slowest = max(int(latency) for latency in facts.endings("latency "))
    return [
        names(
            "aggregate",
            f"Which user name did {INTRUDER} try most often, and how many times?",
            [user, str(guesses)],
            [f"guess {user}"],
        ),
        names(
            "aggregate",
            "Which path was requested most often from the fares application, and how often?",
            [path, str(requests)],
            [f"request {path}"],
        ),
        names(
            "aggregate",
            "Which source address in 203.0.113.0/24 did fw1 deny most often, and how often?",
            [f"203.0.113.{scanner}", str(denied)],
            [f"scan 203.0.113.{scanner}"],
        ),
        value(
            "aggregate",
            "What is the highest temperature that branch-elm reported, in Celsius?",
            max(READINGS),
            "hottest",
        ),
        value(
            "aggregate",
            "What is the highest latency_ms of any request in the fares application's log?",
            slowest,
            f"latency {slowest}",
        ),
    ]


def _times(facts: Facts) -> list[Question]:
    last = max(CHANGES, key=lambda change: change.time)
    core = last_change("core2")
    denied = _syslog_time(facts.lines("first denial")[0].text)
    job = "job refresh-tariffs 2025-11-05"
    took = facts.lines(job)[0].text.partition("duration_ms=")[2]
    return [
        Question(
            "temporal",
            f"When did the access list {BLOCKING_LIST} first deny a packet on leaf1?",
            f"{denied:%b} {denied.day} {denied:%H:%M:%S}",
            (),
            ("first denial",),
            said_times(denied),
        ),
        _moment(
            "When was the configuration of core2 changed, and by whom?", core.time, core.user, "change core2"
        ),
        _moment(
            "Which device's configuration was changed last, when and by whom?",
            last.time,
            last.user,
            f"change {last.device}",
            last.device,
        ),
        _moment("When was leaf2 asked to reload, and by whom?", RELOAD, "jpark", "reload asked"),
        value(
            "temporal",
            "How many milliseconds did the job refresh-tariffs take on 5 November 2025?",
            int(took),
            job,
        ),
    ]


def _syslog_time(line: str) -> datetime:
    return datetime.strptime(f"{WEEK_START.year} {line[:15]}", "%Y %b %d %H:%M:%S")


def _moment(text: str, time: datetime, user: str, mark: str, *more: str) -> Question:
    answer = [*more, f"{time:%b} {time.day} {time:%H:%M:%S}", user]
    return Question("temporal", text, answer, (*more, user), (mark,), said_times(time))
