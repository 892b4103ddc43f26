"""Write the gold questions of every data set: python -m benchmarks.gold.make_questions DATA_FOLDER OUT_FOLDER."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from itertools import groupby
from pathlib import Path

from benchmarks.gold.computations import every, how_many, need_hits, negative, one, top
from benchmarks.gold.dc_panos import DC_PANOS
from benchmarks.gold.errors import DataMissingError, GoldError
from benchmarks.gold.juniper_evpn import JUNIPER_EVPN
from benchmarks.gold.linux import LINUX
from benchmarks.gold.nxos import NXOS
from benchmarks.gold.openssh import OPENSSH
from benchmarks.gold.proxifier import PROXIFIER
from benchmarks.gold.records import Ask, Computed, DataSet, Line, Lines, Range
from benchmarks.gold.stanford_backbone import STANFORD_BACKBONE
from evaluation.score_answer import normalize, shows

# Questions about the log of a ZooKeeper ensemble.


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


# Questions about the log of a Hadoop file system.


def last_verification(lines: Lines) -> Computed:
    """Find the last verified block and its time."""
    hit = need_hits(lines, r"^(\d{6} \d{6}) .*Verification succeeded for (?P<v>\S+)")[-1]
    day, clock = hit.groups[0].split()
    times = (clock, ":".join((clock[:2], clock[2:4], clock[4:])))
    return Computed((hit.value, f"{day} {clock}"), hit.proof, must=(hit.value,), any_of=(times,))


def failed_serving(lines: Lines) -> Computed:
    """Find the data node that failed to serve a block, and the node it was meant for."""
    block = "blk_3763728533434719668"
    (hit,) = need_hits(lines, rf"DataXceiver: ([\d.]+):\d+:Got exception while serving {block} to /([\d.]+):")
    return Computed(hit.groups, hit.proof)


HDFS = DataSet(
    name="hdfs",
    prefix="hd",
    files="loghub/HDFS/HDFS_2k.log",
    questions=(
        Ask("count", "How many WARN lines are there?", how_many(r"^\d+ \d+ \d+ WARN ")),
        Ask("aggregate", "which component logs the most", top(r"^\d+ \d+ \d+ \w+ ([^:]+):")),
        Ask(
            "lookup",
            "To which datanode was blk_4292382298896622412 to be transferred?",
            one(r"transfer block blk_4292382298896622412 to ([\d.]+)"),
        ),
        Ask(
            "list",
            "Which datanodes were asked to delete blocks?",
            every(r"BLOCK\* ask ([\d.]+):\d+ to delete"),
        ),
        Ask(
            "temporal",
            "When did the last block verification succeed, and for which block?",
            last_verification,
        ),
        Ask(
            "multi-hop",
            "blk_3763728533434719668 - which node got an exception serving it and who was it serving?",
            failed_serving,
        ),
        negative(
            "show me all ERROR and FATAL lines",
            r"\bERROR\b",
            r"\bFATAL\b",
            answer="None: the only levels are INFO and WARN.",
        ),
        negative(
            "When was blk_1111111111111111111 deleted?",
            "blk_1111111111111111111",
            answer="Never: this block does not occur in the log.",
        ),
    ),
)


# Turn a data set's questions into gold questions, one JSON object each; no disk.


MOST_LINES = 50
"""Lines of one file that are listed as evidence."""
SOURCE = "ours"


def write_questions(data_set: DataSet, lines: Lines) -> list[str]:
    """Compute every answer; returns one JSON text a question, in order."""
    return [
        json.dumps(write_question(data_set, number, ask, lines), ensure_ascii=False)
        for number, ask in enumerate(data_set.questions, start=1)
    ]


def write_question(data_set: DataSet, number: int, ask: Ask, lines: Lines) -> dict[str, object]:
    """Compute one answer and write it in the gold format; fields without content are left out."""
    computed = ask.compute(lines)
    asked = normalize(ask.question)
    gold: dict[str, object] = {
        "id": f"{data_set.prefix}-{number:02d}",
        "dataset": data_set.name,
        "question": ask.question,
        "kind": ask.kind,
        "answer": list(computed.answer) if isinstance(computed.answer, tuple) else computed.answer,
        "must_contain": list(computed.shown),
        "evidence": _evidence(computed),
        "source": SOURCE,
    }
    optional: dict[str, object] = {
        "any_of": [list(group) for group in computed.any_of],
        "numeric": [{"min": each.low, "max": each.high, "unit": each.unit} for each in computed.numeric],
        "must_not_contain": list(computed.must_not),
        "universe": sorted({name for name in computed.universe if not shows(asked, name)}),
        "note": computed.note,
    }
    return gold | {name: value for name, value in optional.items() if value}


def _evidence(computed: Computed) -> list[dict[str, object]]:
    places = sorted({(line.file, line.number) for line in computed.lines})
    evidence: list[dict[str, object]] = []
    for file, group in groupby(places, key=lambda place: place[0]):
        numbers = [number for _, number in group]
        listed: dict[str, object] = {"file": file, "line_numbers": numbers[:MOST_LINES]}
        if len(numbers) > MOST_LINES:
            listed |= {"total_lines": len(numbers), "truncated": True}
        evidence.append(listed)
    return evidence


# Questions about the error log of an Apache server over two days.


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


# Read a data set's files as lines, each with the lines that enclose it by indentation.


def read_lines(folder: Path, pattern: str) -> Lines:
    """Read every file that matches the glob `pattern`, in the order of their names.

    Raises DataMissingError when there is none.
    """
    paths = sorted(path for path in folder.glob(pattern) if path.is_file())
    if not paths:
        raise DataMissingError(str(folder), pattern)
    lines: list[Line] = []
    for path in paths:
        text = path.read_text(encoding="utf-8", errors="replace")
        lines += nest_lines(path.relative_to(folder).as_posix(), text)
    return tuple(lines)


def nest_lines(file: str, text: str) -> list[Line]:
    """Split a text into lines; a deeper indented line is enclosed by the last less indented one."""
    lines: list[Line] = []
    open_lines: list[tuple[int, Line]] = []
    for number, raw in enumerate(text.replace("\r\n", "\n").removesuffix("\n").split("\n"), start=1):
        indent = len(raw) - len(raw.lstrip(" "))
        if raw.strip():
            open_lines = [(depth, line) for depth, line in open_lines if depth < indent]
        line = Line(file, number, raw, tuple(parent for _, parent in open_lines) if raw.strip() else ())
        lines.append(line)
        if raw.strip():
            open_lines.append((indent, line))
    return lines


CONFIGURATIONS = (JUNIPER_EVPN, DC_PANOS, NXOS, STANFORD_BACKBONE)
LOGS = (OPENSSH, LINUX, APACHE, HDFS, ZOOKEEPER, PROXIFIER)
DATA_SETS: tuple[DataSet, ...] = (*CONFIGURATIONS, *LOGS)


def make_questions(data: Path, out: Path) -> None:
    """Write one JSONL file a data set. Raises GoldError when the data is missing or bears no answer."""
    out.mkdir(parents=True, exist_ok=True)
    for data_set in DATA_SETS:
        texts = write_questions(data_set, read_lines(data, data_set.files))
        (out / f"{data_set.name}.jsonl").write_text("\n".join(texts) + "\n", encoding="utf-8")


def main(arguments: list[str] | None = None) -> int:
    """Make the questions and print how many there are of each kind."""
    parser = argparse.ArgumentParser(prog="make_questions", description=__doc__)
    parser.add_argument("data", type=Path, metavar="DATA_FOLDER")
    parser.add_argument("out", type=Path, metavar="OUT_FOLDER")
    options = parser.parse_args(arguments)
    try:
        make_questions(options.data, options.out)
    except GoldError as error:
        print(error, file=sys.stderr)
        return 1
    for data_set in DATA_SETS:
        kinds = Counter(ask.kind for ask in data_set.questions)
        counts = ", ".join(f"{kind} {count}" for kind, count in sorted(kinds.items()))
        print(f"{data_set.name}: {len(data_set.questions)} ({counts})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
