"""Questions about the log of a ZooKeeper ensemble."""

from __future__ import annotations

from evaluation.gold.computations import every, how_many, need_hits, negative, one, top
from evaluation.gold.records import Ask, Computed, DataSet, Lines, Range

NOT_IN_ORDER = "Last by time; the log holds the parts of several servers one after the other."


def longest_election(lines: Lines) -> Computed:
    """Compare the times that leader elections took."""
    hits = need_hits(lines, r"LEADER ELECTION TOOK - (\d+)")
    best = max(hits, key=lambda hit: int(hit.value))
    longest = int(best.value)
    return Computed(
        f"{longest} ms", best.proof, must=(), numeric=(Range(longest - 0.5, longest + 0.5, "ms"),)
    )


def latest_expiry(lines: Lines) -> Computed:
    """Find the session that expired last; the log is not in order of time."""
    hits = need_hits(lines, r"^(\S+ \d\d:\d\d:\d\d),\d+ .*Expiring session (?P<v>\S+),")
    last = max(hits, key=lambda hit: hit.line.text[:23])
    time = last.groups[0].split()[1]
    return Computed(
        (last.value, last.groups[0]), last.proof, must=(last.value, f"{time}*"), note=NOT_IN_ORDER
    )


ZOOKEEPER = DataSet(
    name="zookeeper",
    prefix="zk",
    files="loghub/Zookeeper/Zookeeper_2k.log",
    questions=(
        Ask("count", "how many ERROR entries?", how_many(r"^\S+ \S+ - ERROR ")),
        Ask(
            "list",
            'Which election addresses could no channel be opened to ("Cannot open channel")?',
            every(r"Cannot open channel to \d at election address \S*?/([\d.]+):", r"/([\d.]+):3888"),
        ),
        Ask(
            "aggregate",
            "Which server sent the most election connection requests, and how many?",
            top(r"Received connection request /([\d.]+)", with_counts=True),
        ),
        Ask(
            "list",
            "which session timeouts (ms) were negotiated",
            every(r"with negotiated timeout (\d+) "),
        ),
        Ask("temporal", "How long did the longest leader election take?", longest_election),
        Ask("temporal", "Which session expired last, and when?", latest_expiry),
        Ask(
            "lookup",
            "On which path did a KeeperException with NodeExists occur?",
            one(r"KeeperErrorCode = NodeExists for (\S+)"),
        ),
        negative(
            "were there any SASL authentication failures?",
            "sasl",
            "authenticat",
            answer="No: no line is about SASL or authentication.",
        ),
    ),
)
