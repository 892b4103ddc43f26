"""Judges how well a log was parsed: `python -m evaluation.parsing.log_accuracy KG LOG STRUCTURED.csv`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from evaluation.parsing.errors import ParsingJudgeError
from evaluation.parsing.predict_templates import predict_templates
from evaluation.parsing.read_entities import read_entities
from evaluation.parsing.read_truth import read_texts, read_truth
from evaluation.parsing.records import LogAccuracy
from evaluation.parsing.score_log import score_log
from graph_store.errors import GraphError
from graph_store.open_graph import open_graph
from graph_store.records import Entity

SHOWN = 10


def log_accuracy(entities: Sequence[Entity], log: Path, structured: Path) -> LogAccuracy:
    """Judge a parser's entities of a log against its ground truth. Raises UnreadableTruthError."""
    truth = read_truth(structured)
    return score_log(truth, predict_templates(entities, truth, read_texts(log)))


def describe_accuracy(found: LogAccuracy, shown: int = SHOWN) -> str:
    """Write the figures, and the worst groups and templates with their line counts."""
    text = [
        f"lines {found.lines}, without a record {found.unread}",
        f"true templates {found.true_templates}, predicted groups {found.groups}",
        f"grouping accuracy (GA)  {found.grouping:.4f}   by template (FGA) {found.grouping_f1:.4f}",
        f"parsing accuracy (PA)   {found.parsing:.4f}   by template (FTA) {found.template_f1:.4f}",
        f"PA, wildcards with a blank, comma or dash between them as one  {found.parsing_merged:.4f}",
    ]
    for wrong in found.wrong_groups[:shown]:
        text.append(f"\nwrong group, {wrong.lines} lines: {wrong.template}")
        if len(wrong.split) > 1:
            text += [f"  split, {count} lines: {name}" for name, count in wrong.split[:shown]]
        text += [f"  merged with, {count} lines: {name}" for name, count in wrong.merged[:shown]]
    for each in found.wrong_templates[:shown]:
        text += [f"\nwrong template, {each.lines} lines: {each.template}", f"  predicted: {each.predicted}"]
    return "\n".join(text)


def main(arguments: list[str] | None = None) -> int:
    """Print the figures of one log."""
    parser = argparse.ArgumentParser(prog="log_accuracy", description=__doc__)
    parser.add_argument("kg", metavar="KG")
    parser.add_argument("log", type=Path, metavar="LOG")
    parser.add_argument("structured", type=Path, metavar="STRUCTURED.csv")
    options = parser.parse_args(arguments)
    try:
        with open_graph(options.kg) as graph:
            entities = read_entities(graph, options.log)
        print(describe_accuracy(log_accuracy(entities, options.log, options.structured)))
    except (ParsingJudgeError, GraphError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
