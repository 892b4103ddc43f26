"""Judges how well a log was parsed: `python -m benchmarks.parsing.log_accuracy KG LOG STRUCTURED.csv`."""

from __future__ import annotations

import argparse
import csv
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from benchmarks.parsing.normalise_template import merge_wildcards, normalise_template
from benchmarks.parsing.predict_templates import predict_templates
from benchmarks.parsing.read_entities import ParsingJudgeError, UnreadableTruthError, read_entities
from benchmarks.parsing.records import Group, LogAccuracy, Prediction, TrueLine, WrongGroup, WrongTemplate
from graph_store.errors import GraphError
from graph_store.open_graph import open_graph
from graph_store.records import Entity

# Reads a log's ground truth as Loghub writes it: one row of `*_structured.csv` for each line.


COLUMNS = ("LineId", "Content", "EventTemplate")


def read_truth(path: Path) -> list[TrueLine]:
    """Read the rows in the file's order. Raises UnreadableTruthError for a missing file or column, or a bad number."""
    try:
        with path.open(encoding="utf-8", newline="") as text:
            rows = csv.DictReader(text)
            lacking = [name for name in COLUMNS if name not in (rows.fieldnames or ())]
            if lacking:
                reason = f"no column {', '.join(lacking)}; found: {', '.join(rows.fieldnames or ())}"
                raise UnreadableTruthError(str(path), 1, reason)
            return [_line(path, rows.line_num, row) for row in rows]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise UnreadableTruthError(str(path), 0, str(error)) from error


def read_texts(path: Path) -> list[str]:
    """Read a file's lines. Raises UnreadableTruthError."""
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise UnreadableTruthError(str(path), 0, str(error.strerror or error)) from error
    return text.replace("\r\n", "\n").removesuffix("\n").split("\n")


def _line(path: Path, number: int, row: dict[str, str]) -> TrueLine:
    if not row["LineId"].isdecimal():
        raise UnreadableTruthError(str(path), number, f"LineId is {row['LineId']!r}; expected a number")
    return TrueLine(int(row["LineId"]), row["Content"] or "", row["EventTemplate"] or "")


# Scores predicted groups and templates against the true ones, as the literature does.


Pairs = Sequence[tuple[TrueLine, Prediction | None]]
UNREAD = "(no record)"
Name = TypeVar("Name", bound=Hashable)


def score_log(truth: Sequence[TrueLine], predictions: Mapping[int, Prediction]) -> LogAccuracy:
    """Score the lines that the truth has a template for; one without a prediction is wrong in every figure."""
    pairs = [(line, predictions.get(line.number)) for line in truth if line.template]
    total = max(1, len(pairs))
    true_groups = _numbers(pairs, lambda line, _: line.template)
    groups = _numbers(pairs, lambda _, found: found.group if found else None)
    groups.pop(None, None)
    right = _right_groups(true_groups, groups)
    unread = sum(found is None for _, found in pairs)
    return LogAccuracy(
        lines=len(pairs),
        unread=unread,
        true_templates=len(true_groups),
        groups=len(groups),
        grouping=sum(len(true_groups[template]) for template in right) / total,
        grouping_f1=_f1(len(right), len(groups) + unread, len(true_groups)),
        parsing=_same(pairs, normalise_template) / total,
        parsing_merged=_same(pairs, merge_wildcards) / total,
        template_f1=_template_f1(pairs, unread),
        wrong_groups=_wrong_groups(pairs, set(true_groups) - right),
        wrong_templates=_wrong_templates(pairs),
    )


def _numbers(pairs: Pairs, name: Callable[[TrueLine, Prediction | None], Name]) -> dict[Name, frozenset[int]]:
    numbers: dict[Name, set[int]] = defaultdict(set)
    for line, found in pairs:
        numbers[name(line, found)].add(line.number)
    return {each: frozenset(of) for each, of in numbers.items()}


def _right_groups(
    true_groups: Mapping[str, frozenset[int]], groups: Mapping[Group | None, frozenset[int]]
) -> set[str]:
    predicted = set(groups.values())
    return {template for template, numbers in true_groups.items() if numbers in predicted}


def _f1(right: int, predicted: int, true: int) -> float:
    """Return 2PR / (P + R) of right of predicted, and right of true ones."""
    return 2 * right / (predicted + true) if predicted + true else 1.0


def _same(pairs: Pairs, normalise: Callable[[str], str]) -> int:
    return sum(
        found is not None and normalise(found.template) == normalise(line.template) for line, found in pairs
    )


def _template_f1(pairs: Pairs, unread: int) -> float:
    """A predicted template is right when it is the true one of all its lines."""
    stands_for: dict[str, set[str]] = defaultdict(set)
    for line, found in pairs:
        if found is not None:
            stands_for[normalise_template(found.template)].add(normalise_template(line.template))
    right = sum(true == {predicted} for predicted, true in stands_for.items())
    true_templates = {normalise_template(line.template) for line, _ in pairs}
    return _f1(right, len(stands_for) + unread, len(true_templates))


def _wrong_groups(pairs: Pairs, wrong: set[str]) -> tuple[WrongGroup, ...]:
    split: dict[str, Counter[Group | None]] = defaultdict(Counter)
    holds: dict[Group | None, Counter[str]] = defaultdict(Counter)
    for line, found in pairs:
        group = found.group if found else None
        split[line.template][group] += 1
        holds[group][line.template] += 1
    found_wrong = []
    for template in wrong:
        others: Counter[str] = Counter()
        for group in split[template].keys() - {None}:
            others.update(holds[group])
        del others[template]
        parts = tuple((_written(group), count) for group, count in split[template].most_common())
        lines = sum(split[template].values())
        found_wrong.append(WrongGroup(template, lines, parts, tuple(others.most_common())))
    return tuple(sorted(found_wrong, key=lambda each: (-each.lines, each.template)))


def _written(group: Group | None) -> str:
    return f"{group[0]}: {group[1]}" if group else UNREAD


def _wrong_templates(pairs: Pairs) -> tuple[WrongTemplate, ...]:
    wrong = Counter(
        (line.template, found.template if found else UNREAD)
        for line, found in pairs
        if found is None or normalise_template(found.template) != normalise_template(line.template)
    )
    return tuple(WrongTemplate(*pair, lines) for pair, lines in wrong.most_common())


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
