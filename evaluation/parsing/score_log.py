"""Scores predicted groups and templates against the true ones, as the literature does.

Grouping accuracy: Zhu et al., "Tools and Benchmarks for Automated Log Parsing" (ICSE-SEIP 2019); parsing accuracy:
Dai et al., "Logram" (TSE 2020); FGA and FTA, the same by template instead of by line: Jiang et al., "A Large-Scale
Evaluation for Log Parsing Techniques" (Loghub-2.0, ISSTA 2024) and Khan et al. (ICSE 2022).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import TypeVar

from evaluation.parsing.normalise_template import merge_wildcards, normalise_template
from evaluation.parsing.records import Group, LogAccuracy, Prediction, TrueLine, WrongGroup, WrongTemplate

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
