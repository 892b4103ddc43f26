import csv
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

import pytest
from drain3 import TemplateMiner
from drain3.masking import MaskingInstruction
from drain3.template_miner_config import TemplateMinerConfig

from ingest.learn.builtin.logs.induce_log import induce_log
from ingest.sandbox import Sandbox

DATA = Path(__file__).parents[4] / ".." / "shared" / "data"
LOGS = {
    name: DATA / folder / f"{name}_2k.log"
    for name, folder in (
        ("OpenStack", "openstack"),
        *(
            (name, f"loghub/{name}")
            for name in ("OpenSSH", "Linux", "Apache", "HDFS", "Proxifier", "Zookeeper")
        ),
    )
}

# The masking of the example in drain3's own documentation.
BEFORE, AFTER = "((?<=[^A-Za-z0-9])|^)", "((?=[^A-Za-z0-9])|$)"
MASKS = {
    "(([0-9a-f]{2,}:){3,}([0-9a-f]{2,}))": "ID",
    r"(\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3})": "IP",
    "([0-9a-f]{6,} ?){3,}": "SEQ",
    "([0-9A-F]{4} ?){4,}": "SEQ",
    "(0x[a-f0-9A-F]+)": "HEX",
    r"([\-\+]?\d+)": "NUM",
}


def grouping_accuracy(truth: Sequence[str], groups: Sequence[str]) -> float:
    """The share of lines whose group is exactly the set of lines of their true event."""
    true_sets, found_sets = defaultdict(set), defaultdict(set)
    for number, (event, group) in enumerate(zip(truth, groups, strict=True)):
        true_sets[event].add(number)
        found_sets[group].add(number)
    right = [lines for lines in found_sets.values() if true_sets[truth[min(lines)]] == lines]
    return sum(map(len, right)) / len(truth)


def drain_groups(contents: Sequence[str], masked: bool) -> list[str]:
    config = TemplateMinerConfig()
    if masked:
        config.masking_instructions = [
            MaskingInstruction(BEFORE + mask + AFTER, name) for mask, name in MASKS.items()
        ]
    miner = TemplateMiner(config=config)
    return [str(miner.add_log_message(content)["cluster_id"]) for content in contents]


@pytest.mark.parametrize("path", LOGS.values(), ids=LOGS)
def test_lines_are_grouped_at_least_as_well_as_by_the_miner_alone(path: Path, sandbox: Sandbox) -> None:
    if not path.exists():
        pytest.skip(f"{path.name} is not here: the shared test data is missing")
    lines = path.read_bytes().decode().splitlines()
    with path.with_name(f"{path.name}_structured.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    truth = [row["EventId"] for row in rows]
    # The miner alone gets the messages as the labels cut them out; ours finds them in the lines.
    alone = max(
        grouping_accuracy(truth, drain_groups([row["Content"] for row in rows], masked))
        for masked in (True, False)
    )
    groups = ["unexplained"] * len(lines)
    for record in sandbox.run_parse(induce_log(lines).parse_source, lines):
        for first, last in record.lines:
            groups[first : last + 1] = [record.type] * (last + 1 - first)
    assert "unexplained" not in groups
    assert "OtherEvent" not in groups
    assert grouping_accuracy(truth, groups) >= alone
