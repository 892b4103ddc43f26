"""Write the gold questions of every data set: python -m evaluation.gold.make_questions DATA_FOLDER OUT_FOLDER."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

from evaluation.gold.apache import APACHE
from evaluation.gold.dc_panos import DC_PANOS
from evaluation.gold.errors import GoldError
from evaluation.gold.hdfs import HDFS
from evaluation.gold.juniper_evpn import JUNIPER_EVPN
from evaluation.gold.linux import LINUX
from evaluation.gold.nxos import NXOS
from evaluation.gold.openssh import OPENSSH
from evaluation.gold.proxifier import PROXIFIER
from evaluation.gold.read_lines import read_lines
from evaluation.gold.records import DataSet
from evaluation.gold.stanford_backbone import STANFORD_BACKBONE
from evaluation.gold.write_questions import write_questions
from evaluation.gold.zookeeper import ZOOKEEPER

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
