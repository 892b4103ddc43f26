"""Judges how well configurations were parsed: `python -m evaluation.parsing.configuration_facts KG FILES...`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from evaluation.parsing.errors import ParsingJudgeError
from evaluation.parsing.find_facts import add_reports, find_facts
from evaluation.parsing.read_entities import read_entities
from evaluation.parsing.read_facts import KINDS, read_facts
from evaluation.parsing.read_truth import read_texts
from evaluation.parsing.records import FactReport
from graph_store.errors import GraphError
from graph_store.open_graph import open_graph
from graph_store.records import Entity


def configuration_facts(entities: Sequence[Entity], file: Path) -> FactReport:
    """Judge a parser's entities of a configuration by what the file says. Raises UnreadableTruthError."""
    return find_facts(read_facts(str(file), read_texts(file)), entities)


def describe_facts(report: FactReport) -> str:
    """Write a table of the kinds, then what is missing and what is invented."""
    rows = sorted(report.kinds, key=lambda row: KINDS.index(row[0]))
    rows.append(("all", sum(row[1] for row in rows), sum(row[2] for row in rows)))
    text = [f"{'kind':18}{'expected':>9}{'found':>7}{'share':>8}"]
    for kind, expected, found in rows:
        share = found / expected if expected else 1.0
        text.append(f"{kind:18}{expected:9}{found:7}{share:8.3f}")
    for missed in report.missed:
        fact = missed.fact
        why = f"not held: {', '.join(missed.lacks)}" if missed.lacks else "no entity (left) with this line"
        text.append(f"missing  {fact.path}:{fact.number} {fact.kind} {fact.name}: {why}")
    for each in report.invented:
        text.append(f"invented {each.path}:{each.number} {each.type} {each.key}")
    return "\n".join(text)


def main(arguments: list[str] | None = None) -> int:
    """Print the table; 1 when a fact is missing, 2 when nothing could be judged."""
    parser = argparse.ArgumentParser(prog="configuration_facts", description=__doc__)
    parser.add_argument("kg", metavar="KG")
    parser.add_argument("files", type=Path, nargs="+", metavar="FILE")
    options = parser.parse_args(arguments)
    try:
        with open_graph(options.kg) as graph:
            reports = [configuration_facts(read_entities(graph, file), file) for file in options.files]
    except (ParsingJudgeError, GraphError) as error:
        print(error, file=sys.stderr)
        return 2
    report = add_reports(reports)
    print(describe_facts(report))
    return 1 if report.missed else 0


if __name__ == "__main__":
    sys.exit(main())
