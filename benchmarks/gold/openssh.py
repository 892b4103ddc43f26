"""Questions about an OpenSSH server log of one day."""

from __future__ import annotations

from datetime import datetime

from benchmarks.gold.computations import every, how_many, need_hits, negative, one, only, top, yes
from benchmarks.gold.find_hits import find_hits, proofs, values
from benchmarks.gold.records import Ask, Computed, DataSet, Lines

TIME = r"^Dec 10 (?P<v>[\d:]+) "
FAILED_FROM = r"Failed password for (?:invalid user )?.* from ([\d.]+) port"
OPENED, CLOSED = TIME + r".*session opened for user fztu", TIME + r".*session closed for user fztu"


def session_length(lines: Lines) -> Computed:
    """Subtract the time at which the session was opened from that at which it was closed."""
    opened, closed = only(lines, OPENED), only(lines, CLOSED)
    first, last = (datetime.strptime(hit.value, "%H:%M:%S") for hit in (opened, closed))
    seconds = int((last - first).total_seconds())
    minutes, rest = divmod(seconds, 60)
    shown = (f"{minutes}:{rest:02d}", f"{minutes} min*", f"{minutes}m*", f"{minutes} m*", str(seconds))
    near = f"{seconds / 60:.1f}", f"{seconds / 60:.2f}"
    return Computed(
        f"{minutes} minutes {rest} seconds ({seconds} s)",
        (*opened.proof, *closed.proof),
        must=(),
        any_of=((*shown, *near),),
    )


def busiest_hour(lines: Lines) -> Computed:
    """Count the lines of every hour."""
    best = top(r"^Dec 10 (\d\d):")(lines)
    hour, _, count = best.items[0].partition(" ")
    plain = int(hour)
    shown = (hour, f"{hour}:00", f"{plain}:00", f"{plain} am", f"{plain}am", f"hour {plain}", f"{hour}h")
    return Computed(f"{hour}:00 to {plain + 1:02d}:00 {count}", best.lines, must=(), any_of=(shown,))


def users_of_named_host(lines: Lines) -> Computed:
    """Follow a host name to its address and that to the user names it tried."""
    named = need_hits(lines, r"getaddrinfo for ns\.marryaldkfaczcz\.com \[([\d.]+)\]")
    tried = find_hits(lines, rf"Invalid user (\S+) from {named[0].value}$")
    return Computed(values(tried), (*proofs(named), *proofs(tried)))


def first_failure_of_admin(lines: Lines) -> Computed:
    """Find the first failed password of the user admin."""
    hit = need_hits(lines, TIME + r".*Failed password for (?:invalid user )?admin from ([\d.]+)")[0]
    return Computed((hit.value, hit.groups[1]), hit.proof)


def sources(lines: Lines) -> Computed:
    """Count the distinct addresses with a failed password."""
    hits = need_hits(lines, FAILED_FROM)
    return Computed(len(values(hits)), proofs(hits))


def from_ten_to_eleven(lines: Lines) -> Computed:
    """Count the failed passwords of the hour; a count that includes 11:00:00 is right as well."""
    hits = need_hits(lines, r"^Dec 10 10:.*Failed password for")
    closed = len(hits) + len(find_hits(lines, r"^Dec 10 11:00:00 .*Failed password for"))
    return Computed(len(hits), proofs(hits), must=(), any_of=((str(len(hits)), str(closed)),))


OPENSSH = DataSet(
    name="openssh",
    prefix="ssh",
    files="loghub/OpenSSH/OpenSSH_2k.log",
    questions=(
        Ask(
            "count",
            "how many failed password attempts came from 183.62.140.253",
            how_many(r"Failed password for .* from 183\.62\.140\.253 "),
        ),
        Ask("aggregate", "Top 3 source IPs by failed passwords?", top(FAILED_FROM, 3)),
        Ask(
            "exists",
            "Did anyone manage to log in? Who, and from which address?",
            yes(r"Accepted password for fztu from 119\.137\.62\.142", "fztu", "119.137.62.142"),
        ),
        Ask("temporal", "When was the session of user fztu closed?", one(CLOSED)),
        Ask("temporal", "How long did fztu's session last?", session_length),
        Ask(
            "count",
            "number of failed passwords between 10:00 and 11:00",
            from_ten_to_eleven,
        ),
        Ask(
            "list",
            "Which invalid user names were tried from 52.80.34.196?",
            every(r"Invalid user (\S+) from 52\.80\.34\.196$"),
        ),
        Ask(
            "temporal", "first 'Failed password' for admin - when, and from which ip?", first_failure_of_admin
        ),
        Ask("count", "How many different IPs had at least one failed password?", sources),
        Ask("aggregate", "Which hour of the day has the most log lines?", busiest_hour),
        Ask(
            "list",
            "List the IPs that triggered a 'POSSIBLE BREAK-IN ATTEMPT' warning",
            every(r"\[([\d.]+)\] failed - POSSIBLE BREAK-IN", r"from ([\d.]+)"),
        ),
        Ask("multi-hop", "Which users did ns.marryaldkfaczcz.com try to log in as?", users_of_named_host),
        negative(
            "who logged in with a public key?",
            "publickey",
            answer="None: the only accepted login used a password.",
        ),
        negative(
            "How many failed logins are there from 192.168.1.50?",
            r"192\.168\.",
            answer="None: the address 192.168.1.50 does not occur in the log.",
        ),
        negative(
            "When did user 'alice' last open a session?",
            "alice",
            answer="Never: no user alice occurs in the log.",
        ),
    ),
)
