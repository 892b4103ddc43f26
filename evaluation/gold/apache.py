"""Questions about the error log of an Apache server over two days."""

from __future__ import annotations

from evaluation.gold.computations import every, how_many, need_hits, negative, one, top
from evaluation.gold.records import Ask, Computed, DataSet, Lines

FORBIDDEN = r"^\[\w+ (?P<v>\w+ \d+ [\d:]+) \d+\] \[error\] \[client ([\d.]+)\] Directory index forbidden"


def first_forbidden(lines: Lines) -> Computed:
    """Find the first client that asked for a directory index."""
    hit = need_hits(lines, FORBIDDEN)[0]
    time, client = hit.value.split()[-1], hit.groups[1]
    return Computed((client, hit.value), hit.proof, must=(client, time))


APACHE = DataSet(
    name="apache",
    prefix="ap",
    files="loghub/Apache/Apache_2k.log",
    questions=(
        Ask("count", "how many [error] lines are in the log?", how_many(r"^\[[^\]]+\] \[error\] ")),
        Ask(
            "aggregate",
            "Which workerEnv error state is the most common one, and how often does it occur?",
            top(r"workerEnv in error state (\d+)", with_counts=True),
        ),
        Ask("list", "list all mod_jk error states seen", every(r"workerEnv in error state (\d+)")),
        Ask(
            "count",
            "How many clients were refused a directory index?",
            how_many(r"\[client ([\d.]+)\] Directory index forbidden", distinct=True),
        ),
        Ask(
            "temporal",
            "Which client got the first 'Directory index forbidden', and at what time?",
            first_forbidden,
        ),
        Ask(
            "lookup",
            "which properties file does workerEnv.init() read",
            one(r"workerEnv\.init\(\) ok (\S+)", must=("workers2.properties",)),
        ),
        negative(
            "Are there any [crit] or [emerg] messages?",
            r"\[crit\]",
            r"\[emerg\]",
            answer="No: the only levels are notice and error.",
        ),
        negative(
            'Which files were reported as "File does not exist"?',
            "does not exist",
            answer="None: no line reports a missing file.",
        ),
    ),
)
