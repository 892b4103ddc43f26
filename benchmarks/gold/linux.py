"""Questions about the system log of a Linux host over six weeks."""

from __future__ import annotations

from benchmarks.gold.computations import every, how_many, need_hits, negative, one, top
from benchmarks.gold.find_hits import find_hits, proofs
from benchmarks.gold.records import Ask, Computed, DataSet, Lines

TIME = r"^(?P<v>\w+ +\d+ [\d:]+) combo "


def kernel_start(lines: Lines) -> Computed:
    """Find the kernel's version line."""
    (hit,) = need_hits(lines, TIME + r"kernel: Linux version (\S+)")
    month, day, time = hit.value.split()
    version = hit.groups[1]
    return Computed((f"{month} {day} {time}", version), hit.proof, must=(time, version))


def anonymous_login(lines: Lines) -> Computed:
    """Find who logged in to FTP anonymously, and when for the first time."""
    hits = find_hits(lines, TIME + r".*ANONYMOUS FTP LOGIN FROM ([\d.]+)")
    month, day, time = hits[0].value.split()
    return Computed(
        (hits[0].groups[1], f"{month} {day} {time}"), proofs(hits), must=(hits[0].groups[1], time)
    )


def busiest_day(lines: Lines) -> Computed:
    """Count the lines of every day."""
    best = top(r"^(\w+ +\d+) ")(lines)
    month, day = best.items[0].split()[:2]
    forms = (f"{month} {day}", f"{day} {month}", f"July {day}", f"{day} July", f"{day}. July", f"07-{day}")
    return Computed(best.items, best.lines, must=(), any_of=(forms,))


LINUX = DataSet(
    name="linux",
    prefix="lx",
    files="loghub/Linux/Linux_2k.log",
    questions=(
        Ask("temporal", "When did the kernel boot, and which Linux version was it?", kernel_start),
        Ask(
            "count",
            'How often does "ALERT exited abnormally" show up?',
            how_many(r"ALERT exited abnormally"),
        ),
        Ask(
            "aggregate",
            "which rhost has the most authentication failures and how many?",
            top(r"authentication failure; .*rhost=(\S+)", with_counts=True),
        ),
        Ask("list", "For which users was a session opened?", every(r"session opened for user (\S+) ")),
        Ask(
            "count",
            "How many ftpd connections came from 203.101.45.59?",
            how_many(r"ftpd\[\d+\]: connection from 203\.101\.45\.59 "),
        ),
        Ask("aggregate", "On which day were the most lines logged?", busiest_day),
        Ask("lookup", "cpu speed of the machine?", one(r"Detected ([\d.]+) MHz processor")),
        Ask(
            "multi-hop",
            "Which IP logged in to FTP as anonymous, and at what time was the first such login?",
            anonymous_login,
        ),
        negative(
            "Did any process get killed because the system ran out of memory?",
            "out of memory",
            r"\boom\b",
            "killed",
            answer="No: no line reports that the system ran out of memory.",
        ),
        negative(
            "how many times did user postgres fail to authenticate",
            "postgres",
            answer="Never: no user postgres occurs in the log.",
        ),
    ),
)
