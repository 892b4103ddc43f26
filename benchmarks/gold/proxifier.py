"""Questions about the log of a Proxifier client."""

from __future__ import annotations

from benchmarks.gold.computations import every, how_many, need_hits, negative, top
from benchmarks.gold.errors import NotComputableError
from benchmarks.gold.find_hits import Hit
from benchmarks.gold.records import Ask, Computed, DataSet, Lines

CLOSE = r"\] (.+?) - (\S+) close, (\d+) bytes.*sent, (\d+) bytes.*received, lifetime (\S+)"
PROGRAM = r"^\[[^\]]+\] (\S+)"
ERROR = PROGRAM + r".* - \S+ error : "


def longest_connection(lines: Lines) -> Computed:
    """Compare the lifetimes of all closed connections."""
    best = _single_best(need_hits(lines, CLOSE), [_seconds(hit) for hit in need_hits(lines, CLOSE)])
    target, lifetime = best.groups[1], best.groups[4]
    host = target.partition(":")[0]
    lifetimes = (lifetime, lifetime.removeprefix("0"), str(_seconds(best)))
    return Computed((target, lifetime), best.proof, must=(host,), any_of=(lifetimes,))


def most_received(lines: Lines) -> Computed:
    """Compare the bytes that all closed connections received."""
    hits = need_hits(lines, CLOSE)
    best = _single_best(hits, [int(hit.groups[3]) for hit in hits])
    target, received = best.groups[1], best.groups[3]
    return Computed((target, f"{received} bytes"), best.proof, must=(target.partition(":")[0],))


def _single_best(hits: list[Hit], amounts: list[int]) -> Hit:
    best = max(amounts)
    if amounts.count(best) > 1:
        raise NotComputableError(CLOSE, f"{amounts.count(best)} lines with {best}", "one highest")
    return hits[amounts.index(best)]


def _seconds(hit: Hit) -> int:
    lifetime = hit.groups[4]
    if lifetime.startswith("<"):
        return 0
    return sum(int(part) * 60**power for power, part in enumerate(reversed(lifetime.split(":"))))


PROXIFIER = DataSet(
    name="proxifier",
    prefix="px",
    files="loghub/Proxifier/Proxifier_2k.log",
    questions=(
        Ask("count", "number of connection errors in the log?", how_many(r" error : ")),
        Ask("aggregate", "Which app has the most errors?", top(ERROR)),
        Ask("temporal", "which connection was open the longest and for how long?", longest_connection),
        Ask("aggregate", "To which host did the connection with the most bytes received go?", most_received),
        Ask("list", "List the proxies in use (host:port)", every(r"open through proxy (\S+) ")),
        Ask(
            "list", "Which programs opened a connection over SOCKS5?", every(PROGRAM + r".* SOCKS5$", PROGRAM)
        ),
        negative(
            "how much traffic did spotify.exe send?",
            "spotify",
            answer="None: spotify.exe does not occur in the log.",
        ),
        negative(
            "Did the proxy ever answer with status code 407?",
            r"status code 407",
            answer="No: the only status codes are 403 and 503.",
        ),
    ),
)
