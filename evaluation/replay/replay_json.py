"""Writes a replay as JSON; only `times` differs between two runs of the same replay."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from statistics import median

from conversations.records import KeptTurn, RunStatement
from evaluation.replay.replay import Comparison, Replay

JsonObject = dict[str, object]


def replay_json(found: Replay, allowed: int) -> JsonObject:
    """Describe a replay; `allowed` is how many regressions it may have."""
    compared = found.comparisons
    return {
        "conversations": found.conversations,
        "turns": len(compared),
        "model": found.model,
        "graph": {"now": found.graph, "recorded": sorted({each.before.graph for each in compared})},
        "regressions": len(found.regressions),
        "allowed": allowed,
        "passed": len(found.regressions) <= allowed,
        "answers": dict(sorted(Counter(each.wording for each in compared).items())),
        "statements": dict(sorted(Counter(each.found for each in compared).items())),
        "statuses": status_changes(compared),
        "citations": {
            "lost": sum(len(each.citations_lost) for each in compared),
            "new": sum(len(each.citations_new) for each in compared),
        },
        "needs_new_recordings": found.unrecorded,
        "tokens": {
            "recorded": _tokens(each.before for each in compared),
            "now": _tokens(each.after for each in compared),
        },
        "by_kind": {kind: _share(group) for kind, group in by_kind(compared).items()},
        "by_mode": {mode: _share(group) for mode, group in by_mode(compared).items()},
        "changes": [_change(each) for each in compared if not is_unchanged(each)],
        "times": {
            "recorded": _seconds([each.before for each in compared]),
            "now": _seconds([each.after for each in compared]),
        },
    }


def by_kind(compared: Sequence[Comparison]) -> dict[str, list[Comparison]]:
    """Group by what the questions were read to ask for, when they were kept."""
    kinds = sorted({each.before.kind or "not read" for each in compared})
    return {kind: [each for each in compared if (each.before.kind or "not read") == kind] for kind in kinds}


def by_mode(compared: Sequence[Comparison]) -> dict[str, list[Comparison]]:
    """Group by the mode in which the questions were asked now."""
    modes = sorted({each.after.mode for each in compared})
    return {mode: [each for each in compared if each.after.mode == mode] for mode in modes}


def status_changes(compared: Iterable[Comparison]) -> dict[str, int]:
    """Count the changes of status, as in "answered → none"."""
    changed = Counter(
        f"{each.before.status} → {each.after.status}"
        for each in compared
        if each.before.status != each.after.status
    )
    return dict(sorted(changed.items()))


def is_unchanged(each: Comparison) -> bool:
    """Tell whether a turn's answer, rows, statements and citations are what they were."""
    same = each.wording == "same" and each.found == "same" and not each.regressed
    return same and not each.citations_lost and not each.citations_new


def _change(each: Comparison) -> JsonObject:
    return {
        "conversation": each.conversation,
        "turn": each.before.number,
        "question": each.before.question,
        "answer": each.wording,
        "statements": each.found,
        "regressed": each.regressed,
        "verdict": each.verdict,
        "missing": list(each.missing),
        "added": list(each.added),
        "citations_lost": [asdict(place) for place in each.citations_lost],
        "citations_new": [asdict(place) for place in each.citations_new],
        "before": _side(each.before),
        "now": _side(each.after),
    }


def _side(turn: KeptTurn) -> JsonObject:
    return {
        "answer": turn.answer,
        "status": turn.status,
        "mode": turn.mode,
        "model": turn.model,
        "tokens": turn.tokens,
        "statements": [_statement(each) for each in turn.statements],
    }


def _statement(each: RunStatement) -> JsonObject:
    return {name: value for name, value in asdict(each).items() if name != "seconds"}


def _share(group: Sequence[Comparison]) -> JsonObject:
    return {"n": len(group), "passed": sum(each.passed for each in group)}


def _tokens(turns: Iterable[KeptTurn]) -> int:
    return sum(turn.tokens for turn in turns)


def _seconds(turns: Sequence[KeptTurn]) -> JsonObject:
    each = [turn.seconds for turn in turns]
    return {"total": sum(each), "median": median(each) if each else None, "longest": max(each, default=None)}
