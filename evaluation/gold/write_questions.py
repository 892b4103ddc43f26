"""Turn a data set's questions into gold questions, one JSON object each; no disk."""

from __future__ import annotations

import json
from itertools import groupby

from evaluation.gold.records import Ask, Computed, DataSet, Lines
from evaluation.match_answer import normalize, shows

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
