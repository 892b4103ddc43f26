"""Questions about the log of a Hadoop file system."""

from __future__ import annotations

from evaluation.gold.computations import every, how_many, need_hits, negative, one, top
from evaluation.gold.records import Ask, Computed, DataSet, Lines


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
